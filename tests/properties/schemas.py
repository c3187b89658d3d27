"""Values that a JSON Schema allows, and values that it forbids, made up by hypothesis."""

import re
from math import ceil
from typing import Any

from hypothesis import strategies as st

NEAR = 8
"""How far from its default or least value a number usually is; the ends are tried as often."""


def legal(schema, words=()):
    """Return a strategy for what a schema allows: mostly as at a table, often the ends of the range.

    ``words`` are names worth trying where any text of a form is allowed: ways of moving, tokens.
    """
    schema = inlined(schema)
    if "anyOf" in schema:
        return st.one_of([legal({**_limits(schema), **part}, words) for part in schema["anyOf"]])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    return _MAKERS[schema["type"]](schema, words)


def sheets(schema, words=(), *, most=None):
    """Return a strategy for objects with any of the fields of a schema; ``most``: how many, usually."""
    schema = inlined(schema)
    fields = {name: legal(part, words) for name, part in schema.get("properties", {}).items()}
    needed = {name: fields.pop(name) for name in schema.get("required", [])}
    whole = st.fixed_dictionaries(needed, optional=fields)
    if most is None or not fields:
        return whole
    few = st.lists(st.sampled_from(sorted(fields)), max_size=most, unique=True).flatmap(
        lambda names: st.fixed_dictionaries({**needed, **{name: fields[name] for name in names}})
    )
    return st.one_of(few, few, few, whole)


def inlined(schema):
    """Return a schema with what its ``$defs`` define in the places that refer to it."""
    defined = schema.get("$defs", {})

    def filled(part):
        if isinstance(part, list):
            return [filled(one) for one in part]
        if not isinstance(part, dict):
            return part
        if "$ref" in part:
            return filled(defined[part["$ref"].rpartition("/")[2]])
        return {key: filled(value) for key, value in part.items() if key != "$defs"}

    return filled(schema) if defined else schema


def _limits(schema):
    return {key: schema[key] for key in ("minimum", "maximum", "default") if key in schema}


def _near(schema, least, most):
    """Return the usual range of a number: around its default, or from its least value on."""
    middle = schema.get("default")
    if not isinstance(middle, int | float) or isinstance(middle, bool):
        middle = max(least, 0)
    return max(least, int(middle) - NEAR), min(most, int(middle) + NEAR)


def _integers(schema, _words):
    least, most = schema.get("minimum", -1000), schema.get("maximum", 1000)
    near = st.integers(*_near(schema, least, most))
    return st.one_of(near, near, st.sampled_from([least, most]), st.integers(least, most))


def _numbers(schema, _words):
    least = schema.get("minimum", -1000)
    most = schema.get("maximum", 1000)
    low, high = _near(schema, least, most)
    near = st.integers(int(low * 2), int(high * 2)).map(lambda halves: halves / 2)
    odd = st.floats(least, most, allow_nan=False, allow_subnormal=False)
    return st.one_of(near, near, st.sampled_from([least, most]), odd).filter(lambda value: value >= least)


def _texts(schema, words):
    least, most = schema.get("minLength", 0), schema.get("maxLength", 200)
    form = schema.get("pattern", "")
    known = [word for word in words if re.search(form, word) and least <= len(word) <= most]
    if form:
        free = st.from_regex(form, fullmatch=True).filter(lambda text: least <= len(text) <= most)
    else:
        free = st.text(min_size=least, max_size=min(most, least + 8))
    return st.one_of(st.sampled_from(known), st.sampled_from(known), free) if known else free


def _lists(schema, words):
    least, most = schema.get("minItems", 0), min(4, schema.get("maxItems", 4))
    return st.lists(legal(schema["items"], words), min_size=least, max_size=most)


def _objects(schema, words):
    if "patternProperties" not in schema:
        return sheets(schema, words)
    [(form, values)] = schema["patternProperties"].items()
    names = _texts({**schema.get("propertyNames", {}), "pattern": form}, words)
    made = st.dictionaries(names, legal(values, words), max_size=5)
    return st.one_of(st.just(schema["default"]), made, made) if schema.get("default") else made


_MAKERS: dict[str, Any] = {
    "null": lambda _schema, _words: st.none(),
    "boolean": lambda _schema, _words: st.booleans(),
    "integer": _integers,
    "number": _numbers,
    "string": _texts,
    "array": _lists,
    "object": _objects,
}


# ---------------------------------------------------------------- what is forbidden


def flat(schema):
    """Yield the shapes a schema allows; the limits of a union hold for each of its parts."""
    if "anyOf" not in schema:
        yield schema
        return
    for part in schema["anyOf"]:
        for shape in flat(part):
            yield shape if shape["type"] == "null" else {**_limits(schema), **shape}


def forbidden(schema):
    """Return a strategy for values that a schema forbids."""
    shapes = list(flat(schema))
    types = {shape["type"] for shape in shapes}
    kinds = [value for name, value in _ALIEN.items() if name not in types]
    if "string" not in types:
        kinds.append(st.text(max_size=4))
    if not types & {"number", "integer"}:
        kinds += [st.integers(), st.sampled_from([float("nan"), float("inf")])]
    elif "number" not in types:
        kinds += [st.floats(0, 20), st.sampled_from([float("nan"), float("inf")])]
    elif not any("enum" in shape for shape in shapes):
        kinds.append(st.sampled_from([float("nan"), float("inf"), float("-inf")]))
    for shape in shapes:
        kinds += _outside(shape)
    return st.one_of(kinds)


_ALIEN = {"null": st.none(), "boolean": st.booleans(), "array": st.just([]), "object": st.just({})}


def _outside(shape):
    """Return values of the right type that are out of range, or have another form."""
    kinds = []
    if "enum" in shape:
        kind = st.text(max_size=8) if shape["type"] == "string" else st.integers()
        kinds.append(kind.filter(lambda value: value not in shape["enum"]))
    elif shape["type"] in {"integer", "number"}:
        if "minimum" in shape:
            kinds.append(st.integers(max_value=ceil(shape["minimum"]) - 1))
        if "maximum" in shape:
            kinds.append(st.integers(min_value=int(shape["maximum"]) + 1))
    elif shape["type"] == "string":
        if "pattern" in shape:
            form = re.compile(shape["pattern"])
            kinds.append(st.text(max_size=6).filter(lambda text: not form.search(text)))
        if "maxLength" in shape:
            kinds.append(st.just("x" * (shape["maxLength"] + 1)))
    return kinds
