"""One path out of a flood: the labels are followed back to the start, then forth along the best."""

from collections.abc import Iterator
from heapq import heappop, heappush
from math import gcd
from operator import itemgetter
from typing import NamedTuple

from py_rules.board import Board, Cell
from py_rules.board.grid import slide
from py_rules.search.budget import Label, ordered
from py_rules.search.layers import Search
from py_rules.search.moves import Transition
from py_rules.search.resources import Key, Keys, ResourceBoard
from py_rules.values import work

MOST_TRACED = 5_000
"""How many labels of a search are kept with the moves that lead to them: a pointer asks for one path after another."""
LOOKED_AT = 40
"""Steps of work to look at a label; kept moves count like those found anew."""
Value = tuple[int, int]
"""Turns, then the sum of distances from the straight line (as cross products)."""


class Node(NamedTuple):
    """A label of one cell; ``place`` numbers the resource board."""

    bit: int
    place: int
    key: Key


State = tuple[Node, int]
"""A label and the direction in which the path leaves it; -1 at its end."""


def trace(search: Search, cell: Cell, *, label: Label) -> list[tuple[int, int, str | None]]:
    """Return the path of a label, from the start's cell on; raise ``KeyError`` if the cell does not have it."""
    tracer = _Tracer(search, cell)
    goal = tracer.goal(label)
    if goal is None:
        message = f"cell {cell} has no label {label}"
        raise KeyError(message)
    begin, moves = tracer.moves(goal)
    path: list[tuple[int, int, str | None]] = [(*search.board.cell(begin.bit), None)]
    for number, move in enumerate(moves):
        after = moves[number + 1] if number + 1 < len(moves) else None
        path += _cells(search.board, path[-1], move=move, after=after)
    return path


def _cells(
    board: Board, last: tuple[int, int, str | None], *, move: Transition, after: Transition | None
) -> Iterator[tuple[int, int, str | None]]:
    """Yield the cells of a move with their modes."""
    col, row, _ = last
    count = move.walked + move.leapt
    again = after is not None and not after.walked and after.direction == move.direction
    level = move.high <= board.terrain.heights.free  # else its take-off distinguishes the next jump
    for step in range(1, count + 1):
        mode: str | None = "jump" if move.walked < step <= count - move.onward else move.mode
        if step == count and move.leapt and again and level and not move.onward:
            mode = None
        yield *board.grid.beyond((col, row), move.direction, steps=step), mode


class _Tracer:
    """Follows labels back; a state's value is the best of the path from it to the goal."""

    def __init__(self, search: Search, target: Cell) -> None:
        self.search = search
        self.target = target
        self.places = list(self.search.resources.values())
        self.number = {id(resource): place for place, resource in enumerate(self.places)}
        self.starts = [
            Node(bit.bit_length() - 1, self.number[id(resource)], key)
            for resource, key, bit in self.search.origins
        ]
        self.start = self.starts[0]
        self.spot = search.board.grid.spot
        (left, top), (right, low) = self.spot(search.start.cell), self.spot(target)
        self.line = (right - left, low - top)
        self.off: dict[int, int] = {}
        """How far cells are off the line."""
        self.into = _moves_into(search)
        self.far = max((abs(move.delta) for move in self._all_moves()), default=0)
        self.shifts = self._shifts()

    def goal(self, label: Label) -> Node | None:
        local = self.search.board
        if not local.has(local.anchors, self.target):
            return None
        bit = local.bit(self.target)
        amount = self.search.prices.scale.amount
        for resource, key, bits in self.search.records:
            cost, parity, keys = key
            alike = bits >> bit & 1 and parity == label.parity and amount(cost) == label.cost
            if alike and self.search.profile(resource, keys) == label.profile:
                return Node(bit, self.number[id(resource)], key)
        return None

    def moves(self, goal: Node) -> tuple[Node, list[Transition]]:
        """Return the moves of the best path from a start to ``goal``, and that start."""
        forth, begins = self._explore(goal)
        state = min(begins, key=lambda begin: (begin[1], begin[0].bit))
        begin, moves = state[0], []
        while state in forth:
            move, state = min(forth[state], key=lambda way: (way[1][1] < 0, way[1][1], way[0].leapt))
            moves.append(move)
        return begin, moves

    def _shifts(self) -> dict[int, int]:
        """Return what all moves of a direction shift a cell's number by multiples of; 0: they agree on no sign."""
        shifts: dict[int, int] = {}
        for move in self._all_moves():
            known = shifts.get(move.direction, move.delta)
            agreed = gcd(known, move.delta) if known * move.delta > 0 else 0
            shifts[move.direction] = agreed if move.delta > 0 else -agreed
        return shifts

    def _all_moves(self) -> Iterator[Transition]:
        for moves in self.search.moves:
            yield from moves
        yield from self.search.first

    def _turns_before(self, state: State) -> int:
        """Return how often a path from a start turns before a state, at least: 0 or 1."""
        (bit, _, _), heading = state
        shift = self.shifts.get(heading, 0)
        far = [bit - start.bit for start in self.starts] if shift else [0]
        return int(all(by * shift < 0 or by % shift for by in far))

    def _explore(self, goal: Node) -> tuple[dict[State, list[tuple[Transition, State]]], list[State]]:
        """Return the best paths on from every state that was looked at, and the best first states.

        A state is looked at in the order of the least turns that a whole path through it can have.
        """
        best: dict[State, Value] = {(goal, -1): (0, 0)}
        forth: dict[State, list[tuple[Transition, State]]] = {}
        heap: list[tuple[Value, State, Value]] = [((0, 0), (goal, -1), (0, 0))]
        begins: list[State] = []
        while heap:
            least, state, value = heappop(heap)
            if value != best[state]:
                continue
            if begins and least > best[begins[0]]:
                break
            node, heading = state
            if node in self.starts:
                begins.append(state)
                continue
            leading = self._before(node)
            work.add(LOOKED_AT + 3 * len(leading))
            for move, before in leading:
                away = self._away(before.bit, move)
                turned = 0 <= heading != move.direction
                worth = (value[0] + turned, value[1] + away)
                prior = (before, move.direction)
                known = best.get(prior)
                if known is None or worth < known:
                    best[prior] = worth
                    forth[prior] = [(move, state)]
                    heappush(heap, ((worth[0] + self._turns_before(prior), worth[1]), prior, worth))
                elif worth == known:
                    forth[prior].append((move, state))
        return forth, begins

    def _away(self, bit: int, move: Transition) -> int:
        """Return how far the cells of a move are from the straight line, without the last."""
        if move.walked + move.leapt > 1:
            grid, cell = self.search.board.grid, self.search.board.cell(bit)
            steps = range(move.walked + move.leapt)
            return sum(self._off(grid.beyond(cell, move.direction, steps=step)) for step in steps)
        known = self.off.get(bit)
        if known is None:
            known = self.off[bit] = self._off(self.search.board.cell(bit))
        return known

    def _off(self, cell: Cell) -> int:
        (run, fall), (left, top), (x, y) = self.line, self.spot(self.search.start.cell), self.spot(cell)
        return abs((x - left) * fall - (y - top) * run)

    def _before(self, node: Node) -> list[tuple[Transition, Node]]:
        """Return the moves that lead to a label, with the labels they come from; they are kept for other targets."""
        traced = self.search.traced
        known = traced.get(node)
        if known is None:
            if len(traced) >= MOST_TRACED:
                traced.clear()
            known = traced[node] = [*self._steps_before(node), *self._firsts_before(node)]
        return known

    def _steps_before(self, node: Node) -> Iterator[tuple[Transition, Node]]:
        """Yield the steps that lead to a label, in the order of moves."""
        bit, place, (cost, parity, keys) = node
        resource, size, found = self.places[place], self.search.size, list[tuple[int, Transition, Node]]()
        far, sources = self.far, resource.sources
        for (before, spent, taken), moves in self.into[parity].items():
            rest = _without(keys, taken) if taken else keys
            key = (cost - spent, before, keys if rest is None else rest)
            layer = resource.settled.get(key, 0)
            if rest is None or not (layer or sources):
                continue
            # One look at the cells around, and not one for each move.
            near = slide(layer, far - bit) & (2 << 2 * far) - 1
            for order, move in moves if near or sources else ():
                own, origin = near >> far - move.delta & 1, bit - move.delta
                if not own and not (sources and 0 <= origin < size):
                    continue
                if move.origins >> origin & 1 and move.fits(key[0]):
                    for source in _sources(resource, move):
                        if own if source is resource else source.settled.get(key, 0) >> origin & 1:
                            found.append((order, move, Node(origin, self.number[id(source)], key)))
        for _, move, at in sorted(found, key=itemgetter(0)):
            yield move, at

    def _firsts_before(self, node: Node) -> Iterator[tuple[Transition, Node]]:
        bit, place, (cost, parity, keys) = node
        resource = self.places[place]
        for move in self.search.first:
            origin = bit - move.delta
            (start, begin, (first, before, _)) = self.start
            arrives = (start, first + move.cost, before ^ move.turns) == (origin, cost, parity)
            rest = _without(keys, move.keys)
            if arrives and rest == self.start.key[2] and self.places[begin].exits.get(move) is resource:
                yield move, self.start


Into = dict[tuple[int, int, Keys], list[tuple[int, Transition]]]
"""Moves, each with its order, by the parity before, what they cost, and their jump keys."""


def _moves_into(search: Search) -> list[Into]:
    """Return per parity after them all moves of a search."""
    into: list[Into] = [{} for _ in search.prices.parities]
    every = ((before, move) for before, moves in enumerate(search.moves) for move in moves)
    for order, (before, move) in enumerate(every):
        into[before ^ move.turns].setdefault((before, move.cost, move.keys), []).append((order, move))
    return into


def _sources(resource: ResourceBoard, move: Transition) -> Iterator[ResourceBoard]:
    """Yield the resource boards from which a move leads to ``resource``."""
    stays = move.stays(resource.gates, resource.marks)
    if stays:
        yield resource
    for source in resource.sources:
        if source.exits.get(move) is resource and not (stays and source is resource):
            yield source


def _without(keys: Keys, taken: Keys) -> Keys | None:
    """Return keys without those taken, or ``None`` if one is not there.

    >>> _without((6, 6, 7), (6,)), _without((6,), (7,))
    ((6, 7), None)
    """
    if not taken:
        return keys
    rest = list(keys)
    for key in taken:
        if key not in rest:
            return None
        rest.remove(key)
    return ordered(rest)
