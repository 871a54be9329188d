"""What is wrong with the gates of a tree and the groups that it names, in sentences that documents translate."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from casegen.model.sentence import Sentence, worded


def no_top(tree: str, top: str) -> Sentence:
    """The top of a tree is none of its gates."""
    return worded(
        "tree_problem.no_top", "tree {tree} has no gate {gate} for its top", tree=repr(tree), gate=repr(top)
    )


def cycle(chain: str) -> Sentence:
    """Gates that are below themselves."""
    return worded(
        "tree_problem.cycle",
        "gates form a cycle: {chain}; a gate cannot be among its own causes",
        chain=chain,
    )


def several(gate: str, name: str, trees: Sequence[str]) -> Sentence:
    """An input of a gate that several trees have."""
    return worded(
        "tree_problem.several",
        "gate {gate} names {name}, which is a gate of several trees: {trees}",
        gate=gate,
        name=name,
        trees=", ".join(trees),
    )


def undefined(gate: str, name: str, hint: Sentence) -> Sentence:
    """An input of a gate that nothing is."""
    return worded(
        "tree_problem.undefined",
        "gate {gate} names {name}, which is no gate, basic event, house event or tree{hint}",
        gate=gate,
        name=name,
        hint=hint,
    )


def part_is_event(part: str, members: Sequence[str], group: str) -> Sentence:
    """What stands for members of a group has the name of a basic event."""
    return worded(
        "tree_problem.part_event",
        "{part}, has the name of a basic event: rename that",
        part=_part(part, members, group),
    )


def part_is_another(part: str, members: Sequence[str], group: str, other: str) -> Sentence:
    """What stands for members of a group has the name of what stands for members of another."""
    return worded(
        "tree_problem.part_twice",
        "{part}, has the name of one of group {group}: rename a member",
        part=_part(part, members, group),
        group=other,
    )


def alike(group: str) -> Sentence:
    """Members of a group whose names, put together, are the same."""
    return worded(
        "tree_problem.alike",
        "members of group {group} have names that read alike together: rename one",
        group=group,
    )


def _part(part: str, members: Sequence[str], group: str) -> Sentence:
    return worded(
        "tree_problem.part",
        "{part}, the event that stands for {members} in group {group}",
        part=part,
        members=reduce(_and, members),
        group=group,
    )


def _and(one: str, other: str) -> str:
    return worded("tree_problem.and", "{one} and {other}", one=one, other=other)
