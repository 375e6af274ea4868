"""Markdown as lessons have it: CommonMark with tables, and code spans that begin with = as computed numbers.

HTML in it is text. A link leads to the web or within the program; what would run, as javascript: does, is no link, and
pictures are none of ours: what a lesson shows is an explorer, which is alive.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import escape
from urllib.parse import urljoin

from markdown_it import MarkdownIt
from markdown_it.token import Token

from explorer.lessons.numbers import Number, read_number
from explorer.lessons.places import Place

_LINK = re.compile(r"(?:https?:|mailto:|[^:]*$|[^:/?#]*[/?#])", re.IGNORECASE)  # at its beginning
_NUMBER = "number"  # the key in a token's `meta`
_AT = "at"  # that of an address in what rules are given, among numbers


def _parser() -> MarkdownIt:
    made = MarkdownIt("commonmark", {"html": False, "linkify": False, "typographer": False})
    made.enable("table").disable("image")
    made.validateLink = lambda url: _LINK.match(url.strip()) is not None
    made.add_render_rule("code_inline", _code)
    made.add_render_rule("link_open", _link)
    return made


def _code(renderer, tokens, at, options, env):
    token = tokens[at]
    number = token.meta.get(_NUMBER)
    if number is None:
        return f"<code>{escape(token.content)}</code>"
    text = env[number]
    told = f' data-expression="{escape(number.expression)}"'
    if text is None:  # filled in by the page's script
        return f'<span class="lesson-number"{told} data-pending="{number.key}">…</span>'
    return f'<span class="lesson-number"{told}>{escape(text)}</span>'


def _link(renderer, tokens, at, options, env):
    attributes = dict(tokens[at].attrs)
    href = str(attributes.get("href", ""))
    if not href.startswith("#"):
        attributes["href"] = href = urljoin(env[_AT], href)
    if re.match("(?i)https?:", href):
        attributes |= {"target": "_blank", "rel": "noopener noreferrer"}
    return renderer.renderToken([replace(tokens[at], attrs=attributes)], 0, options, env)


_MARKDOWN = _parser()


def parsed(text: str) -> list[Token]:
    """The tokens of a text."""
    return _MARKDOWN.parse(text)


@dataclass(frozen=True)
class Text:
    """A piece of Markdown, read.

    tokens : what the library made of it. numbers : those in it, in their order. inline : whether it is part of a line,
    so that no paragraph is made of it.
    """

    tokens: Sequence[Token]
    numbers: tuple[Number, ...] = ()
    inline: bool = False

    def html(self, written, at: str = "") -> str:
        """The HTML. written : function of a `Number` that gives its text, None where that is still to come.

        at : the address at which links begin, where that is not where it is shown.
        """
        texts = {number: written(number) for number in self.numbers} | {_AT: at}
        tokens = _within(self.tokens) if self.inline else self.tokens
        return _MARKDOWN.renderer.render(tokens, _MARKDOWN.options, texts)

    @property
    def plain(self) -> str:
        """Its words, without marks and numbers."""
        inner = (child for token in self.tokens for child in token.children or ())
        return "".join(each.content if each.type in ("text", "code_inline") else " " * (each.type == "softbreak")
                       for each in inner)  # fmt: skip


def _within(tokens):
    """What stands in the only paragraph; all, where there are more."""
    return tokens[1:-1] if len(tokens) == 3 and tokens[0].type == "paragraph_open" else tokens


def read_text(text: str, line: int, place: Place, problems, inline: bool = False) -> Text:
    """Markdown that begins in a line of the file; its numbers are of a place. What is wrong with them is told."""
    return text_of(parsed(text), line, place, problems, inline)


def text_of(tokens: Sequence[Token], line: int, place: Place, problems, inline: bool = False) -> Text:
    """The same of its tokens; `line` is that of the text's first line."""
    numbers = []
    for token in tokens:
        at = line + (token.map[0] if token.map else 0)
        for child in token.children or ():
            at += child.type in ("softbreak", "hardbreak")
            if child.type == "code_inline" and child.content.startswith("="):
                number = read_number(child.content[1:].strip(), at, place, problems)
                if number is not None:
                    child.meta[_NUMBER] = number
                    numbers.append(number)
    return Text(tokens, tuple(numbers), inline)
