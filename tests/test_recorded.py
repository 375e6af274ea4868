"""A run or a lesson in one file: its source answers what the program would; what can't be saved is told."""

import base64
import gzip
import hashlib
import json
import re
import subprocess
from html import unescape
from pathlib import Path

import numpy as np
import pytest

from explorer import Expression, Recipe, RecipeError, Run, limits, save_lesson
from explorer.analysis.projection import fit_axes
from explorer.lessons import FOLDER, LessonError
from explorer.web import chosen, record, recorded
from explorer.web.answers import excite
from explorer.web.describe import describe
from tests.cases import few_of
from tests.node import NODE
from tests.page_html import elements
from tests.test_lessons import AT_HIDDEN, HEAD, HOSTILE, block

ANSWERS = Path(__file__).parent / "scripts" / "recorded.mjs"
RECIPES = {
    "softmax": Recipe(preset="king-queen"),
    "negative, in batches": Recipe(preset="king-queen", output="negative", batch_size=3),
    "edited": Recipe(preset="king-queen").edited(290, weight=("W", "king", 0, 0.5)),
    "recurrent": Recipe(preset="who-makes-which-noise"),
    "of numbers": Recipe(preset="xor-network"),
    "look-up": Recipe(preset="feed-the-cat"),
    "recurrent, with a tree": Recipe(preset="who-makes-which-noise", output="hierarchical"),
}
START, STOP = 130, 300  # over the ends of blocks


@pytest.mark.parametrize("name", RECIPES)
def test_its_source_answers_as_the_program_does(name, tmp_path):
    recipe = RECIPES[name]
    run, file = Run(recipe).seek(STOP), tmp_path / "run.html"
    run.save_html(file, START)
    answers = answered(file)
    assert answers["range"] == [START, STOP]
    for step, weights in answers["weights"].items():
        for parameter, array in Run(recipe).seek(int(step)).parameters.items():
            np.testing.assert_allclose(weights[parameter], np.ravel(array), rtol=1e-9, atol=1e-12)
    losses = run.trajectory.losses(0, STOP)
    stride = -(-STOP // 7)
    np.testing.assert_allclose(answers["losses"], [losses[at : at + stride].mean() for at in range(0, STOP, stride)])
    np.testing.assert_allclose(answers["way"], losses[START : START + 6], rtol=1e-6)
    if recipe.architecture.network.input == "W":
        fitted = fit_axes(np.asarray(run.parameters["W"]))
        for each in ("mean", "basis", "share"):
            np.testing.assert_allclose(answers["axes"][each], getattr(fitted, each), atol=1e-9)
        assert len(answers["followed"]) == 2
    if name in ("negative, in batches", "recurrent, with a tree"):
        inputs, _ = run.frame().instances[0]
        expected = excite(run.trajectory, STOP, [int(word) for word in inputs], instance=0)["output"]
        np.testing.assert_allclose(answers["foreseen"], expected, rtol=1e-6)
    else:
        assert "foreseen" not in answers
    if run.vocabulary:
        a, b, c, *_ = run.vocabulary
        assert_near(answers["neighbours"], run.neighbours(a, count=3))
        assert_near(answers["analogy"], run.analogy(a, b, c, count=3))
    assert all("open the run in the program" in message for message in answers["refused"])


@pytest.mark.parametrize(("words", "kept"), [(10, ""), (400, "#z="), (8_000, "#sha256=pairs:")])
def test_its_way_into_the_program_is_an_address_however_long_the_data_are(words, kept, tmp_path):
    pairs = ", ".join(f"so-long-a-word-{i * 7919 % 1000003}|{i}" for i in range(words))
    run, file = Run(Recipe(pairs=pairs, output="hierarchical")).seek(20), tmp_path / "run.html"
    run.save_html(file, 4)
    (address,) = re.findall('id="program" [^>]* href="([^"]*)"', file.read_text(encoding="utf-8"))
    assert kept in address
    assert len(address) < 100_000
    link = answered(file)["link"]
    assert (link["step"], link["view"]) == (5, {"log": "1"})
    if "sha256" in kept:
        with pytest.raises(RecipeError, match=r"pairs: got 'a file that the link names by its hash'"):
            Recipe.from_query(unescape(address))
        assert link["missing"] == {"field": "pairs", "hash": hashlib.sha256(run.recipe.pairs.encode()).hexdigest()}
    else:
        assert Recipe.from_query(link["query"]) == run.recipe == Recipe.from_query(unescape(address))


SOME = {
    "CBOW": {"vector_size": 4},
    "skip-gram": {"model": "skip-gram", "vector_size": 4, "batch_size": 2},
    "layered": {"model": "nnlm", "context": 1, "vector_size": 3, "hidden": (4,)},
    "recurrent": {"model": "rnnlm", "hidden": (4,)},
}


@pytest.mark.parametrize("name", SOME)
def test_of_many_words_that_all_move_it_has_those_of_its_steps(name, tmp_path, monkeypatch):
    monkeypatch.setattr(limits, "MAX_WHOLE_WORDS", 150)
    pairs = ", ".join(f"w{i}|w{(7 * i + 1) % 400}" for i in range(400))
    recipe = Recipe(pairs=pairs, **SOME[name]).edited(20, weight=(edited_of(name), 399, 0, 0.5))
    run, file = Run(recipe).seek(70), tmp_path / "run.html"
    run.save_html(file, 5)
    assert "words that its steps neither name nor find probable" in file.read_text(encoding="utf-8")
    answers = answered(file)
    ids = answers["rows"]
    assert {399, *range(75), *(word for side in run.frame(69).instances[0] for word in side)} <= {*ids}
    assert {*np.argsort(run.frame(69)["y"].reshape(-1, 400)[0])[-8:]} <= {*ids}
    output = run.frame(69).parameters[run.trajectory.model.network.output]
    sent = np.abs(run.frame(69)["e"].reshape(-1, 400)[0]) * np.linalg.norm(output, axis=1)
    assert {*np.argsort(sent)[-8:]} <= {*ids}
    assert len(ids) < 350
    axes = {parameter.name: parameter.axes for parameter in run.trajectory.model.parameters}
    for step, weights in answers["weights"].items():
        for parameter, array in Run(recipe).seek(int(step)).parameters.items():
            rows = np.ix_(
                *(
                    ids if axis == "word" else range(size)
                    for axis, size in zip(axes[parameter], array.shape, strict=True)
                )
            )
            np.testing.assert_allclose(weights[parameter], np.asarray(array)[rows].ravel(), rtol=1e-9, atol=1e-12)
    own = [run.vocabulary[at] for at in ids]
    near = [pair for pair in run.neighbours("w0", count=399) if pair[0] in own]
    assert_near(answers["neighbours"], near[:3])
    if recipe.architecture.network.input == "W":
        np.testing.assert_allclose(answers["axes"]["mean"], fit_axes(np.asarray(run.parameters["W"])).mean, atol=1e-9)


def test_of_many_words_it_has_those_that_send_most_back_however_improbable(monkeypatch):
    monkeypatch.setattr(limits, "MAX_WHOLE_WORDS", 150)
    outputs = np.zeros((400, 2))
    outputs[388] = -9
    pairs = ", ".join(f"w{i}|w{(7 * i + 1) % 400}" for i in range(400))
    recipe = Recipe(pairs=pairs, vector_size=2, parameters={"W": np.full((400, 2), 0.1), "W_out": outputs})
    assert np.argmin(Run(recipe).frame()["y"]) == 388
    found = chosen.met(Run(recipe).trajectory, {0: 5})
    assert 388 in found
    assert len(found) < 100


def edited_of(name):
    """A parameter with a row for each word, by what SOME calls it."""
    return {"layered": "C", "recurrent": "V"}.get(name, "W")


def test_of_many_words_the_axes_are_those_of_all():
    words = limits.MAX_WHOLE_WORDS + 2
    pairs = ", ".join(f"w{i}|w{(7 * i + 1) % words}" for i in range(words))
    run, positions = Run(Recipe(pairs=pairs, output="negative")), [0, 3, 4, 5, 90]
    assert run.trajectory.by_rows
    told = record._axes(run.trajectory, ["W", "both"], positions, 2)
    for fit in ("W", "both"):
        for i, position in enumerate(positions):
            weights = run.seek(position).parameters
            fitted = fit_axes(*(np.asarray(weights[name]) for name in ("W", "W_out")[: 1 + (fit == "both")]))
            for name in ("mean", "basis", "share"):
                np.testing.assert_allclose(told[f"{fit}.{name}"][i], getattr(fitted, name), atol=1e-9)


def test_a_record_may_have_gaps(tmp_path):
    recipe, spans, file = Recipe(preset="king-queen"), [(0, 40), (130, 300)], tmp_path / "run.html"
    trajectory, condition = Run(recipe).trajectory, "loss < 4.4"
    told = record.packed(trajectory, describe(trajectory), spans, conditions=[condition])
    file.write_text(f'<script id="record" type="text/plain">{told}</script>')
    answers = answered(file)
    for step, weights in answers["weights"].items():
        for name, array in Run(recipe).seek(int(step)).parameters.items():
            np.testing.assert_allclose(weights[name], np.ravel(array), rtol=1e-9, atol=1e-12)
    expression = Expression(condition, recipe, of_lesson=True)
    asked = [Run(recipe).evaluate(expression, start, last + 1) == 1 for start, last in spans]
    assert [np.array(each, bool).tolist() for each in answers["holds"]] == [each.tolist() for each in asked]
    assert 0 < sum(each.sum() for each in asked) < 200


@pytest.mark.parametrize("name", ["softmax", "negative, in batches"])
def test_numbers_are_held_against_its_own_as_by_the_program(name, tmp_path):
    recipe, file = RECIPES[name], tmp_path / "run.html"
    batch = (1,) if recipe.batch_size > 1 else ()
    asked = [(7, "h", (*batch, 1)), (8, "e", (*batch, 2)), (8, "loss", ()), (9, "W_out", (3, 1)), (9, "W", (0, 0))]
    if batch:
        asked.append((9, "h", (recipe.batch_size, 0)))  # which no step has
    run = Run(recipe)
    told = record.packed(run.trajectory, describe(run.trajectory), [(0, 40)], numbers=asked)
    file.write_text(f'<script id="record" type="text/plain">{told}</script>')
    known = answered(file)["checked"]
    assert {(each["step"], each["quantity"], *each["index"]) for each in known} == {
        (step, name, *index) for step, name, index in asked[:5]
    }
    for each in known:
        given = {each["quantity"]: {tuple(each["index"]): each["text"]}}
        found = run.frame(each["step"]).check(given).findings
        assert [(one["hint"], one["got"], one["expected"]) for one in each["findings"]] == [
            (one.hint, one.got, pytest.approx(one.expected)) for one in found
        ]
    assert len({one["hint"] for each in known for one in each["findings"]}) > 4


def answered(file):
    """What the source in a file answers."""
    told = subprocess.run([NODE, ANSWERS, file], capture_output=True, text=True, timeout=300, check=True).stdout
    return json.loads(told)


def assert_near(found, expected):
    assert [word for word, _ in found] == [word for word, _ in expected]
    np.testing.assert_allclose([cosine for _, cosine in found], [cosine for _, cosine in expected], atol=1e-9)


def test_it_asks_nobody_and_ends_where_the_run_does(tmp_path):
    file = tmp_path / "run.html"
    Run(Recipe(preset="king-queen").edited(60, weight=("W", "king", 0, 1e308))).save_html(file, stop=100)
    text = file.read_text(encoding="utf-8")
    links = re.findall(r"""<[^<>]*\b(?:src|href)=["']?([^"' >]*)""", text.partition("<script")[0])
    assert {link.partition("?")[0] for link in links} == {"http://127.0.0.1:8050/"}
    assert not re.search(r"""\bimport\(["']""", text), "all scripts are in the file"
    last = int(re.search("A record of steps 1 to ([0-9]+)", text)[1])
    assert 60 <= last < 72


def test_its_note_says_where_the_run_is_another_than_its_preset():
    def note(recipe):
        (part,) = re.findall(r'<section id="note".*?</section>', recorded.page(Run(recipe).seek(30)), re.DOTALL)
        return " ".join(re.sub("<[^>]+>", " ", part).split())

    usual = note(Recipe(preset="king-queen", seed=5))
    assert "Said of the preset" not in usual
    assert "Changed on the way" not in usual
    assert "Model: Skip-gram · Output layer: full softmax · Learning rate η: 0.2 · Seed: 5" in usual
    changed = note(Recipe(preset="king-queen", output="negative").edited(20, learning_rate=0.05))
    told = "Said of the preset's own settings; here it has another “Output layer”, value set by hand."
    assert told in changed
    assert "Output layer: negative sampling" in changed
    assert "Changed on the way: learning rate 0.05 after step 20" in changed
    own = note(Recipe(preset="king-queen", pairs="a|b, b|c"))
    assert "another corpus." in own


def test_markup_in_words_stays_words():
    recipe = Recipe(pairs="<script>alert(1)</script>|b, c|</script>", seed=1)
    page = Run(recipe).seek(3).show().page
    assert "alert(1)" not in page


@pytest.mark.parametrize(
    ("asked", "named"),
    [
        ({"start": 5, "stop": 3}, "stop"),
        ({"start": -1}, "start"),
        ({"stop": 10**6}, "stop: got 1,?000,?000, allowed is at most 20,000"),
    ],
)
def test_what_cannot_be_saved_is_told(asked, named, tmp_path):
    with pytest.raises(RecipeError, match=named):
        Run(Recipe(preset="king-queen")).save_html(tmp_path / "run.html", **asked)
    assert not list(tmp_path.iterdir())


def test_of_many_words_the_refusal_names_layers_that_ask_few(tmp_path):
    words = limits.MAX_WHOLE_WORDS + 2
    run = Run(Recipe(pairs=",".join(f"w{i}|w{(i + 1) % words}" for i in range(words)), vector_size=50))
    most = record.most_steps(run.trajectory)
    with pytest.raises(RecipeError, match=f"holds {most:,} steps of this run, 20,000 with .*, 20,000 with output=neg"):
        run.save_html(tmp_path / "run.html", stop=most + 1)
    run.seek(31).save_html(tmp_path / "run.html")
    told = re.search('id="record" type="text/plain">([^<]*)<', (tmp_path / "run.html").read_text(encoding="utf-8"))[1]
    assert len(gzip.decompress(base64.b64decode(told))) == pytest.approx(chosen.bytes_of(run.trajectory, 32), rel=0.15)


def test_panels_of_a_notebook():
    run = Run(Recipe(preset="king-queen")).seek(20)
    shown = run.show("network loss")
    assert 'id="network"' in shown.page
    assert 'id="weights"' not in shown.page
    assert 'sandbox="allow-scripts' in run._repr_html_()
    for page in (shown.page, run.show().page):
        (off,) = (each for each in elements(page) if each.attributes.get("class") == "off")
        off_here = page.partition("Off in this frame")[2].partition("</p>")[0]
        assert {"run.ledger", "run.compare", "run.find"} <= set(re.findall("<code>(.*?)</code>", off_here))
        assert [each.attributes["id"] for each in elements(page) if "id" in each.attributes].count("predict") == 1
        assert off.tag == "p"
        assert "127.0.0.1" not in page
    for panels, got in (["netwrok"], "'netwrok'"), ("", r"\[\]"), (3, "3"):
        with pytest.raises(RecipeError, match=f"panels: got {got}, allowed is of network, "):
            run.show(panels)


def test_of_large_frames_a_notebook_and_the_page_have_as_many_steps_as_fit(monkeypatch):
    run = Run(Recipe(preset="king-queen"))
    weights, block = run.trajectory.costs.state_bytes, describe(run.trajectory)["longest_stretch"]
    monkeypatch.setattr(limits, "MAX_FILE_BYTES", 53 * (run.trajectory.costs.record_bytes + weights // block))
    for step, first, last in [(0, 1, 53), (20, 1, 53), (200, 147, 200)]:
        assert f"A record of steps {first} to {last} of this run" in run.seek(step).show().page
        assert recorded.around(run.trajectory, step) == (max(0, last - 53), last)
    assert describe(run.trajectory)["limits"]["file"] == 53


def test_the_page_offers_the_file(client):
    answer = client.get("/api/file?file.step=30&preset=king-queen")
    assert "attachment" in answer.headers["Content-Disposition"]
    assert "private" in answer.headers["Cache-Control"], "it names the address that was asked"
    assert "A record of steps 1 to 500 of this run" in answer.text
    assert 'href="http://localhost/?' in answer.text
    refused = client.get("/api/file?file.step=9000&preset=four-grams")
    assert refused.json["problems"][0][0] == "file.step"


LESSONS = sorted(FOLDER.glob("*.md"))
MOST_BYTES = 5_000_000  # of a lesson of the project in one file


def headers(text):
    """The headers of the records of a lesson, by the queries that the lesson has for each."""
    found = {}
    for queries, packed in re.findall('data-queries="([^"]*)">([^<]*)<', text):
        told = gzip.decompress(base64.b64decode(packed))
        header = json.loads(told[4 : 4 + int.from_bytes(told[:4], "little")])
        found |= dict.fromkeys(json.loads(unescape(queries)), header)
    return found


@pytest.mark.slow_without_jit  # a lesson's shares are of many runs
@pytest.mark.parametrize("name", few_of([path.stem for path in LESSONS], "cbow-by-hand", "recurrent-memory"))
def test_every_lesson_fits_into_a_file_that_asks_nobody(name, tmp_path):
    file = tmp_path / "lesson.html"
    save_lesson(name, file)
    text = file.read_text(encoding="utf-8")
    assert file.stat().st_size < MOST_BYTES
    found, known = elements(text), headers(text)
    assert not [each for each in found if {"src", "data-api", "data-pending"} & each.attributes.keys()]
    links = [each.attributes["href"] for each in found if "href" in each.attributes]
    assert links[0] == "http://127.0.0.1:8050/"
    assert all(link.startswith(("#", "https://", "http://127.0.0.1:8050/?", links[0])) for link in links)
    assert "Off in this file: other settings, " in text
    assert not [link for link in links if "/api" in link or "/assets" in link]
    cues = [json.loads(each.attributes["data-cue"]) for each in found if "data-cue" in each.attributes]
    asks = [json.loads(each.attributes["data-ask"]) for each in found if "data-ask" in each.attributes]
    ways = [(ask, ask["way"]) for ask in asks if "way" in ask]
    for place in (*cues, *(ask["place"] for ask in asks), *(way for _, way in ways)):
        session = known[place["query"]]["session"]
        spans = session["limits"]["spans"]
        assert known[session["query"]] is known[place["query"]]
        assert any(first <= place["step"] <= last for first, last in spans)
    for ask in asks:
        if ask["kind"] == "value" and "quantity" in ask:
            held = known[ask["place"]["query"]]["mistakes"]
            assert [ask["frame"], ask["quantity"], ask["index"]] in [
                [each["step"], each["quantity"], ",".join(map(str, each["index"]))] for each in held
            ]
        if ask.get("what") == "value":
            held = known[ask["place"]["query"]]["mistakes"]
            assert (ask["place"]["step"], ask["quantity"]) in [(each["step"], each["quantity"]) for each in held]
    for ask, way in ways:
        inside = way["stage"] not in ("", "update")
        assert way["step"] + inside in known[way["query"]]["conditions"][ask["until"]]


def test_a_hostile_lesson_stays_text(tmp_path):
    bad = "</script><script>alert(1)</script><img src=x onerror=alert(1)>"
    head = HEAD.replace('"A lesson"', f'"{bad}"').replace('"It is short."', f'"{bad}"').replace('"Aim"', f'"{bad}"')
    words = 'pairs=<script>|"><img src=x onerror=alert(1)>,salt|<script>'.replace('"', '\\"')
    own = head.replace("preset=one-pair", words).replace("explorers.main", f"explorers.'{bad}'")
    (tmp_path / "own.md").write_text(own + "## Part\n\n" + AT_HIDDEN + "\n\n".join(HOSTILE), encoding="utf-8")
    save_lesson(tmp_path / "own.md", tmp_path / "own.html")
    found = elements((tmp_path / "own.html").read_text(encoding="utf-8"))
    scripts = [each.attributes.get("type") for each in found if each.tag == "script"]
    assert sorted(scripts) == ["application/json", "module", "text/plain"]
    assert not [each.tag for each in found if each.tag in ("img", "iframe", "object", "link", "base")]
    assert not [name for each in found for name in each.attributes if name.startswith("on")]
    (policy,) = (each.attributes["content"] for each in found if "http-equiv" in each.attributes)
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert policy.endswith("base-uri 'none'; form-action 'none'")  # what the default does not reach
    links = {each.attributes["href"].partition("/")[0] for each in found if "href" in each.attributes}
    assert links == {"http:", "https:"}


def test_links_within_the_program_lead_there(tmp_path):
    body = "## Part\n\n[a](../?preset=week) [b](other) [c](#part) [d](https://a.example/)"
    (tmp_path / "own.md").write_text(HEAD + body, encoding="utf-8")
    save_lesson(str(tmp_path / "own.md"), tmp_path / "own.html")
    found = elements((tmp_path / "own.html").read_text(encoding="utf-8"))
    links = [each.attributes["href"] for each in found if "href" in each.attributes]
    program = "http://127.0.0.1:8050/"
    assert links == [program, f"{program}?preset=week", f"{program}lessons/other", "#part", "https://a.example/"]


def test_a_lesson_that_cannot_be_saved_is_told(tmp_path):
    with pytest.raises(RecipeError, match=r"lesson: got 'cbow', allowed is .*cbow-by-hand"):
        save_lesson("cbow", tmp_path / "out.html")
    (tmp_path / "far.md").write_text(HEAD + "## Part\n\n" + block("explorer", "step = 3") + "`=los`", encoding="utf-8")
    with pytest.raises(LessonError, match=r"far.md:\d+: "):
        save_lesson(tmp_path / "far.md", tmp_path / "out.html")
    ask = block("ask", 'kind = "direction"', 'question = "?"', 'of = "loss"', "until = 30_000")
    (tmp_path / "far.md").write_text(HEAD + "## Part\n\n" + ask, encoding="utf-8")
    with pytest.raises(LessonError, match=r"far\.md:1: it uses 30,100 steps of its runs; a file holds at most 20,000"):
        save_lesson(tmp_path / "far.md", tmp_path / "out.html")
    assert not (tmp_path / "out.html").exists()
