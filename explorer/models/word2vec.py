"""What CBOW and skip-gram share: two weight matrices and, between them, a mean.

Both predict words from words through one hidden layer without an activation function:

    h = 1/C Σ_c v_{i_c}          the input words' rows of W, averaged
    output layer                 scores, a loss E, and EH = ∂E/∂h
    v_{i_c} ← v_{i_c} − η/C EH   the input words' rows move

They differ in how text becomes instances, and so in which side has several words; `cbow` and
`skip_gram` say that, and cite their own equations.
"""

from dataclasses import dataclass, replace

import numpy as np

from explorer.maths.random import uniform_initial, wevi_initial
from explorer.models.contract import Model, Outer, Panels, Parameter, Quantity, Stage
from explorer.models.explanations import Lens, explain_update, explained, name_of, sum_of_products
from explorer.models.notation import bold, frac, label, math, num, op, row, slot, sub, sup, total, v, when
from explorer.models.outputs import OUTPUTS


@dataclass(frozen=True)
class Word2Vec(Model):
    """CBOW or skip-gram with one of the output layers. `cite` maps what is computed to its equation."""

    name: str
    title: str
    cite: dict
    output: str = "softmax"

    panels = Panels(input="W", hidden="h", output="W_out", activation="y")

    def for_recipe(self, recipe):
        return replace(self, output=recipe.output)

    @property
    def layer(self):
        return OUTPUTS[self.output]

    @property
    def parameters(self):
        W = Parameter(
            "W", "W", ("word", "unit"), "input vectors, a row a word", self.cite["W"], Outer("x", "EH")
        )
        return (W, *self.layer.parameters(self.cite))

    @property
    def quantities(self):
        x = Quantity(
            "x", "x", ("word",), "activation", "mean of the input words' one-hot vectors", self.cite["h"], "inputs"
        )
        h = Quantity(
            "h", "h", ("unit",), "activation", "hidden layer: mean of the input vectors", self.cite["h"]
        )
        return (x, h, *self.layer.quantities(self.cite))

    @property
    def stages(self):
        return (*self._input_stages(), *self.layer.stages(self.cite), self._update_stage())

    def sizes(self, recipe, words):
        return {"word": words, "unit": recipe.vector_size}

    def initial(self, recipe, words):
        sizes = self.sizes(recipe, words)
        if recipe.init == "wevi":
            drawn = wevi_initial(words, recipe.vector_size, recipe.seed)
            return dict(zip((parameter.name for parameter in self.parameters), drawn, strict=True))
        shapes = {parameter.name: self.axes_shape(parameter, sizes) for parameter in self.parameters}
        return uniform_initial(shapes, 0.5 / recipe.vector_size, recipe.seed)

    def train(self, instances, order, rates, parameters, record):
        return self.layer.train(instances, order, rates, parameters, record)

    def hidden(self, inputs, parameters):
        return parameters["W"][np.asarray(inputs)].mean(axis=0)

    def loss(self, instance, parameters):
        return self.layer.loss(self.hidden(instance.inputs, parameters), instance.outputs, parameters)

    def probabilities(self, inputs, parameters):
        return self.layer.probabilities(self.hidden(inputs, parameters), parameters)

    def explain(self, frame, name, index):
        declared = self.declared(name)
        if declared.role == "weight":
            return explain_update(frame, declared, index)
        lens, index = Lens.of(frame, index)
        explainer = {"x": _explain_x, "h": _explain_h} | self.layer.explainers
        return explainer[name](lens, *index, declared)

    def _input_stages(self):
        c, k = v("c"), v("k")
        vector = sub(bold("x"), c)
        mean = row(frac(v("1"), v("C")), total(c))
        return (
            Stage(
                "input",
                "read the instance",
                ("x",),
                math(bold("x"), op("="), mean, vector),
                math(sub(v("x"), label("word[i]")), op("="), slot("x[i]")),
                self.cite["x"],
                "The input words switch on their units; where there are several, each has an equal share.",
            ),
            Stage(
                "hidden",
                "look up and average",
                ("h",),
                math(bold("h"), op("="), sup(bold("W"), v("⊤")), bold("x"), op("="), mean, sub(bold("v"), sub(v("i"), c))),
                math(
                    sub(v("h"), label("unit[k]")), op("="),
                    when("inputs", frac(v("1"), slot("inputs")), op("(")), slot("W[i,k]"),
                    when("inputs", op("+"), op("⋯"), op(")")), op("="), slot("h[k]"),
                ),
                self.cite["h"],
                "The hidden layer is the mean of the input words' rows of W: a look-up, no activation function.",
            ),
        )  # fmt: skip

    def _update_stage(self):
        k = v("k")
        output_rule, output_live = self.layer.update_lines()
        weight = sub(v("w"), row(v("i"), k))
        rule = row(weight, op("←"), weight, op("−"), v("η"), sub(v("x"), v("i")), sub(v("EH"), k))
        live = row(
            sub(v("w"), row(label("word[i]"), op(","), label("unit[k]"))), op("="), slot("old.W[i,k]"), op("−"),
            slot("rate"), op("×"), slot("x[i]"), op("×"), slot("EH[k]"), when("batch", op("⋯")), op("="),
            slot("new.W[i,k]"),
        )  # fmt: skip
        gap = '<mspace width="2em"/>'
        return Stage(
            "update",
            "move the weights",
            ("W_out", "W"),
            math(output_rule, gap, rule),
            math(output_live, gap, live),
            f"{self.cite['W_out']}; {self.cite['W']}",
            "Every weight takes a small step against its gradient, all at once.",
        )


def _explain_x(lens, i, declared):
    C, times, word = len(lens.inputs), lens.inputs.count(i), lens.word(i)
    return explained(
        f"x[{word}] = times that {word} stands among the inputs / number of inputs",
        name_of("x", word),
        frac(num(times), num(C)),
        (),
        lens["x"][i],
        declared.source,
    )


def _explain_h(lens, k, declared):
    terms = [(lens.operand("x", i), lens.weight("W", i, k)) for i in dict.fromkeys(lens.inputs)]
    return explained(
        f"h[{k}] = Σ_i x[i] · W[i,{k}] over the input words i",
        name_of("h", str(k + 1)),
        sum_of_products(terms),
        (operand for term in terms for operand in term),
        lens["h"][k],
        declared.source,
    )
