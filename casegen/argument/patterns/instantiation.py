"""From a pattern and its parameters to nodes of a case, each with the record of where it comes from."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from casegen.argument.patterns.library import find_pattern
from casegen.argument.patterns.pattern import ARGUMENT, SECTIONS, Include, Pattern
from casegen.model.case import Case, Header, Location
from casegen.model.case_file import CaseFile
from casegen.model.diagnostic import Diagnostic, InputError, Severity
from casegen.model.expressions import compiled
from casegen.model.suggestions import KnownNames

_PLACE = compiled(r"\{([a-z][a-z0-9_]*(?:\.[a-z]+)?)\}")
_OWN_KEYS = ("each", "when", "unless")
_REFERENCES = ("supports", "claim", "from", "side_claims", "context")

Values = Mapping[str, Any]
"""Parameters, items of sets (``{"id", "text"}``) and included patterns (``{"top"}``) by name."""


@dataclass(frozen=True)
class Instance:
    """A pattern filled in.

    ``sections`` hold nodes as case files do; ``parts`` are the instances of the patterns it includes,
    each a module of its own.  ``top`` is the id of the claim that it supports.
    """

    pattern: Pattern
    prefix: str
    parameters: Values
    module: Mapping[str, str]
    top: str
    sections: Mapping[str, tuple[dict[str, Any], ...]]
    parts: tuple[Instance, ...] = ()
    header: Mapping[str, Any] = field(default_factory=dict)

    def walk(self) -> Iterator[Instance]:
        """This instance and all it includes."""
        yield self
        for part in self.parts:
            yield from part.walk()

    def documents(self) -> dict[str, dict[str, Any]]:
        """Case files by path: one per module under ``argument/``, hazards and trees beside them."""
        files: dict[str, dict[str, Any]] = {}
        for instance in self.walk():
            own: dict[str, Any] = {"module": dict(instance.module)}
            own |= {s: list(instance.sections[s]) for s in SECTIONS if s in ARGUMENT and instance.sections[s]}
            files[f"argument/{_file_name(instance.module['id'])}.yaml"] = own
            for path, sections in _BESIDE.items():
                for section in sections:
                    if instance.sections[section]:
                        files.setdefault(path, {}).setdefault(section, []).extend(instance.sections[section])
        return files

    def case(self, header: Header | None = None) -> Case:
        """The instance alone as a case, in memory."""
        contents = [CaseFile.model_validate(_with_module(d)) for d in self.documents().values()]
        joined: dict[str, Any] = {s: tuple(p for c in contents for p in getattr(c, s)) for s in SECTIONS}
        known = header or Header(id="instance", title=self.pattern.title, roots=(self.top,))
        modules = tuple(content.module for content in contents if content.module is not None)
        return Case(header=known, modules=modules, **joined)


def _with_module(document: dict[str, Any]) -> dict[str, Any]:
    """The document as the loader sees it: nodes belong to the module of their file."""
    if "module" not in document:
        return document
    own = {"module": document["module"]["id"]}
    return {
        section: [{**own, **node} for node in nodes] if section in ARGUMENT else nodes
        for section, nodes in document.items()
    }


_BESIDE = {
    "hazards.yaml": ("properties", "hazop"),
    "trees.yaml": ("trees", "events"),
    "evidence.yaml": ("evidence_items",),
}


def _file_name(module: str) -> str:
    return re.sub(r"[^\w.-]+", "-", module).strip("-.").casefold() or "module"


def instantiate(pattern: Pattern | str, parameters: Values | None = None, prefix: str = "") -> Instance:
    """Fill in ``pattern`` (or the pattern of that name) and everything it includes.

    ``parameters`` are texts as from a command line, or data.  ``prefix`` is put before every id the
    instance defines, so that a pattern can be used several times in one case.  Raises
    :class:`InputError` with every parameter that is unknown, missing or of the wrong type.
    """
    chosen = find_pattern(pattern) if isinstance(pattern, str) else pattern
    try:
        return _instantiate(chosen, _take(chosen, parameters or {}), prefix, ())
    except (KeyError, TypeError, ValueError) as error:
        place, problem = Location(chosen.pattern), f"the pattern cannot be filled in: {error}"
        raise InputError.at(place, problem, hint="correct the pattern file") from None


def _instantiate(pattern: Pattern, values: dict[str, Any], prefix: str, above: tuple[str, ...]) -> Instance:
    if pattern.pattern in above:
        path = " → ".join((*above, pattern.pattern))
        raise InputError.at(Location(pattern.pattern), f"patterns include each other in a circle: {path}")
    values = {**values, "prefix": prefix}
    parts = []
    tops: dict[str, dict[tuple[str, ...], str]] = {}
    for include in pattern.include:
        for env in _repeated(include.each, values):
            if not _kept(include.when, include.unless, env):
                continue
            part = _included(include, env, (*above, pattern.pattern))
            parts.append(part)
            tops.setdefault(include.as_, {})[_key(env, include.each)] = part.top
    sections = {s: tuple(_nodes(pattern, s, values, tops)) for s in SECTIONS}
    module = _fill(pattern.module, values)
    defined = {node["id"] for s in ARGUMENT for node in sections[s]} | {module["id"]}
    renamed = {id: f"{prefix}-{id}" for id in defined} if prefix else {}
    for section in ARGUMENT:
        for node in sections[section]:
            _rename(node, renamed)
            node["pattern"]["parameters"]["prefix"] = prefix
    module = {**module, "id": renamed.get(module["id"], module["id"])}
    top = _fill(pattern.top, values)
    return Instance(
        pattern,
        prefix,
        values,
        module,
        renamed.get(top, top),
        sections,
        tuple(parts),
        _fill(pattern.case, values),
    )


def instantiate_nodes(pattern: Pattern, values: Values, prefix: str = "") -> list[dict[str, Any]]:
    """The argument nodes of ``pattern`` alone, without those it includes; parameters may be None."""
    known = {**values, "prefix": prefix}
    tops: dict[str, dict[tuple[str, ...], str]] = {include.as_: {} for include in pattern.include}
    nodes = [node for s in sorted(ARGUMENT) for node in _nodes(pattern, s, known, tops)]
    renamed = {node["id"]: f"{prefix}-{node['id']}" for node in nodes} if prefix else {}
    for node in nodes:
        _rename(node, renamed)
    return nodes


def _included(include: Include, env: dict[str, Any], above: tuple[str, ...]) -> Instance:
    given = {name: _fill(value, env) for name, value in include.with_.items()}
    given = {name: value for name, value in given.items() if value is not None}
    prefix = str(given.pop("prefix", ""))
    pattern = find_pattern(_fill(include.pattern, env))
    return _instantiate(pattern, _take(pattern, given), prefix, above)


def _take(pattern: Pattern, given: Values) -> dict[str, Any]:
    """Typed values of all parameters."""
    problems: list[str] = []
    known = pattern.parameter
    for name in given:
        if name not in known:
            hint = KnownNames(known).hint(name)
            problems.append(f"template {pattern.pattern} has no parameter {name!r}{hint}")
    values: dict[str, Any] = {}
    for name, parameter in known.items():
        value = given.get(name, parameter.default)
        if value is None:
            if parameter.required:
                problems.append(f"parameter {name!r} is needed: {parameter.text or parameter.type}")
            values[name] = None
            continue
        try:
            values[name] = parameter.take(value)
        except ValueError as error:
            problems.append(f"parameter {name!r}: {error}")
    for name, parameter in known.items():
        if (
            values.get(name) is not None
            and parameter.needs
            and all(values.get(n) is None for n in parameter.needs)
        ):
            problems.append(f"parameter {name!r} needs {' or '.join(map(repr, parameter.needs))} too")
        if values.get(name) is not None and parameter.single and len(values[parameter.single] or ()) > 1:
            problems.append(f"parameter {name!r} is for one item of {parameter.single!r}, found several")
    if problems:
        takes = f"parameters of {pattern.pattern}: {', '.join(known)}"
        place = Location(pattern.pattern)
        raise InputError([Diagnostic("template", Severity.INPUT, p, place, hint=takes) for p in problems])
    return values


def _repeated(each: Mapping[str, str], values: Values) -> Iterator[dict[str, Any]]:
    if not each:
        yield dict(values)
        return
    (name, over), *others = each.items()
    for item in values[over] or ():
        yield from _repeated(dict(others), {**values, name: item})


def _key(env: Values, each: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(env[name]["id"] for name in each)


def _kept(when: str | Mapping[str, str], unless: str, env: Values) -> bool:
    if isinstance(when, str):
        present = not when or _given(env.get(when))
    else:
        present = all(env.get(name) == wanted for name, wanted in when.items())
    return present and not (unless and _given(env.get(unless)))


def _given(value: Any) -> bool:
    """Whether a parameter has a value; 0 is one, an empty set and a flag that is false are none."""
    return value is not None and value is not False and value != () and value != ""


def _nodes(
    pattern: Pattern, section: str, values: Values, tops: Mapping[str, Mapping[tuple[str, ...], str]]
) -> Iterator[dict[str, Any]]:
    for template in getattr(pattern, section):
        each = template.get("each", {})
        for env in _repeated(each, values):
            if not _kept(template.get("when", ""), template.get("unless", ""), env):
                continue
            known = {
                **env,
                **{name: {"top": result.get(_key(env, each), "")} for name, result in tops.items()},
            }
            node = {key: _fill(value, known) for key, value in template.items() if key not in _OWN_KEYS}
            node = {key: value for key, value in node.items() if value is not None}
            if section in ARGUMENT:
                node["text"] = _sentence(str(node.get("text", "")))
                node["pattern"] = _record(pattern, template, each, known)
            yield node


def _sentence(text: str) -> str:
    """A text that begins with the article of a name, with a capital letter."""
    return text[:1].upper() + text[1:] if text.startswith(("the ", "a ", "an ", "its ")) else text


def _record(
    pattern: Pattern, template: Mapping[str, Any], each: Mapping[str, str], env: Values
) -> dict[str, Any]:
    """Which pattern, version and parameters made a node; the items it stands for by the name of their set."""
    used = set(_PLACE.findall(repr(template)))
    known = pattern.parameter
    scalars = {
        name: env[name]
        for name in known
        if (name in used or name in str(template.get("when"))) and isinstance(env[name], str | int | float)
    }
    for name, over in each.items():
        scalars[over] = env[name]["id"]
        scalars[f"{over}.text"] = env[name]["text"]
    return {
        "pattern": pattern.pattern, "version": pattern.version, "parameters": scalars, "node": template["id"],
    }  # fmt: skip


def _fill(value: Any, env: Values) -> Any:
    """``value`` with every placeholder replaced; a text that is one placeholder becomes the value itself."""
    if isinstance(value, str):
        alone = _PLACE.fullmatch(value)
        if alone:
            return _lookup(alone[1], env)
        return _PLACE.sub(lambda result: _shown(_lookup(result[1], env)), value)
    if isinstance(value, Mapping):
        return {key: _fill(inner, env) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [filled for entry in value for filled in _entries(entry, env)]
    return value


def _entries(entry: Any, env: Values) -> Iterator[Any]:
    if isinstance(entry, Mapping) and not entry.keys().isdisjoint(_OWN_KEYS):
        for inner in _repeated(entry.get("each", {}), env):
            if _kept(entry.get("when", ""), entry.get("unless", ""), inner):
                rest = {key: value for key, value in entry.items() if key not in _OWN_KEYS}
                yield _fill(rest["id"] if rest.keys() == {"id"} else rest, inner)
    else:
        yield _fill(entry, env)


def _lookup(name: str, env: Values) -> Any:
    first, _, rest = name.partition(".")
    if first not in env:
        raise ValueError(f"the pattern uses {{{name}}}, which is no parameter of it")
    value = env[first]
    return value.get(rest) if rest and isinstance(value, Mapping) else value


def _shown(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:g}"
    return "" if value is None else str(value)


def _rename(node: dict[str, Any], renamed: Mapping[str, str]) -> None:
    node["id"] = renamed.get(node["id"], node["id"])
    for key in _REFERENCES:
        value = node.get(key)
        if isinstance(value, str):
            node[key] = renamed.get(value, value)
        elif isinstance(value, list):
            node[key] = [renamed.get(id, id) for id in value]
