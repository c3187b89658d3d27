"""The ring can fail: what is planted is reported, and what is allowed is not, as long as it is there."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.accessibility.axe import LOOKS, Allowed, Inspection

SOUND = '<!doctype html><html lang="en"><title>A page</title><main><h1>A page</h1>{}</main></html>'
PLANTED = '<button type="button" id="nameless"></button>'
PALE = '<p id="pale" style="color: {}; background: #fff">Hard to read</p>'
BOTH = "<style>:root { color-scheme: light dark }</style>"
OWN = """<style>@media (forced-colors: active) {
  #pale { forced-color-adjust: none; color: #777 !important; background: #888 !important }
}</style>"""
WIDE = '<p style="width: 600px">What only scrolling sideways shows</p>'
SIDEWAYS = """<style>#sideways { overflow: hidden; height: 20px }
@media (max-width: 400px) { #sideways { overflow: auto; width: 90px } }</style>
<div id="sideways"><p style="width: 900px; height: 90px">What only a mouse can scroll</p></div>"""


TARGETS = '<p style="height: {}px">Above</p><button id="one">1</button><button id="two">2</button>'
COVERED = """<style>button {{ width: {0}px; height: {0}px; padding: 0 }}
#bar {{ position: sticky; bottom: 0; width: 100%; height: 100px }}</style>
{1}<p style="height: 900px">Below</p><button id="bar">A bar</button>"""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 800, "height": 600})
    yield context.new_page()
    context.close()


def framed(content: str) -> str:
    """A page whose frame has this in it."""
    inner = SOUND.format(content).replace('"', "&quot;")
    return SOUND.format(f'<iframe title="Within" srcdoc="{inner}"></iframe>')


def show(page: Page, content: str) -> None:
    """Show a page, and wait for its frames."""
    page.set_content(content, wait_until="load")


def walk_past(page: Page, content: str, **options: object) -> Inspection:
    """Look at one page, as it is."""
    show(page, content)
    walk = Inspection("planted", page, **options)
    walk.at("as it is")
    return walk


@pytest.mark.parametrize("content", [SOUND.format(""), framed("")], ids=["page", "frame"])
def test_a_sound_page_passes(page: Page, content: str) -> None:
    walk_past(page, content).finish()


@pytest.mark.parametrize("content", [SOUND.format(PLANTED), framed(PLANTED)], ids=["page", "frame"])
def test_what_is_planted_is_told_with_its_place_and_its_remedy(page: Page, content: str) -> None:
    walk = walk_past(page, content)
    with pytest.raises(AssertionError) as told:
        walk.finish()
    for part in ("planted: button-name at #nameless", "as it is (light, phone)", "aria-label"):
        assert part in str(told.value)


@pytest.mark.parametrize(
    ("content", "rule", "looks"),
    [
        (PALE.format("light-dark(#000, #ccc)") + BOTH, "color-contrast", {"dark"}),
        (SIDEWAYS, "scrollable-region-focusable", {"phone"}),
        (WIDE, "wider-than-window", {"phone"}),
        (PALE.format("#ccc"), "color-contrast", {"light", "dark", "phone"}),
        (PALE.format("#000") + OWN, "color-contrast", {"forced colours"}),
    ],
    ids=["dark", "phone", "phone, too wide", "all but forced colours", "forced colours"],
)
def test_each_look_is_really_put_on(page: Page, content: str, rule: str, looks: set[str]) -> None:
    walk = walk_past(page, SOUND.format(content))
    assert {one.look for one in walk.found if one.rule == rule} == looks
    assert len(walk.found) == len(looks)


@pytest.mark.parametrize(
    ("content", "rule"),
    [
        ('<button type="button" aria-label="Send">Undo</button>', "label-content-name-mismatch"),
        ('<nav><a href="#there">There</a></nav>' * 2, "landmark-unique"),
        ("</main><p>Outside of all parts</p><main>", "region"),
    ],
)
def test_what_axe_may_leave_out_is_looked_for(page: Page, content: str, rule: str) -> None:
    walk = walk_past(page, SOUND.format(content))
    assert rule in {one.rule for one in walk.found}


@pytest.mark.parametrize(("side", "rules"), [(25, set()), (14, {"target-size"})])
def test_a_target_is_as_large_as_it_is_when_scrolled_to(page: Page, side: int, rules: set[str]) -> None:
    walk = walk_past(page, SOUND.format(COVERED.format(side, TARGETS.format(386))))
    assert {one.rule for one in walk.found} == rules
    assert page.evaluate("scrollY") == 0


def test_a_strict_policy_forbids_nothing_here(page: Page) -> None:
    policy = {"Content-Security-Policy": "default-src 'none'", "Content-Type": "text/html"}
    page.route("**/*", lambda route: route.fulfill(body=SOUND.format(PLANTED), headers=policy))
    page.goto("http://footwork.test/")
    walk = Inspection("planted", page)
    walk.at("as it is")
    assert {one.rule for one in walk.found} == {"button-name"}


def test_of_a_page_of_others_only_the_parts_are_looked_at(page: Page) -> None:
    content = SOUND.format(f'{PLANTED}<div class="ours">{PALE.format("#000")}</div>')
    walk_past(page, content, parts=[".ours"]).finish()
    with pytest.raises(AssertionError, match="nothing to look at"):
        walk_past(page, content, parts=[".gone"])


def test_what_is_allowed_passes_until_it_is_gone(page: Page) -> None:
    allowed = [Allowed("planted", "button-name", "#name*", "it is planted")]
    walk_past(page, SOUND.format(PLANTED), allowed=allowed).finish()
    with pytest.raises(AssertionError, match="button-name at #name\\* is allowed, and gone"):
        walk_past(page, SOUND.format(""), allowed=allowed).finish()
    walk_past(page, SOUND.format(""), allowed=[Allowed("another", "button-name", "#nameless", "")]).finish()


def test_there_are_four_looks() -> None:
    assert [look.name for look in LOOKS] == ["light", "dark", "phone", "forced colours"]
