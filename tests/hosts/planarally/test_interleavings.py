"""Two people move one token in any order and hear of each other late: both see the same, and the ledger tells it."""

import os
import random
from collections.abc import Callable, Iterator
from typing import Any, cast

import pytest

from tests.hosts.planarally.conftest import Client
from tests.warm.pages import wait_until_quiet

Sit = Callable[..., Client]
Cell = tuple[float, float]
HOME = (4, 6)
ACTS = 7
# ``make soak`` plays more of them.
ROUNDS = int(os.environ.get("TABLE_ROUNDS", "4"))
# So long something may be on its way when the next thing is done.
PAUSES = (0, 0, 20, 60, 150, 400)
KEYS = ("ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown")


class Hand:
    """What one of them does."""

    def __init__(self, client: Client, name: str, chance: random.Random) -> None:
        self.client = client
        self.name = name
        self.chance = chance
        self.is_holding = False
        self.is_deaf = False

    def act(self) -> str:
        """Do something that can be done now."""
        acts = [self.drop] if self.is_holding else [self.grab, self.grab, self.step, self.undo]
        return self.chance.choice([*acts, self.hear if self.is_deaf else self.fall_deaf])()

    def grab(self) -> str:
        col, row = self.client.at("jenny")
        to = (col + self.chance.choice((-1, 1)), row + self.chance.choice((-1, 0, 1)))
        self.client.drag((col, row), to, drop=False)
        self.is_holding = True
        return f"{self.name} holds her over {to}"

    def drop(self) -> str:
        self.client.page.mouse.up()
        self.is_holding = False
        return f"{self.name} lets go"

    def step(self) -> str:
        key = self.chance.choice(KEYS)
        self.client.page.keyboard.press(key)
        return f"{self.name} presses {key}"

    def undo(self) -> str:
        self.client.page.keyboard.press("Control+z")
        return f"{self.name} undoes"

    def fall_deaf(self) -> str:
        self.client.page.evaluate("holdUp()")
        self.is_deaf = True
        return f"{self.name} hears nothing"

    def hear(self) -> str:
        count = self.chance.choice((1, 2, 3, None))
        self.client.page.evaluate("(count) => letCome(count ?? undefined)", count)
        self.is_deaf = count is not None
        return f"{self.name} hears {count or 'all'}"

    def come_to_rest(self) -> None:
        if self.is_holding:
            self.drop()
        self.client.page.evaluate("letCome()")


def ways(client: Client) -> Iterator[tuple[Cell, Cell]]:
    """From where to where each move in the ledger led, by its begin and the cells of its way."""
    kept: Any = client.page.evaluate("JSON.parse(localStorage.getItem('block shape token jenny'))")
    told = {
        commit["id"]: fact["way"]
        for commit in kept["turn"]["ledger"]["commits"]
        for fact in commit["facts"]
        if fact["kind"] == "moved"
    }
    for begin, names in zip(kept["starts"], kept["turn"]["moves"], strict=True):
        first, *_, last = next(told[name] for name in names if name in told)
        col, row = round(begin["x"] / 50 - 0.5), round(begin["y"] / 50 - 0.5)
        yield (col, row), (col + last[0] - first[0], row + last[1] - first[1])


def stands_by(client: Client) -> Cell | None:
    """Where she stands by her ledger; None: a move does not begin where the one before it has ended."""
    stands: Cell = HOME
    for begin, end in ways(client):
        if begin != stands:
            return None
        stands = end
    return stands


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_in_any_order_all_see_the_same_and_every_step_is_paid(sit: Sit, seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - repeatable rounds
    gm = sit(character={"dexterity": 9, "brawn": 9, "athletics": 9})
    gm.fight()
    gm.wait_clock("jenny")
    player = sit("user=player")
    hands = [Hand(gm, "the GM", chance), Hand(player, "the player", chance)]
    for hand in hands:
        hand.client.drag(HOME, HOME)
        wait_until_quiet(hand.client.page)
    done = []
    for _ in range(ACTS):
        done.append(chance.choice(hands).act())
        gm.page.wait_for_timeout(cast("float", chance.choice(PAUSES)))
    for hand in hands:
        hand.come_to_rest()
    for client in (gm, player):
        wait_until_quiet(client.page)
    for _ in range(200):
        places = {gm.at("jenny"), player.at("jenny"), gm.kept("jenny")}
        if len(places) == 1 and not gm.dialog.count() and not player.dialog.count():
            break
        gm.page.wait_for_timeout(50)
    assert len(places) == 1, ("\n".join(done), places)
    assert stands_by(gm) == gm.kept("jenny"), ("\n".join(done), list(ways(gm)))
    assert gm.faults == player.faults == []
