"""Negative sampling: tell the word that stood there from a few that were drawn at random.

For each output word the model asks K + 1 questions: is it you? of the word itself (t = 1) and of K words drawn
from a noise distribution (t = 0). Scores are v′_w · h as for the softmax, but nothing is normalised:

    E = −ln σ(v′_o · h) − Σ_k ln σ(−v′_{w_k} · h)

The noise is the unigram distribution of the output words to the power ¾, which draws rare words somewhat more
often than they occur; the output word itself is drawn again. (The programs skip it, one question fewer; Levy and
Goldberg's analysis keeps it, a no against the same word's yes: `noise_hit`.) Only K + 1 rows of W′ move in a step.

E is not the −ln p of a distribution over the vocabulary. `probabilities` gives the softmax of the scores, which
is what comparisons with the other layers use.

Sources: Mikolov et al. (2013), "Distributed Representations of Words and Phrases"; Rong (2014), section 3.2.
"""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from explorer.maths.activations import ACTIVATE
from explorer.maths.kernel import kernel
from explorer.maths.noise import draw, normalised, unigram
from explorer.models.curves import slope_cited, slope_told
from explorer.models.declarations import Outer, Parameter, Quantity, Stage
from explorer.models.live import update
from explorer.models.notation import live, math, moves
from explorer.models.outputs import logistic
from explorer.models.outputs import logistic_told as told
from explorer.models.outputs.table import CLAMPS, EXACT, SKIPS
from explorer.numbers import plain

_EQ = "Rong (2014), eq. "
_SAMPLE, _UNIT = ("sample",), ("unit",)
_RULES = {"exact": EXACT, "c": CLAMPS, "gensim": SKIPS}
_HITS = {"redraw": r", \quad w_k \neq o", "skip": r", \quad w_k = o \text{ skipped}", "keep": ""}
_SKIPS = f"after {_EQ}55; word2vec.c, TrainModelThread"  # which has a draw that is no question
_NAMED = 6  # words of the first output word's questions that a line names


def _live_drawn():
    """LaTeX of the first output word, which is the truth, and of the words drawn against it."""
    drawn = "".join(rf" ⟦?=same(output[{q}],0)⟧ , ⟦row[{q}]⟧ ⟦/⟧" for q in range(2, _NAMED))
    further = rf" ⟦?=same(output[{_NAMED}],0)⟧ , \ldots ⟦/⟧"
    noise = rf"⟦?=same(output[1],0)⟧ \qquad t = 0 \text{{ of }} ⟦row[1]⟧ {drawn} {further} ⟦/⟧"
    return rf"t_{{⟦row[0]⟧}} = ⟦t[0]⟧ {noise}"


_LIVE_DRAWN = _live_drawn()


@dataclass(frozen=True, eq=False)
class Negative(logistic.LogisticLayer):
    """Negative sampling as an output layer; `noise` is None where only the declarations are wanted.

    law : LaTeX of what P_n(w) is.
    given : whether the noise is the recipe's own, and does not follow from the counts.
    counts : (V,) int64, how often each word counts for it. hit : what is done where a draw is the output word itself.
    """

    noise: np.ndarray | None = None
    negative: int = 5
    seed: int = 1
    law: str = r"\propto \mathrm{count}(w)^{3/4}"
    given: bool = False
    counts: np.ndarray | None = None
    hit: str = "redraw"
    rule: int = EXACT

    name = "negative"
    title = "negative sampling"
    brief = "negative"
    normalised = False
    rows_in_words = "(K + 1)"
    rows = "word"
    weights = "W_out"

    declared_parameters = (
        Parameter(
            "W_out",
            "W′",
            ("word", "unit"),
            "output vectors, a row a word",
            _EQ + "59",
            (Outer("e", "h", at="word"),),
        ),
    )
    declared_quantities = (
        Quantity(
            "word",
            "w",
            _SAMPLE,
            "index",
            "the output word, then the words drawn",
            _EQ + "55",
            laid_out=True,
            names="word",
        ),
        Quantity(
            "output",
            "c",
            _SAMPLE,
            "index",
            "which output word this belongs to",
            _EQ + "55",
            laid_out=True,
            names="outputs",
        ),
        Quantity("u", "u", _SAMPLE, "activation", "score of each, v′ · h", _EQ + "55"),
        Quantity("y", "y", _SAMPLE, "activation", "probability of being the one, σ(u)", _EQ + "56"),
        Quantity(
            "t", "t", _SAMPLE, "activation", "1 for the output word, 0 for a drawn one", _EQ + "57", laid_out=True
        ),
        Quantity("e", "e", _SAMPLE, "error", "error of each, σ(u) − t", _EQ + "56–57"),
        Quantity("EH", "EH", _UNIT, "error", "error of the hidden layer, Σ e v′", _EQ + "60–61"),
    )
    declared_stages = (
        Stage(
            "draw",
            "draw the noise words",
            ("word", "output", "t"),
            "",  # as the recipe has it: see `stages`
            live(_LIVE_DRAWN),
            _EQ + "55",
            "Beside the word that stood there, a few are drawn from the noise distribution.",
        ),
        Stage(
            "scores",
            "score those words",
            ("u",),
            math(r"u_w = \mathbf{v}'_w \cdot \mathbf{h}"),
            live(told.score("W_out")),
            _EQ + "55",
            "Only the output word and the words drawn are scored: all others are left alone.",
        ),
        Stage(
            "sigmoid",
            "answer: is it you?",
            ("y",),
            math(r"y_w = \sigma(u_w)"),
            live(r"y_{⟦row[0]⟧} = \sigma(⟦u[0]⟧) = ⟦y[0]⟧"),
            _EQ + "56",
            "Each score becomes the probability that the word is the one that stood there.",
        ),
        Stage(
            "loss",
            "measure the surprise",
            ("loss",),
            math(r"E = -\ln \sigma(u_o) - \sum_k \ln \sigma({-u_{w_k}})"),
            live(told.loss()),
            _EQ + "55; of several outputs after eq. 27",
            "The word that stood there should say yes, those drawn should say no.",
        ),
        Stage(
            "error",
            "compare with the truth",
            ("e",),
            math(r"e_w = \sigma(u_w) - t_w" + slope_told("sigmoid")),
            live(told.ERROR),
            slope_cited("sigmoid", _EQ + "56–57"),
            "The output word is pulled closer, each word drawn is pushed away.",
        ),
        Stage(
            "backpropagate",
            "send the error back",
            ("EH",),
            math(r"\mathrm{EH}_k = \sum_c \mathrm{EH}_{c,k} = \sum_w e_w\, w'_{wk}"),
            live(told.back("W_out", "word", "sample")),
            _EQ + "60–61",
            "The hidden layer's error sums the vectors of those few words, each weighted by its error.",
        ),
    )
    update_rule = moves("w'", "wk", r"e_w\, h_k")
    update_live = update("w'", "⟦row[0]⟧,⟦unit[k]⟧", "W_out[r,k]", ("e[0]", "h[k]"))

    @classmethod
    def for_recipe(cls, recipe) -> "Negative":
        """The layer with the recipe's noise distribution, over the output counts of its training data."""
        words, counts = len(recipe.corpus.words), logistic.counts_of(recipe)
        if recipe.noise == "unigram":
            noise = unigram(counts, recipe.ns_exponent)
            power = "3/4" if recipe.ns_exponent == 0.75 else plain(recipe.ns_exponent)
            law = rf"\propto \mathrm{{count}}(w)^{{{power}}}"
        elif recipe.noise == "uniform":
            noise, law = np.full(words, 1 / words), r"= \frac{1}{V}"
        else:
            noise = normalised([recipe.noise.get(word, 0.0) for word in recipe.corpus.words])
            law = r"\propto \mathrm{given}(w)"
        noise.flags.writeable = False
        own = {"given": not isinstance(recipe.noise, str), "counts": counts, "hit": recipe.noise_hit}
        return cls(noise, recipe.negative, recipe.seed, law, **own, rule=_RULES[recipe.sigmoid])

    def stages(self, cite):
        draw, *others = (self._kept(each) for each in super().stages(cite))
        equation = math(rf"w_k \sim P_n(w) {self.law}{_HITS[self.hit]}")
        source = _SKIPS if self.hit == "skip" else draw.source
        return (replace(draw, equation=equation, source=source), *others)

    def _kept(self, stage):
        """A stage, which says of the errors what holds where a draw of the output word counts against it, too."""
        if stage.name != "error" or self.hit != "keep":
            return stage
        return replace(stage, says=stage.says[:-1] + "; an output word that is drawn, too, gets both.")

    def sizes(self, instances) -> dict[str, int]:
        return {"sample": int(self.asked(instances).max())}

    def asked(self, instances, words=None) -> np.ndarray:
        """How many questions each instance asks, (instances,): each output word and the words drawn against it.

        At most so many, where a draw of the output word itself is skipped.
        """
        return np.diff(instances.output_start) * (self.negative + 1)

    def rows_for_a_word(self, V: float, K: float) -> float:
        return K + 1

    @cached_property
    def _edges(self):
        return np.cumsum(self.noise)

    def lay_out(self, instances, order, first_step, record):
        """Write the questions of every step: each output word, then the words drawn against it."""
        written = record["word"], record["output"], record["t"]
        noise = np.uint64(self.seed), self._edges, self.negative, self.hit == "redraw", self.hit == "skip"
        _lay_out(instances.output_start, instances.output_ids, order, first_step, *noise, *written)

    def structure(self, instances):
        """The noise: how often each word is an output word; where it is given, also each word's probability."""
        counts = {"counts": self.counts.tolist()}
        return {"noise": counts | ({"probabilities": self.noise.tolist()} if self.given else {})} | self.table

    def negatives(self, words, output) -> list[list[int]]:
        """The words drawn, a list for each output word, from an instance's `word` and `output` quantities."""
        return [words[output == c][1:].tolist() for c in range(output.max() + 1)]

    def probabilities(self, h, parameters):
        """The softmax of the scores, (V,)."""
        return ACTIVATE["softmax"](parameters["W_out"] @ h)


@kernel
def _lay_out(output_start, output_ids, order, first_step, seed, edges, negative, redraw, skip, word, output, t):
    word[:] = -1
    for s in range(order.shape[0]):
        for b in range(order.shape[1]):
            n = order[s, b]
            if n < 0:
                break
            q = 0
            for c in range(output_start[n + 1] - output_start[n]):
                o = output_ids[output_start[n] + c]
                refused = o if redraw else -1
                for k in range(negative + 1):
                    turn = c * (negative + 1) + k
                    w = o if k == 0 else draw(edges, refused, seed, first_step + s, b, turn)
                    if skip and k > 0 and w == o:
                        continue
                    word[s, b, q] = w
                    output[s, b, q] = c
                    t[s, b, q] = 1.0 if k == 0 else 0.0
                    q += 1
