"""The five operations, each a short story: read what was sent, ask the rules, tell the answer."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from itertools import pairwise
from typing import Any, NoReturn

from pydantic import ValidationError

from py_rules import clock, story, systems, tabletop, ways
from py_rules import ledger as ledgers
from py_rules.answers import Check, Judgement, Refusal, Text, Trace
from py_rules.areas import Lines, areas_of, best_line, nearest_place, survey
from py_rules.board import Board, grid_of
from py_rules.board.expanse import Expanse
from py_rules.chronicle import Chronicle
from py_rules.clock import Scope
from py_rules.destinations import (
    Means,
    Nearby,
    Pricing,
    Survey,
    best_way,
    heights_of,
    nearest_cell,
    part_in_reach,
)
from py_rules.exact import exact, on_grain, plain
from py_rules.ledger import Commit, Ledger, MovedFact, SegmentFact
from py_rules.lines import from_line
from py_rules.problems import Broken, from_validation
from py_rules.protocol import (
    ActedEvent,
    ApplyRequest,
    BeginEvent,
    BestRoute,
    Cell,
    Climbable,
    DestinationsRequest,
    DidEvent,
    Difficult,
    EndEvent,
    Event,
    Ledge,
    MeasuredSegment,
    MovedEvent,
    MoverRequest,
    PathRoute,
    PlanRequest,
    ReactedEvent,
    Region,
    Request,
    RolledEvent,
    Route,
    RuledEvent,
    Scene,
    SegmentRoute,
    StateRequest,
    Token,
    Water,
)
from py_rules.scenes import SceneStore, fits, on_cells, seen, with_ladders
from py_rules.story import Chapter, Telling
from py_rules.system import Chart, Fault, Here, Inputs, Neighbour, RuleInfo, Situation, System, TableRules
from py_rules.units import Converted, Measure, convert
from py_rules.ways import Place, Way

Answer = dict[str, Any]


# ---------------------------------------------------------------- reading a request


class Seat:
    """One mover of a request with everything the rules need: system, situation, ledger, board."""

    def __init__(
        self, request: Request, mover: MoverRequest, scenes: SceneStore, *, unseen: frozenset[str], path: str
    ) -> None:
        self.request, self.mover, self.path = request, mover, path
        self.system = system_of(request.system)
        self.situation = Situation(
            character=_inputs(self.system.Character, mover.character, f"{path}.character"),
            house_rules=_inputs(self.system.HouseRules, request.house_rules, "house_rules"),
            circumstances=_inputs(self.system.Circumstances, request.circumstances, "circumstances"),
            in_combat=request.clock.in_combat,
        )
        self._scenes, self._unseen = scenes, unseen
        self.scene_ref: str | None = None
        self.scene: Scene | None = None
        """In the system's unit."""
        self.measured: Converted | None = None
        self.shown: Scene | None = None
        """The scene as the view knows it."""
        if request.scene is not None:
            self.scene_ref, sent = scenes.resolve(request.scene)
            known = (self.scene_ref, self.system.id)
            self.measured = scenes.once(known, lambda: read(sent, self.system))
            scene = self.scene = self.measured.scene
            self.shown = scenes.once((*known, request.view), lambda: seen(scene, view=request.view))
            names = {region.id: region.name for region in self.shown.regions if region.name}
            if mover.at is not None:
                on_cells(self.scene.grid, mover.at, f"{path}.at")
            others, body = self._others(self.scene, self.shown), self._body(self.scene)
            here, chart = self._here(self.shown), self._chart(self.scene)
            self.situation = replace(
                self.situation, others=others, names=names, body=body, here=here, chart=chart
            )
        self.ledger = _ledger(mover, self.system, path)
        self.chapter = _chapter(self.system, self.situation, self.ledger, path)
        self.modes = self.system.modes_of(self.situation, self.chapter.state)

    @property
    def rate(self) -> Fraction:
        """How many of the system's units go to one of the map's, which elevations are in."""
        return Fraction(1) if self.measured is None else self.measured.rate

    def named(self) -> Answer:
        """Return the name of the scene, and what its cells count as where it measures otherwise."""
        text = None if self.measured is None else self.measured.text
        return {"scene_ref": self.scene_ref, "conversion": text}

    def _others(self, scene: Scene, shown: Scene) -> tuple[Neighbour, ...]:
        """Return the tokens that may react to the mover, as far as the view knows them."""
        side = exact(shown.grid.distance)
        facts = _facts_of(self.system, scene, shown)
        ground = self._ground(shown)
        return tuple(
            Neighbour(
                id=token.id,
                name=token.name or token.id,
                at=_chart_of(shown, token).middle((token.col, token.row)),
                size=(token.size[0] * side, token.size[1] * side),
                disposition=token.disposition,
                facts=facts[token.id],
                storey=ways.storey_of(shown, token.elevation),
                up=on_grain(ground(token, (token.col, token.row), token.elevation) * self.rate),
            )
            for token in shown.tokens
            if token.id != self.mover.token and token.id not in self._unseen
        )

    def _body(self, scene: Scene) -> tuple[Fraction, Fraction] | None:
        """Return what the mover covers; none: it is not on the map."""
        side = exact(scene.grid.distance)
        found = (token for token in scene.tokens if token.id == self.mover.token)
        return next(((token.size[0] * side, token.size[1] * side) for token in found), None)

    def _chart(self, scene: Scene) -> Chart:
        """Return the map as the mover's places on it; one that is not there yet covers a single cell."""
        found = next((token for token in scene.tokens if token.id == self.mover.token), None)
        return _chart_of(scene, found)

    def _here(self, shown: Scene) -> Here | None:
        """Return where the view shows the mover; none: its token is not in the scene."""
        token = next((token for token in shown.tokens if token.id == self.mover.token), None)
        if token is None:
            return None
        at = token if self.mover.at is None else self.mover.at
        return self._standing_at(shown, token, (at.col, at.row), at.elevation)

    def _standing_at(
        self, shown: Scene, token: Token, cell: tuple[int | float, int | float], elevation: float
    ) -> Here:
        storey = ways.storey_of(shown, elevation)
        kinds = {region.kind for region in self.under(shown, token, cell, storey)}
        middle = _chart_of(shown, token).middle(cell)
        up = on_grain(self._ground(shown)(token, cell, elevation) * self.rate)
        return Here(middle, swims="water" in kinds and "climb" not in kinds, storey=storey, up=up)

    def _ground(self, shown: Scene) -> ways.Ground:
        """Return what tells how high tokens are, as the view knows the map."""
        key = (self.scene_ref or "", self.system.id, self.request.view, "ground")
        return self._scenes.once(key, lambda: ways.Ground(shown))

    def under(
        self, shown: Scene, token: Token, cell: tuple[int | float, int | float], storey: int
    ) -> list[Region]:
        """Return the regions that a token at a cell or place of a storey stands in, in scene order."""
        if shown.grid.kind == "gridless":
            unseen = self._unseen | {token.id}
            sheet = self._scenes.expanse(
                self.scene_ref or "",
                shown,
                view=self.request.view,
                mover=token,
                unseen=unseen,
                customs=self.situation.house_rules.customs,
            )
            return [ground.region for ground in sheet.under(*sheet.spot(*cell))]
        at, grid = ways.cell_of(cell), grid_of(shown.grid)
        here = {None, shown.storeys[storey].id} if shown.storeys else {None}
        known = [region for region in shown.regions if region.storey in here]
        size = token.size
        return [region for region in known if ways.touches(grid, region, at, size)]

    def follow(self, points: Sequence[ways.Point] | None) -> None:
        """Stand where a way has led; a way without cells leads nowhere on the map."""
        token = next((t for t in self.shown.tokens if t.id == self.mover.token), None) if self.shown else None
        if points and token is not None and self.shown is not None:
            here = self._standing_at(self.shown, token, points[-1][:2], points[-1][2])
            self.situation = replace(self.situation, here=here)

    def token(self) -> Token:
        """Return the mover's token where it stands now; raises :class:`Broken` if that is not on the map."""
        if self.scene is None or self.shown is None:
            raise Broken(
                "scene_missing", "scene", "scene: this question needs a map", "send the scene, or segments"
            )
        tokens = {token.id: token for token in self.scene.tokens}
        wanted = self.mover.token
        if wanted is None or (wanted not in tokens and self.mover.at is None):
            self._no_token(wanted, [token.id for token in self.shown.tokens])
        token = tokens.get(wanted) or Token(id=wanted, col=0, row=0)
        if self.mover.at is not None:
            at = self.mover.at
            token = token.model_copy(update={"col": at.col, "row": at.row, "elevation": at.elevation})
        self._on_the_map(self.scene, token)
        return token

    def _no_token(self, wanted: str | None, known: list[str]) -> NoReturn:
        path = f"{self.path}.token"
        told = "no token is named" if wanted is None else f"the scene has no token {wanted!r}"
        names = ", ".join(sorted(known)[:5]) or "a token that you put into the scene"
        raise Broken("token_unknown", path, f"{path}: {told}", f"name one of the scene: {names}")

    def _on_the_map(self, scene: Scene, token: Token) -> None:
        grid = scene.grid
        if not fits(grid, token, squeezing=self.situation.house_rules.squeeze):
            path = f"{self.path}.token" if self.mover.at is None else f"{self.path}.at"
            raise Broken(
                "off_map",
                path,
                f"{path}: {token.id!r} at column {token.col}, row {token.row} is off the map",
                f"put the whole token within {grid.cols} columns and {grid.rows} rows",
            )

    def board(self) -> tuple[Board, Scene, Token]:
        """Return the board as this mover meets it, with the scene and the token."""
        compiled, scene, token = self._compiler()
        return compiled(), scene, token

    def _compiler(self) -> tuple[Callable[..., Board], Scene, Token]:
        """Return what compiles the map, or a part of it, for this mover."""
        token = self.token()
        if (
            self.measured is None or self.shown is None or self.scene_ref is None
        ):  # token() has refused a request without a scene
            raise Broken("scene_missing", "scene", "scene: this question needs a map", "send the scene")
        compiled = partial(
            self._scenes.board,
            self.scene_ref,
            self.measured,
            view=self.request.view,
            mover=token,
            unseen=self._unseen | {token.id},
            customs=self.situation.house_rules.customs,
        )
        return compiled, self.shown, token

    def sheet(self) -> tuple[Expanse, Scene, Token]:
        """Return the map without cells as this mover meets it, with the scene and the token."""
        token = self.token()
        if self.scene is None or self.shown is None or self.scene_ref is None:
            raise Broken("scene_missing", "scene", "scene: this question needs a map", "send the scene")
        unseen = self._unseen | {token.id}
        sheet = self._scenes.expanse(
            self.scene_ref,
            self.scene,
            view=self.request.view,
            mover=token,
            unseen=unseen,
            customs=self.situation.house_rules.customs,
        )
        return sheet, self.shown, token

    @property
    def gridless(self) -> bool:
        """Whether the map has no cells."""
        return self.scene is not None and self.scene.grid.kind == "gridless"

    def place(self) -> Place | None:
        """Return where the token stands on the board; none: no map says it."""
        if self.scene is None or self.mover.token is None:
            return None
        board: Board | Expanse
        board, _, token = self.sheet() if self.gridless else self.board()
        return Place(board, (token.col, token.row, token.elevation, None), self.rate)

    def _goals_on_map(self, route: BestRoute, board: Board | Expanse, scene: Scene, path: str) -> None:
        goals = {f"{path}.via[{index}]": cell for index, cell in enumerate(route.via)}
        for place, cell in {**goals, f"{path}.to": route.to}.items():
            if isinstance(board, Expanse):
                inside = board.holds(board.spot(cell.col, cell.row))
            else:
                at = board.lay(ways.cell_of((cell.col, cell.row)), exact(cell.elevation))
                inside = board.has(board.anchors, at)
            if not inside:
                raise Broken(
                    "off_map",
                    place,
                    f"{place}: the cell, or what the token would cover there, is off the map",
                    f"stay within {scene.grid.cols} columns and {scene.grid.rows} rows",
                )

    def survey(self) -> Survey:
        """Return where the mover can go; the last one made is kept, since a pointer asks again and again."""
        compiled, scene, token = self._compiler()
        state = self.chapter.state
        means = self._means()
        board = compiled(part=part_in_reach(means, scene, token))
        cell = board.lay(ways.cell_of((token.col, token.row)), exact(token.elevation))
        key = (self.system.id, self.situation, state, board, cell)
        # What lies beyond the part in reach may have changed: the search stays, the whole map is another.
        pricing = partial(Pricing, means, self.situation, scene, board)
        near = self._scenes.searched(key, lambda: Nearby(pricing(), cell))
        return self._scenes.again((near, self.scene_ref), lambda: Survey(near, compiled))

    def lines(self) -> Lines:
        """Return where the mover can go on a map without cells; the last one made is kept."""
        sheet, scene, token = self.sheet()
        state, spot = self.chapter.state, sheet.spot(token.col, token.row)
        key = (self.system.id, self.situation, state, sheet, spot)

        def pricing(board: Board) -> Pricing:
            return Pricing(self._means(), self.situation, scene, board)

        return self._scenes.again(key, lambda: survey(pricing, sheet, scene, self._scenes.marks(sheet), spot))

    def _means(self) -> Means:
        """Return what the mover may spend; what was made for the last few sheets and states is kept."""
        state = self.chapter.state
        key = (self.system.id, self.situation.bare, state)
        return self._scenes.means(key, lambda: Means(self.system, self.situation, state))

    def way(self, route: Route, path: str) -> Way | None:
        """Return the measured way of a route; none: no way leads there."""
        if isinstance(route, SegmentRoute):
            for index, segment in enumerate(route.segments):
                check_words(self.system, segment, f"{path}.segments[{index}]", modes=self.modes)
            return ways.from_segments(route.segments)
        if isinstance(route, PathRoute):
            for index, step in enumerate(route.path):
                _check_word(step.mode, self.modes, f"{path}.path[{index}].mode", "mode_unknown")
        self._on_cells(route, path)
        if self.gridless:
            return self._line(route, path)
        board, scene, token = self.board()
        here = (*ways.cell_of((token.col, token.row)), token.elevation)
        parity, _, _ = self.system.start_of(self.chapter.state)
        if isinstance(route, BestRoute):
            self._goals_on_map(route, board, scene, path)
            points = best_way(self.survey(), here, route)
            if points is None:
                return None
            return self._measured(board, scene, points, parity, f"{path}.to")
        points = [(cell.col, cell.row, cell.elevation, cell.mode) for cell in route.path]
        if board.lay(ways.cell_of(points[0]), exact(points[0][2])) != board.lay(here[:2], exact(here[2])):
            up = f", at elevation {here[2]}" if scene.storeys else ""
            raise Broken(
                "path_starts_elsewhere",
                f"{path}.path[0]",
                f"{path}.path[0]: the token stands at column {here[0]}, row {here[1]}{up}",
                "begin the path where the token stands, or say with 'at' where that is",
            )
        return self._measured(board, scene, points, parity, f"{path}.path")

    def nearest(self, wanted: Cell) -> tuple[int | float, int | float, int | float]:
        """Return the place within reach that is nearest to the one wanted."""
        token = self.token()
        if self.gridless:
            lines = self.lines()
            return *nearest_place(lines, lines.sheet.spot(wanted.col, wanted.row)), token.elevation
        here = (*ways.cell_of((token.col, token.row)), token.elevation)
        return nearest_cell(self.survey(), here, wanted)

    def _on_cells(self, route: PathRoute | BestRoute, path: str) -> None:
        """Raise :class:`Broken` for a route that leads between the cells of a grid."""
        if self.scene is None:
            return
        if isinstance(route, PathRoute):
            places = {f"{path}.path[{index}]": cell for index, cell in enumerate(route.path)}
            for place, step in places.items():
                on_cells(self.scene.grid, step, place)
            return
        for index, cell in enumerate(route.via):
            on_cells(self.scene.grid, cell, f"{path}.via[{index}]")
        on_cells(self.scene.grid, route.to, f"{path}.to")

    def _line(self, route: PathRoute | BestRoute, path: str) -> Way | None:
        """Return the way of a route on a map without cells; none: no way leads there."""
        sheet, scene, token = self.sheet()
        points: Sequence[ways.Point] | None
        if isinstance(route, BestRoute):
            self._goals_on_map(route, sheet, scene, path)
            here = (token.col, token.row, token.elevation, None)
            points, path = best_line(self.lines(), here, route), f"{path}.to"
        else:
            points, path = _drawn(route, token, path), f"{path}.path"
        if points is None:
            return None
        return from_line(sheet, scene, points, path=path, flying=self.system.flying, rate=self.rate)

    def _measured(
        self, board: Board, scene: Scene, points: Sequence[ways.Point], parity: int, path: str
    ) -> Way:
        flying = self.system.flying
        return ways.from_points(board, scene, points, parity=parity, path=path, flying=flying, rate=self.rate)


def _chart_of(scene: Scene, token: Token | None) -> Chart:
    """Return a map as the places of a token on it; one that is not there yet covers a single cell."""
    side = exact(scene.grid.distance)
    if scene.grid.kind == "gridless":
        return ways.OpenChart(exact(token.cols) if token else Fraction(1), side)
    return ways.Chart(grid_of(scene.grid), token.size if token else (1, 1), side)


def _drawn(route: PathRoute, token: Token, path: str) -> list[ways.Point]:
    """Return the points of a drawn path; raises :class:`Broken` for one that begins elsewhere."""
    first = route.path[0]
    if (exact(first.col), exact(first.row)) != (exact(token.col), exact(token.row)):
        raise Broken(
            "path_starts_elsewhere",
            f"{path}.path[0]",
            f"{path}.path[0]: the token stands at column {token.col}, row {token.row}",
            "begin the path where the token stands, or say with 'at' where that is",
        )
    return [(cell.col, cell.row, cell.elevation, cell.mode) for cell in route.path]


def system_of(name: str) -> System[Any]:
    """Return the system of that id; raises :class:`Broken` for an unknown one."""
    if name not in systems.names():
        raise Broken(
            "system_unknown",
            "system",
            f"system: there is no system {name!r}",
            f"use one of {', '.join(systems.names())}",
        )
    return systems.find(name)


def _inputs(model: type[Inputs], data: dict[str, Any], path: str) -> Inputs:
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise from_validation(error, data=data, prefix=path) from error


def _facts_of(system: System[Any], scene: Scene, shown: Scene) -> dict[str, Inputs]:
    """Return what the system knows of each token shown; paths of problems count all tokens of the scene."""
    known = {token.id for token in shown.tokens}
    return {
        token.id: _inputs(system.TokenFacts, token.facts, f"scene.tokens[{index}].facts")
        for index, token in enumerate(scene.tokens)
        if token.id in known
    }


def _chapter(system: System[Any], situation: Situation, ledger: Ledger, path: str) -> Chapter:
    try:
        chapter = story.read(system, situation, ledger)
    except Broken as problem:
        raise problem.below(path) from problem
    if story.waiting(system, situation, chapter) is None:
        # By the sheet or the house rules of today the move would not wait: nothing holds the token up.
        return replace(chapter, pending=None, commit="")
    return chapter


def _ledger(mover: MoverRequest, system: System[Any], path: str) -> Ledger:
    try:
        ledger = ledgers.read(mover.ledger, system=system.id)
    except ValidationError as error:
        raise from_validation(error, data=mover.ledger, prefix=f"{path}.ledger") from error
    except Broken as problem:
        raise problem.below(path) from problem
    for number, commit in enumerate(ledger.commits):
        for index, fact in enumerate(commit.facts):
            for place, segment in enumerate(getattr(fact, "segments", ())):
                where = f"{path}.ledger.commits[{number}].facts[{index}].segments[{place}]"
                # A sheet that names modes of its own may have lost some since they were used.
                modes = None if system.open_modes else (*system.modes, *_CARRIED)
                check_words(system, segment, where, modes=modes)
    return ledger


_CARRIED = tuple((mode, Text(mode, {}, mode)) for mode in ("drift", "fall"))
"""Modes of what a token does not do by itself."""


def check_words(
    system: System[Any],
    segment: MeasuredSegment | SegmentFact,
    path: str,
    *,
    modes: Sequence[tuple[str, Text]] | None,
) -> None:
    """Raise :class:`Broken` for a surface or grade that the system has no word for, or a mode beside ``modes``."""
    if modes is not None:
        _check_word(segment.mode, modes, f"{path}.mode", "mode_unknown")
    _check_word(segment.surface, system.surfaces, f"{path}.surface", "surface_unknown")
    difficulties = {"difficulty": segment.difficulty}
    if isinstance(segment, MeasuredSegment):
        raise_fault(system.check_region(segment), path)
        grades = [segment.grade]
        difficulties["roll.difficulty"] = segment.roll.difficulty if segment.roll else None
    else:
        grades = [grade for grade, _ in segment.grades]
        for index, gate in enumerate(segment.gates):
            difficulties[f"gates[{index}].difficulty"] = gate.difficulty
    for grade in grades:
        _check_word(grade, system.grades, f"{path}.grade", "grade_unknown")
    for place, difficulty in difficulties.items():
        if difficulty is not None:
            _check_difficulty(system, difficulty, f"{path}.{place}")


def read(scene: Scene, system: System[Any]) -> Converted:
    """Return a scene in the unit and the words of a system; raises :class:`Broken` for one that it cannot read."""
    converted = convert(scene, Measure(system.unit, system.cell))
    check_scene_words(system, converted.scene)
    return with_ladders(converted, system.ladder)


def check_scene_words(system: System[Any], scene: Scene) -> None:
    """Raise :class:`Broken` for a surface, grade or Difficulty on the map that the system has no word for."""
    for index, region in enumerate(scene.regions):
        path = f"scene.regions[{index}]"
        raise_fault(system.check_region(region), path)
        if isinstance(region, Climbable | Ledge):
            _check_word(region.surface, system.surfaces, f"{path}.surface", "surface_unknown")
            if region.difficulty is not None:
                _check_difficulty(system, region.difficulty, f"{path}.difficulty")
        elif isinstance(region, Difficult | Water):
            _check_word(region.grade, system.grades, f"{path}.grade", "grade_unknown")
        if isinstance(region, Difficult) and region.roll and region.roll.difficulty is not None:
            _check_difficulty(system, region.roll.difficulty, f"{path}.roll.difficulty")
    for index, passage in enumerate(scene.passages):
        path = f"scene.passages[{index}]"
        _check_word(passage.surface, system.surfaces, f"{path}.surface", "surface_unknown")
        if passage.difficulty is not None:
            _check_difficulty(system, passage.difficulty, f"{path}.difficulty")


def raise_fault(fault: Fault | None, path: str) -> None:
    """Raise :class:`Broken` for a fault that a system finds in what stands at ``path``; none: all is well."""
    if fault is not None:
        place = f"{path}.{fault.field}"
        raise Broken(fault.code, place, f"{place}: {fault.message}", fault.remedy)


def _check_word(word: str | None, known: Sequence[tuple[str, Text]], path: str, code: str) -> None:
    names = [name for name, _ in known]
    if word is not None and word not in names:
        remedy = f"use one of {', '.join(names)}" if names else "leave it out: this system has none"
        raise Broken(code, path, f"{path}: {word!r} is not known here", remedy)


def _check_difficulty(system: System[Any], difficulty: int, path: str) -> None:
    least, most = system.difficulties.start, system.difficulties.stop - 1
    if difficulty not in system.difficulties:
        raise Broken(
            "difficulty_out_of_range",
            path,
            f"{path}: {difficulty} is no Difficulty of {system.title}",
            f"send a number from {least} to {most}",
        )


# ---------------------------------------------------------------- describe


def describe() -> Answer:
    """What is there?"""
    return {
        "v": 1,
        "systems": [_described(system) for system in systems.discover().values()],
        "table_rules": [_rule_entry(info) for info in tabletop.RULES.values()],
        "texts": tabletop.texts.templates,
    }


@cache
def _described(system: System[Any]) -> Answer:
    """Return what is told of a system; kept, for making its schemas takes longer than all else of a start."""
    return {
        "id": system.id,
        "title": system.title,
        "unit": system.unit,
        "clock": {
            "scopes": [_scope_entry(system, scope) for scope in system.scopes],
            "end_turn": [dict(event) for event in system.end_turn],
        },
        "character": system.Character.model_json_schema(),
        "circumstances": system.Circumstances.model_json_schema(),
        "modes": _words(system.modes),
        "surfaces": _words(system.surfaces),
        "grades": _words(system.grades),
        "acts": [
            {"id": a.id, "rule": a.rule, "label": a.label, "options": a.options.model_json_schema()}
            for a in system.acts
        ],
        "dice": {"result": system.dice_words[0], "target": system.dice_words[1]},
        "token_facts": system.TokenFacts.model_json_schema(),
        "house_rules": _house_rules(system),
        "rules": [_rule_entry(info) for info in system.rules.values()],
        "texts": system.texts.templates,
    }


def _scope_entry(system: System[Any], scope: Scope) -> Answer:
    begin, end = f"begin {scope.id}", f"end {scope.id}"
    return {
        "id": scope.id,
        "label": scope.label,
        "clears": clock.cleared_at(system.State, begin),
        "counts": clock.counted_at(system.State, begin),
        "end_clears": clock.cleared_at(system.State, end),
        "end_counts": clock.counted_at(system.State, end),
        "counted": scope.counted,
    }


def _words(words: Sequence[tuple[str, Text]]) -> list[Answer]:
    return [{"id": name, "label": label} for name, label in words]


def _house_rules(system: System[Any]) -> list[Answer]:
    """Return the switches, those of the first page of settings first, those of every table last."""
    properties = system.HouseRules.model_json_schema()["properties"]
    entries = [
        {
            "id": name,
            "title": schema["title"],
            "description": schema.get("description", ""),
            "rules": schema["rules"],
            "default": schema["default"],
            "required": schema["required"],
            "json_schema": {key: part for key, part in schema.items() if key not in {"rules", "required"}},
        }
        for name, schema in properties.items()
    ]
    return sorted(entries, key=lambda entry: (not entry["required"], entry["id"] in TableRules.model_fields))


def _rule_entry(info: RuleInfo) -> Answer:
    return {
        "number": info.number,
        "name": info.name,
        "sentence": info.sentence,
        "reference": info.reference,
        "kind": info.kind,
    }


# ---------------------------------------------------------------- state


def state(request: StateRequest, scenes: SceneStore) -> Answer:
    """Where does this token stand now?"""
    seat = Seat(request, request.mover, scenes, unseen=frozenset(), path="mover")
    return {**_state_value(seat, seat.ledger, seat.chapter), **seat.named()}


def _state_value(seat: Seat, ledger: Ledger, chapter: Chapter) -> Answer:
    standing = seat.system.standing(seat.situation, chapter.state)
    waiting = story.waiting(seat.system, seat.situation, chapter)
    pending = None
    if waiting is not None:
        pending = {
            "commit": chapter.commit,
            "check": waiting.check,
            "reaction": waiting.reaction,
            "rest": _cells(waiting.way),
            "distance": waiting.way.length,
        }
    return {
        "allowances": standing.allowances,
        "modes": _words(seat.system.modes_of(seat.situation, chapter.state)),
        "modifiers": standing.modifiers,
        "statuses": standing.statuses,
        "counters": standing.counters,
        "pending": pending,
        "rulings": standing.rulings,
        "hazards": standing.hazards,
        "checks": _free_checks(seat, chapter),
        "commits": _commits(seat, ledger),
        "trace": standing.trace,
    }


def _commits(seat: Seat, ledger: Ledger) -> list[Answer]:
    """Return the commits as the turn panel tells them."""
    shown = seat.shown.tokens if seat.shown is not None else []
    names = {token.id: token.name or token.id for token in shown}
    told = Chronicle(seat.system, seat.situation, names).lines(ledger)
    summaries = []
    for index, (commit, lines) in enumerate(zip(ledger.commits, told, strict=True)):
        blocker = ledgers.undo_blocker(ledger, commit.id)
        summaries.append(
            {
                "id": commit.id,
                "number": ledger.base.number + index + 1,
                "labels": [label for label, _ in lines],
                "rules": [rule for _, rule in lines],
                "undoable": blocker is None,
                "refusal": tabletop.undo(blocker.id) if blocker else None,
            }
        )
    return summaries


def _free_checks(seat: Seat, chapter: Chapter) -> list[Check]:
    """Return the rolls that may be made now without a path before them."""
    if chapter.pending is not None:
        return []
    found = []
    for name in seat.system.free_checks:
        event = RolledEvent(kind="rolled", check=name, seed=0)
        check = seat.system.open_check(seat.situation, chapter.state, name)
        if check is not None and seat.system.refuse(seat.situation, chapter.state, event) is None:
            found.append(check)
    return found


def _cells(way: Way | None) -> list[Answer] | None:
    if way is None or way.points is None:
        return None
    return [_cell(point) for point in way.points]


def _cell(point: ways.Point) -> Answer:
    return {"col": point[0], "row": point[1], "elevation": point[2], "mode": point[3]}


# ---------------------------------------------------------------- destinations


def destinations(request: DestinationsRequest, scenes: SceneStore) -> Answer:
    """Where can it go?"""
    seat = Seat(request, request.mover, scenes, unseen=frozenset(), path="mover")
    layers: list[Answer] = []
    heights: list[Answer] = []
    truncated = False
    if seat.chapter.pending is None and seat.gridless:
        layers, truncated = areas_of(seat.lines())
    elif seat.chapter.pending is None:
        survey = seat.survey()
        (layers, truncated), heights = survey.near.layers, heights_of(survey)
    return {"layers": layers, "truncated": truncated, "heights": heights, **seat.named()}


# ---------------------------------------------------------------- plan


def plan(request: PlanRequest, scenes: SceneStore) -> Answer:
    """What does this path cost? Movers of one request do not block each other's old cells."""
    unseen = frozenset(mover.token for mover in request.movers if mover.token is not None)
    seats = [
        Seat(request, mover, scenes, unseen=unseen, path=f"movers[{index}]")
        for index, mover in enumerate(request.movers)
    ]
    return {"plans": [_plan(seat) for seat in seats], **seats[0].named()}


def _plan(seat: Seat) -> Answer:
    route = seat.mover.route
    if route is None:
        raise Broken(
            "route_missing",
            f"{seat.path}.route",
            f"{seat.path}.route: there is nothing to plan",
            "add a route",
        )
    way = seat.way(route, f"{seat.path}.route")
    if way is None:
        return _no_way(seat, route)
    judgement = seat.system.judge(seat.situation, seat.chapter.state, way.segments)
    answer = _plan_value(seat, way, judgement)
    if seat.chapter.pending is not None:
        reason = tabletop.open_roll(seat.chapter.pending.check)
        answer |= {"verdict": "impossible", "reason": reason, "events": []}
        answer["trace"] = [tabletop.RULES["X-06"].trace(reason), *judgement.trace]
    return answer


def _plan_value(seat: Seat, way: Way, judgement: Judgement) -> Answer:
    worst = [band for band in judgement.bands if band.kind == judgement.verdict]
    # Of several rolls the least likely one is the reason; of equals the last.
    hardest = min(reversed(worst), key=lambda band: 1 if band.chance is None else band.chance, default=None)
    free_end = next((b.start for b in judgement.bands if b.kind in {"roll", "impossible"}), way.length)
    legal, _ = way.cut(free_end)
    table = [
        tabletop.RULES[band.rule].trace(band.reason)
        for band in judgement.bands
        if band.rule in tabletop.RULES
    ]
    table += [*_crowds(seat, way), *_squeezes(seat, way), *_cover(seat, way)]
    table += [
        tabletop.RULES["MAP-10"].trace(tabletop.passage(plain(segment.length), seat.system.unit))
        for segment in way.segments
        if segment.storeys[0] != segment.storeys[1] and segment.barrier is None
    ]
    if seat.measured is not None and seat.measured.text is not None and way.points is not None:
        table.append(tabletop.RULES["MAP-09"].trace(seat.measured.text))
    return {
        "token": seat.mover.token,
        "verdict": judgement.verdict,
        "reason": hardest.reason if hardest else tabletop.texts("free"),
        "chance": judgement.chance,
        "length": way.length,
        "cost": judgement.cost,
        "left": judgement.left,
        "path": _cells(way),
        "bands": judgement.bands,
        "modifiers": judgement.modifiers,
        "spends": judgement.spends,
        "checks": judgement.checks,
        "reactions": judgement.reactions,
        "hazards": judgement.hazards,
        "rulings": judgement.rulings,
        "last_legal": {"distance": legal.length, "cell": _cell_of(legal)},
        "events": [
            {"kind": "moved", "route": _route_of(way, seat.mover.route), "override": False, "forced": False}
        ],
        "trace": _unique([*judgement.trace, *table]),
    }


def _crowds(seat: Seat, way: Way) -> list[Trace]:
    """Return what is told of tokens that slow on the way."""
    if way.points is None or seat.gridless:
        return []
    board, _, _ = seat.board()
    cells = [board.lay(ways.cell_of(point), exact(point[2])) for point in way.points[1:]]
    if not any(board.has(board.terrain.slowing, cell) for cell in cells):
        return []
    factor = seat.situation.house_rules.crowd_factor
    return [tabletop.RULES["MAP-03"].trace(tabletop.token(factor))]


def _squeezes(seat: Seat, way: Way) -> list[Trace]:
    """Return what is told of squeezing on the way."""
    rules = seat.situation.house_rules
    if way.points is None or seat.gridless or not rules.squeeze:
        return []
    board, _, _ = seat.board()
    cells = [board.lay(ways.cell_of(point), exact(point[2])) for point in way.points]
    for origin, target in pairwise(cells):
        direction = board.grid.direction(origin, target)
        if direction is not None and board.squeezes(origin, direction):
            return [tabletop.RULES["MAP-12"].trace(tabletop.squeeze(rules.squeeze_factor))]
    return []


def _cover(seat: Seat, way: Way) -> list[Trace]:
    """Return what is told of the cover that a way ends in."""
    if not way.points or seat.shown is None or not any(r.kind == "cover" for r in seat.shown.regions):
        return []
    (col, row, elevation, _), token = way.points[-1], seat.token()
    storey = ways.storey_of(seat.shown, elevation)
    return [
        tabletop.RULES["MAP-11"].trace(tabletop.cover(region.name or region.id))
        for region in seat.under(seat.shown, token, (col, row), storey)
        if region.kind == "cover"
    ]


def _unique(lines: list[Trace]) -> list[Trace]:
    found: list[Trace] = []
    for line in lines:
        if line not in found:
            found.append(line)
    return found


def _cell_of(way: Way) -> Answer | None:
    if way.points is None:
        return None
    col, row, elevation, _ = way.points[-1]
    return {"col": col, "row": row, "elevation": elevation}


def _route_of(way: Way, route: Route | None) -> Answer:
    if way.points is None and isinstance(route, SegmentRoute):
        return {"segments": [segment.model_dump(mode="json") for segment in route.segments]}
    return {"path": _cells(way)}


def _no_way(seat: Seat, route: Route) -> Answer:
    """Answer for a cell that no way leads to: nothing moves; the nearest cell that can be reached is named."""
    token = seat.token()
    here = (token.col, token.row, token.elevation)
    wanted = route.to if isinstance(route, BestRoute) else Cell(col=here[0], row=here[1], elevation=here[2])
    col, row, up = seat.nearest(wanted)
    reason = tabletop.no_way(col, row)
    empty = seat.system.judge(seat.situation, seat.chapter.state, ())
    answer = _plan_value(seat, Way((), ((*here, None),)), empty)
    answer |= {"verdict": "impossible", "reason": reason, "path": None, "events": []}
    answer["last_legal"] = {"distance": 0, "cell": {"col": col, "row": row, "elevation": up}}
    answer["trace"] = [tabletop.RULES["MAP-07"].trace(reason)]
    return answer


# ---------------------------------------------------------------- apply


def apply(request: ApplyRequest, scenes: SceneStore) -> Answer:
    """This happened: what becomes of ledger and token?"""
    if (request.commit is None) == (request.undo is None):
        given = request.commit is not None
        path, told = ("undo", "both commit and undo are given") if given else ("commit", "nothing happened")
        remedy = "remove one of commit and undo" if given else "add a commit, or name one to undo"
        raise Broken("commit_or_undo", path, f"{path}: {told}", remedy)
    seat = Seat(request, request.mover, scenes, unseen=frozenset(), path="mover")
    if request.undo is not None:
        return _undone(seat, request.undo)
    commit = request.commit
    if commit is None or seat.ledger.has(commit.id):
        return _applied(seat, seat.ledger, seat.chapter, replayed=True)
    telling = Telling(seat.system, seat.situation, seat.chapter, commit.id, seat.place)
    before = seat.situation
    for index, event in enumerate(commit.events):
        _tell(seat, telling, event, f"commit.events[{index}]")
        if telling.refused is not None:
            seat.situation = before
            return _applied(seat, seat.ledger, seat.chapter, refused=telling.refused)
        seat.follow(telling.moves[-1].way.points if telling.moves else None)
    grown = story.told(seat.ledger, telling, scope=seat.system.scopes[0].id)
    return _applied(seat, grown, telling.chapter, telling=telling)


def _tell(seat: Seat, telling: Telling, event: Event, path: str) -> None:
    """Tell one event; what cannot be is refused."""
    waiting = telling.chapter.pending
    if (
        waiting is not None
        and isinstance(event, MovedEvent | ActedEvent | DidEvent)
        and not getattr(event, "forced", False)
    ):
        telling.refuse(Refusal("X-06", tabletop.open_roll(waiting.check)))
    elif isinstance(event, MovedEvent):
        _tell_move(seat, telling, event, path)
    elif isinstance(event, ActedEvent):
        if _may_happen(seat, telling, event, path):
            telling.record(ledgers.ActedFact(reaction=event.reaction, saved=event.saved))
    elif isinstance(event, DidEvent):
        _tell_act(seat, telling, event, path)
    elif isinstance(event, RolledEvent):
        if event.difficulty is not None:
            _check_difficulty(seat.system, event.difficulty, f"{path}.difficulty")
        telling.roll(event, path)
    elif isinstance(event, ReactedEvent):
        telling.react(event)
    elif isinstance(event, BeginEvent | EndEvent):
        _check_scope(seat.system, event.scope, f"{path}.scope")
        _tell_scope(seat, telling, event, path)
    else:
        _tell_ruling(seat, telling, event, path)


def _tell_scope(seat: Seat, telling: Telling, event: BeginEvent | EndEvent, path: str) -> None:
    """Tell that a scope begins or ends; a move that waited for it comes first."""
    if not _may_happen(seat, telling, event, path):
        return
    fact: ledgers.BeganFact | ledgers.EndedFact
    if isinstance(event, BeginEvent):
        fact = ledgers.BeganFact(scope=event.scope, number=event.number, of=event.of, acts=event.acts)
    else:
        fact = ledgers.EndedFact(scope=event.scope)
    telling.settle(fact)
    waiting = telling.chapter.pending
    if (
        isinstance(fact, ledgers.BeganFact)
        and waiting is not None
        and telling.chapter.commit == telling.commit
    ):
        # What was set out on in this very commit would be lost before anybody could answer it.
        telling.refuse(Refusal("X-06", tabletop.open_roll(waiting.check)))
    else:
        telling.record(fact)


def _may_happen(
    seat: Seat, telling: Telling, event: ActedEvent | DidEvent | BeginEvent | EndEvent, path: str
) -> bool:
    """Tell whether the system lets an event happen; raises :class:`Broken` for one that is told wrongly."""
    state = telling.chapter.state
    raise_fault(seat.system.fault(seat.situation, state, event), path)
    refusal = seat.system.refuse(seat.situation, state, event)
    if refusal is not None:
        telling.refuse(refusal)
    return refusal is None


def _tell_act(seat: Seat, telling: Telling, event: DidEvent, path: str) -> None:
    """Tell one of the system's own acts."""
    acts = {act.id: act for act in seat.system.acts}
    if event.act not in acts:
        raise Broken(
            "act_unknown",
            f"{path}.act",
            f"{path}.act: {seat.system.title} has no act {event.act!r}",
            f"use one of {', '.join(acts)}" if acts else "this system has no acts of its own",
        )
    options = _inputs(acts[event.act].options, event.options, f"{path}.options")
    if _may_happen(seat, telling, event, path):
        # Whole numbers become integers: a ledger that goes through JavaScript keeps its hashes.
        told = seat.system.answered(seat.situation, telling.chapter.state, event.act, options.model_dump())
        plainly = {k: plain(exact(v)) if isinstance(v, float) else v for k, v in told.items()}
        telling.record(ledgers.DidFact(act=event.act, options=plainly))


def _tell_move(seat: Seat, telling: Telling, event: MovedEvent, path: str) -> None:
    if telling.moves and not isinstance(event.route, SegmentRoute):
        raise Broken(
            "one_move_per_commit",
            path,
            f"{path}: the token has moved in this commit already",
            "send each move on the map as a commit of its own",
        )
    seat.chapter = telling.chapter
    way = seat.way(event.route, f"{path}.route")
    if way is None and isinstance(event.route, BestRoute):
        telling.refuse(Refusal("MAP-07", tabletop.no_way(event.route.to.col, event.route.to.row)))
    elif way is not None:
        until = None if event.until is None else exact(event.until)
        telling.move(way, override=event.override, forced=event.forced, until=until)


def _tell_ruling(seat: Seat, telling: Telling, event: RuledEvent, path: str) -> None:
    standing = seat.system.standing(seat.situation, telling.chapter.state)
    open_rulings = {ruling.id: ruling for ruling in standing.rulings}
    ruling = open_rulings.get(event.ruling)
    if ruling is None:
        ruling = seat.system.open_ruling(seat.situation, telling.chapter.state, event.ruling)
    if ruling is None:
        raise Broken(
            "ruling_unknown",
            f"{path}.ruling",
            f"{path}.ruling: no ruling {event.ruling!r} is open",
            f"answer one of {', '.join(open_rulings) or 'those that a later state names'}",
        )
    choices = [choice.id for choice in ruling.choices]
    if event.choice not in choices:
        raise Broken(
            "choice_unknown",
            f"{path}.choice",
            f"{path}.choice: {event.choice!r} is no answer to {event.ruling!r}",
            f"choose one of {', '.join(choices)}",
        )
    telling.record(ledgers.RuledFact(ruling=event.ruling, choice=event.choice))


def _check_scope(system: System[Any], scope: str, path: str) -> None:
    scopes = [known.id for known in system.scopes]
    if scope not in scopes:
        raise Broken(
            "scope_unknown",
            path,
            f"{path}: {system.title} has no scope {scope!r}",
            f"use one of {', '.join(scopes)}",
        )


def _undone(seat: Seat, commit_id: str) -> Answer:
    ledger = seat.ledger
    found = [commit for commit in ledger.commits if commit.id == commit_id]
    if not found:
        raise Broken(
            "commit_unknown",
            "undo",
            f"undo: the ledger holds no commit {commit_id!r}",
            "name a commit that the state lists",
        )
    blocker = ledgers.undo_blocker(ledger, commit_id)
    if blocker is not None:
        return _applied(seat, ledger, seat.chapter, refused=Refusal("X-07", tabletop.undo(blocker.id)))
    left = ledger.with_commits([commit for commit in ledger.commits if commit.id != commit_id])
    seat.follow(_way_back(found[0]))
    answer = _applied(seat, left, story.read(seat.system, seat.situation, left))
    back = _way_back(found[0])
    if len(back) > 1:
        length = sum(fact.distance for fact in found[0].facts if isinstance(fact, MovedFact))
        answer["moves"] = [_move(seat, back, length, forced=True, rule="X-07")]
    return answer


def _way_back(commit: Commit) -> list[Any]:
    """Return the cells of a commit's moves, last first."""
    points: list[Any] = []
    for fact in commit.facts:
        if isinstance(fact, MovedFact) and fact.way:
            points += fact.way[1:] if points else fact.way
    return points[::-1]


def _move(seat: Seat, points: Any, distance: Any, *, forced: bool, rule: str) -> Answer:  # noqa: ANN401 - points, numbers
    cells = None if points is None else [_cell(tuple(point)) for point in points]
    to = {key: cells[-1][key] for key in ("col", "row", "elevation")} if cells else None
    return {
        "token": seat.mover.token,
        "to": to,
        "way": cells,
        "distance": distance,
        "forced": forced,
        "rule": rule,
    }


def _applied(
    seat: Seat,
    ledger: Ledger,
    chapter: Chapter,
    *,
    telling: Telling | None = None,
    refused: Refusal | None = None,
    replayed: bool = False,
) -> Answer:
    moves = telling.moves if telling else []
    return {
        "ledger": ledgers.write(ledger),
        "moves": [
            _move(seat, moved.way.points, moved.way.length, forced=moved.forced, rule=moved.rule)
            for moved in moves
        ],
        "rest": _cells(telling.rest) if telling else None,
        "stopped": telling.stopped if telling else None,
        "rolls": telling.rolls if telling else [],
        "refused": refused,
        "replayed": replayed,
        "state": _state_value(seat, ledger, chapter),
        **seat.named(),
    }
