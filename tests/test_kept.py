"""What a worker keeps: bounded in number and bytes, counted as it grows; and what others may keep of its answers."""

import gc
import tracemalloc

import pytest

from explorer import Recipe, Run, limits
from explorer.training.replay import Trajectory
from explorer.web import kept, version
from explorer.web.kept import Kept, key_of
from explorer.web.version import VERSION
from explorer.web.warmth import WARMTH

pytestmark = pytest.mark.slow_without_jit


def query(seed):
    return Recipe(preset="king-queen", seed=seed).to_query()


def test_the_one_least_recently_asked_for_goes_first():
    kept = Kept(most=2)
    first = kept.trajectory(query(1))
    kept.trajectory(query(2))
    assert kept.trajectory(query(1)) is first
    kept.trajectory(query(3))
    assert len(kept) == 2
    assert kept.query_of(key_of(query(2))) is None
    assert kept.trajectory(query(1)) is first


def test_other_spellings_of_a_recipe_are_the_same():
    kept = Kept()
    assert kept.trajectory("preset=king-queen&seed=1") is kept.trajectory("preset=king-queen")
    assert kept.query_of(key_of("preset=king-queen&seed=1")) == "preset=king-queen"


def test_what_grows_is_counted_and_let_go():
    kept = Kept(most_bytes=8_000_000)
    large = "pairs=" + ",".join(f"w{i}|w{i + 1}" for i in range(100)) + "&vector_size=50"
    trajectory = kept.trajectory(large)
    before = kept.bytes
    Run(trajectory.recipe, trajectory).seek(20_000)
    kept.trajectory(large)
    assert kept.bytes > before + 1_000_000
    Run(trajectory.recipe, trajectory).seek(60_000)
    kept.trajectory(query(1))
    assert kept.query_of(key_of(trajectory.recipe.to_query())) is None
    assert kept.bytes < 1_000_000


def test_one_that_grows_long_after_it_was_asked_for_is_counted():
    kept = Kept()
    trajectory = kept.trajectory(query(1))
    for seed in (2, 3):
        kept.trajectory(query(seed))
    before = kept.bytes
    trajectory.parameters(100_000)
    assert kept.bytes > before + 10_000
    assert kept.bytes == sum(kept.trajectory(query(seed)).bytes for seed in (1, 2, 3))


TEXT = "\n".join(" ".join(f"w{(i * 7 + j) % 3000}" for j in range(20)) for i in range(3000))
PAIRS = ",".join(f"w{i}|w{(3 * i + 1) % 8000}" for i in range(8000))


@pytest.mark.parametrize(
    "fields",
    [
        {"text": TEXT, "output": "negative"},
        {"text": TEXT, "output": "hierarchical"},
        {"pairs": PAIRS, "output": "hierarchical"},
        {"pairs": PAIRS, "output": "negative", "vector_size": 50},
    ],
    ids=["text", "tree of a text", "tree of pairs", "pairs"],
)
def test_bytes_are_about_what_is_held(fields):
    while not WARMTH.ready:  # else its thread might compile meanwhile
        WARMTH.compile_next()
    Run(Recipe(**fields)).trace(0, 2).to_bytes()  # whatever is kept beside it is there now
    gc.collect()
    tracemalloc.start()
    trajectory = Trajectory(Recipe(**fields))
    Run(trajectory.recipe, trajectory).trace(0, 32).to_bytes()
    gc.collect()
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert 0.6 * held < trajectory.bytes < 2.5 * held


@pytest.mark.parametrize(
    ("asked", "everybodys"),
    [
        ("preset=king-queen", True),
        ("preset=king-queen&seed=5&learning_rate=0.1&output=negative", True),
        ("pairs=a|b", False),
        ("preset=king-queen&pairs=a|b", False),
        ('preset=king-queen&edit=[1,"weight",["W","king",0,0.5]]', False),
        ('preset=king-queen&output=negative&noise={"king":1,"queen":2}', False),
    ],
)
def test_answers_for_presets_alone_are_everybodys(client, asked, everybodys):
    answer = client.get(f"/api/{VERSION}/frames?{asked}&frames.start=0&frames.count=5")
    assert answer.status_code == 200
    kept = answer.headers["Cache-Control"]
    assert kept == ("public, max-age=31536000, immutable" if everybodys else "private, max-age=600")
    assert "private" in client.get(f"/api/frames?{asked}&frames.start=0&frames.count=5").headers["Cache-Control"]


@pytest.mark.parametrize(
    ("asked", "everybodys"),
    [
        ("sheet?sheet.step=3", True),
        ("explain?explain.step=3&explain.quantity=h&explain.index=0", True),
        ('check?check.step=3&check.given={"loss":{"":"2"}}', False),
        ("find?find.condition=loss<2&find.stop=20", False),
        ("evaluate?evaluate.expression=loss&evaluate.stop=20", False),
        ("neighbours?neighbours.step=3&neighbours.word=king", False),
        ("analogy?analogy.step=3&analogy.a=king&analogy.b=man&analogy.c=woman", False),
    ],
)
def test_what_one_types_is_kept_by_nobody_else(client, asked, everybodys):
    answer = client.get(f"/api/{VERSION}/{asked}&preset=king-queen")
    assert answer.status_code == 200, answer.text
    assert ("public" in answer.headers["Cache-Control"]) == everybodys


@pytest.mark.parametrize(
    "asked",
    [
        "describe?",
        "frames?frames.start=3&frames.count=5&frames.fit=W&",
        "losses?losses.stop=20&",
        "axes?axes.step=3&",
        "explain?explain.step=3&explain.quantity=W&explain.index=0,0&",
        "explain?explain.step=3&explain.quantity=h&explain.index=0&",
        "excite?excite.step=3&excite.words=0&",
        "continuation?continuation.step=3&continuation.words=cat&model=rnnlm&",
        "truncation?truncation.step=3&model=rnnlm&",
    ],
)
def test_a_recipe_that_is_too_large_to_be_kept_is_made_once_an_answer(client, monkeypatch, asked):
    made = []
    init = Trajectory.__init__
    monkeypatch.setattr(Trajectory, "__init__", lambda self, recipe: made.append(recipe) or init(self, recipe))
    monkeypatch.setattr(kept._kept, "_most_bytes", 0)
    answer = client.get(f"/api/{VERSION}/{asked}preset=cat-dog&seed=9")
    assert answer.status_code == 200
    assert "immutable" in answer.headers["Cache-Control"] or asked.startswith("continuation")
    assert len(made) == 1


def test_an_old_version_is_told_the_new_one(client):
    answer = client.get("/api/0123456789ab/describe?preset=king-queen")
    assert (answer.status_code, answer.json) == (409, {"outdated": {"asked": "0123456789ab", "serves": VERSION}})


def test_a_version_tells_files_of_one_name_apart(tmp_path, monkeypatch):
    def of(**sources):
        folder = tmp_path / str(len(list(tmp_path.iterdir())))
        for name, text in ({"web/version": "", "presets/a": ""} | sources).items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / f"{name}.py").write_text(text)
        monkeypatch.setattr(version, "__file__", str(folder / "web" / "version.py"))
        monkeypatch.setattr(version.resources, "path", lambda name: folder / name)
        return version._hash()

    there, elsewhere = ({f"{name}/notation": "x = 1"} for name in ("maths", "models"))
    assert of(**there) == of(**there) != of(**elsewhere)
    assert of(**{"maths/a": "b", "maths/c": ""}) != of(**{"maths/a": "", "maths/c": "b"})


def test_limits_of_what_is_kept():
    assert (limits.MAX_KEPT_RECIPES, limits.MAX_KEPT_BYTES) == (2_000, 256_000_000)
