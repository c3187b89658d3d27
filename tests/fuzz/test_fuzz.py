"""Whatever is made of requests and ledgers, each is answered: with a reply of its model, the same one twice."""

import json
import os

import pytest

from py_rules.service import Service
from tests.asking import checked
from tests.fuzz import corpus
from tests.fuzz.changes import changed, words_of
from tests.oracle.tables import seeded

REQUESTS = int(os.environ.get("FUZZ_REQUESTS", "20000"))
"""So many changed requests are asked in all."""
BATCHES = 8


@pytest.mark.parametrize("batch", range(BATCHES))
def test_changed_requests_are_answered(batch):
    rng = seeded(f"fuzz {batch}")
    texts = corpus.requests()
    words = words_of([json.loads(text) for text in texts[:: len(texts) // 200 + 1]])
    service, other = Service(), Service()
    for number in range(REQUESTS // BATCHES):
        request = changed(rng, json.loads(rng.choice(texts)), words)
        text = json.dumps(request)
        told = service.handle(text)
        op = request.get("op")
        reply = checked(told, op=op if isinstance(op, str) else None)
        code = None if reply["ok"] else reply["problem"]["code"]
        assert code != "internal", (reply["problem"]["message"], text)
        # Another process has not seen the scenes before.
        if number % 4 == 0 and "scene_ref" not in request:
            assert other.handle(text) == told, text
