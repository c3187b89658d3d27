"""Take the pictures of the demo for the documentation, into ``docs/pictures``."""

import threading

from playwright.sync_api import Browser, sync_playwright

from build_scripts.chromium import find_chromium, launch_arguments
from build_scripts.project import ROOT, SITE, say, stop
from build_scripts.serve import address_of, make_server

PICTURES = ROOT / "docs" / "pictures"
SIZES = {"desktop": (1280, 800), "phone": (390, 844)}

# The demo tells with this attribute that the first answers are drawn.
READY = "html[data-rules='ready']"
READY_MILLIS = 60_000


def take(browser: Browser, address: str, name: str, size: tuple[int, int]) -> None:
    """Take one picture of the demo as it greets a visitor."""
    page = browser.new_page(viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce")
    page.goto(address)
    page.locator(READY).wait_for(state="attached", timeout=READY_MILLIS)
    path = PICTURES / f"demo-{name}.png"
    page.screenshot(path=path)
    page.close()
    say(f"took {path.relative_to(ROOT)}")


def main() -> None:
    """Take all pictures."""
    if not (SITE / "index.html").is_file():
        stop("dist/demo is missing; run make build")
    PICTURES.mkdir(parents=True, exist_ok=True)
    server = make_server(SITE, warm=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=launch_arguments())
        for name, size in SIZES.items():
            take(browser, address_of(server), name, size)
        browser.close()
    server.shutdown()
    server.server_close()


if __name__ == "__main__":
    main()
