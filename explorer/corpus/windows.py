"""Windows over text: around every word the words at most so far away, never across the end of a sentence.

By the papers each of them is as wide as it can be. word2vec's programs have two habits of chance:

    subsampling   a frequent word is left out here and there, before the windows are laid, which then close over the
                  gaps: what is said of `sample` (Mikolov et al. 2013, "Distributed Representations …", section 2.3)
    reach         each window reaches 1 … `window` words, each as likely, so that a word at distance d is in a share
                  (window + 1 − d)/window of them (Mikolov et al. 2013, "Efficient Estimation …", section 3.2)

The programs draw anew in each epoch. Here both are functions of the seed and of a word's position in the text, counted
over the words of the vocabulary: the same text gives the same instances, and any step can be computed by itself.
"""

from dataclasses import dataclass
from itertools import chain

import numpy as np

from explorer.corpus.errors import CorpusError
from explorer.maths.random import REACH, STAYING, uniform_at

# With which probability a word stays, f its share of the text and t = `sample`, at most 1.
FORMULAS = {
    "c": lambda f, t: (np.sqrt(f / t) + 1) * t / f,  # word2vec.c, ReadWordIndex; gensim, prepare_vocab
    "paper": lambda f, t: np.sqrt(t / f),  # Mikolov et al. (2013), eq. 5
}


@dataclass(frozen=True)
class Habits:
    """How windows are laid: `window` words on either side, or 1 … `window` where they shrink by chance.

    sample : the share of the text from which on words are left out by chance; 0 for never.
    sample_formula : one of `FORMULAS`.
    """

    window: int = 2
    shrink_window: bool = False
    sample: float = 0.0
    sample_formula: str = "c"
    seed: int = 1

    @property
    def by_chance(self) -> bool:
        """Whether the seed decides anything."""
        return self.shrink_window or self.sample > 0

    def staying(self, counts) -> np.ndarray:
        """The probability with which each word stays, (V,), from how often it occurs; 1 of one that does not."""
        if not self.sample:
            return np.ones(len(counts))
        share = np.maximum(counts, 1) / np.sum(counts)
        return np.minimum(FORMULAS[self.sample_formula](share, self.sample), 1.0)


@dataclass(frozen=True)
class Tokens:
    """What became of the words of a text, in reading order: word ids, their sentences, whether they stayed, (n,) each.

    staying : the probability of it, (V,). reach : how far the window of each reaches, (n,).
    """

    ids: np.ndarray
    sentence: np.ndarray
    stayed: np.ndarray
    staying: np.ndarray
    reach: np.ndarray


def read_tokens(sentences, words: int, habits: Habits) -> Tokens:
    """The words of sentences, lists of ids of a vocabulary of so many words."""
    lengths = np.fromiter(map(len, sentences), np.int64, len(sentences))
    ids = np.fromiter(chain.from_iterable(sentences), np.int64, lengths.sum())
    staying = habits.staying(np.bincount(ids, minlength=words))
    stayed, reach = np.ones(len(ids), bool), np.full(len(ids), habits.window)
    if habits.sample:
        stayed = uniform_at(habits.seed, STAYING, len(ids)) < staying[ids]
    if habits.shrink_window:
        reach = 1 + (uniform_at(habits.seed, REACH, len(ids)) * habits.window).astype(np.int64)
    return Tokens(ids, np.repeat(np.arange(len(lengths)), lengths), stayed, staying, reach)


def lay_windows(tokens: Tokens, single: bool, check_size):
    """Lay a window around every word that stayed.

    Returns contexts and centres, each as (start, ids) like a side of `Instances`, and the number of each instance's
    sentence: an instance a position, or with ``single`` an instance a context word. Context words stand in reading
    order.
    Calls `check_size(instances, words in them)` before it takes the memory; CorpusError where there is no window.
    """
    ids, position = tokens.ids[tokens.stayed], np.arange(np.count_nonzero(tokens.stayed))
    left, size = _contexts(tokens)
    total = int(size.sum())
    if not total:
        alone = np.bincount(tokens.sentence).max(initial=0) < 2
        raise CorpusError(_NO_WINDOW) if alone else CorpusError(_NONE_LEFT, field="sample")
    count = total if single else np.count_nonzero(size)
    check_size(count, total + count)

    start = np.cumsum(size) - size
    neighbour = np.arange(total) + np.repeat(left - start, size)
    neighbour += neighbour >= np.repeat(position, size)  # step over the centre
    if single:
        size, position = np.ones(total, np.int64), np.repeat(position, size)
    position, size = position[size > 0], size[size > 0]
    starts = np.concatenate(([0], np.cumsum(size)))
    sentence = tokens.sentence[tokens.stayed][position]
    return (starts, ids[neighbour]), (np.arange(count + 1), ids[position]), sentence


def instances_of(tokens: Tokens, single: bool) -> np.ndarray:
    """How many instances the window of each word makes, (n,) int64; none where it was left out, or is alone."""
    _, size = _contexts(tokens)
    counts = np.zeros(len(tokens.ids), np.int64)
    counts[tokens.stayed] = size if single else size > 0
    return counts


def _contexts(tokens):
    """Of each word that stayed the first that its window reaches, numbered among them, and how many context words."""
    sentence, reach = tokens.sentence[tokens.stayed], tokens.reach[tokens.stayed]
    lengths = np.bincount(sentence) if len(sentence) else np.zeros(0, np.int64)
    end, position = np.cumsum(lengths), np.arange(len(sentence))
    left = np.maximum(position - reach, np.repeat(end - lengths, lengths))
    right = np.minimum(position + reach, np.repeat(end, lengths) - 1)
    return left, right - left  # 0 for a sentence of one word, which gives no instance


_NO_WINDOW = "no sentence has two words of the vocabulary: there is no centre with a context"
_NONE_LEFT = "0, which leaves out no word, or a larger share up to 1: this leaves no sentence two words"
