"""Write the pages of this folder from the patterns themselves: ``python docs/patterns/write_pages.py``.

One page per pattern with its parameters, its outline and its diagrams (own module only), and the index.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from casegen.argument import Instance, Pattern, instantiate, library, status
from casegen.model.case import Case
from casegen.model.results import Assessment

HERE = Path(__file__).parent
HEAD = "<!-- written by write_pages.py: change the pattern file instead -->\n"


def pages() -> dict[str, str]:
    """The Markdown text of every page by file name; diagrams are named by number."""
    result = {"index.md": _index()}
    for name, pattern in library().items():
        result[f"{name}.md"] = _page(pattern, sorted(p.name for p in HERE.glob(f"diagrams/{name}-*.svg")))
    return result


def _index() -> str:
    rows = [f"| [`{name}`]({name}.md) | {p.version} | {p.title} |" for name, p in library().items()]
    return (
        f"{HEAD}# Argument patterns\n\n"
        "A pattern is a file of `templates/arguments`: nodes with parameters in their texts, repetition over sets "
        "and other patterns pulled in. `casegen new DIR --template NAME --set name=value` writes a case from one. "
        "How to write your own: [argument.md](../argument.md).\n\n"
        "| pattern | version | what it argues |\n|---|---|---|\n" + "\n".join(rows) + "\n"
    )


def _page(pattern: Pattern, diagrams: list[str]) -> str:
    parts = [
        f"{HEAD}# {pattern.title}\n",
        f"`{pattern.pattern}`, version {pattern.version}.\n",
        f"{pattern.text}\n",
    ]
    parts.append(f"Source: {pattern.source}.\n")
    parts.append(f"```\ncasegen new demo --template {pattern.pattern}{_example(pattern)}\n```\n")
    parts += ["## Parameters\n", "| name | type | default | |", "|---|---|---|---|"]
    parts += [f"| `{p.name}` | {p.type} | {_default(p.default)} | {p.text} |" for p in pattern.parameters]
    if pattern.include:
        names = ", ".join(
            f"`{name}`" for include in pattern.include for name in _included(pattern, include.pattern)
        )
        parts.append(f"\nPulls in {names}: a module of its own.")
    parts += ["\n## Diagrams\n"]
    parts += [f"![{pattern.title}, sheet {k}](diagrams/{name})\n" for k, name in enumerate(diagrams, 1)]
    parts += ["## Outline\n", "\n".join(_outline(instantiate(pattern))), ""]
    return "\n".join(parts)


def _included(pattern: Pattern, name: str) -> list[str]:
    """The pattern that is included, or those that a parameter chooses from."""
    chosen = pattern.parameter.get(name.strip("{}"))
    return ["` or `".join(chosen.choices)] if chosen else [name]


def _default(value: object) -> str:
    return "" if value is None else f"`{value}`"


def _example(pattern: Pattern) -> str:
    first = next((p for p in pattern.parameters if p.type == "name"), None)
    return f' --set "{first.name}={first.default}"' if first else ""


def _outline(instance: Instance) -> Iterator[str]:
    """Nested list of the instance's own module: the accessible equivalent of the diagrams."""
    case = instance.case()
    stack = [(instance.top, 0, "")]
    seen: set[str] = set()
    while stack:
        id, depth, role = stack.pop()
        yield f"{'  ' * depth}- {role}{_line(case, id)}"
        if id in seen:
            continue
        seen.add(id)
        for argument in case.argument_for.get(id, ()):
            yield f"{'  ' * (depth + 1)}- *{argument.block}*: {argument.text}"
            below = [(i, "side-claim ") for i in argument.side_claims] + [(i, "") for i in argument.premises]
            stack.extend((i, depth + 2, role) for i, role in reversed(below))


def _line(case: Case, id: str) -> str:
    node = case.node[id]
    kind = "sub-case " if id in {sub.id for sub in case.sub_cases} else ""
    return f"{kind}**{id}** {node.text}"


def write_diagrams(pattern: Pattern) -> None:
    """SVG files of the pattern's own module, numbered in reading order."""
    from casegen.render.diagrams import all_diagrams, standalone

    instance = instantiate(pattern)
    case = instance.case()
    result = status(case, {}, {}, {})
    assessment = Assessment(case, result.supported, result.claims, result.nodes, {}, {})
    own = f"sheet-argument-{instance.module['id']}-"
    sheets = [d for d in all_diagrams(assessment) if d.name.startswith(own)]
    for number, diagram in enumerate(sheets, 1):
        (HERE / "diagrams" / f"{pattern.pattern}-{number}.svg").write_text(
            standalone(diagram), encoding="utf-8"
        )


def main() -> None:
    """Write diagrams and pages."""
    (HERE / "diagrams").mkdir(exist_ok=True)
    for old in (HERE / "diagrams").glob("*.svg"):
        old.unlink()
    for pattern in library().values():
        write_diagrams(pattern)
    for name, text in pages().items():
        (HERE / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
