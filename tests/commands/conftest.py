"""A copy of the tree for those who run commands."""

from collections.abc import Iterator

import pytest

from tests.commands.tree import Tree, copy_tree


@pytest.fixture(scope="session")
def tree(tmp_path_factory) -> Iterator[Tree]:
    """A copy in which all is fetched and built, but for what is made of that for each host."""
    tree = copy_tree(tmp_path_factory.mktemp("commands") / "tree")
    yield tree
    tree.bring_home()


@pytest.fixture
def bare_tree(tmp_path) -> Tree:
    """A copy in which nothing has been built."""
    return copy_tree(tmp_path / "tree", built=False)
