"""A stranger's SVG picture, reduced to what only draws: no script, no style sheet, no link, no entity, no file."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element, ParseError, SubElement, register_namespace, tostring

SVG = "http://www.w3.org/2000/svg"
ELEMENTS = frozenset((
    "svg", "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan", "defs",
    "clipPath", "mask", "linearGradient", "radialGradient", "stop", "symbol", "use", "title", "desc",
))  # fmt: skip
ATTRIBUTES = frozenset((
    "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "fx", "fy", "dx", "dy", "d", "points", "width",
    "height", "viewBox", "preserveAspectRatio", "transform", "id", "offset", "fill", "fill-rule", "fill-opacity",
    "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray", "stroke-opacity",
    "stroke-miterlimit", "stroke-dashoffset", "opacity", "clip-path", "clip-rule", "clipPathUnits", "mask",
    "maskUnits", "gradientUnits", "gradientTransform", "spreadMethod", "stop-color", "stop-opacity", "font-family",
    "font-size", "font-weight", "font-style", "text-anchor", "letter-spacing", "dominant-baseline",
))  # fmt: skip
STYLES = frozenset(name for name in ATTRIBUTES if name.islower())
MOST_ELEMENTS = 20_000
_INNER = re.compile(r"url\(\s*['\"]?#[\w.-]+['\"]?\s*\)")


def clean_svg(raw: bytes) -> str | None:
    """The picture with what is on the lists of this module and nothing else; None for what is no SVG.

    ``style`` attributes are read as single properties; a reference is kept where it leads inside the picture.
    """
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import fromstring

    try:
        root = fromstring(raw, forbid_dtd=True)
    except (ParseError, DefusedXmlException, ValueError, LookupError, RecursionError):
        return None
    if _name(root) != "svg" or sum(1 for _ in root.iter()) > MOST_ELEMENTS or not _has_size(root):
        return None
    register_namespace("", SVG)
    made = Element(f"{{{SVG}}}svg")
    try:
        _copy(root, made)
        return tostring(made, encoding="unicode")
    except RecursionError:
        return None


def _has_size(root: Element) -> bool:
    return bool(root.get("viewBox")) or bool(root.get("width") and root.get("height"))


def _name(element: Element) -> str:
    """The local name of an SVG element; empty for any other."""
    tag = element.tag
    if not isinstance(tag, str):
        return ""
    space, _, local = tag.rpartition("}")
    return local if space in ("", f"{{{SVG}") else ""


def _copy(source: Element, target: Element) -> None:
    for key, value in _kept(source):
        target.set(key, value)
    target.text = source.text
    for child in source:
        name = _name(child)
        if name in ELEMENTS:
            made = SubElement(target, f"{{{SVG}}}{name}")
            made.tail = child.tail
            _copy(child, made)


def _kept(element: Element) -> list[tuple[str, str]]:
    results: list[tuple[str, str]] = []
    # a style beats an attribute of the same name, so it is read last
    for key, value in sorted(element.attrib.items(), key=lambda pair: pair[0] == "style"):
        local = key.rpartition("}")[2]
        if local == "style":
            pairs = (part.partition(":") for part in value.split(";"))
            results += [(k.strip(), v.strip()) for k, _, v in pairs if k.strip() in STYLES and _harmless(v)]
        elif local == "href" and value.startswith("#") and _name(element) == "use":
            results.append(("href", value))
        elif key == local and local in ATTRIBUTES and _harmless(value):
            results.append((local, value))
    return results


def _harmless(value: str) -> bool:
    """No reference but one inside the picture."""
    rest = _INNER.sub("", value).lower()
    return "url" not in rest and "\\" not in rest and "/*" not in rest
