"""Write claims, HAZOP table and mission properties as ReqIF 1.2, for requirements management tools.

The document follows the OMG schema (ReqIF 1.2, formal/2016-07-01); tests hold it against that schema.  Text goes into
`ReqIF.Text` as XHTML and ids into `ReqIF.ForeignID`, the names that tools agreed on (ProSTEP ReqIF implementation guide).
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Mapping

from casegen.io.exchange.format import Exported, Format, Item
from casegen.io.exchange.from_case import parts_left_out
from casegen.io.exchange.graph import fresh
from casegen.io.unseen import for_xml
from casegen.model.argument import Claim
from casegen.model.case import Case
from casegen.model.digits import in_full
from casegen.model.hazard import HazopEntry, MissionProperty

NAMESPACE = "http://www.omg.org/spec/ReqIF/20110401/reqif.xsd"
XHTML = "http://www.w3.org/1999/xhtml"
CARRIED = ("claims", "hazop", "properties")
STATES = ("developed", "undeveloped", "assumed")
ATTRIBUTES = {
    "property": ("ReqIF.ForeignID", "ReqIF.Name", "ReqIF.Text"),
    "hazop": ("ReqIF.ForeignID", "ReqIF.Name", "ReqIF.Text", "casegen.severity", "casegen.owner"),
    "claim": ("ReqIF.ForeignID", "ReqIF.Text", "casegen.requirement", "casegen.state", "casegen.owner"),
}
RELATIONS = {"supports": "supports", "answers": "answers the hazard", "protects": "can violate the property"}


def write(case: Case, name: str) -> Exported:
    """One ReqIF document; everything that is no claim, HAZOP row or mission property is listed as not carried."""
    writer = _Writer(case)
    left_out = [
        Item(*pair) for pair in parts_left_out(case, CARRIED, "ReqIF holds claims, HAZOP rows and properties")
    ]
    left_out += [
        Item(f"claim {claim.id}: {field}", "ReqIF has no place for it here")
        for claim in case.claims
        for field in ("context", "doubt", "waive", "note")
        if getattr(claim, field)
    ]
    return Exported({name: writer.document()}, tuple(left_out))


class _Writer:
    def __init__(self, case: Case) -> None:
        self.case = case
        self.changed = f"{case.header.date or '1970-01-01'}T00:00:00Z"
        self.taken: set[str] = set()
        self.ids: dict[tuple[str, str], str] = {}
        for part in case.properties:
            self._name("property", part.id)
        for row in case.hazop:
            self._name("hazop", row.id)
        for claim in case.claims:
            self._name("claim", claim.id)

    def _name(self, kind: str, own: str) -> None:
        self.ids[kind, own] = self._fresh(f"{kind}-{own}")

    def _fresh(self, wanted: str) -> str:
        result = fresh("_" + re.sub(r"[^A-Za-z0-9._-]", "-", wanted), self.taken)
        self.taken.add(result)
        return result

    def document(self) -> bytes:
        root = ET.Element("REQ-IF", {"xmlns": NAMESPACE, "xmlns:xhtml": XHTML, "xml:lang": "en"})
        head = _into(_into(root, "THE-HEADER"), "REQ-IF-HEADER", IDENTIFIER=self._fresh("header"))
        control = {
            "COMMENT": "Written by casegen",
            "CREATION-TIME": self.changed,
            "REQ-IF-TOOL-ID": "casegen",
            "REQ-IF-VERSION": "1.0",
            "SOURCE-TOOL-ID": "casegen",
            "TITLE": self.case.header.title,
        }
        for tag, text in control.items():
            _into(head, tag).text = for_xml(text)
        content = _into(_into(root, "CORE-CONTENT"), "REQ-IF-CONTENT")
        self._types(content)
        objects = _into(content, "SPEC-OBJECTS")
        for part in self.case.properties:
            self._object(objects, "property", part.id, _of_property(part))
        for row in self.case.hazop:
            self._object(objects, "hazop", row.id, _of_row(row))
        for claim in self.case.claims:
            self._object(objects, "claim", claim.id, _of_claim(claim))
        self._relations(_into(content, "SPEC-RELATIONS"))
        self._specification(_into(content, "SPECIFICATIONS"))
        ET.indent(root)
        content_bytes: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
        return content_bytes

    def _part(self, parent: ET.Element, tag: str, identifier: str, long_name: str = "") -> ET.Element:
        made = _into(parent, tag, IDENTIFIER=identifier)
        made.set("LAST-CHANGE", self.changed)
        if long_name:
            made.set("LONG-NAME", for_xml(long_name))
        return made

    def _types(self, content: ET.Element) -> None:
        types = _into(content, "DATATYPES")
        self._part(types, "DATATYPE-DEFINITION-STRING", "_string", "string").set("MAX-LENGTH", "20000")
        self._part(types, "DATATYPE-DEFINITION-XHTML", "_xhtml", "formatted text")
        values = _into(
            self._part(types, "DATATYPE-DEFINITION-ENUMERATION", "_state", "state of a claim"),
            "SPECIFIED-VALUES",
        )
        for key, state in enumerate(STATES):
            properties = _into(self._part(values, "ENUM-VALUE", f"_state-{state}", state), "PROPERTIES")
            _into(properties, "EMBEDDED-VALUE", KEY=str(key)).set("OTHER-CONTENT", "")
        kinds = _into(content, "SPEC-TYPES")
        for kind, names in ATTRIBUTES.items():
            made = _into(self._part(kinds, "SPEC-OBJECT-TYPE", f"_type-{kind}", kind), "SPEC-ATTRIBUTES")
            for name in names:
                form, datatype = _form(name)
                definition = self._part(
                    made, f"ATTRIBUTE-DEFINITION-{form}", f"_{kind}-attribute-{name}", name
                )
                if form == "ENUMERATION":
                    definition.set("MULTI-VALUED", "false")
                _into(_into(definition, "TYPE"), f"DATATYPE-DEFINITION-{form}-REF").text = datatype
        for relation, long_name in RELATIONS.items():
            self._part(kinds, "SPEC-RELATION-TYPE", f"_type-{relation}", long_name)
        self._part(kinds, "SPECIFICATION-TYPE", "_type-specification", "assurance case")

    def _object(self, objects: ET.Element, kind: str, own: str, values: Mapping[str, str]) -> None:
        made = self._part(objects, "SPEC-OBJECT", self.ids[kind, own], own)
        filled = _into(made, "VALUES")
        for name, text in {"ReqIF.ForeignID": own, **values}.items():
            if not text:
                continue
            form, _ = _form(name)
            value = _into(filled, f"ATTRIBUTE-VALUE-{form}")
            if form == "STRING":
                value.set("THE-VALUE", for_xml(text))
            elif form == "ENUMERATION":
                _into(_into(value, "VALUES"), "ENUM-VALUE-REF").text = f"_state-{text}"
            reference = ET.Element("DEFINITION")
            _into(reference, f"ATTRIBUTE-DEFINITION-{form}-REF").text = f"_{kind}-attribute-{name}"
            value.append(reference)
            if form == "XHTML":
                _into(_into(value, "THE-VALUE"), "xhtml:div").text = for_xml(text)
        _into(_into(made, "TYPE"), "SPEC-OBJECT-TYPE-REF").text = f"_type-{kind}"

    def _relations(self, parent: ET.Element) -> None:
        case = self.case
        aliases = {sub.id: sub.claim for sub in case.sub_cases}
        for argument in case.arguments:
            for below in (*argument.premises, *argument.side_claims):
                self._relation(
                    parent, "supports", ("claim", aliases.get(below, below)), ("claim", argument.supports)
                )
        for claim in case.claims:
            for hazard in claim.hazards:
                self._relation(parent, "answers", ("claim", claim.id), ("hazop", hazard))
        for row in case.hazop:
            for part in row.properties:
                self._relation(parent, "protects", ("hazop", row.id), ("property", part))

    def _relation(
        self, parent: ET.Element, kind: str, source: tuple[str, str], target: tuple[str, str]
    ) -> None:
        if source not in self.ids or target not in self.ids:
            return
        made = self._part(parent, "SPEC-RELATION", self._fresh(f"{kind}-{source[1]}-{target[1]}"))
        _into(_into(made, "TARGET"), "SPEC-OBJECT-REF").text = self.ids[target]
        _into(_into(made, "SOURCE"), "SPEC-OBJECT-REF").text = self.ids[source]
        _into(_into(made, "TYPE"), "SPEC-RELATION-TYPE-REF").text = f"_type-{kind}"

    def _specification(self, parent: ET.Element) -> None:
        made = self._part(parent, "SPECIFICATION", self._fresh("specification"), self.case.header.title)
        _into(_into(made, "TYPE"), "SPECIFICATION-TYPE-REF").text = "_type-specification"
        children = _into(made, "CHILDREN")
        for identifier in self.ids.values():
            entry = self._part(children, "SPEC-HIERARCHY", self._fresh(f"entry{identifier}"))
            _into(_into(entry, "OBJECT"), "SPEC-OBJECT-REF").text = identifier


def _into(parent: ET.Element, tag: str, **attributes: str) -> ET.Element:
    return ET.SubElement(parent, tag, attributes)


def _form(name: str) -> tuple[str, str]:
    if name == "ReqIF.Text":
        return "XHTML", "_xhtml"
    return ("ENUMERATION", "_state") if name == "casegen.state" else ("STRING", "_string")


def _of_property(part: MissionProperty) -> dict[str, str]:
    return {"ReqIF.Name": part.title, "ReqIF.Text": part.text or part.title}


def _of_row(row: HazopEntry) -> dict[str, str]:
    words: list[tuple[str, Iterable[str]]] = [
        ("Deviation", [row.deviation]),
        ("Causes", row.causes),
        ("Consequences", row.consequences),
        ("Mitigations", [m.text for m in row.mitigations]),
    ]
    message = [
        f"{name}: {'; '.join(results)}." for name, texts in words if (results := [t for t in texts if t])
    ]
    name = f"{row.item}, {row.attribute}: {row.guide_word.value}"
    return {
        "ReqIF.Name": name,
        "ReqIF.Text": " ".join(message) or name,
        "casegen.severity": row.severity or "",
        "casegen.owner": row.owner,
    }


def _of_claim(claim: Claim) -> dict[str, str]:
    state = "undeveloped" if claim.undeveloped else "assumed" if claim.assumed else "developed"
    return {
        "ReqIF.Text": claim.text,
        "casegen.requirement": _requirement(claim),
        "casegen.state": state,
        "casegen.owner": claim.owner,
    }


def _requirement(claim: Claim) -> str:
    asked = claim.requirement
    if asked is None:
        return ""
    of = asked.measure
    measure = f"top event of {of.tree}" if of.tree else f"{of.measure} of {of.evidence}"
    if isinstance(asked.bound, float):
        bound = in_full(asked.bound)
    elif hasattr(asked.bound, "target_of"):
        bound = f"target of {asked.bound.target_of}"
    else:
        bound = f"what {asked.bound.allocated.tree} leaves to {asked.bound.allocated.event}"
    level = f" with confidence {in_full(asked.confidence)}" if asked.confidence else ""
    return f"{measure} {asked.comparison.value} {bound} ({asked.kind.value}){level}"


REQIF = Format(
    "reqif", "ReqIF 1.2", "claims, HAZOP rows, mission properties and the links between them", None, write
)
