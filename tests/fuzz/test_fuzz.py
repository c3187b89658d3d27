"""Whatever is made of requests and ledgers is answered: by a reply of its model, the same twice, with bounded work."""

import json
import os
import resource

import pytest

from py_rules.service import Service
from py_rules.values import work
from tests.asking import checked
from tests.fuzz import corpus
from tests.fuzz.changes import changed, words_of
from tests.oracle.tables import seeded

REQUESTS = int(os.environ.get("FUZZ_REQUESTS", "20000"))
"""How many changed requests are asked in all."""
BATCHES = 8
MEGABYTES = 500
"""What all requests of a batch may take beside each other."""


@pytest.mark.parametrize("batch", range(BATCHES))
def test_changed_requests_are_answered(batch):
    rng = seeded(f"fuzz {batch}")
    texts = corpus.requests()
    words = words_of([json.loads(text) for text in texts[:: len(texts) // 200 + 1]])
    service, other, before = Service(), Service(), _megabytes()
    for number in range(REQUESTS // BATCHES):
        request = changed(rng, json.loads(rng.choice(texts)), words)
        text = json.dumps(request)
        told = service.handle(text)
        op = request.get("op")
        reply = checked(told, op=op if isinstance(op, str) else None)
        code = None if reply["ok"] else reply["problem"]["code"]
        assert code != "internal", (reply["problem"]["message"], text)
        assert service.steps <= work.MOST or code == "too_much_work", (service.steps, text)
        # Another process has not seen the scenes before.
        if number % 4 == 0 and "scene_ref" not in request:
            assert other.handle(text) == told, text
    assert _megabytes() - before < MEGABYTES


def _megabytes():
    """Return the most memory that this process has had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
