"""What a link tells of itself where it is posted: of the page, of one in a frame, of lessons."""

import re

import pytest

from explorer.training import PRESETS
from explorer.web.server import create_app
from tests.page_html import elements

BAD = '"><script>alert(1)</script>{%config%}<host>'


def told(answer):
    """The tags of a preview by their names."""
    tags = [each.attributes for each in elements(answer.text) if each.tag == "meta"]
    named = [(each.get("property") or each.get("name"), each["content"]) for each in tags if "charset" not in each]
    assert len(named) == len(dict(named))
    return dict(named)


@pytest.fixture(scope="module")
def below():
    """Asks the program where it lies below a path, by a name of its own."""
    client = create_app(prefix="/lab/", allow_hosts=["words.example"]).server.test_client()
    return lambda path: client.get(path, headers={"Host": "words.example"}, buffered=True)


@pytest.mark.parametrize("around", ["", "embed=1&"])
@pytest.mark.parametrize(
    ("query", "title"),
    [
        ("", "Embedding Explorer"),
        ("preset=king-queen&step=1370", "King − man + woman · Skip-gram · step 1,370"),
        ("preset=king-queen&model=cbow", "King − man + woman · CBOW"),
        ("preset=nothing&model=nothing&step=-1", "Embedding Explorer"),
        ("pairs=a|b&step=٣", "A run of one's own"),
        ("text=" + "a " * 900 + "&model=rnnlm&step=" + "9" * 5000, "A run of one's own · Recurrent language model"),
        (f"preset={BAD}&model={BAD}&step={BAD}&text={BAD}", "A run of one's own"),
    ],
)
def test_a_link_names_its_run(below, around, query, title):
    answer = below(f"/lab/?{around}{query}")
    assert answer.status_code == 200
    preview = told(answer)
    assert preview["og:title"] == title
    named = PRESETS["king-queen"].caption if "king-queen" in query else "Word vectors being learnt"
    assert preview["og:description"].startswith(named)
    assert preview["description"] == preview["og:description"]
    assert preview["twitter:card"] == "summary_large_image"
    host, path = preview["og:image"].split("/lab/")
    assert host == "http://words.example"
    assert below(f"/lab/{path}").mimetype == "image/webp"


def test_the_picture_is_of_the_model_or_of_all(below):
    asked = {"preset=king-queen&model=cbow": "-cbow", "preset=xor-network": "-mlp", "model=rnnlm&text=a": "-rnnlm"}
    for query, own in (asked | {"preset=king-queen": "", "": "", "preset=nothing&model=nothing": ""}).items():
        for around in ("", "embed=1&"):
            picture = told(below(f"/lab/?{around}{query}"))["og:image"]
            assert picture.endswith(f"/preview{own}.webp"), query


def test_hostile_words_of_a_link_are_nowhere_in_its_page(below):
    own, usual = (below(f"/lab/?{query}").text for query in (f"preset={BAD}&text={BAD}&step={BAD}", "text=a"))
    asked = re.compile(r'<link rel="preload" as="fetch" crossorigin href="/lab/api/\w+/describe\?[\w%+&;=.*-]*">')
    assert asked.sub("", own).startswith(asked.sub("", usual.split("</head>")[0]))
    assert "alert(1)" not in own


def test_a_lesson_has_its_title_and_its_summary(below):
    preview = told(below("/lab/lessons/cbow-by-hand"))
    assert preview["og:description"] == preview["description"] != told(below("/lab/lessons"))["description"]
    assert preview["og:image"] == told(below("/lab/"))["og:image"]
    assert told(below("/lab/lessons"))["og:title"] == "Lessons"


def test_a_kept_page_names_the_host_that_is_asked():
    client = create_app(allow_hosts=["one.example", "other.example"]).server.test_client()
    for name in ("one.example", "other.example"):
        for path in ("/lessons/cbow-by-hand", "/lessons", "/"):
            picture = told(client.get(path, headers={"Host": name}))["og:image"]
            assert picture.startswith(f"http://{name}/assets/")
