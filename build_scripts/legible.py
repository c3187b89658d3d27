"""Whether all text of a page can be read in a picture of it."""

from playwright.sync_api import Page

from build_scripts.project import stop

SMALLEST = 11
# Texts of their own that are seen and smaller, as they are drawn: SVG and what is scaled have sizes of their own.
SMALL_TEXTS = r"""
(smallest) => [...document.querySelectorAll("body, body *")].flatMap((element) => {
  const words = [...element.childNodes].filter((node) => node.nodeType === 3 && /\w/.test(node.textContent));
  if (words.length === 0 || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return [];
  const range = document.createRange();
  range.selectNodeContents(words[0]);
  const { width, height } = range.getBoundingClientRect();
  if (width === 0 || height === 0) return [];
  const svg = element.getScreenCTM?.();
  const scale = svg ? Math.hypot(svg.b, svg.d) : element.getBoundingClientRect().width / (element.offsetWidth || 1);
  // Widths are whole pixels.
  const drawn = Number.isFinite(scale) && scale > 0 ? Math.round(scale * 20) / 20 : 1;
  const size = Number.parseFloat(getComputedStyle(element).fontSize) * drawn;
  const told = words[0].textContent.trim().slice(0, 30);
  return size < smallest - 0.05 ? [`${told} (${size.toFixed(1)} px)`] : [];
})
"""


def check_legible(page: Page, name: str) -> None:
    """Stop at a picture with text that is too small to be read."""
    small = page.evaluate(SMALL_TEXTS, SMALLEST)
    if small:
        stop(f"{name} has text under {SMALLEST} px: {', '.join(small[:6])}; make it larger")
