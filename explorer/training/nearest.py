"""The names nearest to one that does not exist, for whoever mistyped it or knows it by another word."""

import re
from collections.abc import Mapping
from difflib import SequenceMatcher

_MOST_COMPARED = 60  # characters of a name that does not exist
_STEM = 4  # letters from which a word is thought to be the beginning of what was typed: fruit, of fruits
_WORDS = re.compile(r"[^\W_]+")


def nearest(name: object, titles: Mapping[str, str], count: int = 3) -> list[str]:
    """The `count` names most like `name`, the most alike first, of those that exist with their titles.

    First by whether it is the first letters of the name's words, as lr is; then by the share of its words that begin
    words of the name or its title, or are begun by them; then by how alike the letters are.
    """
    typed = str(name)[:_MOST_COMPARED].lower()
    words = _WORDS.findall(typed)

    def likeness(known):
        own = _WORDS.findall(f"{known} {titles[known]}".lower())
        begun = sum(any(_akin(word, each) for each in own) for word in words)
        initials = "".join(word[0] for word in _WORDS.findall(known))
        return typed == initials, begun / max(1, len(words)), SequenceMatcher(None, known, typed).ratio()

    return sorted(titles, key=likeness, reverse=True)[:count]


def _akin(typed, word):
    return word.startswith(typed) or (len(word) >= _STEM and typed.startswith(word))
