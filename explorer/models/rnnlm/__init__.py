"""The recurrent neural network language model: a hidden layer that feeds itself.

The hidden layer s is a state: it sees the word of now and, through W, itself as it was one word ago, and so, dimly,
all words before.

    s(t) = σ(U w(t) + W s(t−1)),   y(t) = softmax(V s(t))

w(t) is one-hot, so U w(t) is the word's column of U. There is no bias. Training is online: after each word the error
e = y − t (C·y − t where C words come next) goes back through V and then, over τ steps (`bptt`), through W to the states
before:

    e_h(t) = Vᵀe ∘ s(t)(1 − s(t)),   e_h(t−k−1) = Wᵀ e_h(t−k) ∘ s(t−k−1)(1 − s(t−k−1))

Each of the τ + 1 copies of the hidden layer has its say in the one update: W moves by −η Σ_k e_h(t−k) s(t−k−1)ᵀ and
U by −η Σ_k e_h(t−k) w(t−k)ᵀ, k from 0 to τ, undivided; V by −η e s(t)ᵀ. All errors are taken at the weights before
the step. The states, as in Mikolov's program, are the stored ones: those of earlier words were computed with the
weights of then. So this is the gradient of the loss by weights held over the window, s(t−τ−1) a constant, to the
last digit while the weights rest, and nearly so where they move little in τ + 1 words.

The state goes on from word to word, over the ends of sentences, epochs and changes of the data alike; a sentence's last
word has no successor and is no input. With `reset_state` it starts anew with every sentence. Where sentences are
shuffled or sampled (`order`), the words of each stay in their order. Before the first word the state is 0.1 in every
unit, and what would reach further back is nothing. A batch is so many words in a row, read at the same weights, each
with its own way back; the step takes the mean of their gradients.

What such a network remembers is in its state; what it learns to remember depends on τ: an error that doesn't reach the
word that mattered can't ask the state to keep it.

With `output="hierarchical"` the last matrix is one of the nodes of a tree over the words (`outputs.hierarchical`): only
those on the way to the next word are asked, about log₂ V in place of V, and the error of s(t) is Vᵀe over them.

Sources: Mikolov, Karafiát, Burget, Černocký, Khudanpur (2010), "Recurrent neural network based language model";
Mikolov (2012), "Statistical Language Models Based on Neural Networks", chapter 3.
"""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from explorer.budget import go_on
from explorer.maths.activations import ACTIVATE
from explorer.models.contract import Model, Work
from explorer.models.declarations import Outer, Parameter, Quantity
from explorer.models.explanations import Lens, explain_update
from explorer.models.formulas import RECURRENT, RECURRENT_TREE, unfolded
from explorer.models.live import NODES, WORDS
from explorer.models.network import Network
from explorer.models.outputs import OUTPUTS
from explorer.models.outputs.layer import OutputLayer, has_several_outputs
from explorer.models.rnnlm import stages as told
from explorer.models.rnnlm.explained import EXPLAINERS, NODES_EXPLAINED, time_name
from explorer.models.rnnlm.step import FIRST_STATE, NO_WORD, train_matrices, train_words
from explorer.models.rnnlm.tree_step import train_nodes
from explorer.models.starting import drawn

LARGE = 10_000  # numbers of V, from which a batch goes through it as a matrix


@dataclass(frozen=True)
class Recurrent(Model):
    """The recurrent language model.

    `bptt` is τ, `reset_state` whether sentences begin with a new state, `several` whether several words may come next.
    """

    bptt: int = 3
    reset_state: bool = False
    several: bool = False
    layer: OutputLayer = OUTPUTS["softmax"]

    name = "rnnlm"
    title = "Recurrent language model"
    reading = "sequence"
    outputs = ("softmax", "hierarchical")
    network = Network(input="U", hidden="s", output="V", activation="y", unrolled=True)
    explainers = EXPLAINERS
    formulas = RECURRENT

    def for_recipe(self, recipe):
        layer = OUTPUTS[recipe.output].for_recipe(recipe)
        of_layer = RecurrentOverTree if recipe.output == "hierarchical" else Recurrent
        return of_layer(recipe.bptt, recipe.reset_state, has_several_outputs(recipe), layer)

    @property
    def trials(self):
        (small,) = super().trials
        large = {"text": " ".join(map(str, range(100))), "hidden": (LARGE // 100,), "batch_size": 2}
        return small, large, small | {"output": "hierarchical"}

    @property
    def held(self):
        return ("w", "s")

    @property
    def goes_by(self):
        if not self.bptt:
            return ""
        return (
            "The states before came about with the weights of then, a difference computes them anew with today's: the "
            "two are as far apart as the weights have moved meanwhile."
        )

    @cached_property
    def parameters(self):
        return (*self._input_parameters, self._output_parameter)

    @property
    def _input_parameters(self):
        return (
            Parameter(
                "U", "U", ("unit", "word"), "from the word to the state: a column a word", told.RULES,
                (Outer("eh", "w"),),
            ),
            Parameter(
                "W", "W", ("unit", "unit"), "from the state one word ago to the state", told.RULES,
                (Outer("eh", "s"),),
            ),
        )  # fmt: skip

    @property
    def _output_parameter(self):
        says, change = "from the state to the scores: a row a word", (Outer("e", "s", skip=self.bptt + 1),)
        return Parameter("V", "V", ("word", "unit"), says, told.ERROR, change)

    @cached_property
    def quantities(self):
        return (
            Quantity("w", "w", ("time",), "index", "the last τ + 1 words, this one last", told.STATE, names="word"),
            Quantity(
                "s", "s", ("state", "unit"), "activation", "the last τ + 2 states, as they were computed", told.STATE
            ),
            *self._answers,
            Quantity(
                "eh", "eₕ", ("time", "unit"), "error", "error of the last τ + 1 states", told.sent_back(self.bptt)
            ),
        )

    @property
    def _answers(self):
        word = ("word",)
        return (
            Quantity("u", "u", word, "activation", "score of each word, its row of V · s(t)", told.ANSWER),
            Quantity("y", "y", word, "activation", "probability of each word to come next", told.ANSWER),
            Quantity("t", "t", word, "activation", "counts of the output words", told.ERROR, "outputs"),
            Quantity("e", "e", word, "error", "error of each word, C·y − t", told.error_source(self.several)),
        )

    @cached_property
    def stages(self):
        return told.stages(self.bptt, self.reset_state, WORDS, self.several)

    def unfolded(self, quantities):
        return unfolded(quantities["w"], self.formulas)

    def problems(self, recipe):
        found = []
        if len(recipe.hidden) != 1:
            found.append(("hidden", recipe.hidden, "one size for rnnlm, which has one hidden layer, its state"))
        return found

    def misfit(self, recipe, instances):
        if (np.diff(instances.input_start) != 1).any():
            return "a corpus with one input word in each pair, as rnnlm reads word after word"
        return None

    def sizes(self, recipe, instances):
        (units,), past = recipe.hidden, self.bptt + 1
        own = {"word": len(recipe.corpus.words), "unit": units, "time": past, "state": past + 1}
        return own | self.layer.sizes(instances)

    def carried(self, sizes):
        state = np.full((sizes["time"], sizes["unit"]), FIRST_STATE)
        return {"state": state, "below": 1.0 - state, "words": np.full(sizes["time"] - 1, NO_WORD)}

    def initial(self, recipe):
        (units,) = recipe.hidden
        return drawn(self, recipe, units)

    def train(self, instances, order, first_step, rates, parameters, record):
        starts = instances.first & self.reset_state  # one type of array either way: a kernel is compiled for each
        large = order.shape[1] > 1 and parameters["V"].size >= LARGE
        return (train_matrices if large else train_words)(
            instances.input_ids, instances.output_start, instances.output_ids, starts, order, rates,
            *(parameters[name] for name in ("U", "W", "V", "state", "below", "words")), len(record["s"]) == len(order),
            *(record[name] for name in ("w", "s", "u", "y", "e", "eh", "loss")),
        )  # fmt: skip

    def loss(self, instance, questions, parameters):
        """Of the window computed anew from its oldest state, which is held."""
        state = questions["s"][0]
        for word, stored in zip(questions["w"].tolist(), questions["s"][1:], strict=True):
            state = stored if word < 0 else _logistic(_net(parameters, word, state))
        return self.layer.loss(state, instance.outputs, questions, self._of_layer(parameters))

    def losses(self, instances, held, parameters):
        """The windows of all instances, word by word."""
        states = held["s"][:, 0]
        for j, words in enumerate(held["w"].T):
            net = parameters["U"][:, words].T + states @ parameters["W"].T
            states = np.where((words < 0)[:, None], held["s"][:, j + 1], ACTIVATE["sigmoid"](net))
        return self.layer.losses(states, instances, held, self._of_layer(parameters))

    def probabilities(self, inputs, parameters):
        """After these words: read from the state of this step on, or from a new one where sentences begin with it."""
        return self.answer(self.hidden(inputs, parameters), parameters)

    def answer(self, state, parameters):
        """What follows a state, (h,): the distribution over the vocabulary, (V,)."""
        return self.layer.probabilities(state, self._of_layer(parameters))

    def _of_layer(self, parameters):
        """The output weights, under the name that the output layer has for them."""
        return {self.layer.weights: parameters[self.network.output]}

    def hidden(self, inputs, parameters):
        state = np.full_like(parameters["state"][-1], FIRST_STATE) if self.reset_state else parameters["state"][-1]
        for word in inputs:
            go_on()
            state = _logistic(_net(parameters, word, state))
        return state

    def errors_back(self, frame, instance, words, states, below):
        """e_h at each word of a window that may be longer than the model's own, (words, h), oldest first.

        words : ids, the last of them that of the frame's instance; states : before each of them and after the last;
        below : 1 − states.
        """
        slopes = states * below
        errors = [self._sent_back(frame, instance) * slopes[-1]]
        for back in range(1, len(words)):
            errors.append(frame.parameters["W"].T @ errors[-1] * slopes[-1 - back])
        return np.array(errors[::-1])

    def _sent_back(self, frame, instance):
        """What the output layer sends back to the state of now, (h,)."""
        return frame.parameters["V"].T @ frame.of_instance("e", instance)

    def below_next(self, parameters, word, state):
        """1 − s of the state that follows one, (h,), with all its digits."""
        return _logistic(-_net(parameters, word, state))

    def element_names(self, axis, sizes):
        if axis not in ("time", "state"):
            return None
        return [time_name(back) for back in reversed(range(sizes[axis]))]

    def work(self, instances, sizes):
        """Of W once forward, the rows asked of V too; back those once and W τ times, and the updates of all of them."""
        units, asked, past = sizes["unit"], self.layer.asked(instances, sizes["word"]), sizes["time"]
        forward = units * (units + asked)
        return Work(forward, forward + 2 * units * asked + units * units * (2 * past - 1))

    def explain(self, frame, name, index):
        declared = self.declared(name)
        if declared.role == "weight":
            return explain_update(frame, declared, index)
        lens, index = Lens.of(frame, index)
        return self.explainers[name](lens, *index, declared)


@dataclass(frozen=True)
class RecurrentOverTree(Recurrent):
    """The same with hierarchical softmax: V_node, (V − 1, h), has a row a node, and u, y, t, e stand along the path."""

    network = replace(Recurrent.network, output="V_node")
    explainers = NODES_EXPLAINED
    formulas = RECURRENT_TREE

    @property
    def held(self):
        return (*super().held, "node", "t")

    @property
    def _output_parameter(self):
        says = "from the state to the scores of the tree's inner nodes: a row a node"
        change = (Outer("e", "s", at="node", skip=self.bptt + 1),)
        return Parameter("V_node", "V", ("node", "unit"), says, told.NODE_RULE, change)

    @property
    def _answers(self):
        return tuple(each for each in self.layer.quantities({}) if each.name != "EH")

    @cached_property
    def stages(self):
        return told.stages(self.bptt, self.reset_state, NODES, self.several)

    def initial(self, recipe):
        """The rows of the nodes are the first of those that the words would have."""
        words = drawn(Recurrent(self.bptt), recipe, recipe.hidden[0])
        return {"U": words["U"], "W": words["W"], "V_node": words["V"][:-1].copy()}

    def lay_out(self, instances, order, first_step, record):
        self.layer.lay_out(instances, order, first_step, record)

    def train(self, instances, order, first_step, rates, parameters, record):
        return train_nodes(
            instances.input_ids, instances.first & self.reset_state, order, rates,
            *(parameters[name] for name in ("U", "W", "V_node", "state", "below", "words")),
            len(record["s"]) == len(order), *(record[name] for name in ("w", "s", "node", "t", "u", "y", "e", "eh")),
            record["loss"],
        )  # fmt: skip

    def _sent_back(self, frame, instance):
        return frame.of_instance("e", instance) @ frame.parameters["V_node"][frame.of_instance("node", instance)]

    def structure(self, instances):
        return self.layer.structure(instances)


def _net(parameters, word, state):
    return parameters["U"][:, word] + parameters["W"] @ state


def _logistic(net):
    return np.where(net >= 0, 1, np.exp(-np.abs(net))) / (1 + np.exp(-np.abs(net)))


RNNLM = Recurrent()
