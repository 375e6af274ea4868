"""The server around the page: what it answers, refuses and sends along."""

import json
import re
import socket
import subprocess
import sys

import pytest

from explorer import limits
from explorer.web import panels, security
from explorer.web.linker import imported_later, in_order, link_later, link_scripts, styles
from explorer.web.server import create_app, main
from explorer.web.shell import ENTRIES, ENTRY, SERVED
from explorer.web.version import VERSION
from tests.app_process import CHECKOUT, free_port, get


def asset_urls(page: str) -> list[str]:
    """Addresses of the scripts and style sheets that a page names."""
    return [url for url in re.findall(r'(?:src|href)="(/[^"]+)"', page) if re.search(r"\.(m?js|css)", url)]


def at_once(page: str) -> str:
    """The part of the document that the browser acts on before a script asks for more."""
    return re.sub(r"<template.*?</template>", "", page, flags=re.DOTALL)


@pytest.mark.smoke
def test_page_loads_one_script_and_one_style_sheet_and_no_plotly(client):
    page = client.get("/").text
    assert [url.rsplit("/", 1)[-1] for url in asset_urls(at_once(page))] == ["linked.css", "linked.mjs"]
    assert not [url for url in asset_urls(page) if "plotly" in url]


def test_page_says_how_long_a_body_may_be(client):
    assert f' data-longest-body="{limits.MAX_REQUEST_BYTES}">' in client.get("/").text


def test_linked_files_hold_every_source(client):
    folder = CHECKOUT / "assets"
    sheets, script = (client.get(url).text for url in asset_urls(at_once(client.get("/").text)))
    assert all(path.read_text(encoding="utf-8") in sheets for path in folder.rglob("*.css"))
    used = {name for entry in ENTRIES for name in in_order(folder, entry)}
    used |= {name for later in [*used] for entry in imported_later(folder, later) for name in in_order(folder, entry)}
    assert used == {path.relative_to(folder).as_posix() for path in folder.rglob("*.mjs")}
    assert script == link_scripts(folder, ENTRY)
    (url,) = (url for url in asset_urls(client.get("/").text) if url.endswith("linked.mjs"))
    for entry in SERVED:
        for name, text in link_later(folder, entry).items():
            answer = client.get(url.replace("linked.mjs", name))
            assert (answer.text, answer.mimetype, answer.cache_control.max_age) == (text, "text/javascript", 31536000)


@pytest.mark.parametrize("debug", [False, True])
def test_the_element_has_a_lasting_address_and_brings_its_markup_and_styles(debug):
    client = create_app(debug=debug, prefix="/lab/").server.test_client()
    script = client.get("/element.mjs").headers["Location"]
    assert script.startswith("/lab/assets/")
    assert client.get(script, buffered=True).mimetype == "text/javascript"
    page = client.get(re.sub(r"(shell/)?element\.mjs$", "element.html", script)).text
    assert f'data-api="/lab/api/{VERSION}"' in page
    assert {client.get(url, buffered=True).status_code for url in asset_urls(page)} == {200}
    shown = re.findall(r'<(?:section|div) id="([a-z-]+)" class="panel', page)
    assert sorted(shown) == sorted(panels.load())


def test_debug_loads_every_file_by_itself():
    client = create_app(debug=True).server.test_client()
    urls = asset_urls(at_once(client.get("/").text))
    folder = CHECKOUT / "assets"
    assert urls == [f"/assets/{name}" for name in [*styles(folder), ENTRY]]
    modules = [f"/assets/{name}" for name in in_order(folder, ENTRY)]
    records = [f"/assets/panels/{name}/panel.json" for name in panels.load()]
    answers = {url: client.get(url, buffered=True) for url in [*urls, *modules, *records]}
    assert {answer.status_code for answer in answers.values()} == {200}
    assert {answers[url].mimetype for url in records} == {"application/json"}  # else no browser takes it for a record


def test_layout_is_sent_once(client):
    assert "validation_layout" not in client.get("/").text
    assert client.get("/_dash-layout").status_code == 200


@pytest.mark.parametrize(
    "path", ["/", "/_dash-layout", "/_dash-dependencies", "/nowhere", "/api/nowhere", "/assets/none.css"]
)
def test_headers_of_every_response(client, path):
    headers = client.get(path).headers
    policy = dict(part.split(" ", 1) for part in headers["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == policy["connect-src"] == policy["frame-ancestors"] == "'self'"
    assert policy["object-src"] == policy["base-uri"] == "'none'"
    assert "unsafe" not in policy["script-src"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"


def test_policy_has_the_hash_of_every_inline_script(app, client):
    policy = client.get("/").headers["Content-Security-Policy"]
    assert app.csp_hashes()
    assert all(digest in policy for digest in app.csp_hashes())


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "evil@localhost", "10.1.2.3", ""])
@pytest.mark.parametrize("path", ["/", "/_dash-layout", "/_dash-update-component", "/assets/styles/theme.css"])
def test_foreign_host_is_refused(client, host, path):
    assert client.get(path, headers={"Host": host}).status_code == 403


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8050", "127.0.0.1:9", "[::1]:8050", "localhost."])
def test_own_host_is_answered(client, host):
    assert client.get("/_dash-layout", headers={"Host": host}).status_code == 200


def test_hosts_of_a_server_on_the_network():
    hosts = security.hosts("0.0.0.0", ("explorer.example",))
    assert all(map(hosts.allow, ["192.168.1.7:8050", "[fe80::1]:8050", "explorer.example", socket.gethostname()]))
    assert not hosts.allow("evil.example")
    assert not security.hosts("127.0.0.1").allow("192.168.1.7")
    assert security.hosts("192.168.1.7").allow("192.168.1.7")


def test_a_refused_host_is_told_what_allows_it(client):
    told = client.get("/", headers={"Host": "Lab.example:8443"}).text
    assert "does not answer to the host name lab.example." in told
    assert "--allow-host lab.example," in told
    assert "EXPLORER_ALLOW_HOST=lab.example." in told
    assert "--allow-host" not in client.get("/", headers={"Host": "evil@localhost"}).text  # no name to allow


def test_pages_of_an_allowed_host_may_post_through_a_proxy(client):
    def post(client, origin, host="localhost:8050"):
        return client.post("/api/recipe", json={}, headers={"Host": host, "Origin": origin})

    refused = post(client, "https://lab.example")
    assert refused.status_code == 403
    assert "--allow-host lab.example," in refused.text
    behind = create_app(allow_hosts=["lab.example"]).server.test_client()
    for origin, host in [
        ("https://lab.example", "localhost:8050"),  # the proxy asks for a name of its own
        ("https://lab.example", "lab.example"),  # it ends TLS
        ("https://lab.example:8443", "lab.example"),  # it leaves the port out
    ]:
        assert post(behind, origin, host).status_code == 400  # the request is read, and has no action
    for origin in ["https://evil.example", "null", "http://[", "http://localhost:9999", "https://lab.example.evil"]:
        assert post(behind, origin).status_code == 403


def test_foreign_origin_is_refused(client):
    def post(origin):
        headers = {"Host": "localhost:8050"} | ({"Origin": origin} if origin else {})
        return client.post("/_dash-update-component", json={}, headers=headers).status_code

    assert post("http://evil.example") == post("http://localhost:9999") == post("null") == 403
    assert post("http://localhost:8050") == post(None) != 403


def test_large_body_is_refused(client):
    body = b" " * (limits.MAX_REQUEST_BYTES + 1)
    response = client.post("/_dash-update-component", data=body, content_type="application/json")
    assert response.status_code == 413


def test_no_way_in_for_tools(client):
    assert client.get("/_mcp").status_code == client.post("/_mcp", json={}).status_code == 404
    assert '"ui":false' in client.get("/").text


@pytest.mark.parametrize("path", ["/nowhere", "/index.html", "/lab/x", "/labs", "/_dash-layout/x", "/assets/none.css"])
def test_unknown_addresses_lead_to_the_page(path):
    client = create_app(prefix="/lab/").server.test_client()
    for answer in (client.get(path), client.get(f"/lab{path}")):
        assert answer.status_code == 404
        assert '<a href="/lab/">' in answer.text
    assert client.get("/lab/api/nowhere").json == {"error": "There is nothing at this address."}


@pytest.mark.parametrize("prefix", ["/lab/", "/user/a%20b@c/"])
@pytest.mark.parametrize("passed_on", [True, False])
def test_everything_is_below_the_prefix(prefix, passed_on):
    """As behind a proxy that passes the prefix on, and behind one that takes it off."""
    client = create_app(prefix=prefix).server.test_client()

    def get(path):
        assert path.startswith(prefix), path
        return client.get(path if passed_on else "/" + path.removeprefix(prefix), buffered=True)

    page = get(prefix).text
    assert f'<body class="explorer" data-api="{prefix}api/{VERSION}">' in page
    assert get(f"{prefix}api/describe?preset=king-queen").status_code == 200
    assert get(f"{prefix}_dash-layout").status_code == 200
    addresses = re.findall(r'(?:src|href)="(?!https://)([^"]+)"', page)  # those of others are links
    assert len(addresses) > 5
    assert all(get(address).status_code == 200 for address in addresses)
    config = json.loads(re.search(r'<script id="_dash-config"[^>]*>(.*?)</script>', page)[1])
    assert config["requests_pathname_prefix"] == prefix
    assert get(f"{prefix.rstrip('/')}//").headers.get("Location", prefix).endswith(prefix)


def test_a_proxy_may_ask_for_the_prefix_without_slash():
    client = create_app(prefix="/lab").server.test_client()
    assert client.get("/lab?step=3").text.count("/lab/assets/") >= 3


@pytest.mark.smoke
@pytest.mark.parametrize("encoding", ["gzip, deflate, br, zstd", "gzip, deflate", "identity"])
def test_assets_are_compressed_and_not_sent_twice(client, encoding):
    accept = {"Accept-Encoding": encoding}
    for url in asset_urls(client.get("/").text):
        plain = client.get(url, buffered=True)
        first = client.get(url, headers=accept, buffered=True)
        assert first.status_code == 200
        assert first.cache_control.max_age == 31536000
        assert ("Content-Encoding" in first.headers) == (encoding != "identity" and len(plain.data) >= 500)
        if etag := first.headers.get("ETag"):
            again = client.get(url, headers=accept | {"If-None-Match": etag}, buffered=True)
            assert (again.status_code, again.data) == (304, b"")


def test_scripts_of_the_first_paint_are_small(client):
    """As they are sent, compressed."""
    urls = [url for url in asset_urls(at_once(client.get("/").text)) if ".css" not in url]
    for accepted in ("gzip, deflate, br, zstd", "gzip, deflate"):  # as browsers ask with TLS, and without
        sent = [client.get(url, headers={"Accept-Encoding": accepted}, buffered=True) for url in urls]
        assert {answer.headers["Content-Encoding"] for answer in sent} <= {*accepted.split(", ")}
        assert sum(len(answer.data) for answer in sent) < 160_000


def test_access_log_has_a_line_for_each_answer_and_no_query(capsys):
    client = create_app(access_log=True, prefix="/lab/").server.test_client()
    size = len(client.get("/lab/api/describe?pairs=private|text", buffered=True).data)
    client.head("/lab/?pairs=private", buffered=True)
    client.get("/a%0ab?x=private", buffered=True)
    client.get("/", headers={"Host": "evil.example"}, buffered=True)
    lines = capsys.readouterr().out.splitlines()
    parts = [re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d{4} (.*) (\d+) \d+\.\d", line) for line in lines]
    said, sizes = zip(*(part.groups() for part in parts), strict=True)
    assert said == ("GET /api/describe 200", "HEAD / 200", "GET /a%0Ab 404", "GET / 403")
    assert list(map(int, sizes))[:2] == [size, 0]


def test_taken_port_is_told():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(SystemExit, match=f"Port {port} .* taken .*--port"):
            main(["--port", str(port)])


def test_bad_address_is_told():
    with pytest.raises(SystemExit, match=r"--host 192\.0\.2\.1: not an address of this machine"):
        main(["--host", "192.0.2.1", "--port", str(free_port())])


@pytest.mark.further_case
def test_wsgi_entry_is_made_when_asked_for():
    code = "import app; assert 'server' not in vars(app); print(app.server.test_client().get('/').status)"
    done = subprocess.run([sys.executable, "-c", code], cwd=CHECKOUT, capture_output=True, text=True, timeout=600)
    assert (done.stdout, done.stderr) == ("200 OK\n", "")


def test_real_process(server):
    port = int(server.rsplit(":", 1)[1])
    status, headers, _ = get(port, "/", Accept_Encoding="gzip")
    assert (status, headers["Content-Encoding"], headers["Server"]) == (200, "gzip", None)
    url = next(url for url in asset_urls(get(port, "/")[2].decode()) if ".css" in url)
    status, headers, _ = get(port, url, Accept_Encoding="br")
    assert (status, headers["Content-Encoding"]) == (200, "br")
    assert get(port, url, Accept_Encoding="br", If_None_Match=headers["ETag"])[::2] == (304, b"")
    assert get(port, "/_dash-layout", Host="evil.example")[0] == 403
    assert get(port, "/_dash-layout", Host=f"localhost:{port}")[0] == 200
    foreign = {"Origin": "http://evil.example", "Content_Type": "application/json"}
    assert get(port, "/_dash-update-component", "POST", b"{}", **foreign)[0] == 403
