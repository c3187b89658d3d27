"""Where can it go?"""

from py_rules.gridless import areas_of
from py_rules.operations.mover_context import MoverContext
from py_rules.operations.reply_parts import Answer
from py_rules.paths.destinations import heights_of
from py_rules.paths.scenes import SceneStore
from py_rules.protocol.requests import DestinationsRequest


def answer(request: DestinationsRequest, scenes: SceneStore) -> Answer:
    """Where can it go?"""
    context = MoverContext(request, request.mover, scenes, unseen=frozenset(), path="mover")
    layers: list[Answer] = []
    heights: list[Answer] = []
    truncated = False
    if context.aloft:
        pass  # who is in the air is led along no ground: a path says where it flies, climbs or falls
    elif context.snapshot.pending is None and context.gridless:
        layers, truncated, heights = areas_of(context.lines())
    elif context.snapshot.pending is None:
        survey = context.survey()
        (layers, truncated), heights = survey.near.layers, heights_of(survey)
    return {"layers": layers, "truncated": truncated, "heights": heights, **context.named()}
