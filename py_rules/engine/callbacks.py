"""Whether a function that an author gives can be called as the engine calls it."""

import inspect
from collections.abc import Callable, Sequence
from typing import Any

from py_rules.engine.rules import Rule


def misfit(
    function: Callable[..., Any], told: Sequence[str], *, named: Sequence[str] = ()
) -> tuple[str, str]:
    """Return how a function is written, and how it should be, if it cannot be called with its arguments; else "".

    ``told``: what the engine gives in order; ``named``: what it gives by name.

    >>> misfit(lambda: 2, ["move"])
    ('lambda:', 'lambda move:')
    >>> def far(move, result): ...
    >>> misfit(far, ["move"], named=["running"])
    ('def far(move, result)', 'def far(move, *, running)')
    >>> misfit(lambda move, *_, **__: 2, ["move", "foe"], named=["running"]), misfit(dict, ["move"])
    (('', ''), ('', ''))
    """
    own = function.function if isinstance(function, Rule) else function
    try:
        signature = inspect.signature(own)
    except ValueError:  # what is not written in Python may not tell
        return "", ""
    try:
        signature.bind(*told, **dict.fromkeys(named))
    except TypeError:
        wanted = ", ".join([*told, *(("*", *named) if named else ())])
        return _written(own, _marked(signature)), _written(own, wanted)
    return "", ""


def parameters(function: Callable[..., Any]) -> tuple[list[str], list[str]]:
    """Return what a function takes in order, and by name alone.

    >>> def far(move, *, running): ...
    >>> parameters(far)
    (['move'], ['running'])
    """
    taken = inspect.signature(function).parameters.values()
    by_name = [one.name for one in taken if one.kind is one.KEYWORD_ONLY]
    return [
        one.name for one in taken if one.kind in {one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD}
    ], by_name


def written(function: Callable[..., Any]) -> str:
    """Return how a function begins.

    >>> written(lambda move: 2)
    'lambda move:'
    """
    return _written(function, _marked(inspect.signature(function)))


def _marked(signature: inspect.Signature) -> str:
    """Return the parameters of a signature as they are written, without what they are annotated with."""
    bare = [one.replace(annotation=one.empty) for one in signature.parameters.values()]
    return str(inspect.Signature(bare))[1:-1]


def _written(function: Callable[..., Any], taken: str) -> str:
    """Return how a function with these parameters begins."""
    name = getattr(function, "__name__", "")
    if not name.isidentifier():
        return f"lambda {taken}:" if taken else "lambda:"
    return f"def {name}({taken})"
