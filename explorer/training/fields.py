"""The table of a recipe's fields; what a row may say is told in `field`.

A row drives everything that is to be known of a field: how a value is checked and what an error says,
how a link writes it, the control on the page, and its help. What else knows a
hyperparameter is the model that reads it.
"""

from explorer.corpus.text import SENTENCES, TOKENIZERS
from explorer.corpus.windows import FORMULAS
from explorer.models import MODELS
from explorer.models.losses import LOSSES
from explorer.models.outputs import OUTPUTS
from explorer.training.field import Field
from explorer.training.json_kinds import Arrays, NestedPairs, Weights
from explorer.training.kinds import Choice, Flag, Integer, Number, Sizes, Text

CORPORA = ("pairs", "text", "points")
_OF_WORDS = tuple(name for name, model in MODELS.items() if model.reading != "points")
_OF_POINTS = tuple(name for name, model in MODELS.items() if model.reading == "points")
_OUTPUTS = {name: model.outputs for name, model in MODELS.items() if model.outputs}
_WINDOWED = tuple(name for name, model in MODELS.items() if model.reading in ("context", "centre"))
_LOGISTIC = ("hierarchical", "negative")
_ACTIVATIONS = ("sigmoid", "tanh", "relu", "identity")

FIELDS = (
    Field(
        "pairs", None, Text("pairs such as drink^juice|apple, eat|orange"), "Pairs",
        "Training instances, inputs|outputs: ^ between words, commas or new lines between them.", "corpus",
        models=_OF_WORDS, shapes=True,
    ),
    Field(
        "text", None, Text("raw text, a sentence a line"), "Text",
        "Raw text, a sentence a line, cut into instances as the model reads it.", "corpus",
        models=_OF_WORDS, shapes=True,
    ),
    Field(
        "points", None, Text("points such as 0 1 | 1; 1 1 | 0"), "Points",
        "Numbers, inputs | targets: spaces between numbers, semicolons or new lines between points.", "corpus",
        models=_OF_POINTS, shapes=True,
    ),
    Field(
        "model", "cbow", Choice(tuple(MODELS)), "Model",
        "The network, from a single unit to the recurrent language model.", "model", shapes=True,
    ),
    Field(
        "output", "softmax", Choice(tuple(OUTPUTS)), "Output layer",
        "How the scores of the words become probabilities and a loss; negative sampling is of cbow and skip-gram.",
        "model", models=tuple(_OUTPUTS), shapes=True, narrowed=_OUTPUTS,
    ),
    Field(
        "vector_size", 5, Integer(1, 1000), "Vector size N",
        "How many numbers describe a word.", models=(*_WINDOWED, "nnlm"), alias="hidden_size", shapes=True,
    ),
    Field(
        "hidden", (8,), Sizes(1, 1000, 6), "Units per hidden layer",
        "How many units each hidden layer has, commas between them: 40, or 40,20 for two layers; or none.",
        models=("nnlm", "rnnlm", "mlp"), shapes=True,
    ),
    Field(
        "activation", "tanh", Choice(_ACTIVATIONS), "Activation", "What the hidden units make of their input.",
        models=("nnlm", "mlp"), defaults={"mlp": "sigmoid"},
    ),
    Field(
        "output_activation", "sigmoid", Choice(("sigmoid", "tanh", "relu", "identity", "softmax")), "Output activation",
        "What the output units make of their input.", models=("mlp",),
    ),
    Field(
        "loss", "squared", Choice(tuple(LOSSES)), "Loss",
        "squared: half the squared distance; mse: without the half; cross-entropy: the surprise, of softmax outputs; "
        "binary: of each sigmoid output, targets from 0 to 1; hinge: what is missing to t u = 1, of identity outputs, "
        "targets ±1.", models=("mlp", "perceptron"),
    ),
    Field(
        "rule", "gradient", Choice(("gradient", "perceptron")), "Learning rule",
        "gradient: descent on the loss; perceptron: Rosenblatt's rule, of a step unit.",
        models=("perceptron",),
    ),
    Field(
        "link", "sigmoid", Choice(("sigmoid", "tanh", "relu", "identity", "step")), "Link",
        "What the unit makes of its weighted sum.", models=("perceptron",),
    ),
    Field(
        "context", 3, Integer(1, 20), "Context n − 1", "How many words before the next one the model sees.",
        models=("nnlm",), shapes=True,
    ),
    Field(
        "direct", True, Flag("with", "without"), "Direct paths",
        "Direct connections W: whether the word features reach the scores past the hidden layer too.",
        models=("nnlm",), shapes=True,
    ),
    Field(
        "output_bias", True, Flag("with", "without"), "Output biases",
        "Whether each word's score, or each output, has a bias; without as in Jurafsky and Martin, eq. 8.13.",
        models=("nnlm", "mlp"), shapes=True,
    ),
    Field(
        "weight_decay", 0.0, Number(0.0, 100.0), "Weight decay λ", "Adds λ/2 times the squared weights to the loss.",
        models=("nnlm",),
    ),
    Field(
        "freeze", False, Flag("frozen", "learnt"), "Word features C",
        "learnt with all the rest; frozen: as they are given.",
        models=("nnlm",),
    ),
    Field(
        "bptt", 3, Integer(0, 50), "Steps back τ", "How many steps the error travels back through time.",
        models=("rnnlm",),
    ),
    Field(
        "reset_state", False, Flag("each sentence", "never"), "State starts anew",
        "Whether the state is forgotten where a sentence ends.",
        models=("rnnlm",),
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
        "rate_floor", 1e-4, Number(0.0, 1.0), "Lowest share of η",
        "The share of η below which a linear rate does not fall: 0.0001 in word2vec.c, 0.004 in gensim.",
        goes_with=("schedule", "linear"),
    ),
    Field(
        "batch_size", 1, Integer(1, 1024), "Batch size B",
        "Instances a step; the loss and the gradients are means over them, or sums.",
    ),
    Field(
        "batch_gradient", "mean", Choice(("mean", "sum")), "Batch gradient",
        "mean: a step is as long whatever the batch size; sum: of B instances the loss and the gradients, weight decay "
        "included, are B times as large.",
        goes_with=("batch_size", "not 1"),
    ),
    Field(
        "order", "cyclic", Choice(("cyclic", "shuffled", "sampled")), "Order",
        "cyclic: as given; shuffled: a new permutation each epoch; sampled: each instance drawn anew from all, so that "
        "some come twice and some not at all (Jurafsky and Martin, figure 8.11). rnnlm, which reads word after word, "
        "draws whole sentences. Functions of the seed.",
    ),
    Field(
        "seed", 1, Integer(0, 2**53 - 1), "Seed",
        "Where the random numbers start: the same seed gives the same run.", alias="random_state",
    ),
    Field(
        "init", None, Choice(("wevi", "uniform")), "Initial weights",
        "wevi: wevi's generator, bit for bit, which repeats itself after 65,536 weights; uniform: NumPy's PCG64. Over "
        "±½/N; on points ±√(3/n), n inputs a layer.",
    ),
    Field(
        "parameters", None, Arrays(), "Given weights", "Starting arrays by name, not random ones.", "given",
    ),
    Field(
        "window", 2, Integer(1, 100), "Window", "Words of context on either side.", "text", corpora=("text",),
        models=_WINDOWED,
    ),
    Field(
        "min_count", 1, Integer(1, 1_000_000), "Minimum count", "Rarer words are left out.", "text",
        corpora=("text",),
    ),
    Field(
        "lowercase", True, Flag("all lower case", "as written"), "Letters",
        "Whether The and the are the same word.", "text", corpora=("text",),
    ),
    Field(
        "tokenizer", "plain", Choice(TOKENIZERS), "Tokenizer",
        "plain: words are runs of letters and digits, as typed; words: can’t is can't, and 3.14, 1,000, U.S.A., C++ "
        "are whole. The page reads new text so.", "text", corpora=("text",), fresh="words",
    ),
    Field(
        "sentences", "lines", Choice(SENTENCES), "Sentences end",
        "lines: with the line; punctuation: with . ! ? … or an empty line; with words not after Mr., Dr. and the like.",
        "text", corpora=("text",),
    ),
    Field(
        "shrink_window", False, Flag("1 to window, by chance", "the whole window"), "Reach",
        "Whether each word's window reaches 1 to so many words, each as likely, as in word2vec's programs: near words "
        "are then read more often. A function of the seed and the position in the text.", "text",
        corpora=("text",), models=_WINDOWED,
    ),
    Field(
        "sample", 0.0, Number(0.0, 1.0), "Sample t",
        "Words whose share f of the text is larger are left out by chance, before the windows are laid; 0 leaves out "
        "none. 0.001, the programs’, is for millions of words: of a short text it leaves hardly any. A function of the "
        "seed and the position in the text.", "text", corpora=("text",), models=_WINDOWED,
    ),
    Field(
        "sample_formula", "c", Choice(tuple(FORMULAS)), "A word stays",
        "With probability: c, as the programs have it, (√(f/t) + 1)·t/f; paper: √(t/f).", "text",
        corpora=("text",), models=_WINDOWED,
    ),
    Field(
        "predicts", "context", Choice(("context", "centre")), "Predicted",
        "context: the word in the middle predicts the words around; centre: each of these predicts it, a pair an "
        "instance, as the programs have skip-gram.", "text", corpora=("text",), models=("skip-gram",),
    ),
    Field(
        "instances", "window", Choice(("window", "pairs")), "Instances",
        "window: the whole context in one instance; pairs: each centre–context pair its own.", "text",
        corpora=("text",), models=_WINDOWED, goes_with=("predicts", "context"),
    ),
    Field(
        "context_gradient", "divided", Choice(("divided", "undivided")), "Error to context",
        "divided: each of C context words moves by 1/C of EH, the gradient; undivided: by all of EH, as in word2vec.c "
        "and gensim.", models=("cbow",),
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
    Field(
        "noise_hit", "redraw", Choice(("redraw", "skip", "keep")), "Target drawn",
        "What is done where a word drawn is the output word itself. redraw: another is drawn; skip: one question "
        "fewer, as in the programs; keep: it is asked both ways.", "output", outputs=("negative",),
    ),
    Field(
        "counts", "outputs", Choice(("outputs", "text")), "Counts",
        "What tree and noise go by. outputs: how often a word is an output word; text: how often it stands in the "
        "text, as in the programs.", "output", corpora=("text",), outputs=_LOGISTIC,
    ),
    Field(
        "sigmoid", "exact", Choice(("exact", "c", "gensim")), "Sigmoid",
        "exact; c: from word2vec.c's table, outside ±6 skipped (hierarchical) or 0 or 1 (negative); gensim: from the "
        "table, outside ±6 skipped.", "output", models=_WINDOWED, outputs=_LOGISTIC,
    ),
    Field(
        "init_outputs", "same", Choice(("same", "zero")), "Output rows start",
        "same: as input vectors; zero: at 0, as in the programs.", "output", models=_WINDOWED, outputs=_LOGISTIC,
    ),
)  # fmt: skip

BY_NAME = {field.name: field for field in FIELDS}
ALIASES = {field.alias: field.name for field in FIELDS if field.alias}
