"""What is drawn over the map, and where."""

import re

import pytest
from playwright.sync_api import expect

from tests.hosts.contract.workers import SEEN, Workers
from tests.hosts.planarally.conftest import CELL, HOME, WAY, WINDOW, Client, Sit

# Whether something is drawn over a point of the page.
PAINTED = """(x, y) => {
  const canvas = document.querySelector(".footwork-overlay");
  return canvas.width > 0 && canvas.getContext("2d").getImageData(x, y, 1, 1).data[3] > 0;
}"""


def sit_in_a_fight(sit: Sit) -> tuple[Client, Workers]:
    """A page at a table where Jenny is in a fight, and its workers."""
    client = sit(script=SEEN)
    client.fight()
    client.wait_clock("jenny")
    return client, Workers(client.page, lambda: client.page.main_frame)


def test_a_selected_token_shows_how_far_it_can_go(sit: Sit) -> None:
    client, workers = sit_in_a_fight(sit)
    legend = client.page.locator(".footwork-legend")
    lengths = ("Free Movement 25\u00a0ft", "Extended Movement 15\u00a0ft", "Movement in all 40\u00a0ft")
    roll = "All-out Sprint: the whole Action, Outcome 2 or better, 45\u00a0ft, 50\u202f%"
    headline = " \u00b7 ".join([*lengths, roll])
    client.drag(HOME, HOME)
    expect(legend.locator("p")).to_have_text(headline)
    expect(client.page.locator(".footwork-said")).to_have_text(f"Jenny \u00b7 {headline}")
    client.page.wait_for_function("() => workers.open.size === 0")
    asked = workers.asked()
    client.drag(HOME, HOME)
    client.page.evaluate("position.panX = 100")
    client.page.wait_for_function(f"() => ({PAINTED})(900, 325)")
    expect(legend.locator("p")).to_have_text(headline)
    assert workers.asked() == asked
    client.page.evaluate("position.panX = 0")
    client.drag(HOME, (9, 6))
    expect(legend.locator("p")).to_contain_text("Free Movement 0\u00a0ft")
    client.page.evaluate("selected.clear()")
    expect(legend).to_be_hidden()
    expect(client.page.locator(".footwork-said")).to_be_empty()
    assert client.faults == []


def test_the_plan_of_the_next_cell_is_known_before_the_token_is_held_there(sit: Sit) -> None:
    client, workers = sit_in_a_fight(sit)
    said = client.page.locator(".footwork-said")
    client.drag(HOME, (4, 8), drop=False)
    expect(said).to_contain_text("CON-")
    client.page.wait_for_function("() => workers.open.size === 0")
    workers.hold()
    for col, row, told in ((4, 9, "15"), (5, 9, "15"), (5, 8, "10")):
        client.page.mouse.move((col + 0.5) * CELL + 6, (row + 0.5) * CELL + 6)
        expect(said).to_contain_text(re.compile(rf"{told}\u00a0ft.*CON-"))
    workers.release()
    client.page.mouse.up()
    client.wait_kept("jenny", (5, 8))


def test_where_fighters_can_go_is_asked_ahead_while_nothing_happens(sit: Sit) -> None:
    client, workers = sit_in_a_fight(sit)
    client.page.wait_for_function(
        "() => workers.asked.filter((text) => text.includes('destinations')).length >= 3"
    )
    assert sorted(workers.asked_where()) == ["guard", "jenny", "rook"]
    client.drag(HOME, (4, 8), drop=False)
    expect(client.page.locator(".footwork-said")).to_contain_text("CON-")
    assert client.faults == []


def test_the_legend_has_room_on_a_phone(sit: Sit) -> None:
    client = sit()
    client.fight()
    client.drag(HOME, HOME)
    legend = client.page.locator(".footwork-legend")
    expect(legend.get_by_role("listitem")).to_have_text(["Free", "−1 … −3 dice", "Roll", "Not possible"])
    expect(legend.locator("p")).to_be_visible()
    client.page.set_viewport_size({"width": 360, "height": 700})
    boxes = legend.locator("p, li").evaluate_all("(parts) => parts.map((one) => one.getBoundingClientRect())")
    assert all(box["left"] >= 0 and box["right"] <= 360 for box in boxes)
    assert legend.evaluate("(panel) => panel.scrollWidth <= panel.clientWidth")
    client.page.set_viewport_size(WINDOW)


@pytest.mark.parametrize("width", [1000, 360])
@pytest.mark.parametrize("locations", ["shown", "hidden"])
def test_the_button_covers_no_location_and_no_zoom(sit: Sit, width: int, locations: str) -> None:
    client = sit(f"locations={locations}")
    client.page.set_viewport_size({"width": width, "height": 700})
    boxes = client.page.evaluate("""() => ["#location-bar", "#zoom", ".footwork-button"].map((one) =>
        document.querySelector(one).getBoundingClientRect().toJSON())""")
    button = boxes.pop()
    assert button["width"] > 0
    assert button["right"] <= width
    for other in boxes:
        apart = (
            button["left"] >= other["right"]
            or button["right"] <= other["left"]
            or button["top"] >= other["bottom"]
            or button["bottom"] <= other["top"]
        )
        assert apart
    client.page.locator(".footwork-button").click()
    expect(client.dialog).to_be_visible()
    client.page.set_viewport_size(WINDOW)


def test_no_way_is_drawn_while_nothing_is_in_the_hand(sit: Sit) -> None:
    client = sit(is_fighting=True)
    client.drag(HOME, HOME)
    legend = client.page.locator(".footwork-legend p")
    expect(legend).to_be_visible()
    client.drag((12, 9), (15, 11), drop=False)
    client.page.evaluate("selected.add(1)")
    client.page.mouse.move(800, 560, steps=3)
    assert not client.page.evaluate(f"({WAY})(225, 325)")
    client.page.mouse.up()


def test_what_is_held_is_drawn_anew_when_the_map_is_zoomed(sit: Sit) -> None:
    client = sit(is_fighting=True)
    client.drag(HOME, (6, 6), drop=False)
    expect(client.page.locator(".footwork-said")).to_contain_text("10\u00a0ft")
    client.page.wait_for_function(f"() => !({PAINTED})(900, 325)")
    client.page.evaluate("position.panX = 300")
    client.page.wait_for_function(f"() => ({PAINTED})(900, 325)")
    client.page.mouse.up()


def test_whose_browser_prefers_german_reads_german(sit: Sit) -> None:
    client = sit(script="Object.defineProperty(navigator, 'languages', {get: () => ['de-DE', 'en']});")
    client.fight()
    client.wait_clock("jenny")
    legend = client.page.locator(".footwork-legend")
    client.drag(HOME, HOME)
    expect(legend.locator("p")).to_contain_text("Freie Bewegung 25\u00a0ft")
    expect(legend.get_by_role("listitem").first).to_have_text("Frei")
    client.drag(HOME, (18, 6))
    expect(client.notices).to_contain_text("Jenny bleibt stehen:")
    client.page.locator(".footwork-button").click()
    expect(client.dialog).to_have_attribute("lang", "de")
    expect(client.dialog.get_by_label("Unmögliche Bewegungen")).to_contain_text(
        "Sperren: den Token zurücksetzen"
    )
    client.answer("Schließen")
    assert client.faults == []
