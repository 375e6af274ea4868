"""Tokenizers for raw text in any script: where its sentences end, and what its words are.

`plain`: a word is a run of letters and digits. Apostrophes, hyphens and their like belong to a word between two letters
(``don't``, ``well-known``) and are dropped elsewhere. Other punctuation is dropped; a symbol is a word of its own, and
so is an emoji with all its parts (skin tone, joiners, flags). Scripts written without spaces are not segmented: a run
is one word there, put spaces between words. Characters are kept as typed, never normalised.

`words`: text as people have it. The same, but one spelling of each word: composed characters (NFC), one apostrophe
(can’t is can't), no soft hyphens, no stray dot in what İ becomes. Numbers with points or commas (3.14, 1,000), initials
(U.S.A.) and names such as C++ and C# are whole.

Sentences are `lines`, or end with `punctuation`: . ! ? … and their like in other scripts, and empty lines. A point or
comma inside a number ends none, nor does the point of initials. With `words` neither does that of Mr. Mrs. Ms. Dr.
Prof. St. vs., of No. before a number, of etc. Jr. Sr. where no capital follows, nor those of several initials before a
name (J. R. R. Tolkien); `plain` knows no abbreviations.
"""

import re
from functools import cache
from unicodedata import category, normalize

_INNER = frozenset("-'’_·‐‑׳״")
_ZWJ = "\u200d"  # joins emoji into one; inside words of Arabic and Indic scripts it shapes letters
_SOFT_HYPHEN = "\u00ad"
_CONTINUES = frozenset(("\u200c", _SOFT_HYPHEN))  # the former the zero-width non-joiner
_ENDS = frozenset("!?…‽‼⁇⁈⁉。．！？｡؟۔।॥։።፧။។៕།༎\u037e")  # the last the Greek question mark
_ITSELF = frozenset("\r\n.,+#")

# One class letter for each character (see `_class_of`); words are found in the string of classes.
_OTHERS = r"rr|[rs+]m*(?:j[s+]m*)*"  # a flag: two regional indicators; a symbol or emoji sequence
_WORDS = {
    "plain": r"[wd][wdmj]*(?:-[wd][wdmj]*)*|" + _OTHERS,  # letters with their marks, single joiners between
    "words": r"(?<![wdmj]\.)wm*(?:\.wm*)+(?![wdmj])\.?|"  # initials
    r"[wd][wdmj]*(?:(?:-|(?<=d)[.,](?=d))[wd][wdmj]*)*(?:(?<=w)(?:\+\+(?!\+)|\#(?![wd#])))?|" + _OTHERS,
}
_BREAKS = {
    "lines": r"[\r\n]",
    "punctuation": r"!|\.(?![wd])|(?:\r\n|\r(?!\n)|\n) *[\r\n]",
}
_CAPITAL = "[A-ZÀ-ÖØ-Þ]"
_ABBREVIATED = re.compile(
    r"(?<!\w)(?:(?i:mrs?|ms|dr|prof|st|vs)\.|(?i:no)\.(?=\s?\d)|"
    rf"(?i:etc|jr|sr)\.(?!\W*{_CAPITAL})|{_CAPITAL}\.(?= {_CAPITAL}\.)|(?<={_CAPITAL}\. ){_CAPITAL}\.(?= {_CAPITAL}))"
)
TOKENIZERS, SENTENCES = tuple(_WORDS), tuple(_BREAKS)
_MEANT = str.maketrans(
    dict.fromkeys("ʼ＇‘`´", "’")  # to Unicode letters, symbols and quotes, to people apostrophes
    | dict.fromkeys("\u2060՛՜՞", _SOFT_HYPHEN)  # in a word and no part of it: word joiner, Armenian signs of tone
)


def tokenize(text, lowercase=True, tokenizer="plain", sentences="lines"):
    """The words of each sentence that has any: a list of lists of str. Lines end with LF, CRLF or CR."""
    found, spelt = [[]], spelling(lowercase, tokenizer)
    endless = _abbreviated(text) if (tokenizer, sentences) == ("words", "punctuation") else ()
    for match in _parts(text, tokenizer, sentences):
        if match[1]:
            found[-1].append(spelt(text[match.start() : match.end()]))
        elif found[-1] and match.start() not in endless:
            found.append([])
    return found if found[-1] else found[:-1]


def find_in_text(text, word, lowercase=True, tokenizer="plain"):
    """The offset at which ``word`` first stands in ``text`` as a token, for messages; KeyError where it does not."""
    spelt = spelling(lowercase, tokenizer)
    for match in _parts(text, tokenizer, "lines"):
        if match[1] and spelt(text[match.start() : match.end()]) == word:
            return match.start()
    raise KeyError(word)


def _abbreviated(text):
    """Where the points stand that end an abbreviation and no sentence."""
    return {match.end() - 1 for match in _ABBREVIATED.finditer(text)}


def _parts(text, tokenizer, sentences):
    """Matches in the string of classes: words, with a group, and ends of sentences, without."""
    if tokenizer == "words":
        text = text.translate(_MEANT)
    return re.finditer(f"({_WORDS[tokenizer]})|{_BREAKS[sentences]}", classes(text))


def spelling(lowercase, tokenizer):
    """From a word as typed to the word; each is spelt once."""
    if tokenizer == "plain":
        return str.lower if lowercase else str
    return cache(_spelt_lower if lowercase else _spelt)


def _spelt(word):
    """One spelling of a word."""
    return normalize("NFC", word.translate(_MEANT).replace(_SOFT_HYPHEN, "").replace("’", "'"))


def _spelt_lower(word):
    """The same in lower case: what İ becomes has no second dot."""
    return normalize("NFC", re.sub("i\u0307+", "i", _spelt(word).lower()))


def classes(text):
    """``text`` with every character replaced by the letter of its class; same length."""
    return text.translate({ord(character): _class_of(character) for character in set(text)})


def _class_of(character):
    """w letter, number; d digit; m mark; j joiner; - inner punctuation; s symbol; r regional indicator; ! end.

    The last ends a sentence. Lines' ends, points, commas, + and # are classes of their own; all else is blank.
    """
    if character in _ITSELF:
        return character
    if character in _INNER:
        return "-"
    if character in _ENDS:
        return "!"
    if character == _ZWJ:
        return "j"
    if "\U0001f1e6" <= character <= "\U0001f1ff":
        return "r"
    kind = category(character)
    if kind[0] in "LN":
        return "d" if kind == "Nd" else "w"
    if kind[0] == "M" or character in _CONTINUES or _modifies_emoji(character):
        return "m"
    # Cn: an emoji newer than Python's tables; Co: a symbol of a private font.
    return "s" if kind in ("Sm", "Sc", "So", "Cn", "Co") else " "


def _modifies_emoji(character):
    """Skin tones, and the tags that spell out a region's flag."""
    return "\U0001f3fb" <= character <= "\U0001f3ff" or "\U000e0020" <= character <= "\U000e007f"
