"""wevi's pair notation: ``drink^juice|apple, eat|orange``.

A pair is input words, a bar, output words; ``^`` stands between the words of a side; commas or
line ends stand between pairs. Everything else is part of a word: markup, quotes, emoji, inner
spaces. White space around words is trimmed (tabs, non-breaking and zero-width spaces too), blank
entries are skipped, and apart from that a word stays exactly as typed: two spellings of one letter
(composed and decomposed) are two words. A word with a comma, bar, ``^`` or line end in it, or one in
which nothing can be seen, cannot be written.
"""

import re

from explorer.corpus.errors import CorpusError

NOTATION = 'pairs are inputs|outputs, with ^ between words and commas between pairs: "drink^juice|apple, eat|rice"'

# What str.strip() calls white space, and the zero-width spaces that pasted text brings along.
_SPACE = (
    "\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u1680"
    "\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\u200b\u2060\ufeff"
)
_UNSEEN = _SPACE + "\xad\u200c\u200d\u200e\u200f"  # soft hyphen, joiners, direction marks: fine inside a word
_ENTRY = re.compile(r"[^,\r\n]+")
_WORD = re.compile(r"[^,|^\r\n]+")


def parse_pairs(text):
    """Read the notation.

    Returns a list of (inputs, outputs), tuples of words in the order and number typed. Raises
    `CorpusError` at the first character where a word or a bar is missing or a second bar stands.
    """
    pairs = []
    for entry in _ENTRY.finditer(text):
        if not entry[0].strip(_SPACE):
            continue
        sides = entry[0].split("|")
        if len(sides) != 2:
            raise _bar_error(text, entry)
        inputs, outputs = (tuple(word.strip(_SPACE) for word in side.split("^")) for side in sides)
        if not all(map(_seen, inputs + outputs)):
            raise _missing_word(text, entry)
        pairs.append((inputs, outputs))
    return pairs


def format_pairs(pairs):
    """Write pairs in the notation, one line: the inverse of `parse_pairs`.

    Raises `CorpusError` for a word that the notation cannot hold.
    """
    for pair in pairs:
        for side in pair:
            if not side:
                raise CorpusError(f"a pair has words on both sides, got {pair!r}")
            for word in side:
                if not _WORD.fullmatch(word) or word != word.strip(_SPACE) or not _seen(word):
                    raise CorpusError(
                        f"{word!r} cannot be a word of a pair: a word holds something to see, no comma, "
                        "bar, ^ or line end, and no white space at its ends"
                    )
    return ", ".join(f"{'^'.join(inputs)}|{'^'.join(outputs)}" for inputs, outputs in pairs)


def find_in_pairs(text, word):
    """The offset at which ``word`` first stands in ``text``, for messages; KeyError where it does not."""
    for run in _WORD.finditer(text):
        if run[0].strip(_SPACE) == word:
            return run.start() + run[0].index(word)
    raise KeyError(word)


def _seen(word):
    return word.strip(_UNSEEN)


def _bar_error(text, entry):
    first = entry[0].find("|")
    if first < 0:
        offset = entry.start() + len(entry[0]) - len(entry[0].lstrip(_SPACE))
        return CorpusError.at(text, offset, f'no "|" in this pair: {NOTATION}')
    second = entry.start() + entry[0].index("|", first + 1)
    return CorpusError.at(text, second, f'a second "|" in this pair: {NOTATION}')


def _missing_word(text, entry):
    """The error at the separator, or the end, that stands where a word should have been."""
    offset = entry.start()
    for piece in re.split(r"[|^]", entry[0]):
        offset += len(piece)
        if not _seen(piece):
            break
        offset += 1
    return CorpusError.at(text, offset, f"a word is missing here: {NOTATION}")
