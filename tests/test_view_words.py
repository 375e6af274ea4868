"""Words in figures are only ever text: no markup, link, template or key."""

import re

import pytest

from explorer import Recipe, Run
from explorer.views import loss, network, projection, vectors, weights
from explorer.views.text import inert, shortened, tick, whole, within

HOSTILE = (
    "<b>bold</b>",
    '<a href="https://example.com/x">link</a>',
    '<span style="background:url(https://example.com/y.png)">s</span>',
    "<img src=x onerror=alert(1)>",
    "</script><script>alert(1)</script>",
    "\"quotes'",
    "&amp;",
    "&lt;b&gt;",
    "%{x}",
    "$\\href{javascript:alert(1)}{x}$",
    "constructor",
    "__proto__",
    "7",
    "👩‍🚀",
    "مرحبا",
    "x" * 200,
    "漢字" * 100,
)


@pytest.fixture
def hostile():
    pairs = ", ".join(f"{one}|{other}" for one, other in zip(HOSTILE, HOSTILE[1:] + HOSTILE[:1], strict=True))
    run = Run(Recipe(pairs=pairs)).seek(20)
    assert set(run.vocabulary) == set(HOSTILE)
    return run


def every_view(run):
    """Every figure of a run, in every mode that puts words somewhere."""
    frame = run.frame(run.step - 1)
    words = run.vocabulary
    yield network(run)
    yield network(run, frame)
    yield weights(run)
    yield weights(run, mode="change")
    yield vectors(frame)
    yield projection(run, analogy=(words[1], words[2], words[3]))
    yield loss(run)


def strings(value):
    """Every text of a figure, wherever it stands."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inside in value.items():
            yield from strings(key)
            yield from strings(inside)
    elif isinstance(value, list | tuple):
        for inside in value:
            yield from strings(inside)


@pytest.mark.parametrize("word", HOSTILE)
def test_inert_is_text_that_decodes_to_the_word(word):
    text = inert(word)
    assert not re.search(r"[<>$]", text)
    decoded = re.sub(
        r"&(amp|lt|gt|#36);", lambda entity: {"amp": "&", "lt": "<", "gt": ">", "#36": "$"}[entity[1]], text
    )
    assert decoded == word


def test_no_text_of_any_figure_holds_markup_of_a_word(hostile):
    for figure in every_view(hostile):
        for text in strings(figure.to_plotly_json()):
            ours = re.sub(r"<br>|<extra></extra>|<b>[\w′]+</b>", "", text)
            assert not re.search(r"[<>]", ours), text
            assert not re.search(r"&(?!amp;|lt;|gt;|#36;)", ours), text
            assert "$" not in ours, text


def test_an_exported_page_holds_no_markup_of_a_word(hostile):
    for figure in every_view(hostile):
        page = figure.to_html(include_plotlyjs=False)
        for markup in ("<a href", "<span style", "<img", "alert(1)</script>", "<b>bold"):
            assert markup not in page


def test_words_are_never_keys_or_templates(hostile):
    for figure in every_view(hostile):
        for trace in figure.data:
            assert not set(HOSTILE) & set(strings(trace.hovertemplate or ""))
        axes = [axis for axis in figure.select_yaxes() if axis.labelalias]
        assert all(key.isdecimal() for axis in axes for key in axis.labelalias)


def test_long_words_are_short_beside_an_axis_and_whole_in_hovers(hostile):
    long = "x" * 200
    row = hostile.vocabulary.index(long)
    figure = weights(hostile)
    assert len(figure.layout.yaxis.labelalias[str(row)]) <= 18
    heatmap = next(figure.select_traces({"type": "heatmap"}))
    assert heatmap.customdata[row][0].replace("<br>", "") == long


def test_shortening_counts_wide_letters_twice():
    assert shortened("eighteen-letters-x", 18) == "eighteen-letters-x"
    assert shortened("nineteen-letters-xy", 18) == "nineteen-letters-x"[:17] + "…"
    assert shortened("漢" * 9, 18) == "漢" * 9
    assert shortened("漢" * 10, 18) == "漢" * 8 + "…"
    assert tick("<" * 30) == "&lt;" * 17 + "…"
    assert whole("a" * 61) == "a" * 60 + "<br>a"
    assert within("مرحبا").strip("\u2068\u2069") == "مرحبا"
