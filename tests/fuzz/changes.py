"""Changes of requests: a value here and there is another, is gone, or is there twice."""

import copy
from collections.abc import Callable
from itertools import chain
from random import Random
from typing import Any

from tests.fuzz.corpus import Request, ledgers_of

ODD: list[Any] = [
    *(None, True, False, 0, 1, -1, 2, 0.1, -0.5, 3.5, 60, 200, 1_000, 1_000_000, 2**53, 2**63, 10**30),
    *(1e-300, 1e303, -1e303, 0.30000000000000004),
    *(
        "",
        " ",
        "0",
        "x" * 300,
        "\ud800",
        "__class__",
        "1/0",
        "nan",
        "café",
        "{0}",
        "jump:1",
        "ground",
        "swim",
    ),
    *([], [[]], {}, [None], {"": None}),
]
"""Values that are wrong nearly everywhere, each in another way."""
Place = tuple[Any, Any]
"""A list or an object, and where in it."""


def places_of(document: Any) -> list[Place]:
    """Return all places in a document."""
    if isinstance(document, dict):
        return [*((document, key) for key in document), *chain(*map(places_of, document.values()))]
    if isinstance(document, list):
        return [*((document, at) for at in range(len(document))), *chain(*map(places_of, document))]
    return []


def words_of(documents: list[Any]) -> dict[str, list[Any]]:
    """Return the values that stand under each key in some documents."""
    found: dict[str, list[Any]] = {}
    for holder, at in chain(*map(places_of, documents)):
        if isinstance(at, str) and not isinstance(holder[at], dict | list):
            values = found.setdefault(at, [])
            if holder[at] not in values:
                values.append(holder[at])
    return found


def changed(rng: Random, request: Request, words: dict[str, list[Any]]) -> Request:
    """Return a request with one to three changes; of one with ledgers, half the time in those."""
    made = copy.deepcopy(request)
    ledgers = ledgers_of(made)
    inside = ledgers and rng.random() < 1 / 2
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        root = rng.choice(ledgers)[1]["commits"] if inside else made
        places = places_of(root)
        if places:
            rng.choice(CHANGES)(rng, rng.choice(places), words)
    return made


def _odd(rng: Random, place: Place, words: dict[str, list[Any]]) -> None:
    del words
    holder, at = place
    holder[at] = copy.deepcopy(rng.choice(ODD))


def _word(rng: Random, place: Place, words: dict[str, list[Any]]) -> None:
    """Put what stands elsewhere under the same key."""
    holder, at = place
    if words.get(at):
        holder[at] = rng.choice(words[at])


def _number(rng: Random, place: Place, words: dict[str, list[Any]]) -> None:
    """Change a number a little, or a lot."""
    holder, at = place
    if isinstance(holder[at], int | float) and not isinstance(holder[at], bool):
        holder[at] = rng.choice([-holder[at], holder[at] + 1, holder[at] * 1_000, holder[at] / 3])
    else:
        _word(rng, place, words)


def _gone(rng: Random, place: Place, words: dict[str, list[Any]]) -> None:
    del rng, words
    holder, at = place
    if isinstance(holder, dict):
        holder.pop(at, None)
    elif at < len(holder):
        del holder[at]


def _twice(rng: Random, place: Place, words: dict[str, list[Any]]) -> None:
    """Let a part of a list be there again; a field of an object under another key."""
    holder, at = place
    if isinstance(holder, list):
        holder.insert(rng.randrange(len(holder) + 1), copy.deepcopy(holder[at]))
    else:
        holder[rng.choice(list(words))] = copy.deepcopy(holder[at])


CHANGES: list[Callable[[Random, Place, dict[str, list[Any]]], None]] = [
    *(_odd, _odd, _word, _word, _number, _number, _gone, _twice)
]
