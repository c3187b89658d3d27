"""What fills a large map that is measured: 100 by 100 cells, 500 walls, 50 tokens, the same each time."""

import random

SIDE, WALLS, TOKENS = 100, 500, 50
IN_FULL = f"{SIDE} by {SIDE} cells, {WALLS} walls, {TOKENS} tokens"
SEED = 7


class Crowd:
    """Where walls and tokens are from a column on, out of the way of who is measured."""

    def __init__(self, beyond: int) -> None:
        chance = random.Random(SEED)  # noqa: S311 - a map, not a secret
        far = range(beyond, SIDE - 1)
        self.walls = [(chance.choice(far), chance.randrange(1, SIDE)) for _ in range(WALLS)]
        """Each is the upper side of that cell."""
        self.tokens = [(chance.choice(far), chance.randrange(SIDE)) for _ in range(TOKENS)]
