"""The search where all that is used comes out of one pool: each cell is settled once, by what is used in all.

Of two paths to a cell the one that uses less in all is listed, unless a meter of its own makes it dearer. Where none
does, the other path is not looked at. So cells are settled by what is used in all; if that is equal, by what is used
beside the primary cost, then meter by meter. All of these only grow along a path, by the same whatever came before.

The result is then compared with the prices of the pool, which no path can beat. As soon as another path might reach
a cell at a better price, this search is given up, and all paths are followed instead. The same happens where that
search might look at more paths than it may, and leave out the farthest.
"""

from heapq import heappop, heappush
from itertools import islice
from math import gcd

from py_rules.board import Board
from py_rules.search.budget import Budget, Priced, SharedPool, Start
from py_rules.search.flood import Flood, check_start
from py_rules.search.frontier import PASSES
from py_rules.search.layers import PRICE
from py_rules.search.moves import Transition
from py_rules.search.offers import OpenMoves
from py_rules.search.resources import Key, ResourceBoard
from py_rules.values import work
from py_rules.values.records import replace

Vector = tuple[int, int, tuple[int, ...]]
"""What is used in all, what of it is used beside the primary cost, and the meters."""
Tiers = list[tuple[int | None, object]]
"""Prices on the scale of costs: how far each reaches, and how good it is."""

MOST_TRIED = 100_000
"""After how many steps of work it is given up: then all paths may have to be followed."""


class Undecided(Exception):  # noqa: N818 - no error: all paths are followed then
    """What is used in all does not decide the best price of a cell."""


class Shared(Flood):
    """A search that settles each cell once; void unless ``decided``: then each cell has its best price."""

    def __init__(self, board: Board, start: Start, *, budget: Budget, pool: SharedPool) -> None:
        self._pool = pool
        self._waiting: dict[Vector, int] = {}
        self._vectors: list[Vector] = []
        self._tiers: dict[tuple[int, ...], Tiers] = {}
        self.decided = True
        super().__init__(board, start, budget=budget)

    def _push(self, resource: ResourceBoard, key: Key, *, bits: int) -> None:
        beside = sum(resource.meters)
        self._wait((key[0] + beside, beside, resource.meters), bits)

    def _wait(self, vector: Vector, bits: int) -> None:
        known = self._waiting.get(vector)
        if known is None:
            heappush(self._vectors, vector)
            self._waiting[vector] = bits
        else:
            self._waiting[vector] = known | bits

    def _run(self) -> None:
        try:
            self._settle_all()
        except Undecided:
            self.decided = False

    def _settle_all(self) -> None:
        """Settle cell after cell, those that use least in all first."""
        origin, (_, parity, keys), _ = self.origin
        ends = self._whole(self._pool.ends)
        most = max((limit for limit, _ in ends if limit is not None), default=0)
        if self.alone or len(self.prices.parities) > 1 or not self._plain() or self._may_be_cut(most):
            raise Undecided
        boards, fresh = {origin.meters: origin}, self.board.anchors
        moves = origin.open_moves[0]
        passes = PASSES + sum(ring.passes for _, ring in moves.adding)
        while self._vectors:
            vector = total, beside, meters = heappop(self._vectors)
            new = self._waiting.pop(vector) & fresh
            self.work += self._pass
            if new:
                self.work += self._pass * passes
                self._check(vector, ends)
                fresh ^= new
                resource = boards[meters] = boards.get(meters) or self._board(meters)
                resource.settled[total - beside, parity, keys] = new
                self._move_on(moves, vector, new=new, fresh=fresh, left=most - total)
        self._link(boards)

    def _move_on(self, moves: OpenMoves, vector: Vector, *, new: int, fresh: int, left: int) -> None:
        """Take the moves from some cells for which the pool has enough ``left``."""
        total, beside, meters = vector
        for meter, ring in moves.adding:
            if ring.costs[0][0] > left or not new & ring.origins:
                continue
            if reached := ring.reached(new) & fresh:
                for cost, into in ring.costs:
                    if cost <= left and (found := reached & into):
                        aside = cost if meter >= 0 else 0
                        self._wait((total + cost, beside + aside, _more(meters, meter, amount=aside)), found)

    def _plain(self) -> bool:
        """Whether steps add to the primary cost or a meter, and do nothing else."""
        exits = self.origin[0].open_moves[0].exits
        return not self.offered_first and not self.prices.marks and all(map(_adds, exits))

    def _may_be_cut(self, most: int) -> bool:
        """Whether meters may be used in more combinations than a search of all of them looks at."""
        used, exits = self.origin[0].meters, self.origin[0].open_moves[0].exits
        left = most - sum(used)
        spent = [0]
        for meter, cap in enumerate(self.caps):
            if grain := gcd(*(move.amount for move in exits if move.meter == meter)):
                room = left if cap is None else cap - used[meter]
                more = (
                    so_far + amount
                    for so_far in spent
                    for amount in range(0, max(min(room, left - so_far), 0) + 1, grain)
                )
                spent = list(islice(more, self.budget.most + 1))
        self.work += len(spent)
        return len(spent) > self.budget.most

    def _check(self, vector: Vector, ends: Tiers) -> None:
        """Raise :class:`Undecided` unless what is used is priced as well as anything that uses as much in all."""
        total, beside, meters = vector
        cost = total - beside
        dear = self.limit is not None and cost > self.limit
        capped = zip(meters, self.caps, strict=True)
        if dear or self.work > MOST_TRIED or any(cap is not None and used > cap for used, cap in capped):
            raise Undecided
        if meters not in self._tiers:
            self.work += PRICE
            amounts = map(self.prices.scale.amount, meters)
            self._tiers[meters] = self._whole(
                self._pool.prices(dict(zip(self.prices.meters, amounts, strict=True)))
            )
        if _rank(self._tiers[meters], cost) != _rank(ends, total):
            raise Undecided

    def _whole(self, prices: Priced) -> Tiers:
        return [(self.prices.scale.limit(limit), rank) for limit, rank in prices]

    def _board(self, meters: tuple[int, ...]) -> ResourceBoard:
        origin = self.origin[0]
        name = (meters, origin.marks, origin.gates, origin.chance)
        self.resources[name] = made = replace(origin, meters=meters, exits={}, sources=[], settled={})
        return made

    def _link(self, boards: dict[tuple[int, ...], ResourceBoard]) -> None:
        """Note which moves lead from board to board, so that a path can be followed back."""
        for resource in boards.values():
            for move in resource.open_moves[0].exits:
                target = boards.get(_more(resource.meters, move.meter, amount=move.amount))
                if target is not None:
                    resource.exits[move] = target
                    if resource not in target.sources:
                        target.sources.append(resource)


def shared_flood(board: Board, start: Start, *, budget: Budget) -> tuple[Flood | None, int]:
    """Return the one best path to each cell where what is used in all decides it, and the steps of work that this took.

    Raises :class:`OffMap` if the start's footprint is not on the map.
    """
    pool = budget.pool
    if pool is None or board.gap or not board.level:
        return None, 0
    check_start(board, start)
    with work.counted():
        search = Shared(board, start, budget=budget, pool=pool)
    return search if search.decided else None, search.work


def _adds(move: Transition) -> bool:
    limited = move.since or move.below is not None
    return move.meter >= 0 and not (limited or move.cost or move.gates or any(move.starts))


def _more(meters: tuple[int, ...], meter: int, *, amount: int) -> tuple[int, ...]:
    """Return meters after an amount was added to one.

    >>> _more((1, 2), 1, amount=3), _more((1, 2), -1, amount=0)
    ((1, 5), (1, 2))
    """
    return (*meters[:meter], meters[meter] + amount, *meters[meter + 1 :]) if amount else meters


def _rank(tiers: Tiers, used: int) -> object:
    """Return how good the price of an amount is.

    >>> _rank([(4, "free"), (None, "never")], 4), _rank([(4, "free"), (None, "never")], 5)
    ('free', 'never')
    """
    return next(rank for limit, rank in tiers if limit is None or used <= limit)
