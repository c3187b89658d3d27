"""Write the hashes of Python packages into the files that name them, after their versions were changed by hand.

Of each release all files are named, so that pip, wherever it runs, finds the one that suits there and refuses it when
it is not what it was. uv asks the package index; the order is that of the names.
"""

import sys
from pathlib import Path

from build_scripts.mirror import write_if_changed
from build_scripts.programs import output_of
from build_scripts.project import BUILD, ROOT, say, stop

UV = BUILD / "pins" / "venv" / "bin" / "uv"
FILES = (
    ROOT / "build_scripts" / "requirements.txt",
    ROOT / "build_scripts" / "bill" / "requirements.txt",
    ROOT / "build_scripts" / "manual" / "requirements.txt",
    ROOT / "tests" / "mutation" / "requirements.txt",
)


def named(text: str) -> tuple[list[str], list[str]]:
    r"""The comments of a file of requirements, and what it names, without hashes.

    >>> named("# Tools.\nruff==1.0 \\\n    --hash=sha256:00\nmypy==2.0\n")
    (['# Tools.'], ['ruff==1.0', 'mypy==2.0'])
    """
    lines = text.splitlines()
    comments = [line for line in lines if line.startswith("#")]
    return comments, [line.removesuffix("\\").strip() for line in lines if line[:1].isalnum()]


def hashed(requirements: list[str]) -> str:
    """The same requirements with the hashes of all their files, as pip wants them."""
    if not UV.is_file():
        stop("build/pins is missing; run make pins")
    command = [
        *(str(UV), "pip", "compile", "-", "--no-deps", "--universal", "--generate-hashes"),
        *("--python-version", "3.11", "--no-header", "--no-annotate", "--quiet"),
    ]
    return output_of(command, "uv could not find all packages", told="\n".join(requirements))


def rewrite(path: Path) -> None:
    """Bring the hashes in a file up to date."""
    comments, requirements = named(path.read_text(encoding="utf-8"))
    write_if_changed(path, "\n".join([*comments, hashed(requirements)]).encode())
    say(f"{path.relative_to(ROOT)}: {len(requirements)} packages with their hashes")


def main() -> None:
    """Bring all files up to date, or those named on the command line."""
    known = {path.relative_to(ROOT).as_posix(): path for path in FILES}
    for name in sys.argv[1:] or known:
        if name not in known:
            stop(f"{name} names no Python packages; choose from {', '.join(known)}")
        rewrite(known[name])


if __name__ == "__main__":
    main()
