"""What a finger presses in a host: how large it is; of a switch, how far it is from all else that is pressed."""

from playwright.sync_api import Locator

LEAST_TARGET = 44

# What is pressed in a place and is smaller than that many pixels; a switch may be, if nothing else is within as many.
SMALL_TARGETS = """(place, least) => {
  const all = [place, ...place.querySelectorAll("*")]
    .filter((one) => one.matches("button, select, summary, label:has(input), input:not(label *)"))
    .filter((one) => one.checkVisibility({ visibilityProperty: true }));
  const boxes = new Map(all.map((one) => [one, one.getBoundingClientRect()]));
  // What is scrolled is brought away from what lies still beside it.
  const partOf = (one) => one.closest(".footwork-panel, .tabs, .panel, form");
  const isNear = (x, y, { left, right, top, bottom }) =>
    x + least / 2 > left && x - least / 2 < right && y + least / 2 > top && y - least / 2 < bottom;
  return all.filter((one) => {
    const { left, top, width, height } = boxes.get(one);
    if (Math.min(width, height) >= least - 0.5) return false;
    if (!one.matches("input[type=checkbox]")) return true;
    const [x, y] = [left + width / 2, top + height / 2];
    return all.some((other) =>
      other !== one && partOf(other) === partOf(one) && isNear(x, y, boxes.get(other)));
  }).map((one) => {
    const { width, height } = boxes.get(one);
    return `${one.localName} ${one.id || one.textContent.trim()}: ${width} x ${height}`;
  });
}"""


def small_targets(place: Locator) -> list[str]:
    """What in a place is too small for a finger."""
    return place.evaluate(SMALL_TARGETS, LEAST_TARGET)
