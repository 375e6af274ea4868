"""A real browser on the real program. Whatever a page complains about fails its test."""

import re
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from filelock import FileLock
from playwright.sync_api import expect, sync_playwright

from tests.app_process import running_app
from tests.browser import browsers
from tests.browser.screen import PATIENCE

expect.set_options(timeout=1000 * PATIENCE)

_REPORT_VIOLATIONS = """
  addEventListener("securitypolicyviolation", (event) =>
    console.error(`content security policy: ${event.violatedDirective} forbids ${event.blockedURI}`));
"""

_CLOCK_IS_NATIVE = "Function.prototype.toString.call(performance.now).includes('[native code]')"


def pytest_collection_modifyitems(items):
    """Every test in this folder is a browser test."""
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here):
            item.add_marker(pytest.mark.browser)


class Complaints:
    """Console errors, exceptions, policy violations and foreign requests of the pages of one test."""

    def __init__(self):
        self.messages = []
        self._allowed = [re.compile("status of 503")]  # the one server is busy with other tests, and is asked again

    def allow(self, pattern: str) -> None:
        """Expect messages that match a regular expression, such as `status of 400`."""
        self._allowed.append(re.compile(pattern))

    def watch(self, page, server: str) -> None:
        """Collect everything that `page` says, and its requests to anywhere but `server`."""
        page.on("console", lambda message: message.type == "error" and self._add(message.text))
        page.on("pageerror", lambda error: self._add(f"exception: {error}"))
        page.on("request", lambda request: self._add_foreign(request.url, server))

    def unexpected(self) -> list[str]:
        return [text for text in self.messages if not any(known.search(text) for known in self._allowed)]

    def _add(self, text):
        self.messages.append(text)

    def _add_foreign(self, url, server):
        if not url.startswith((f"{server}/", "data:", "blob:", "about:")):
            self._add(f"request to {url}")


@pytest.fixture(scope="session")
def browser(tmp_path_factory):
    """The browser of this machine, one for all tests."""
    shared = tmp_path_factory.getbasetemp().parent  # among the processes of one run
    with sync_playwright() as playwright:
        try:
            with FileLock(shared / "browser.lock"):  # two can't install one at once
                chromium = browsers.launch(playwright)
        except browsers.NoBrowser as error:
            pytest.fail(str(error), pytrace=False)
        yield chromium
        chromium.close()


@pytest.fixture
def complaints():
    """What the pages of this test complained about; a test that expects some of it calls `allow`."""
    found = Complaints()
    yield found
    assert found.unexpected() == []


class Contexts:
    """Browser contexts that tests use one after the other: half of what a page costs is the process that draws it.

    In each rests a page of the server, so that its process stays, with the scripts that it has compiled. What a page
    leaves in a context (a theme, permissions) is taken away before the next one is opened there. A clock that a test
    installs can't be: a context with one is not lent again.
    """

    MOST = 3  # at rest

    def __init__(self, browser):
        self._browser = browser
        self._resting = []  # options, context and the page that rests in it; the one used last is the last

    @contextmanager
    def lent(self, **options):
        """A context with these options, `base_url` among them, that nobody else uses meanwhile."""
        same = [each for each in self._resting if each[0] == options]
        options, context, resting = lent = same[-1] if same else self._made(options)
        self._resting = [each for each in self._resting if each is not lent]
        try:
            yield context
        finally:
            for page in context.pages:
                if page is not resting:
                    page.close()
        if not resting.evaluate(_CLOCK_IS_NATIVE):
            context.close()
            return
        context.clear_permissions()
        resting.evaluate("localStorage.clear()")
        self._resting.append(lent)
        for _, old, _ in self._resting[: -self.MOST]:
            old.close()
        del self._resting[: -self.MOST]

    def _made(self, options):
        context = self._browser.new_context(**options)
        context.add_init_script(_REPORT_VIOLATIONS)
        resting = context.new_page()
        resting.goto("/readme")
        return options, context, resting


@pytest.fixture(scope="session")
def contexts(browser):
    """Browser contexts, for pages of the one server."""
    return Contexts(browser)


@contextmanager
def _pages(lent, server, complaints):
    """What opens pages of a server, each in a browser context of its own. All are closed before the server ends.

    Else they would go on asking it, for the steps to come, and complain that nobody answers.

    lent : function (options) → the context, as long as it is needed.
    """
    with ExitStack() as opened:

        def open_page(**options):
            options = {"base_url": server, "viewport": {"width": 1280, "height": 720}} | options
            page = opened.enter_context(lent(**options)).new_page()
            page.set_default_timeout(1000 * PATIENCE)
            complaints.watch(page, options["base_url"])
            return page

        yield open_page


@pytest.fixture
def new_page(contexts, server, complaints):
    """Open a page in a browser context of its own: `new_page(viewport={"width": 390, "height": 844}, …)`."""
    with _pages(contexts.lent, server, complaints) as open_page:
        yield open_page


@pytest.fixture(scope="module")
def shared_page(contexts, server):
    """One page for many small tests of a file, each of which goes where it begins; what it complains fails the last."""
    found = Complaints()
    with _pages(contexts.lent, server, found) as open_page:
        yield open_page()
    assert found.unexpected() == []


@pytest.fixture
def own_app(browser, server, complaints):
    """A program beside `server`, which has compiled the kernels: `with own_app("--debug") as (app, new_page): …`.

    prefix : the path below which its pages are.
    """

    @contextmanager
    def lent(**options):
        with browser.new_context(**options) as context:
            context.add_init_script(_REPORT_VIOLATIONS)
            yield context

    @contextmanager
    def started(*arguments, prefix=""):
        with running_app(*arguments) as app, _pages(lent, app.url + prefix, complaints) as open_page:
            yield app, open_page

    return started


@pytest.fixture
def page(new_page):
    """One page at 1280×720 that nothing has been opened in yet; `page.goto("/")` opens the program."""
    return new_page()
