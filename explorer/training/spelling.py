"""How a word that is asked for is spelt in the vocabulary."""

from explorer import limits
from explorer.corpus.text import tokenize


def spelled(recipe, word: str) -> str:
    """A word as the recipe's text has it: Café is café where that is read in lower case. What it has not stays."""
    index = recipe.corpus.index
    if word in index or recipe.corpus_kind != "text" or len(word) > limits.MAX_WORD_LENGTH:
        return word
    read = [each for line in tokenize(word, recipe.lowercase, recipe.tokenizer) for each in line]
    return read[0] if len(read) == 1 and read[0] in index else word
