"""Characters, tables, turns and maps, made up by hypothesis."""

from hypothesis import strategies as st

from tests.asking import Turn, ask_describe, moved

SYSTEM = "contract"

characters = st.fixed_dictionaries(
    {
        "dexterity": st.integers(0, 5),
        "brawn": st.integers(0, 5),
        "athletics": st.integers(0, 3),
        "penalty": st.sampled_from([0, 0, 0, 1, 2, 7]),
        "stunned": st.sampled_from([False] * 9 + [True]),
        "load": st.sampled_from(["none", "none", "partial", "full"]),
    }
)

SWITCHES = {
    "penalty_reading": st.sampled_from(["feet", "rating"]),
    "extension_penalty": st.sampled_from(["per_5ft", "flat"]),
    "mixed_modes": st.sampled_from(["own_caps", "proportional"]),
    "sprint_floor": st.sampled_from(["none", "free"]),
    "base_difficulty": st.integers(2, 10),
    "max_difficulty": st.integers(2, 12),
    "jump_excess": st.sampled_from(["sum", "max"]),
    "jump_counts": st.booleans(),
    "run_up_ft": st.sampled_from([0, 2.5, 5, 10]),
    "round_jump": st.sampled_from(["exact", "down"]),
    "climb_zero": st.sampled_from(["formula", "none"]),
    "round_swim": st.sampled_from(["exact", "down_to_5"]),
    "sink_ft_per_round": st.sampled_from([None, 0, 10]),
    "rolled_move_uses_action": st.booleans(),
    "penalty_hits_pools": st.booleans(),
    "tens_count": st.integers(1, 2),
    "ones_subtract": st.booleans(),
    "round_seconds": st.sampled_from([1, 3, 6.5]),
}
"""Every house rule with values worth trying."""

house_rules = st.dictionaries(st.sampled_from(sorted(SWITCHES)), st.none(), max_size=3).flatmap(
    lambda chosen: st.fixed_dictionaries({name: SWITCHES[name] for name in chosen})
)
circumstances = st.fixed_dictionaries(
    {}, optional={"high_stakes": st.booleans(), "base_difficulty": st.integers(4, 8)}
)


@st.composite
def tables(draw, *, in_combat=None):
    """Return the fields of a request that say how the table plays."""
    return {
        "house_rules": draw(house_rules),
        "circumstances": draw(circumstances),
        "clock": {"in_combat": draw(st.sampled_from([True, True, True, False]))}
        if in_combat is None
        else {"in_combat": in_combat},
    }


# ---------------------------------------------------------------- measured routes

lengths = st.integers(0, 60).map(lambda halves: halves / 2)
rolls = st.fixed_dictionaries(
    {"name": st.sampled_from(["mud", "ice"]), "pool": st.integers(0, 4)},
    optional={"difficulty": st.integers(4, 9), "needed": st.integers(-1, 2)},
)


@st.composite
def segments(draw, *, modes=("ground", "ground", "sprint", "climb", "jump", "swim"), gates=True):
    """Return one measured stretch."""
    mode = draw(st.sampled_from(modes))
    made = {"mode": mode, "length": draw(lengths), "heading": draw(st.sampled_from(["", "n", "e"]))}
    if mode == "jump":
        made |= {"length": made["length"] / 2, "rise": draw(st.sampled_from([0, 0, 0.5, 1, 3]))}
        made["run_up"] = draw(st.sampled_from([None, None, True, False]))
    elif draw(st.integers(0, 3)) == 0:
        made |= {
            "difficult": draw(st.sampled_from(["rubble", "mud"])),
            "cost_multiplier": draw(st.sampled_from([1, 1.5, 2])),
            "flat_cost": draw(st.sampled_from([0, 2.5, 5])),
        }
        if gates and draw(st.booleans()):
            made["roll"] = draw(rolls)
    if mode == "climb":
        made |= draw(
            st.fixed_dictionaries(
                {},
                optional={
                    "surface": st.sampled_from(["ladder", "hard", "cliff"]),
                    "difficulty": st.integers(4, 9),
                },
            )
        )
    if mode == "ground" and draw(st.integers(0, 9)) == 0:
        made["rise"] = draw(st.sampled_from([-10, 5]))
    return made


def routes(**kinds):
    """Return a strategy for routes of measured stretches."""
    return st.lists(segments(**kinds), max_size=4).map(lambda made: {"segments": made})


# ---------------------------------------------------------------- maps

COLS, ROWS = 7, 6
cells = st.tuples(st.integers(0, COLS - 1), st.integers(0, ROWS - 1))
ends = st.tuples(st.integers(0, COLS), st.integers(0, ROWS))


@st.composite
def areas(draw):
    """Return an area on the map."""
    col, row = draw(cells)
    return {
        "rect": [col, row, draw(st.integers(1, min(3, COLS - col))), draw(st.integers(1, min(3, ROWS - row)))]
    }


@st.composite
def regions(draw, number, *, gates=True):
    """Return a region of any kind."""
    kind = draw(st.sampled_from(["difficult", "difficult", "water", "climb", "gap", "obstacle"]))
    made = {"id": f"region {number}", "kind": kind, "area": draw(areas())}
    if kind == "difficult":
        made |= {
            "cost_multiplier": draw(st.sampled_from([1, 1.5, 2])),
            "flat_cost": draw(st.sampled_from([0, 5, 2.5])),
            "roll": draw(st.none() | rolls) if gates else None,
        }
    if kind == "climb":
        made["surface"] = draw(st.sampled_from([None, "ladder", "cliff"]))
    return made


@st.composite
def scenes(draw, *, gates=True):
    """Return a small map with Jenny on it."""
    walls = [(a, b) for a, b in draw(st.lists(st.tuples(ends, ends), max_size=3)) if a != b]
    others = draw(st.lists(st.tuples(cells, st.sampled_from(["friendly", "hostile"])), max_size=2))
    col, row = draw(cells)
    return {
        "grid": {
            "cols": COLS,
            "rows": ROWS,
            "diagonals": draw(
                st.sampled_from(
                    ["equidistant", "approximate", "rectilinear", "alternating_1", "alternating_2"]
                )
            ),
        },
        "walls": [{"id": f"wall {n}", "a": list(a), "b": list(b)} for n, (a, b) in enumerate(walls)],
        "regions": [draw(regions(number, gates=gates)) for number in range(draw(st.integers(0, 3)))],
        "tokens": [
            {"id": "jenny", "col": col, "row": row},
            *(
                {"id": f"other {n}", "col": place[0], "row": place[1], "disposition": side}
                for n, (place, side) in enumerate(others)
            ),
        ],
    }


@st.composite
def paths(draw, scene, *, max_size=8):
    """Return a walk over the map from where Jenny stands; it may be illegal."""
    jenny = scene["tokens"][0]
    walked = [(jenny["col"], jenny["row"])]
    for across, down in draw(
        st.lists(st.tuples(st.integers(-1, 1), st.integers(-1, 1)), min_size=1, max_size=max_size)
    ):
        col, row = walked[-1][0] + across, walked[-1][1] + down
        if (across or down) and 0 <= col < COLS and 0 <= row < ROWS:
            walked.append((col, row))
    return [{"col": col, "row": row} for col, row in walked]


@st.composite
def walks(draw, **kinds):
    """Return a map and a walk over it."""
    scene = draw(scenes(**kinds))
    return scene, draw(paths(scene))


# ---------------------------------------------------------------- turns

faces = st.lists(st.integers(1, 10), min_size=0, max_size=9)
rolled = st.one_of(
    st.builds(
        lambda check, result: {"kind": "rolled", "check": check, "result": result},
        st.sampled_from(["sprint", "climb", "swim", "jump:1", "gate:mud", "gate:rubble"]),
        st.integers(-3, 8),
    ),
    st.builds(
        lambda check, seed: {"kind": "rolled", "check": check, "seed": seed},
        st.sampled_from(["sprint", "climb", "swim", "jump:1"]),
        st.integers(0, 2**53 - 1),
    ),
)
acted = st.builds(
    lambda saved, reaction: {"kind": "acted", "saved": saved, "reaction": reaction},
    st.sampled_from([0, 0, 1, 2, 5]),
    st.booleans(),
)
new_round = st.just({"kind": "begin", "scope": "round"})
end_round = st.just({"kind": "end", "scope": "round"})
moves = st.builds(
    lambda route, how: moved(route, **how),
    routes(),
    st.sampled_from([{}, {}, {}, {}, {"override": True}, {"forced": True}]),
)
events = st.one_of(moves, moves, moves, rolled, acted, new_round, end_round)
histories = st.lists(events, max_size=6)


def played(history, **fields):
    """Return a turn in which a history was told, event by event; what is refused did not happen."""
    turn = Turn(**fields)
    for event in history:
        turn.tell(event)
    return turn


def known_rules():
    """Return the numbers of all rules that hold."""
    value = ask_describe()
    [system] = [system for system in value["systems"] if system["id"] == SYSTEM]
    return {rule["number"] for rule in [*system["rules"], *value["table_rules"]]}
