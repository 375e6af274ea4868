"""Behind nginx as the guide configures it: where the page opens, and what the cache keeps."""

import hashlib
import re
import time
from functools import partial
from urllib.parse import urlencode

import pytest

from explorer import Recipe, limits
from explorer.web.version import VERSION
from tests.app_process import get, running_app
from tests.proxies.proxies import FORM, NAME, adapted, at_once, block, gunicorn, nginx, opens, until_ready

BROWSERS = ["gzip, deflate, br, zstd", "gzip, deflate, br", "br;q=1.0, gzip;q=0.8, *;q=0.1"]
BLOCKS = [f"frames?preset=king-queen&frames.start={start}&frames.count=32" for start in (0, 32, 64, 96)]
WORD = "quagga"  # of a private corpus
PRIVATE = [Recipe(pairs=f"{WORD}|grass, {word}|grass").to_query() for word in ("hay", "sun")]
# A cache that goes by the headers alone, as an operator may set it up who does not follow the guide.
PLAIN = {
    '"$request_uri $explorer_encoding $http_explorer_recipe"': "$request_uri",
    "proxy_ignore_headers Vary;": "",
    "proxy_cache_bypass $explorer_private;": "",
    "proxy_no_cache $explorer_private;": "",
}


def page_of(app):
    """`get` of what `app` serves, as a browser asks that has the page open."""
    return partial(get, app.port, Host=NAME, Origin=f"http://{NAME}")


def api(path):
    return f"/api/{VERSION}/{path}"


@pytest.fixture(scope="module", params=["waitress", "gunicorn"])
def program(request):
    """The real program, started as the guide does."""
    waitress = partial(running_app, "--allow-host", NAME, "--access-log")
    with waitress() if request.param == "waitress" else gunicorn() as app:
        until_ready(app)
        yield app


@pytest.fixture
def proxy(program, tmp_path):
    """Nginx with an empty cache in front of the program."""
    with nginx(tmp_path, program.port) as app:
        yield app


@pytest.fixture(params=["guide", "plain"])
def any_proxy(request, program, tmp_path):
    """The same, and one whose cache is plainer than the guide's."""
    with nginx(tmp_path, program.port, PLAIN if request.param == "plain" else None) as app:
        yield app


def asked(program, path) -> int:
    """How often the program itself was asked for a path."""
    time.sleep(1)  # a line is printed after its answer
    return program.output.read_text().count(f" {path} ")


def test_the_page_opens(program, proxy):
    assert opens(page_of(proxy)) == opens(page_of(program))


def test_the_page_opens_below_a_path_that_is_passed_on_or_taken_off(tmp_path):
    below = {"location / {": "location /lab/ {"}
    with running_app("--allow-host", NAME, "--prefix", "/lab/") as program:
        for number, change in enumerate([below, below | {"8050;": "8050/;"}]):
            (folder := tmp_path / str(number)).mkdir()
            with nginx(folder, program.port, change) as app:
                assert opens(page_of(app), "/lab/") == opens(page_of(program), "/lab/")
                assert page_of(app)("/")[0] == 404


def test_a_name_that_is_not_allowed_is_told(server, tmp_path):
    with nginx(tmp_path, int(server.rsplit(":", 1)[1])) as app:
        status, _, told = page_of(app)("/")
        assert (status, f"EXPLORER_ALLOW_HOST={NAME}" in told.decode()) == (403, True)
        address = ("/api/recipe", "POST", b"{}")
        status, _, told = get(app.port, *address, Host="localhost", Origin=f"http://{NAME}")
        assert (status, f"EXPLORER_ALLOW_HOST={NAME}" in told.decode()) == (403, True)


def test_a_class_that_starts_together_has_each_block_computed_once(program, proxy):
    before = asked(program, f"GET {api('frames')}")
    browsers = [partial(page_of(proxy), Accept_Encoding=BROWSERS[seat % len(BROWSERS)]) for seat in range(60)]
    pages = at_once([lambda ask=ask: [ask(api(path)) for path in BLOCKS] for ask in browsers])
    assert asked(program, f"GET {api('frames')}") == before + len(BLOCKS)
    for path, *answers in zip(BLOCKS, *pages, strict=True):
        expected = page_of(program)(api(path))[2]
        assert all((status, body) == (200, expected) for status, _, body in answers)


def test_private_answers_are_in_no_cache_and_no_log(program, any_proxy, tmp_path):
    address = api(f"describe?{Recipe(pairs=f'{WORD}|grass').to_query()}")
    before = asked(program, f"GET {api('describe')}")
    questions = [partial(page_of(any_proxy), address, Referer=f"http://{NAME}/?{WORD}")] * 5
    for status, headers, body in [*at_once(questions), questions[0]()]:
        assert (status, WORD in body.decode()) == (200, True)
        assert headers["Cache-Control"].startswith("private")
    assert asked(program, f"GET {api('describe')}") == before + 6
    page_of(any_proxy)(api(BLOCKS[0]))
    kept = [path.read_bytes() for path in (tmp_path / "cache").rglob("*") if path.is_file()]
    assert len(kept) == 1
    assert WORD.encode() not in kept[0]
    logged = (tmp_path / "access.log").read_text()
    assert f"GET {api('describe')} 200" in logged
    assert WORD not in logged + program.output.read_text()


def test_answers_by_key_are_not_mixed_up(program, any_proxy):
    """Long recipes as the page sends them, and presets, which anybody's cache may keep."""
    presets = [urlencode({"preset": name}) for name in ("king-queen", "fruit-and-juice")]
    direct, address = page_of(program), api("frames?frames.start=0&frames.count=8")
    for query in (PRIVATE + presets) * 2:
        key = hashlib.sha256(query.encode()).hexdigest()
        status, _, body = page_of(any_proxy)(address, Explorer_Recipe=key)
        if status == 204:  # this worker does not know it
            status, _, body = page_of(any_proxy)(address, "POST", query.encode(), Content_Type=FORM)
        assert (status, body) == (200, direct(address, "POST", query.encode(), Content_Type=FORM)[2])


def test_long_addresses_and_long_bodies_pass(proxy):
    longest = Recipe(pairs=f"a|{'b' * 900}, " * 6 + f"c|{'d' * 480}").to_query()
    assert 5_900 < len(longest) <= 6_000
    assert page_of(proxy)(api(f"describe?{longest}"))[0] == 200
    post = partial(page_of(proxy), api("describe"), "POST", Content_Type=FORM)
    status, _, told = post(body=b"text=" + b"a" * (limits.MAX_REQUEST_BYTES - 1_000))
    assert (status, b'"problems"' in told) == (400, True)
    assert post(body=b"a" * (limits.MAX_REQUEST_BYTES + 1))[0] == 413


def test_an_old_page_is_told_so(proxy):
    status, _, told = page_of(proxy)(f"/api/{'0' * 12}/{BLOCKS[0]}")
    assert (status, re.search(rb'"serves":\s*"(\w+)"', told)[1].decode()) == (409, VERSION)


def test_a_machine_that_goes_is_not_missed(tmp_path):
    """Two programs on ports of their own stand for the machines of the guide's `upstream`."""
    started = partial(running_app, "--allow-host", NAME, "--access-log")
    with started() as one, started() as two:
        machines = {"10.0.0.11:8050": f"127.0.0.1:{one.port}", "10.0.0.12:8050": f"127.0.0.1:{two.port}"}
        upstream = adapted(block("nginx", "upstream"), machines)
        changes = {"http://127.0.0.1:8050": "http://explorer", "server {": f"{upstream}\nserver {{"}
        with nginx(tmp_path, None, changes) as app:
            assert opens(page_of(app)) == opens(page_of(two))
            before = [asked(machine, "GET /") for machine in (one, two)]
            assert [page_of(app)("/")[0] for _ in range(10)] == [200] * 10
            assert [asked(machine, "GET /") - old for machine, old in zip((one, two), before, strict=True)] == [5, 5]
            one.process.terminate()
            one.process.wait(10)
            assert [page_of(app)("/")[0] for _ in range(10)] == [200] * 10


def test_workers_forked_from_a_loaded_app_get_ready():
    with gunicorn("--preload") as app:
        until_ready(app)
        assert opens(page_of(app))
