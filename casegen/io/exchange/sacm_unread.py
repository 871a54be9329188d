"""What stands in a SACM file and was not read: attributes and texts that have no place here, item by item."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from casegen.io.exchange.graph import ExchangeGraph
from casegen.io.exchange.sacm_elements import (
    LINKS,
    NODES,
    PLACEHOLDERS,
    TAG,
    MappedElement,
    attribute,
    class_of,
    first_id,
    local,
    named,
    said,
    said_of_link,
    strings,
    tags,
)
from casegen.io.openpsa.xml_places import Element

_READ = {
    "id", "gid", "uuid", "identifier", "name", "content", "description", "sexpression", "value", "key", "lang",
    "type", "schemalocation", "nonamespaceschemalocation", "assertiondeclaration", "assumed", "undeveloped",
    "tobesupported", "tobesupportedbycontract", "ispublic", "isabstract", "uninstantiated", "iscounter", "defeated",
    "iscitation", "citedelement", "source", "target", "reasoning", "describedinference", "metaclaim", "url",
    "location", "referencedartifactelement", "referencedartifact", "ref", "href", "idref", "uuidref",
}  # fmt: skip
_UNREAD_CHILDREN = {
    "implementationconstraint", "structure", "interface", "abstractform", "participantpackage", "implements",
    "documentation", "extension", "annotation",
}  # fmt: skip
_NOTHING = {"", "false", *PLACEHOLDERS}
_SHOWN = 200


def list_unread(graph: ExchangeGraph, walked: Iterable[tuple[Element, str]], used: set[int]) -> None:
    """Note on ``graph`` what the (element, role) pairs hold beside what the reader takes.

    ``used`` identifies artefacts that are referred to, and links whose text an argument took over.
    """
    for element, role in walked:
        if role == "artifact" and id(element) not in used:
            continue  # listed as a whole
        what = f"{class_of(element) or element.tag} {named(element) or first_id(element)}".strip()
        for name, value in _unread(element, role, id(element) in used):
            graph.record_loss(f"{what}: {name}", f"it has no place in CAE; it says: {value[:_SHOWN]}")
        if role == "group":
            members = attribute(element, "argumentElement").split()
            graph.record_loss(
                what, f"groups are not carried; its members: {' '.join(members)[:_SHOWN] or 'none'}"
            )


def _unread(element: Element, role: str, carried: bool) -> Iterator[tuple[str, str]]:
    for name, value in element.attributes.items():
        plain = local(name).lower()
        own = not name.startswith(("xmlns", "xmi:", "xml:")) and plain not in _READ
        kept = plain == "version" and role in ("artifact", "package")
        if own and not kept and plain != "argumentelement" and value.strip() not in _NOTHING:
            yield local(name), value.strip()
    for child in element.children:
        if child.tag.lower() in _UNREAD_CHILDREN:
            given = " ".join(text for _, text in strings(child))
            value = given or " ".join(v for k, v in child.attributes.items() if local(k) != "type")
            if value.strip() and value.strip() not in _NOTHING:
                yield child.tag, value.strip()
    if role in LINKS:
        yield from _of_link(element, carried)


def _of_link(element: Element, carried: bool) -> Iterator[tuple[str, str]]:
    """What a link says, except for the text that an argument took over."""
    name, text = said_of_link(element)
    for what, value in (("name", name), ("text", "" if carried else text)):
        if value:
            yield what, value
    for key, value in tags(element):
        if not key.startswith(TAG):
            yield key, value


def list_packages(
    graph: ExchangeGraph, modules: Iterable[tuple[Element, str]], items: Iterable[MappedElement]
) -> None:
    """Note the packages of a file whose claims all stand in one: no module is made then."""
    holding = {f.module for f in items if f.meaning.role in NODES}
    for element, module in modules:
        name = named(element)
        text = said(element)[0]
        if module in holding and name and name != graph.title:
            graph.record_decision(
                f"package {name}", "the only one that holds claims; no module is made of it"
            )
        if module in holding and text and text not in (name, graph.description):
            graph.record_loss(
                f"package {name or module}: text", f"no module is made of it; it says: {text[:_SHOWN]}"
            )
