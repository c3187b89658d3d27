"""Where can it go?"""

from py_rules.gridless import areas_of
from py_rules.operations.seat import Seat
from py_rules.operations.telling import Answer
from py_rules.paths.destinations import (
    heights_of,
)
from py_rules.paths.scenes import SceneStore
from py_rules.protocol.models import (
    DestinationsRequest,
)


def answer(request: DestinationsRequest, scenes: SceneStore) -> Answer:
    """Where can it go?"""
    seat = Seat(request, request.mover, scenes, unseen=frozenset(), path="mover")
    layers: list[Answer] = []
    heights: list[Answer] = []
    truncated = False
    if seat.aloft:
        pass  # who is in the air is led along no ground: a path says where it flies, climbs or falls
    elif seat.chapter.pending is None and seat.gridless:
        layers, truncated, heights = areas_of(seat.lines())
    elif seat.chapter.pending is None:
        survey = seat.survey()
        (layers, truncated), heights = survey.near.layers, heights_of(survey)
    return {"layers": layers, "truncated": truncated, "heights": heights, **seat.named()}
