"""What axe finds and what stays all the same, each with its reason; a walk fails when one of its own is gone."""

from tests.accessibility.axe import Allowed

WHOLE_CAVE = (
    "a map of 200 by 200 cells that is seen whole has cells of a few pixels; it opens with cells for a finger, "
    "and the buttons and keys beside it bring these back"
)

ALLOWED = (Allowed("demo, maps", "target-size", "button*[[]data-token-id=*", WHOLE_CAVE),)
