"""Generated files are what would be generated now."""

from build_scripts import cave
from build_scripts.schema import stale_files


def test_the_protocol_types_are_fresh():
    assert stale_files() == [], "run make types"


def test_the_cave_is_as_it_is_dug():
    assert cave.FILE.read_text(encoding="utf-8") == cave.scene_text(), "run make cave"
