"""What a flood found, one layer after the other."""

from fractions import Fraction

from py_rules.search import Flood, Profile


def groups(found: Flood) -> list[tuple[Profile, Fraction, int]]:
    """Return profile, primary cost and anchors of all that was found."""
    return [
        (profile, found.scale.amount(cost), bits)
        for profile, batches in found.profiles()
        for batch in batches
        for cost, bits in batch.layers()
    ]
