"""The tokens of a scene as the rules of a game see them: where they are, how large, and what is known of them."""

from fractions import Fraction

from py_rules.board import grid_of
from py_rules.engine.situation import Neighbour
from py_rules.engine.system import System
from py_rules.operations.reading import facts_of
from py_rules.paths.ground import TokenHeights, spot_of, storey_of
from py_rules.paths.path import cell_of
from py_rules.protocol.map_data import Scene, Token
from py_rules.values.rounding import GRAIN, on_grain, to_fraction
from py_rules.values.stretch import Point


def neighbours(
    system: System, scene: Scene, *, shown: Scene, ground: TokenHeights, rate: Fraction
) -> tuple[Neighbour, ...]:
    """Return the tokens that a view shows; ``rate``: how many of the system's units make one of the map's."""
    side = to_fraction(shown.grid.distance)
    facts = facts_of(system, scene, shown=shown)
    return tuple(
        Neighbour(
            id=token.id,
            name=token.name or token.id,
            at=middle_of(shown, token, place=(token.col, token.row)),
            size=size_of(shown, token, side=side),
            disposition=token.disposition,
            facts=facts[token.id],
            storey=storey_of(shown, token.elevation),
            up=on_grain(ground(token, (token.col, token.row), elevation=token.elevation) * rate),
        )
        for token in shown.tokens
    )


def middle_of(scene: Scene, token: Token, *, place: tuple[int | float, int | float]) -> Point:
    """Return where the middle of a token is that stands at a cell or a place, in the scene's unit."""
    side = to_fraction(scene.grid.distance)
    if scene.grid.kind == "gridless":
        x, y = spot_of(token, place)
        return x * side / GRAIN, y * side / GRAIN
    return grid_of(scene.grid).middle(cell_of(place), token.size, side=side)


def size_of(scene: Scene, token: Token, *, side: Fraction) -> Point:
    """Return what a token covers across and down; a started cell counts whole, where there are cells."""
    if scene.grid.kind == "gridless":
        return to_fraction(token.cols) * side, to_fraction(token.rows) * side
    return token.size[0] * side, token.size[1] * side
