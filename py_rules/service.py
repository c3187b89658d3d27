"""The one entry of the core: JSON text in, JSON text out. It never raises.

The same request gives the same reply, byte for byte. Kept scenes change speed, never a value, with one exception: a
reference to a scene that is not kept (any more) is answered with ``scene_unknown``, and the client sends it again. So
a worker may die at any time, and nothing is lost.
"""

import json
from itertools import pairwise
from math import nan
from typing import Any

from py_rules import systems
from py_rules.operations import apply, describe, destinations, plan, state
from py_rules.paths.scenes import SceneStore
from py_rules.protocol.problems import ProblemError
from py_rules.protocol.requests import (
    DescribeRequest,
    DestinationsRequest,
    PlanRequest,
    StateRequest,
    read_request,
)
from py_rules.values import work
from py_rules.values.answer_parts import WRITERS, Written

_PLACE = '":NaN'
"""Marks where ready-made JSON goes: no reply holds a NaN, and in a sentence there is a backslash before each quote."""


class Service:
    """Answers requests; keeps the scenes it was sent."""

    def __init__(self) -> None:
        self._scenes = SceneStore()
        self.steps = 0
        """The steps of work of the last question (:mod:`py_rules.values.work`)."""

    def handle(self, text: str) -> str:
        """Return the reply to a request, both as JSON text; whatever comes in, a reply comes out."""
        request = None
        try:
            request = read_request(text)
            with work.counted() as counted:
                try:
                    answer = self._answer(request)
                finally:
                    self.steps = counted.done
            return to_text({"ok": True, "value": answer})
        except ProblemError as error:
            problem = error
        except work.TooMuchWorkError as over:
            message = f"{over.path or 'request'}: this takes more than {work.MOST} steps of work"
            problem = ProblemError("too_much_work", over.path, message=message, remedy=over.remedy)
        except Exception as error:  # noqa: BLE001 - the border: an error is answered, not thrown at the host
            problem = _internal_error(getattr(request, "system", ""), error)
        return to_text({"ok": False, "problem": problem.to_json()})

    def _answer(self, request: Any) -> dict[str, Any]:  # noqa: ANN401 - any of the requests
        if isinstance(request, DescribeRequest):
            return describe.answer()
        if isinstance(request, StateRequest):
            return state.answer(request, self._scenes)
        if isinstance(request, DestinationsRequest):
            return destinations.answer(request, self._scenes)
        if isinstance(request, PlanRequest):
            return plan.answer(request, self._scenes)
        return apply.answer(request, self._scenes)


def _internal_error(system: str, error: Exception) -> ProblemError:
    """Return the problem of an unexpected error: in a game that a host brings along, or in our code."""
    if systems.is_brought(system):
        return systems.failure(system, error, what="fails on this request")
    message = f"the rules failed on this request: {type(error).__name__}: {error}"
    return ProblemError("internal", "", message=message, remedy="please report it with the request")


def to_text(reply: dict[str, Any]) -> str:
    r"""Return a reply as JSON text; what is JSON already is put in as it is.

    >>> to_text({"name": '"area":NaN', "value": [{"area": Written("[[1,2]]")}]})
    '{"name":"\\"area\\":NaN","value":[{"area":[[1,2]]}]}'
    """
    written: list[str] = []

    def known(part: object) -> object:
        if type(part) is not Written:
            return WRITERS[type(part)](part)
        written.append(part.text)
        return nan

    encoder = json.JSONEncoder(ensure_ascii=True, check_circular=False, separators=(",", ":"), default=known)
    pieces, texts = encoder.encode(reply).split(_PLACE), iter(written)
    parts = pieces[:1]
    for before, piece in pairwise(pieces):
        said = before.endswith("\\")
        parts += [_PLACE if said else f'":{next(texts)}', piece]
    return "".join(parts)


_SERVICE = Service()


def handle(text: str) -> str:
    """Return the reply to a request; see :class:`Service`."""
    return _SERVICE.handle(text)
