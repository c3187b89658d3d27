"""Settings for all Python tests."""

import os

from hypothesis import HealthCheck, settings

# The same examples on each run, so that a failure can be seen again; soaking looks for new ones.
settings.register_profile(
    "steady",
    max_examples=16,
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.register_profile(
    "soak",
    max_examples=2_000,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))
