"""Finished answers: kept where they are everybody's, answered as they were the first time, and bounded."""

import gzip
import re

import pytest

from explorer import Recipe, limits
from explorer.web import finished, routes
from explorer.web.finished import Finished, Sent
from explorer.web.kept import Kept
from explorer.web.server import create_app
from explorer.web.version import VERSION

pytestmark = pytest.mark.slow_without_jit

API = f"/api/{VERSION}"
DESCRIBE = f"{API}/describe?preset=king-queen"
FRAMES = f"{API}/frames?preset=king-queen&frames.start=0&frames.count=5"
FORM = "application/x-www-form-urlencoded"


@pytest.fixture
def kept(monkeypatch):
    """What this process keeps, with nothing in it."""
    monkeypatch.setattr(finished, "_finished", Finished())
    return finished._finished


@pytest.fixture
def worked(monkeypatch):
    """The calls of the route's function: what was worked on and not looked up."""
    calls, answer = [], routes.fair.answer

    def counted(view):
        calls.append(view)
        return answer(view)

    monkeypatch.setattr(routes.fair, "answer", counted)
    return calls


@pytest.fixture(scope="module")
def app():
    return create_app().server


@pytest.fixture
def client(app):
    return app.test_client()


def headers_of(answer) -> dict:
    """Without the moment, which a server writes where the app doesn't."""
    return {name: value for name, value in answer.headers if name != "Date"}


@pytest.mark.parametrize("address", [DESCRIBE, FRAMES, f"{DESCRIBE}&seed=5", f"{API}/losses?preset=bank&losses.stop=9"])
@pytest.mark.parametrize("encoding", ["", "gzip", "gzip, deflate, br, zstd"])
def test_the_second_answer_is_that_of_the_first(client, kept, worked, address, encoding):
    first, second = (client.get(address, headers={"Accept-Encoding": encoding}) for _ in range(2))
    assert len(worked) == len(kept) == 1
    assert first.status_code == second.status_code == 200
    assert (first.data, headers_of(first)) == (second.data, headers_of(second))
    assert ("Content-Encoding" in first.headers) == (bool(encoding) and "describe" in address)


def test_each_browser_gets_what_it_can_unpack(client, kept, worked):
    packed = [client.get(DESCRIBE, headers={"Accept-Encoding": "gzip"}) for _ in range(2)]
    plain = [client.get(DESCRIBE) for _ in range(2)]
    assert len(worked) == len(kept) == 2
    assert [answer.headers.get("Content-Encoding") for answer in packed + plain] == ["gzip", "gzip", None, None]
    assert {gzip.decompress(answer.data) for answer in packed} == {answer.data for answer in plain}
    assert all("Accept-Encoding" in answer.vary and "Explorer-Recipe" in answer.vary for answer in packed + plain)


@pytest.mark.parametrize("methods", [("HEAD", "GET", "HEAD"), ("GET", "HEAD", "GET")])
def test_heads_have_no_body_whichever_was_first(client, kept, worked, methods):
    answers = [client.open(DESCRIBE, method=method) for method in methods]
    assert len(worked) == 1
    assert [bool(answer.data) for answer in answers] == [method == "GET" for method in methods]
    assert len({answer.headers["Content-Length"] for answer in answers}) == 1


@pytest.mark.parametrize(
    "address",
    [
        f"{API}/describe?pairs=a|b",
        f"{DESCRIBE}&pairs=a|b",
        f'{DESCRIBE}&edit=[1,"weight",["W","king",0,0.5]]',
        f"{API}/continuation?preset=we-all-have-it&continuation.step=0&continuation.words=we",
        "/api/describe?preset=king-queen",
        f"{DESCRIBE}&vector_size=none",
        f"{API}/describe?preset=nothing",
        "/api/0123456789ab/describe?preset=king-queen",
    ],
    ids=["own data", "own data beside a preset", "edit", "typed words", "no version", "bad", "unknown", "outdated"],
)
def test_what_is_not_everybodys_for_good_is_not_kept(client, kept, address):
    first, second = client.get(address), client.get(address)
    assert first.data == second.data
    assert len(kept) == 0


def test_a_recipe_behind_a_key_or_in_a_body_is_not_kept_by_address(client, kept):
    address = f"{API}/frames?frames.start=0&frames.count=5"
    queries = [Recipe(preset="king-queen", seed=seed).to_query() for seed in (1, 2)]
    by_key = [{"Explorer-Recipe": routes.describe(routes.trajectory(query))["key"]} for query in queries]
    by_get = [client.get(address, headers=key).data for key in by_key]
    by_post = [client.post(address, data=query, content_type=FORM).data for query in queries]
    by_body = [client.get(address, data=query, content_type=FORM).data for query in queries]
    assert by_get[0] != by_get[1]
    assert by_get == by_post == by_body
    assert client.get(address).status_code == 400
    assert len(kept) == 0


def test_who_may_ask_is_looked_at_before(client, kept):
    assert client.get(DESCRIBE).status_code == 200
    assert len(kept) == 1
    assert client.get(DESCRIBE, headers={"Host": "evil.example"}).status_code == 403


def test_a_kept_answer_is_logged_and_below_any_prefix(app, client, kept, worked, capsys):
    client.get(DESCRIBE, buffered=True)
    other = create_app(prefix="/lab/", access_log=True, allow_frames=("https://a.example",)).server.test_client()
    policies = {
        who.get(path, buffered=True).headers["Content-Security-Policy"]
        for who, path in ((client, DESCRIBE), (other, f"/lab{DESCRIBE}"), (other, DESCRIBE))
    }
    assert len(worked) == 1
    assert len(policies) == 2  # each app's own
    assert capsys.readouterr().out.count(f"GET {API}/describe 200 ") == 2


@pytest.mark.parametrize("name", ["linked.mjs", "linked.css"])
def test_what_the_page_is_made_of_is_compressed_once(client, kept, name):
    url = re.search(rf'"([^"]*{name})"', client.get("/").text)[1]
    accept = {"Accept-Encoding": "gzip"}
    first = client.get(url, headers=accept)
    ((made, sent),) = kept._values.items()
    assert (made[0], sent.body) == (url, first.data)
    kept._values[made] = sent._replace(body=sent.body + b" as it was kept")
    second = client.get(url, headers=accept)
    assert second.data == first.data + b" as it was kept"
    assert second.headers["ETag"] == first.headers["ETag"]
    again = client.get(url, headers=accept | {"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_no_answer_about_a_run_is_a_304_as_none_has_a_tag(client, kept):
    for _ in range(2):
        answer = client.get(DESCRIBE, headers={"If-None-Match": "*", "Accept-Encoding": "gzip"})
        assert (answer.status_code, "ETag" in answer.headers) == (200, False)


def sent(size):
    return Sent(bytes(size), {"Content-Type": "application/json"})


def test_the_one_least_recently_asked_for_goes_first():
    kept = Finished(most_bytes=100_000)
    for name in ("a", "b", "c"):
        kept.put((name,), sent(10_000))
    assert kept.get(("a",)) == sent(10_000)
    for number in range(7):
        kept.put((str(number),), sent(10_000))
    assert kept.get(("b",)) is None
    assert kept.get(("a",)) == sent(10_000)
    assert kept.bytes <= 100_000


def test_bytes_are_counted_and_bounded():
    kept = Finished(most_bytes=100_000)
    kept.put(("large",), sent(90_000))  # many others would go
    assert (len(kept), kept.bytes) == (0, 0)
    for _ in range(2):
        kept.put(("/path", b"x" * 1_000, "gzip"), sent(10_000))
    assert 11_000 < kept.bytes < 13_000
    for number in range(1_000):
        kept.put((f"/{number}",), sent(number))
        assert kept.bytes <= 100_000
    assert kept.bytes > 95_000


def test_recipes_and_answers_share_what_a_worker_keeps():
    assert Finished()._most_bytes + Kept()._most_bytes == limits.MAX_KEPT_BYTES
