"""How many examples a property is tried with: a part of what the profile in use says."""

from hypothesis import settings

LEAST = 2


def some(part, *, steps=None):
    """Return settings for a part of the profile's examples; ``steps``: of a state machine."""
    count = max(LEAST, int(settings.default.max_examples * part))
    more = {} if steps is None else {"stateful_step_count": steps}
    return settings(max_examples=count, **more)
