"""What a way has spent when it is priced."""

from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction

from py_rules.values.records import record


@record()
class Spent:
    """What a way uses beside the primary allowance: its meters, and the worst of the marks it leaves."""

    meters: Mapping[str, Fraction] = field(default_factory=dict)
    marks: Mapping[str, int] = field(default_factory=dict)
