"""Measured routes, maps and walks over them for any system, made up by hypothesis."""

from hypothesis import strategies as st

from py_rules.protocol.problems import ProblemError
from py_rules.protocol.requests import MeasuredSegment
from tests.oracle import shapes
from tests.oracle.worlds import DIAGONALS, HEXES

COLS, ROWS = 7, 6
MOVER = "jenny"
OTHERS = ("other 0", "other 1", "other 2")


def usually(value, strategy, *, times=3):
    """Return a strategy that mostly gives ``value``."""
    return st.one_of(*[st.just(value)] * times, strategy)


def optional(strategy):
    """Return a strategy for a value that is mostly left out."""
    return usually(None, strategy)


def whole(number):
    """Return a number as JavaScript writes it."""
    return int(number) if isinstance(number, float) and number.is_integer() else number


def place_of(token):
    """Return where a token stands."""
    return {key: token[key] for key in ("col", "row", "elevation")}


# ---------------------------------------------------------------- measured routes

drawn_lengths = st.integers(0, 60).map(lambda halves: whole(halves / 2))
odd_lengths = st.one_of(
    st.integers(0, 50_000_000).map(lambda grains: whole(grains / 1_000_000)),
    st.sampled_from([0.1, 1 / 3, 300, 999_000]),
)
lengths = st.one_of(*[drawn_lengths] * 7, odd_lengths)
"""Lengths as they are drawn at a table, and some that are not."""
rises = usually(0, st.sampled_from([-300, -10, -2.5, 0.5, 1, 3, 5]), times=2)


@st.composite
def segments(draw, world, *, modes=None, gates=True):
    """Return one measured stretch."""
    mode = draw(st.sampled_from(modes or world.modes))
    made = {"mode": mode, "length": draw(lengths), "heading": draw(st.sampled_from(["", "n", "e"]))}
    if draw(st.integers(0, 3)) == 0:
        made |= {"difficult": draw(st.sampled_from(["rubble", "mud"])), **draw(hard_going(world))}
        if gates and draw(st.booleans()):
            made["roll"] = draw(world.terrain_rolls)
    if mode == "climb" or draw(st.integers(0, 9)) == 0:
        made |= draw(surfaces(world))
    if mode == "jump":
        made["run_up"] = draw(st.sampled_from([None, None, True, False]))
    made["rise"] = draw(rises)
    return made


def hard_going(world):
    """Return a strategy for what difficult ground costs."""
    made = st.fixed_dictionaries(
        {
            "cost_multiplier": st.sampled_from([1, 1.5, 2]),
            "flat_cost": st.sampled_from([0, 2.5, 5]),
            "grade": world.grades,
            "modifier": optional(st.integers(0, 30)),
        }
    )
    return made.filter(lambda going: is_known(world, going))


def is_known(world, going):
    """Tell whether the game takes what difficult ground costs."""
    try:
        world.system.check_region(MeasuredSegment(length=0, **going))
    except ProblemError:
        return False
    return True


def surfaces(world):
    """Return a strategy for what is climbed."""
    return st.fixed_dictionaries(
        {
            "surface": world.surfaces,
            "slick": st.sampled_from(["none", "none", "wet", "greased"]),
            "difficulty": optional(world.difficulties),
        }
    )


def routes(world, **kinds):
    """Return a strategy for routes of measured stretches."""
    return st.lists(segments(world, **kinds), max_size=4).map(lambda made: {"segments": made})


# ---------------------------------------------------------------- maps

cells = st.tuples(st.integers(0, COLS - 1), st.integers(0, ROWS - 1))
ends = st.tuples(st.integers(0, 2 * COLS), st.integers(0, 2 * ROWS)).map(lambda end: [end[0] / 2, end[1] / 2])
currents = st.tuples(st.integers(-3, 3), st.integers(-3, 3)).map(list)


@st.composite
def areas(draw):
    """Return an area on the map, as a rectangle or as cells."""
    if draw(st.integers(0, 3)) == 0:
        return {"cells": [list(cell) for cell in draw(st.lists(cells, min_size=1, max_size=5))]}
    col, row = draw(cells)
    cols, rows = draw(st.integers(1, min(4, COLS - col))), draw(st.integers(1, min(4, ROWS - row)))
    return {"rect": [col, row, cols, rows]}


@st.composite
def regions(draw, world, number, *, gates=True):
    """Return a region of any kind."""
    kind = draw(st.sampled_from(["difficult", "difficult", "water", "climb", "gap", "ledge", "obstacle"]))
    made = {"id": f"region {number}", "kind": kind, "area": draw(areas())}
    made["name"] = draw(st.sampled_from(["", "the moat"]))
    made["hidden"] = draw(usually(False, st.just(True), times=5))
    if kind == "difficult":
        made |= draw(hard_going(world))
        made["roll"] = draw(st.none() | world.terrain_rolls) if gates else None
    elif kind == "water":
        made |= {"grade": draw(world.grades), "current": draw(optional(currents))}
    elif kind == "climb":
        made |= draw(surfaces(world))
    elif kind == "ledge":
        made |= draw(surfaces(world)) | {"elevation": draw(st.sampled_from([-3, 0.5, 1, 2.5, 20]))}
    elif kind == "gap":
        made["depth"] = draw(st.sampled_from([None, 0, 2.5, 10, 300]))
    return made


@st.composite
def pieces(draw, name):
    """Return a token on the map."""
    cols, rows = draw(usually((1, 1), st.sampled_from([(2, 1), (1, 2), (2, 2)])))
    return {
        "id": name,
        "col": draw(st.integers(0, COLS - cols)),
        "row": draw(st.integers(0, ROWS - rows)),
        "cols": cols,
        "rows": rows,
        "elevation": draw(usually(0, st.sampled_from([-3, 2.5, 20]), times=5)),
    }


@st.composite
def bystanders(draw, world, name):
    """Return another token on the map."""
    more = st.fixed_dictionaries(
        {
            "disposition": st.sampled_from(["friendly", "neutral", "hostile"]),
            "hidden": usually(False, st.just(True)),
            "facts": world.facts,
        }
    )
    return {**draw(pieces(name)), **draw(more)}


@st.composite
def scenes(draw, world, *, gates=True):
    """Return a small map with the mover on it, the first of the tokens."""
    walls = [(a, b) for a, b in draw(st.lists(st.tuples(ends, ends), max_size=3)) if a != b]
    count = draw(st.integers(0, len(OTHERS)))
    kind = draw(usually("square", st.sampled_from(HEXES)))
    tokens = [draw(pieces(MOVER)), *(draw(bystanders(world, name)) for name in OTHERS[:count])]
    if kind != "square":
        tokens = [
            {**token, **dict.fromkeys(("cols", "rows"), min(token["cols"], token["rows"]))}
            for token in tokens
        ]
    return {
        "grid": {
            "kind": kind,
            "cols": COLS,
            "rows": ROWS,
            "units": world.entry["unit"],
            "distance": draw(st.sampled_from([5, 1, 1.5, 2])),
            "diagonals": draw(st.sampled_from(DIAGONALS)) if kind == "square" else "equidistant",
        },
        "walls": [
            {"id": f"wall {n}", "a": a, "b": b, "open": draw(usually(False, st.just(True)))}
            for n, (a, b) in enumerate(walls)
        ],
        "regions": [draw(regions(world, n, gates=gates)) for n in range(draw(st.integers(0, 3)))],
        "tokens": tokens,
    }


# ---------------------------------------------------------------- walks

turns = st.tuples(st.integers(-1, 1), st.integers(-1, 1))
AROUND = [(1, 0), (1, 1), (-1, 1), (-1, 0), (-1, -1), (1, -1)]
"""The turns that lead to the six neighbours of a hex, in the order of its steps."""


@st.composite
def paths(draw, world, scene, at=None, *, max_size=8):
    """Return a walk over a map from where the mover stands; it may be illegal."""
    jenny = scene["tokens"][0]
    at = at or jenny
    col, row, up = at["col"], at["row"], at["elevation"]
    made, shape = [{"col": col, "row": row, "elevation": up}], shapes.of(scene["grid"]["kind"])
    modes = optional(st.sampled_from(world.modes))
    mode, climbs = draw(modes), draw(usually(False, st.booleans()))
    for across, down in draw(st.lists(turns, min_size=1, max_size=max_size)):
        far, low = col + across, row + down
        if len(shape.ways) == len(AROUND) and (across or down):
            far, low = shape.step((col, row), shape.ways[AROUND.index((across or down, down))])
        if not (across or down):
            mode = draw(modes)
        elif 0 <= far <= COLS - jenny["cols"] and 0 <= low <= ROWS - jenny["rows"]:
            col, row = far, low
            up += draw(st.sampled_from([0, 1, -2.5, 5])) if climbs else 0
            made.append({"col": col, "row": row, "elevation": whole(up), "mode": mode})
    return made


def walks(world, **kinds):
    """Return a strategy for a map and a walk over it."""
    return scenes(world, **kinds).flatmap(lambda scene: st.tuples(st.just(scene), paths(world, scene)))


def goals(scene):
    """Return a strategy for cells that the mover may be sent to, some of them by way of another."""
    jenny = scene["tokens"][0]
    cell = st.fixed_dictionaries(
        {"col": st.integers(0, COLS - jenny["cols"]), "row": st.integers(0, ROWS - jenny["rows"])}
    )
    return st.fixed_dictionaries({"to": cell}, optional={"via": st.lists(cell, max_size=1)})
