"""What hierarchical softmax and negative sampling share: a logistic regression on a few rows.

Both replace the softmax over the vocabulary by yes-or-no questions. A question r has a vector, a row of the
output matrix; its score is u = v′_r · h, its answer y = σ(u) is held against t (1 or 0), and

    E = −Σ [t ln σ(u) + (1 − t) ln σ(−u)],   e = ∂E/∂u = σ(u) − t,   EH = Σ e v′_r,   v′_r ← v′_r − η e h

They differ in what the questions are. Which questions a step asks is known before it begins, so they are laid
out first (`asked`, the row of each, −1 where there is none) and one kernel serves both. A row that is asked twice
in a step has two errors, both at the weights before the step. No other row is touched.

asked : (questions,), ids of rows, −1 for none. t : (questions,), 1 or 0. u, y, e : (questions,). h, EH : (N,). M :
(rows, N), the output matrix. rate : η. Of one question u and t are floats.
"""

from dataclasses import replace
from math import exp, isfinite, log1p

import numpy as np

from explorer.maths.activations import SIGMOID, error, sigmoid
from explorer.maths.kernel import inlined, kernel
from explorer.models import formulas
from explorer.models.curves import IDENTITIES
from explorer.models.explanations import largest_first
from explorer.models.lookup import mean_of_rows, update_rows
from explorer.models.nearness import below_1, minus_target
from explorer.models.notation import live, number
from explorer.models.outputs import logistic_told as told
from explorer.models.outputs.layer import OutputLayer, Panel
from explorer.models.outputs.table import (
    EXACT,
    LOOKED_UP,
    SKIPS,
    SOURCE,
    error_stage,
    inside,
    look_up,
    looked_up,
    sigmoid_stage,
)

_NUMBERS = 1 << 17  # of the rows of weights that are gathered at a time


@inlined
def surprise(u, t):
    """−ln σ(u) for t = 1, −ln σ(−u) for t = 0, without overflow."""
    score = u if t > 0 else -u
    return log1p(exp(-score)) if score > 0 else log1p(exp(score)) - score


@inlined
def answer(asked, t, h, M, u, y, e, EH):
    """Scores, answers, errors and EH of one instance's questions; returns the loss, NaN if not finite."""
    E = 0.0
    finite = True
    EH[:] = 0.0
    for q in range(asked.size):
        r = asked[q]
        if r < 0:
            break
        score = 0.0
        for k in range(h.size):
            score += M[r, k] * h[k]
        finite &= isfinite(score)
        u[q] = score
        y[q] = sigmoid(score)
        e[q] = error(SIGMOID, score, y[q], t[q])
        E += surprise(score, t[q])
        for k in range(h.size):
            EH[k] += e[q] * M[r, k]
    return E if finite else np.nan


@inlined
def update(rate, asked, e, h, M):
    """v′_r ← v′_r − η e h for every question; returns whether all of it is finite."""
    finite = True
    for q in range(asked.size):
        r = asked[q]
        if r < 0:
            break
        pull = rate * e[q]
        for k in range(h.size):
            M[r, k] -= pull * h[k]
            finite &= isfinite(M[r, k])
    return finite


@kernel
def _train(input_start, input_ids, order, rates, W, M, divided, rule, keep, asked, t, h, u, y, e, EH, E):
    """One step for each row of `order`; `asked` and `t` have shape (steps, batch, questions)."""
    steps, batch = order.shape
    for s in range(steps):
        row = s if keep else 0
        size = 0
        for b in range(batch):
            n = order[s, b]
            if n < 0:
                break
            size += 1
            mean_of_rows(W, input_ids[input_start[n] : input_start[n + 1]], h[row, b])
            E[s, b] = answer(asked[s, b], t[s, b], h[row, b], M, u[row, b], y[row, b], e[row, b], EH[row, b])
            if not isfinite(E[s, b]):
                return s
            if rule != EXACT:
                look_up(rule, asked[s, b], t[s, b], M, u[row, b], y[row, b], e[row, b], EH[row, b])
        # All gradients are taken before the first of them is applied.
        finite = True
        for b in range(size):
            rate = rates[s] / size
            finite &= update(rate, asked[s, b], e[row, b], h[row, b], M)
            n = order[s, b]
            finite &= update_rows(rate, EH[row, b], input_ids[input_start[n] : input_start[n + 1]], W, divided)
        if not finite:
            return s
    return steps


def counts_of(recipe) -> np.ndarray:
    """How often each word counts for a tree or a noise, (V,): as an output word, or by the recipe in the text."""
    if recipe.counts == "text":
        return np.array(recipe.corpus.counts)
    return recipe.corpus.instances.output_counts(len(recipe.corpus.words))


def scores_of(M, h, of, rows) -> np.ndarray:
    """M[rows] · h[of], (questions,), so many of them at a time as are quickly gathered; M (rows, N), h (B, N)."""
    u, step = np.empty(len(of)), max(1, _NUMBERS // max(1, h.shape[1]))
    for first in range(0, len(u), step):
        part = slice(first, first + step)
        np.einsum("qk,qk->q", M[rows[part]], h[of[part]], out=u[part])
    return u


def surprises(u, t) -> np.ndarray:
    """−ln σ(u) where t is 1, −ln σ(−u) where it is 0, of scores u and truths t of any shape."""
    return np.logaddexp(0, np.where(t > 0, -u, u))


def per_instance(asked, instances) -> np.ndarray:
    """The questions of each instance, (instances,), where `asked` is how many each entry of output_ids asks."""
    return np.add.reduceat(asked, instances.output_start[:-1])


class LogisticLayer(OutputLayer):
    """An output layer of such questions.

    A subclass declares itself (`declared_…`), names the `rows` quantity and the `weights` that it points into, and
    lays out the questions of given steps. `rule` says whether answers are looked up, see `table`.
    """

    rule = EXACT

    @property
    def descends(self):
        return self.rule == EXACT

    @property
    def table(self) -> dict:
        """As `structure`: what is drawn of a sigmoid that is looked up."""
        return {} if self.rule == EXACT else {"sigmoid": {"skips": self.rule == SKIPS}}

    @property
    def formulas(self):
        return formulas.logistic(self.weights, self.rows, self.rule)

    def parameters(self, cite):
        return self.declared_parameters

    def quantities(self, cite):
        if self.rule == EXACT:
            return self.declared_quantities
        return tuple(
            replace(each, source=SOURCE) if each.name in LOOKED_UP else each for each in self.declared_quantities
        )

    def stages(self, cite):
        if self.rule == EXACT:
            return self.declared_stages
        return tuple(replace(stage, **self.of_table.get(stage.name, {})) for stage in self.declared_stages)

    @property
    def of_table(self) -> dict[str, dict]:
        """What differs in stages whose answers are looked up, by their names: the loss goes by σ itself."""
        letter = self.rows[0]
        return {
            "sigmoid": sigmoid_stage(self.rule, letter),
            "loss": {"live": live(told.loss(looked_up=True))},
            "error": error_stage(self.rule, letter),
        }

    def panels(self, read, outputs, weights):
        rows, whose = read(self.rows), read("output")
        return [
            Panel(o, *(read(name)[whose == c] for name in (self.rows, "y", "t", "e")),
                  read("e")[whose == c] @ weights[rows[whose == c]])
            for c, o in enumerate(outputs)
        ]  # fmt: skip

    def train(self, instances, order, first_step, rates, parameters, record, divided=True):
        return _train(
            instances.input_start, instances.input_ids, order, rates, parameters["W"], parameters[self.weights],
            divided, self.rule, len(record["h"]) == len(order), record[self.rows], record["t"], record["h"],
            record["u"], record["y"], record["e"], record["EH"], record["loss"],
        )  # fmt: skip

    def loss(self, h, outputs, questions, parameters):
        asked = questions[self.rows] >= 0
        u = parameters[self.weights][questions[self.rows][asked]] @ h
        return float(surprises(u, questions["t"][asked]).sum())

    def losses(self, h, instances, questions, parameters):
        """The same of each of some instances, h and the questions a row each."""
        rows = questions[self.rows]
        of, q = np.nonzero(rows >= 0)
        u = scores_of(parameters[self.weights], h, of, rows[of, q])
        return np.bincount(of, surprises(u, questions["t"][of, q]), len(rows))

    @property
    def explainers(self):
        named = {"u": self._explain_u, "y": self._explain_y, "e": self._explain_e, "EH": self._explain_error_of_h}
        return named | dict.fromkeys((self.rows, "output", "t"), self._explain_laid_out)

    @property
    def part_explainers(self):
        return {"EH": self._explain_part_of_error_of_h}

    def _name(self, lens, q):
        weights = self.declared_parameters[0]
        return lens.frame.row_name(weights, int(lens[self.rows][q]))

    @property
    def _letter(self):
        return self.declared_parameters[0].symbol

    def _explain_laid_out(self, lens, q, declared):
        name, value = self._name(lens, q), lens[declared.name][q]
        says = f"{declared.symbol}[{name}]: {declared.help}{_meant(lens, declared, value)}"
        return lens.explained(declared, says, (name,), number(float(value)), [], value)

    def _explain_u(self, lens, q, declared):
        row, name = int(lens[self.rows][q]), self._name(lens, q)
        terms = [(lens.weight(self.weights, row, k), lens.operand("h", k)) for k in range(lens["h"].size)]
        says = f"u[{name}] = Σ_k {self._letter}[{name},k] · h[k]"
        return lens.explain_sum(declared, says, (name,), terms, lens["u"][q])

    def _explain_y(self, lens, q, declared):
        u, name = lens.operand("u", q), self._name(lens, q)
        says = f"y[{name}] = σ(u[{name}]) = 1 / (1 + exp(−u[{name}]))"
        right = rf"\sigma({number(u.value)})"
        if self.rule != EXACT:
            there = inside(self.rule, u.value)
            says = f"y[{name}] = σ(0.012 · ⌊83 · (u[{name}] + 6)⌋ − 6), from the table; outside ±6 there is no entry"
            beyond = right if self.rule == SKIPS else number(float(lens["y"][q]))
            right = rf"\sigma({number(looked_up(u.value))})" if there else beyond
        return lens.explained(declared, says, (name,), right, [u], lens["y"][q])

    def _explain_e(self, lens, q, declared):
        y, t, name = lens.operand("y", q), lens.operand("t", q), self._name(lens, q)
        says = f"e[{name}] = y[{name}] − t[{name}]"
        if self.rule == EXACT:
            says += f", the slope of −t ln σ(u) − (1 − t) ln σ(−u), {IDENTITIES}"
        right = minus_target(y.value, t.value, below_1(lens["u"][q]) if self.rule == EXACT else None)
        if self.rule == SKIPS and not inside(self.rule, lens["u"][q]):
            says, right = f"e[{name}] = 0: u[{name}] is outside ±6, the question is skipped", r"\text{skipped}"
        return lens.explained(declared, says, (name,), right, [y, t], lens["e"][q])

    def _explain_error_of_h(self, lens, k, declared):
        rows = lens[self.rows].tolist()
        terms = [(lens.operand("e", q), lens.weight(self.weights, row, k)) for q, row in enumerate(rows)]
        says = f"EH[k] = Σ e · {self._letter}[…,k] over the rows asked, largest terms first"
        return lens.explain_sum(declared, says, (str(k + 1),), largest_first(terms), lens["EH"][k])

    def _explain_part_of_error_of_h(self, lens, c, k, declared):
        rows, own = lens[self.rows], np.flatnonzero(lens["output"] == c)
        terms = [(lens.operand("e", q), lens.weight(self.weights, int(rows[q]), k)) for q in own.tolist()]
        asks = f"over the rows that {lens.quoted(lens.outputs[c])} asks, largest terms first"
        says = f"EH[{c + 1}, k] = Σ e · {self._letter}[…,k] {asks}"
        labels = str(c + 1), str(k + 1)
        return lens.explain_sum(declared, says, labels, largest_first(terms), lens.panel(c).EH[k])


def _meant(lens, declared, value) -> str:
    """What an id of a word or of an output word stands for, behind what it is."""
    if declared.names == "word":
        return f"; here {lens.numbered(int(value))}"
    if declared.names == "outputs":
        c = int(value)
        word = lens.quoted(lens.outputs[c])
        return f"; here output word {c + 1} of {len(lens.outputs)}, {word}, counted from 0 as {c}"
    return ""
