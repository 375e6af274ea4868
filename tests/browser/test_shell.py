"""The page's frame: what a load costs, and that nothing in it is refused by its own policy."""

from tests.app_process import running_app


def loaded(page):
    """Bytes of script that came over the network, decoded, and whether plotly.js is among them."""
    return page.evaluate(
        """performance.getEntriesByType("resource").filter((entry) => /\\.m?js/.test(entry.name))
           .map((entry) => [entry.name, entry.decodedBodySize, entry.transferSize])"""
    )


def test_a_first_load_is_light_and_a_second_costs_nothing(page):
    page.goto("/")
    page.wait_for_selector("#network", state="attached")
    page.wait_for_load_state("networkidle")
    cold = loaded(page)
    assert sum(size for _, size, _ in cold) < 1_500_000
    assert not [name for name, _, _ in cold if "plotly" in name]
    page.reload()
    page.wait_for_selector("#network", state="attached")
    page.wait_for_load_state("networkidle")
    assert sum(transferred for _, _, transferred in loaded(page)) == 0


def test_markup_from_outside_runs_nothing(page, complaints):
    complaints.allow("content security policy|Content Security Policy")
    page.goto("/")
    ran = page.evaluate(
        """async () => {
             document.body.insertAdjacentHTML("beforeend", "<img src=x onerror='window.ran = 1'>");
             const script = document.createElement("script");
             script.textContent = "window.ran = 2";
             document.body.append(script);
             await new Promise((done) => setTimeout(done, 200));
             return window.ran ?? 0;
           }"""
    )
    assert ran == 0
    assert complaints.messages


def test_development_tools_find_nothing_wrong(new_page):
    with running_app("--debug") as app:
        page = new_page(base_url=app.url)
        page.goto("/")
        page.wait_for_selector("#network", state="attached")
        page.wait_for_load_state("networkidle")
