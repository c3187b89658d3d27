"""What is wrong with a request: every problem has a code, a path, a message and a remedy."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from pydantic import ValidationError

from py_rules.protocol.bounds import whole

Detail = dict[str, Any]
"""One finding of pydantic's: ``type``, ``loc``, ``msg``, ``ctx``."""

UNTYPED = {"float_type", "int_type", "bool_type", "string_type"}
"""A value of another type than asked for; if words are allowed as well, they are named."""
KEY = "[key]"
"""How pydantic marks a finding about the name of a value, not about the value."""
NONE_OF = "there is none of "
"""The message for an object that has no field of any shape that is allowed there; the protocol's shapes say so too."""
SURROGATE = re.compile("[\ud800-\udfff]")
"""Half of a character: UTF-16 writes some in two parts, and neither is one alone."""
SHOWN = 80
"""How many characters of a value, or of a field's name, are shown."""
MOST_SAID = 600
"""No message and no remedy is longer, whatever was sent."""

REMEDIES = {
    "missing": "add the field",
    "extra_forbidden": "remove the field, or correct its name",
    "finite_number": "send a finite number",
    "json_invalid": "send one complete JSON object",
    "lone_surrogate": "remove the broken character, or write it anew",
    "int_type": "send a whole number",
    "int_from_float": "send a whole number",
    "float_type": "send a number",
    "bool_type": "send true or false",
    "string_type": "send a text",
    "list_type": "send a list",
    "tuple_type": "send a list",
    "dict_type": "send an object",
    "model_type": "send an object",
    "greater_than": "send more than {gt}",
    "greater_than_equal": "send {ge} or more",
    "less_than": "send less than {lt}",
    "less_than_equal": "send {le} or less",
    "too_short": "send {min_length} or more",
    "too_long": "send {max_length} or fewer",
    "string_too_short": "send a text that is not empty",
    "string_pattern_mismatch": "send a text of the form {pattern}",
    "string_too_long": "send {max_length} characters or fewer",
}
"""What to do about pydantic's error types; others are recognised by their message."""
NO_FIELD = "there is no such field"
COUNTED = {"too_short", "too_long", "string_too_long"}
"""What a value has too few or too many of; others are of the wrong kind or size."""
KINDS = (*REMEDIES, *(f"{kind}_or_word" for kind in sorted(UNTYPED)), "literal_error", "none_of", "too_large")
"""The kinds of problems with the code ``invalid``, by which they are translated."""


class ProblemError(Exception):
    """Input that cannot be answered; becomes the problem of the reply."""

    def __init__(
        self,
        code: str,
        path: str,
        *,
        message: str,
        remedy: str,
        kind: str = "",
        params: Mapping[str, str | int | float | bool | None] | None = None,
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.params = dict(params or {})
        self.code = code
        self.path = path
        self.message = message
        self.remedy = remedy

    def to_json(self) -> dict[str, Any]:
        """Return the problem as replies have it."""
        begins = self.message.startswith(self.path or "request")
        message = self.message if begins else f"{self.path or 'request'}: {self.message}"
        return {
            "code": self.code,
            "message": shortened(message, MOST_SAID),
            "path": self.path,
            "remedy": shortened(self.remedy, MOST_SAID),
            **({"kind": self.kind} if self.kind else {}),
            **({"params": self.params} if self.kind or self.params else {}),
        }

    def below(self, path: str) -> "ProblemError":
        """Return the same problem with ``path`` in front of its own."""
        whole = f"{path}.{self.path}" if self.path else path
        return ProblemError(
            self.code, whole, message=self.message, remedy=self.remedy, kind=self.kind, params=self.params
        )


class Unfit(ValueError):  # noqa: N818 - likewise
    """A value that a game system's own check refuses; ``key`` and ``key.remedy`` are texts of that system."""

    def __init__(self, key: str, params: Mapping[str, str], *, said: str, remedy: str) -> None:
        super().__init__(f"{said}; {remedy}")
        self.key = key
        self.params = dict(params)
        self.said = said
        self.remedy = remedy


@contextmanager
def validating(data: object, *, prefix: str = "") -> Iterator[None]:
    """Raise what is found wrong with ``data`` within as :class:`ProblemError`; ``prefix`` is its path."""
    try:
        yield
    except ValidationError as error:
        raise from_validation(error, data=data, prefix=prefix) from error
    except ProblemError as problem:
        raise problem.below(prefix) from problem


def from_validation(error: ValidationError, *, data: object, prefix: str = "") -> ProblemError:
    """Return what pydantic found wrong with ``data``, as one problem; ``prefix`` is the path of ``data``."""
    details: list[Detail] = [dict(detail) for detail in error.errors(include_url=False, include_input=False)]
    if details[0]["type"] == "json_invalid":
        place = _surrogate_in(data)
        if place is not None:
            return _half_character(place.removeprefix("."))
        return ProblemError(
            "json_invalid", "", message=f"request: {_said(details[0])}", remedy=REMEDIES["json_invalid"]
        )
    found, words = _meant(details, data)
    path = _path(prefix, found, data=data)
    if found["type"].startswith("union_tag"):
        return _wrong_kind(found, path)
    said, remedy = _message_of(found, words, value=_value(found, data))
    message = f"{path or 'request'}: {said}{_not_this(found, data)}"
    kind = _kind_of(found, words, value=_value(found, data))
    # Listed without "or": a translation has its own word for that.
    expected = {"expected": ", ".join(words).replace(" or ", ", ")} if words else {}
    return ProblemError(
        "invalid", path, message=message, remedy=remedy, kind=kind, params=_params(found, data) | expected
    )


def _surrogate_in(data: object) -> str | None:
    r"""Return where the first text with half of a character is; of a field's name, where that field is.

    >>> _surrogate_in({"tokens": [{"name": "x"}, {"name": "\ud800"}]}), _surrogate_in(["x"])
    ('.tokens[1].name', None)
    """
    waiting: list[tuple[str, object]] = [("", data)]  # no recursion: data may be as deep as JSON may be
    while waiting:
        path, part = waiting.pop()
        if isinstance(part, str) and SURROGATE.search(part):
            return path
        if isinstance(part, list):
            waiting += reversed([(f"{path}[{index}]", inner) for index, inner in enumerate(part)])
        elif isinstance(part, dict):
            if any(map(SURROGATE.search, part)):
                return path
            waiting += reversed([(f"{path}.{shortened(name, SHOWN)}", inner) for name, inner in part.items()])
    return None


def _half_character(path: str) -> ProblemError:
    message = f"{path or 'request'}: half of a character is in this text (a lone surrogate)"
    return ProblemError(
        "invalid", path, message=message, remedy=REMEDIES["lone_surrogate"], kind="lone_surrogate"
    )


def _kind_of(found: Detail, words: Sequence[str], *, value: object) -> str:
    """Return the kind of a finding by which it can be translated; of a system's own check the key of its text."""
    unfit = _unfit(found)
    if unfit:
        return unfit.key
    kind = str(found["type"])
    if kind == "float_type" and _is_whole(value):
        return "too_large"
    kind = f"{kind}_or_word" if words and kind in UNTYPED else kind
    return kind if kind in KINDS else ""


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _unfit(found: Detail) -> Unfit | None:
    """Return what a system's own check has against a value; none: that is not what was found."""
    error = found.get("ctx", {}).get("error")
    return error if isinstance(error, Unfit) else None


def _params(found: Detail, data: object) -> dict[str, str | int | float | bool | None]:
    """Return what a translation needs: the bounds, and the value that was sent, in short."""
    context = {key: whole(part) for key, part in found.get("ctx", {}).items()}
    params = {key: part for key, part in context.items() if isinstance(part, str | int | float)}
    shown = _not_this(found, data).removeprefix(", not ")
    unfit = _unfit(found)
    params |= {name: shortened(part, MOST_SAID) for name, part in unfit.params.items()} if unfit else {}
    if found["type"] == "none_of":
        params["names"] = _said(found).partition(";")[0].removeprefix(NONE_OF)
    return {**params, "value": shown} if shown else {**params}


def _message_of(found: Detail, words: Sequence[str], *, value: object) -> tuple[str, str]:
    """Return what is wrong and what to do; ``words`` would have been allowed."""
    kind, context = found["type"], {key: whole(part) for key, part in found.get("ctx", {}).items()}
    unfit = _unfit(found)
    if unfit:
        return unfit.said, unfit.remedy
    if kind in {"value_error", "none_of"}:
        said, _, remedy = str(context.get("error", found["msg"])).partition("; ")
        return said, remedy or "correct the value"
    if kind == "float_type" and _is_whole(value):
        return "is too large a number", "send a smaller number"
    expected = " or ".join(words)
    if kind == "literal_error":
        return f"must be {expected}", f"use {expected}"
    remedy = REMEDIES.get(kind, "correct the value").format_map(context)
    wanted = remedy.removeprefix("send ")
    must = "must have" if kind in COUNTED else "must be"
    said = _said(found) if wanted == remedy else f"{must} {wanted}"
    return (f"{said}, or {expected}", f"{remedy}, or use {expected}") if expected else (said, remedy)


def _said(detail: Detail) -> str:
    if detail["type"] == "extra_forbidden":
        return NO_FIELD
    message = str(detail["msg"])
    return message[:1].lower() + message[1:]


def _not_this(detail: Detail, data: object) -> str:
    """Return the value that was sent, in short; nothing where a field is missing, unknown, or holds what is wrong."""
    value = _value(detail, data)
    inside = isinstance(value, list | dict) and not detail["type"].endswith("_type")
    if detail["type"] in {"missing", "extra_forbidden"} or inside:
        return ""
    return f", not {shortened(json.dumps(value[:SHOWN] if isinstance(value, str) else value), SHOWN)}"


def _value(detail: Detail, data: object) -> object:
    """Return the value that a finding is about; of a name in an object, the name."""
    value, branches = data, _branches(detail, data)
    if detail["loc"][-1:] == (KEY,):
        return detail["loc"][-2]
    for place, part in enumerate(detail["loc"]):
        if place not in branches:
            value = _part(value, part)
    return value


def shortened(text: str, most: int) -> str:
    """Return a text cut to a number of characters.

    >>> shortened("x" * 10, 4)
    'xxx…'
    """
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _wrong_kind(detail: Detail, path: str) -> ProblemError:
    """Return the problem of an object whose ``op`` or ``kind`` is unknown or not given."""
    name = str(detail["ctx"]["discriminator"]).strip("'")
    path = f"{path}.{name}" if path else name
    if detail["type"] == "union_tag_not_found":
        return ProblemError(
            "invalid",
            path,
            message=f"{path}: field required",
            remedy=f"add the field {name!r}",
            kind="missing",
        )
    tag, expected = detail["ctx"]["tag"], detail["ctx"]["expected_tags"]
    message = f"{path}: {tag!r} is none of {expected}"
    params = {"value": repr(shortened(tag, SHOWN)), "expected": expected}
    return ProblemError(
        "invalid", path, message=message, remedy=f"use one of {expected}", kind="literal_error", params=params
    )


def _meant(details: Sequence[Detail], data: object) -> tuple[Detail, list[str]]:
    """Return the finding to report of those about the first value that is wrong, and the words that it may be."""
    path = _path("", details[0], data=data)
    about = [detail for detail in details if _path("", detail, data=data) == path]
    found = min(about, key=lambda detail: detail["type"] in {"literal_error", "int_type"})
    words = [str(detail["ctx"]["expected"]) for detail in about if detail["type"] == "literal_error"]
    return found, list(dict.fromkeys(words))


def _branches(detail: Detail, data: object) -> set[int]:
    """Return the places in a finding's location that name a branch of a union, not what the sender wrote."""
    location, places, tagged = detail["loc"], set(), False
    for place, part in enumerate(location):
        inside = data if isinstance(data, dict) else {}
        is_kind = not tagged and part in (inside.get("op"), inside.get("kind"))
        left_out = place == len(location) - 1 and detail["type"] == "missing"
        if isinstance(part, int) or (part in inside and not is_kind) or left_out:
            data, tagged = _part(data, part), False
        else:
            places.add(place)
            tagged = True
    return places


def _part(data: object, part: str | int) -> object:
    if isinstance(part, int):
        return data[part] if isinstance(data, list) and part < len(data) else None
    return data.get(part) if isinstance(data, dict) else None


def _path(prefix: str, detail: Detail, *, data: object) -> str:
    path, branches = prefix, _branches(detail, data)
    location = detail["loc"][:-2] if detail["loc"][-1:] == (KEY,) else detail["loc"]
    for place, part in enumerate(location):
        if isinstance(part, int):
            path += f"[{part}]"
        elif place not in branches:
            name = shortened(part, SHOWN)
            path += f".{name}" if path else name
    return path
