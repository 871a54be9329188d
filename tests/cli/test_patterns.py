"""Cases from patterns, as a user starts them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Call = Callable[..., Any]


def test_a_new_case_checks_clean_but_for_undeveloped_claims(casegen: Call, tmp_path: Path) -> None:
    demo = tmp_path / "demo"
    assert casegen("new", demo, "--template", "les-overall", "--set", "system=Rover").code == 0
    checked = casegen("check", demo, "--json")
    assert checked.code == 0
    assert {d["rule"] for d in checked.json["diagnostics"]} <= {"claim-undeveloped", "evidence-controlled"}
    assessed = casegen("assess", demo, "--json")
    assert assessed.code == 1
    assert all(
        c["status"] in ("undeveloped", "supported", "assumed", "not evaluated")
        for c in assessed.json["claims"]
    )


@pytest.mark.slow
def test_every_listed_template_starts_a_case_with_its_defaults(casegen: Call, tmp_path: Path) -> None:
    listed = casegen("templates", "--json").json["templates"]
    assert {"les-overall", "ml-component", "ram-low-dimensional", "hazard-directed"} <= {
        t["name"] for t in listed
    }
    for template in listed:
        needed = [p["name"] for p in template["parameters"] if p["required"]]
        if not needed:
            folder = tmp_path / template["name"]
            assert casegen("new", folder, "--template", template["name"]).code == 0
            assert casegen("check", folder).code == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [(["--template", "les-overal"], "did you mean 'les-overall'"), (["--template", "les-overall", "--set", "sytem=x"], "system"),
     (["--template", "les-overall", "--set", "system"], "expected NAME=VALUE")],
)  # fmt: skip
def test_bad_calls_write_nothing(casegen: Call, tmp_path: Path, arguments: list[str], words: str) -> None:
    ran = casegen("new", tmp_path / "demo", *arguments)
    assert ran.code == 2
    assert words in ran.err
    assert not (tmp_path / "demo").exists()


def test_a_folder_in_use_is_left_alone(casegen: Call, tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("mine")
    ran = casegen("new", tmp_path, "--template", "les-overall")
    assert ran.code == 2
    assert [p.name for p in tmp_path.iterdir()] == ["note.txt"]


def test_hazards_keep_in_step_with_the_table(casegen: Call, tmp_path: Path) -> None:
    demo = tmp_path / "demo"
    casegen("new", demo, "--template", "hazard-directed", "--set", "hazards=H1=position too late")
    before = {c["id"] for c in casegen("assess", demo, "--json").json["claims"]}
    (file,) = [p for p in demo.rglob("*.yaml") if "\nhazop:" in p.read_text()]
    row = "  - {id: H9, item: camera, attribute: image, guide_word: no value, deviation: no image}\n"
    file.write_text(file.read_text().replace("\nhazop:\n", "\nhazop:\n" + row))
    added = casegen("hazards", demo, "--json").json["added"]
    assert len(added) == 1
    after = {c["id"]: c["status"] for c in casegen("assess", demo, "--json").json["claims"]}
    assert set(after) == before | set(added)
    assert after[added[0]] == "undeveloped"
    assert casegen("hazards", demo, "--json").json["added"] == []


@pytest.mark.slow
def test_explain_names_the_shortest_repair(casegen: Call, auv: Path) -> None:
    result = casegen("explain", auv, "--json").json
    targets = {r["target"] for r in result["repair_sets"][0]}
    assert {"EV-RAM-SD", "SubC6", "C-MP24"} <= targets
    headrooms = [float(link["headroom"]) for link in result["weakest_links"]]
    assert headrooms == sorted(headrooms)
    assert headrooms[0] >= 1
    assert result["confidence"][0]["id"] == "TLC1"
