"""The server around the page: what it answers, refuses and sends along."""

import re
import socket
import subprocess
import sys

import pytest

from explorer import limits
from explorer.web import security
from explorer.web.linker import in_order, link_scripts
from explorer.web.server import create_app, main
from tests.app_process import CHECKOUT, free_port, get


@pytest.fixture(scope="module")
def app():
    return create_app()


@pytest.fixture
def client(app):
    return app.server.test_client()


def asset_urls(page: str) -> list[str]:
    """Addresses of the scripts and style sheets that a page names."""
    return [url for url in re.findall(r'(?:src|href)="(/[^"]+)"', page) if re.search(r"\.(m?js|css)", url)]


def at_once(page: str) -> str:
    """The part of the document that the browser acts on before a script asks for more."""
    return re.sub(r"<template.*?</template>", "", page, flags=re.DOTALL)


def test_page_loads_one_script_and_one_style_sheet_and_no_plotly(client):
    page = client.get("/").text
    assert [url.rsplit("/", 1)[-1] for url in asset_urls(at_once(page))] == ["linked.css", "linked.mjs"]
    assert not [url for url in asset_urls(page) if "plotly" in url]


def test_linked_files_hold_every_source(client):
    folder = CHECKOUT / "assets"
    styles, script = (client.get(url).text for url in asset_urls(at_once(client.get("/").text)))
    assert all(path.read_text(encoding="utf-8") in styles for path in folder.glob("*.css"))
    assert set(in_order(folder, "main.mjs")) == {path.name for path in folder.glob("*.mjs")}
    assert script == link_scripts(folder, "main.mjs")


def test_debug_loads_every_file_by_itself():
    client = create_app(debug=True).server.test_client()
    urls = asset_urls(at_once(client.get("/").text))
    sheets = sorted(path.name for path in (CHECKOUT / "assets").glob("*.css"))
    assert urls == [f"/assets/{name}" for name in [*sheets, "main.mjs"]]
    assert all(client.get(url, buffered=True).status_code == 200 for url in urls)


def test_layout_is_sent_once(client):
    assert "validation_layout" not in client.get("/").text
    assert client.get("/_dash-layout").status_code == 200


@pytest.mark.parametrize(
    "path", ["/", "/_dash-layout", "/_dash-dependencies", "/nowhere", "/assets/none.css"]
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
    assert all(digest in policy for digest in app.csp_hashes())


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "evil@localhost", "10.1.2.3", ""])
@pytest.mark.parametrize("path", ["/", "/_dash-layout", "/_dash-update-component", "/assets/theme.css"])
def test_foreign_host_is_refused(client, host, path):
    assert client.get(path, headers={"Host": host}).status_code == 403


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8050", "127.0.0.1:9", "[::1]:8050", "localhost."])
def test_own_host_is_answered(client, host):
    assert client.get("/_dash-layout", headers={"Host": host}).status_code == 200


def test_hosts_of_a_server_on_the_network():
    hosts = security.hosts("0.0.0.0", ("explorer.example",))
    assert all(
        map(hosts.allow, ["192.168.1.7:8050", "[fe80::1]:8050", "explorer.example", socket.gethostname()])
    )
    assert not hosts.allow("evil.example")
    assert not security.hosts("127.0.0.1").allow("192.168.1.7")
    assert security.hosts("192.168.1.7").allow("192.168.1.7")


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
    assert "text/html" in client.get("/_mcp").content_type
    assert client.post("/_mcp", json={}).status_code == 405
    assert '"ui":false' in client.get("/").text


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
    urls = [url for url in asset_urls(at_once(client.get("/").text)) if ".css" not in url]
    assert sum(len(client.get(url, buffered=True).data) for url in urls) < 500_000


def test_bad_port_is_told(capsys):
    for port in ["0", "65536", "http", "-1", ""]:
        with pytest.raises(SystemExit, match="2"):
            main(["--port", port])
        assert "from 1 to 65535" in capsys.readouterr().err


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


def test_wsgi_entry_is_made_when_asked_for():
    code = "import app; assert 'server' not in vars(app); print(app.server.test_client().get('/').status)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=CHECKOUT, capture_output=True, text=True, timeout=120
    )
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
