"""Routes of questions across steps: pieces fit together to what Python answers of the whole, and mistakes are told."""

from collections import defaultdict
from itertools import pairwise
from urllib.parse import urlencode

import numpy as np
import pytest

from explorer import Recipe, Run
from explorer.training.questions.ledger import WAYS
from tests.test_rows import unpacked

EDITED = Recipe(preset="fruit-and-juice", learning_rate=0.5).edited(20, weight=("W", "eat", 2, -0.75))
TEXT = Recipe(text="the cat sat on the mat\nthe dog sat on the rug\n" * 2, model="cbow", batch_size=3, vector_size=4)
DIVERGING = Recipe(preset="fruit-and-juice", learning_rate=1e6)
ENDS = (0, 7, 20, 21, 50)


def asked(client, route, recipe, **options):
    """The answer of a route to its own options."""
    own = urlencode({f"{route}.{key}": value for key, value in options.items()})
    return client.get(f"/api/{route}?{own}&{recipe.to_query()}")


def merged(pieces):
    """The groups of all pieces: key → (label, change, count)."""
    sums = defaultdict(lambda: ["", 0.0, 0])
    for piece in pieces:
        for key, label, change, count, *_ in piece["groups"]:
            own = sums[key]
            sums[key] = [label, own[1] + change, own[2] + count]
    return sums


@pytest.mark.parametrize("by", WAYS)
@pytest.mark.parametrize("recipe", [EDITED, TEXT], ids=["edited", "batches of text"])
def test_pieces_of_a_ledger_are_the_whole(client, recipe, by):
    options = {"parameter": "W", "index": "1,2", "by": by}
    whole = Run(recipe).ledger("W", (1, 2), 0, ENDS[-1])
    answers = [asked(client, "ledger", recipe, start=a, stop=b, **options) for a, b in pairwise(ENDS)]
    if by == "sentence" and recipe is EDITED:
        assert [answer.json["problems"][0][0] for answer in answers] == ["ledger.by"] * 4
        return
    pieces = [answer.json for answer in answers]
    assert [piece["value"] for piece in pieces[:-1]] == [piece["start_value"] for piece in pieces[1:]]
    assert (pieces[0]["start_value"], pieces[-1]["value"]) == (whole.start_value, whole.value)
    groups, known = merged(pieces), whole.groups(by)
    assert len(groups) == len(known)
    assert sorted(change for _, change, _ in groups.values()) == pytest.approx(sorted(group.change for group in known))
    assert sum(count for *_, count in groups.values()) == sum(group.count for group in known)
    assert sum(sum(change for change, _ in piece["kinds"].values()) for piece in pieces) == pytest.approx(
        whole.value - whole.start_value
    )
    labels = {label for label, *_ in groups.values()}
    told = {"instance": " → ", "sentence": "sentence 1: ", "epoch": "epoch 1", "word": ""}
    assert any(told[by] in label for label in labels)


def test_a_group_of_many_is_told_whole_by_the_pieces_together(client):
    """Some are among a piece's smallest and large elsewhere: none is left out of a piece."""
    pairs = np.random.default_rng(7).integers(60, size=(3000, 2))
    recipe = Recipe(pairs=", ".join(f"w{a}|w{b}" for a, b in pairs), vector_size=4)
    options = {"parameter": "W_out", "index": "1,0"}
    pieces = [asked(client, "ledger", recipe, start=a, stop=b, **options).json for a, b in ((0, 2048), (2048, 4096))]
    whole = Run(recipe).ledger("W_out", (1, 0), 0, 4096).groups("instance")
    groups = merged(pieces)
    assert len(groups) == len(whole) == 3000
    for what, change, count, *_ in whole:
        label, told, times = groups[str(what)]
        assert (told, times) == (pytest.approx(change, rel=1e-9, abs=1e-15), count), label


def test_the_dot_product_of_two_words_has_a_ledger_too(client):
    answer = asked(client, "dot-ledger", EDITED, a=1, b=3, stop=50).json
    whole = Run(EDITED).dot_ledger(1, 3, None, 0, 50)
    assert (answer["start_value"], answer["value"]) == (whole.start_value, whole.value)
    assert [group[2:] for group in answer["groups"]] == [list(group[1:]) for group in whole.groups("instance")]
    positions, values = whole.curve()
    assert answer["curve"] == [positions.tolist(), values.tolist()]


def test_the_loss_of_an_instance_and_what_made_it_are_told(client):
    whole = Run(EDITED).loss_ledger((0, 2), None, 0, 50)
    answers = [asked(client, "loss-ledger", EDITED, instance="0,2", start=a, stop=b).json for a, b in pairwise(ENDS)]
    assert [step for each in answers for step in each["steps"]] == whole.steps.tolist()
    assert [loss for each in answers for loss in each["losses"]] == whole.losses.tolist()
    first, last = whole.steps[1:3].tolist()
    found = asked(client, "loss-change", EDITED, instance="0,2", start=first, stop=last + 1).json
    known = whole.difference(2)
    assert [found[name] for name in ("start", "stop", "first_order")] == [first, last, known.first_order]
    assert found["before"] + found["first_order"] + found["remainder"] + found["redrawn"] == pytest.approx(
        found["after"]
    )
    assert [group[2] for group in found["groups"]] == [change for _, change, _ in known.by_weight()]
    key, label, *_ = found["groups"][0]
    (name, (word, unit)), *_ = known.by_weight()[0]
    assert (key, label) == (
        f"{name}.{EDITED.corpus.index[word]}.{unit}",
        f"{name.replace('W_out', 'W′')}[{word}, {unit + 1}]",
    )
    vectors = asked(client, "loss-change", EDITED, instance="0,2", start=first, stop=last + 1, by="vector").json
    assert [group[3] for group in vectors["groups"]] == [count for *_, count in known.by_vector()]
    word = asked(client, "loss-ledger", EDITED, instance="0,2", word=1, stop=9).json
    assert word["losses"] == Run(EDITED).loss_ledger(2, 1, 0, 9).losses.tolist()


@pytest.mark.parametrize(
    ("recipe", "part"),
    [
        (Recipe(preset="king-queen", output="negative"), {"word": 1, "truth": 0}),
        (Recipe(preset="king-queen", output="hierarchical"), {"node": 1, "truth": 1}),
        (Recipe(preset="xor-network"), {"output": 0}),
    ],
)
def test_an_answers_part_in_a_loss_is_told_too(client, recipe, part):
    whole = Run(recipe).loss_ledger(2, stop=40, **part)
    answer = asked(client, "loss-ledger", recipe, instance="0,2", stop=40, **part).json
    assert answer["losses"] == whole.losses.tolist()
    first, last = whole.steps[1:3].tolist()
    found = asked(client, "loss-change", recipe, instance="0,2", start=first, stop=last + 1, **part).json
    assert found["first_order"] == whole.difference(2).first_order


def test_conditions_are_found_piece_by_piece(client):
    condition, run = "change(loss) > 0 or W[eat, 3] > 5", Run(EDITED)
    answers = [asked(client, "find", EDITED, condition=condition, start=a, stop=b) for a, b in pairwise(ENDS)]
    found = [answer.json for answer in answers]
    assert [each["stop"] for each in found] == [*ENDS[1:]]
    positions = [position for each in found for position in each["positions"]]
    assert positions == run.find(condition, 0, ENDS[-1])
    assert len(positions) > 2
    assert not any(each["already"] for each in found)
    always = [asked(client, "find", EDITED, condition="norm(W) < 99", start=a, stop=9).json for a in (0, 5)]
    assert [(each["positions"], each["already"]) for each in always] == [([], True), ([], False)]


def test_values_of_an_expression(client):
    options = {"expression": "cos(eat, drink)", "start": 2, "stop": 40, "stride": 3}
    header, arrays = unpacked(asked(client, "evaluate", EDITED, **options).data)
    np.testing.assert_array_equal(arrays["values"], Run(EDITED).evaluate("cos(eat, drink)", 2, 40, 3))
    assert (header["start"], header["stride"], header["condition"]) == (2, 3, False)
    _, arrays = unpacked(asked(client, "evaluate", EDITED, expression="vector_size > step", stop=4, of="lesson").data)
    assert arrays["values"].tolist() == [float(EDITED.vector_size > step) for step in range(5)]
    header, _ = unpacked(asked(client, "evaluate", EDITED, expression="loss < 1", stop=4).data)
    assert header["condition"] is True


def test_what_grew_until_the_run_ended_is_told(client):
    found = asked(client, "divergence", DIVERGING, stop=500).json
    known = Run(DIVERGING).divergence(500)
    assert (found["step"], found["grown"]) == (known.step, [list(each) for each in known.grown])
    weight = known.blamed[-1]
    assert found["weight"] == ".".join(map(str, (weight.quantity, *weight.index)))
    assert found["blamed"][-1][1:] == [weight.value, True]
    assert found["lost"].partition("[")[0] == Run(DIVERGING).frame(0).model.declared(known.lost.quantity).symbol
    assert asked(client, "divergence", EDITED, stop=50).json == {"step": None}


def test_where_the_run_ends_is_told(client):
    end = len(Run(DIVERGING).evaluate("loss", 0, 500)) - 1
    assert end < 500
    assert asked(client, "find", DIVERGING, condition="loss < 0", stop=500).json == {
        "positions": [],
        "stop": end,
        "already": False,
    }
    assert asked(client, "ledger", DIVERGING, parameter="W", index="0,0", stop=500).json["stop"] == end


@pytest.mark.parametrize(
    ("route", "options", "problem", "position"),
    [
        ("find", {"condition": "loss <", "stop": 9}, ["find.condition", "the end", "a number, a name or a word"], 6),
        ("find", {"condition": "loss", "stop": 9}, ["find.condition", "a number", None], 0),
        ("evaluate", {"expression": "W[eat, 9]", "stop": 9}, ["evaluate.expression", "9", "a number from 1 to 5"], 7),
        ("ledger", {"parameter": "Q", "index": "1", "stop": 9}, ["ledger.parameter", "Q", None], None),
        ("ledger", {"parameter": "W", "index": "1,99", "stop": 9}, ["ledger.index", "99", None], None),
        ("ledger", {"parameter": "W", "index": "1,1", "by": "x", "stop": 9}, ["ledger.by", "x", None], None),
        ("loss-ledger", {"instance": "7,0", "stop": 9}, ["loss-ledger.instance", "7,0", None], None),
        ("loss-ledger", {"instance": "0,0", "node": 1, "stop": 9}, ["loss-ledger.node", "1", None], None),
        ("loss-ledger", {"instance": "0,0", "word": 1, "truth": 2, "stop": 9}, ["loss-ledger.truth", "2", None], None),
        ("loss-change", {"instance": "0,99", "stop": 9}, ["loss-change.instance", "(0, 99)", None], None),
        ("dot-ledger", {"a": 0, "b": 99, "stop": 9}, ["dot-ledger.b", "99", None], None),
        ("evaluate", {"expression": "loss", "start": 5, "stop": 4}, ["evaluate.stop", "4", None], None),
    ],
)  # fmt: skip
def test_mistakes_are_told_with_their_place(client, route, options, problem, position):
    answer = asked(client, route, EDITED, **options)
    assert answer.status_code == 400
    ((field, got, allowed),) = answer.json["problems"]
    assert (field, got, problem[2] and allowed) == tuple(problem)
    assert answer.json.get("position") == position
