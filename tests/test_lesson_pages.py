"""The pages of lessons: the list, a lesson, those of an own folder, and what is told where one cannot be shown."""

import json
import os
from contextlib import suppress
from types import SimpleNamespace

import pytest

from explorer import Recipe, Run, limits
from explorer.lessons import FOLDER, folders
from explorer.web import fair, lessons, record
from explorer.web.server import create_app
from tests.page_html import elements
from tests.test_lessons import AT_HIDDEN, HEAD, HOSTILE


@pytest.fixture(scope="module")
def own(tmp_path_factory):
    """A function that writes a lesson into the own folder."""
    folder = tmp_path_factory.mktemp("own")

    def write(name, body, head=HEAD):
        path = folder / f"{name}.md"
        path.write_text(head + body, encoding="utf-8")
        return path

    write("short", f"## Part\n\n{AT_HIDDEN}`=loss`\n\n" + "\n\n".join(each for each in HOSTILE if "`=" not in each))
    return write


@pytest.fixture(scope="module")
def client(own):
    folder = own("other", "## Part\n\ntext").parent
    return create_app(warm_up=False, prefix="/lab/", lessons=[str(folder)]).server.test_client()


@pytest.fixture(autouse=True)
def ahead(monkeypatch):
    """What is to be written ahead, as functions; no thread goes on after a test."""
    due = []
    monkeypatch.setattr(lessons, "Timer", lambda _, write: SimpleNamespace(start=lambda: due.append(write)))
    monkeypatch.setattr(fair, "give_way", lambda: None)
    yield due
    for write in due:
        with suppress(RuntimeError):
            write.__self__._writing.release()


def one(html, **wanted):
    """The attributes of the only element that has these."""
    (found,) = (each for each in elements(html) if wanted.items() <= each.attributes.items())
    return found.attributes


@pytest.mark.parametrize("path", ["", "?embed=1", "lessons", "lessons/cbow-by-hand"])
def test_what_a_page_links_in_its_head_is_there(client, path):
    links = [each.attributes for each in elements(client.get(f"/lab/{path}").text) if each.tag == "link"]
    assert {link["rel"] for link in links} >= {"icon", "stylesheet"}
    for link in links:
        answer = client.get(link["href"], buffered=True)
        assert answer.status_code == 200, link
        assert link.get("type", answer.mimetype) == answer.mimetype


def test_the_list_leads_to_every_lesson(client):
    page = client.get("/lab/lessons").text
    named = [each.attributes["data-lesson"] for each in elements(page) if "data-lesson" in each.attributes]
    assert {*named} >= {"short", *(path.stem for path in FOLDER.glob("*.md"))}
    assert all(client.get(f"/lab/lessons/{name}").status_code == 200 for name in ("short", "cbow-by-hand"))
    links = {each.attributes["href"] for each in elements(page) if each.tag in ("a", "link")}
    assert links >= {f"/lab/lessons/{name}" for name in named}
    others = [link for link in links if "/lessons/" not in link]
    assert "/lab/" in others
    assert all(client.get(link, buffered=True).status_code == 200 for link in others)


def test_a_lesson_is_a_page_of_ours(client):
    answer = client.get("/lab/lessons/short")
    found = elements(answer.text)
    body = one(answer.text, **{"class": "lesson"})
    assert body["data-lesson"] == "short"
    assert client.get(f"{body['data-api']}/describe?preset=one-pair").status_code == 200
    told = json.loads(answer.text.split('id="lesson-data" type="application/json">')[1].split("</script>")[0])
    assert {*told} == {"explorers"}  # which the page's scripts read
    assert told["explorers"]["main"]["query"] == "preset=one-pair"
    ids = [each.attributes["id"] for each in found if "id" in each.attributes]
    assert len(ids) == len({*ids})
    assert {"lesson-text", "lesson-beside", "lesson-on", "lesson-back", "lesson-progress", "part"} <= {*ids}
    assert "'unsafe-inline'" not in answer.headers["Content-Security-Policy"].split("script-src")[1].split(";")[0]
    assert answer.headers["Content-Security-Policy"] == client.get("/lab/").headers["Content-Security-Policy"]
    inline = [each.attributes for each in found if each.tag == "script" and "src" not in each.attributes]
    assert [each["type"] for each in inline] == ["application/json"]
    assert not [name for each in found for name in each.attributes if name.startswith("on")]
    again = client.get("/lab/lessons/short", headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_a_hostile_head_is_text(client, own):
    bad = "</script><script>alert(1)</script><img src=x onerror=alert(1)>"
    head = HEAD.replace('"A lesson"', f'"{bad}"').replace('"It is short."', f'"{bad}"').replace('"Aim"', f'"{bad}"')
    own("hostile", "## Part\n\ntext", head.replace("explorers.main", f"explorers.'{bad}'"))
    for path in ("hostile", ""):
        answer = client.get(f"/lab/lessons/{path}")
        assert answer.status_code == 200
        found = elements(answer.text)
        assert {each.attributes.get("type") for each in found if each.tag == "script"} <= {"module", "application/json"}
        assert not [each for each in found if each.tag == "img"]


def test_a_page_is_written_anew_when_its_file_changes(client, own):
    first = client.get("/lab/lessons/other").text
    os.utime(own("other", "## Another part\n\ntext"), ns=(1, 1))
    second = client.get("/lab/lessons/other").text
    assert ("Another part" in first, "Another part" in second) == (False, True)


def test_a_page_has_the_title_that_the_next_lesson_has_now(client, own):
    def ordered(name, order, title):
        return own(name, "## Part\n\ntext", HEAD.replace('"A lesson"', f'"{title}"\norder = {order}'))

    ordered("last-but-one", 9_001, "The last but one")
    ordered("last", 9_002, "Some title")
    first = client.get("/lab/lessons/last-but-one").text
    os.utime(ordered("last", 9_002, "Some other title"), ns=(1, 1))
    second = client.get("/lab/lessons/last-but-one").text
    assert ["Some title" in first, "Some title" in second, "Some other title" in second] == [True, False, True]


def test_mistakes_are_told_with_file_and_line(client, own):
    own("wrong", "## <b>\n\n`=los`")
    own("empty", "## Part\n\n`=loss`")
    line = HEAD.count("\n") + 3
    for name, part in (("wrong", "a parameter"), ("empty", "no value at position 0")):
        answer = client.get(f"/lab/lessons/{name}")
        assert answer.status_code == 422
        assert f"{name}.md:{line}: " in answer.text
        assert part in answer.text
    page = client.get("/lab/lessons").text
    assert f"wrong.md:{line}: " in page
    assert "/lab/lessons/short" in page


def test_what_is_no_readable_file_stops_no_lesson(client, own, monkeypatch):
    path = own("locked", "## Part\n\ntext")
    (path.parent / ".#short.md").symlink_to("somebody@somewhere.1")
    (path.parent / "folder.md").mkdir()

    def refused(asked, panels):
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patch:
        patch.setattr(folders, "read", refused)
        page, answer = client.get("/lab/lessons"), client.get("/lab/lessons/locked")
    told = "locked.md:1: this cannot be read: Permission denied"
    assert (page.status_code, told in page.text, answer.status_code, told in answer.text) == (200, True, 422, True)
    assert not [name for name in (".#short.md", "folder.md") if name in page.text]
    assert [client.get(f"/lab/lessons/{name}").status_code for name in ("folder", "locked")] == [404, 200]


def test_a_lesson_has_the_budget_of_an_answer(client, own, monkeypatch):
    own("dear", f"## Part\n\n`=loss @ {limits.MAX_STEP}`")
    answer = client.get("/lab/lessons/dear")
    assert answer.status_code == 422
    assert f"dear.md:{HEAD.count(chr(10)) + 3}: " in answer.text
    assert "multiply–adds" in answer.text
    own("late", "## Part\n\n`=loss @ 3`")
    monkeypatch.setattr(fair, "answer", busy)
    answer = client.get("/lab/lessons/late")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, str(fair.COME_AGAIN))


def test_pages_are_written_ahead_of_who_opens_them(client, own, ahead, monkeypatch):
    own("ahead", "## Part\n\n`=loss @ 7`")
    client.get("/lab/lessons")
    client.get("/lab/lessons/other")
    (write,) = ahead
    shelf = write.__self__.shelf
    monkeypatch.setattr(shelf, "all", lambda: ([shelf.lesson("ahead")], []))
    write()
    monkeypatch.setattr(lessons, "Page", None)
    assert client.get("/lab/lessons/ahead").status_code == 200


def test_shares_come_later(client, own, ahead, monkeypatch):
    expression, form = "share(1..5, 20, loss < 0.5)", "`=share(1..5, 20, loss < 0.5) : %`"
    ask = "```ask\nkind = 'choice'\nquestion = '?'\nsay = '`=%s`'\noptions = [{ text = 'a', right = true }]\n```"
    own("seeds", f"## Part\n\n`=loss @ 2` `={expression}` {form}\n\n{ask % expression}")
    first = client.get("/lab/lessons/seeds").text
    pending = [each.attributes["data-pending"] for each in elements(first) if each.attributes.get("data-pending")]
    assert (len(pending), len({*pending}), "<body" in first.split(" data-pending>")[0]) == (3, 2, True)
    assert client.get("/lab/lessons/seeds/shares").status_code == 202
    (write,) = ahead
    shelf = write.__self__.shelf
    monkeypatch.setattr(shelf, "all", lambda: ([shelf.lesson("seeds")], []))
    write()
    shares = client.get("/lab/lessons/seeds/shares").json
    count = sum(Run(Recipe(preset="one-pair", seed=seed)).frame(19).loss < 0.5 for seed in range(1, 6))
    assert {*shares.values()} == {f"{count} of 5", f"{20 * count}%"}
    assert {*shares} == {*pending}
    second = client.get("/lab/lessons/seeds").text
    assert "data-pending" not in second
    assert second.count(f">{count} of 5<") == 2
    own("seeds", f"## Part\n\n`=share(1..5, {limits.MAX_STEP}, loss < 0.5)`")
    os.utime(shelf.paths()["seeds"], ns=(1, 1))
    assert client.get("/lab/lessons/seeds").status_code == 200
    write()
    for path in ("seeds", "seeds/shares"):
        answer = client.get(f"/lab/lessons/{path}")
        assert (answer.status_code, f"seeds.md:{HEAD.count(chr(10)) + 3}: " in answer.text) == (422, True)
    assert client.get("/lab/lessons/no/shares").status_code == 404


def test_a_page_that_failed_ahead_is_written_again_only_when_its_file_changes(client, own, ahead, monkeypatch):
    own("failed", f"## Part\n\n`=share(1..5, {limits.MAX_STEP}, loss < 0.5)`")
    client.get("/lab/lessons/failed")
    shelf = ahead[0].__self__.shelf
    monkeypatch.setattr(shelf, "all", lambda: ([shelf.lesson("failed")], []))
    ahead[0]()
    with monkeypatch.context() as patch:
        patch.setattr(lessons, "Page", None)
        assert client.get("/lab/lessons/failed").status_code == 422
        ahead[1]()
    os.utime(own("failed", "## Part\n\n`=loss @ 2`"), ns=(1, 1))
    assert client.get("/lab/lessons/failed").status_code == 200


def test_a_lesson_is_offered_as_a_file(client, own, ahead, monkeypatch):
    page = client.get("/lab/lessons/short").text
    assert "/lab/lessons/short/file" in [each.attributes.get("href") for each in elements(page)]
    answer = client.get("/lab/lessons/short/file")
    assert answer.headers["Content-Disposition"] == "attachment; filename=short.html"
    assert "private" in answer.headers["Cache-Control"], "it names the address that was asked"
    body = one(answer.text, **{"class": "lesson"})
    assert (body["data-program"], "data-api" in body) == ("http://localhost/lab/", False)
    own("counted", "## Part\n\n`=share(1..3, 21, loss < 0.5)`")
    early = client.get("/lessons/counted/file")
    assert (early.status_code, early.headers["Refresh"]) == (503, str(fair.COME_AGAIN))
    shelf = ahead[0].__self__.shelf
    monkeypatch.setattr(shelf, "all", lambda: ([shelf.lesson("counted")], []))
    ahead[0]()
    assert "attachment" in client.get("/lessons/counted/file").headers["Content-Disposition"]
    own("many", "## Part\n\n```ask\nkind = 'direction'\nquestion = '?'\nof = 'loss'\nuntil = 19_000\n```")
    monkeypatch.setattr(limits, "MAX_WORK", 100_000_000)
    answer = client.get("/lessons/many/file")
    assert (answer.status_code, "many.md:1: lesson: got " in answer.text) == (422, True)
    assert client.get("/lab/lessons/no/file").status_code == 404


@pytest.mark.parametrize(("until", "work", "status"), [(1_000, limits.MAX_WORK, 200), (400_000, 30_000_000, 422)])
def test_a_file_that_is_just_affordable_is_written_and_a_run_that_is_too_far_is_told(
    client, own, monkeypatch, until, work, status
):
    ask = f"kind = 'direction'\nquestion = '?'\nof = 'loss'\nuntil = {until + 900}"
    own("near", f"## Part\n\n```explorer\nstep = {until}\n```\n\n```ask\n{ask}\n```")
    trajectory = Run(Recipe(preset="one-pair")).trajectory
    memory = record.cost_of_a_step(trajectory)[1]
    monkeypatch.setattr(limits, "MAX_MEMORY", 1_200 * memory)
    monkeypatch.setattr(limits, "MAX_WORK", work)
    answer = client.get("/lessons/near/file")
    assert (answer.status_code, "near.md:1: " in answer.text) == (status, status == 422)


def busy(view):
    raise fair.Busy


def test_there_are_no_others(client):
    for path in ("no", "../cbow", "short.md", "%2e%2e%2fcbow", "short/x"):
        assert client.get(f"/lab/lessons/{path}").status_code == 404
    assert client.get("/lab/lessons/").status_code == 200


def test_the_page_leads_to_the_lessons(client):
    links = [each.attributes.get("href") for each in elements(client.get("/lab/").text) if each.tag == "a"]
    assert links.count("/lab/lessons") == 2
