"""The full softmax over the vocabulary: every output word takes part in every step.

Each word j has an output vector v′_j, a row of W′. Its score is u_j = v′_j · h, and

    y_j = exp(u_j) / Σ_j′ exp(u_j′)

is the probability that the network gives to it. With C output words o_1 … o_C the loss of an instance is
E = −Σ_c log y_{o_c}; its derivative by the score u_j is the error e_j = C·y_j − t_j, where t_j counts how
often j stands among the output words. For C = 1 this is y − t. The errors sum to zero: what one word
gains in score the others lose. They drag the output vectors by −η e_j h, and through
EH = Σ_j e_j v′_j the hidden layer.

The cost of a step grows with the whole vocabulary, twice over: once for the scores, once for the update.

Source: Rong (2014), "word2vec Parameter Learning Explained", sections 1 and 2.
"""

from dataclasses import replace

import numpy as np

from explorer.maths.activations import ACTIVATE, NEAR_1
from explorer.models.declarations import Outer, Parameter, Quantity, Stage
from explorer.models.formulas import SOFTMAX
from explorer.models.live import PANELS_ERROR, WORDS_ERROR, mean, rest, share, surprise_at, update
from explorer.models.notation import live, math, moves
from explorer.models.outputs.layer import OutputLayer, Panel, has_several_outputs
from explorer.models.outputs.softmax_explained import EXPLAINERS, PART_EXPLAINERS
from explorer.models.outputs.softmax_step import train
from explorer.models.outputs.surprises import surprises

_ERROR = r"e_j = y_j - t_j"
_ERROR_OF_SEVERAL = r"e_{c,j} = y_{c,j} - t_{c,j} \qquad e_j = \sum_{c=1}^{C} e_{c,j} = C\, y_j - t_j"


class Softmax(OutputLayer):
    """The full softmax as an output layer of CBOW and skip-gram."""

    name = "softmax"
    title = "full softmax"
    weights = "W_out"
    normalised = True
    brief = "full softmax"
    rows_in_words = "V"
    formulas = SOFTMAX

    def __init__(self, several: bool = True):
        """several : whether an instance may have several output words, so that the equations sum over them."""
        self.several = several

    def for_recipe(self, recipe):
        """Of CBOW's one output word the equations are those of one: C is there the number of inputs."""
        return Softmax(several=recipe.model != "cbow" or has_several_outputs(recipe))

    def rows_for_a_word(self, V: float, K: float) -> float:
        return V

    def asked(self, instances, words: int) -> np.ndarray:
        """How many rows of W′ each instance asks, (instances,): all, once for all of its output words."""
        return np.full(len(instances), words)

    def parameters(self, cite):
        says = "output vectors, a row a word"
        return (Parameter("W_out", "W′", ("word", "unit"), says, cite["W_out"], (Outer("e", "h"),)),)

    def quantities(self, cite):
        word, unit = ("word",), ("unit",)
        return (
            Quantity("u", "u", word, "activation", "score of each word, v′ · h", cite["u"]),
            Quantity("y", "y", word, "activation", "probability of each word", cite["y"]),
            Quantity("t", "t", word, "activation", "counts of the output words", cite["e"], "outputs"),
            Quantity("e", "e", word, "error", f"error of each word, {'C·y' if self.several else 'y'} − t", cite["e"]),
            Quantity("EH", "EH", unit, "error", "error of the hidden layer, Σ eⱼ v′ⱼ", cite["EH"]),
        )

    def stages(self, cite):
        return (*self._forward_stages(cite), *self._error_stages(cite))

    def _forward_stages(self, cite):
        asked = "words" if self.several else "word"
        return (
            Stage(
                "scores",
                "score every word",
                ("u",),
                math(r"u_j = \mathbf{v}'_j \cdot \mathbf{h}"),
                live(
                    r"u_{⟦word[o]⟧} = ⟦W_out[o,k]⟧ \times ⟦h[k]⟧"
                    rf" {rest('others(j,unit,k,W_out[o,j]*h[j])')} = ⟦u[o]⟧"
                ),
                cite["u"],
                "Each word's score is the dot product of its output vector with the hidden layer.",
            ),
            Stage(
                "softmax",
                "turn scores into probabilities",
                ("y",),
                math(r"y_j = \frac{\exp(u_j)}{\sum_{j'} \exp(u_{j'})}"),
                live(rf"y_{{⟦word[o]⟧}} = {share('word', 'o', 'u', 'y')} = ⟦y[o]⟧"),
                cite["y"],
                "Exponentials make all of them positive; dividing by their sum makes them add up to 1.",
            ),
            Stage(
                "loss",
                "measure the surprise",
                ("t", "loss"),
                math(r"E = -\sum_c \ln y_{o_c}" if self.several else r"E = -\ln y_{o}"),
                live(rf"E = {mean(surprise_at())} = ⟦loss⟧"),
                cite["loss"],
                f"The loss is the surprise, in nats, at the {asked} that really stood there.",
            ),
        )

    def next_word_stages(self, cite, several=False):
        """Softmax, loss and error where one word comes next (or `several` do): without the panels of skip-gram."""
        shown = {stage.name: stage for stage in self.stages(cite) if stage.name in ("softmax", "loss", "error")}
        error = r"e_j = \sum_c (y_j - t_{c,j})" if several else _ERROR
        today = live(rf"e_{{⟦word[o]⟧}} = {WORDS_ERROR} = ⟦e[o]⟧")
        if not several:
            says = "The loss is the surprise, in nats, at the word that really came next."
            shown["loss"] = replace(shown["loss"], equation=math(r"E = -\ln y_{o}"), says=says)
        shown["error"] = replace(shown["error"], equation=math(error), live=today)
        return tuple(shown.values())

    def _error_stages(self, cite):
        return (
            Stage(
                "error",
                "compare with the target",
                ("e",),
                math(_ERROR_OF_SEVERAL if self.several else _ERROR),
                live(rf"{PANELS_ERROR} e_{{⟦word[o]⟧}} = {WORDS_ERROR} = ⟦e[o]⟧"),
                cite["e"],
                "Predicted minus observed: a word with a negative error is pulled closer, else pushed away.",
            ),
            Stage(
                "backpropagate",
                "send the error back",
                ("EH",),
                math(r"\mathrm{EH}_k = \sum_j e_j\, w'_{jk}"),
                live(
                    r"\mathrm{EH}_{⟦unit[k]⟧} = ⟦e[o]⟧ \times ⟦W_out[o,k]⟧"
                    rf" {rest('others(j,word,o,e[j]*W_out[j,k],EH[k])')} = ⟦EH[k]⟧"
                ),
                cite["EH"],
                "The hidden layer's error sums all output vectors, each weighted by its word's error.",
            ),
        )

    # LaTeX of the update of W′, and of the same line with today's numbers.
    update_rule = moves("w'", "jk", r"e_j\, h_k")
    update_live = update("w'", "⟦word[o]⟧,⟦unit[k]⟧", "W_out[o,k]", ("e[o]", "h[k]"))

    def train(self, instances, order, first_step, rates, parameters, record, divided=True):
        return train(
            instances.input_start, instances.input_ids, instances.output_start, instances.output_ids,
            order, rates, parameters["W"], parameters["W_out"], divided, len(record["h"]) == len(order),
            record["h"], record["u"], record["y"], record["e"], record["EH"], record["loss"],
        )  # fmt: skip

    def panels(self, read, outputs, weights):
        y, every = read("y"), np.arange(len(weights))
        truths = [(every == o).astype(float) for o in outputs]
        errors = [_errors_on_panel(y, o) for o in outputs]
        return [Panel(o, every, y, t, e, e @ weights) for o, t, e in zip(outputs, truths, errors, strict=True)]

    def loss(self, h, outputs, questions, parameters):
        u = parameters["W_out"] @ h
        largest = u.max()
        return float(sum(largest + np.log(np.exp(u - largest).sum()) - u[o] for o in outputs))

    def losses(self, h, instances, questions, parameters):
        """The same of each of some instances, h a row each."""
        W_out = parameters["W_out"]
        return surprises(lambda rows: h[rows] @ W_out.T, len(W_out), instances)

    def probabilities(self, h, parameters):
        return ACTIVATE["softmax"](parameters["W_out"] @ h)

    @property
    def explainers(self):
        return EXPLAINERS

    @property
    def part_explainers(self):
        return PART_EXPLAINERS


def _errors_on_panel(y, o) -> np.ndarray:
    """e_c = y − t_c of output word o alone, (V,): eq. 30."""
    e = y.copy()
    e[o] = -np.delete(y, o).sum() if y[o] > NEAR_1 else y[o] - 1
    return e
