"""What is drawn of a network, told by the names of its parameters and quantities."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Layer:
    """A layer of units: net = weights · source + bias (+ direct · its source), output = activation(net).

    All are names of parameters and quantities but `activation`: sigmoid, tanh, relu, identity, step or softmax.
    `direct` is a (parameter, quantity) pair: connections that skip a layer.
    """

    source: str
    weights: str
    bias: str | None
    net: str
    output: str
    activation: str
    direct: tuple[str, str] | None = None


@dataclass(frozen=True)
class Network:
    """What is drawn of a network, by name.

    input, output : the parameters with a vector for each word, on the input and the output side; None where none is.
    hidden : the hidden layer, the last of them where there are several.
    activation : what the network answers.
    layers : a network of layers, in order; empty for word2vec, whose input and output stand in columns of words.
    lookup : the index quantity of the words whose rows of `input` stand side by side in the first layer's source.
    unrolled : whether the hidden layer feeds itself, step by step: `hidden` then has an axis of time, its last element
        now, and the model tells the errors of a window of any length, `errors_back`.
    """

    input: str | None
    hidden: str | None
    output: str | None
    activation: str
    layers: tuple[Layer, ...] = ()
    lookup: str | None = None
    unrolled: bool = False
