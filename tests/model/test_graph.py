"""Components and cycles of graphs, against their definition."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from casegen.model.graph import bottom_up, cycles, reachable, strongly_connected_components

NODES = "abcdefgh"
GRAPHS = st.dictionaries(st.sampled_from(NODES), st.lists(st.sampled_from(NODES), max_size=4), max_size=8)


@given(GRAPHS)
def test_components_are_the_nodes_that_reach_each_other(graph: dict[str, list[str]]) -> None:
    after = {node: reachable(graph[node], graph) for node in graph}
    wanted = {frozenset({node, *(b for b in graph if b in after[node] and node in after[b])})
              for node in graph if node in after[node]}  # fmt: skip
    components = strongly_connected_components(graph)
    assert {frozenset(part) for part in components} == wanted
    assert len(components) == len(wanted)
    assert {node for cycle in cycles(graph) for node in cycle} == {node for part in wanted for node in part}


@given(GRAPHS)
def test_successors_come_first_and_what_reaches_a_cycle_is_left_over(graph: dict[str, list[str]]) -> None:
    order, rest = bottom_up(graph)
    assert sorted([*order, *rest]) == sorted(graph)
    position = {node: k for k, node in enumerate(order)}
    assert all(position[b] < position[a] for a in order for b in graph[a] if b in graph)
    on_cycles = {node for part in strongly_connected_components(graph) for node in part}
    assert rest == {node for node in graph if reachable([node], graph) & on_cycles}


def test_a_long_circle_needs_no_recursion() -> None:
    n = 20_000
    graph = {str(k): [str((k + 1) % n)] for k in range(n)}
    (component,) = strongly_connected_components(graph)
    assert len(component) == n
