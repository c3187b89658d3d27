"""The protocol's vectors are answered as meant, so that comparing their answers elsewhere means something."""

import json
from collections import Counter
from pathlib import Path

from py_rules.service import Service
from tests.asking import checked

VECTORS = json.loads((Path(__file__).parents[2] / "vectors" / "requests.json").read_text(encoding="utf-8"))


def answered():
    """Return operation and reply of every vector, asked in order; the operation is None for a bare text."""
    service = Service()
    for made in VECTORS.values():
        op = made.get("op") if isinstance(made, dict) else None
        text = made if isinstance(made, str) else json.dumps(made)
        yield op, checked(service.handle(text), op=op)


def test_vectors_are_of_all_kinds():
    replies = list(answered())
    valid = Counter(op for op, reply in replies if reply["ok"])
    assert set(valid) == {"describe", "state", "destinations", "plan", "apply"}
    codes = {reply["problem"]["code"] for _, reply in replies if not reply["ok"]}
    assert "internal" not in codes
    assert len(codes) >= 10
    verdicts = {
        plan["verdict"]
        for op, reply in replies
        if op == "plan" and reply["ok"]
        for plan in reply["value"]["plans"]
    }
    assert verdicts == {"free", "penalised", "roll", "impossible"}


def test_ledgers_of_vectors_are_whole():
    for (name, made), (_, reply) in zip(VECTORS.items(), answered(), strict=True):
        broken = not reply["ok"] and reply["problem"]["code"].startswith("ledger_")
        assert broken == name.startswith("a ledger "), made
