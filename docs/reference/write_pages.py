"""Write the reference pages from the program itself: ``python docs/reference/write_pages.py``.

``files.md`` comes from the model of the case files, with an example of every field taken from
``every-field.yaml``; ``commands.md`` from the command line; ``json.md`` from the types of what it prints;
``methods.md`` from the registered evidence methods.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterator, Mapping
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any, get_args

HERE = Path(__file__).parent
HEAD = "<!-- written by write_pages.py: change the program instead -->\n"
EXAMPLE = HERE / "every-field.yaml"
WIDEST = 70
"""Characters of an example; longer ones are cut with ``…``."""
Schema = dict[str, Any]


def pages() -> dict[str, str]:
    """The Markdown text of every page by file name."""
    return {
        "files.md": files_page(), "commands.md": commands_page(), "methods.md": methods_page(),
        "json.md": json_page(),
    }  # fmt: skip


# --- JSON documents ------------------------------------------------------------------------------


def json_page() -> str:
    """What each command prints with ``--json``: its keys, and how to get the schema."""
    from casegen.cli.json_schema import documents, json_schema

    text = [
        HEAD + "# JSON documents\n",
        "What each command prints with `--json`. The whole schema, with every key of every part: "
        '`casegen schema "assess --json"`. A document holds the keys that its schema names and no other. Where '
        "the input or the call is wrong, or an outside part fails, every command prints the document of `check` and ends "
        "with exit code 2 or 3 (only an `evidence run` of which an item fails prints its own, which says why); "
        "a command that computes prints it, with exit code 1, where a rule finds an error: "
        "nothing is computed then, and the key `diagnostics` tells it from the command's own. "
        "Infinities are the texts `inf` and `-inf`.\n",
        "| command | document | keys |\n|---|---|---|",
    ]
    for command in documents():
        schema = json_schema(command)
        for root in (_root(schema, one) for one in schema.get("anyOf", [schema])):
            meaning = " ".join(str(root.get("description", "")).split()).replace("``", "`")
            keys = ", ".join(f"`{key}`" for key in root["properties"])
            text.append(f"| `casegen {command}` | {meaning} | {keys} |")
    return "\n".join(text) + "\n"


def _root(schema: Schema, part: Schema) -> Schema:
    return dict(schema["$defs"][part["$ref"].rpartition("/")[2]]) if "$ref" in part else part


# --- case files ----------------------------------------------------------------------------------


def files_page() -> str:
    """Every section and part of a case file: type, default, unit, meaning, example."""
    from casegen.io.schema import parts, schema
    from casegen.model.argument import Node

    whole = schema()
    kinds = {kind.__name__: section for section, kind in parts().items()}
    examples = example_values()
    shared = set(Node.model_fields)
    text = [
        HEAD + "# Case files\n",
        "Every field of the files of a case. [Writing a case](../cases.md) tells how they go together; "
        "`casegen schema > case.schema.json` writes the same for an editor. Examples are taken from "
        "[`every-field.yaml`](every-field.yaml), which is checked, not to be copied.\n",
        "Numbers are YAML 1.2 numbers; probabilities lie in [0, 1]. A key that is not listed is an error.\n",
        "## A file\n",
        _field_table("CaseFile", whole, examples),
    ]
    definitions: Mapping[str, Schema] = whole["$defs"]
    order = [*(k for k in kinds if k in definitions), *sorted(k for k in definitions if k not in kinds)]
    text += ["## Every node of the argument\n", _field_table("Node", Node.model_json_schema(), examples)]
    for name in order:
        definition = definitions[name]
        if "properties" not in definition:
            continue
        text.append(f"## {_words(name)}\n")
        if name in kinds:
            text.append(f"An entry of `{kinds[name]}`.\n" if kinds[name] != "case" else "The key `case`.\n")
        text.append(_paragraph(definition.get("description", "")) + "\n")
        is_node = shared <= set(definition["properties"])
        if is_node:
            text.append("Besides the fields of [every node](#every-node-of-the-argument):\n")
            own = {k: v for k, v in definition["properties"].items() if k not in shared}
            definition = definition | {"properties": own}
        if definition["properties"]:
            text.append(_field_table(name, definition, examples))
    return "\n".join(text)


def example_values() -> dict[tuple[str, str], str]:
    """An example of each field, by class and key, as it stands in ``every-field.yaml``."""
    from casegen.io.source_map import parse, read_text
    from casegen.model.argument import Node
    from casegen.model.case_file import CaseFile

    parsed = parse(read_text(EXAMPLE, EXAMPLE.name), EXAMPLE.name)
    results: dict[tuple[str, str], str] = {}
    for part, raw in _walk(CaseFile.model_validate(parsed.data), parsed.data):
        for field, info in type(part).model_fields.items():
            key = info.alias or field
            if key in raw:
                owners = [Node] if isinstance(part, Node) and field in Node.model_fields else [type(part)]
                for owner in owners:
                    results.setdefault((owner.__name__, key), _brief(raw[key]))
    return results


def _walk(part: Any, raw: Any) -> Iterator[tuple[Any, Any]]:
    from pydantic import BaseModel

    if isinstance(part, BaseModel):
        yield part, raw
        for field, info in type(part).model_fields.items():
            key = info.alias or field
            if key in raw:
                yield from _walk(getattr(part, field), raw[key])
    elif isinstance(part, tuple):
        for one, text in zip(part, raw, strict=True):
            yield from _walk(one, text)


def _brief(value: Any) -> str:
    """A value as YAML on one line, cut where it is long."""
    text = _flow(value)
    if len(text) <= WIDEST:
        return text
    if isinstance(value, dict):
        key = next(iter(value))
        return f"{{{key}: {_brief(value[key])}, …}}"
    if isinstance(value, list | tuple):
        return f"[{_brief(value[0])}{', …' if len(value) > 1 else ''}]"
    return text[: WIDEST - 1] + "…"


def _flow(value: Any) -> str:
    """A value as YAML on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k}: {_flow(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_flow(v) for v in value) + "]"
    if isinstance(value, str) and re.fullmatch(r"<=|>=|<|>|[\d.]+", value):
        return json.dumps(value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def _field_table(name: str, definition: Schema, examples: Mapping[tuple[str, str], str]) -> str:
    rows = ["| field | type | default | unit | meaning | example |", "|---|---|---|---|---|---|"]
    needed = definition.get("required", ())
    for key, field in definition["properties"].items():
        meaning, unit = _meaning(field)
        default = "needed" if key in needed else _default(field.get("default"))
        shown = examples.get((name, key), "")
        rows.append(
            f"| `{key}` | {_type(field)} | {default} | {unit or '–'} | {_cell(meaning)} | "
            f"{_code(shown) if shown else ''} |"
        )
    return "\n".join(rows) + "\n"


def _meaning(field: Schema) -> tuple[str, str]:
    """The description without its unit in brackets, and that unit."""
    text = field.get("description", "")
    unit = re.search(r" \[([^\[\]]+)\]$", text)
    return (text[: unit.start()], unit[1]) if unit else (text, "")


def _default(value: Any) -> str:
    if value is None or value in ("", [], {}):
        return "–"
    return _code(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))


def _type(field: Schema) -> str:
    """A JSON Schema type in words, with links to the parts of the page."""
    if "$ref" in field:
        name = field["$ref"].rsplit("/", 1)[1]
        return _reference(name)
    if "allOf" in field:
        return _type(field["allOf"][0])
    for union in ("anyOf", "oneOf"):
        if union in field:
            some = [_type(one) for one in field[union] if one.get("type") != "null"]
            return " or ".join(dict.fromkeys(some))
    if "const" in field:
        return _code(field["const"])
    if "enum" in field:
        return ", ".join(_code(word) for word in field["enum"])
    if field.get("type") == "array":
        ends = field.get("prefixItems")
        items = ", ".join(_type(i) for i in ends) if ends else _type(field.get("items", {}))
        return f"list of {items}" if not ends else f"[{items}]"
    if field.get("type") == "object":
        return f"mapping to {_type(field['additionalProperties'])}" if _is_typed(field) else "mapping"
    return _scalar(field)


def _is_typed(field: Schema) -> bool:
    return isinstance(field.get("additionalProperties"), dict) and bool(field["additionalProperties"])


def _reference(name: str) -> str:
    words = _enumerations().get(name)
    return ", ".join(_code(word) for word in words) if words else f"[{_in_text(name)}](#{_anchor(name)})"


@cache
def _enumerations() -> dict[str, list[str]]:
    from casegen.io.schema import schema

    return {name: d["enum"] for name, d in schema()["$defs"].items() if "enum" in d}


def _scalar(field: Schema) -> str:
    kind = {"string": "text", "integer": "whole number", "boolean": "true or false"}.get(
        field.get("type", ""), field.get("type", "any value")
    )
    if field.get("format") == "date":
        return "date"
    if field.get("pattern", "").startswith(r"^[^\s/"):
        return "id"
    limits = [
        f"{sign} {field[key]:g}"
        for key, sign in (
            ("minimum", "≥"),
            ("exclusiveMinimum", ">"),
            ("maximum", "≤"),
            ("exclusiveMaximum", "<"),
        )
        if key in field
    ]
    return f"{kind} {', '.join(limits)}".strip()


def _words(name: str) -> str:
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)
    return (spaced[0] + spaced[1:].lower()).replace("Hazop", "HAZOP").replace("Glm", "GLM")


def _in_text(name: str) -> str:
    words = _words(name)
    return words if words[:2].isupper() else words.lower()


def _anchor(name: str) -> str:
    return _words(name).lower().replace(" ", "-")


def _paragraph(text: str) -> str:
    return " ".join(text.replace("``", "`").split())


def _cell(text: str) -> str:
    return _paragraph(text).replace("|", "\\|")


def _code(text: str) -> str:
    return f"`{text}`".replace("|", "\\|")


# --- commands ------------------------------------------------------------------------------------


def commands_page() -> str:
    """Every command with its arguments and options."""
    text = [
        HEAD + "# Commands and options\n",
        "What each command is for, its exit codes and what is read from the environment: "
        "[Commands](../commands.md). `casegen COMMAND --help` prints the same.\n",
    ]
    for path, callback in sorted(_callbacks()):
        parameters = [_Asked(p) for p in _shown(callback)]
        shape = " ".join([path, *(p.names for p in parameters if p.is_argument)])
        text += [
            f"## {path}\n",
            _paragraph(callback.__doc__ or "") + "\n",
            f"```text\n{shape} [options]\n```\n",
        ]
        text += ["| argument, option | value | default | meaning |", "|---|---|---|---|"]
        text += [*(p.row() for p in parameters), ""]
    return "\n".join(text)


def _callbacks() -> Iterator[tuple[str, Any]]:
    from casegen.cli.app import commands

    app = commands()
    groups = [("casegen", app), *((f"casegen {g.name}", g.typer_instance) for g in app.registered_groups)]
    for prefix, group in groups:
        assert group is not None
        for command in group.registered_commands:
            assert command.callback is not None
            name = command.name or command.callback.__name__.replace("_", "-")
            yield f"{prefix} {name}", command.callback


def _shown(callback: Any) -> list[inspect.Parameter]:
    """Parameters of a command that its help shows."""
    every = inspect.signature(callback, eval_str=True).parameters.values()
    return [p for p in every if not getattr(get_args(p.annotation)[1], "hidden", False)]


class _Asked:
    """One argument or option of a command, read from the signature of its function."""

    def __init__(self, parameter: inspect.Parameter) -> None:
        from typer.models import ArgumentInfo

        self.kind, self.info = get_args(parameter.annotation)[:2]
        self.is_argument = isinstance(self.info, ArgumentInfo)
        self.default = parameter.default
        # typer keeps the first name given to Option(...) as its default, since both come first
        names = [d for d in (self.info.default, *(self.info.param_decls or ())) if isinstance(d, str)]
        declared = names or [f"--{parameter.name.replace('_', '-')}"]
        self.names = (
            (self.info.metavar or parameter.name.upper()) if self.is_argument else ", ".join(declared)
        )

    def row(self) -> str:
        """A row of the table."""
        text = self.info.help or ""
        if not self.is_argument and "list" in str(self.kind) and "may be repeated" not in text:
            text += " May be repeated."
        if self.info.envvar:
            text += f" From the environment: `{self.info.envvar}`."
        needed = self.default is inspect.Parameter.empty
        default = "needed" if needed else "–" if self.default is False else _default(self._word(self.default))
        value = "" if self.is_argument or self.kind is bool else _code(self.info.metavar or self._value())
        return f"| {_code(self.names)} | {value} | {default} | {_cell(text)} |"

    @staticmethod
    def _word(value: Any) -> Any:
        return value.value if isinstance(value, Enum) else str(value) if isinstance(value, Path) else value

    def _value(self) -> str:
        kind = next((k for k in (self.kind, *get_args(self.kind)) if isinstance(k, type)), str)
        if issubclass(kind, Enum):
            return " ".join(str(member.value) for member in kind)
        low, high = (getattr(self.info, end, None) for end in ("min", "max"))
        ends = f" {low if low is not None else ''}…{high if high is not None else ''}"
        name = {int: "WHOLE NUMBER", float: "NUMBER", Path: "PATH"}.get(kind, "TEXT")
        return name + (ends if (low, high) != (None, None) else "")


# --- evidence methods ----------------------------------------------------------------------------


def methods_page() -> str:
    """Every evidence method that ships: inputs, parameters, measures."""
    from casegen.store.methods import method, registered

    shipped = [name for name, point in registered().items() if point.value.startswith("casegen_evidence.")]
    text = [
        HEAD + "# Evidence methods\n",
        "What stands in an [evidence item](files.md#evidence-spec) for each method: `inputs`, `parameters`, and the "
        "measures that claims and basic events may name. A measure for reproduction only has no bound that covers, "
        "and claims must not use it. [Methods](../methods.md) gives the equations and their sources; "
        "[Evidence from your own model](../how-to/own-model.md) tells which one to choose.\n",
        "| method | measures |",
        "|---|---|",
        *(f"| [`{name}`](#{name}) | {_cell(method(name).summary)} |" for name in shipped),
        "",
    ]
    for name in shipped:
        text += _method(method(name))
    return "\n".join(text)


def _method(result: Any) -> list[str]:
    needs = f" Needs `pip install 'casegen[{result.extra}]'`." if result.extra else ""
    text = [
        f"## {result.name}\n",
        f"{_paragraph(result.summary)}. Version {result.version}.{needs}\n",
        f"Source: {_paragraph(result.source)}.\n",
    ]
    if result.inputs:
        rows = [f"| `{k}` | {'yes' if n else 'no'} | {_cell(t)} |" for k, (n, t) in result.inputs.items()]
        text += ["| input | needed | holds |", "|---|---|---|", *rows, ""]
    schema = result.parameters.model_json_schema()
    definitions = {k: d for k, d in schema.get("$defs", {}).items() if "properties" in d}
    if schema.get("properties"):
        text += ["| parameter | type | default | meaning |", "|---|---|---|---|"]
        text += [*_parameters(schema, schema), ""]
    for name, definition in sorted(definitions.items()):
        text.append(f"*{_words(name)}*: {_paragraph(definition.get('description', ''))}\n")
        text += ["| key | type | default | meaning |", "|---|---|---|---|"]
        text += [*_parameters(definition, schema), ""]
    rows = [
        f"| `{k}` | {kind} | {_cell(t)} | {result.tolerance.get(k, 0):g} |"
        for k, (kind, t) in result.measures.items()
    ]
    text += [
        "| measure | kind | is | relative tolerance of a recomputation |",
        "|---|---|---|---|",
        *rows,
        "",
    ]
    return text


def _parameters(definition: Schema, schema: Schema) -> Iterator[str]:
    needed = definition.get("required", ())
    for key, field in definition.get("properties", {}).items():
        default = "needed" if key in needed else _default(field.get("default"))
        kind = re.sub(r"\[([^\]]+)\]\(#[^)]*\)", r"*\1*", _type(_resolved(field, schema)))
        meaning, unit = _meaning(field)
        yield f"| `{key}` | {kind} | {default} | {_cell(meaning)}{f' [{unit}]' if unit else ''} |"


def _resolved(field: Schema, schema: Schema) -> Schema:
    """References to enumerations replaced by their words."""
    words = field.get("$ref", "").rsplit("/", 1)[-1]
    definition = schema.get("$defs", {}).get(words, {})
    return definition if "enum" in definition else field


def main() -> None:
    """Write every page."""
    for name, text in pages().items():
        (HERE / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
