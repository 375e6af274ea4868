"""The README says what is so, shows the page, and is found from there."""

import re

from explorer import PRESETS
from explorer.models import MODELS
from explorer.web import layout
from explorer.web.server import create_app
from tests.app_process import CHECKOUT

README = (CHECKOUT / "README.md").read_text(encoding="utf-8")
MOST_BYTES = 1_000_000  # of the picture


def test_presets_have_the_names_they_have_on_the_page():
    """What is bold is a preset's title or stands on a button, so that a reader finds it there by that name."""
    scripts = (path.read_text(encoding="utf-8") for path in (CHECKOUT / "assets").rglob("*.mjs"))
    buttons = {*re.findall(r">([^<>]+)</", layout.page()), *re.findall(r'"([^"\n]+)"', "\n".join(scripts))}
    titles = {preset.title for preset in PRESETS.values()}
    bold = {name for text in re.findall(r"\*\*(.+?)\*\*", " ".join(README.split())) for name in text.split(" · ")}
    assert len(bold & titles) >= 4
    assert bold <= titles | buttons
    assert set(re.findall(r'preset="([^"]+)"', README)) <= PRESETS.keys()


def test_it_opens_with_a_moving_picture():
    (name, *_) = re.findall(r"!\[[^]]+\]\((.+?)\)", README.split("\n## ")[0])
    picture = (CHECKOUT / name).read_bytes()
    assert len(picture) <= MOST_BYTES
    kind, extended = picture[:4] + picture[8:12], picture[12:16]
    assert (kind, extended) == (b"RIFFWEBP", b"VP8X")
    moving = picture[20] & 0b10
    assert moving
    assert picture.count(b"ANMF") > 10


def test_the_page_leads_to_it():
    client = create_app(prefix="/lab/").server.test_client()
    (address,) = re.findall(r'href="([^"#]+)#:~:text=', client.get("/lab").text)
    answer = client.get(address)
    assert (address, answer.mimetype, answer.text) == ("/lab/readme", "text/plain", README)


def test_the_page_leads_to_the_source_of_each_model():
    """What can be read is the program itself, and nothing beside it."""
    client = create_app(prefix="/lab/").server.test_client()
    addresses = re.findall(r'href="(/lab/source[^"]*)"', client.get("/lab").text)
    assert len(addresses) == 1 + len(MODELS)
    answers = {address: client.get(address) for address in addresses}
    assert {answer.mimetype for answer in answers.values()} == {"text/plain"}
    assert answers["/lab/source"].data == (CHECKOUT / "explorer" / "README.md").read_bytes()
    assert answers["/lab/source/models/cbow.py"].data == (CHECKOUT / "explorer" / "models" / "cbow.py").read_bytes()
    for outside in ("../pyproject.toml", "%2e%2e/app.py", "web/templates/help.html", "nothing.py"):
        assert client.get(f"/lab/source/{outside}").status_code == 404
