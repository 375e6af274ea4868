"""Recipes that differ in what could give a kernel arguments of other types, used in a process that has warmed up.

Run as a program, it prints each kernel that a recipe needed in a form that the warm-up had not compiled.
"""

import gc
from itertools import product

from numba.core.dispatcher import Dispatcher

from explorer import PRESETS, Recipe, Run
from explorer.training import Race, warm_up

TEXT = "a b c. c b a\nd e a b c d"
LONG = TEXT + "\n" + " ".join(map(str, range(200)))
OUTPUTS = ("softmax", "hierarchical", "negative")


def recipes():
    yield from (preset.recipe for preset in PRESETS.values())
    for model, output, instances in product(("cbow", "skip-gram"), OUTPUTS, ("window", "pairs")):
        plain = {"text": TEXT, "model": model, "output": output, "instances": instances}
        yield Recipe(**plain)
        yield Recipe(**plain, batch_size=3, order="shuffled", init="wevi", schedule="linear")
    for output, batch in product(OUTPUTS, (1, 2)):
        yield Recipe(pairs="a^b|c, c|a^a, b|d", model="cbow", output=output, batch_size=batch, init="uniform")
    for output in OUTPUTS[1:]:  # of so many words only the rows that a step touches are trained
        yield Recipe(text=" ".join(map(str, range(6000))), model="skip-gram", output=output, vector_size=100)
    for batch, hidden, size in ((1, (8,), 5), (3, (), 5), (40, (60,), 20)):
        plain = {"text": LONG, "model": "nnlm", "hidden": hidden, "vector_size": size, "batch_size": batch}
        yield Recipe(**plain)
        yield Recipe(**plain, activation="relu", weight_decay=0.1, freeze=True, output_bias=False)
    for batch, hidden, reset, bptt in product((1, 3), (4, 60), (False, True), (0, 3)):
        yield Recipe(text=LONG, model="rnnlm", hidden=(hidden,), reset_state=reset, bptt=bptt, batch_size=batch)
    for batch, hidden in product((1, 3), ((), (8,), (60,))):  # over a tree
        plain = {"text": LONG, "output": "hierarchical", "batch_size": batch}
        yield Recipe(**plain, model="nnlm", hidden=hidden, vector_size=80, weight_decay=0.1, freeze=not hidden)
        yield Recipe(**plain, model="rnnlm", hidden=hidden or (4,), reset_state=not hidden, bptt=len(hidden))
    for link, batch in product(("sigmoid", "tanh", "relu", "identity"), (1, 2)):
        yield Recipe(points="0 1|1; 1 1|0", model="perceptron", link=link, batch_size=batch)
    for link, loss in (("sigmoid", "binary"), ("tanh", "mse"), ("identity", "hinge")):
        yield Recipe(points="0 1|1; 1 1|1", model="perceptron", link=link, loss=loss, order="sampled")
    for batch, bias in product((1, 2), (False, True)):
        deep = {"hidden": (3, 2, 4, 2), "batch_size": batch, "output_bias": bias, "batch_gradient": "sum"}
        yield Recipe(points="0 1|1 0; 1 1|0 1", model="mlp", **deep)
    yield Recipe(points="0 1|1; 1 1|0", model="perceptron", rule="perceptron", link="step", order="shuffled")
    for hidden, batch, activation in product(((), (4,), (300, 200)), (1, 2), ("sigmoid", "tanh", "relu")):
        plain = {"points": "0 1|1 0; 1 1|0 1", "model": "mlp", "hidden": hidden, "batch_size": batch}
        yield Recipe(**plain, activation=activation)
        yield Recipe(**plain, activation=activation, output_activation="softmax", loss="cross-entropy")


def use(recipe):
    """Ask everything that makes a kernel work."""
    run = Run(recipe)
    run.trace(0, 3), run.trace(0, 2, 2), run.losses(0, 4), run.seek(5).seek(1)
    frame, inputs = run.frame(), run.instances[0].inputs
    frame.loss_at(frame.updated), run.probabilities(inputs), run.hidden(inputs)
    data = {recipe.corpus_kind: getattr(recipe, recipe.corpus_kind)}
    Run(recipe.edited(1, learning_rate=0.01).edited(2, **data)).trace(0, 4)
    Run(recipe.replaced(parameters=run.parameters)).trace(0, 2)
    if recipe.architecture.layer:
        Race(recipe).laps(0, 2)


def main():
    for _ in warm_up():
        pass
    found = (each for each in gc.get_objects() if isinstance(each, Dispatcher))
    kernels = [each for each in found if each.py_func.__module__.startswith("explorer.")]
    known = {(kernel, types) for kernel in kernels for types in kernel.overloads}
    count = 0
    for recipe in recipes():
        use(recipe)
        count += 1
        new = {(kernel, types) for kernel in kernels for types in kernel.overloads} - known
        for kernel, types in new:
            print(kernel.py_func.__module__, kernel.py_func.__name__, types, "for", recipe)
        known |= new
    print(f"{len(kernels)} kernels, {count} recipes")


if __name__ == "__main__":
    main()
