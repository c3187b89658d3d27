"""A double of PlanarAlly with the built mod in it, and the pages of those who sit there."""

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from build_scripts.planarally import FOLDER
from build_scripts.serve import make_server, serving
from tests.warm.pages import WarmPages

JSON = dict[str, Any]
# Where Jenny stands at first.
HOME = (4, 6)
CELL = 50
WINDOW = {"width": 1000, "height": 700}
TOKENS = [
    {"id": 1, "uuid": "jenny", "name": "Jenny", "at": [225, 325]},
    {"id": 4, "uuid": "rook", "name": "Rook", "at": [225, 425]},
    {"id": 2, "uuid": "guard", "name": "Foe <b>Guard</b>", "at": [725, 325]},
    {
        "id": 3,
        "uuid": "wall",
        "name": "wall",
        "at": [0, 0],
        "type": "line",
        "layer": "fow",
        "wall": [[350, 0], [350, 250]],
    },
]
FIGHT = {"isActive": True, "round": 1, "data": [{"shape": "jenny"}, {"shape": "rook"}, {"shape": "guard"}]}
# Nobody gets into this cell.
CAGE: JSON = {
    "id": 8,
    "uuid": "cage",
    "name": "cage",
    "at": [0, 0],
    "type": "polygon",
    "layer": "fow",
    "wall": [[750, 300], [800, 300], [800, 350], [750, 350], [750, 300]],
}
# Whether a way is drawn over a point of the page.
WAY = """(x, y) => {
  const canvas = document.querySelector(".footwork-ways");
  return canvas.width > 0 && canvas.getContext("2d").getImageData(x, y, 1, 1).data[3] > 0;
}"""


@contextmanager
def serve_table(folder: Path) -> Iterator[str]:
    """The double with the built mod in it, put into an empty folder and served; gives its address."""
    if not (FOLDER / "mod.toml").is_file():
        pytest.fail("dist/planarally is missing; run make planarally")
    shutil.copytree(Path(__file__).parent / "double", folder / "double")
    shutil.copytree(FOLDER, folder / "static" / "mods" / "footwork")
    shutil.copy(folder / "double" / "index.html", folder / "index.html")
    with serving(make_server(folder)) as address:
        yield address


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serve_table(tmp_path_factory.mktemp("planarally")) as address:
        yield address


class Client:
    """One user's page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.faults: list[str] = []
        page.on("pageerror", lambda error: self.faults.append(error.message))

    def at(self, uuid: str) -> tuple[float, float]:
        """The cell that a token is in here."""
        return _cell(self.page.evaluate(f"[...shapes.values()].find((s) => s.uuid === '{uuid}').refPoint"))

    def kept(self, uuid: str) -> tuple[float, float]:
        """The cell in which the server keeps a token."""
        x, y = self.page.evaluate(
            f"JSON.parse(localStorage.getItem('shapes')).find((s) => s.uuid === '{uuid}').at"
        )
        return _cell({"x": x, "y": y})

    def wait_kept(self, uuid: str, cell: tuple[float, float]) -> None:
        """Wait until page and server agree that a token is in a cell."""
        for _ in range(100):
            if self.kept(uuid) == self.at(uuid) == cell:
                return
            self.page.wait_for_timeout(50)
        assert (self.kept(uuid), self.at(uuid)) == (cell, cell)

    def drag(self, start: tuple[float, float], end: tuple[float, float], *, drop: bool = True) -> None:
        """Drag what is in a cell, a hair off its middle."""
        mouse = self.page.mouse
        mouse.move(*_pixels(start))
        mouse.down()
        mouse.move(*_pixels(((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)), steps=4)
        mouse.move(*_pixels(end), steps=4)
        if drop:
            mouse.up()

    def fight(self) -> None:
        """Have the tracker tell of a fight."""
        self.page.evaluate("(fight) => emit('Initiative.Set', fight)", FIGHT)

    def frames(self) -> list[JSON]:
        """The final places that were sent."""
        sent = [json.loads(text[text.index("[") :]) for text in self.page.evaluate("frames") if "[" in text]
        return [data for name, data in sent if name == "Shapes.Position.Update" and not data["temporary"]]

    def wait_moves(self, uuid: str, count: int) -> None:
        """Wait until a number of moves of a token are written down: the next one is judged on them."""
        self.page.wait_for_function(
            "([key, count]) => JSON.parse(localStorage.getItem(key))?.turn.moves.length === count",
            arg=[f"block shape token {uuid}", count],
        )

    def wait_clock(self, uuid: str) -> None:
        """Wait until the rules have told a token of its clock: until then no step of it is made."""
        self.page.wait_for_function(
            "(key) => JSON.parse(localStorage.getItem(key)).turn.ledger !== null",
            arg=f"block shape token {uuid}",
        )

    def wait_chat(self) -> None:
        """Wait until a line is in the chat."""
        for _ in range(100):
            if self.page.evaluate("chat.length") == 1:
                return
            self.page.wait_for_timeout(50)
        assert self.page.evaluate("chat") != []

    @property
    def notices(self) -> Locator:
        """What the mod tells this user."""
        return self.page.locator(".footwork-notices")

    @property
    def dialog(self) -> Locator:
        """What the mod asks this user."""
        return self.page.locator(".footwork-dialog")

    def answer(self, answer: str) -> None:
        """Answer what the mod asks."""
        self.dialog.get_by_role("button", name=answer, exact=True).click()


def _cell(point: JSON) -> tuple[float, float]:
    return round(point["x"] / CELL - 0.5, 3), round(point["y"] / CELL - 0.5, 3)


def _pixels(cell: tuple[float, float]) -> tuple[float, float]:
    return (cell[0] + 0.5) * CELL + 6, (cell[1] + 0.5) * CELL + 6


def moves_in_ledger(client: Client, uuid: str = "jenny") -> Any:
    """Where each of a token's moves in this turn began, as it is written down."""
    kept = client.page.evaluate(f"JSON.parse(localStorage.getItem('block shape token {uuid}'))")
    return [(begin["x"] / 50 - 0.5, begin["y"] / 50 - 0.5) for begin in kept["starts"]]


def rolls(client: Client) -> Any:
    """How the dice fell that are remembered of Jenny."""
    thrown = client.page.evaluate(
        "JSON.parse(localStorage.getItem('block shape token jenny')).turn.thrown ?? []"
    )
    return [one["dice"] for one in thrown]


def writes(client: Client) -> Any:
    """By which writes the server has what is kept of Jenny."""
    return client.page.evaluate("JSON.parse(localStorage.getItem('block shape token jenny')).writes ?? []")


def wait_written(client: Client, before: Any) -> None:
    """Wait until something else is written of her."""
    for _ in range(100):
        if writes(client) != before:
            return
        client.page.wait_for_timeout(50)
    assert writes(client) != before


def ask_by_hand(client: Client, **question: Any) -> None:
    """Have a question wait for the GM that no move has asked."""
    whole = {
        "kind": "letThrough",
        "token": "jenny",
        "location": 1,
        "user": "Ann",
        "answer": None,
        "at": {"x": 975, "y": 325},
        "text": "Shall I bring you a coffee?",
        "until": 9e15,
        **question,
    }
    client.page.evaluate(
        "(asked) => localStorage.setItem('block room asked ', JSON.stringify({ asked }))", whole
    )


Sit = Callable[..., Client]


class Room:
    """A room of the double in a browser of its own, whose store is what the server keeps.

    Pages are opened by `open_page`, all in one browser context.
    """

    def __init__(self, open_page: Callable[[], Page], address: str) -> None:
        self.address = address
        self._open_page = open_page

    def sit_down(
        self,
        query: str = "",
        *,
        ready: bool = True,
        script: str = "",
        kept: JSON | None = None,
        **settings: Any,
    ) -> Client:
        """Open the page of a user: the first one finds its shapes, settings and characters there."""
        page = self._open_page()
        first = {"shapes": TOKENS, **_blocks(settings), **(kept or {})}
        page.add_init_script(
            "if (!localStorage.getItem('shapes'))"
            f" for (const [key, value] of Object.entries({json.dumps(first)}))"
            " localStorage.setItem(key, JSON.stringify(value));"
        )
        page.add_init_script(script)
        client = Client(page)
        page.goto(f"{self.address}?{query}")
        page.locator("body[data-open=yes]").wait_for()
        if ready and "mod=none" not in query:
            expect(page.locator(".footwork-button")).to_have_attribute("data-state", "ready", timeout=60_000)
        return client


NO_TURN: JSON = {"ledger": None, "moves": []}


def block_of_token(character: JSON, turn: Any = NO_TURN, system: str = "contract") -> JSON:
    """What the server keeps of a token for the mod."""
    return {"characters": {system: character}, "side": "", "turn": turn, "starts": [], "layout": None}


def _blocks(settings: JSON) -> JSON:
    """What the server keeps at first: a character for Jenny, who is in a fight or not, and the table's settings."""
    others = dict(settings)
    character = others.pop("character", {"dexterity": 4, "brawn": 3})
    location = others.pop("location", {})
    jenny = block_of_token(character, others.pop("turn", NO_TURN), others.get("system", "contract"))
    members = ["jenny"] if others.pop("is_fighting", False) else []
    chosen = {"system": "contract", "enforcement": "block", "failClosed": False, "houseRules": {}, **others}
    return {
        "location": location,
        "block room settings ": chosen,
        "block room fight 1 ": {"isActive": bool(members), "round": 1, "members": members},
        "block shape token jenny": jenny,
        "block shape token rook": jenny | {"characters": {}},
    }


@pytest.fixture(scope="session")
def warm_pages(browser: Browser, address: str) -> Iterator[WarmPages]:
    pages = WarmPages(browser, address)
    yield pages
    pages.close()


@pytest.fixture
def sit(warm_pages: WarmPages, address: str) -> Iterator[Sit]:
    """Sit down at the table: the first one finds its shapes, settings and characters there."""
    yield Room(warm_pages.take(viewport=WINDOW).open, address).sit_down
    warm_pages.clear()
