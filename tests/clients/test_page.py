"""Chromium shows the page of the seeds: offline, without an error, and what one looks for is found."""

from __future__ import annotations

import os
import re
import shutil

import pytest

from exports import write
from tests.clients import require

WIDTHS = {"desk": (1400, 900), "phone": (390, 844)}


@pytest.fixture(scope="module")
def file(seeds_graph, tmp_path_factory):
    path = tmp_path_factory.mktemp("page") / "graph.html"
    write(seeds_graph, path)
    return path


@pytest.fixture(scope="module")
def browser():
    require("chromium")
    api = pytest.importorskip("playwright.sync_api") if os.environ.get("CI") != "true" else _api()
    with api.sync_playwright() as playwright:
        # The sandbox of Chromium cannot be set up within that of a container.
        started = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        yield started
        started.close()


def _api():
    import playwright.sync_api

    return playwright.sync_api


@pytest.fixture(params=WIDTHS)
def page(browser, file, request):
    """The page, opened without a network; what it asks for and complains of is in ``page.asked`` and ``page.told``."""
    width, height = WIDTHS[request.param]
    context = browser.new_context(viewport={"width": width, "height": height}, offline=True)
    opened = context.new_page()
    opened.asked, opened.told = [], []
    opened.on("request", lambda asked: opened.asked.append(asked.url))
    opened.on("console", lambda message: opened.told.append(message.text))
    opened.on("pageerror", lambda error: opened.told.append(str(error)))
    opened.goto(file.as_uri())
    yield opened
    assert opened.told == []
    assert opened.asked == [file.as_uri()]
    context.close()


def frame(page):
    """Wait until what was asked for is drawn."""
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def drawn(page):
    """Return how much there is to see: the bytes of the picture, which nothing but white makes few."""
    return len(page.screenshot())


def place(page, label):
    """Return where the node called *label* is drawn."""
    return page.evaluate("label => place(nodes.find(node => node.n === label))", label)


def test_the_graph_is_drawn_and_fits_the_window(page):
    frame(page)
    assert drawn(page) > 50_000
    width, height = page.viewport_size["width"], page.viewport_size["height"]
    assert page.evaluate(
        "([w, h]) => nodes.every(node => { const [x, y] = place(node); return x > 0 && y > 0 && x < w && y < h; })",
        [width, height],
    )
    assert page.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth")


def test_search_in_chinese_finds_the_institution_and_shows_what_papers_say(page):
    page.fill("#search", "北京大学")
    assert page.inner_text("#found li:first-child").strip() == "Peking University"
    page.press("#search", "Enter")
    frame(page)
    told = page.inner_text("#about")
    assert "Peking University" in told.splitlines()[:2]
    assert "Institution" in told
    assert "北京大学" in told
    x, y = place(page, "Peking University")
    # What was looked for lies in the open, under no box.
    assert page.evaluate("([x, y]) => document.elementFromPoint(x, y).id", [x, y]) == "canvas"
    page.click("#shut")
    assert not page.is_visible("#about")


def test_what_holds_both_ways_is_told_once_and_without_a_direction(page):
    page.fill("#search", "Peking University")
    page.press("#search", "Enter")
    lines = [line for line in page.inner_text("#about").splitlines() if "collaborates with" in line]
    assert lines
    assert len(set(lines)) == len(lines)
    assert not any(line.startswith("←") for line in lines)


def test_the_pointer_over_a_node_shows_the_evidence(page):
    page.mouse.move(*place(page, "NVIDIA"))
    frame(page)
    told = page.inner_text("#about")
    assert "NVIDIA" in told
    assert re.search(r"affiliated with – .+", told)
    assert page.locator("#about q").count() > 0


def test_the_legend_names_every_type_and_hides_it(page):
    if not page.is_visible("#types"):
        page.click("#legend summary")
    names = page.inner_text("#types")
    for name in ("Paper", "Institution", "Hardware", "Technique", "System"):
        assert name in names
    frame(page)
    before = drawn(page)
    page.locator("#types label", has_text="Technique").locator("input").uncheck()
    frame(page)
    assert drawn(page) < before


def test_the_wheel_and_the_buttons_zoom(page):
    before = page.evaluate("scale")
    page.click("#in")
    assert page.evaluate("scale") == pytest.approx(before * 1.4)
    page.click("#all")
    assert page.evaluate("scale") == pytest.approx(before)
    page.mouse.move(200, 400)
    page.mouse.wheel(0, -300)
    page.wait_for_function("before => scale > before", arg=before)
