"""Measuring in a page of Chromium: from a real click, or from the navigation, to the frame that shows it.

A frame counts as painted when the page's thread is done with it: in the first task after the animation frame
(style, layout, canvas and paint records included). What is clicked in turns is clicked at the same phases of
the screen's refresh, so that neither has the luck of a frame that is just about to begin.
"""

import re
import time
from contextlib import contextmanager

REFRESH = 1 / 60  # seconds
SETTLED = 0.1  # seconds, after which most clicks are painted
LONGEST_ADDRESS = 100_000  # characters

# `measured.arm(name)` waits for the next click; `measured.taken` resolves with the ms from the click to the frame
# that shows another state of a page at rest. Frames are asked for all the time, so that they come with the
# screen's refresh, as what one sees does: an idle page without a screen would begin one at the click.
_MEASURED = """
  () => {
    const empty = Object.assign(document.createElement("button"), { id: "empty-button", textContent: "0" });
    empty.style.cssText = "position:fixed; right:0; bottom:0; width:40px; height:20px; z-index:99";
    empty.addEventListener("click", () => (empty.firstChild.data = Number(empty.firstChild.data) + 1));
    document.body.append(empty);
    const states = {
      empty: () => empty.firstChild.data,
      step: () => (document.body.dataset.ready === "true" ? document.body.dataset.step : undefined),
    };
    globalThis.measured = {
      arm(name) {
        const [state, before] = [states[name], states[name]()];
        const { port1, port2 } = new MessageChannel();
        let pressed = null;
        addEventListener("click", ({ timeStamp }) => (pressed = timeStamp), { capture: true, once: true });
        this.taken = new Promise((resolve) => {
          const frame = () => requestAnimationFrame(() => port2.postMessage(0));
          port1.onmessage = () => {
            const [now, after] = [performance.now(), state()];
            if (pressed === null || after === undefined || after === before) frame();
            else resolve(now - pressed);
          };
          frame();
        });
      },
    };
  }
"""

# Milliseconds from the navigation to the first frame that shows what is waited for, as `firstPaint`.
_FIRST_PAINT = """
  (() => {
    const seen = () => %s;
    const { port1, port2 } = new MessageChannel();
    globalThis.firstPaint = new Promise((resolve) => (port1.onmessage = () => resolve(performance.now())));
    const observer = new MutationObserver(() => {
      if (!seen()) return;
      observer.disconnect();
      requestAnimationFrame(() => port2.postMessage(0));
    });
    observer.observe(document, { childList: true, subtree: true, attributes: true });
  })()
"""
_FRAMES = """
  (seconds) => new Promise((resolve) => {
    const begun = Number(document.body.dataset.step);
    let [first, frames, painted, last] = [0, 0, 0, begun];
    const frame = (now) => {
      first ||= now;
      const step = Number(document.body.dataset.step);
      if (step !== last) painted += 1;
      last = step;
      const passed = (now - first) / 1000;
      if (passed > seconds) resolve([frames / passed, painted / passed, (step - begun) / passed]);
      else requestAnimationFrame(frame);
      frames += 1;
    };
    requestAnimationFrame(frame);
  })
"""

# Milliseconds from press to press, each as soon as the one before it is painted.
_RAPID = """
  (count) => new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const begun = performance.now();
    let left = count;
    const press = () => {
      document.querySelector("#next").click();
      requestAnimationFrame(() => port2.postMessage(0));
    };
    port1.onmessage = () => {
      left -= 1;
      if (left) press();
      else resolve((performance.now() - begun) / count);
    };
    press();
  })
"""

_LOADED = """
  () => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
    .map(({ name, decodedBodySize: size, transferSize: sent, responseEnd: end }) => [name, size, sent, end])
"""


@contextmanager
def explorer_page(browser, url, query, step=0, size=(1280, 720), ratio=1):
    """A page that shows a recipe at a step, painted and at rest, with the means to measure in it.

    ratio : pixels of the screen for each of CSS.
    """
    viewport = dict(zip(("width", "height"), size, strict=True))
    context = browser.new_context(viewport=viewport, device_scale_factor=ratio)
    try:
        page = context.new_page()
        _open(page, url, query, step)
        page.wait_for_selector(f'body[data-ready="true"][data-step="{step}"]')
        page.evaluate(_MEASURED)
        page.wait_for_timeout(1000)
        yield page
    finally:
        context.close()


def _open(page, url, query, step):
    if len(query) < LONGEST_ADDRESS:
        page.goto(f"{url}/?{query}&step={step}")
        return
    # As the browser comes back to an entry of its history, beside which the page keeps a recipe too long for a link.
    page.goto(f"{url}/_favicon.ico")
    address = f"/?step={step}#sha256=pairs:0"
    page.evaluate("([state, address]) => history.replaceState(state, '', address)", [{"query": query}, address])
    page.reload()


def click(page, selector, state, phase=0.0, pause=0.15):
    """Milliseconds from a real click to the frame painted after it.

    state : "step" or "empty", what changes.
    phase : of the screen's refresh at which the button is released, 0 to 1. pause : seconds before.
    """
    box = page.locator(selector).bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.evaluate("(state) => measured.arm(state)", state)
    page.wait_for_timeout(1000 * pause)
    page.evaluate("() => new Promise(requestAnimationFrame)")
    time.sleep(phase * REFRESH)
    page.mouse.up()
    time.sleep(SETTLED)  # the page has one thread: a question to it would stand in the way of what is measured
    return page.evaluate("() => measured.taken")


def clicks_in_turns(page, selector, count):
    """Milliseconds of `count` clicks on a button that steps, and of as many on an empty one."""
    stepping, empty = [], []
    for i in range(count):
        phase = (i + 0.5) / count
        empty.append(click(page, "#empty-button", "empty", phase))
        stepping.append(click(page, selector, "step", phase))
    return stepping, empty


@contextmanager
def slow_network(page, milliseconds):
    """Every request of the page takes so much longer meanwhile."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": milliseconds, "downloadThroughput": -1, "uploadThroughput": -1},
    )
    yield
    session.detach()


@contextmanager
def slow_processor(page, times):
    """The page's processor is so many times slower meanwhile."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": times})
    yield
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    session.detach()


@contextmanager
def thread_seconds(page):
    """Seconds that the page's thread works meanwhile: a function, to be called as often as one likes."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def worked():
        metrics = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
        return metrics["TaskDuration"]

    before = worked()
    yield lambda: worked() - before
    session.detach()


def frames_a_second(page, seconds):
    """(animation frames, those that paint another step, steps) a second: a slow page paints only some of the steps."""
    return page.evaluate(_FRAMES, seconds)


def rapid_presses(page, count):
    """Milliseconds a press of Next, one after the other as fast as they are painted."""
    return page.evaluate(_RAPID, count)


def pressing(page, selector, count, times=1, pause=0.25):
    """Milliseconds of the page's thread for real clicks and all that comes after, for each `times` of them.

    pause : seconds after each click. The clicks are counted when the page has got used to them.
    """
    box = page.locator(selector).bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def press(clicks):
        for _ in range(clicks):
            page.mouse.down()
            page.mouse.up()
            page.wait_for_timeout(1000 * pause)
        page.wait_for_timeout(1000)

    press(5 * times)
    with thread_seconds(page) as worked:
        press(count * times)
        return 1e3 * worked() / count


def first_load(browser, url, seen):
    """Load a page with an empty cache, then once more.

    seen : JavaScript, true when the page has what is waited for. Returns the ms to the frame that shows it, the
    bytes of script until then, and the bytes that came over the network the second time.
    """
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    try:
        page = context.new_page()
        page.add_init_script(_FIRST_PAINT % seen)
        page.goto(url)
        painted = page.evaluate("() => firstPaint")
        loaded = page.evaluate(_LOADED)
        scripts = [size for name, size, _, end in loaded if re.search(r"\.m?js", name) and end < painted]
        page.wait_for_load_state("networkidle")
        page.reload()
        page.evaluate("() => firstPaint")
        page.wait_for_load_state("networkidle")
        again = sum(transferred for _, _, transferred, _ in page.evaluate(_LOADED))
        return painted, sum(scripts), again
    finally:
        context.close()
