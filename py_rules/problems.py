"""What is wrong with a request: every problem has a code, a path, a message and a remedy."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

REMEDIES = {
    "missing": "add the field",
    "extra_forbidden": "remove the field, or correct its name",
    "finite_number": "send a finite number",
    "json_invalid": "send one complete JSON object",
    "union_tag_invalid": "use one of the values named",
    "union_tag_not_found": "add the field that tells the kind",
    "int_type": "send a whole number",
    "int_from_float": "send a whole number",
    "bool_type": "send true or false",
    "string_type": "send a text",
    "literal_error": "use one of the values named",
}
"""What to do about pydantic's error types; others are told by their message."""


class Broken(Exception):  # noqa: N818 - the word of the house for it
    """Input that cannot be answered; becomes the problem of the reply."""

    def __init__(self, code: str, path: str, message: str, remedy: str) -> None:
        super().__init__(message)
        self.code = code
        self.path = path
        self.message = message
        self.remedy = remedy


def from_validation(error: ValidationError, *, prefix: str = "") -> Broken:
    """Return the first thing pydantic found wrong, as a problem; ``prefix`` is the path of what it read."""
    details = error.errors(include_url=False, include_input=False)
    first = max(details, key=lambda detail: _weight(detail, details))
    path = _path([prefix] if prefix else [], first["loc"])
    kind = str(first["type"])
    message = str(first["msg"])
    remedy = REMEDIES.get(kind, f"correct the value: {message[:1].lower()}{message[1:]}")
    code = "json_invalid" if kind == "json_invalid" else "invalid"
    return Broken(code, path, f"{path or 'request'}: {message}", remedy)


def _weight(detail: Mapping[str, Any], details: Sequence[Mapping[str, Any]]) -> tuple[int, int]:
    """Prefer, among the branches of a union, the one that came deepest; else the first error."""
    return len(detail["loc"]), -details.index(detail)


_BRANCHES = frozenset(
    "Scene SceneRef ScenePatch Cells Rect PathRoute BestRoute SegmentRoute PutWall PutRegion PutToken Remove "
    "int float describe state destinations plan apply moved intended acted rolled begin end began ended ruled "
    "difficult water climb gap obstacle".split()
)
"""Names of union branches that pydantic puts into a path, and that mean nothing to the sender."""


def _path(start: Sequence[str], location: Sequence[str | int]) -> str:
    path = "".join(start)
    for part in location:
        if isinstance(part, int):
            path += f"[{part}]"
        elif part not in _BRANCHES and not part.startswith(("constrained-", "function-")):
            path += f".{part}" if path else part
    return path
