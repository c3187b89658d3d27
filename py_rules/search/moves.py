"""The moves of a search: classes of equal transitions with whole-number prices."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from operator import le

from py_rules.board import Board, Edge
from py_rules.search.budget import Budget, JumpOdds, Start
from py_rules.search.leaps import Leap, standing, with_run
from py_rules.search.scale import Scale, scale_of
from py_rules.values.footing import Draw, Footing, JumpPrice
from py_rules.values.records import record, replace

UNDRAWN = Draw(None)
"""What is drawn on where nothing is walked."""
SURE = Fraction(1)
"""The chance of a move that hangs on nothing."""


@record(eq=False)
class Transition:
    """Equal transitions from ``origins``, all in one direction, for one parity of diagonals before.

    ``walked`` steps in ``mode`` are followed by ``leapt`` jump steps. ``cost`` and ``amount`` are whole
    numbers of the scale's unit; ``meter`` is the number of the meter that ``amount`` is added to, or -1.
    ``marks`` and ``starts`` have one number per mark of the board. It is made only where the primary cost,
    with the ``lead`` of the steps before a take-off, is at least ``since`` and below ``below``. A jump is
    an offer, with ``chance`` and ``keys`` still open, until :meth:`MovePricing.flown` prices it.
    """

    direction: int
    delta: int
    walked: int
    leapt: int
    mode: str
    turns: int
    """1 if it changes the parity of diagonals."""
    cost: int
    meter: int
    amount: int
    marks: tuple[int, ...]
    starts: tuple[int, ...]
    gates: frozenset[str]
    origins: int
    chance: Fraction = SURE
    keys: tuple[Hashable, ...] = ()
    lead: int = 0
    since: int = 0
    below: int | None = None
    length: Fraction = Fraction(0)
    running: bool = False
    high: Fraction = Fraction(0)
    """How high a jump leads up."""
    onward: int = 0
    """How many of the jump's steps are walked after its landing, each whole."""

    def stays(self, gates: frozenset[str], marks: tuple[int, ...]) -> bool:
        """Return whether it adds to the primary cost only, given the gates passed and the marks left."""
        only_primary = self.meter < 0 and not self.leapt and not self.since and self.below is None
        return only_primary and self.gates <= gates and all(map(le, self.marks, marks))

    def fits(self, cost: int) -> bool:
        """Return whether it can be made at a primary cost."""
        cost += self.lead
        return cost >= self.since and (self.below is None or cost < self.below)


@record()
class MovePricing:
    """All that turns steps and jumps into moves."""

    board: Board
    budget: Budget
    scale: Scale
    meters: tuple[str, ...]
    marks: tuple[str, ...]
    draw: Callable[[Footing, int], Draw]
    jump: JumpPrice[JumpOdds]
    parities: range
    """The parities of diagonals that differ."""
    draws: tuple[Draw, ...]
    """What steps draw on, by footing of the board and phase."""

    @property
    def made_of(self) -> Hashable | None:
        """All that moves are made of beside the board; none: there are jumps, which anything may price."""
        if self.board.gap or not self.board.level:
            return None
        meters, phases = self.budget.meters, self.budget.phases
        possible = frozenset(name for name in meters if meters[name] != 0)
        gates = self.gates(gate for edge in self.board.edges for gate in edge.gates)
        return self.scale, self.meters, self.marks, possible, gates, phases, self.draws

    def gates(self, entered: Iterable[str]) -> frozenset[str]:
        """Return those gates that may fail; one that is missing, passed or sure is free."""
        chances, passed = self.budget.gates, self.budget.passed
        return frozenset(g for g in entered if chances.get(g, 1) < 1 and g not in passed)

    def lengths(self, direction: int, count: int, *, parity: int) -> list[Fraction]:
        """Return the lengths of ``count`` steps in a direction, in scene units."""
        grid, side = self.board.grid, self.board.distance
        return [side * grid.length(direction, parity=parity + step) for step in range(count)]

    def run(self, direction: int, count: int, *, parity: int) -> Fraction:
        """Return how long a run of ``count`` steps in a direction is at least, in scene units."""
        grid, side = self.board.grid, self.board.distance
        return sum((side * grid.least(direction, parity=parity + step) for step in range(count)), Fraction(0))

    def runs(self, leap: Leap, parity: int, *, late: int = 0) -> Fraction:
        """Return how long the straight run to a jump is at least, up to the gap; ``late``: without its first steps."""
        grid, run = self.board.grid, len(leap.run)
        late = min(late, run)
        whole = self.run(leap.direction, run, parity=parity) - self.run(leap.direction, late, parity=parity)
        if leap.before is None:
            return whole
        return whole + leap.before.share * self.board.distance * grid.least(
            leap.direction, parity=parity + run
        )

    def turns(self, direction: int, count: int) -> int:
        """Return the change of parity by ``count`` steps in a direction."""
        return count & 1 if len(self.parities) > 1 and self.board.grid.headings[direction].diagonal else 0

    def steps(self, parity: int) -> Iterator[Transition]:
        """Yield the moves of one step that is no jump."""
        for edge in self.board.edges:
            draws = [self.draw(edge.footing, phase) for phase in range(len(self.budget.phases) + 1)]
            for first, last in _runs(draws):
                meter = self._meter(draws[first])
                if meter is not None:
                    yield self._step(
                        edge, draws[first], meter=meter, parity=parity, costs=self._costs(first, last)
                    )

    def _step(
        self, edge: Edge, draw: Draw, *, meter: int, parity: int, costs: tuple[int, int | None]
    ) -> Transition:
        length = max(self.lengths(edge.direction, 1, parity=parity)[0], abs(edge.rise))
        price = self.scale.whole(length * edge.multiplier * draw.factor + edge.flat)
        return Transition(
            direction=edge.direction,
            delta=self.board.grid.delta(edge.direction),
            walked=1,
            leapt=0,
            mode=edge.footing.mode,
            turns=self.turns(edge.direction, 1),
            cost=price if meter < 0 else 0,
            meter=meter,
            amount=0 if meter < 0 else price,
            marks=self.marked([draw.marks]),
            starts=self.marked([draw.starts]),
            gates=self.gates(edge.gates),
            origins=edge.origins,
            since=costs[0],
            below=costs[1],
        )

    def leap(self, leap: Leap, parity: int, *, running: bool) -> Iterator[Transition]:
        """Yield the offer of a jump with its run-up, unless it is impossible from the first."""
        run, steps, budget = len(leap.run), leap.steps, self.budget
        lengths, first, last = self._leap_lengths(leap, parity)
        length = sum(lengths[run:], Fraction(0)) - first - last
        easiest = self.jump(length, leap.rise, running=running, jumped=Fraction(0), phase=0)
        if easiest is None or easiest.chance <= 0:
            return
        phase = len(budget.phases)
        draws = [self.draw(edge.footing, phase) for edge in leap.run]
        ends = [self.draw(end.footing, phase) if end else UNDRAWN for end in (leap.before, leap.after)]
        if any(draw.meter is not None for draw in (*draws, *ends)):
            return
        lead = sum(map(_walked, lengths, zip(leap.run, draws, strict=True)), Fraction(0))
        if leap.before is not None:
            lead += first * leap.before.multiplier * ends[0].factor
        walked_on = Fraction(0) if leap.after is None else last * leap.after.multiplier * ends[1].factor
        counted = length + leap.rise if budget.jump_counts else Fraction(0)
        meter = -1 if budget.jump_meter is None else self.meters.index(budget.jump_meter)
        counted += leap.flat if meter < 0 else Fraction(0)
        yield Transition(
            direction=leap.direction,
            delta=self.board.grid.delta(leap.direction) * (run + steps),
            walked=run,
            leapt=steps,
            mode="ground",
            turns=self.turns(leap.direction, run + steps),
            cost=self.scale.whole(lead + counted + walked_on),
            meter=meter,
            amount=0 if meter < 0 else self.scale.whole(budget.leapt(length, leap.rise, flat=leap.flat)),
            marks=self.marked([draw.marks for draw in (*draws, *ends)]),
            starts=self.marked([]),
            gates=self.gates(leap.gates),
            origins=leap.origins,
            lead=self.scale.whole(lead),
            length=length,
            running=running,
            high=leap.rise,
            onward=int(leap.after is not None and leap.after.share == 1),
        )

    def _leap_lengths(self, leap: Leap, parity: int) -> tuple[Sequence[Fraction], Fraction, Fraction]:
        """Return the lengths of the steps of a jump, run-up and all, and what of its first and last one is walked."""
        run = len(leap.run)
        lengths = self.lengths(leap.direction, run + leap.steps, parity=parity)
        first, last = (Fraction(0) if end is None else end.share for end in (leap.before, leap.after))
        return lengths, lengths[run] * first, lengths[-1] * last

    def flown(self, move: Transition, jumped: int, *, cost: int) -> Transition | None:
        """Return a jump as it is when the jump meter shows ``jumped`` and the take-off comes at ``cost``.

        ``None``: it is impossible then.
        """
        phase = self.phase(cost)
        jump = self.jump(
            move.length, move.high, running=move.running, jumped=self.scale.amount(jumped), phase=phase
        )
        if jump is None or jump.chance <= 0:
            return None
        since, below = self._costs(phase, phase)
        return replace(move, chance=jump.chance, keys=(jump.difficulty,), since=since, below=below)

    def phase(self, cost: int) -> int:
        """Return the phase at a primary cost."""
        return sum(cost > (self.scale.limit(past) or 0) for past in self.budget.phases)

    def _costs(self, first: int, last: int) -> tuple[int, int | None]:
        """Return the primary costs of the phases ``first`` to ``last``: the least, and what is past them."""
        ends = [(self.scale.limit(past) or 0) + 1 for past in self.budget.phases]
        return (ends[first - 1] if first else 0), (ends[last] if last < len(ends) else None)

    def marked(self, many: Iterable[tuple[tuple[str, int], ...]]) -> tuple[int, ...]:
        """Return the worst of each mark of the board."""
        worst = dict.fromkeys(self.marks, 0)
        for marks in many:
            for name, bad in marks:
                worst[name] = max(bad, worst[name])
        return tuple(worst.values())

    def _meter(self, draw: Draw) -> int | None:
        """Return the number of the meter of a draw, -1 for the primary cost, ``None`` if it is impossible."""
        if draw.meter is None:
            return -1
        return self.meters.index(draw.meter) if self.budget.pays(draw) else None


def _runs(draws: Sequence[Draw]) -> Iterator[tuple[int, int]]:
    """Yield the first and the last number of every run of equal draws.

    >>> list(_runs([Draw("swim"), Draw("swim"), Draw(None)]))
    [(0, 1), (2, 2)]
    """
    first = 0
    for number in range(1, len(draws) + 1):
        if number == len(draws) or draws[number] != draws[first]:
            yield first, number - 1
            first = number


def pricing(board: Board, start: Start, *, budget: Budget) -> MovePricing:
    """Return the pricing of a search."""
    draw = cache(budget.draw)
    phases = range(len(budget.phases) + 1)
    made_on = board.footings
    if board.gap or not board.level:
        made_on += [footing for footing, _, _ in board.terrain.grounds(board.anchors)]
        made_on += [edge.footing for edge in (*board.ledge_edges.onto, *board.ledge_edges.off)]
    draws = tuple(draw(footing, phase) for footing in dict.fromkeys(made_on) for phase in phases)
    marks = {name for one in draws for name, _ in (*one.marks, *one.starts)} | {
        name for one in start.every for name in one.marks
    }
    jumps = {budget.jump_meter} if budget.jump_meter is not None else set()
    begun = {name for one in start.every for name in one.meters}
    meters = tuple(sorted({*budget.meters, *begun, *jumps}))
    grain = Fraction(1) if board.level else budget.leap_grain
    scale = scale_of(board, start, factors={one.factor for one in draws} | {Fraction(1)}, grain=grain)
    parities = range(2 if board.grid.alternates else 1)
    jump = cache(budget.jump)
    return MovePricing(board, budget, scale, meters, tuple(sorted(marks)), draw, jump, parities, draws)


def _walked(length: Fraction, drawn: tuple[Edge, Draw]) -> Fraction:
    """Return what a step of a run-up costs."""
    edge, draw = drawn
    return length * edge.multiplier * draw.factor + edge.flat


def compile_moves(prices: MovePricing) -> tuple[tuple[Transition, ...], ...]:
    """Return the moves from any cell, per parity."""
    board, run_up = prices.board, prices.budget.run_up
    moves = [list(prices.steps(parity)) for parity in prices.parities]
    most = farthest(prices)
    leaps, run = list(standing(board, board.anchors & ~_no_take_off(prices), most=most)), 0
    while leaps:
        for leap in leaps:
            for parity in prices.parities:
                runs = prices.runs(leap, parity)
                if run == 0 or (runs >= run_up > prices.runs(leap, parity, late=1)):
                    moves[parity] += prices.leap(leap, parity, running=runs >= run_up)
        short = [leap for leap in leaps if any(prices.runs(leap, each) < run_up for each in prices.parities)]
        leaps = list(with_run(board, short))
        run += 1
    return tuple(tuple(_merged(found)) for found in moves)


def first_moves(prices: MovePricing, start: Start) -> tuple[Transition, ...]:
    """Return the moves that only the start has: out of a gap, and jumps that go on with its run."""
    board, run_up = prices.board, prices.budget.run_up
    bit = 1 << board.bit(start.cell)
    parity = start.parity & 1 if len(prices.parities) > 1 else 0
    ready = bit if prices.budget.grounded else bit & board.gap
    moves: list[Transition] = []
    most = farthest(prices)
    for leap in standing(board, ready & _no_take_off(prices), most=most):
        moves += prices.leap(leap, parity, running=prices.runs(leap, parity) >= run_up)
    if start.heading is None or run_up <= 0:
        return tuple(moves)
    leaps = [
        leap
        for leap in standing(board, board.anchors & ~_no_take_off(prices) | ready, most=most)
        if leap.direction == start.heading
    ]
    run = 0
    while leaps:
        walked = prices.run(start.heading, run, parity=parity)
        for leap in leaps:
            if leap.origins & bit and start.run + prices.runs(leap, parity) >= run_up:
                moves += prices.leap(replace(leap, origins=bit), parity, running=True)
        leaps = list(with_run(board, leaps)) if walked < run_up else []
        run += 1
    return tuple(moves)


def farthest(prices: MovePricing) -> int:
    """Return the steps of the longest jump that is possible and can be paid; 0 on level maps, which need no bound."""
    board, budget = prices.board, prices.budget
    limit = budget.limit if budget.jump_counts else None
    if budget.jump_meter is not None:
        metered = budget.meters.get(budget.jump_meter, Fraction(0))
        limit = metered if limit is None or metered is None else min(limit, metered)
    whole = 0 if board.level else max(board.cols, board.rows)
    for steps in range(1, whole + 1):
        far = board.distance * (steps if board.map_rules.whole_steps else steps - 1)
        easiest = prices.jump(far, Fraction(0), running=True, jumped=Fraction(0), phase=0)
        if easiest is None or easiest.chance <= 0 or (limit is not None and far > limit):
            return steps - 1
    return whole


def _no_take_off(prices: MovePricing) -> int:
    """Return where no jump takes off, but for the start itself."""
    board = prices.board
    terrain = board.terrain
    return board.gap | terrain.swim | terrain.climb | terrain.rim


def _merged(moves: Iterable[Transition]) -> Iterator[Transition]:
    """Join moves that differ in nothing but their origins."""
    classes: dict[Hashable, Transition] = {}
    for move in moves:
        key = (
            *(move.direction, move.walked, move.leapt, move.mode, move.cost, move.meter, move.amount),
            *(move.gates, move.marks, move.starts, move.lead, move.since, move.below),
            *(move.length, move.running, move.high, move.onward),
        )
        known = classes.get(key)
        classes[key] = replace(known, origins=known.origins | move.origins) if known else move
    return iter(classes.values())
