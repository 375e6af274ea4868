"""The axes of the projection: those that follow are refitted at every step, and no point jumps."""

import numpy as np
import pytest
from scipy.linalg import orthogonal_procrustes

from explorer import Recipe, Run
from explorer.analysis.projection import fit_axes
from explorer.numbers import percent
from tests.browser.screen import Screen, eventually

RECIPE = Recipe(preset="king-queen")


def jump(points, before):
    """The way of the point that moves farthest, as a share of the picture."""
    return np.linalg.norm(points - before, axis=1).max() / np.abs(before).max()


@pytest.mark.further_case
def test_followed_axes_let_no_point_jump(page):
    """At a step after which the axes, as they are fitted, flip or swap: they are turned to lie as before."""
    W = Run(RECIPE).trace(0, 600)["W"]
    axes = [fit_axes(vectors) for vectors in W]
    raw = [each.project(vectors) for each, vectors in zip(axes, W, strict=True)]
    jumps = [step for step in range(1, 600) if jump(raw[step], raw[step - 1]) > 1]
    assert len(jumps) > 20
    for step in jumps[:: len(jumps) // 3]:
        screen = Screen(page).open(f"/?{RECIPE.to_query()}&view.axes=follow&step={step - 1}", step - 1)
        eventually(lambda screen=screen, expected=raw[step - 1]: shows(screen, expected))
        turn, _ = orthogonal_procrustes(axes[step].basis.T, axes[step - 1].basis.T)
        turned = raw[step] @ turn
        assert jump(turned, raw[step - 1]) < 0.3
        screen.press("next").at(step)
        eventually(lambda screen=screen, expected=turned: shows(screen, expected))


@pytest.mark.further_case
def test_axes_that_explain_too_little_say_so_and_refitting_ends_it(page):
    """Nothing moves for it, and while the page plays nothing is asked."""
    run = Run(Recipe(preset="cat-dog"))
    before, W = fit_axes(run.parameters["W"]), run.seek(1000).parameters["W"]
    now, refitted = before.share_of(W).sum(), fit_axes(W).share.sum()
    assert 3 * now < refitted
    screen = Screen(page).open("/?preset=cat-dog&step=1000", 1000)
    refit, picture = page.locator("#pca"), page.locator("#projection canvas").first
    page.wait_for_selector("#pca.advised")
    told = f"explain {percent(now)} of the variance, refitted ones {percent(refitted)}"
    assert refit.get_attribute("title").endswith(told)
    places = [each.bounding_box() for each in (refit, picture)]
    screen.press("play")
    page.wait_for_selector("#pca:not(.advised)")
    screen.press("play")
    page.wait_for_selector("#pca.advised")
    screen.press("pca")
    page.wait_for_selector("#pca:not(.advised)")
    assert [each.bounding_box() for each in (refit, picture)] == places
    assert "view.axes=1000" in screen.link()
    page.select_option("#output", "negative")  # a run that has not got that far
    screen.at(0)
    assert "view.axes" not in screen.link()


def shows(screen, expected):
    points = np.array([row[2:] for row in screen.table("projection") if row[1] == "input vector"], float)
    np.testing.assert_allclose(points, expected, atol=1e-6)
