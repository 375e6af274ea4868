"""What CBOW and skip-gram share: two weight matrices and, between them, a mean.

Both predict words from words through one hidden layer without an activation function:

    h = 1/C Σ_c v_{i_c}          the input words' rows of W, averaged
    output layer                 scores, a loss E, and EH = ∂E/∂h
    v_{i_c} ← v_{i_c} − η/C EH   the input words' rows move

The programs move each of CBOW's input words by all of EH, `context_gradient` undivided. That is no gradient of E: each
of these rows goes C times as far, and the rows of W′ do not.

They differ in how text becomes instances, and so in which side has several words; `cbow` and
`skip_gram` say that, and cite their own equations.
"""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from explorer.maths.random import uniform_initial, wevi_initial
from explorer.models import formulas
from explorer.models.contract import Model, Work
from explorer.models.declarations import Outer, Parameter, Quantity, Stage
from explorer.models.explanations import Lens, explain_update
from explorer.models.live import either, update
from explorer.models.lookup import means_of_rows
from explorer.models.network import Network
from explorer.models.notation import cited, live, math, moves
from explorer.models.outputs import OUTPUTS
from explorer.models.outputs.layer import OutputLayer


@dataclass(frozen=True)
class Word2Vec(Model):
    """CBOW or skip-gram with one of the output layers. `cite` maps what is computed to its equation."""

    name: str
    title: str
    reading: str
    cite: dict
    layer: OutputLayer = OUTPUTS["softmax"]
    divided: bool = True

    outputs = tuple(OUTPUTS)

    @property
    def descends(self):
        return self.divided and self.layer.descends

    @property
    def goes_by(self):
        if not self.divided:
            return "Each input word moves by the whole EH, undivided: C times the slope of the loss."
        return "" if self.layer.descends else "σ is read from a table, and no error is sent back from outside it."

    @cached_property
    def network(self):
        return Network(input="W", hidden="h", output=self.layer.weights, activation="y")

    def for_recipe(self, recipe):
        divided = recipe.context_gradient == "divided"
        return replace(self, layer=OUTPUTS[recipe.output].for_recipe(recipe), divided=divided)

    @cached_property
    def parameters(self):
        change = (Outer("x" if self.divided else "Cx", "EH"),)
        W = Parameter("W", "W", ("word", "unit"), "input vectors, a row a word", self._cite_update, change)
        return (W, *self.layer.parameters(self.cite))

    @cached_property
    def quantities(self):
        x = Quantity(
            "x",
            "x",
            ("word",),
            "activation",
            "mean of the input words' one-hot vectors",
            self.cite["x"],
            "inputs",
        )
        h = Quantity("h", "h", ("unit",), "activation", "hidden layer: mean of the input vectors", self.cite["h"])
        counts = Quantity(
            "Cx",
            "Cx",
            ("word",),
            "activation",
            "how often each word stands among the inputs",
            self._cite_update,
            "input counts",
        )
        return (x, h, *self.layer.quantities(self.cite), *(() if self.divided else (counts,)))

    @cached_property
    def stages(self):
        return (*self._input_stages(), *self.layer.stages(self.cite), self._update_stage())

    @property
    def formulas(self):
        return formulas.MEAN + (() if self.divided else formulas.COUNTS) + self.layer.formulas

    def sizes(self, recipe, instances):
        return {"word": len(recipe.corpus.words), "unit": recipe.vector_size} | self.layer.sizes(instances)

    def initial(self, recipe):
        sizes = self.sizes(recipe, recipe.corpus.instances)
        shapes = {parameter.name: self.axes_shape(parameter, sizes) for parameter in self.parameters}
        if recipe.init == "uniform":
            drawn = uniform_initial(shapes, dict.fromkeys(shapes, recipe.vector_size), recipe.seed)
        else:
            arrays = zip(shapes.items(), wevi_initial(sizes["word"], recipe.vector_size, recipe.seed), strict=True)
            drawn = {name: array[: shape[0]].copy() for (name, shape), array in arrays}
        for name, array in drawn.items():
            if self.zero_at_start(recipe, name):
                array[:] = 0.0
        return drawn

    def zero_at_start(self, recipe, name):
        return name == self.layer.weights and recipe.init_outputs == "zero"

    def numbers_drawn(self, sizes):
        """Also for output rows that start at 0, and, as wevi's, for one of each word where a tree has fewer."""
        return 2 * sizes["word"] * sizes["unit"]

    def lay_out(self, instances, order, first_step, record):
        self.layer.lay_out(instances, order, first_step, record)

    def train(self, instances, order, first_step, rates, parameters, record):
        return self.layer.train(instances, order, first_step, rates, parameters, record, self.divided)

    def hidden(self, inputs, parameters):
        return parameters["W"][np.asarray(inputs)].mean(axis=0)

    def loss(self, instance, questions, parameters):
        return self.layer.loss(self.hidden(instance.inputs, parameters), instance.outputs, questions, parameters)

    def losses(self, instances, held, parameters):
        return self.layer.losses(means_of_rows(parameters["W"], instances), instances, held, parameters)

    def probabilities(self, inputs, parameters):
        return self.layer.probabilities(self.hidden(inputs, parameters), parameters)

    def negatives(self, frame, b):
        if "word" not in frame:
            return super().negatives(frame, b)
        return self.layer.negatives(frame.of_instance("word", b), frame.of_instance("output", b))

    def by_output(self, frame, b, most=None):
        read, outputs = (lambda name: frame.of_instance(name, b)), frame.instances[b].outputs[:most]
        return self.layer.panels(read, outputs, frame.parameters[self.layer.weights])

    @property
    def parts(self):
        return tuple(self.layer.part_explainers)

    def work(self, instances, sizes):
        """Counted from the kernels: N for each row that each of them goes through.

        Forward: the mean of the input words' rows (`lookup.mean_of_rows`) and the scores of the output rows asked.
        Back: EH and the update of each output row asked, and the update of the input words' rows.
        """
        inputs, asked = np.diff(instances.input_start), self.layer.asked(instances, sizes["word"])
        return Work(sizes["unit"] * (inputs + asked), sizes["unit"] * (2 * inputs + 3 * asked))

    def structure(self, instances):
        return self.layer.structure(instances)

    def explain(self, frame, name, index):
        declared = self.declared(name)
        if declared.role == "weight":
            return explain_update(frame, declared, index)
        lens, index = Lens.of(frame, index)
        if len(index) > len(declared.axes):
            return self.layer.part_explainers[name](lens, *index, declared)
        explainer = {"x": _explain_x, "h": _explain_h, "Cx": _explain_counts} | self.layer.explainers
        return explainer[name](lens, *index, declared)

    def _input_stages(self):
        rest = "=left(inputs*h[k],W[i,k])⟧"
        others = either("same(inputs,2)", f"+ ⟦W[i2,k]{rest}", rf"+ \cdots ⟦{rest}")
        single, several = r"⟦x[i]⟧ \times ⟦W[i,k]⟧", rf"\frac{{1}}{{⟦inputs⟧}} ( ⟦W[i,k]⟧ {others} )"
        return (
            Stage(
                "input",
                "read the instance",
                ("x",),
                math(r"\mathbf{x} = \frac{1}{C} \sum_c \mathbf{x}_c"),
                live(r"x_{⟦word[i]⟧} = ⟦x[i]⟧"),
                self.cite["x"],
                "The input words switch on their units; where there are several, each has an equal share.",
            ),
            Stage(
                "hidden",
                "look up and average",
                ("h",),
                math(r"\mathbf{h} = \mathbf{W}^\top \mathbf{x} = \frac{1}{C} \sum_c \mathbf{v}_{i_c}"),
                live(rf"h_{{⟦unit[k]⟧}} = {either('same(inputs,1)', single, several)} = ⟦h[k]⟧"),
                self.cite["h"],
                "The hidden layer is the mean of the input words' rows of W: no activation function.",
            ),
        )

    @property
    def _cite_update(self):
        """Where the rule for W is from."""
        return self.cite["W"] if self.divided else f"{self.cite['W']}, undivided as in word2vec.c and gensim"

    def _update_stage(self):
        shares, says = (r"x_i", "x[i]") if self.divided else (r"C x_i", "Cx[i]")
        rule = moves("w", "ik", rf"{shares}\, \mathrm{{EH}}_k")
        today = update("w", "⟦word[i]⟧,⟦unit[k]⟧", "W[i,k]", (says, "EH[k]"))
        return Stage(
            "update",
            "move the weights",
            (*(() if self.divided else ("Cx",)), self.layer.weights, "W"),
            math(rf"{self.layer.update_rule} \qquad {rule}"),
            live(rf"{self.layer.update_live} \qquad {today}"),
            cited(self.layer.parameters(self.cite)[0].source, self._cite_update),
            "Every weight takes a small step against its gradient, all at once."
            if self.divided
            else "Each context word moves by all of EH, as if it had made the mistake alone: C times the gradient.",
        )


def _explain_x(lens, i, declared):
    word, times, C = lens.word(i), lens.inputs.count(i), len(lens.inputs)
    says = f"x[{word}] = how often {lens.quoted(i)} stands among the inputs / number of inputs"
    return lens.explained(declared, says, (word,), rf"\frac{{{times}}}{{{C}}}", [], lens["x"][i])


def _explain_counts(lens, i, declared):
    word, times = lens.word(i), lens.inputs.count(i)
    says = f"Cx[{word}] = how often {lens.quoted(i)} stands among the inputs"
    return lens.explained(declared, says, (word,), str(times), [], times)


def _explain_h(lens, k, declared):
    terms = [(lens.operand("x", i), lens.weight("W", i, k)) for i in dict.fromkeys(lens.inputs)]
    says = "h[k] = Σ_i x[i] · W[i,k] over the input words i"
    return lens.explain_sum(declared, says, (str(k + 1),), terms, lens["h"][k])
