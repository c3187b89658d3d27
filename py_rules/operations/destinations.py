"""Where a token can go, with the price of each place."""

from py_rules.operations.mover_context import MoverContext
from py_rules.operations.reachable import reachable
from py_rules.operations.reply_parts import Answer
from py_rules.paths.scenes import LESS, SceneStore
from py_rules.protocol.requests import DestinationsRequest
from py_rules.values import work


def answer(request: DestinationsRequest, scenes: SceneStore) -> Answer:
    """Answer where a token can go."""
    context = MoverContext(request, request.mover, scenes=scenes, unseen=frozenset(), path="mover")
    layers: list[Answer] = []
    heights: list[Answer] = []
    truncated = False
    if context.aloft:
        pass  # the ground leads no token in the air along: a path says where it flies, climbs or falls
    elif context.snapshot.pending is None:
        with work.at("scene", LESS):
            layers, truncated, heights = reachable(context).layers()
    return {"layers": layers, "truncated": truncated, "heights": heights, **context.named()}
