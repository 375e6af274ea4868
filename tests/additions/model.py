"""A model to be thrown away: each word is as likely as its bias says, whatever stands before it.

y = softmax(b / T),   E = −Σ_c ln y_{o_c},   e = C·y − t,   g = e / T,   b ← b − η g
"""

from dataclasses import dataclass, replace

import numpy as np

from explorer.models.contract import Model
from explorer.models.declarations import Outer, Parameter, Quantity, Stage
from explorer.models.explanations import Lens, explain_update
from explorer.models.network import Network
from explorer.models.notation import live, math, number

_WORD, _SOURCE = ("word",), "a test"


@dataclass(frozen=True)
class Throwaway(Model):
    """The model with a temperature T."""

    temperature: float = 1.0

    name = "throwaway"
    title = "Throw-away"
    reading = "sequence"
    network = Network(input=None, hidden=None, output=None, activation="y")
    parameters = (Parameter("b", "b", _WORD, "a bias for each word", _SOURCE, (Outer("g"),), bias=True),)
    quantities = (
        Quantity("y", "y", _WORD, "activation", "probability of each word", _SOURCE),
        Quantity("t", "t", _WORD, "activation", "counts of the output words", _SOURCE, "outputs"),
        Quantity("e", "e", _WORD, "error", "error of each word", _SOURCE),
        Quantity("g", "g", _WORD, "error", "error of each bias", _SOURCE),
    )
    stages = (
        Stage("softmax", "say", ("y",), math("y"), live("y = ⟦y[o]⟧"), _SOURCE, "The biases say it all."),
        Stage("error", "compare", ("t", "loss", "e", "g"), math("e"), live("e = ⟦e[o]⟧"), _SOURCE, "Said minus seen."),
        Stage("update", "move", ("b",), math("b"), live("b = ⟦new.b[o]⟧"), _SOURCE, "Against the gradient."),
    )

    def for_recipe(self, recipe):
        return replace(self, temperature=recipe.warmth)

    def sizes(self, recipe, instances):
        return {"word": len(recipe.corpus.words)}

    def initial(self, recipe):
        return {"b": np.zeros(len(recipe.corpus.words))}

    def train(self, instances, order, first_step, rates, parameters, record):
        keep, b = len(record["y"]) == len(order), parameters["b"]
        for s, batch in enumerate(order):
            row, chosen = s if keep else 0, batch[batch >= 0]
            for i, n in enumerate(chosen):
                outputs = instances[int(n)].outputs
                y = self.probabilities((), parameters)
                e = len(outputs) * y - np.bincount(outputs, minlength=len(b))
                record["y"][row, i], record["e"][row, i], record["g"][row, i] = y, e, e / self.temperature
                record["loss"][s, i] = -np.log(y[list(outputs)]).sum()
            b -= rates[s] * record["g"][row, : len(chosen)].mean(axis=0)
            if not np.isfinite(b).all():
                return s
        return len(order)

    def loss(self, instance, questions, parameters):
        return float(-np.log(self.probabilities(instance.inputs, parameters)[list(instance.outputs)]).sum())

    def probabilities(self, inputs, parameters):
        u = parameters["b"] / self.temperature
        y = np.exp(u - u.max())
        return y / y.sum()

    def hidden(self, inputs, parameters):
        return np.empty(0)

    def explain(self, frame, name, index):
        declared = self.declared(name)
        if declared.role == "weight":
            return explain_update(frame, declared, index)
        lens, (j,) = Lens.of(frame, index)
        return lens.explained(declared, name, (lens.word(j),), number(float(lens[name][j])), [], lens[name][j])


THROWAWAY = Throwaway()
