"""Explorers on a page that is not ours: several that do not disturb each other, and that leave nothing behind."""

import re
import subprocess
from pathlib import Path

import numpy as np
import playwright
import pytest

from explorer import Recipe, Run
from explorer.web import panels
from explorer.web.shell import ENTRIES
from tests.browser.screen import DIGITS, Screen, alive, eventually

ASSETS = Path(__file__).resolve().parents[2] / "assets"
LESSON = """<!DOCTYPE html>
<html lang="en">
  <head><title>A lesson</title><script type="module" src="/element.mjs"></script></head>
  <body>{}</body>
</html>"""
CBOW, NETWORK = "preset=fruit-and-juice-cbow", "preset=xor-network"

# What was asked for and not taken back, by kind. Listeners under a signal are gone when it is.
_COUNT = """
  (() => {
    const alive = (globalThis.alive = { listener: new Map(), timer: new Set(), frame: new Set(), observer: new Set() });
    const { addEventListener, removeEventListener } = EventTarget.prototype;
    const once = (options) => (typeof options === "object" && options?.once);
    EventTarget.prototype.addEventListener = function (name, handler, options) {
      // What no page can reach any more takes its listeners with it: those on windows and documents stay.
      const { body, documentElement } = document;
      const outlives = [window, document, body, documentElement].includes(this) || this instanceof MediaQueryList;
      if (outlives && !once(options)) {
        const key = {};
        alive.listener.set(key, name);
        if (options?.signal) addEventListener.call(options.signal, "abort", () => alive.listener.delete(key));
      }
      return addEventListener.call(this, name, handler, options);
    };
    const counted = (kind, start, stop) => {
      const [begin, end] = [globalThis[start], globalThis[stop]];
      globalThis[start] = (action, ...rest) => {
        const id = begin.call(globalThis, (...told) => (alive[kind].delete(id), action(...told)), ...rest);
        alive[kind].add(id);
        return id;
      };
      globalThis[stop] = (id) => (alive[kind].delete(id), end.call(globalThis, id));
    };
    counted("timer", "setTimeout", "clearTimeout");
    counted("frame", "requestAnimationFrame", "cancelAnimationFrame");
    counted("frame", "requestIdleCallback", "cancelIdleCallback");
    for (const name of ["ResizeObserver", "MutationObserver"]) {
      globalThis[name] = class extends globalThis[name] {
        observe(...told) {
          alive.observer.add(this);
          return super.observe(...told);
        }
        disconnect() {
          alive.observer.delete(this);
          return super.disconnect();
        }
      };
    }
  })()
"""
_LEFT = "() => Object.fromEntries(Object.entries(alive).map(([kind, all]) => [kind, all.size]))"
_REMOVED = "() => { const { shadowRoot } = one; one.remove(); return shadowRoot.childNodes.length; }"
_TABLE = """
  (host) => [...host.shadowRoot.querySelectorAll("#weights tbody tr")]
    .map((row) => [...row.children].map((cell) => cell.textContent))
"""
_PICTURES = "(host) => [...host.shadowRoot.querySelectorAll('canvas')].map((canvas) => canvas.toDataURL()).join()"
_MOUNT_IN_AN_EMPTY_ROOT = """
  async ([shadow, query, step]) => {
    const linked = document.querySelector("script[type='module']").src;
    const { mount } = await import(new URL("shell/explorer.mjs", linked));
    const { HttpSource } = await import(new URL("sources/http.mjs", linked));
    const host = document.body.appendChild(Object.assign(document.createElement("section"), { id: "host" }));
    host.style.cssText = "position: fixed; inset: 0; z-index: 9; overflow: auto";
    const root = shadow ? host.attachShadow({ mode: "open" }) : host;
    const styles = shadow ? [document.querySelector("link[rel=stylesheet]").href] : [];
    const place = { query, step, view: {} };
    globalThis.made = mount(root, new HttpSource(document.body.dataset.api), { prefix: "c-", styles, place });
    await made.opened;
  }
"""
# The markup that is left of an explorer whose form is shown, or whose script is on its way, when it is destroyed.
_DESTROYED_WHILE_PREDICTING = """
  async (shown) => {
    const until = async (holds) => {
      for (let i = 0; !holds(); i++) {
        if (i > 1000) throw new Error(`never: ${holds}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    const linked = document.querySelector("script[type='module']").src;
    const { mount } = await import(new URL("shell/explorer.mjs", linked));
    const { HttpSource } = await import(new URL("sources/http.mjs", linked));
    const root = document.body.appendChild(document.createElement("section"));
    root.innerHTML = `<div class="panel"><div id="b-network" style="width: 500px; height: 300px"></div></div>`;
    const place = { query: "preset=xor-network", step: 4, view: {} };
    const explorer = mount(root, new HttpSource(document.body.dataset.api), { prefix: "b-", place });
    await explorer.opened;
    await until(() => root.querySelector("canvas"));
    for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame); // what is wanted then is painted at once
    explorer.app.setView({ predict: "1" });
    if (shown) await until(() => root.classList.contains("predicting"));
    explorer.destroy();
    await import(new URL("predict/mount.mjs", linked)); // has come to the explorer, too
    await new Promise((resolve) => setTimeout(resolve, 300));
    return root.outerHTML;
  }
"""
# Each panel in an element of its own that has nothing around it; what is left of it in the end.
_EACH_ALONE = """
  async ([names, query]) => {
    const linked = document.querySelector("script[type='module']").src;
    const { mount } = await import(new URL("shell/explorer.mjs", linked));
    const { HttpSource } = await import(new URL("sources/http.mjs", linked));
    const found = {};
    for (const name of names) {
      const root = document.body.appendChild(document.createElement("section"));
      root.innerHTML = `<div id="b-${name}" style="width: 500px; height: 300px"></div>`;
      const before = root.innerHTML;
      const place = { query, step: 4, view: {} };
      const explorer = mount(root, new HttpSource(document.body.dataset.api), { prefix: "b-", place });
      const trouble = [];
      explorer.on("trouble", (error) => trouble.push(String(error)));
      await explorer.opened;
      while (root.dataset.ready !== "true") await new Promise((resolve) => setTimeout(resolve, 20));
      const shown = root.querySelectorAll("*").length > 1;
      const fields = root.querySelectorAll("input").length;
      explorer.destroy();
      found[name] = { trouble, shown, fields, clean: root.innerHTML === before };
      root.remove();
    }
    return found;
  }
"""
# Every element in order, as its tag, attributes and own text.
_BOTH_MARKUPS = """
  async () => {
    const linked = document.querySelector("script[type='module']").src;
    const { explorer } = await import(new URL("shell/markup.mjs", linked));
    const template = document.createElement("template");
    const told = (html, within) => {
      template.innerHTML = html;
      const root = within ? template.content.querySelector(within) : template.content;
      return [...root.querySelectorAll("*")].map((each) => [
        each.localName,
        [...each.attributes].map(({ name, value }) => `${name}=${value.trim()}`).sort(),
        [...each.childNodes].map(({ nodeType, data }) => (nodeType === 3 ? data.trim() : "")).filter(Boolean),
        each.parentElement?.closest("[class]")?.className.trim() ?? "",
      ]);
    };
    const written = await (await fetch(new URL("element.html", linked))).text();
    return [told(`<div class="explorer alone">${explorer()}</div>`, ".explorer"), told(written, ".explorer")];
  }
"""
# Two elements in turn, each taken away after so many ms or, below 0, once it is painted and plays.
_COME_AND_GO = """
  async ([one, other, wait]) => {
    await customElements.whenDefined("embedding-explorer");
    const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));
    for (const recipe of [one, other]) {
      const element = Object.assign(document.createElement("embedding-explorer"), { recipe, step: 5 });
      document.body.append(element);
      const painted = () => element.shadowRoot.querySelector('.explorer[data-ready="true"]');
      while (wait < 0 && !painted()) await pause(20);
      if (wait < 0) element.shadowRoot.querySelector("#play").click();
      await pause(Math.abs(wait));
      element.remove();
    }
  }
"""


@pytest.fixture
def lesson(page, server):
    """Open a page of somebody else's with this in its body; returns the page."""

    def opened(body):
        page.route(f"{server}/lesson", lambda route: route.fulfill(content_type="text/html", body=LESSON.format(body)))
        page.goto("/lesson")
        return page

    return opened


def element(name, recipe, step=0, more=""):
    return f'<embedding-explorer id="{name}" recipe="{recipe}" step="{step}" {more}></embedding-explorer>'


def at(page, name, step):
    """Wait until the explorer has painted this step."""
    page.wait_for_selector(f'#{name} .explorer[data-ready="true"][data-step="{step}"]', state="attached")


def shows(page, name, recipe, step):
    """The weights in the element's table are those of the recipe's run."""
    run = Run(recipe).seek(step)

    def compare():
        rows = page.locator(f"#{name}").evaluate(_TABLE)
        shown = np.array([row[1:] for row in rows], float)
        expected = np.hstack([run.parameters[each.name] for each in run.recipe.architecture.parameters])
        np.testing.assert_allclose(shown, expected, rtol=DIGITS, atol=1e-12)

    eventually(compare)


def test_an_element_opens_a_recipe_at_a_step(lesson):
    page = lesson(element("one", "preset=king-queen&amp;seed=3", 137, 'panels="network weights" transport="simple"'))
    at(page, "one", 137)
    shows(page, "one", Recipe(preset="king-queen", seed=3), 137)
    visible = page.locator("#one .panel:visible h2").all_inner_texts()
    assert visible == ["Network", "Weights"]
    assert page.locator("#one #next").is_visible()
    assert not page.locator("#one #step-500").is_visible()
    page.click("#one #next")
    at(page, "one", 138)
    assert page.evaluate("Object.keys(document.body.dataset)") == []


def test_properties_can_be_set_and_places_are_told(lesson):
    page = lesson(element("one", CBOW, 3))
    at(page, "one", 3)
    page.evaluate("""() => {
      globalThis.told = [];
      one.addEventListener("place", ({ detail }) => told.push([detail.step, detail.stage]));
      one.step = 40;
      one.stage = "hidden";
    }""")
    at(page, "one", 40)
    assert page.evaluate("told") == [[40, "hidden"]]
    page.evaluate("() => { one.recipe = 'preset=king-queen'; one.stage = ''; one.step = 7; one.panels = 'weights'; }")
    at(page, "one", 7)
    shows(page, "one", Recipe(preset="king-queen"), 7)
    assert page.evaluate("one.place.query").startswith("preset=king-queen")
    assert page.locator("#one .panel:visible").count() == 1
    page.evaluate("one.transport = 'none'")
    assert not page.locator("#one .transport").is_visible()


@pytest.mark.further_case
def test_a_view_is_an_attribute_and_set_alone_it_keeps_the_place(lesson):
    page = lesson(element("one", "preset=king-queen", 20, 'view="fit=both&amp;trail=20"'))
    at(page, "one", 20)
    assert page.evaluate("[one.place.view.fit, one.place.view.trail]") == ["both", "20"]
    page.click("#one #next")
    at(page, "one", 21)
    page.evaluate("() => { one.view = 'fit=W'; one.view = 'heat=change'; }")
    page.wait_for_selector("#one [data-view-value='change'][aria-pressed='true']")
    at(page, "one", 21)
    assert page.evaluate("[one.place.step, one.place.view.heat, one.place.view.trail ?? '']") == [21, "change", ""]


@pytest.mark.further_case
def test_all_panels_leave_no_room_beside_them(lesson):
    page = lesson(element("one", CBOW))
    at(page, "one", 0)
    edge = "(name) => one.shadowRoot.querySelector(name).getBoundingClientRect().right"
    edges = [page.evaluate(edge, name) for name in (".panel-vectors", ".panel-projection", ".explanation")]
    assert edges == pytest.approx([edges[-1]] * 3, abs=1)


def test_a_recipe_that_is_refused_is_told_in_the_element(lesson, complaints):
    complaints.allow("status of 400")
    page = lesson(element("one", "preset=nowhere"))
    page.wait_for_selector("#one .alert:visible")
    assert "preset" in page.inner_text("#one .alert")


def test_a_script_that_comes_from_two_addresses_defines_the_element_once(lesson):
    page = lesson(element("one", CBOW, 3) + '<script type="module" src="/element.mjs?again"></script>')
    at(page, "one", 3)
    told = page.evaluate("import('/element.mjs?once-more').then(() => 'defined', String)")
    assert told == "defined"


def test_two_explorers_do_not_disturb_each_other(lesson):
    """One of words plays while one of layers rests: neither its numbers nor a pixel of it change."""
    page = lesson(element("words", CBOW) + element("layers", NETWORK, 30))
    at(page, "words", 0)
    at(page, "layers", 30)
    rests = page.locator("#layers")

    def shown():
        return rests.evaluate(_PICTURES), rests.evaluate(_TABLE), rests.inner_text()

    def at_rest():
        now = shown()
        page.wait_for_timeout(600)
        assert shown() == now
        return now

    before = eventually(at_rest)
    page.select_option("#words #speed", "60")
    page.click("#words #play")
    page.wait_for_function("Number(words.shadowRoot.querySelector('.explorer').dataset.step) > 30")
    page.click("#words #play")
    assert shown() == before
    assert page.locator("#layers .explorer").get_attribute("data-step") == "30"
    assert page.locator("#layers .explorer").get_attribute("data-corpus") == "numbers"
    assert page.locator("#words .explorer").get_attribute("data-corpus") == "words"
    step = page.evaluate("words.place.step")
    at(page, "words", step)
    shows(page, "words", Recipe(preset="fruit-and-juice-cbow"), step)
    page.click("#layers #next")
    at(page, "layers", 31)
    assert page.evaluate("words.place.step") == step


def test_what_is_destroyed_leaves_nothing(lesson):
    page = lesson("")
    page.add_init_script(_COUNT)
    page.reload()
    page.evaluate("customElements.whenDefined('embedding-explorer').then(() => true)")
    page.wait_for_selector("body", state="attached")
    page.click("html")  # Playwright itself listens from then on
    nothing = page.evaluate(_LEFT)
    for recipe in (CBOW, NETWORK):
        page.evaluate("(markup) => document.body.insertAdjacentHTML('beforeend', markup)", element("one", recipe, 5))
        at(page, "one", 5)
        page.click("#one #play")
        page.wait_for_function("one.place.step > 7")
        during = page.evaluate(_LEFT)
        assert during["listener"] > nothing["listener"]
        assert during["observer"] > nothing["observer"]
        assert page.evaluate(_REMOVED) == 0
        assert page.evaluate(_LEFT) == nothing
    page.wait_for_timeout(500)
    assert page.evaluate(_LEFT) == nothing
    assert page.evaluate("document.body.children.length") == 0


@pytest.mark.further_case
def test_a_second_explorer_adopts_plain_elements_and_leaves_them_as_they_were(page):
    """On the page, in parts whose ids have a prefix."""
    Screen(page).open(f"/?{CBOW}", 0)
    found = page.evaluate(
        """async () => {
          const linked = document.querySelector("script[type='module']").src;
          const { mount } = await import(new URL("shell/explorer.mjs", linked));
          const { HttpSource } = await import(new URL("sources/http.mjs", linked));
          const root = document.createElement("section");
          root.innerHTML = `<button id="b-next"></button><p id="b-status"></p>
            <div class="panel"><div id="b-network" style="width: 500px; height: 300px"></div></div>`;
          document.body.append(root);
          const place = { query: "preset=xor-network", step: 4, view: {} };
          const explorer = mount(root, new HttpSource(document.body.dataset.api), { prefix: "b-", place });
          const seen = [];
          const stop = explorer.on("place", (place) => seen.push(place.step));
          await explorer.opened;
          await new Promise((resolve) => explorer.on("paint", resolve));
          root.querySelector("button").click();
          stop();
          root.querySelector("button").click();
          const painted = [...root.querySelectorAll("canvas")].length;
          explorer.destroy();
          root.querySelector("button").click();
          const left = root.querySelectorAll("*").length;
          return { seen, painted, place: explorer.place.step, left, after: root.outerHTML };
        }"""
    )
    assert (found["seen"], found["place"]) == ([4, 5], 6)
    assert found["painted"] > 0
    assert found["left"] == 4
    assert not re.search("canvas|data-step", found["after"])
    assert Screen(page).place() == (0, "start")


@pytest.mark.parametrize("shown", [False, True], ids=["on its way", "shown"])
@pytest.mark.further_case
def test_what_is_destroyed_while_it_asks_for_a_prediction_leaves_no_form(page, shown):
    Screen(page).open(f"/?{CBOW}", 0)
    left = page.evaluate(_DESTROYED_WHILE_PREDICTING, shown)
    assert re.findall("<[^>]*predict[^>]*>", left) == []


@pytest.mark.parametrize("recipe", ["preset=feed-the-cat", NETWORK])
def test_each_panel_can_stand_alone(page, recipe):
    Screen(page).open(f"/?{CBOW}", 0)
    names = list(panels.load())
    found = page.evaluate(_EACH_ALONE, [names, recipe])
    assert [name for name, each in found.items() if each["trouble"] or not each["shown"]] == []
    assert [name for name, each in found.items() if not each["clean"]] == []
    assert found["next-words"]["fields"] == 2


@pytest.mark.parametrize("shadow", [False, True])
def test_an_empty_root_gets_its_markup_and_is_empty_again(page, shadow):
    Screen(page).open(f"/?{CBOW}", 0)
    page.evaluate(_MOUNT_IN_AN_EMPTY_ROOT, [shadow, "preset=king-queen", 137])
    page.wait_for_selector('#host .explorer[data-step="137"], #host.explorer[data-step="137"]', state="attached")
    assert page.locator("#host #c-network canvas").first.bounding_box()["width"] > 100
    page.click("#host #c-next")
    page.wait_for_function("made.place.step === 138")
    colours = page.evaluate("[made.app.theme.property('--c-weight'), made.app.theme.small > 0]")
    assert re.fullmatch("#[0-9a-f]{6}", colours[0])
    assert Screen(page).place() == (0, "start")
    assert page.evaluate("() => { made.destroy(); return (host.shadowRoot ?? host).childNodes.length; }") == 0
    assert page.evaluate("host.getAttribute('class') || ''") == ""


def test_markup_of_scripts_is_that_of_the_server(page):
    Screen(page).open(f"/?{CBOW}", 0)
    made, written = page.evaluate(_BOTH_MARKUPS)
    assert len(written) > 50
    assert made == written


def test_nothing_but_the_entries_reads_a_page_when_it_is_imported():
    node = Path(playwright.__file__).parent / "driver" / "node"
    script = "for (const name of process.argv.slice(1)) await import(name); console.log('imported')"
    names = {path.relative_to(ASSETS).as_posix() for path in ASSETS.rglob("*.mjs")} - {*ENTRIES}
    modules = [(ASSETS / name).as_uri() for name in sorted(names)]
    done = subprocess.run(
        [node, "--input-type=module", "-e", script, *modules], capture_output=True, text=True, timeout=300, check=False
    )
    assert re.search("imported", done.stdout), done.stderr


@pytest.mark.further_case
def test_properties_set_before_the_element_is_defined_hold(lesson):
    script = "<script>one.recipe = 'preset=king-queen'; one.step = 12; one.panels = 'weights';</script>"
    page = lesson(f'<embedding-explorer id="one"></embedding-explorer>{script}')
    at(page, "one", 12)
    shows(page, "one", Recipe(preset="king-queen"), 12)
    assert page.locator("#one .panel:visible").count() == 1
    page.evaluate("() => { one.step = 13; }")
    at(page, "one", 13)


@pytest.mark.further_case
def test_a_moved_element_goes_on_where_it_was(lesson):
    page = lesson(f'<p id="here"></p><p id="there"></p>{element("one", "preset=king-queen", 7)}')
    at(page, "one", 7)
    page.click("#one #next")
    at(page, "one", 8)
    page.evaluate("() => { for (let i = 0; i < 5; i++) (i % 2 ? here : there).append(one); }")
    at(page, "one", 8)
    shows(page, "one", Recipe(preset="king-queen"), 8)
    assert page.locator("#one .explorer").count() == 1
    assert not page.locator("#one .alert").is_visible()
    page.evaluate("() => { const kept = one; kept.remove(); kept.step = 3; here.append(kept); }")
    at(page, "one", 3)
    page.evaluate("() => { const kept = one; kept.remove(); kept.go({ step: 4 }); there.append(kept); }")
    at(page, "one", 4)


@pytest.mark.further_case
def test_what_was_told_of_a_wrong_place_goes_with_a_right_one(lesson, complaints):
    complaints.allow("status of 400")
    page = lesson(element("one", "preset=nowhere"))
    page.wait_for_selector("#one .alert:visible")
    page.evaluate("() => { one.recipe = 'preset=king-queen'; }")
    at(page, "one", 0)
    assert not page.locator("#one .alert").is_visible()
    page.evaluate("() => { one.step = 1e9; }")
    page.wait_for_selector("#one .alert:visible")
    at(page, "one", 0)
    assert "at most" in page.inner_text("#one .alert")
    page.evaluate("() => { one.setAttribute('step', '-3'); one.stage = 'hidden'; }")
    page.wait_for_function("one.place.stage === 'hidden' && one.place.step === 0")
    assert page.inner_text("#one .alert") == "step = -3: a whole number from 0"
    page.evaluate("() => { one.step = 2; }")
    page.wait_for_selector("#one .alert", state="hidden")


@pytest.mark.further_case
def test_properties_take_lists_objects_and_null_and_tell_what_cannot_be(lesson, complaints):
    complaints.allow("status of 400")
    page = lesson(element("one", CBOW, 3, 'stage="hidden" panels="weights nowhere"'))
    at(page, "one", 3)
    alert = page.locator("#one .alert")
    eventually(lambda: re.match("panels = nowhere: .*network, ", alert.inner_text()) is not None)
    assert page.locator("#one .panel:visible").count() == 1
    page.evaluate("() => { one.panels = ['network', 'weights']; one.view = { heat: 'change' }; one.stage = null; }")
    page.wait_for_selector("#one [data-view-value='change'][aria-pressed='true']")
    page.wait_for_function("one.place.stage === 'update' && !one.hasAttribute('stage')")
    page.wait_for_selector("#one .alert", state="hidden")
    assert page.locator("#one .panel:visible").count() == 2
    refused = page.evaluate("() => one.go({ step: 'soon' }).catch(({ message }) => message)")
    assert refused == "step = soon: a whole number from 0"
    assert page.evaluate("one.place.step") == 3
    page.evaluate("() => { one.step = 1e8; }")
    page.wait_for_selector("#one .alert:visible")
    at(page, "one", 3)  # where it was


@pytest.mark.further_case
def test_light_and_dark_are_the_pages_unless_the_element_says_it(lesson):
    page = lesson(element("one", CBOW) + element("two", CBOW, more='data-theme="dark"'))
    at(page, "one", 0)
    at(page, "two", 0)
    themes = "[one.dataset.theme, two.dataset.theme]"
    assert page.evaluate(themes) == ["light", "dark"]
    page.emulate_media(color_scheme="dark")
    page.wait_for_function("one.dataset.theme === 'dark'")
    page.evaluate("() => { document.documentElement.dataset.theme = 'light'; }")
    page.wait_for_function("one.dataset.theme === 'light'")
    page.evaluate("() => { one.dataset.theme = 'dark'; document.documentElement.dataset.theme = 'dark'; }")
    page.evaluate("() => { document.documentElement.dataset.theme = 'light'; }")
    assert page.evaluate(f"new Promise((resolve) => setTimeout(() => resolve({themes}), 50))") == ["dark", "dark"]
    assert page.evaluate("() => { const kept = one; kept.remove(); return kept.dataset.theme; }") == "dark"


@pytest.mark.further_case
def test_the_keyboard_is_not_lost_where_the_way_back_ends(lesson):
    page = lesson(element("one", CBOW, 1))
    at(page, "one", 1)
    page.focus("#one #back")
    page.keyboard.press("Enter")
    at(page, "one", 0)
    assert page.evaluate("one.shadowRoot.activeElement.id") == "next"


@pytest.mark.further_case
def test_nothing_grows_however_many_come_and_go(lesson):
    """Nodes and listeners as the browser counts them, of explorers that were painted and of some still loading."""
    page = lesson("")
    devtools = page.context.new_cdp_session(page)

    page.evaluate(_COME_AND_GO, [CBOW, NETWORK, -1])
    before = alive(page, devtools)
    for wait in (-1, 0, 30, 80, 160, 320, -1):
        page.evaluate(_COME_AND_GO, [CBOW, NETWORK, wait])
    page.wait_for_timeout(500)
    nodes, listeners = alive(page, devtools)
    assert nodes <= before[0] + 20, "an explorer has hundreds"
    assert listeners <= before[1]
