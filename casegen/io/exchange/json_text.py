"""JSON from strangers: refused with line and column, and the place of any part found when it is asked for."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from casegen.io.source_map import MAX_BYTES, MAX_DIGITS, read_text
from casegen.model.case import Location
from casegen.model.diagnostic import InputError
from casegen.model.setting import quoted, vanishes

MAX_DEPTH = 400
MAX_TOKENS = 800_000
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{},:]|[^\s\[\]{},:"]+', re.DOTALL)
_HALF = re.compile("[\ud800-\udfff]")

__all__ = ["MAX_BYTES", "Places", "parse_json"]


def parse_json(path: Path) -> tuple[Any, Places]:
    """The data of a JSON file and the places of its parts.

    Raises :class:`InputError` for no UTF-8, no JSON, a key twice, NaN and infinities, text with half a
    surrogate pair, nesting deeper than 400, and files above 16 MiB.
    """
    name = str(path)
    text = read_text(path, name)
    places = Places(text, name)
    places.check_depth()

    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        result = dict(items)
        if len(result) != len(items):
            keys = [key for key, _ in items]
            twice = next(key for key in keys if keys.count(key) > 1)
            place = places.repeated.get(twice, Location(name))
            raise InputError.at(
                place, f"key {twice!r} is duplicated in one object", hint="remove one of the two"
            )
        return result

    def constant(word: str) -> Any:
        raise InputError.at(places.token(word), f"{word} is no number that can be held")

    def number(word: str) -> float:
        return constant(word) if vanishes(word) else float(word)

    def whole(word: str) -> int:
        if len(word) <= MAX_DIGITS:
            return int(word)
        raise InputError.at(places.token(word), f"{quoted(word)} has more digits than a number that is read")

    try:
        data = json.loads(
            text, object_pairs_hook=pairs, parse_constant=constant, parse_float=number, parse_int=whole
        )
    except json.JSONDecodeError as error:
        raise InputError.at(
            Location(name, error.lineno, error.colno), f"not valid JSON: {error.msg}"
        ) from None
    except (RecursionError, ValueError) as error:
        what = "nested too deep" if isinstance(error, RecursionError) else "a number has too many digits"
        raise InputError.at(Location(name), f"not readable JSON: {what}") from None
    _refuse_halves(data, text, places)
    return data, places


def _refuse_halves(data: Any, text: str, places: Places) -> None:
    if "\\u" not in text:
        return
    stack: list[tuple[Any, tuple[str | int, ...]]] = [(data, ())]
    while stack:
        here, path = stack.pop()
        if isinstance(here, dict):
            stack += [(key, path) for key in here]
            stack += [(value, (*path, key)) for key, value in here.items()]
        elif isinstance(here, list):
            stack += [(value, (*path, k)) for k, value in enumerate(here)]
        elif isinstance(here, str) and _HALF.search(here):
            message = "a text holds half of a surrogate pair"
            raise InputError.at(places.at(*path), message, hint="escape the whole character")


class Places:
    """Where each part of a JSON text stands, as a mapping from path to location; built when first asked."""

    def __init__(self, text: str, name: str) -> None:
        self.text, self.name = text, name
        self._places: dict[tuple[str | int, ...], Location] | None = None
        self._repeated: dict[str, Location] = {}

    @property
    def repeated(self) -> dict[str, Location]:
        """Where keys stand for the second time in their object."""
        return self._repeated if self.locations else {}

    def token(self, word: str) -> Location:
        """The first place where a bare word stands."""
        offset = next((m.start() for m in _TOKEN.finditer(self.text) if m[0] == word), 0)
        return self._location(offset)

    def check_depth(self) -> None:
        """Raise where brackets nest deeper than :data:`MAX_DEPTH`, and for masses of tokens."""
        depth = 0
        for number, match in enumerate(_TOKEN.finditer(self.text)):
            token = match[0]
            if number > MAX_TOKENS:
                raise InputError.at(
                    self._location(match.start()), f"the file holds more than {MAX_TOKENS} tokens"
                )
            depth += (token in "[{") - (token in "]}")
            if depth > MAX_DEPTH:
                raise InputError.at(self._location(match.start()), f"nested deeper than {MAX_DEPTH}")

    def at(self, *path: str | int) -> Location:
        """The place of a part, or of the nearest part above it."""
        for end in range(len(path), -1, -1):
            if path[:end] in self.locations:
                return self.locations[path[:end]]
        return Location(self.name)

    @property
    def locations(self) -> dict[tuple[str | int, ...], Location]:
        """Every part's place."""
        if self._places is None:
            self._places = self._scan()
        return self._places

    def _location(self, offset: int) -> Location:
        line = self.text.count("\n", 0, offset) + 1
        return Location(self.name, line, offset - self.text.rfind("\n", 0, offset))

    def _scan(self) -> dict[tuple[str | int, ...], Location]:
        results: dict[tuple[str | int, ...], Location] = {}
        open_: list[list[Any]] = []  # [is object, current key or index, key is pending]
        line, last, end = 1, 0, -1  # of the line before: a file may be one line of a million tokens
        for match in _TOKEN.finditer(self.text):
            token, start = match[0], match.start()
            line += self.text.count("\n", last, start)
            end = max(end, self.text.rfind("\n", last, start))
            last = start
            if token in "]}":
                if open_:
                    open_.pop()
                continue
            if token in ",:":
                if token == "," and open_:
                    open_[-1][1:] = [open_[-1][1] + 1, False] if not open_[-1][0] else [None, True]
                continue
            place = Location(self.name, line, start - end)
            if open_ and open_[-1][0] and open_[-1][2]:
                open_[-1][1:] = [_word(token), False]
                path = tuple(o[1] for o in open_)
                if path in results:
                    self._repeated.setdefault(str(path[-1]), place)
                results[path] = place
                continue
            results.setdefault(tuple(o[1] for o in open_), place)
            if token in "[{":
                open_.append([token == "{", None if token == "{" else 0, token == "{"])
        return results


def _word(token: str) -> Any:
    try:
        return json.loads(token)
    except ValueError:
        return token
