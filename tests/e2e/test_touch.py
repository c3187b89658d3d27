"""On a phone: the board is free and large enough, and a finger drags as a mouse does."""

from playwright.sync_api import expect

from tests.e2e.demo import ANSWER_MILLIS, Demo, Point

PHONE = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}

# What a finger can aim at, in pixels.
LEAST_CELL = 20
STEPS = 8


class Finger:
    """A finger on the screen of a phone."""

    def __init__(self, demo: Demo) -> None:
        self._session = demo.page.context.new_cdp_session(demo.page)
        self._at = Point(0, 0)

    def tap_beside(self, at: Point) -> None:
        """Tap with a second finger, while this one stays where it is."""
        self._send("touchStart", self._at, at)
        # The finger that this no longer names is lifted; an end that names the other one may lift that.
        self._send("touchMove", self._at)

    def press(self, at: Point) -> None:
        self._at = at
        self._send("touchStart", at)

    def slide(self, to: Point) -> None:
        start = self._at
        for step in range(1, STEPS + 1):
            share = step / STEPS
            self._at = Point(start.x + (to.x - start.x) * share, start.y + (to.y - start.y) * share)
            self._send("touchMove", self._at)

    def lift(self) -> None:
        self._send("touchEnd")

    def _send(self, kind: str, *points: Point) -> None:
        touches = [{"x": point.x, "y": point.y, "id": number} for number, point in enumerate(points)]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})


def test_on_a_phone_the_board_is_free_and_a_finger_drags_on_it(open_demo):
    demo = open_demo(**PHONE)
    expect(demo.board).to_be_in_viewport(ratio=0.9)
    assert float(demo.board.get_attribute("data-cell-px")) >= LEAST_CELL
    # A trial tap fails if anything else would get it.
    demo.token().tap(trial=True)
    box = demo.board.bounding_box()
    for x in (5, box["width"] / 2, box["width"] - 5):
        for y in (5, box["height"] / 2, box["height"] - 5):
            demo.board.tap(position={"x": x, "y": y}, trial=True)

    finger = Finger(demo)
    finger.press(demo.middle_of())
    finger.slide(demo.point(5, 0))
    demo.expect_verdict("free")
    finger.lift()
    demo.expect_at(9, 8)
    demo.expect_used(25)

    expect(demo.commits).to_have_count(1, timeout=ANSWER_MILLIS)
    demo.settle()
    finger.press(demo.middle_of())
    finger.slide(demo.point(0, 2))
    demo.expect_verdict("penalised")
    finger.lift()
    demo.expect_at(9, 10)
    assert demo.complaints == []


def test_on_a_phone_a_second_finger_takes_the_token_to_another_storey(open_demo):
    demo = open_demo("?system=contract&scene=tower", **PHONE)
    finger = Finger(demo)
    finger.press(demo.middle_of("mara"))
    finger.slide(demo.point(2, 0, token="mara"))
    demo.expect_verdict("free")
    gallery = demo.page.get_by_test_id("storey-gallery")
    box = demo.page.locator("label", has=gallery).bounding_box()
    assert box["width"] >= LEAST_CELL
    assert box["height"] >= LEAST_CELL
    finger.tap_beside(Point(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))
    expect(gallery).to_be_checked()
    expect(demo.board.locator(".board-label")).to_contain_text("Gallery", timeout=ANSWER_MILLIS)
    finger.lift()
    demo.expect_height(10, token="mara")
    assert demo.complaints == []


def test_on_a_phone_an_empty_place_moves_the_map(open_demo):
    demo = open_demo(**PHONE)
    before = demo.middle_of()
    finger = Finger(demo)
    finger.press(demo.point(0, 3))
    finger.slide(Point(before.x - 60, before.y + 3))
    finger.lift()
    assert demo.middle_of().x < before.x
    demo.expect_untouched()
