"""Read modules of WebAssembly, and write them anew with other functions, or as two modules.

The format: https://webassembly.github.io/spec/core/binary/. Numbers are in LEB128; functions are counted without those
that are imported.
"""

from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass

CUSTOM, TYPE, IMPORT, FUNCTION, TABLE, MEMORY, GLOBAL, EXPORT, START, ELEMENT, CODE, DATA, COUNT, TAG = range(
    14
)
# In the order of a module: https://webassembly.github.io/spec/core/binary/modules.html#binary-module
ORDER = (TYPE, IMPORT, FUNCTION, TABLE, MEMORY, TAG, GLOBAL, EXPORT, START, ELEMENT, COUNT, CODE, DATA)
MAGIC = 8  # bytes before the first section
OF_FUNCTION, OF_TABLE, OF_MEMORY, OF_GLOBAL, OF_TAG = range(5)  # kinds of imports and exports

FUNCREF = 0x70
NOTHING_TO_NOTHING = b"\x60\x00\x00"
END = b"\x0b"
REST = "rest"
"""The module that the second part imports from; before names of what the first part exports for it."""


def split(module: bytes, name: str, kept: Callable[[int], bool]) -> tuple[bytes, bytes]:
    """A module as two: one with the functions kept, and the rest, which is instantiated when one of them is called.

    Both have every function, of which those of the other call it through a table that they share, as they share
    memory, tables, global variables and tags: ``rest:functions of NAME`` in the exports of the first, which exports
    the others in this way, too. The first entry of that table is to be a function that instantiates the rest; then
    ``rest:start`` is to be called, if it is there.
    """
    parts = _Parts.of(module)
    first, shared = _first(parts, name, kept)
    return first, _rest(parts, kept, shared)


@dataclass(frozen=True, slots=True)
class _Parts:
    """What is known of a module that is to be split."""

    sections: dict[int, bytes]
    customs: bytes
    """What stands before all else, such as how it is linked."""
    types: list[bytes]
    signatures: list[int]
    """The number of its type, for each function."""
    bodies: list[bytes]
    imported: dict[int, int]
    """How many things of each kind are imported."""

    @classmethod
    def of(cls, module: bytes) -> "_Parts":
        sections = dict(_sections(module))
        customs = b"".join(
            _section(number, content) for number, content in _sections(module) if number == CUSTOM
        )
        count, at = unpacked(sections[FUNCTION], 0)
        signatures = []
        for _ in range(count):
            number, at = unpacked(sections[FUNCTION], at)
            signatures.append(number)
        return cls(
            sections={number: content for number, content in sections.items() if number != CUSTOM},
            customs=customs,
            types=list(_types(sections[TYPE])),
            signatures=signatures,
            bodies=list(_bodies(sections[CODE])),
            imported=_imported(sections[IMPORT]),
        )

    def has(self, kind: int, section: int) -> int:
        """How many things of a kind there are: those imported, and those of a section."""
        return self.imported.get(kind, 0) + unpacked(self.sections.get(section, b"\x00"), 0)[0]

    def call(self, function: int, table: int) -> bytes:
        """Call a function through a table with the arguments of the caller."""
        count, _ = unpacked(self.types[self.signatures[function]], 1)
        arguments = b"".join(b"\x20" + packed(number) for number in range(count))
        return (
            arguments + _constant(function + 1) + b"\x11" + packed(self.signatures[function]) + packed(table)
        )


def _first(
    parts: _Parts, name: str, kept: Callable[[int], bool]
) -> tuple[bytes, list[tuple[int, str, bytes]]]:
    """The module that is instantiated first; and what it shares: the kind of a thing, its name and its type."""
    table = parts.has(OF_TABLE, TABLE)
    begin = parts.types.index(NOTHING_TO_NOTHING)
    ensure = parts.imported[OF_FUNCTION] + len(parts.bodies)
    bodies = [
        body if kept(number) else b"\x00\x10" + packed(ensure) + parts.call(number, table) + END
        for number, body in enumerate(parts.bodies)
    ]
    # Is there nothing where the first function of the rest is to be? Then call what instantiates it.
    first_of_rest = next(number for number in range(len(bodies)) if not kept(number))
    looked = _constant(first_of_rest + 1) + b"\x25" + packed(table) + b"\xd1"
    bodies.append(
        b"\x00" + looked + b"\x04\x40" + _constant(0) + b"\x11" + packed(begin) + packed(table) + END + END
    )
    functions = _shared_table(parts)
    shared = list(_shared(parts))
    exports = [
        *((kind, label, number) for kind, label, number, _ in shared),
        (OF_TABLE, f"functions of {name}", table),
    ]
    if START in parts.sections:
        exports.append((OF_FUNCTION, "start", unpacked(parts.sections[START], 0)[0]))
    sections = {number: content for number, content in parts.sections.items() if number != START} | {
        FUNCTION: _longer(parts.sections[FUNCTION], packed(begin)),
        TABLE: _longer(parts.sections.get(TABLE, b"\x00"), functions),
        EXPORT: _longer(
            parts.sections[EXPORT],
            *(_name(f"{REST}:{label}") + bytes([kind]) + packed(number) for kind, label, number in exports),
        ),
        ELEMENT: _longer(parts.sections[ELEMENT], *_entries(parts, table, kept)),
        CODE: _vector(packed(len(body)) + body for body in bodies),
    }
    told = [(kind, label, kind_type) for kind, label, _, kind_type in shared]
    return _module(parts.customs, sections), [*told, (OF_TABLE, f"functions of {name}", functions)]


def _rest(parts: _Parts, kept: Callable[[int], bool], shared: list[tuple[int, str, bytes]]) -> bytes:
    """The module that has the other functions, and nothing else of its own."""
    table = parts.has(OF_TABLE, TABLE)
    bodies = [
        b"\x00" + parts.call(number, table) + END if kept(number) else body
        for number, body in enumerate(parts.bodies)
    ]
    imports = [_name(REST) + _name(label) + bytes([kind]) + what for kind, label, what in shared]
    own = list(_globals(parts))[sum(kind == OF_GLOBAL for kind, _, _ in shared) :]
    sections = {
        TYPE: parts.sections[TYPE],
        IMPORT: _longer(parts.sections[IMPORT], *imports),
        FUNCTION: parts.sections[FUNCTION],
        GLOBAL: _vector(what + value for what, value in own),
        ELEMENT: _vector(_entries(parts, table, lambda number: not kept(number))),
        CODE: _vector(packed(len(body)) + body for body in bodies),
    }
    return _module(b"", sections)


def _shared(parts: _Parts) -> Iterator[tuple[int, str, int, bytes]]:
    """What a module defines and both must have: kind, name, number, type. Constants each has for itself."""
    plain = {OF_TABLE: TABLE, OF_MEMORY: MEMORY, OF_TAG: TAG}
    for kind, section in plain.items():
        for number, what in enumerate(_plain_entries(parts.sections.get(section, b"\x00"), kind)):
            yield kind, f"{kind}.{number}", parts.imported.get(kind, 0) + number, what
    found = list(_globals(parts))
    changing = [number for number, (what, _) in enumerate(found) if what[1]]
    # Up to the last that changes: those that are imported come before the others.
    for number in range(max(changing, default=-1) + 1):
        label = f"{OF_GLOBAL}.{number}"
        yield OF_GLOBAL, label, parts.imported.get(OF_GLOBAL, 0) + number, found[number][0]


def _shared_table(parts: _Parts) -> bytes:
    """The type of the table of all functions: one more, and not to grow."""
    size = packed(len(parts.bodies) + 1)
    return bytes([FUNCREF, 1]) + size + size


def _entries(parts: _Parts, table: int, is_own: Callable[[int], bool]) -> Iterator[bytes]:
    """Segments that put a module's own functions where both look for them."""
    numbers = [number for number in range(len(parts.bodies)) if is_own(number)]
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    for run in runs:
        functions = _vector(packed(parts.imported[OF_FUNCTION] + number) for number in run)
        yield b"\x02" + packed(table) + _constant(run[0] + 1) + END + b"\x00" + functions


def _globals(parts: _Parts) -> Iterator[tuple[bytes, bytes]]:
    """The type of each global variable that a module defines, and what it begins with."""
    content = parts.sections.get(GLOBAL, b"\x00")
    count, at = unpacked(content, 0)
    for _ in range(count):
        end = _after_constant(content, at + 2)
        yield content[at : at + 2], content[at + 2 : end]
        at = end


def _after_constant(content: bytes, at: int) -> int:
    """Where a constant expression ends: numbers, other globals, functions."""
    while content[at] != END[0]:
        code, at = content[at], at + 1
        if code in {0x43, 0x44}:
            at += 4 if code == 0x43 else 8
        elif code in {0x23, 0x41, 0x42, 0xD2}:
            _, at = unpacked(content, at)
        elif code == 0xD0:
            at += 1
        else:
            raise ValueError(f"a global variable begins with instruction {code:#x}, which is not known here")
    return at + 1


def _plain_entries(content: bytes, kind: int) -> Iterator[bytes]:
    """What a section says of each table, memory or tag."""
    count, at = unpacked(content, 0)
    for _ in range(count):
        end = _after_type(kind, content, at)
        yield content[at:end]
        at = end


def _after_type(kind: int, content: bytes, at: int) -> int:
    """Where the type of a function, table, memory, global variable or tag ends."""
    if kind == OF_FUNCTION:
        return unpacked(content, at)[1]
    if kind == OF_GLOBAL:
        return at + 2
    if kind == OF_TAG:
        return unpacked(content, at + 1)[1]
    at += kind == OF_TABLE
    has_most = content[at] & 1
    _, at = unpacked(content, at + 1)
    return unpacked(content, at)[1] if has_most else at


def _types(content: bytes) -> Iterator[bytes]:
    """The types of functions."""
    count, at = unpacked(content, 0)
    for _ in range(count):
        end = at + 1
        for _ in range(2):  # parameters, results
            length, end = unpacked(content, end)
            end += length
        yield content[at:end]
        at = end


def _imported(imports: bytes) -> dict[int, int]:
    """How many things of each kind are imported."""
    count, at = unpacked(imports, 0)
    found: dict[int, int] = {}
    for _ in range(count):
        for _ in range(2):  # the names of a module and of a thing in it
            length, at = unpacked(imports, at)
            at += length
        kind = imports[at]
        found[kind] = found.get(kind, 0) + 1
        at = _after_type(kind, imports, at + 1)
    return found


def exporting(module: bytes, names: Container[str]) -> bytes:
    """A module that exports what has one of these names, or is shared with its rest, and nothing else."""

    def is_kept(name: str) -> bool:
        return name in names or name.startswith(f"{REST}:")

    sections = (
        (
            number,
            _vector(entry for name, entry in _exports(content) if is_kept(name))
            if number == EXPORT
            else content,
        )
        for number, content in _sections(module)
    )
    return module[:MAGIC] + b"".join(_section(number, content) for number, content in sections)


def without_data(module: bytes) -> tuple[bytes, bytes]:
    r"""A module whose memory begins empty, and what its memory would begin with, from its first byte on.

    >>> two = _vector([b"\0\x41\2\x0b\2ab", b"\0\x41\5\x0b\1c"])
    >>> without_data(bytes(MAGIC) + _section(DATA, two) + _section(CODE, b"\0"))
    (b'\x00\x00\x00\x00\x00\x00\x00\x00\n\x01\x00', b'\x00\x00ab\x00c')
    """
    image = bytearray()
    for at, content in _data(dict(_sections(module)).get(DATA, b"\0")):
        image.extend(bytes(max(at + len(content) - len(image), 0)))
        image[at : at + len(content)] = content
    sections = ((number, content) for number, content in _sections(module) if number not in {DATA, COUNT})
    return module[:MAGIC] + b"".join(_section(number, content) for number, content in sections), bytes(image)


def _data(content: bytes) -> Iterator[tuple[int, bytes]]:
    """Where in memory each segment of data goes, and the segment."""
    count, at = unpacked(content, 0)
    for _ in range(count):
        if content[at : at + 2] != b"\x00\x41":
            raise ValueError("a segment of data has no plain address")
        address, end = unpacked(content, at + 2)
        size, start = unpacked(content, end + len(END))
        at = start + size
        yield address, content[start:at]


def exported(module: bytes) -> list[str]:
    """The names of what a module exports."""
    (section,) = (content for number, content in _sections(module) if number == EXPORT)
    return [name for name, _ in _exports(section)]


def _exports(content: bytes) -> Iterator[tuple[str, bytes]]:
    count, at = unpacked(content, 0)
    for _ in range(count):
        length, start = unpacked(content, at)
        _, end = unpacked(content, start + length + 1)
        yield content[start : start + length].decode(), content[at:end]
        at = end


def marking(module: bytes, base: int, *, pages: int) -> bytes:
    """A module whose functions mark in memory, from ``base`` on, that they ran; ``pages`` of memory at least."""

    def marked(number: int, body: bytes) -> bytes:
        at = _after_locals(body)
        # i32.const 0; i32.const 1; i32.store8 at base + number
        return body[:at] + b"\x41\x00\x41\x01\x3a\x00" + packed(base + number) + body[at:]

    sections = [
        (number, _changed(number, content, marked, pages=pages)) for number, content in _sections(module)
    ]
    return module[:MAGIC] + b"".join(_section(number, content) for number, content in sections)


def _changed(number: int, content: bytes, change: Callable[[int, bytes], bytes], *, pages: int) -> bytes:
    if number == CODE:
        bodies = (change(function, body) for function, body in enumerate(_bodies(content)))
        return _vector(packed(len(body)) + body for body in bodies)
    if number != MEMORY:
        return content
    count, at = unpacked(content, 0)
    _, after = unpacked(content, at + 1)
    if count != 1:
        raise ValueError(f"the module has {count} memories and should have one")
    return content[: at + 1] + packed(pages) + content[after:]


def functions_in(module: bytes) -> int:
    """How many functions a module has, without those that it imports."""
    (code,) = (content for number, content in _sections(module) if number == CODE)
    return unpacked(code, 0)[0]


def _bodies(code: bytes) -> Iterator[bytes]:
    count, at = unpacked(code, 0)
    for _ in range(count):
        size, start = unpacked(code, at)
        at = start + size
        yield code[start:at]


def _sections(module: bytes) -> Iterator[tuple[int, bytes]]:
    at = MAGIC
    while at < len(module):
        size, start = unpacked(module, at + 1)
        yield module[at], module[start : start + size]
        at = start + size


def _module(customs: bytes, sections: dict[int, bytes]) -> bytes:
    """A module of sections by number, after those that have none."""
    body = b"".join(_section(number, sections[number]) for number in ORDER if number in sections)
    return b"\0asm\1\0\0\0" + customs + body


def _section(number: int, content: bytes) -> bytes:
    return bytes([number]) + packed(len(content)) + content


def _vector(entries: Iterable[bytes]) -> bytes:
    made = list(entries)
    return packed(len(made)) + b"".join(made)


def _longer(vector: bytes, *more: bytes) -> bytes:
    """A vector with more entries at its end."""
    count, at = unpacked(vector, 0)
    return packed(count + len(more)) + vector[at:] + b"".join(more)


def _name(text: str) -> bytes:
    return packed(len(text.encode())) + text.encode()


def _constant(number: int) -> bytes:
    """Have a number, which is written with its sign.

    >>> _constant(64).hex()
    '41c000'
    """
    made = bytearray(packed(number))
    if made[-1] & 0x40:
        made[-1] |= 0x80
        made.append(0)
    return b"\x41" + bytes(made)


def _after_locals(body: bytes) -> int:
    """Where the instructions of a function begin.

    >>> _after_locals(bytes([1, 3, 0x7F, 0x0B]))
    3
    """
    groups, at = unpacked(body, 0)
    for _ in range(groups):
        _, at = unpacked(body, at)
        at += 1
    return at


def packed(number: int) -> bytes:
    """A number as WebAssembly writes it, in LEB128.

    >>> packed(624485).hex()
    'e58e26'
    """
    made = bytearray()
    while number > 0x7F:
        made.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*made, number])


def unpacked(content: bytes, at: int) -> tuple[int, int]:
    """A number that stands there, and where it ends.

    >>> unpacked(bytes.fromhex("e58e26"), 0)
    (624485, 3)
    """
    number = shift = 0
    while True:
        byte = content[at]
        number |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte <= 0x7F:
            return number, at
