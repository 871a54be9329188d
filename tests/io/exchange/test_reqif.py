"""ReqIF: valid against the OMG schema, readable by another program, all links there, nothing lost in silence."""

from __future__ import annotations

import html
import importlib.util
from pathlib import Path
from typing import Any

import pytest

from casegen.io import load
from casegen.io.exchange import exchange_format
from casegen.model.argument import Claim
from casegen.model.case import Case, Header

ROOT = Path(__file__).resolve().parents[3]
pytest.importorskip(
    "reqif", reason="the reader of requirements tools' files is not installed: pip install reqif"
)


def written(case: Case) -> tuple[bytes, tuple[Any, ...]]:
    write = exchange_format("reqif").write
    assert write is not None
    made = write(case, "x.reqif")
    return made.files["x.reqif"], made.left_out


@pytest.fixture(params=["auv", "robot", "monitor"])
def case(request: pytest.FixtureRequest) -> Case:
    return load(ROOT / "examples" / request.param)


@pytest.mark.slow
def test_valid_against_the_schema(case: Case) -> None:
    import xmlschema

    result = importlib.util.find_spec("reqif")
    assert result is not None
    assert result.origin is not None
    folder = Path(result.origin).parent / "reqif_schema"
    schema = xmlschema.XMLSchema(str(folder / "reqif.xsd"), defuse="never")
    problems = [str(e.reason) for e in schema.iter_errors(written(case)[0].decode())]
    assert problems == []


def test_another_program_reads_every_object_and_link(case: Case, tmp_path: Path) -> None:
    from reqif.parser import ReqIFParser

    path = tmp_path / "x.reqif"
    path.write_bytes(written(case)[0])
    content = ReqIFParser.parse(str(path)).core_content.req_if_content
    parts = [*case.properties, *case.hazop, *case.claims]
    assert [o.long_name for o in content.spec_objects] == [p.id for p in parts]
    texts = {o.long_name: [str(a.value) for a in o.attributes] for o in content.spec_objects}
    for claim in case.claims:
        assert any(claim.text in html.unescape(text) for text in texts[claim.id]), texts[claim.id]
    claims = {c.id for c in case.claims}
    aliases = {s.id: s.claim for s in case.sub_cases}
    below = [aliases.get(i, i) for a in case.arguments for i in (*a.premises, *a.side_claims)]
    links = sum(i in claims for i in below)
    links += sum(len(c.hazards) for c in case.claims) + sum(len(r.properties) for r in case.hazop)
    assert len(content.spec_relations) == links
    assert len(content.specifications[0].children) == len(parts)


def test_what_is_not_carried_is_listed(case: Case) -> None:
    left_out = [item.what for item in written(case)[1]]
    for tree in case.trees:
        assert f"fault tree {tree.id}" in left_out
    for argument in case.arguments:
        assert f"argument {argument.id}" in left_out


def test_awkward_texts_and_ids_stay_whole(tmp_path: Path) -> None:
    import xml.etree.ElementTree as ET

    claims = tuple(
        Claim(id=own, text=text, undeveloped=True)
        for own, text in (("A:1", "<b>&amp;\x07 “x” 𝔸"), ("A.1", "second"), ("A-1", "third"))
    )
    content = written(Case(header=Header(id="c", title="T & <t>"), claims=claims, root=tmp_path))[0]
    root = ET.fromstring(content)
    names = [e.get("IDENTIFIER") for e in root.iter() if e.get("IDENTIFIER")]
    assert len(names) == len(set(names))
    reported = [e.text for e in root.iter("{http://www.w3.org/1999/xhtml}div")]
    assert reported == ["<b>&amp;� “x” 𝔸", "second", "third"]
