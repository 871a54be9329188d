"""A small case on disk that was frozen, reviewed and then changed: every panel of a review has something to show."""

from __future__ import annotations

import json
from pathlib import Path

from casegen.assessment.assess import Session
from casegen.assessment.checks.case import check
from casegen.io import load
from casegen.render import write_html
from casegen.review import add_finding, create, decide, respond, sign_off
from casegen.review.dossier import gather
from casegen.review.events import Decision, FindingSeverity, Independence, Person

CASE = """
casegen: 1
case: {id: rc, title: Reviewed case TITLE, roots: [TOP], authors: [Ann], organisation: Builders}
claims:
  - {id: TOP, text: The machine is acceptably safe, owner: Ann}
  - {id: RARE, text: Loss of control is rare, owner: Ann, hazards: [HZ1],
     requirement: {measure: {tree: FT}, bound: {target_of: FT}, kind: probability-per-mission, confidence: 0.95}}
  - {id: WHOLE, text: The hazards are complete, assumed: workshop, accepted_by: Carl}
arguments:
  - {id: SPLIT, text: By hazard, supports: TOP, block: decomposition, from: [RARE], side_claims: [WHOLE]}
  - {id: CALC, text: By fault tree, supports: RARE, block: calculation, from: [SUBC], tree: FT}
  - {id: INC, text: By the record, supports: SUBC, block: evidence-incorporation, from: [EV]}
evidence: [{id: EV, text: Field record, artefact: record.txt, accepted_by: Carl}]
hazop:
  - {id: HZ1, item: Drive, item_type: node, attribute: speed, guide_word: more, deviation: too fast,
     causes: [controller], consequences: [collision], severity: critical}
properties: [{id: MP1, title: No collision}]
parameters: [{id: lam, value: {distribution: lognormal, mean: 1.0e-4, error_factor: 3}}]
events:
  - {id: BE-1, text: Controller fails, model: {type: exponential, rate: {parameter: lam}}}
  - {id: BE-2, text: Guard fails, model: {type: constant, probability: PROB, kind: probability-per-mission}, source: panel}
  - {id: BE-3, text: Both brakes fail, model: {type: constant, probability: 1.0e-5, kind: probability-per-mission}, source: panel}
trees:
  - id: FT
    title: Loss of control
    top: G-TOP
    kind: probability-per-mission
    mission_time: 8
    properties: [MP1]
    target: {probability: 1.0e-3, confidence: 0.95, source: contract}
    gates:
      - {id: G-TOP, type: or, inputs: [G-BOTH, BE-3], text: Control is lost}
      - {id: G-BOTH, type: and, inputs: [BE-1, BE-2], text: Controller and guard}
"""
MORE = "  - {id: SUBC, text: The rates are those of the field, owner: Ann}\narguments:"
COMPLIANCE = """
compliance:
  - standard: amlas
    clauses: [{clause: "1", nodes: [TOP], coverage: full}, {clause: "5", nodes: [RARE]}]
"""
WHATIF = "scenarios:\n  worn guard: {BE-2: 0.9}\n  NAME: {BE-3: 0.01}\n"
BOB = Person(name="Bob", role="assessor", independence=Independence.DEPARTMENT)
ANN = Person(name="Ann")


def text(title: str = "", probability: float = 0.01) -> str:
    """The case file."""
    written = CASE.replace("TITLE", title).replace("PROB", repr(probability))
    return written.replace("arguments:", MORE, 1)


def make(folder: Path, *, scenario: str = "lost brakes", said: str = "Where is the record?") -> Path:
    """Write the case, freeze it, review it, and change it: F1 is open again, F2 answered, F3 open, S1 no longer valid."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "case.yaml").write_text(text())
    (folder / "record.txt").write_text("2,000 hours\n")
    (folder / "compliance.yaml").write_text(COMPLIANCE)
    (folder / "whatif.yaml").write_text(WHATIF.replace("NAME", json.dumps(scenario)))
    create(folder, "v1", author="Ann", reason="for the first review")
    for target, severity in (
        ("BE-2", FindingSeverity.MINOR),
        ("RARE", FindingSeverity.MAJOR),
        ("HZ1", FindingSeverity.QUESTION),
    ):
        add_finding(
            folder, target=target, severity=severity, text=f"{said} ({target})", by=BOB, clause="AMLAS 5"
        )
    add_finding(folder, target="INC:EV", severity=FindingSeverity.OBSERVATION, text=said, by=BOB)
    for finding in ("F1", "F2"):
        respond(folder, finding, text="It is in record.txt", by=ANN, evidence=("record.txt",))
    decide(folder, "F1", status="closed", by=BOB, text="Seen")
    sign_off(folder, target="", decision=Decision.CONDITIONS, by=BOB, conditions=("watch the guard",))
    (folder / "case.yaml").write_text(
        text(probability=0.02).replace("Loss of control is rare,", "Loss of control is very rare,")
    )
    return folder


def page(folder: Path, file: Path) -> Path:
    """The case as a page on disk, with everything that stands beside it."""
    case = load(folder)
    session = Session.open(case)
    assessed = session.assess(diagnostics=check(case))
    return write_html(assessed, file, gather(assessed, session=session))
