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
    if context.loose:
        pass  # the ground leads no token in the air along: a path says where it flies, climbs or falls
    elif context.snapshot.pending is None:
        with work.at("scene", LESS):
            if context.gridless:
                layers, truncated, heights = areas_of(context.lines())
            else:
                survey = context.survey()
                (layers, truncated), heights = survey.layers, heights_of(survey)
    return {"layers": layers, "truncated": truncated, "heights": heights, **context.named()}
