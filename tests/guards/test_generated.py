"""Generated files are what would be generated now."""

from build_scripts.schema import stale_files


def test_the_protocol_types_are_fresh():
    assert stale_files() == [], "run make types"
