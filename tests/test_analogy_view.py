"""The figure of an analogy: all words in a table by three measures, and the parallelogram's two sides."""

import re

import numpy as np
import pytest

from explorer import Recipe, Run
from explorer.views import analogy
from explorer.views.analogy import panel
from tests.test_view_words import HOSTILE, strings

ASKED = "king", "man", "woman"


@pytest.fixture
def run():
    return Run(Recipe(preset="king-queen")).seek(3)


def plain(text):
    return re.sub("[\u2068\u2069]", "", text)


def cells(figure):
    return [list(column) for column in next(figure.select_traces({"type": "table"})).cells["values"]]


def test_the_table_has_every_word_by_every_measure(run):
    table = run.analogy_table(*ASKED)
    place, without, words, cosine, add, add_place, multiply, multiply_place = cells(analogy(run, *ASKED))
    marked = [re.sub("^[abc]: ", "", plain(word)) for word in words]
    assert place == [str(row) for row in range(1, 15)]
    assert list(zip(marked, map(float, cosine), strict=True)) == [
        (word, pytest.approx(value, abs=6e-4)) for word, value in table.ranked(leave_out=False)
    ]
    left = [word for word, rank in zip(marked, without, strict=True) if rank]
    assert left == [word for word, _ in run.analogy(*ASKED, count=99)]
    assert [plain(word) for word, rank in zip(words, without, strict=True) if not rank] == sorted(
        ("a: king", "b: man", "c: woman"), key=lambda word: marked.index(word[3:])
    )
    for by, values, places in (("add", add, add_place), ("multiply", multiply, multiply_place)):
        ranked = sorted(zip(map(int, places), marked, map(float, values), strict=True))
        assert [(word, value) for _, word, value in ranked] == [
            (word, pytest.approx(value, abs=6e-4)) for word, value in table.ranked(by, leave_out=False)
        ]


def test_the_sides_have_their_lengths_and_the_angle_between_them(run):
    table = run.seek(500).analogy_table(*ASKED)
    figure = analogy(run, *ASKED)
    first, second = (np.array([side.x[1], side.y[1]]) for side in figure.data if side.type == "scatter")
    assert [np.linalg.norm(first), np.linalg.norm(second)] == pytest.approx(table.lengths.tolist())
    assert first @ second / table.lengths.prod() == pytest.approx(table.parallel)
    told = plain(figure.layout.annotations[-1].text)
    assert "king − man<br>and queen − woman" in told
    assert all(f"{number:.3f}" in told for number in (table.parallel, *table.lengths))
    other = analogy(run, *ASKED, d="palace")
    assert "palace − woman" in plain(other.layout.annotations[-1].text)


def test_it_says_what_is_nearest_with_all_words_in():
    run = Run(Recipe(pairs="a|b, b|c, c|d, d|a", vector_size=2, parameters={"W": [[3, 1], [0.1, 0], [0, 1], [-1, 1]]}))
    assert "the nearest is a, a word of the question" in plain(analogy(run, "a", "b", "c").layout.annotations[0].text)
    alone = analogy(Run(Recipe(pairs="a|b, b|c")), "a", "b", "c")
    assert "no fourth word" in alone.layout.annotations[-1].text


@pytest.mark.parametrize(
    ("view", "told"),
    [
        ({}, "Type three words"),
        ({"analogy": "king,man"}, "Type three words"),
        ({"analogy": "king,,woman"}, "Type three words"),
        ({"analogy": "king,<b>,woman"}, "“⁨&lt;b&gt;⁩”: not among the words"),
    ],
)
def test_what_is_missing_in_a_question_is_told(run, view, told):
    assert told in panel(run, {"theme": "light"} | view).layout.annotations[0].text


def test_of_many_words_the_first_are_shown():
    run = Run(Recipe(pairs=", ".join(f"w{i}|w{i + 1}" for i in range(250))))
    figure = analogy(run, "w0", "w1", "w2")
    assert len(cells(figure)[0]) == 200
    assert "The first 200 of 251 words" in figure.layout.annotations[0].text


def test_words_are_only_ever_text():
    pairs = ", ".join(f"{one}|{other}" for one, other in zip(HOSTILE, HOSTILE[1:] + HOSTILE[:1], strict=True))
    run = Run(Recipe(pairs=pairs)).seek(2)
    for asked in (run.vocabulary[:3], run.vocabulary[-3:], HOSTILE[:3]):
        for text in strings(analogy(run, *asked).to_plotly_json()):
            assert not re.search(r"[<>$]|&(?!amp;|lt;|gt;|#36;)", re.sub(r"<br>", "", text)), text
