"""What axe-core finds in a page and in the frames on it, in every look that people have it in.

A walk leads through the states of a surface; at each of them an `Inspection` looks at the page in each look, on
the same page, and at the end it tells all that it has found.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from typing import Any, Literal

from playwright.sync_api import Frame, Page

from build_scripts.project import ROOT

AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"

# The rules of WCAG 2.0, 2.1 and 2.2, levels A and AA, and axe's own advice.
TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice")
ALL = {"type": "tag", "values": TAGS}
# Names, roles, order and sizes are the same in other colours.
OF_COLOURS = {"type": "rule", "values": ("color-contrast", "link-in-text-block")}

# Each frame is looked at as a page of its own. What was changed must be laid out first. In forced colours Chromium
# paints text in the visitor's colour, and yet tells axe that it is filled with the author's.
LOOK = """async ([parts, rules]) => {
  const {prototype} = CSSStyleDeclaration;
  globalThis.honest ??= prototype.getPropertyValue;
  // Axe asks for thousands of properties in one look.
  const isForced = matchMedia("(forced-colors: active)").matches;
  prototype.getPropertyValue = isForced ? function (name) {
    return name === "-webkit-text-fill-color" ? "" : honest.call(this, name);
  } : honest;
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  const include = parts.filter((part) => document.querySelector(part)).map((part) => [part]);
  if (parts.length > 0 && include.length === 0) return {isThere: false, violations: []};
  const found = await axe.run(parts.length > 0 ? {include} : document, {
    iframes: false,
    // Sheets and media are fetched again for rules that are none of these.
    preload: false,
    resultTypes: ["violations"],
    runOnly: rules,
  });
  // A bar that stays in sight covers a part of what scrolls below it: a target is as large as it is when scrolled to.
  const isStillFound = async (rule, target) => {
    if (rule !== "target-size" || target.length > 1 || Array.isArray(target[0])) return true;
    const element = document.querySelector(target[0]);
    const scrolled = [];
    for (let part = element.parentElement; part; part = part.parentElement)
      scrolled.push([part, part.scrollLeft, part.scrollTop]);
    element.scrollIntoView({block: "center", behavior: "instant"});
    const again = await axe.run({include: [target]}, {
      iframes: false, preload: false, resultTypes: ["violations"], runOnly: {type: "rule", values: [rule]},
    });
    for (const [part, left, top] of scrolled) part.scrollTo({left, top, behavior: "instant"});
    return again.violations.length > 0;
  };
  const violations = [];
  for (const {id, nodes} of found.violations)
    for (const {target, html, failureSummary} of nodes)
      if (await isStillFound(id, target))
        violations.push({rule: id, element: target.flat().join(" "), html, remedy: failureSummary});
  // What axe has no rule for: a page that is ours has no second dimension to scroll in.
  const {scrollWidth, clientWidth} = document.documentElement;
  if (parts.length === 0 && clientWidth > 0 && scrollWidth > clientWidth) {
    const remedy = `Make it ${clientWidth}px wide, not ${scrollWidth}px`;
    violations.push({rule: "wider-than-window", element: "html", html: "<html>", remedy});
  }
  return {isThere: true, violations};
}"""


@dataclass(frozen=True, slots=True)
class Look:
    """How people have a page: in which colours, and on which screen."""

    name: str
    scheme: Literal["light", "dark"] = "light"
    forced: Literal["active", "none"] = "none"
    phone: bool = False
    has_new_colours_only: bool = False
    """Whether it differs from another look by its colours alone."""

    @property
    def rules(self) -> dict[str, Any]:
        """What axe goes by in this look."""
        return OF_COLOURS if self.has_new_colours_only else ALL

    def put_on(self, page: Page, window: dict[str, int]) -> None:
        """Show the page in this look; `window` is the screen of a desk."""
        page.emulate_media(color_scheme=self.scheme, forced_colors=self.forced, reduced_motion="reduce")
        size = PHONE if self.phone else window
        if page.viewport_size != size:
            page.set_viewport_size({"width": size["width"], "height": size["height"]})
            session = page.context.new_cdp_session(page)
            session.send("Emulation.setTouchEmulationEnabled", {"enabled": self.phone})
            session.detach()


PHONE = {"width": 390, "height": 844}
LOOKS = (
    Look("light"),
    Look("dark", scheme="dark", has_new_colours_only=True),
    Look("phone", phone=True),
    Look("forced colours", scheme="dark", forced="active", has_new_colours_only=True),
)


@dataclass(frozen=True, slots=True)
class Allowed:
    """A violation that stays, and why."""

    surface: str
    rule: str
    element: str
    """A pattern for the selector that axe gives it, such as ``#board > *``."""
    reason: str


@dataclass(frozen=True, slots=True)
class Violation:
    """Where axe found what, and what it advises."""

    surface: str
    state: str
    look: str
    rule: str
    element: str
    html: str
    remedy: str


def told(found: Iterable[Violation]) -> list[str]:
    """What was found, each thing once: at which rule and element, what to do, and where it was seen."""
    same: dict[tuple[str, str, str, str], list[Violation]] = {}
    for one in found:
        same.setdefault((one.surface, one.rule, one.element, one.remedy), []).append(one)
    return [
        "\n    ".join(
            [
                f"{surface}: {rule} at {element}",
                all_of_it[0].html[:LONGEST],
                *remedy.splitlines(),
                f"in {'; '.join(_places(all_of_it))}",
            ]
        )
        for (surface, rule, element, remedy), all_of_it in same.items()
    ]


def _places(found: Iterable[Violation]) -> list[str]:
    """The states in which something was seen, each with its looks."""
    looks: dict[str, list[str]] = {}
    for one in found:
        looks.setdefault(one.state, []).append(one.look)
    return [f"{state} ({', '.join(names)})" for state, names in looks.items()]


LONGEST = 200

Frames = Callable[[Page], Iterable[Frame]]


def all_frames(page: Page) -> Iterable[Frame]:
    """The page itself, and every frame on it."""
    return page.frames


class Inspection:
    """A walk through the states of a surface, looked at by axe.

    `parts` are selectors of what is ours, where the rest of the page is somebody else's. `dress` does what a look
    needs besides. Without `frames` all of the page is looked at.
    """

    def __init__(
        self,
        surface: str,
        page: Page,
        *,
        looks: Sequence[Look] = LOOKS,
        parts: Sequence[str] = (),
        frames: Frames = all_frames,
        dress: Callable[[Look], None] = lambda _: None,
        allowed: Sequence[Allowed] = (),
    ) -> None:
        self.surface = surface
        self.page = page
        self.states: list[str] = []
        self.found: list[Violation] = []
        self._looks = looks
        self._parts = list(parts)
        self._frames = frames
        self._dress = dress
        self._allowed = [one for one in allowed if one.surface == surface]
        self._window = dict(page.viewport_size or {})

    def at(self, state: str, *, parts: Sequence[str] | None = None) -> None:
        """Look at the state that the page is in now, in every look; then it is as it was.

        A part that belongs to this state can be named; it must be there.
        """
        assert state not in self.states, f"{self.surface} has two states called {state}"
        self.states.append(state)
        for look in self._looks:
            look.put_on(self.page, self._window)
            self._dress(look)
            self._look(state, look, self._parts if parts is None else list(parts))
        LOOKS[0].put_on(self.page, self._window)
        self._dress(LOOKS[0])

    def _look(self, state: str, look: Look, parts: list[str]) -> None:
        answers = [_ask(frame, parts, look.rules) for frame in self._frames(self.page)]
        assert any(answer["isThere"] for answer in answers), f"{self.surface}, {state}: nothing to look at"
        self.found += [
            Violation(self.surface, state, look.name, **violation)
            for answer in answers
            for violation in answer["violations"]
        ]

    def finish(self) -> None:
        """Fail with all that was found and is not allowed, and with what is allowed and was not found."""
        broken = [one for one in self.found if not any(allows(entry, one) for entry in self._allowed)]
        stale = [entry for entry in self._allowed if not any(allows(entry, one) for one in self.found)]
        faults = [
            *told(broken),
            *(f"{one.surface}: {one.rule} at {one.element} is allowed, and gone" for one in stale),
        ]
        assert not faults, "\n\n".join([f"{len(faults)} faults in {len(self.states)} states", *faults])


def allows(entry: Allowed, found: Violation) -> bool:
    """Whether an entry of the table allows what was found."""
    return entry.rule == found.rule and fnmatchcase(found.element, entry.element)


@cache
def _source() -> str:
    return AXE.read_text(encoding="utf-8")


def _ask(frame: Frame, parts: list[str], rules: dict[str, Any]) -> dict[str, Any]:
    """Have axe look at a frame; it is brought there by the driver, which no policy of a page forbids."""
    if not frame.evaluate("'axe' in globalThis"):
        frame.evaluate(_source())
    answer: dict[str, Any] = frame.evaluate(LOOK, [parts, rules])
    return answer
