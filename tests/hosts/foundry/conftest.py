"""A table with the built module on it, and the pages of those who sit there."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from build_scripts.chromium import PLAIN_HOST
from build_scripts.foundry import FOLDER
from build_scripts.serve import serving
from tests.hosts.foundry.client import Client
from tests.hosts.foundry.server import Table, make_table_server
from tests.hosts.foundry.worlds import SIZE, world
from tests.warm.pages import WarmPages

WINDOW = {"width": 1150, "height": 800}
# Most tests look at what is covered; outlines, which are what everybody sees at first, have tests of their own.
AREAS = """if (location.protocol !== "about:") localStorage["footwork.looks"] ??= '"patterns"';"""


@pytest.fixture(scope="session")
def built() -> Any:
    if not (FOLDER / "module.json").is_file():
        pytest.fail("dist/foundry is missing; run make foundry")
    return FOLDER


class Place:
    """A table on a server of its own, and the clients that have come to it."""

    def __init__(self, browser: Browser, module: Any, prefix: str = "") -> None:
        self._browser = browser
        self.table = Table(module)
        self._open = ExitStack()
        address = self._open.enter_context(serving(make_table_server(self.table, prefix)))
        self.address = address.removesuffix("/") + f"{prefix}/"
        self.clients: list[Client] = []
        self._contexts: list[BrowserContext] = []

    def sit_down(self, user: str = "gm", *, script: str = "", **options: Any) -> Client:
        """Open the page of a user in a browser of its own; a script runs there before all others."""
        client = Client(self._new_page(script), self.table)
        self.clients.append(client)
        client.open(self.address, user=user, **options)
        return client

    def _new_page(self, script: str) -> Page:
        context = self._browser.new_context(viewport=WINDOW)
        self._contexts.append(context)
        context.add_init_script(AREAS + script)
        return context.new_page()

    def clear(self) -> None:
        """Send everybody home."""
        for context in self._contexts:
            context.close()
        self._contexts = []
        self.clients = []
        self.table.policy = ""

    def close(self) -> None:
        """Send everybody away, and shut the server down."""
        self.clear()
        self._open.close()


class WarmPlace(Place):
    """A table that is cleared after each test; the rules go on running for the next one."""

    def __init__(self, browser: Browser, module: Any) -> None:
        super().__init__(browser, module)
        self._warm = WarmPages(browser, self.address)
        self._open.callback(self._warm.close)

    def _new_page(self, script: str) -> Page:
        # What the server forbids workers is told to a worker that starts.
        is_cold = bool(self.table.policy)
        return super()._new_page(script) if is_cold else self._warm.take(viewport=WINDOW).open(AREAS + script)

    def clear(self) -> None:
        """Send everybody home."""
        self._warm.clear()
        super().clear()


@pytest.fixture(scope="session")
def warm_place(browser, built) -> Iterator[WarmPlace]:
    place = WarmPlace(browser, built)
    yield place
    place.close()


@pytest.fixture
def place(warm_place) -> Iterator[Place]:
    """A table of one's own; what the browsers complain about fails the test."""
    warm_place.table.put(world())
    yield warm_place
    complaints = [text for client in warm_place.clients for text in client.complaints]
    warm_place.clear()
    assert complaints == []


@pytest.fixture
def prefixed(browser, built) -> Iterator[Place]:
    """Likewise, behind a route prefix."""
    place = Place(browser, built, "/some/where")
    place.table.put(world())
    yield place
    complaints = [text for client in place.clients for text in client.complaints]
    place.close()
    assert complaints == []


@pytest.fixture
def plain(browser, built) -> Iterator[Place]:
    """Likewise, at an origin that browsers do not take for a secure one."""
    place = Place(browser, built)
    place.address = place.address.replace("127.0.0.1", PLAIN_HOST)
    place.table.put(world())
    yield place
    complaints = [text for client in place.clients for text in client.complaints]
    place.close()
    assert complaints == []


@pytest.fixture
def elsewhere(browser, built) -> Iterator[Place]:
    """Likewise, where the files of modules come from another origin."""
    place = Place(browser, built)
    files = place.address.replace("127.0.0.1", PLAIN_HOST)
    place.table.put(world(modulesFrom=files))
    yield place
    complaints = [text for client in place.clients for text in client.complaints]
    place.close()
    assert complaints == []


class Shared:
    """Tables that many tests share, one for each generation; Python starts in each page only once.

    At the table of v13 a game system with classes of its own is played.
    """

    def __init__(self, browser: Browser, module: Any) -> None:
        self._browser = browser
        self._module = module
        self._places: dict[int, Place] = {}

    def gm(self, generation: int) -> Client:
        """The GM's page, with the world as it is at first."""
        if generation not in self._places:
            place = self._places[generation] = WarmPlace(self._browser, self._module)
            place.table.put(world(systemScripts=["systems/own-classes.js"] if generation == 13 else []))
            place.sit_down(generation=generation, script=SLOW_WORKER)
        client = self._places[generation].clients[0]
        client.catch_up()
        client.page.evaluate(resetting(list(world()["tokens"].values())))
        return client

    def player(self, gm: Client) -> Client:
        """The page of the player at the table of this GM."""
        place = next(one for one in self._places.values() if one.clients[0] is gm)
        if len(place.clients) == 1:
            place.sit_down("player")
        client = place.clients[1]
        # What the GM has put back comes to the player by way of the server.
        for token in world()["tokens"].values():
            client.expect_at(token["_id"], token["x"] // SIZE, token["y"] // SIZE)
        client.page.wait_for_function("!canvas.scene.tokens.get('jenny').getFlag('footwork', 'turn')")
        client.page.evaluate(CLEAR)
        return client

    def close(self) -> None:
        """Send everybody away."""
        for place in self._places.values():
            place.close()


# A worker whose answers come as late as the page says.
SLOW_WORKER = """
globalThis.lateness = 0;
const Honest = Worker;
globalThis.Worker = class extends Honest {
  addEventListener(type, listener) {
    super.addEventListener(type, (event) => {
      if (globalThis.lateness > 0) setTimeout(() => listener(event), globalThis.lateness);
      else listener(event);
    });
  }
};
"""

CLEAR = """() => {
  document.querySelector("#notifications").replaceChildren();
  document.querySelector("#chat-log").replaceChildren();
  for (const dialog of document.querySelectorAll("dialog")) dialog.remove();
  for (const button of document.querySelectorAll(".application [data-action=close]")) button.click();
}"""

# Puts the tracker back to its start, and waits until the turns that follow it are there too: what is still under way
# would be written over what comes next. A token that the rules do not judge never follows, so the wait has an end.
REWIND = """async () => {
  const { combat } = game;
  if (combat.round === 1 && combat.turn === 0) return;
  const ticks = () => [...combat.combatants].map(({ token }) =>
    JSON.parse(token.getFlag("footwork", "turn") ?? '{"ticks": []}').ticks);
  const until = async (there) => {
    const end = performance.now() + 2000;
    while (!ticks().every(there) && performance.now() < end) await new Promise((go) => setTimeout(go, 20));
  };
  await until((own) => own.length === 0 || own.at(-1).round === combat.round);
  await combat.update({ round: 1, turn: 0 });
  await until((own) => own.every(({ id, round }) => id === "" || round === 1));
}"""

SETTINGS = {
    "enforcement": "block",
    "timeout": 10,
    "when": "always",
    "outOfTurn": "free",
    "undoneRolls": "stay",
    "exempt": {},
    "reach": "selected",
    "looks": "patterns",
    "palette": "standard",
}


def resetting(tokens: list[dict[str, Any]]) -> str:
    """What puts tokens back as the GM's form would: nothing of that is a move of their own."""
    return f"""async () => {{
  ({CLEAR})();
  globalThis.lateness = 0;
  canvas.scene.grid.units = "ft";
  canvas.scene.undoHistory = [];
  canvas.tokens.dragGroup = [];
  await ({REWIND})();
  for (const source of {json.dumps(tokens)}) {{
    const token = canvas.scene.tokens.get(source._id);
    await token.update(source, {{ method: "config" }});
    await token.unsetFlag("footwork", "turn");
    token.movementHistory = [];
  }}
  for (const [key, value] of {json.dumps(list(SETTINGS.items()))})
    await game.settings.set("footwork", key, value);
  await game.settings.set("core", "unconstrainedMovement", false);
  // A turn that cannot be taken back was told of meanwhile.
  ({CLEAR})();
}}"""


@pytest.fixture(scope="session")
def shared(browser, built) -> Iterator[Shared]:
    shared = Shared(browser, built)
    yield shared
    shared.close()


@pytest.fixture(params=[13, 14], ids=["v13", "v14"])
def either(shared, request) -> Iterator[Client]:
    """The GM's page, in both generations of the client."""
    client = shared.gm(request.param)
    yield client
    assert client.complaints == []


@pytest.fixture
def gm(shared) -> Iterator[Client]:
    """The GM's page."""
    client = shared.gm(14)
    yield client
    assert client.complaints == []


@pytest.fixture
def through_walls(gm) -> Client:
    """The GM's page, where the client stops nobody at walls, as GMs may have it."""
    gm.page.evaluate("game.settings.set('core', 'unconstrainedMovement', true)")
    return gm


@pytest.fixture
def player(gm: Client, shared: Shared) -> Iterator[Client]:
    """The player's page at the GM's table."""
    client = shared.player(gm)
    yield client
    assert client.complaints == []


@pytest.fixture
def sit_down(place) -> Callable[..., Client]:
    """Opens the page of a user at a table of its own; `world` puts another world there first."""

    def start(user: str = "gm", *, at: dict[str, Any] | None = None, **options: Any) -> Client:
        if at is not None:
            place.table.put(at)
        return place.sit_down(user, **options)

    return start
