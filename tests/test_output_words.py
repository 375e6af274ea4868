"""Figures of what each word of an instance does by itself: panels of output words, copies of the input."""

import numpy as np
import pytest

from explorer import Recipe, Run
from explorer.views import VIEWS, copies, panels
from explorer.views.text import within

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
        total = by_head["<b>EI</b> = Σ e<sub>c</sub>"]
        np.testing.assert_allclose(np.sum(errors, axis=0), total, rtol=0, atol=1e-15)
        np.testing.assert_array_equal(total, frame.of_instance("e", b))


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
