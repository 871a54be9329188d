"""Write a document as people write case files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def case_text(document: Mapping[str, Any]) -> str:
    """YAML in block style, with short lists and mappings on one line, that the loader reads back as it was."""
    import yaml

    from casegen.io.positions import typed

    class Writer(yaml.SafeDumper):
        """Quotes every text that the loader would take for something else."""

        def ignore_aliases(self, data: Any) -> bool:
            return True

        def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
            super().increase_indent(flow, False)

    def text(writer: yaml.SafeDumper, data: str) -> yaml.ScalarNode:
        # a reader takes U+0085 for a line break unless it is escaped
        plain = isinstance(typed(data), str) and "\x85" not in data
        return writer.represent_scalar("tag:yaml.org,2002:str", data, style=None if plain else '"')

    def record(writer: yaml.SafeDumper, data: _OnOneLine) -> yaml.MappingNode:
        return writer.represent_mapping("tag:yaml.org,2002:map", dict(data), flow_style=True)

    Writer.add_representer(str, text)
    Writer.add_representer(_OnOneLine, record)
    return yaml.dump(
        {key: _arranged(value) for key, value in document.items()},
        Dumper=Writer, sort_keys=False, allow_unicode=True, width=110, default_flow_style=None,
    )  # fmt: skip


class _OnOneLine(dict[str, Any]):
    """A mapping written on one line."""


def _arranged(value: Any) -> Any:
    """Nodes with id and text first, and the record of their pattern last and on one line."""
    if not isinstance(value, list | tuple) or not all(isinstance(entry, Mapping) for entry in value):
        return value
    found = []
    for entry in value:
        last = {"pattern": _inline(entry["pattern"])} if "pattern" in entry else {}
        first = {key: entry[key] for key in ("id", "text") if key in entry}
        found.append({**first, **{k: v for k, v in entry.items() if k not in (*first, *last)}, **last})
    return found


def _inline(value: Any) -> Any:
    return _OnOneLine({k: _inline(v) for k, v in value.items()}) if isinstance(value, Mapping) else value
