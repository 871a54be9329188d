"""What installed packages add to the judgement of a case: rules, which judge every case, and types of gates that it has.

A baseline records them with their code, so that a rule that is gone, or a type of gate that means something else, is
known where the frozen case is judged again.  Methods are recorded with each result.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import EntryPoint
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from casegen import plugins
from casegen.model.case import Case
from casegen.model.gates import GATES, GateType
from casegen.model.part import Part
from casegen.review.changes import types_of
from casegen.store.identity import content, own_modules, places, top_of

if TYPE_CHECKING:
    from casegen.review.baseline import Baseline

_KINDS = {plugins.RULES: "the rules", plugins.GATES: "the type of gate"}
_READ = frozenset((".py", ".so", ".pyd", ".yaml", ".yml", ".json", ".toml", ".csv", ".txt"))
"""endings of the files of a package that may decide what it does"""


class AddedPart(Part):
    """One entry point of an installed package: which package, of which version and code; ``rules``: ids of its rules.

    ``meaning``: of a type of gate, as :attr:`casegen.model.gates.GateRow.meaning`; empty in early baselines.
    """

    group: str
    name: str
    package: str
    version: str = ""
    code: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    rules: tuple[str, ...] = ()
    meaning: str = ""

    @property
    def words(self) -> str:
        """Kind, name and package."""
        ids = [rule for rule in self.rules if rule != self.name]
        kind, named = _KINDS.get(self.group, self.group), f" ({', '.join(ids)})" if ids else ""
        return f"{kind} {self.name!r}{named} of the package {self.package}"


def added_parts(case: Case) -> tuple[AddedPart, ...]:
    """The rules of installed packages, and their types of gates that the case has, as they are installed now.

    Raises:
        MissingDependencyError: the rules of a package cannot be loaded.
    """
    from casegen.argument.checking import register_plugins, rules_of

    register_plugins()
    used = {type_ for tree in case.trees for gate in tree.gates for type_ in types_of(gate)}
    rules = [_part(plugins.RULES, p, rules_of(p.module)) for p in plugins.points(plugins.RULES).values()]
    gates = [_part(plugins.GATES, p, ()) for name, p in plugins.points(plugins.GATES).items() if name in used]
    return (*rules, *gates)


def recorded_meanings(frozen: Iterable[Baseline], case: Case) -> dict[str, str]:
    """What the types of gates of packages meant when ``case`` was frozen as one of the baselines, so far as recorded."""
    parts = (part for one in frozen if one.case_folder.resolve() == case.root.resolve()
             for part in one.about.added_parts or ())  # fmt: skip
    return {part.name: part.meaning for part in parts if part.group == plugins.GATES and part.meaning}


def since_frozen(baseline: Baseline, frozen: Case | None = None) -> Iterator[str]:
    """As :func:`judged_otherwise`, of a baseline; nothing where an early one does not record them.

    ``frozen``: its case, where it is loaded already.
    """
    recorded = baseline.about.added_parts
    if recorded is not None and (recorded or plugins.points(plugins.RULES)):
        yield from judged_otherwise(recorded, added_parts(frozen or baseline.load()))


def judged_otherwise(recorded: Sequence[AddedPart], present: Sequence[AddedPart]) -> Iterator[str]:
    """How the parts that judged a case when it was frozen are not those that are installed, in words."""
    then, now = ({(p.group, p.name, p.package): p for p in parts} for parts in (recorded, present))
    for key, part in then.items():
        if key not in now:
            yield _gone(part)
        elif now[key].version != part.version:
            yield f"{part.words} judged the frozen case in version {part.version}; installed is {now[key].version}"
        elif now[key].code != part.code:
            yield f"{part.words} judged the frozen case by other code of version {part.version} than is installed"
        elif now[key].rules != part.rules:
            ids = ", ".join(part.rules)
            yield f"{part.words} judged the frozen case by {ids}; installed are {', '.join(now[key].rules) or 'none'}"
        elif part.meaning and now[key].meaning != part.meaning:
            yield (f"{part.words} is recorded to have meant {part.meaning!r}, and of the same code and version means "
                   f"{now[key].meaning!r}: the record was altered, or the code does not decide alone")  # fmt: skip
    for key, part in now.items():
        if key not in then:
            yield f"{part.words} {_are(part)} installed, and did not judge the frozen case"


def not_installed(recorded: Sequence[AddedPart]) -> Iterator[str]:
    """Those of the parts of which there is none of that name any more, in words; also where the case cannot be read."""
    yield from (_gone(part) for part in recorded if part.name not in plugins.points(part.group))


def _gone(part: AddedPart) -> str:
    version = f" {part.version}" if part.version else ""
    return f"{part.words}{version} judged the frozen case, and {_are(part)} not installed"


def _are(part: AddedPart) -> str:
    return "are" if part.group == plugins.RULES else "is"


def _part(group: str, point: EntryPoint, rules: tuple[str, ...]) -> AddedPart:
    distribution = point.dist
    name = distribution.name if distribution is not None else top_of(point.module)
    version = distribution.version if distribution is not None else ""
    return AddedPart(
        group=group, name=point.name, package=name, version=version, code=_code(point), rules=rules,
        meaning=GATES[GateType(point.name)].meaning if group == plugins.GATES else "",
    )  # fmt: skip


def _code(point: EntryPoint) -> str:
    """One SHA-256 over what the entry point names, the files of its package, and the own modules that it rests on."""
    rows = {f"={point.value}": ""}
    for place in places(top_of(point.module)):
        files = [place] if place.is_file() else sorted(place.rglob("*"))
        for path in (p for p in files if p.suffix in _READ and p.is_file()):
            name = path.relative_to(place.parent).as_posix()
            text = b"\n".join(path.read_bytes().splitlines())  # whatever ends its lines
            rows[name] = hashlib.sha256(text).hexdigest()
    modules = [point.module, *own_modules(point.module)]
    rows |= {name: content(name) or "" for name in modules if plugins.foreign(name)}
    listed = "\n".join(f"{digest} {name}" for name, digest in sorted(rows.items()))
    return hashlib.sha256(listed.encode()).hexdigest()
