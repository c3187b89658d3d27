"""Write the answers of all transcripts anew, and show what became different: ``python -m tests.stories``."""

from difflib import unified_diff

from build_scripts.mirror import write_if_changed
from tests.stories.transcript import answered, files

for path in files():
    old = path.read_text(encoding="utf-8")
    new = answered(old)
    print("".join(unified_diff(old.splitlines(True), new.splitlines(True), path.name, "anew")), end="")  # noqa: T201
    write_if_changed(path, new.encode())
