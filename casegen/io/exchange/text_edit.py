"""Change single values in a YAML text and leave everything else, comments included, as it stands."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

import yaml

from casegen.io.source_map import UNSEEN_LINE_ENDS, typed
from casegen.model.case import Location
from casegen.model.diagnostic import InputError

_UNSEEN = re.compile(f"[{''.join(UNSEEN_LINE_ENDS)}]")
_MAPPINGS = {"case": "case", "modules": "module"}
"""keys of what a file has once, by what a case calls it"""
_PLAIN = re.compile(r"[A-Za-z][\w ().-]*")


class Edit:
    """Edits of one file, applied from its end to its start."""

    def __init__(self, text: str, name: str) -> None:
        self.text, self.name = text, name
        self.starts = [0, *(m.end() for m in re.finditer("\n", text))]
        root = yaml.compose(text, Loader=yaml.CSafeLoader)
        if not isinstance(root, yaml.MappingNode):
            raise InputError.at(Location(name), "expected a YAML file with keys")
        self.root = root
        self.changes: list[tuple[int, int, str]] = []

    def result(self) -> str:
        """The text with all edits."""
        text = self.text
        for start, end, new in sorted(self.changes, reverse=True):
            text = text[:start] + new + text[end:]
        return text

    def set(self, section: str, line: int, column: int, fields: Mapping[str, Any]) -> None:
        """Set fields of the entry of ``section`` that starts at a place (from 1)."""
        entry = self._entry(section, line, column)
        keys = {key.value: (key, value) for key, value in entry.value}
        added = []
        for name, new in fields.items():
            if name in keys:
                self._replace(*keys[name], new)
            else:
                added.append(f"{self._written(name)}: {self._written(new)}")
        if added:
            self._insert(entry, added)

    def include(self, names: list[str]) -> None:
        """Add files to ``include``."""
        key, result = next(((k, v) for k, v in self.root.value if k.value == "include"), (None, None))
        if (key is None or result is None) and self.root.flow_style:
            end = self._end(self.root.value[-1][1])
            self.changes.append((end, end, f', "include": {self._written(names)}'))
        elif key is None or result is None:
            tail = "" if self.text.endswith("\n") or not self.text else "\n"
            lines = "".join(f"  - {flow(n)}\n" for n in names)
            self.changes.append((len(self.text), len(self.text), f"{tail}include:\n{lines}"))
        elif not isinstance(result, yaml.SequenceNode) or not result.value:
            self._replace(key, result, names)
        elif result.flow_style:
            end = self._at(result.value[-1].end_mark)
            self.changes.append((end, end, "".join(f", {self._written(n)}" for n in names)))
        else:
            dash = self.text.rindex("-", 0, self._at(result.value[0].start_mark))
            indent = " " * (dash - (self.text.rfind("\n", 0, dash) + 1))
            end = self.text.find("\n", self._end(result))
            end = len(self.text) if end < 0 else end
            self.changes.append((end, end, "".join(f"\n{indent}- {flow(n)}" for n in names)))

    def _written(self, value: Any) -> str:
        """A value as the file has others: one that is JSON stays JSON."""
        return _in_quotes(value) if self.root.flow_style else flow(value)

    def _entry(self, section: str, line: int, column: int) -> yaml.MappingNode:
        for key, value in self.root.value:
            if key.value == _MAPPINGS.get(section) and isinstance(value, yaml.MappingNode):
                return value
            if key.value == section and isinstance(value, yaml.SequenceNode):
                for entry in value.value:
                    mark = entry.start_mark
                    if isinstance(entry, yaml.MappingNode) and (mark.line + 1, mark.column + 1) == (
                        line,
                        column,
                    ):
                        return entry
        raise InputError.at(
            Location(self.name, line, column), f"cannot find the entry of {section} to change"
        )

    def _at(self, mark: Any) -> int:
        return int(self.starts[mark.line] + mark.column) if mark.line < len(self.starts) else len(self.text)

    def _end(self, node: yaml.Node) -> int:
        """Where the last character of a node stands: a block's own end mark lies behind its comments."""
        here = node
        while isinstance(here, yaml.CollectionNode) and not here.flow_style and here.value:
            last = here.value[-1]
            here = last[1] if isinstance(last, tuple) else last
        end = self._at(here.end_mark)
        if isinstance(here, yaml.ScalarNode) and here.style in ("|", ">"):
            return len(self.text[:end].rstrip())
        return end

    def _replace(self, key: yaml.Node, value: yaml.Node, new: Any) -> None:
        after_key, start, end = self._at(key.end_mark), self._at(value.start_mark), self._end(value)
        between = self.text[after_key:start]
        if "#" in between:
            self.changes.append((start, max(start, end), self._written(new)))
        else:
            self.changes.append((after_key, max(start, end), f": {self._written(new)}"))

    def _insert(self, entry: yaml.MappingNode, added: list[str]) -> None:
        """New keys before the last one: a comment at the end of its line stays with it."""
        last = entry.value[-1][0]
        start = self._at(last.start_mark)
        if entry.flow_style:
            self.changes.append((start, start, "".join(f"{a}, " for a in added)))
        else:
            indent = " " * last.start_mark.column
            self.changes.append((start, start, "".join(f"{a}\n{indent}" for a in added)))


def flow(value: Any) -> str:
    """One line of YAML for a value, right inside block and flow alike.

    >>> flow(["plain words", "a: b", 1])
    '[plain words, "a: b", 1]'
    """
    if isinstance(value, str):
        return (
            value
            if _PLAIN.fullmatch(value) and value == value.strip() and typed(value) == value
            else _in_quotes(value)
        )
    if isinstance(value, list):
        return f"[{', '.join(flow(v) for v in value)}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{k}: {flow(v)}' for k, v in value.items())}}}"
    return json.dumps(value, ensure_ascii=False, default=str)


def _in_quotes(value: Any) -> str:
    """A value as JSON, its characters that nobody sees by their numbers."""
    return _UNSEEN.sub(
        lambda hit: f"\\u{ord(hit[0]):04x}", json.dumps(value, ensure_ascii=False, default=str)
    )
