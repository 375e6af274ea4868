"""What a figure of curves shows, in words, for who listens: where each of them begins and ends."""

import html
import re

import plotly.graph_objects as go

from explorer.numbers import plain

_MARKUP = re.compile(r"<[^>]*>")
_ISOLATES = str.maketrans("", "", "\u2066\u2067\u2068\u2069")
_MOST = 24  # curves


def told(figure: go.Figure) -> str:
    """Its title; of each curve that has a name its numbers at both ends, behind what its axes are of; its sentences.

    Nothing of a figure without such curves.
    """
    curves = [each for each in figure.data if each.type == "scatter" and each.name and "lines" in (each.mode or "")]
    if not curves:
        return ""
    by_heading = {}
    for curve in curves[:_MOST]:
        by_heading.setdefault(_heading(figure, curve), []).append(_ends(curve))
    said = [_text(figure.layout.title.text)]
    said += [": ".join(filter(None, (heading, "; ".join(ends)))) for heading, ends in by_heading.items()]
    said += [f"{len(curves) - _MOST} more curves"] if len(curves) > _MOST else []
    said += [_text(note.text)[:-1] for note in figure.layout.annotations if (note.text or "").endswith(".")]
    return ". ".join(filter(None, said))


def _heading(figure, curve):
    """What a curve's heights are, or the note above its axes where there are several, by what; "" without axes."""
    x, y = (_axis(figure, getattr(curve, f"{side}axis") or side) for side in "xy")
    titles = (each.title.text for each in (x, *figure.select_xaxes()))
    corner = (x.domain[0], y.domain[1]) if x.domain and y.domain else None
    above = (note.text for note in figure.layout.annotations if (note.x, note.y) == corner)
    return " by ".join(filter(None, (_text(next(above, y.title.text)), _text(next(filter(None, titles), "")))))


def _ends(curve):
    points = [(x, y) for x, y in zip(curve.x, curve.y, strict=True) if y is not None]
    ends = [f"{plain(float(y))} at {plain(float(x))}" for x, y in (points[:1] + points[-1:])]
    return f"{_text(curve.name)}, from {' to '.join(dict.fromkeys(ends))}"


def _axis(figure, name):
    return figure.layout[f"{name[0]}axis{name[1:]}"]


def _text(text):
    return html.unescape(_MARKUP.sub("", (text or "").replace("<br>", " "))).translate(_ISOLATES).strip()
