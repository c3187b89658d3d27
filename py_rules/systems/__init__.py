"""Game systems, one module each, named by its id; every module is found by scanning, nothing is registered.

A host may bring further ones along: files in a folder of its own, which is then looked through as well.
"""

import importlib
import pkgutil
import traceback
from functools import cache

from py_rules.engine.rules import WorkingError
from py_rules.engine.system import System
from py_rules.protocol.problems import ProblemError

MOST_TRACED = 4000
"""The most characters of a traceback that are shown: its end."""


_found: dict[str, frozenset[str]] = {}
"""The systems of each folder. A page that starts from a snapshot has our modules in memory, and no files of theirs."""


def names() -> tuple[str, ...]:
    """Return the ids of all systems, sorted, without loading them."""
    for folder in __path__:
        if folder not in _found:
            _found[folder] = frozenset(module.name for module in pkgutil.iter_modules([folder]))
    return tuple(sorted({name for folder in __path__ for name in _found[folder]}))


@cache
def find(name: str) -> System:
    """Return the system of that id, one of :func:`names`; only this one is loaded.

    Raises :class:`ProblemError` where its file does not load, whatever an author's file may raise.
    """
    try:
        module = importlib.import_module(f"{__name__}.{name}")
    except (Exception, SystemExit) as error:
        raise failure(name, error, what="does not load") from error
    system: System | None = getattr(module, "SYSTEM", None)
    if system is None:
        missing = TypeError("it has no SYSTEM; write SYSTEM = game.system() at its end")
        raise failure(name, missing, what="does not load")
    return system


def is_brought(name: str) -> bool:
    """Tell whether a system is one that a host brings along."""
    return name in names() and name not in _found[__path__[0]]


def failure(name: str, error: BaseException, *, what: str) -> ProblemError:
    """Return the problem of a system whose file raised an error: which system, file and line, and what to do.

    ``traceback`` among its parameters is Python's own, for the author.
    """
    file, line = _place(name, error)
    said, _, remedy = str(error).partition("; ")
    told = f"{type(error).__name__}: {said}"
    where = f"{file}, line {line}" if line else f"{name}.py"
    message = f"system: {name} {what}: {where}: {told}"
    traced = "".join(traceback.format_exception(error))[-MOST_TRACED:]
    params: dict[str, str | int | float | bool | None]
    params = {"system": name, "file": file, "line": line, "error": told, "traceback": traced}
    return ProblemError(
        "system_broken", "system", message=message, remedy=remedy or f"correct {where}", params=params
    )


def _place(name: str, error: BaseException) -> tuple[str, int]:
    """Return the last line of a system's own code that an error went through: its file, and 0 for none."""
    if isinstance(error, SyntaxError) and error.filename:
        return error.filename, error.lineno or 0
    if isinstance(error, WorkingError):
        return error.place
    own = f"{__name__}.{name}"
    frames = traceback.walk_tb(error.__traceback__)
    within = [(frame.f_globals.get("__name__", ""), frame.f_code.co_filename, line) for frame, line in frames]
    lines = [(file, line) for module, file, line in within if module == own or module.startswith(f"{own}.")]
    return lines[-1] if lines else (f"{name}.py", 0)


def look_in(folder: str) -> None:
    """Find the systems in another folder as well."""
    if folder not in __path__:
        __path__.append(folder)
    importlib.invalidate_caches()
    _found.pop(folder, None)


def discover() -> dict[str, System]:
    """Return all systems by id."""
    return {name: find(name) for name in names()}
