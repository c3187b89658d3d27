"""The search itself: all best paths to all cells, found a whole layer of cells at a time.

A resource board holds all labels with the same meters, marks, gates and chance. Layers of (cost, board) are
settled in rising order, so that whatever can dominate a layer has been settled before it; what the same
board or a dominating one has reached already is masked away, and the rest moves on by shift and mask.
Where one board is all there is, less has to be kept of a layer (:mod:`frontier`), and those that are small are settled
cell by cell (:mod:`sparse`).
"""

from collections.abc import Hashable
from fractions import Fraction
from functools import cached_property
from heapq import heappop, heappush
from itertools import islice
from typing import Any

from py_rules.board import Board
from py_rules.board.grid import slide
from py_rules.search.budget import Budget, Profile, Start, ordered
from py_rules.search.cells_by_cost import CellsByCost, joined
from py_rules.search.frontier import PASSES, Frontier
from py_rules.search.moves import SURE, MovePricing, Transition, first_moves, pricing
from py_rules.search.offers import offers_of
from py_rules.search.resources import Key, Keys, Name, Order, ResourceBoard, Worth
from py_rules.search.sparse import SparseSearch
from py_rules.values import work

FIELD = 64
"""Bits of a meter or a mark among others, with the guard above it, beside those that the scale of costs takes."""

FEW_CELLS = 8
"""A layer is small if it has no more cells than this."""
PRICE = 150
"""Steps of work that it takes to ask for a price."""
SMALL_IN_A_ROW = 16
"""How many small layers in a row are settled before the next ones are settled cell by cell."""


class Search:
    """One run of a flood: fills its resource boards and is read afterwards."""

    def __init__(self, board: Board, start: Start, *, budget: Budget) -> None:
        self.board = board
        self.start = start
        self.budget = budget
        self.prices: MovePricing = pricing(board, start, budget=budget)
        self.offers = offers_of(self.prices)
        self.offered_first = first_moves(self.prices, start)
        self.moves = tuple([move for move in moves if not move.leapt] for moves in self.offers.moves)
        """Per parity all moves that were open to any label, jumps as they were priced."""
        self.first: list[Transition] = []
        """Likewise what only the start can do."""
        self.traced: dict[Hashable, Any] = {}
        """What paths were followed back along: it is kept for other paths."""
        self.scale = scale = self.prices.scale
        self.limit = scale.limit(budget.limit)
        self.caps = tuple(scale.limit(budget.meters.get(name, Fraction(0))) for name in self.prices.meters)
        self.starting = self.offers.starting
        self.resources: dict[Name, ResourceBoard] = {}
        self.field = FIELD + scale.unit.bit_length()
        self.size = board.anchors.bit_length()
        self._pass = work.over(self.size)
        fields = range(1, len(self.caps) + len(self.prices.marks) + 1)
        self.guard = sum(1 << self.field * number - 1 for number in fields)
        self._gates: dict[str, int] = {}
        self._falling: dict[Fraction, Fraction] = {}
        """Chances by their order: equal ones are one object, so that they need not be compared."""
        self._boards: list[ResourceBoard] = []
        self._allowed: dict[tuple[tuple[int, ...], tuple[int, ...]], bool] = {}
        self._tried: dict[Name, tuple[Worth, list[ResourceBoard], list[int]]] = {}
        self.cut = self.unlikely = False
        """Whether one combination too many was cut, or what lay beyond too much work; and whether what is unlikely."""
        self.work = 0
        """Steps of work so far (:mod:`py_rules.values.work`)."""
        self._heap: list[tuple[int, Order, int, ResourceBoard]] = []
        self._pushed = 0
        self._flown: dict[tuple[Transition, int, int], Transition | None] = {}
        self.origins = self._begin()
        self.origin = self.origins[0]
        self.alone = self._alone()
        self._unfolded = not self.alone
        self._run()

    def _alone(self) -> bool:
        """Tell whether there is one resource board, one parity and one tuple of jump keys, and will be no other."""
        leaves = self.offered_first or self.origin[0].open_moves[0].exits
        names = {(id(resource), keys) for resource, (_, _, keys), _ in self.origins}
        return len(self.prices.parities) == 1 and len(names) == 1 and not leaves

    @property
    def ended(self) -> bool:
        """Whether the search ended before its budget did, since it was too much work."""
        return self.work > self.budget.most_work

    @property
    def truncated(self) -> bool:
        """Whether anything was cut."""
        return self.cut or self.unlikely

    @cached_property
    def records(self) -> list[tuple[ResourceBoard, Key, int]]:
        """All best labels: resource board, (cost, parity, jump keys), anchors of the search."""
        for resource in self.resources.values():
            self._unfold(resource)
        return [
            (resource, key, bits)
            for resource in self.resources.values()
            for key, bits in resource.settled.items()
        ]

    def batches(self) -> list[CellsByCost]:
        """Return all best labels of a search that has one profile and parity, by rising cost; else nothing.

        The first layer, where the start is, is returned apart: whatever else is in it may be incomplete.
        """
        if not self.alone:
            return []
        resource = self.origin[0]
        (cost, _, _), bits = next(iter(resource.settled.items()))
        first = CellsByCost([cost], [bits])
        return [first, joined(resource.batches)] if resource.batches else [first]

    @cached_property
    def numbered(self) -> list[CellsByCost]:
        """What :meth:`batches` returns, kept for questions about one cell after another."""
        return self.batches()

    def _unfold(self, resource: ResourceBoard) -> None:
        """Put what was settled on one resource board alone among its layers."""
        if self._unfolded:
            return
        self._unfolded = True
        _, (_, parity, keys), _ = self.origin
        for batch in resource.batches:
            for cost, bits in batch.layers():
                key = (cost, parity, keys)
                resource.settled[key] = resource.settled.get(key, 0) | bits

    def profile(self, resource: ResourceBoard, keys: Keys) -> Profile:
        """Return the profile of a resource board and jump keys."""
        prices = self.prices
        used = (prices.scale.amount(meter) for meter in resource.meters)
        marks = tuple(zip(prices.marks, resource.marks, strict=True))
        meters = tuple(zip(prices.meters, used, strict=True))
        return Profile(meters, marks, keys, resource.gates, resource.chance)

    def _begin(self) -> list[tuple[ResourceBoard, Key, int]]:
        """Put the labels of all starts, and what only the first can do, on the heap."""
        origins = [origin for start in self.start.every if (origin := self._put(start)) is not None]
        resource, key, bit = origins[0]
        for offer in self.offered_first:
            move = self._priced(resource, key, offer=offer, known=self.first)
            if move is not None:
                self._leave(resource, key, move=move, found=slide(bit, move.delta))
        return origins

    def _put(self, start: Start) -> tuple[ResourceBoard, Key, int] | None:
        """Put the label of a start on the heap; `None` if there are too many that differ."""
        scale = self.prices.scale
        meters = tuple(scale.whole(start.meters.get(name, Fraction(0))) for name in self.prices.meters)
        marks = self.prices.marked([tuple(start.marks.items())])
        name = (meters, marks, start.gates, start.chance)
        parity = start.parity & 1 if len(self.prices.parities) > 1 else 0
        bit = 1 << self.board.bit(start.cell)
        resource = self.resources.get(name) or self._worthwhile(name, bit, parity=parity)
        if resource is None:
            return None
        key = (scale.whole(start.cost), parity, ordered(start.checks))
        self._push(resource, key, bits=bit)
        return resource, key, bit

    def _run(self) -> None:
        """Settle layer by layer.

        At equal cost, moves lead to boards later in order (they spend a meter or chance) or to the same
        board (jumps that are sure and free), and what dominates a board is before it in order.
        """
        while self._heap:
            if self.ended:
                self.cut = True
                return
            at, _, _, resource = heappop(self._heap)
            while layer := resource.pending.pop(at, None):
                labels = layer.items()
                for (parity, keys), bits in sorted(labels, key=_jumps) if len(layer) > 1 else labels:
                    self._settle(resource, (at, parity, keys), bits=bits)
            if self.alone:
                self._run_alone(resource)
                return

    def _run_alone(self, resource: ResourceBoard) -> None:
        """Settle all that comes after the start: as sets, and cell by cell as long as layers are small."""
        _, (_, parity, keys), _ = self.origin
        open_moves, fresh, run = resource.open_moves[parity], resource.fresh[parity], SMALL_IN_A_ROW - 1
        pending = {cost: layer[parity, keys] for cost, layer in resource.pending.items()}
        while pending:
            frontier = Frontier(open_moves.rings, pending, fresh=fresh)
            low = frontier.settle(
                limit=self.limit, small=FEW_CELLS, run=run, most=self.budget.most_work - self.work
            )
            self.work += frontier.work
            if (batch := frontier.batch) is not None:
                resource.batches.append(batch)
            pending, fresh, run = frontier.pending, frontier.fresh, SMALL_IN_A_ROW
            if self.ended:
                self.cut = self.cut or any(bits & fresh for bits in pending.values())
                return
            if pending and not low:
                walk = SparseSearch(pending, fresh, size=self.size)
                walk.settle(
                    open_moves.leads,
                    limit=self.limit,
                    wide=4 * FEW_CELLS,
                    most=self.budget.most_work - self.work,
                )
                self.work += walk.work
                pending = walk.pending
                if (batch := walk.batch) is not None:
                    resource.batches.append(batch)
                    fresh ^= fresh & batch.cells

    def _settle(self, resource: ResourceBoard, key: Key, *, bits: int) -> None:
        """Settle what is new of a label's cells and move it on."""
        parity = key[1]
        new = bits & resource.fresh[parity]
        self.work += self._pass + len(resource.dominators)
        for better in resource.dominators:
            if not new:
                break
            new &= better.fresh[parity]
        if not new:
            return
        resource.fresh[parity] ^= new
        self.work += self._pass * (PASSES + len(resource.open_moves[parity].exits))
        known = resource.settled.get(key)
        resource.settled[key] = new if known is None else known | new
        self._spread(resource, key, new=new)
        for offer in resource.open_moves[parity].exits:
            leaving = new & offer.origins
            if leaving:
                move = self._priced(resource, key, offer=offer, known=self.moves[parity])
                if move is not None:
                    self._leave(resource, key, move=move, found=slide(leaving, move.delta))

    def _spread(self, resource: ResourceBoard, key: Key, *, new: int) -> None:
        """Take the moves that stay on the resource board, one ring after the other."""
        cost, parity, keys = key
        left = None if self.limit is None else self.limit - cost
        for costs, turns, passes, origins, reached_from in resource.open_moves[parity].spreading:
            if left is not None and costs[0][0] > left:
                continue
            turned = parity ^ turns
            self.work += passes * self._pass
            if not new & origins:
                continue
            reached = reached_from(new) & resource.fresh[turned]
            if not reached:
                continue
            for more, into in costs:
                if left is not None and more > left:
                    break
                found = reached & into if len(costs) > 1 else reached
                waiting = resource.pending.get(cost + more)
                if waiting is not None and (turned, keys) in waiting:
                    waiting[turned, keys] |= found
                elif found:
                    self._push(resource, (cost + more, turned, keys), bits=found)

    def _priced(
        self, resource: ResourceBoard, key: Key, *, offer: Transition, known: list[Transition]
    ) -> Transition | None:
        """Return a move as it is for some labels, noted in ``known``; ``None`` if it is not for them."""
        cost = key[0] + offer.lead
        if not offer.leapt:
            return offer if offer.fits(key[0]) else None
        jumped = resource.meters[offer.meter] if offer.meter >= 0 else 0
        name = (offer, jumped, self.prices.phase(cost))
        if name not in self._flown:
            move = self._flown[name] = self.prices.flown(offer, jumped, cost=cost)
            if move is not None:
                known.append(move)
        return self._flown[name]

    def _leave(self, resource: ResourceBoard, key: Key, *, move: Transition, found: int) -> None:
        """Take a move that jumps, spends a meter, passes a gate or leaves a mark, to where it leads."""
        cost, parity, keys = key
        at = cost + move.cost
        if move.cost and self.limit is not None and at > self.limit:
            return
        turned = parity ^ move.turns
        target = self._enter(resource, move, found=found, parity=turned)
        if target is None:
            return
        found &= target.fresh[turned]
        if found:
            after = ordered((*keys, *move.keys)) if move.keys else keys
            self._push(target, (at, turned, after), bits=found)

    def _push(self, resource: ResourceBoard, key: Key, *, bits: int) -> None:
        cost, parity, keys = key
        layer = resource.pending.get(cost)
        if layer is None:
            layer = resource.pending[cost] = {}
            self._pushed += 1
            heappush(self._heap, (cost, resource.order, self._pushed, resource))
        waiting = layer.get((parity, keys))
        layer[parity, keys] = bits if waiting is None else waiting | bits

    def _enter(
        self, resource: ResourceBoard, move: Transition, *, found: int, parity: int
    ) -> ResourceBoard | None:
        """Return the resource board a move leads to; ``None``: it cannot be paid, or brings nothing new by now."""
        if move in resource.exits:
            return resource.exits[move]
        if move not in resource.leads:
            resource.leads[move] = self._name(resource, move)
        name = resource.leads[move]
        target = (
            None if name is None else self.resources.get(name) or self._worthwhile(name, found, parity=parity)
        )
        if target is not None:
            resource.exits[move] = target
            if resource not in target.sources:
                target.sources.append(resource)
        return target

    def _name(self, resource: ResourceBoard, move: Transition) -> Name | None:
        """Return what a move leads to, ``None`` if it cannot be paid."""
        meters = resource.meters
        if move.meter >= 0:
            used, cap = meters[move.meter] + move.amount, self.caps[move.meter]
            if cap is not None and used > cap:
                return None
            meters = (*meters[: move.meter], used, *meters[move.meter + 1 :])
        begins = move.meter >= 0 and not resource.meters[move.meter]
        marks = tuple(map(max, resource.marks, move.marks, move.starts if begins else resource.marks))
        chance = resource.chance if move.chance is SURE else resource.chance * move.chance
        for gate in move.gates - resource.gates:
            chance *= self.budget.gates[gate]
        if chance <= 0 or not self._possible(meters, marks):
            return None
        if chance < self.budget.floor:
            self.unlikely = True
            return None
        return meters, marks, resource.gates | move.gates, chance

    def _possible(self, meters: tuple[int, ...], marks: tuple[int, ...]) -> bool:
        if (meters, marks) not in self._allowed:
            self.work += PRICE
            prices = self.prices
            used = dict(zip(prices.meters, map(prices.scale.amount, meters), strict=True))
            left = dict(zip(prices.marks, marks, strict=True))
            self._allowed[meters, marks] = self.budget.possible(used, left)
        return self._allowed[meters, marks]

    def _worthwhile(self, name: Name, found: int, *, parity: int) -> ResourceBoard | None:
        """Return a new resource board, unless better ones have reached all that it would begin with."""
        worth, dominators = self._compared(name)
        for better in dominators:
            found &= better.fresh[parity]
            if not found:
                return None
        if len(self.resources) >= self.budget.most:
            self.cut = True
            return None
        del self._tried[name]
        return self._resource(name, worth, dominators=dominators)

    def _compared(self, name: Name) -> tuple[Worth, list[ResourceBoard]]:
        """Return what a resource board would be worth, and all better ones; those compared before are kept."""
        known = self._tried.get(name)
        if known is None:
            known = self._tried[name] = (self._worth(name), [], [0])
        worth, dominators, seen = known
        self.work += len(self._boards) - seen[0]
        packed, begun, gates, chance = worth.packed | self.guard, worth.begun, worth.gates, worth.chance
        for other in islice(self._boards, seen[0], None):
            mine = other.worth
            # Worth.dominates, written out: this runs millions of times.
            spared = (packed - mine.packed) & self.guard == self.guard and mine.begun == begun
            if spared and not gates & ~mine.gates and (mine.chance is chance or mine.chance >= chance):
                dominators.append(other)
        seen[0] = len(self._boards)
        return worth, dominators

    def _worth(self, name: Name) -> Worth:
        meters, marks, gates, chance = name
        packed = sum(amount << self.field * place for place, amount in enumerate((*meters, *marks)))
        begun = sum(1 << place for place, number in enumerate(self.starting) if meters[number])
        bits = sum(1 << self._gates.setdefault(gate, len(self._gates)) for gate in gates)
        return Worth(packed, begun, bits, chance)

    def _resource(self, name: Name, worth: Worth, *, dominators: list[ResourceBoard]) -> ResourceBoard:
        meters, marks, gates, chance = name
        order = (
            sum(meters),
            self._falling.setdefault(chance, -chance),
            meters,
            marks,
            -len(gates),
            tuple(sorted(gates)),
        )
        fresh = [self.board.anchors for _ in self.prices.parities]
        open_moves = self.offers.open_moves(gates, marks)
        made = ResourceBoard(meters, marks, gates, chance, worth, order, open_moves, fresh, dominators)
        self.work += 2 * len(self.resources)
        better = set(map(id, dominators))
        for other in self.resources.values():
            if id(other) not in better and worth.dominates(other.worth, self.guard):
                other.dominators.append(made)
        self.resources[name] = made
        self._boards.append(made)
        return made


def _jumps(label: tuple[tuple[int, Keys], int]) -> int:
    """Return how many jumps lead to a label."""
    (_, keys), _ = label
    return len(keys)
