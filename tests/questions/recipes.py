"""Small recipes of every model and output layer, with batches and edits, that questions are asked of."""

from explorer import Recipe

TEXT = "the cat sat on the mat\nthe dog sat on the cat\na mat lies here"
XOR = "0 0 | 0; 0 1 | 1; 1 0 | 1; 1 1 | 0"
OUTPUTS = ("softmax", "hierarchical", "negative")
PAIRS = "king^king^man|royal, queen|royal^woman^royal, man|boy, woman|girl^boy, royal^girl|king"


def _edited(recipe):
    return recipe.edited(0, weight=("W", "king", 0, 0.5)).edited(7, learning_rate=0.5).edited(
        8, weight=("W", "queen", 1, -0.25)
    ).edited(11, pairs="king|girl, man^man|queen").edited(11, weight=("W", "man", 2, 1.0))  # fmt: skip


RECIPES = {
    **{f"cbow, {output}": Recipe(pairs=PAIRS, output=output) for output in OUTPUTS},
    **{f"skip-gram, {output}": Recipe(text=TEXT, model="skip-gram", output=output) for output in OUTPUTS},
    **{
        f"batches, {output}": Recipe(pairs=PAIRS, output=output, batch_size=3, order="shuffled", schedule="linear")
        for output in OUTPUTS
    },
    **{f"edits, {output}": _edited(Recipe(pairs=PAIRS, output=output)) for output in OUTPUTS},
    "undivided": Recipe(pairs=PAIRS, context_gradient="undivided", order="sampled"),
    "dialect of C": Recipe(text=TEXT, dialect="c", output="negative", negative=2, sample=0.3, learning_rate=9.0),
    "dialect of gensim": Recipe(
        text=TEXT, model="skip-gram", dialect="gensim", output="hierarchical", sample=0.5, batch_size=2
    ),
    "sums": Recipe(pairs=PAIRS, batch_size=3, batch_gradient="sum"),
    "nnlm, sums": Recipe(
        text=TEXT, model="nnlm", context=2, hidden=(3,), weight_decay=0.01, batch_size=4, batch_gradient="sum"
    ),
    "nnlm": Recipe(text=TEXT, model="nnlm", context=2, hidden=(3,), weight_decay=0.01),
    "nnlm, frozen": Recipe(text=TEXT, model="nnlm", context=2, hidden=(3,), weight_decay=0.01, freeze=True),
    "nnlm, batches": Recipe(text=TEXT, model="nnlm", context=2, hidden=(), batch_size=4, output_bias=False),
    "rnnlm": Recipe(text=TEXT, model="rnnlm", hidden=(3,), bptt=2),
    "rnnlm, batches": Recipe(text=TEXT, model="rnnlm", hidden=(3,), bptt=4, batch_size=3),
    "nnlm, tree": Recipe(text=TEXT, model="nnlm", output="hierarchical", context=2, hidden=(3,), weight_decay=0.01),
    "rnnlm, tree": Recipe(text=TEXT, model="rnnlm", output="hierarchical", hidden=(3,), bptt=2, order="shuffled"),
    "perceptron": Recipe(points=XOR, model="perceptron", rule="perceptron", link="step"),
    "perceptron, gradient": Recipe(points=XOR, model="perceptron", learning_rate=0.7, batch_size=3),
    "mlp": Recipe(points=XOR, model="mlp", hidden=(3, 2)),
    "mlp, deep": Recipe(
        points=XOR, model="mlp", hidden=(3, 2, 3, 2), loss="mse", output_activation="tanh", batch_size=2
    ),
    "mlp, binary": Recipe(points=XOR, model="mlp", hidden=(2,), loss="binary", output_bias=False),
    "mlp, hinge": Recipe(points="0 1 | 1 -1; 1 1 | -1 1", model="mlp", loss="hinge", output_activation="identity"),
    "mlp, softmax": Recipe(
        points="0 1 | 1 0; 1 1 | 0 1", model="mlp", loss="cross-entropy", output_activation="softmax"
    ),
    "mlp, batches": Recipe(points=XOR, model="mlp", hidden=(), batch_size=3),
    "mlp, large": Recipe(points=XOR, model="mlp", hidden=(20, 25), batch_size=4, init="uniform"),
}
STOP = 16
