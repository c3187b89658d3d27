"""Characters, tables and events of any system, made up from what ``describe`` says of it.

Nothing here knows a system by name: a new one is covered by being found.
"""

from functools import cached_property

from hypothesis import strategies as st
from pydantic import ValidationError

from build_scripts.texts import english
from py_rules.systems import discover
from tests.asking import ask_describe, moved
from tests.properties.maps import OTHERS, optional, routes, usually, whole
from tests.properties.schemas import legal, sheets


def fits(model):
    """Return whether a sheet fits a model: a schema does not tell what holds between fields."""

    def holds(sheet):
        try:
            model.model_validate(sheet)
        except ValidationError:
            return False
        return True

    return holds


hows = st.one_of(
    *[st.just({})] * 4,
    st.just({"override": True}),
    st.just({"forced": True}),
    st.integers(0, 20).map(lambda halves: {"until": whole(halves / 2)}),
)
"""How a token is dropped."""
seeds = st.integers(0, 2**53 - 1).map(lambda seed: {"seed": seed})
results = st.integers(0, 12).map(lambda result: {"result": result})
extremes = st.sampled_from([-400, -3, 400]).map(lambda result: {"result": result})
answers = st.one_of(seeds, seeds, results, results, extremes)
"""How a roll is told."""


class World:
    """One game system and all that may be asked of it; ``entry`` is what ``describe`` says of it."""

    def __init__(self, entry, table_rules, templates):
        self.entry, self.table_rules, self.templates = entry, table_rules, templates

    def __repr__(self):
        return self.id

    @property
    def id(self):
        return self.entry["id"]

    @cached_property
    def system(self):
        """The system itself."""
        return discover()[self.id]

    @cached_property
    def rules(self):
        """The numbers of all rules that hold."""
        return {rule["number"] for rule in self.entry["rules"]} | self.table_rules

    @cached_property
    def switches(self):
        """Every house rule as it is described, by name."""
        return {rule["id"]: rule for rule in self.entry["house_rules"]}

    @cached_property
    def modes(self):
        """The ways of moving."""
        return [mode["id"] for mode in self.entry["modes"]]

    @cached_property
    def words(self):
        """Names worth trying wherever any text is allowed."""
        return [*self.modes, *OTHERS]

    @cached_property
    def end_turn(self):
        """The events that "end turn" stands for."""
        return [
            {key: value for key, value in event.items() if value is not None}
            for event in self.entry["clock"]["end_turn"]
        ]

    # ------------------------------------------------------------ sheets

    @cached_property
    def characters(self):
        """Sheets of heroes, of wrecks and of what no table has seen."""
        return sheets(self.entry["character"], self.words).filter(fits(self.system.Character))

    @cached_property
    def house_rules(self):
        """Tables with a few switches turned, or many."""
        schema = {"properties": {name: rule["json_schema"] for name, rule in self.switches.items()}}
        return sheets(schema, self.words, most=3).filter(fits(self.system.HouseRules))

    @cached_property
    def circumstances(self):
        """What the GM said of a move."""
        made = sheets(self.entry["circumstances"], self.words, most=1)
        return made.filter(fits(self.system.Circumstances))

    @cached_property
    def facts(self):
        """What is known of another token."""
        return sheets(self.entry["token_facts"], self.words).filter(fits(self.system.TokenFacts))

    @cached_property
    def tables(self):
        """The fields of a request that say which game it is, and how the table plays it."""
        return st.fixed_dictionaries(
            {
                "system": st.just(self.id),
                "house_rules": self.house_rules,
                "circumstances": self.circumstances,
                "clock": st.fixed_dictionaries({"in_combat": usually(True, st.booleans())}),
            }
        )

    def switch(self, name):
        """Return a strategy for the values of one switch."""
        return legal(self.switches[name]["json_schema"], self.words)

    # ------------------------------------------------------------ terrain

    @cached_property
    def grades(self):
        """Grades of terrain, or none."""
        return st.sampled_from([None, *(grade["id"] for grade in self.entry["grades"])])

    @cached_property
    def surfaces(self):
        """Surfaces to climb, or none."""
        return st.sampled_from([None, *(surface["id"] for surface in self.entry["surfaces"])])

    @cached_property
    def difficulties(self):
        """Difficulties of this game, the least and the greatest among them."""
        known = self.system.difficulties
        low = st.integers(known.start, min(known.stop - 1, known.start + 12))
        return st.one_of(low, low, st.sampled_from([known.start, known.stop - 1]))

    @cached_property
    def terrain_rolls(self):
        """Rolls that a region demands."""
        pools = st.one_of(st.integers(0, 8), st.integers(0, 8), st.just(60))
        return st.fixed_dictionaries(
            {"name": st.sampled_from(["mud", "ice"]), "pool": pools},
            optional={"difficulty": optional(self.difficulties), "needed": st.integers(-1, 4)},
        )

    # ------------------------------------------------------------ events

    @cached_property
    def acts(self):
        """Acts that the system has words for, and the Action."""
        models = {act.id: act.options for act in self.system.acts}
        own = [
            st.fixed_dictionaries(
                {
                    "kind": st.just("did"),
                    "act": st.just(act["id"]),
                    "options": sheets(act["options"], self.words).filter(fits(models[act["id"]])),
                }
            )
            for act in self.entry["acts"]
        ]
        acted = st.fixed_dictionaries(
            {"kind": st.just("acted")}, optional={"saved": st.integers(0, 5), "reaction": st.booleans()}
        )
        return st.one_of(acted, *own)

    @cached_property
    def rolled(self):
        """Rolls of whatever check, whether it is open or not."""
        names = [*self.modes, *(act["id"] for act in self.entry["acts"]), "sprint", "jump:1", "gate:mud"]
        checks = st.sampled_from(list(dict.fromkeys(names)))
        return st.builds(lambda check, how: {"kind": "rolled", "check": check, **how}, checks, answers)

    @cached_property
    def clock_events(self):
        """Scopes that begin and end, in any order."""
        scopes = st.sampled_from([scope["id"] for scope in self.entry["clock"]["scopes"]])
        end = st.builds(lambda scope: {"kind": "end", "scope": scope}, scopes)
        count = st.integers(1, 4)
        begin = st.fixed_dictionaries(
            {"kind": st.just("begin"), "scope": scopes},
            optional={"number": count, "of": count, "acts": st.booleans()},
        )
        return st.one_of(begin, begin, end)

    @cached_property
    def moves(self):
        """Drops at the end of measured routes."""
        return st.builds(lambda route, how: moved(route, **how), routes(self), hows)

    @cached_property
    def events(self):
        """Whatever may happen away from the map."""
        moves, acts = self.moves, self.acts
        return st.one_of(moves, moves, moves, acts, acts, self.rolled, self.clock_events)

    @cached_property
    def histories(self):
        """What happened before: a list of commits, each a list of events."""
        one = self.events.map(lambda event: [event])
        return st.lists(st.one_of(one, one, one, one, st.just(self.end_turn)), max_size=6)


def worlds():
    """Return the worlds of all systems that are described."""
    told = ask_describe()
    table, templates = frozenset(rule["number"] for rule in told["table_rules"]), english()
    return [
        World(
            entry,
            table,
            templates,
        )
        for entry in told["systems"]
    ]


WORLDS = worlds()
