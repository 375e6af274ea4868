"""From a corpus as typed to a vocabulary and training instances.

Pairs keep their sides: what stands left of the bar is input. Points are numbers and have no vocabulary. How text
becomes instances is a model's `reading` of it, never across the end of a sentence:

    context     the words at most ``window`` words away → the word (Mikolov et al. 2013, section 3)
    centre      the word → the words at most ``window`` words away
    preceding   the ``context`` words before → the word (Bengio et al. 2003, section 2)
    sequence    a word → the one after it

The first two are of `windows`, which has the habits of chance of word2vec's programs too: words that are left out, and
windows of random reach.
"""

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import chain

import numpy as np

from explorer import limits
from explorer.budget import charge
from explorer.corpus.errors import CorpusError
from explorer.corpus.instances import Instances
from explorer.corpus.pairs import NOTATION, find_in_pairs, parse_pairs
from explorer.corpus.points import Points, parse_points
from explorer.corpus.text import find_in_text, spelling, tokenize
from explorer.corpus.windows import Habits, Tokens, lay_windows, read_tokens


@dataclass(frozen=True)
class Corpus:
    """The vocabulary (a word's id is its index; empty for points), how often each word occurs, and the instances.

    ``words=`` of the makers keeps a given vocabulary, so that the data can change in the middle of
    a run: a word outside it is a `CorpusError`, a word that no longer occurs has count 0.
    """

    words: tuple[str, ...]
    counts: tuple[int, ...]
    instances: Instances | Points
    tokens: Tokens | None = field(default=None, compare=False)  # where chance had a say in the windows
    spelt: tuple[bool, str] | None = field(default=None, compare=False)  # a text's words: (lowercase, tokenizer)

    @cached_property
    def index(self):
        """Word to id."""
        return {word: i for i, word in enumerate(self.words)}

    def id_of(self, word) -> int | None:
        """The id of a word that is asked for: as it stands in the vocabulary, or else as a text's words are spelt.

        So Café is café where the text is read in lower case. None for what is no word of the vocabulary.
        """
        if not isinstance(word, str):
            return None
        known = self.index.get(word)
        return self.index.get(spelling(*self.spelt)(word)) if known is None and self.spelt else known

    @classmethod
    def from_pairs(cls, text, *, words=None):
        """From wevi's notation: the vocabulary in code-point order, counts over both sides.

        Raises `CorpusError` where the notation is broken, or the corpus is too large.
        """
        _check_characters(text)
        pairs = parse_pairs(text)
        if not pairs:
            raise CorpusError(f"the corpus holds no pair: {NOTATION}")
        found = Counter(chain.from_iterable(chain.from_iterable(pairs)))
        _check_size(len(pairs), found.total())
        _check_words(found, words, text, find_in_pairs)
        words = tuple(sorted(found)) if words is None else tuple(words)
        ids = {word: i for i, word in enumerate(words)}
        instances = [([ids[w] for w in inputs], [ids[w] for w in outputs]) for inputs, outputs in pairs]
        return cls(words, tuple(found[word] for word in words), Instances.from_lists(instances))

    @classmethod
    def from_points(cls, text):
        """From numbers: no vocabulary."""
        _check_characters(text)
        points = parse_points(text)
        _check_size(len(points), points.inputs.size + points.outputs.size)
        return cls((), (), points)

    @classmethod
    def from_text(
        cls,
        text,
        *,
        reading="context",
        window=2,
        context=3,
        min_count=1,
        lowercase=True,
        tokenizer="plain",
        sentences="lines",
        instances="window",
        predicts="context",
        words=None,
        **chance,
    ):
        """From raw text: the vocabulary by falling count, then code point.

        Words rarer than ``min_count`` are taken out before the windows are laid (a given vocabulary's words stay,
        however rare); ``instances="pairs"`` makes each centre-context pair an instance. With ``predicts="centre"`` a
        reading of "centre" is turned round. ``reading`` and ``context``: see above; ``window``, ``chance``: see
        `windows.Habits`; ``tokenizer``, ``sentences``: see `corpus.text`. `CorpusError` of none or too many instances.
        """
        _check_characters(text)
        read = tokenize(text, lowercase, tokenizer, sentences)
        found = Counter(chain.from_iterable(read))
        frequent = _frequent(found, min_count)
        _check_words(frequent, words, text, partial(find_in_text, lowercase=lowercase, tokenizer=tokenizer))
        words = tuple(sorted(frequent, key=lambda w: (-found[w], w)) if words is None else words)
        ids = {word: i for i, word in enumerate(words)}
        kept = [[ids[word] for word in sentence if word in ids] for sentence in read]
        made = partial(cls, words, tuple(found[word] for word in words), spelt=(lowercase, tokenizer))
        if reading in ("preceding", "sequence"):
            return made(_following(kept, context if reading == "preceding" else 1))
        habits = Habits(window, **chance)
        tokens = read_tokens(kept, len(words), habits)
        inputs, outputs, sentence = lay_windows(tokens, instances == "pairs", _check_size)
        if reading == "centre" and predicts == "context":
            inputs, outputs = outputs, inputs
        return made(Instances(*inputs, *outputs, sentence=sentence), tokens if habits.by_chance else None)


def _frequent(found, min_count):
    """The words that are found often enough, of which there must be one."""
    if not found:
        raise CorpusError("the corpus holds no word: write sentences of two words or more")
    frequent = [word for word in found if found[word] >= min_count]
    if not frequent:
        most = max(found.values())
        raise CorpusError(f"no word occurs min_count = {min_count} times, the most frequent one {most}")
    return frequent


def _following(sentences, before):
    """An instance for each word with `before` words before it in its sentence: those, in reading order → the word."""
    lengths = np.fromiter(map(len, sentences), np.int64, len(sentences))
    ids = np.fromiter(chain.from_iterable(sentences), np.int64, lengths.sum())
    index = np.arange(len(ids)) - np.repeat(np.cumsum(lengths) - lengths, lengths)  # in its sentence
    position = np.flatnonzero(index >= before)
    if not len(position):
        raise CorpusError(f"no sentence has {before + 1} words of the vocabulary: {before} before one to be predicted")
    count = len(position)
    _check_size(count, count * (before + 1))
    contexts = ids[position[:, None] + np.arange(-before, 0)]
    starts = np.arange(count + 1)
    sentence = np.repeat(np.arange(len(lengths)), lengths)[position]
    return Instances(starts * before, contexts.ravel(), starts, ids[position], index[position] == before, sentence)


def _check_characters(text):
    """A corpus is text that UTF-8 can hold, and not too much of it."""
    try:
        size = len(text.encode())
    except UnicodeEncodeError as error:
        raise CorpusError.at(text, error.start, "half a surrogate pair is not a character") from None
    if size > limits.MAX_CORPUS_BYTES:
        raise CorpusError(f"the corpus has {size:,} bytes, at most {limits.MAX_CORPUS_BYTES:,} allowed")


def _check_size(instances, ids):
    if instances > limits.MAX_INSTANCES:
        raise CorpusError(f"the corpus makes {instances:,} instances, at most {limits.MAX_INSTANCES:,} allowed")
    if ids > limits.MAX_INSTANCE_WORDS:
        raise CorpusError(
            f"the instances hold {ids:,} words, at most {limits.MAX_INSTANCE_WORDS:,} allowed: a smaller window helps"
        )
    told = f"{ids:,} words in all instances"
    charge("window", told, 20 * ids, 10 * ids, lambda *_: "a smaller window, or less text", scratch=30 * ids)


def _check_words(found, vocabulary, text, find):
    """Of the words found, in reading order: none too long, not too many, none outside a given vocabulary."""
    for word in found:
        if len(word) > limits.MAX_WORD_LENGTH:
            message = f"a word of {len(word):,} characters, at most {limits.MAX_WORD_LENGTH:,} allowed"
            raise CorpusError.at(text, find(text, word), message)
    if vocabulary is None:
        if len(found) > limits.MAX_WORDS:
            raise CorpusError(f"the corpus has {len(found):,} words, at most {limits.MAX_WORDS:,} allowed")
        return
    known = frozenset(vocabulary)
    unknown = next((word for word in found if word not in known), None)
    if unknown is not None:
        message = f"{unknown!r} is not in the vocabulary, which changed data keep: a new word takes a new run"
        raise CorpusError.at(text, find(text, unknown), message)
