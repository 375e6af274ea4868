"""Firefox and WebKit, started, and asked in the words of the standards.

WebDriver BiDi: https://www.w3.org/TR/webdriver-bidi/, WebDriver: https://www.w3.org/TR/webdriver2/
"""

import json
import os
import shutil
import subprocess
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import websocket

from tests.app_process import free_port, running
from tests.browser.screen import PATIENCE, eventually

SIZE = {"width": 1280, "height": 720}
_PRESS = [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
_MIDDLE = """
  (selector) => {
    const element = document.querySelector(selector);
    element.scrollIntoView({ block: "nearest", behavior: "instant" });
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  }
"""


class CrashedError(Exception):
    """The browser has ended, without being asked to."""


class Browser:
    """One page of a browser, with as much of what Playwright's pages have as `Screen` needs.

    A driver of it says how `goto`, `_evaluate` and `_act` are asked, and sets `crashed` with a `CrashedError`.
    """

    crashed = False

    def goto(self, address: str) -> None:
        """Go to an address and wait until it is loaded."""
        raise NotImplementedError

    def evaluate(self, expression: str, given=None):
        """The value of an expression in the page, of JSON's types: a function is called, a promise awaited."""
        called = f"const it = ({expression}); return typeof it === 'function' ? it({json.dumps(given)}) : it;"
        told = "(value) => JSON.stringify([value ?? null]), (error) => JSON.stringify([null, String(error)])"
        value, *error = json.loads(self._evaluate(f"(async () => {{ {called} }})().then({told})"))
        assert not error, error
        return value

    def _evaluate(self, promise: str) -> str:
        raise NotImplementedError

    def _act(self, pointer: dict) -> None:
        raise NotImplementedError

    def set_default_timeout(self, milliseconds: float) -> None:
        """`wait_for_selector` has a patience of its own."""

    def wait_for_selector(self, selector: str, state: str = "attached") -> None:
        """Until the document has such an element."""
        assert state == "attached"
        eventually(lambda: self._holds(selector))

    def _holds(self, selector):
        assert self.evaluate("(selector) => !!document.querySelector(selector)", selector), selector

    def inner_text(self, selector: str) -> str:
        """The text of an element as it is shown."""
        return self.evaluate("(selector) => document.querySelector(selector).innerText", selector)

    def click(self, selector: str) -> None:
        """Press with the mouse in the middle of an element, brought into sight where it isn't."""
        x, y = self.evaluate(_MIDDLE, selector)
        there = {"type": "pointerMove", "x": round(x), "y": round(y)}
        self._act({"type": "pointer", "id": "mouse", "actions": [there, *_PRESS]})


class Firefox(Browser):
    """Over WebDriver BiDi: commands and answers on one socket."""

    def __init__(self, port: int):
        address = f"ws://127.0.0.1:{port}/session"
        self._socket = websocket.create_connection(address, timeout=PATIENCE, suppress_origin=True)
        self._asked = 0
        self._ask("session.new", capabilities={})
        self._page = self._ask("browsingContext.getTree")["contexts"][0]["context"]
        self._ask("browsingContext.setViewport", context=self._page, viewport=SIZE)

    def _ask(self, method, **parameters):
        self._asked += 1
        try:
            self._socket.send(json.dumps({"id": self._asked, "method": method, "params": parameters}))
            while (answer := json.loads(self._socket.recv())).get("id") != self._asked:
                pass  # an event
        except (ConnectionError, websocket.WebSocketConnectionClosedException) as error:
            self.crashed = True
            raise CrashedError(method) from error
        assert answer["type"] == "success", answer
        return answer["result"]

    def goto(self, address):
        self._ask("browsingContext.navigate", context=self._page, url=address, wait="complete")

    def _evaluate(self, promise):
        answer = self._ask("script.evaluate", target={"context": self._page}, expression=promise, awaitPromise=True)
        return answer["result"]["value"]

    def _act(self, pointer):
        self._ask("input.performActions", context=self._page, actions=[pointer])

    def end(self):
        """End the session; the browser goes with its process."""
        self._ask("session.end")
        self._socket.close()


class WebKit(Browser):
    """Over WebDriver: each command a request."""

    def __init__(self, port: int, binary: Path):
        self._address = f"http://127.0.0.1:{port}/session"
        options = {"binary": str(binary), "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        session = self._ask("POST", "", capabilities=wanted)["sessionId"]
        self._address += f"/{session}"
        self._ask("POST", "/window/rect", **SIZE)

    def _ask(self, method, path, **parameters):
        body = json.dumps(parameters).encode() if method == "POST" else None
        try:
            return self._answer(Request(self._address + path, body, method=method))
        except HTTPError as error:
            self.crashed = self._is_gone()
            if self.crashed:
                raise CrashedError(path) from error
            raise AssertionError(error.read().decode()) from error

    def _answer(self, request):
        with urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)["value"]

    def _is_gone(self):
        """Whether the driver, which goes on, knows the session no more: it forgets that of a browser that ended."""
        try:
            self._answer(Request(f"{self._address}/timeouts"))
        except HTTPError as error:
            return json.load(error)["value"]["error"] == "invalid session id"
        return False

    def goto(self, address):
        self._ask("POST", "/url", url=address)

    def _evaluate(self, promise):
        return self._ask("POST", "/execute/async", script=f"{promise}.then(arguments[0])", args=[])

    def _act(self, pointer):
        self._ask("POST", "/actions", actions=[pointer])

    def end(self):
        """Close the window, and with it the browser."""
        self._ask("DELETE", "")


@contextmanager
def firefox(folder: Path):
    """Firefox with a profile of its own in `folder`, without a screen."""
    port = free_port()
    command = [_found("firefox-esr"), "--headless", "--no-remote", "--profile", str(folder)]
    with running([*command, f"--remote-debugging-port={port}"], port, env={"HOME": str(folder)}):
        browser = Firefox(port)
        with _ended(browser):
            yield browser


@contextmanager
def webkit(folder: Path):
    """Debian's MiniBrowser, on a screen of its own that nobody sees."""
    binaries = sorted(Path("/usr/lib").glob("*/webkit*/MiniBrowser"))
    assert binaries, "MiniBrowser is not installed"
    port = free_port()
    with _screen() as display:
        env = {"DISPLAY": display, "HOME": str(folder)}
        with running([_found("WebKitWebDriver"), f"--port={port}"], port, env=env):
            browser = WebKit(port, binaries[-1])
            with _ended(browser):
                yield browser


@contextmanager
def _ended(browser):
    try:
        yield
    finally:
        if not browser.crashed:
            browser.end()


@contextmanager
def _screen():
    """The name of a display of Xvfb, which takes the first that is free."""
    reading, writing = os.pipe()
    size = f"{SIZE['width'] + 100}x{SIZE['height'] + 200}x24"
    command = [_found("Xvfb"), "-displayfd", str(writing), "-screen", "0", size, "-nolisten", "tcp"]
    process = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as told:
            yield f":{told.readline().strip()}"
    finally:
        process.terminate()
        process.wait(10)


def _found(program: str) -> str:
    path = shutil.which(program)
    assert path, f"{program} is not installed"
    return path
