"""The table of a recipe's fields.

A row drives everything that is to be known of a field: how a value is checked and what an error says,
how a link writes it, the control on the page, and its help. The one other place that knows a
hyperparameter is the model that reads it.
"""

from dataclasses import dataclass
from typing import Any

from explorer.models import MODELS
from explorer.models.outputs import OUTPUTS
from explorer.training.kinds import Arrays, Choice, Flag, Integer, NestedPairs, Number, Text, Weights


@dataclass(frozen=True)
class Field:
    """One field of a recipe. `corpora`, `models` and `outputs` say where it applies; None: everywhere."""

    name: str
    default: Any
    kind: Any
    label: str
    help: str
    group: str = "training"
    corpora: tuple[str, ...] | None = None
    models: tuple[str, ...] | None = None
    outputs: tuple[str, ...] | None = None
    alias: str | None = None

    @property
    def choices(self):
        return self.kind.choices

    @property
    def allowed(self):
        return self.kind.allowed

    def applies(self, corpus: str, model: str, output: str) -> bool:
        return all(
            allowed is None or value in allowed
            for value, allowed in ((corpus, self.corpora), (model, self.models), (output, self.outputs))
        )

    @property
    def place(self) -> str:
        """Where the field applies, in words."""
        limits_in_words = (
            ("for raw text", self.corpora),
            (f"for {' and '.join(self.models or ())}", self.models),
            (f"with output {' or '.join(self.outputs or ())}", self.outputs),
        )
        return "nothing here: it is read only " + " ".join(text for text, given in limits_in_words if given)


CORPORA = ("pairs", "text")

FIELDS = (
    Field(
        "pairs", None, Text("pairs such as drink^juice|apple, eat|orange"), "Pairs",
        "Training instances, inputs|outputs: ^ between words, commas or new lines between them.", "corpus",
    ),
    Field(
        "text", None, Text("raw text, a sentence a line"), "Text",
        "Raw text, a sentence a line; a window over it makes the instances.", "corpus",
    ),
    Field(
        "model", "cbow", Choice(tuple(MODELS)), "Model",
        "The network: CBOW predicts a word from its context, skip-gram the context from a word.", "model",
    ),
    Field(
        "output", "softmax", Choice(tuple(OUTPUTS)), "Output layer",
        "How the scores of the words become probabilities and a loss.", "model",
    ),
    Field(
        "vector_size", 5, Integer(1, 1000), "Vector size N",
        "Units of the hidden layer: how many numbers describe a word.", alias="hidden_size",
    ),
    Field(
        "learning_rate", 0.2, Number(0.0, 1e6), "Learning rate η",
        "How far a step goes against the gradient.", alias="alpha",
    ),
    Field(
        "schedule", "constant", Choice(("constant", "linear", "inverse")), "Rate over time",
        "constant; linear: falls to nothing over the epochs; inverse: η/(1 + s/S).",
    ),
    Field(
        "epochs", 100, Integer(1, 1_000_000), "Epochs",
        "How long the falling rates take: S = epochs · steps per epoch. Training itself never ends.",
    ),
    Field(
        "batch_size", 1, Integer(1, 1024), "Batch size B",
        "Instances a step; the loss and the gradients are means over them.",
    ),
    Field(
        "order", "cyclic", Choice(("cyclic", "shuffled")), "Order",
        "cyclic: as given; shuffled: a new permutation each epoch, a function of the seed.",
    ),
    Field(
        "seed", 1, Integer(0, 2**53 - 1), "Seed",
        "Where the random numbers start: the same seed gives the same run.", alias="random_state",
    ),
    Field(
        "init", None, Choice(("wevi", "uniform")), "Initial weights",
        "wevi: wevi's own generator, bit for bit; uniform: ±½/N from NumPy's PCG64.",
    ),
    Field(
        "parameters", None, Arrays(), "Given weights", "Starting arrays by name, not random ones.", "given",
    ),
    Field(
        "window", 2, Integer(1, 100), "Window", "Words of context on either side.", "text", corpora=("text",)
    ),
    Field(
        "min_count", 1, Integer(1, 1_000_000), "Minimum count", "Rarer words are left out.", "text",
        corpora=("text",),
    ),
    Field(
        "lowercase", True, Flag(), "Lower case", "Whether The and the are the same word.", "text",
        corpora=("text",),
    ),
    Field(
        "instances", "window", Choice(("window", "pairs")), "Instances",
        "window: the whole context in one instance; pairs: each centre–context pair its own.", "text",
        corpora=("text",),
    ),
    Field(
        "tree", "huffman", NestedPairs(("huffman", "balanced")), "Tree",
        "huffman: frequent words near the root; balanced: all about log₂ V deep.", "output", outputs=("hierarchical",),
    ),
    Field(
        "negative", 5, Integer(1, 100), "Words drawn K",
        "Noise words drawn for each output word.", "output", outputs=("negative",),
    ),
    Field(
        "noise", "unigram", Weights(("unigram", "uniform")), "Noise",
        "unigram: by how often a word is an output; uniform: all words alike.", "output", outputs=("negative",),
    ),
    Field(
        "ns_exponent", 0.75, Number(-5.0, 5.0), "Noise exponent",
        "Power of the counts: 1 draws as the data do, 0 all alike, below 1 rare words more.", "output",
        outputs=("negative",),
    ),
)  # fmt: skip

BY_NAME = {field.name: field for field in FIELDS}
ALIASES = {field.alias: field.name for field in FIELDS if field.alias}
