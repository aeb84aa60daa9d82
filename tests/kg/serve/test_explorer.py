"""The explorer in a real browser: what a visitor does, at a desk and on a phone, by mouse and by keyboard."""

from __future__ import annotations

import re
import shutil

import pytest

from tests.clients import packages, require
from tests.kg.serve.conftest import ROOT, running

EXPLORER = ROOT / "kg" / "serve" / "explorer"
# WebGL in software: machines of tests have no graphics card.
FLAGS = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
SIZES = {"desk": {"width": 1400, "height": 900}, "phone": {"width": 390, "height": 844}}
PEKING = "institution/02v51f717"


@pytest.fixture(scope="module")
def site(seeds_path):
    """The address of a server with the explorer built from its sources."""
    require("chromium")
    built = packages(EXPLORER, build=["build", "--", "static"]) / "static"
    with running(seeds_path, static=built) as url:
        yield url


@pytest.fixture(scope="module")
def browser():
    require("chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        yield made
        made.close()


@pytest.fixture(params=SIZES)
def page(request, browser, site):
    """A page of the site; at its end the console has no complaint and nothing has been asked for elsewhere."""
    context = browser.new_context(
        viewport=SIZES[request.param], locale="en-GB", base_url=site, has_touch=request.param == "phone"
    )
    made = context.new_page()
    told, asked = [], []
    made.on("console", lambda message: told.append(message.text) if message.type in ("error", "warning") else None)
    made.on("pageerror", lambda error: told.append(str(error)))
    made.on("request", lambda sent: asked.append(sent.url))
    made.goto("/")
    yield made
    context.close()
    # Chromium itself notes every answer of 400; one test asks for that.
    wrong = "status of 400" if request.function is test_a_query_that_is_wrong_says_where else "\0"
    assert [text for text in told if wrong not in text] == []
    assert [url for url in asked if not url.startswith((site, "data:", "blob:"))] == []


@pytest.fixture
def expect():
    from playwright.sync_api import expect

    expect.set_options(timeout=20_000)  # of a machine that does other things besides
    return expect


def test_a_visitor_searches_opens_expands_finds_a_path_sorts_the_claims_and_asks_in_sparql(page, expect):
    page.get_by_role("combobox", name="Search").fill("北京大学")
    page.get_by_role("option", name=re.compile("Peking University")).click()
    expect(page.get_by_role("heading", level=2, name=re.compile("Peking University"))).to_be_visible()
    expect(page.locator("mark").first).to_contain_text("Peking University")
    status = page.locator(".status")
    expect(status).to_contain_text(re.compile(r"\d+ of \d+ shown"))
    before = int(status.inner_text().split()[0])
    assert before > 10

    # One of its papers brings its own neighbours into the drawing.
    page.get_by_role("link", name=re.compile("^UltraEP: Unleash")).first.click()
    expect(page.get_by_role("heading", level=2, name=re.compile("^UltraEP: Unleash"))).to_be_visible()
    page.get_by_role("button", name="Expand", exact=True).click()
    expect(status).not_to_contain_text(f"of {before} ")

    page.get_by_role("link", name="Paths", exact=True).click()
    page.get_by_role("combobox", name="From").fill("北京大学")
    page.get_by_role("option").first.click()
    page.get_by_role("combobox", name="To", exact=True).fill("MoE")
    page.get_by_role("option", name=re.compile("mixture of experts")).first.click()
    first = page.locator("article.path").first
    expect(first.get_by_role("heading")).to_contain_text("mixture of experts")
    expect(first.locator("mark").first).to_have_text(
        "School of Computer Science, Peking University(北京大学计算机学院)"
    )

    page.get_by_role("link", name="Claims", exact=True).click()
    figure = page.get_by_role("columnheader", name="Figure")
    figure.get_by_role("button").click()
    expect(figure).to_have_attribute("aria-sort", "descending")
    figures = page.locator("tbody td.number")
    highest = figures.first.inner_text()
    figure.get_by_role("button").click()
    expect(figure).to_have_attribute("aria-sort", "ascending")
    expect(figures.first).not_to_have_text(highest)

    page.get_by_role("link", name="SPARQL", exact=True).click()
    page.get_by_label("Examples").select_option(label="Who collaborates with NVIDIA?")
    expect(page.get_by_role("cell", name="Carnegie Mellon University")).to_be_visible()


def test_the_drawing_is_drawn(page, expect):
    page.goto("/#/node/entity%2Fnvidia-a100")
    expect(page.locator(".status")).to_contain_text("shown")
    canvas = page.locator(".canvas canvas").first
    expect(canvas).to_be_visible()
    page.wait_for_timeout(500)
    # Many colours: an empty canvas has one.
    from io import BytesIO

    from PIL import Image

    with Image.open(BytesIO(page.locator(".canvas").screenshot())) as image:
        assert len(image.convert("RGB").getcolors(1 << 24)) > 50


def test_the_keyboard_is_enough(page, expect):
    expect(page.get_by_role("combobox", name="Search")).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    search = page.get_by_role("combobox", name="Search")
    expect(search).to_be_focused()
    page.keyboard.insert_text("A100")
    expect(page.get_by_role("option").first).to_be_visible()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("option").first).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=2, name=re.compile("NVIDIA A100"))).to_be_visible()
    search.fill("b")
    expect(page.get_by_role("option").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("listbox")).to_have_count(0)


def test_filters_hide_what_is_not_wanted(page, expect):
    page.goto(f"/#/node/{PEKING.replace('/', '%2F')}")
    status = page.locator(".status")
    expect(status).to_contain_text("shown")
    shown = int(status.inner_text().split()[0])
    page.get_by_text("Filters", exact=True).click()
    page.get_by_role("checkbox", name="Technique").uncheck()
    expect(status).not_to_contain_text(f"{shown} of")
    page.get_by_label("Relation").select_option("collaboratesWith")
    expect(status).to_contain_text(re.compile(r"^([2-9]|1\d) of"))  # itself and those it collaborates with
    page.get_by_role("spinbutton", name="Until").fill("1990")
    page.get_by_role("spinbutton", name="Until").press("Enter")
    expect(status).to_contain_text(re.compile(r"^1 of"))


def test_the_interface_is_there_in_chinese_and_stays_so(page, expect):
    page.get_by_role("button", name="中文").click()
    expect(page.get_by_role("link", name="路径")).to_be_visible()
    page.goto("/#/node/entity%2Fnvidia-a100")
    expect(page.get_by_role("heading", level=2, name="英伟达A100")).to_be_visible()
    assert page.evaluate("document.documentElement.lang") == "zh-CN"
    page.reload()
    expect(page.get_by_role("heading", level=2, name="英伟达A100")).to_be_visible()


def test_the_course_of_an_architecture_takes_in_its_gpus(page, expect):
    page.goto("/#/timeline/entity%2Fampere")
    page.get_by_label("With what is narrower").check()
    expect(page.locator("rect.bar")).to_have_count(2)
    expect(page.locator(".course > li")).to_have_count(3)


def test_claims_are_filtered_and_downloaded(page, expect):
    page.goto("/#/claims")
    page.get_by_label("Filter rows").fill("megatron h100")
    expect(page.get_by_role("status")).to_have_text("1 row")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download CSV").click()
    assert "Megatron-LM" in download.value.path().read_text(encoding="utf-8")


def test_a_query_that_is_wrong_says_where(page, expect):
    page.goto("/#/sparql?query=SELECT%20*%20%7B%20nonsense")
    page.get_by_role("button", name="Run").click()
    expect(page.get_by_role("alert")).to_contain_text("Line 1, column")


def test_a_phone_shows_no_page_wider_than_itself(page, expect):
    for address in (
        "/",
        "/#/paths",
        "/#/claims",
        "/#/timeline/entity%2Fampere",
        "/#/sparql",
        "/#/node/entity%2Fnvidia-a100",
    ):
        page.goto(address)
        expect(page.locator("main > *").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), address


def test_the_labels_of_a_hostile_paper_are_text(browser, small_path):
    require("chromium")
    built = packages(EXPLORER, build=["build", "--", "static"]) / "static"
    with running(small_path, static=built) as url:
        made = browser.new_page(base_url=url)
        made.goto("/")
        made.get_by_role("combobox").first.fill("Thing")
        made.get_by_role("listbox").get_by_role("option").first.click()
        made.get_by_role("button", name="Expand", exact=True).wait_for()
        assert "<b>" in made.locator(".panel h2").first.inner_text()
        assert made.locator("b").count() == 0
        made.close()


def test_the_types_of_the_sources_are_right():
    from tests.clients import run

    run("npm", "run", "--silent", "check", cwd=packages(EXPLORER, build=["build", "--", "static"]))


def test_the_lock_file_names_no_host():
    text = (EXPLORER / "package-lock.json").read_text(encoding="utf-8")
    assert "resolved" not in text
    assert "integrity" in text
