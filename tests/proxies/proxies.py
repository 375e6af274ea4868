"""The guide's programs and configurations, on ports of this machine, and what is asked of them."""

import os
import re
import shlex
import shutil
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from threading import Barrier

import pytest

from tests.app_process import CHECKOUT, START_SECONDS, RunningApp, free_port, get, running

GUIDE = CHECKOUT / "explorer" / "web" / "README.md"
NAME = "explorer.example"  # the server's, in the guide
FORM = "application/x-www-form-urlencoded"


def block(language: str, beginning: str) -> str:
    """The guide's block in a language that begins so."""
    blocks = re.findall(rf"^```{language}\n(.*?)^```$", GUIDE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    (found,) = (each for each in blocks if each.startswith(beginning))
    return found


def adapted(text: str, changes: dict[str, str]) -> str:
    """`text` with some of its parts replaced, each of which stands there once."""
    for old, new in changes.items():
        assert text.count(old) == 1, f"the guide has {old!r} {text.count(old)} times"
        text = text.replace(old, new)
    return text


@contextmanager
def gunicorn(*more: str):
    """Gunicorn as the guide's unit starts it, with its environment."""
    unit = dict(re.findall(r"^(\w+)=(.*)$", block("ini", "# /etc/systemd"), re.MULTILINE))
    port = free_port()
    command = adapted(unit["ExecStart"], {"/opt/explorer/bin/": "", ":8050": f":{port}"})
    environment = dict(pair.split("=", 1) for pair in unit["Environment"].split())
    del environment["EXPLORER_CACHE_DIR"]  # the tests' kernels are elsewhere
    with running([sys.executable, "-m", *shlex.split(command), *more], port, env=environment) as app:
        yield app


@contextmanager
def jupyter(folder: Path, *more: str):
    """A notebook server with the guide's entry, as a hub starts it for one of its users."""
    if find_spec("jupyter_server_proxy") is None:
        pytest.fail('jupyter-server-proxy is not installed: pip install -e ".[test,proxies]"', pytrace=False)
    (folder / "config.py").write_text(block("python", "# jupyter_server_config.py"))
    port, programs = free_port(), Path(sys.executable).parent
    given = {"base_url": "/user/ann/", "ip": "127.0.0.1", "port": port, "port_retries": 0, "open_browser": False}
    options = [f"--ServerApp.{name}={value}" for name, value in given.items()]
    free = ["--allow-root", "--IdentityProvider.token=", "--ServerApp.allow_remote_access=True"]
    command = [sys.executable, "-m", "jupyter_server", f"--config={folder / 'config.py'}", *options, *free, *more]
    private = {f"JUPYTER_{name}_DIR": str(folder) for name in ("CONFIG", "DATA", "RUNTIME")}
    environment = {"PATH": f"{programs}{os.pathsep}{os.environ.get('PATH', '')}", "PYTHONPATH": str(CHECKOUT)}
    with running(command, port, cwd=folder, env=private | environment) as app:
        yield app


@contextmanager
def nginx(folder: Path, port: int | None, changes: dict[str, str] | None = None):
    """Nginx with the guide's configuration, in front of the program at `port` or where `changes` say."""
    program = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
    if program is None:
        pytest.fail("nginx is not installed: apt-get install nginx-light", pytrace=False)
    own = free_port()
    here = {
        "/var/cache/explorer": str(folder / "cache"),
        "/var/log/nginx/explorer.log": str(folder / "access.log"),
        "listen 80;": f"listen 127.0.0.1:{own};",
    } | ({"127.0.0.1:8050": f"127.0.0.1:{port}"} if port else {})
    server = adapted(adapted(block("nginx", "# /etc/nginx"), changes or {}), here)
    user = "user root;" if os.getuid() == 0 else ""  # else its workers could not write to the folder
    parts = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    folders = "\n".join(f"{part}_temp_path {folder / part};" for part in parts)
    main = f"{user} daemon off; pid {folder / 'pid'}; error_log stderr; events {{}} http {{ {folders}\n{server} }}"
    (folder / "nginx.conf").write_text(main)
    command = [program, "-p", str(folder), "-e", "stderr", "-c", str(folder / "nginx.conf")]
    with running(command, own) as app:
        yield app


def until_ready(app: RunningApp) -> None:
    """Wait until every kernel is compiled, in all workers as far as twenty answers tell."""
    end, found = time.monotonic() + START_SECONDS, 0
    while found < 20:
        found = found + 1 if get(app.port, "/readyz")[0] == 200 else 0
        assert time.monotonic() < end, app.output.read_text()
        time.sleep(0 if found else 0.1)


def opens(ask: Callable, prefix: str = "/") -> bytes:
    """Open the page, and all that it names; the bytes of its first block. `ask` is `get` of a proxy."""
    status, _, page = ask(prefix)
    page = page.decode()
    assert status == 200, page
    named = re.findall(r'(?:src|href)="([^"]+)"', page)
    api = re.search(r'data-api="([^"]+)"', page)[1]
    assert all(address.startswith(prefix) for address in [*named, api])
    assert len(named) > 5
    assert [ask(address)[0] for address in named] == [200] * len(named)
    status, _, told = ask(f"{api}/recipe", "POST", b'{"action": "none"}', Content_Type="application/json")
    assert (status, b'"problems"' in told) == (400, True)
    return ask(f"{api}/frames?preset=king-queen&frames.start=0&frames.count=20")[2]


def at_once(questions: list[Callable]) -> list:
    """The answers to questions that are asked in the same moment."""
    barrier = Barrier(len(questions), timeout=120)

    def asked(question):
        barrier.wait()
        return question()

    with ThreadPoolExecutor(len(questions)) as pool:
        return list(pool.map(asked, questions))
