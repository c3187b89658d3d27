"""Take the moving picture of the README, light and dark: a drag, its price, a roll, the token goes, undo.

Each frame is a picture of the real demo; Pillow, which ``build/manual`` has, makes one WebP of them. ``make film
ONLY=demo-dark`` takes one of the two.
"""

import io
import sys
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from build_scripts.chromium import open_browser
from build_scripts.project import ROOT, SITE, megabytes, say, stop
from build_scripts.screenshots import Scheme, open_ready
from build_scripts.serve import make_server, serving

PICTURES = ROOT / "docs" / "pictures"
WINDOW = (1360, 850)
SHOWN = (1020, 638)
QUALITY = 72
TOKEN, CELLS, DICE = "jenny", 9, "2 6 10 8 1"
MOST_BYTES = 1_500_000

Frame = tuple[bytes, int]
"""A picture, and for how many milliseconds it is shown."""


def frames(page: Page) -> Iterator[Frame]:
    """Play the story, and take a picture at each of its moments."""

    def taken(millis: int) -> Frame:
        page.wait_for_timeout(350)
        return page.screenshot(), millis

    token = page.locator(f"[data-testid=token][data-token-id={TOKEN}]")
    box, cell = token.bounding_box(), float(page.get_by_test_id("board").get_attribute("data-cell-px") or "0")
    if box is None:
        stop(f"the scene shows no {TOKEN}; look at it with make demo")
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    yield taken(1200)
    page.mouse.down()
    for step in range(1, CELLS + 1):
        page.mouse.move(x + step * cell, y, steps=3)
        yield taken(1800 if step == CELLS else 220)
    page.mouse.up()
    expect(page.get_by_test_id("check")).to_be_visible()
    yield taken(1600)
    page.get_by_test_id("check").locator("summary").click()
    page.get_by_test_id("roll-typed-as").select_option("faces")
    page.get_by_test_id("roll-faces").fill(DICE)
    page.get_by_test_id("roll-typed").click()
    expect(page.get_by_test_id("roll-result")).to_be_visible()
    yield taken(2000)
    page.get_by_test_id("roll-done").click()
    yield taken(1800)
    for _ in range(2):  # the roll, then the move that waited for it
        page.get_by_test_id("undo").click()
        yield taken(1000)


def take(browser: Browser, address: str, scheme: Scheme, path: Path) -> None:
    """Take one film."""
    from PIL import Image  # noqa: PLC0415 - only build/manual has it

    page = open_ready(browser, address, size=WINDOW, scheme=scheme)
    page.get_by_test_id("fit").click()
    story = list(frames(page))
    page.close()
    images = [
        Image.open(io.BytesIO(png)).convert("RGB").resize(SHOWN, Image.Resampling.LANCZOS) for png, _ in story
    ]
    lengths = [millis for _, millis in story]
    images[0].save(
        path, save_all=True, append_images=images[1:], duration=lengths, loop=0, quality=QUALITY, method=4
    )
    size = path.stat().st_size
    if size > MOST_BYTES:
        stop(f"{path.name} has {megabytes(size)}; lower QUALITY in build_scripts/film.py")
    say(f"took {path.relative_to(ROOT)}: {len(images)} frames, {megabytes(size)}")


def main() -> None:
    """Take both films."""
    if not (SITE / "index.html").is_file():
        stop("dist/demo is missing; run make build")
    schemes: dict[str, Scheme] = {"demo": "light", "demo-dark": "dark"}
    with serving(make_server(SITE, warm=True)) as address, open_browser() as browser:
        for name in sys.argv[1:] or schemes:
            take(browser, address, schemes[name], PICTURES / f"{name}.webp")


if __name__ == "__main__":
    main()
