"""Tests of one host are run by one process, so that its rules start and its tables are laid once."""

from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the tests of each host into a group of their own."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.xdist_group(host_of(item)))


def host_of(item: pytest.Item) -> str:
    """Return the host that a test is about: the contract has it as a parameter, all others as their folder."""
    folder = item.path.relative_to(HERE).parts[0]
    params = item.callspec.params if hasattr(item, "callspec") else {}
    return params["table"].split("-")[0] if folder == "contract" else folder
