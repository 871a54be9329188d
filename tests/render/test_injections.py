"""Markup of every format in every text of a case and of its results: in each document it is text, and acts nowhere."""

from __future__ import annotations

import csv
import dataclasses
import hashlib
import io
import json
import re
import shutil
import xml.etree.ElementTree as ET
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pikepdf
import pytest
import yaml
from test_html import Page

from casegen.assessment.assess import assess
from casegen.io import load
from casegen.io.exchange import FORMATS, exchange_format
from casegen.model.results import Assessment, Freshness
from casegen.render import write_docx, write_markdown, write_svgs, write_texts
from casegen.render.html import html_page
from casegen.render.pdf import begin_pdf
from casegen.store.entries import read_entry, result_name, write_entry
from casegen.store.store import Store

pytestmark = pytest.mark.slow
EXAMPLE = Path(__file__).parents[2] / "examples" / "inspection"
TEXTS = {
    "text", "title", "note", "reason", "source", "owner", "condition", "deviation", "component", "attribute", "item",
    "system", "environment", "intended_use", "risk_criteria", "organisation", "task", "response", "cost_source", "site",
    "role", "subtitle", "label", "alt", "unit",
}  # fmt: skip
PAYLOADS = (
    "\"'><xq1 onxq=1></script></style></textarea></title><xq2>",
    "<!-- ]]> <![CDATA[ <?xq ?> &xq; <xq3/>",
    '#panic("xq") ]#panic("xq")[ $ #panic("xq") $ "+panic("xq")+" */ #panic("xq") /* #read("/etc/passwd") @xq <xq>',
    '```\n#panic("xq")\n``` \\u{23}panic(1) = xq\n- xq\n/ xq: xq',
    '"]; xq4 [label="xq"]; "a" -> "xq5 \\N \\E </td></tr></table>>]; xq6 [URL="javascript:xq"]',
    'x"]\nclick A "javascript:xq"\n%%{init: {"xq": 1}}%%\nsubgraph xq\nend --> xq7["',
    "[xq](javascript:xq) ![xq](http://xq.example/a.png) <http://xq.example> | xq |\n\n# xq\n\n<xq8>",
    "=HYPERLINK(\"http://xq.example\") x;=cmd|'/c xq'!A1 \t=1+1 @SUM(xq)",
    "{{7*191}} {%xq%} ${7*191} <%= 7*191 %> \u202exq\u2066",
)


def _marked(value: Any, payload: str) -> Any:
    """``value`` with ``payload`` behind each of its texts."""
    if isinstance(value, dict):
        return {
            key: f"{one} {payload}" if key in TEXTS and isinstance(one, str) else _marked(one, payload)
            for key, one in value.items()
        }
    return [_marked(one, payload) for one in value] if isinstance(value, list) else value


@pytest.fixture(scope="module", params=range(len(PAYLOADS)), ids=lambda n: f"payload{n}")
def attacked(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Assessment:
    """The inspection example, texts of its files and of its results changed; results' hashes made to fit."""
    payload = PAYLOADS[request.param]
    folder = tmp_path_factory.mktemp("attacked") / "case"
    shutil.copytree(EXAMPLE, folder)
    for path in [*folder.glob("*.yaml"), *folder.glob("argument/*.yaml")]:
        if path.name not in ("compliance.yaml", "document.yaml", "whatif.yaml"):
            path.write_text(
                yaml.safe_dump(_marked(yaml.safe_load(path.read_text("utf-8")), payload), allow_unicode=True)
            )
    for path in folder.glob("results/*.json"):
        document = json.loads(path.read_text("utf-8"))
        for measure in document["measures"].values():
            measure["text"] = f"{measure.get('text', '')} {payload}"
        document["notes"] = [*document["notes"], payload]
        document["assumptions"] = [*document["assumptions"], payload]
        for table in document["tables"]:
            table["title"] = f"{table['title']} {payload}"
        raw = json.dumps(document, ensure_ascii=False).encode()
        digest, item = hashlib.sha256(raw).hexdigest(), document["id"]
        path.unlink()
        (folder / "results" / result_name(item, digest)).write_bytes(raw)
        entry = read_entry(folder, item)
        assert entry is not None
        write_entry(folder, item, dataclasses.replace(entry, result=digest))
    case = load(folder)
    assert all(state.freshness is Freshness.FRESH for state in Store(case).states().values())
    return assess(case)


def _acts(elements: Iterator[ET.Element]) -> list[str]:
    """Names of elements and attributes, and targets of links, that come from a payload."""
    return [
        name
        for element in elements
        for name in (
            str(element.tag),
            *element.attrib,
            *(v for k, v in element.attrib.items() if k.endswith("href")),
        )
        if "xq" in name
    ]


def test_page(attacked: Assessment) -> None:
    text = html_page(attacked)
    page = Page(text)
    assert page.open == []
    assert [tag for tag, _ in page.tags if tag.startswith("xq")] == []
    for tag, attributes in page.tags:
        assert not [name for name in attributes if "xq" in name or name.startswith("on")], (tag, attributes)
        targets = [str(attributes.get(name) or "") for name in ("href", "src", "style")]
        assert not [one for one in targets if "xq" in one and not one.startswith("data:image/png;base64,")], (
            tag
        )
    assert not any("1337" in words for words in page.words)


def test_paper(attacked: Assessment, tmp_path: Path) -> None:
    """typst ends with an error where a text is evaluated."""
    with pikepdf.open(io.BytesIO(begin_pdf(attacked)())) as pdf:
        links = [
            str(one.get("/A", {}).get("/URI", "")) for page in pdf.pages for one in page.get("/Annots", [])
        ]
    assert not [link for link in links if "xq" in link]
    pytest.importorskip("docx", reason="python-docx is not installed: pip install 'casegen[docx]'")
    write_docx(attacked, tmp_path / "a.docx")
    with zipfile.ZipFile(tmp_path / "a.docx") as archive:
        for name in archive.namelist():
            if name.endswith((".xml", ".rels")):
                root = ET.fromstring(archive.read(name))
                assert _acts(root.iter()) == []
                if name.endswith(".rels"):
                    assert "xq" not in "".join(one.get("Target", "") for one in root)
                fields = [e.text or "" for e in root.iter() if e.tag.endswith("}instrText")]
                assert "xq" not in "".join(fields)


def test_drawings_and_wikis(attacked: Assessment, tmp_path: Path) -> None:
    for path in write_svgs(attacked, tmp_path / "svg"):
        root = ET.parse(path).getroot()
        assert _acts(root.iter()) == []
        assert not [e for e in root.iter() if e.tag.endswith("}script")]
    for path in write_texts(attacked, tmp_path / "text"):
        text = re.sub("^(//|%% ).*", "", path.read_text("utf-8"), flags=re.MULTILINE)  # comments
        outside = re.sub(r'"(?:[^"\\]|\\.)*"' if path.suffix == ".dot" else r'"[^"\n]*"', '""', text)
        assert "xq" not in outside, (path.name, [line for line in outside.splitlines() if "xq" in line][:3])
    write_markdown(attacked, tmp_path / "a.md")
    from markdown_it import MarkdownIt

    drawn = (
        MarkdownIt("commonmark", {"html": True})
        .enable("table")
        .render((tmp_path / "a.md").read_text("utf-8"))
    )
    tags = [re.sub(' alt="[^"]*"', "", tag) for tag in re.findall(r"<[^>]*>", drawn)]
    assert not [tag for tag in tags if "xq" in tag]
    assert not re.findall(r"<h\d>xq", drawn)


def test_exchanged(attacked: Assessment) -> None:
    for name in FORMATS:
        write = exchange_format(name).write
        for file, content in write(attacked.case, "x").files.items() if write else ():
            if file.endswith((".xml", ".xmi", ".reqif")):
                assert _acts(ET.fromstring(content).iter()) == [], file
            elif file.endswith(".csv"):
                cells = [cell for row in csv.reader(io.StringIO(content.decode("utf-8-sig"))) for cell in row]
                starts = [part.strip()[:1] for cell in cells for part in re.split("[;\t]", cell)]
                assert not {"=", "@", "+"} & set(starts), file
            elif file.endswith(".xlsx"):
                with zipfile.ZipFile(io.BytesIO(content)) as archive:
                    for part in archive.namelist():
                        if part.endswith(".xml"):
                            root = ET.fromstring(archive.read(part))
                            assert _acts(root.iter()) == []
                            assert not [e for e in root.iter() if e.tag.endswith("}f")]
            elif file.endswith(".json"):
                json.loads(content)
