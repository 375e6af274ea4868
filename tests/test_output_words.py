"""Figures of what each word of an instance does by itself: panels of output words, copies of the input."""

import numpy as np
import pytest

from explorer import Recipe, Run
from explorer.views import VIEWS, copies, panels
from explorer.views.panels import MOST_PANELS
from explorer.views.text import within
from explorer.web.explained import explain
from tests.explained import text_of
from tests.shown import check

PAIRS = "a^b|c^a, b^c^a|d^d^e, d|a, e|c, a|a^b^c^d^e"


def frame_of(output="softmax", step=1, **more):
    return Run(Recipe(pairs=PAIRS, model="skip-gram", output=output, vector_size=3, **more)).frame(step)


@pytest.mark.parametrize("output", ["softmax", "hierarchical", "negative"])
@pytest.mark.parametrize("batch_size", [1, 2])
def test_the_panels_drawn_add_up_to_what_stands_beside_them(output, batch_size):
    frame = frame_of(output, step=0 if batch_size > 1 else 1, batch_size=batch_size)
    b = batch_size - 1
    figure, whole = panels(frame, b), frame.panels[b] if batch_size > 1 else frame.panels
    bars = {trace.xaxis: np.array(trace.x) for trace in figure.data}
    heads = [note.text for note in figure.layout.annotations]
    by_head = dict(zip(heads, bars.values(), strict=True))
    parts = [by_head[f"<b>EH<sub>{c}</sub></b> "] for c in range(1, len(whole) + 1)]
    np.testing.assert_allclose(np.sum(parts, axis=0), by_head["<b>EH</b> = Σ EH<sub>c</sub>"], rtol=0, atol=1e-15)
    errors = [array for head, array in by_head.items() if head.startswith("<b>e<sub>")]
    assert len(errors) == len(whole)
    if output == "softmax":
        total = by_head["<b>e</b> = Σ e<sub>c</sub>"]
        np.testing.assert_allclose(np.sum(errors, axis=0), total, rtol=0, atol=1e-15)
        np.testing.assert_array_equal(total, frame.of_instance("e", b))


@pytest.mark.parametrize(
    ("output", "summed"), [("softmax", ["e", "EH"]), ("hierarchical", ["EH"]), ("negative", ["EH"])]
)
@pytest.mark.parametrize("more", [1, 4])
def test_output_words_without_a_panel_are_told_together(output, summed, more):
    words = "bcdefghijklm"[: MOST_PANELS + more]
    recipe = Recipe(pairs=f"a|{'^'.join(words)}", model="skip-gram", output=output, vector_size=3)
    figure = panels(Run(recipe).frame(1))
    heads = [note.text for note in figure.layout.annotations]
    by_head = dict(zip(heads, (np.array(trace.x) for trace in figure.data), strict=True))
    for symbol in summed:
        parts = [array for head, array in by_head.items() if head.startswith(f"<b>{symbol}<sub>")]
        assert len(parts) == MOST_PANELS + 1
        total = by_head[f"<b>{symbol}</b> = Σ {symbol}<sub>c</sub>"]
        np.testing.assert_allclose(np.sum(parts, axis=0), total, rtol=0, atol=1e-15)
    assert f" … · {MOST_PANELS} of {MOST_PANELS + more} panels" in figure.layout.title.text


@pytest.mark.parametrize("output", ["softmax", "hierarchical", "negative"])
@pytest.mark.parametrize("batch_size", [1, 2])
def test_each_number_of_a_panel_is_explained_by_numbers_that_are(output, batch_size):
    frame = frame_of(output, step=0 if batch_size > 1 else 1, batch_size=batch_size)
    before = (1,) if batch_size > 1 else ()
    whole = frame.panels[1] if before else frame.panels
    parts = frame.model.parts
    assert parts == (("y", "e", "EH") if output == "softmax" else ("EH",))
    for name, (c, panel) in ((name, each) for name in parts for each in enumerate(whole)):
        for i, value in enumerate(getattr(panel, name).tolist()):
            index = [*before, c, i]
            told = explain(frame.trajectory, frame.step, name, index)
            word = frame.vocabulary[panel.word]
            assert (
                told["title"]
                .split("]")[0]
                .removeprefix(f"{name}[")
                .removeprefix("instance 2, ")
                .startswith(f"output {c + 1}: {word}, ")
            )
            assert told["value"] == value
            assert check(text_of(told["mathml"])) == 1
            operand = told["operands"][0]
            at = operand["step"] + (operand["quantity"] in ("W_out", "W_node"))
            assert explain(frame.trajectory, at, operand["quantity"], operand["index"])["value"] == operand["value"]


def test_there_are_parts_of_the_output_words_that_stand_there_only():
    frame, batch = frame_of(), frame_of(step=0, batch_size=2)
    for bad in ((3, 0), (-1, 0), (0, 5), (0, 0, 0)):  # of three output words and five words
        with pytest.raises(IndexError):
            frame.explain("e", bad)
    for bad in ((0, 2, 0), (2, 0, 0), (0, 0, 0, 0)):  # the first has two
        with pytest.raises(IndexError):
            batch.explain("EH", bad)
    with pytest.raises(IndexError):
        frame.explain("u", (0, 0))
    with pytest.raises(TypeError):
        frame.explain("e", (0.5, 0))


def test_an_almost_certain_output_word_has_an_error_on_its_panel():
    frame = Run(
        Recipe(pairs="a|b, b|a", parameters={"W": [[40.0], [0.0]], "W_out": [[0.0], [1.0]]}, vector_size=1)
    ).frame()
    (panel,) = frame.panels
    np.testing.assert_array_equal(panel.e, frame["e"])
    assert -1e-17 < panel.e[1] < 0


def test_each_context_word_is_on_in_a_copy_of_its_own():
    frame = frame_of()
    figure = copies(frame)
    blocks = [trace for trace in figure.data if trace.mode == "markers+text"][: len(frame.instance.inputs)]
    for word, block in zip(frame.instance.inputs, blocks, strict=True):
        assert [text for text in block.text if text] == [within(frame.vocabulary[word])]
        assert len(block.y) == len(frame.vocabulary)
    hidden = [trace for trace in figure.data if trace.mode == "markers+text"][len(blocks)]
    np.testing.assert_allclose([float(each) for each in hidden.text], frame["h"], atol=1e-3)
    early = [trace for trace in copies(frame, "input").data if trace.mode == "markers+text"][len(blocks)]
    assert set(early.text) == {""}


@pytest.mark.parametrize("view", ["panels", "copies"])
def test_other_models_say_why_there_is_nothing(view):
    run = Run(Recipe(pairs="a|b, b|a", model="rnnlm")).seek(2)
    figure = VIEWS[view](run, {"stage": "update", "instance": 0, "theme": "light"})
    assert "CBOW and skip-gram" in figure.layout.annotations[0].text


def test_six_words_have_six_panels_and_each_axis_more_than_one_mark():
    figure = panels(Run(Recipe(pairs="a|b^c^d^e^f^g, b|a")).frame())
    assert "panels" not in figure.layout.title.text.partition(" · ")[2]
    for axis in figure.select_xaxes():
        inside = [mark for mark in axis.tickvals if axis.range[0] <= mark <= axis.range[1]]
        assert len(inside) == len(axis.tickvals) >= 2
