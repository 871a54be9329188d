"""Pages: every node drawn in full exactly once, no page larger than its seams force it to be."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casegen.render.paging import cut_pages, next_cut, spanning_tree


def chain(n: int) -> dict[str, list[str]]:
    return {str(i): [str(i + 1)] for i in range(n)} | {str(n): []}


def test_a_long_chain_is_cut_at_the_limit() -> None:
    graph = chain(99)
    pages = cut_pages(["0"], graph.__getitem__, lambda n: True, limit=10)
    assert max(len(page.nodes) for page in pages) <= 10
    assert [n for page in pages for n in page.nodes] == [str(i) for i in range(100)]


@pytest.mark.slow
def test_a_depth_that_would_exhaust_recursion_is_cut() -> None:
    graph = chain(20_000)
    pages = cut_pages(["0"], graph.__getitem__, lambda n: True, limit=30)
    assert sum(len(page.nodes) for page in pages) == 20_001


def test_a_shared_node_is_drawn_once_and_transferred_elsewhere() -> None:
    graph = {"r": ["a", "b"], "a": ["s"], "b": ["s"], "s": ["x"], "x": []}
    (page,) = cut_pages(["r"], graph.__getitem__, lambda n: True, limit=10)
    assert page.nodes.count("s") == 1
    assert page.away == {("b", "s")}


def test_a_cycle_ends() -> None:
    graph = {"a": ["b"], "b": ["a"]}
    (page,) = cut_pages(["a"], graph.__getitem__, lambda n: True, limit=10)
    assert page.nodes == ("a", "b")
    assert page.away == {("b", "a")}


def test_forced_nodes_start_pages() -> None:
    graph = {"r": ["a", "b"], "a": [], "b": ["c"], "c": []}
    pages = cut_pages(["r"], graph.__getitem__, lambda n: True, limit=10, forced={"b"}.__contains__)
    assert [page.root for page in pages] == ["r", "b"]
    assert ("r", "b") in pages[0].away


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(
    st.integers(2, 120).flatmap(lambda n: st.lists(st.integers(0, 10**6), min_size=n, max_size=n)),
    st.integers(3, 30),
)
def test_every_node_of_a_random_tree_is_drawn_in_full_once(parents: list[int], limit: int) -> None:
    graph: dict[str, list[str]] = {str(i): [] for i in range(len(parents))}
    for child in range(1, len(parents)):
        graph[str(parents[child] % child)].append(str(child))
    pages = cut_pages(["0"], graph.__getitem__, lambda n: True, limit=limit)
    drawn = [node for page in pages for node in page.nodes]
    assert sorted(drawn) == sorted(graph)
    widest = max(len(children) for children in graph.values())
    assert max(len(page.nodes) for page in pages) <= max(limit, widest + 1)
    for page in pages:
        for parent, child in page.away:
            assert child in {other.root for other in pages}, (parent, child)


def test_next_cut_halves_a_page() -> None:
    graph = chain(20)
    (page,) = cut_pages(["0"], graph.__getitem__, lambda n: True, limit=100)
    assert next_cut(page, lambda n: True) in ("10", "11")
    assert next_cut(page, lambda n: False) is None


def test_spanning_tree_names_repeated_links() -> None:
    graph = {"r": ["a", "b"], "a": ["b"], "b": []}
    order, tree, repeated = spanning_tree(["r"], graph.__getitem__)
    assert order == ["r", "a", "b"]
    assert tree["a"] == ["b"]
    assert repeated == {("r", "b")}
