"""What a training example costs: the formulas Q of the models from the first neural language models to word2vec.

Q counts the weights that one training example needs, each of them once. Training a model then costs E · T · Q, with
E passes over T words. The letters, which are not those of the rest of Embedding Explorer:

    V  words of the vocabulary
    N  words of context that are read at once: the n − 1 words before, or the words around
    D  numbers that describe a word, the length of its vector (elsewhere our N)
    H  units of the hidden layer between the vectors and the output
    C  the farthest distance of two words that skip-gram still pairs: from 1 … C a number R is drawn for each word,
       and R words before and R after are predicted, C + 1 on average

Of NNLM's Q, N·D is the look-up of its words, whose vectors are laid side by side: they are copied, no multiply–add is
done. CBOW's N·D are additions, those of its mean.

With a binary tree over the words, about log₂ V of its nodes are asked in place of V words; without, the full softmax
asks all of them.

Source: Mikolov, Chen, Corrado and Dean (2013), "Efficient Estimation of Word Representations in Vector Space",
sections 2.1, 2.2, 3.1 and 3.2. Negative sampling is of their later paper, which gives no formula for it; it is
written here in the same way, with K + 1 words asked. Their NNLM has no direct paths from the vectors to the output, W
of Bengio and others (2003), eq. 1: with them each word or node that is asked needs N·D weights more.
"""

from dataclasses import dataclass, replace

from explorer.models.outputs import OUTPUTS
from explorer.training.fields import BY_NAME

LETTERS = {
    "V": "words of the vocabulary",
    "N": "words of context, read at once",
    "C": "words of context, predicted one by one",
    "D": "numbers that describe a word",
    "H": "units of the hidden layer",
    "K": "words drawn against each",
}

DIRECT = "NNLM+W"  # with direct paths

# Each model's Q with so many rows asked; its equation in the paper.
_MODELS = {
    "NNLM": ("N·D + N·D·H + H·{}", lambda rows, N, C, D, H: N * D + N * D * H + H * rows, "eq. 2"),
    DIRECT: ("N·D + N·D·H + (N·D + H)·{}", lambda rows, N, C, D, H: N * D + N * D * H + (N * D + H) * rows, "eq. 2"),
    "RNNLM": ("H·H + H·{}", lambda rows, N, C, D, H: H * H + H * rows, "eq. 3"),
    "CBOW": ("N·D + D·{}", lambda rows, N, C, D, H: N * D + D * rows, "eq. 4"),
    "skip-gram": ("C·(D + D·{})", lambda rows, N, C, D, H: C * (D + D * rows), "eq. 5"),
}


@dataclass(frozen=True)
class Cost:
    """The formula Q of a model with an output layer."""

    model: str
    output: str

    @property
    def text(self) -> str:
        """The formula as it is written."""
        return _MODELS[self.model][0].format(OUTPUTS[self.output].rows_in_words)

    @property
    def source(self) -> str:
        """Where the formula is from."""
        equation = f"Mikolov et al. (2013), {_MODELS[self.model][2]}"
        if self.model == DIRECT:
            return f"ours, after {equation}, with W of Bengio et al. (2003), eq. 1"
        return equation if OUTPUTS[self.output].normalised else f"ours, after {equation}"

    def of(self, V: float, N: float = 1, C: float = 1, D: float = 1, H: float = 1, K: float = 5) -> float:
        """How many weights one training example needs."""
        return _MODELS[self.model][1](OUTPUTS[self.output].rows_for_a_word(V, K), N, C, D, H)


COSTS = (
    *(Cost(model, output) for model in ("NNLM", "RNNLM") for output in ("softmax", "hierarchical")),
    *(Cost(model, output) for model in ("CBOW", "skip-gram") for output in OUTPUTS),
)


def formulas(recipe) -> tuple[Cost, ...]:
    """COSTS, but NNLM's as the recipe's own model has it where that is one with direct paths."""
    if not (BY_NAME["direct"].applies(*recipe.scope) and recipe.direct):
        return COSTS
    return tuple(replace(cost, model=DIRECT) if cost.model == "NNLM" else cost for cost in COSTS)
