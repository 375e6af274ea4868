"""A simple tokenizer for raw text in any script: a line is a sentence, a word is a run of letters and digits.

Apostrophes, hyphens and their like belong to a word between two letters (``don't``, ``well-known``)
and are dropped elsewhere. Other punctuation is dropped; a symbol is a word of its own, and so is an
emoji with all its parts (skin tone, joiners, flags). Scripts written without spaces are not segmented: a
run is one word there, put spaces between words. Characters are kept as typed, never normalised.
"""

import re
from unicodedata import category

_INNER = frozenset("-'’_·‐‑׳״")
_ZWJ = "\u200d"  # joins emoji into one; inside words of Arabic and Indic scripts it shapes letters
_CONTINUES = frozenset("\u200c\u00ad")  # zero-width non-joiner, soft hyphen

# One class letter for each character (see `_class_of`); words are found in the string of classes.
_WORD = re.compile(
    r"w[wmj]*(?:-w[wmj]*)*"  # letters with their marks, single joiners between
    r"|rr"  # a flag: two regional indicators
    r"|[rs]m*(?:jsm*)*"  # a symbol or emoji sequence
)


def tokenize(text, lowercase=True):
    """The words of each line that has any: a list of lists of str. Lines end with LF, CRLF or CR."""
    sentences = []
    start = 0
    for line in re.split(r"([\r\n])", classes(text)):
        words = [text[start + m.start() : start + m.end()] for m in _WORD.finditer(line)]
        if words:
            sentences.append([word.lower() for word in words] if lowercase else words)
        start += len(line)
    return sentences


def find_in_text(text, word, lowercase=True):
    """The offset at which ``word`` first stands in ``text`` as a token, for messages; KeyError where it does not."""
    for match in _WORD.finditer(classes(text)):
        token = text[match.start() : match.end()]
        if (token.lower() if lowercase else token) == word:
            return match.start()
    raise KeyError(word)


def classes(text):
    """``text`` with every character replaced by the letter of its class; same length."""
    return text.translate({ord(character): _class_of(character) for character in set(text)})


def _class_of(character):
    """w letter, digit; m mark; j joiner; - inner punctuation; s symbol; r regional indicator; else blank."""
    if character in "\r\n":
        return character
    if character in _INNER:
        return "-"
    if character == _ZWJ:
        return "j"
    if "\U0001f1e6" <= character <= "\U0001f1ff":
        return "r"
    kind = category(character)
    if kind[0] in "LN":
        return "w"
    if kind[0] == "M" or character in _CONTINUES or _modifies_emoji(character):
        return "m"
    # Cn: an emoji newer than Python's tables; Co: a symbol of a private font.
    return "s" if kind in ("Sm", "Sc", "So", "Cn", "Co") else " "


def _modifies_emoji(character):
    """Skin tones, and the tags that spell out a region's flag."""
    return "\U0001f3fb" <= character <= "\U0001f3ff" or "\U000e0020" <= character <= "\U000e007f"
