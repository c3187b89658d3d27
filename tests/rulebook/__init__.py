"""The rulebook: every rule's cases as data, run against ``service.handle`` wherever it lives.

``contract.yaml`` and its sisters hold three shapes of cases: vectors (a function name of the rule tables,
input, output), stories (steps on one ledger) and maps (an ASCII board). ``python -m tests.rulebook FILE``
runs vectors from any file.
"""
