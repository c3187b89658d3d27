"""Where a token can go, with the price of each place."""

from py_rules.gridless import areas_of
from py_rules.operations.mover_context import MoverContext
from py_rules.operations.reply_parts import Answer
from py_rules.paths.destinations import heights_of
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
            layers, truncated, heights = _reached(context)
    return {"layers": layers, "truncated": truncated, "heights": heights, **context.named()}


def _reached(context: MoverContext) -> tuple[list[Answer], bool, list[Answer]]:
    """Return the layers where the token can go, whether some are left out, and the heights of the ground."""
    if context.gridless:
        return areas_of(context.lines())
    survey = context.survey()
    return *survey.layers, heights_of(survey)
