"""The contract of hosts is played in full, and the page for new hosts tells it as it is played."""

from build_scripts.project import ROOT
from tests.hosts.contract import test_contract
from tests.hosts.contract.cases import Case
from tests.hosts.contract.hosts import HOSTS
from tests.hosts.contract.table import declared


def test_every_case_is_played():
    played = {getattr(test, "case", None) for test in vars(test_contract).values()} - {None}
    assert played == set(Case)


def test_every_host_is_tried():
    tried = {driver.__module__.rpartition(".")[2] for driver in HOSTS.values()}
    assert tried == {"demo"} | {
        folder.name for folder in (ROOT / "web" / "hosts").iterdir() if folder.is_dir()
    }


def test_the_page_for_new_hosts_tells_what_is_meant_to_happen():
    page = (ROOT / "docs" / "host-contract.md").read_text(encoding="utf-8")
    assert declared() in page, (
        "put what python -m tests.hosts.contract --declared prints into docs/host-contract.md"
    )
