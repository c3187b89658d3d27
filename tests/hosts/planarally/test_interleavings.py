"""Two people move one token in any order and hear of each other late: both see the same, and the ledger tells it."""

import os
import random
from typing import Any, cast

import pytest

from tests.hosts.planarally.conftest import HOME, Client, Sit
from tests.warm.pages import wait_until_quiet

Cell = tuple[float, float]
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
        acts = [self.drop] if self.is_holding else [self.grab, self.grab, self.step, self.undo, self.redo]
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

    def redo(self) -> str:
        self.client.page.keyboard.press("Control+Shift+Z")
        return f"{self.name} redoes"

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


def kept_of(client: Client) -> Any:
    """What the server keeps of her."""
    return client.page.evaluate("JSON.parse(localStorage.getItem('block shape token jenny'))")


def stands_by(kept: Any) -> Cell | None:
    """Where she stands by her ledger; None: a move does not begin where the one before it has ended."""
    stands: Cell = HOME
    told = {
        commit["id"]: gone["way"]
        for commit in (kept["turn"]["ledger"] or {"commits": []})["commits"]
        for gone in commit.get("moves", [])
    }
    moves = kept["turn"]["moves"]
    if len(moves) != len(kept["starts"]) or not all(told.keys() & set(names) for names in moves):
        return None
    for begin, names in zip(kept["starts"], moves, strict=True):
        first, *_, last = next(told[name] for name in names if name in told)
        cell = (round(begin["x"] / 50 - 0.5), round(begin["y"] / 50 - 0.5))
        if cell != stands:
            return None
        stands = (cell[0] + last[0] - first[0], cell[1] + last[1] - first[1])
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
        places, kept = {gm.at("jenny"), player.at("jenny"), gm.kept("jenny")}, kept_of(gm)
        is_asked = gm.dialog.count() or player.dialog.count()
        if places == {stands_by(kept)} and not is_asked:
            break
        gm.page.wait_for_timeout(50)
    assert places == {stands_by(kept)}, ("\n".join(done), places, kept)
    assert gm.faults == player.faults == []
