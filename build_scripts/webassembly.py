"""Read modules of WebAssembly, and write them anew with other functions.

The format: https://webassembly.github.io/spec/core/binary/. Numbers are in LEB128; functions are counted without those
that are imported.
"""

from collections.abc import Callable, Iterable, Iterator

IMPORT, MEMORY, CODE = 2, 5, 10  # numbers of sections
MAGIC = 8  # bytes before the first section
FUNCTION, TABLE, MEMORY_KIND, GLOBAL = range(4)  # kinds of imports
CALLS = {0x10, 0x12}

# What follows an instruction: n a number, b a byte, t a type, v a list of numbers and one more,
# l a list of bytes; digits so many bytes.
FOLLOWS = {
    **dict.fromkeys((0x02, 0x03, 0x04, 0x06), "t"),
    **dict.fromkeys((0x0C, 0x0D, 0x10, 0x12, *range(0x20, 0x27), 0x07, 0x08, 0x09, 0x18, 0xD2), "n"),
    **dict.fromkeys((*range(0x28, 0x3F), 0x11, 0x13), "nn"),
    **dict.fromkeys((0x3F, 0x40, 0x41, 0x42), "n"),
    0x0E: "v",
    0x1C: "l",
    0x43: "4",
    0x44: "8",
    0xD0: "b",
}
# Likewise after 0xFC and a number; what is not here has nothing after it.
FOLLOWS_MORE = {8: "nb", 9: "n", 10: "bb", 11: "b", 12: "nn", 13: "n", 14: "nn", 15: "n", 16: "n", 17: "n"}
MORE = 0xFC
UNKNOWN = {0xFD, 0xFE, 0x1F}  # vectors, threads, new exceptions: in none of our modules
BLOCK_TYPES = {0x40, 0x7F, 0x7E, 0x7D, 0x7C, 0x70, 0x6F}


def with_called(module: bytes, functions: Iterable[int]) -> frozenset[int]:
    """Functions of a module, all that these call by number, and so on."""
    sections = dict(_sections(module))
    imported = _imported_functions(sections[IMPORT])
    bodies = list(_bodies(sections[CODE]))
    known: set[int] = set()
    new = set(functions)
    while new:
        known |= new
        called = {number - imported for function in new for number in _calls(bodies[function])}
        new = {number for number in called if number >= 0} - known
    return frozenset(known)


def _calls(body: bytes) -> Iterator[int]:
    """The numbers of all functions that one calls, imported ones counted.

    >>> list(_calls(bytes([0, 0x41, 5, 0x10, 0xAC, 2, 0x0B])))
    [300]
    """
    at = _after_locals(body)
    while at < len(body):
        code = body[at]
        if code in UNKNOWN:
            raise ValueError(f"instruction {code:#x} is not known here")
        if code in CALLS:
            yield unpacked(body, at + 1)[0]
        follows = FOLLOWS.get(code, "")
        at += 1
        if code == MORE:
            number, at = unpacked(body, at)
            follows = FOLLOWS_MORE.get(number, "")
        for kind in follows:
            at = _after(kind, body, at)


def _after(kind: str, body: bytes, at: int) -> int:
    """Where one thing that follows an instruction ends."""
    if kind.isdigit():
        return at + int(kind)
    if kind == "b" or (kind == "t" and body[at] in BLOCK_TYPES):
        return at + 1
    number, at = unpacked(body, at)
    if kind == "l":
        return at + number
    if kind == "v":
        for _ in range(number + 1):
            _, at = unpacked(body, at)
    return at


def _imported_functions(imports: bytes) -> int:
    count, at = unpacked(imports, 0)
    functions = 0
    for _ in range(count):
        for _ in range(2):  # the names of a module and of a thing in it
            length, at = unpacked(imports, at)
            at += length
        kind = imports[at]
        functions += kind == FUNCTION
        at = _after_import(kind, imports, at + 1)
    return functions


def _after_import(kind: int, imports: bytes, at: int) -> int:
    """Where what is told of an import ends: of a function, table, memory, global variable or exception."""
    if kind == FUNCTION:
        return unpacked(imports, at)[1]
    if kind == GLOBAL:
        return at + 2
    if kind in {TABLE, MEMORY_KIND}:
        at += kind == TABLE
        has_most = imports[at] & 1
        _, at = unpacked(imports, at + 1)
        return unpacked(imports, at)[1] if has_most else at
    return unpacked(imports, at + 1)[1]


def marking(module: bytes, base: int, *, pages: int) -> bytes:
    """A module whose functions mark in memory, from ``base`` on, that they ran; of at least so many pages of 64 KiB."""

    def marked(number: int, body: bytes) -> bytes:
        at = _after_locals(body)
        # i32.const 0; i32.const 1; i32.store8 at base + number
        return body[:at] + b"\x41\x00\x41\x01\x3a\x00" + packed(base + number) + body[at:]

    def larger(memory: bytes) -> bytes:
        count, at = unpacked(memory, 0)
        _, after = unpacked(memory, at + 1)
        if count != 1:
            raise ValueError(f"the module has {count} memories and should have one")
        return memory[: at + 1] + packed(pages) + memory[after:]

    return _with_section(with_bodies(module, marked), MEMORY, larger)


def functions_in(module: bytes) -> int:
    """How many functions a module has, without those that it imports."""
    (code,) = (content for number, content in _sections(module) if number == CODE)
    return unpacked(code, 0)[0]


def with_bodies(module: bytes, change: Callable[[int, bytes], bytes]) -> bytes:
    """A module in which each function has another body, given by its number and its present one."""

    def changed(code: bytes) -> bytes:
        bodies = [change(number, body) for number, body in enumerate(_bodies(code))]
        return packed(len(bodies)) + b"".join(packed(len(body)) + body for body in bodies)

    return _with_section(module, CODE, changed)


def _bodies(code: bytes) -> Iterator[bytes]:
    count, at = unpacked(code, 0)
    for _ in range(count):
        size, start = unpacked(code, at)
        at = start + size
        yield code[start:at]


def _with_section(module: bytes, wanted: int, change: Callable[[bytes], bytes]) -> bytes:
    made = bytearray(module[:MAGIC])
    for number, content in _sections(module):
        new = change(content) if number == wanted else content
        made += bytes([number]) + packed(len(new)) + new
    return bytes(made)


def _sections(module: bytes) -> Iterator[tuple[int, bytes]]:
    at = MAGIC
    while at < len(module):
        size, start = unpacked(module, at + 1)
        yield module[at], module[start : start + size]
        at = start + size


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
