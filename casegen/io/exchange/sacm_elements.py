"""What stands in a SACM file: classes of every dialect, texts, identifiers and references.

Dialects met: OMG 2.3 (``…/spec/SACM/20220301``, ``argumentElement``), EMF tools with one namespace per
package (``http://omg.sacm/2.x/argumentation``, ``argumentationElement``, positional references), the GSN
and CAE classes built on them (``http://scsc.acwg.gsn/2.0``, ``http://acwg.org/3.0/gsn``,
``http://org.eclipse.acme/1.0/…``), attribute-style files, and SACM 1.x.  Class names decide, namespaces
do not: an element's class is its ``xsi:type``, or else its tag.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from casegen.io.openpsa.xml_places import Element


class Meaning(NamedTuple):
    """What a class stands for: ``role``, the declaration it implies, and whether it points upside down."""

    role: str
    implies: str = ""
    from_above: bool = False


TAG = "casegen."
"""start of the names of tagged values that carry what SACM has no place for"""
NODES = ("claim", "reasoning", "artifact-reference", "context")
LINKS = ("support", "in-context", "challenge", "artifact-link")
"""roles of what becomes a node of the argument, and of what links nodes"""

CLASSES: dict[str, Meaning] = {
    "claim": Meaning("claim"), "goal": Meaning("claim"), "caeclaim": Meaning("claim"),
    "awaygoal": Meaning("claim", "away"),
    "assumption": Meaning("claim", "assumed"), "awayassumption": Meaning("claim", "assumed"),
    "justification": Meaning("claim", "axiomatic"), "awayjustification": Meaning("claim", "axiomatic"),
    "argumentreasoning": Meaning("reasoning"), "strategy": Meaning("reasoning"),
    "artifactreference": Meaning("artifact-reference"), "solution": Meaning("artifact-reference"),
    "awaysolution": Meaning("artifact-reference"), "informationelement": Meaning("artifact-reference"),
    "artefactreference": Meaning("artifact-reference"), "artefactelementcitation": Meaning("artifact-reference"),
    "artifactelementcitation": Meaning("artifact-reference"),
    "informationelementcitation": Meaning("artifact-reference"), "argumentelementcitation": Meaning("claim", "away"),
    "modulereference": Meaning("artifact-reference"), "contractmodulereference": Meaning("artifact-reference"),
    "context": Meaning("context"), "awaycontext": Meaning("context"),
    "assertedinference": Meaning("support"), "assertedevidence": Meaning("support"),
    "issubclaimof": Meaning("support"), "isevidencefor": Meaning("support"), "supports": Meaning("support"),
    "supportedby": Meaning("support", from_above=True),
    "assertedcontext": Meaning("in-context"), "incontextof": Meaning("in-context", from_above=True),
    "assertedchallenge": Meaning("challenge"), "assertedcounterevidence": Meaning("challenge"),
    "challenges": Meaning("challenge"),
    "assertedartifactsupport": Meaning("artifact-link"), "assertedartifactcontext": Meaning("artifact-link"),
    "assurancecasepackage": Meaning("package"), "assurancecasepackageinterface": Meaning("package"),
    "assurancecasepackagebinding": Meaning("package"), "assurancecase": Meaning("package"),
    "argumentpackage": Meaning("module"), "argumentpackageinterface": Meaning("module"),
    "argumentpackagebinding": Meaning("module"), "module": Meaning("module"), "contractmodule": Meaning("module"),
    "caemodule": Meaning("module"), "caemoduleinterface": Meaning("module"), "caemodulebinding": Meaning("module"),
    "argumentation": Meaning("module"),
    "artifactpackage": Meaning("artifacts"), "terminologypackage": Meaning("terms"),
    "artifact": Meaning("artifact"), "resource": Meaning("artifact"), "document": Meaning("artifact"),
    "property": Meaning("artifact"), "event": Meaning("artifact"), "activity": Meaning("artifact"),
    "technique": Meaning("artifact"), "participant": Meaning("artifact"),
    "term": Meaning("term"), "expression": Meaning("term"), "category": Meaning("term"),
    "argumentgroup": Meaning("group"), "choice": Meaning("unknown"), "choicenode": Meaning("unknown"),
}  # fmt: skip
ROOTS: dict[str, Meaning] = {"argument": Meaning("module"), "case": Meaning("package")}
"""Names that stand for a whole file as its outermost element only: SACM's forerunner ARM, and OpenCert."""
TYPED_ONLY: dict[str, Meaning] = {"argument": Meaning("reasoning"), "evidence": Meaning("artifact-reference")}
"""CAE classes whose names are containment features elsewhere: they count as ``xsi:type`` only."""
NESTED: dict[str, Meaning] = {
    "strategy": Meaning("reasoning"), "argument": Meaning("reasoning"), "claims": Meaning("claim"),
    "claim": Meaning("claim"), "solution": Meaning("artifact-reference"),
    "evidence": Meaning("artifact-reference"), "context": Meaning("context"),
    "assumption": Meaning("claim", "assumed"), "justification": Meaning("claim", "axiomatic"),
}  # fmt: skip
"""Features of the CAE dialect that holds supporting elements inside the element they support."""
HOLDERS = {
    "argumentelement", "argumentationelement", "containsargumentelement", "containsargumentlink", "artifactelement",
    "containsartifactelement", "terminologyelement", "argumentation", "argumentpackage", "assurancecasepackage",
    "artifactpackage", "terminologypackage", "argument", "element", "packagedelement",
}  # fmt: skip
PROPERTIES = {
    "name", "description", "content", "note", "taggedvalue", "implementationconstraint", "source", "target",
    "reasoning", "metaclaim", "citedelement", "abstractform", "structure", "interface", "documentation",
    "participantpackage", "implements", "referencedartifactelement", "referencedartifact", "value", "key",
    "extension", "annotation", "eannotations", "tag",
}  # fmt: skip
PLACEHOLDERS = ("<...>", "None")
"""what editors write where nobody wrote anything"""
_IDS = ("id", "gid", "uuid", "identifier")
_OPAQUE = re.compile(r"_[\w-]{18,}|\{?[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-.*|[0-9a-fA-F]{24,}")


def local(name: str) -> str:
    """A name without its prefix."""
    return name.rpartition(":")[2]


def attribute(element: Element, name: str) -> str:
    """An attribute by local name, whatever its prefix."""
    if name in element.attributes:
        return element.attributes[name]
    return next((v for k, v in element.attributes.items() if local(k) == name), "")


def class_of(element: Element) -> str:
    """The name of the class in ``xsi:type``, without prefix; empty where there is none.

    OpenCert's citations say what they are in a plain ``type`` beside it, which then counts.
    """
    given = next((v for k, v in element.attributes.items() if k != "type" and local(k) == "type"), "")
    plain = element.attributes.get("type", "")
    typed = local(given or plain).rstrip("_")
    if typed.lower() == "informationelementcitation" and plain.lower() in CLASSES:
        return plain
    return typed


def meaning(element: Element, nested: bool = False) -> Meaning | None:
    """What the element stands for; None for properties and unknown classes."""
    typed = class_of(element).lower()
    if typed:
        result = CLASSES.get(typed) or TYPED_ONLY.get(typed)
        if result is not None:
            return result
    tag = element.tag.lower()
    if nested and tag in NESTED:
        return NESTED[tag]
    if tag in PROPERTIES:
        return None
    if tag in CLASSES:
        return CLASSES[tag]
    return Meaning("unknown") if tag in HOLDERS and typed else None


def root_meaning(element: Element) -> Meaning | None:
    """What the outermost element of a file stands for."""
    return meaning(element) or ROOTS.get(element.tag.lower())


def is_true(element: Element, name: str) -> bool:
    """A boolean attribute."""
    return attribute(element, name).strip().lower() in ("true", "1")


def strings(element: Element | None) -> list[tuple[str, str]]:
    """Texts of a (multi-language) string as (language, text), however deep the file wraps them."""
    results: list[tuple[str, str]] = []
    stack = [element] if element is not None else []
    while stack:
        here = stack.pop()
        given = (here.attributes.get(name, "") for name in ("content", "value", "sExpression"))
        for text in (*given, here.text):
            if text.strip() and text.strip() not in PLACEHOLDERS:
                results.append((attribute(here, "lang"), text.strip()))
                break
        stack += reversed(
            [
                c
                for c in here.children
                if c.tag.lower() in ("content", "value", "langstring", "multilangstring")
            ]
        )
    return results


def one_text(texts: list[tuple[str, str]]) -> str:
    """English, or no language stated, or the first."""
    order = sorted(texts, key=lambda t: 0 if t[0].lower().startswith("en") else 1 if not t[0] else 2)
    return order[0][1] if order else ""


def named(element: Element) -> str:
    """The name: attribute, or child."""
    return attribute(element, "name").strip() or one_text(strings(element.first("name")))


def said(element: Element) -> tuple[str, str, list[str]]:
    """(statement, further description, languages left out) of an element.

    The statement is its ``content``, or else its ``description``, or else its name.
    """
    content = _written(element, "content")
    texts = [("", content)] if content else strings(element.first("content"))
    described = strings(element.first("description"))
    plain_description = _written(element, "description")
    if plain_description and not described:
        described = [("", plain_description)]
    others = sorted({lang for lang, _ in (*texts, *described) if lang and not lang.lower().startswith("en")})
    main, more = one_text(texts), one_text(described)
    if len({lang for lang, _ in (*texts, *described)}) <= 1:
        others = []
    return (main, more, others) if main else (more, "", others)


def _written(element: Element, name: str) -> str:
    """An attribute that somebody filled in."""
    text = attribute(element, name).strip()
    return "" if text in PLACEHOLDERS else text


def said_of_link(element: Element) -> tuple[str, str]:
    """(name, text) of a link; empty where they only repeat its class and its identity."""
    name, text = named(element), said(element)[0]
    known = {"name", *(i.casefold() for i in identities(element))}
    shown = "" if name.casefold() in known else name
    known |= {
        name.casefold(),
        *(f"{class_of(element) or element.tag} {i}".casefold() for i in (*known, name)),
    }
    return shown, "" if text.casefold() in known else text


def tags(element: Element) -> list[tuple[str, str]]:
    """Tagged values as (key, value)."""
    results = []
    for child in element.children:
        if child.tag.lower() == "taggedvalue":
            key = attribute(child, "key") or one_text(strings(child.first("key")))
            value = attribute(child, "value") or one_text(strings(child.first("content", "value")))
            results.append((key, value))
    return results


def is_opaque(name: str) -> bool:
    """Whether an identifier was made by a tool and says nothing to people."""
    return bool(_OPAQUE.fullmatch(name))


def identities(element: Element) -> list[str]:
    """Everything another element may call this one by."""
    return [value for key, value in element.attributes.items() if local(key) in _IDS and value]


def first_id(element: Element) -> str:
    """The first of its identities; empty where it has none."""
    return next(iter(identities(element)), "")


@dataclass(slots=True)
class MappedElement:
    """An element that is part of the argument, with the module and the element it stands in."""

    element: Element
    meaning: Meaning
    module: str | None
    inside: Element | None


@dataclass(slots=True)
class Resolver:
    """Finds the elements that references name: by id, gid, name, or position (``//@a.0/@b.3``)."""

    roots: list[Element]
    by_id: dict[str, Element] = field(default_factory=dict)
    by_name: dict[str, Element] = field(default_factory=dict)
    _children: dict[int, dict[str, list[Element]]] = field(default_factory=dict)

    def add(self, element: Element) -> None:
        """Register an element under its identities and its name."""
        for name in identities(element):
            self.by_id.setdefault(name, element)
        if named(element):
            self.by_name.setdefault(named(element), element)

    def references(self, element: Element, feature: str) -> list[str]:
        """References of a feature: attribute (blank-separated) or children with ``ref``, ``href``, ``idref``."""
        results = []
        given = attribute(element, feature).strip()
        if given:
            results += [given] if self.find(given) is not None else given.split()
        for child in element.children:
            if child.tag.lower() == feature.lower():
                for key in ("ref", "href", "idref", "id", "uuidref", "content", "value"):
                    if attribute(child, key):
                        results.append(attribute(child, key).strip())
                        break
                else:
                    results += child.text.split()
        return results

    def find(self, reference: str) -> Element | None:
        """The element meant, or None."""
        if reference in self.by_id:
            return self.by_id[reference]
        inner = reference.rpartition("#")[2]
        if inner.startswith("/"):
            return self._at(inner)
        return self.by_id.get(inner) or self.by_name.get(inner)

    def _at(self, path: str) -> Element | None:
        steps = path.split("/")[1:]
        start = steps[0] if steps else ""
        if start and not (start.isascii() and start.isdigit()):
            return None
        index = int(start) if start and len(start) < 6 else 0
        here = self.roots[index] if index < len(self.roots) else None
        for step in steps[1:]:
            if here is None or not step.startswith("@"):
                return None
            name, _, number = step[1:].partition(".")
            if id(here) not in self._children:
                table: dict[str, list[Element]] = {}
                for child in here.children:
                    table.setdefault(child.tag, []).append(child)
                self._children[id(here)] = table
            same = self._children[id(here)].get(name, [])
            position = int(number) if number.isascii() and number.isdigit() and len(number) < 8 else 0
            here = same[position] if position < len(same) else None
        return here
