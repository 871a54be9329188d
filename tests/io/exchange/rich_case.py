"""A small case with something of everything an argument can hold."""

from __future__ import annotations

from pathlib import Path

from casegen.io import load
from casegen.model.case import Case

FILES = {
    "case.yaml": """\
casegen: 1
case:
  id: rich
  title: A case with <everything> & "more"
  version: "1.2"
  date: 2026-02-03
  authors: [A. Author, "Ö: Zwei"]
  roots: [TOP]
include: [main.yaml, sub.yaml, hazards.yaml]
""",
    "main.yaml": """\
# comments stay
module: {id: M1, title: Main part}
claims:
  - {id: TOP, text: The lamp is lit when needed, owner: safety, context: [X1, A1, J1, D1]} # the top
  - id: C1
    text: |-
      First line of the text
      second line with "quotes" & <angles>
    note: "a note: with colon"
  - {id: "C 2", text: The wire holds (at 20 °C), assumed: Datasheet, accepted_by: boss, doubt: 0.05}
  - {id: W1, text: The two parts are all there is, assumed: By construction}
  - {id: C3, text: "Nobody knows {yet", undeveloped: true, hazards: [H1]}
arguments:
  - {id: S1, supports: TOP, block: decomposition, from: [C1, SC1, "C 2", C3], side_claims: [W1], text: Split by part, context: [X1]}
  - {id: S2, supports: C1, block: evidence-incorporation, from: [E1, E2], text: Both tests show it, owner: lab}
evidence:
  - {id: E1, text: Test report, artefact: "https://example.org/report.pdf", version: "3", date: 2026-01-01, accepted_by: boss,
     sha256: 42b1241c04e65a107fc73a5f1cc40d7d2fec491488c299f2ccefe7fbf5e0ea89}
  - {id: E2, text: Field record, artefact: "unresolved://records/field.csv"}
contexts:
  - {id: X1, text: "Indoors, 230 V"}
  - {id: A1, kind: assumption, text: The mains are on, state: valid, owner: grid}
  - {id: J1, kind: justification, text: Lamps are needed}
  - {id: D1, kind: definition, text: "Lit: at least 300 lx"}
sub_cases:
  - {id: SC1, claim: G9, text: The bulb works}
defeaters:
  - {id: DF1, target: C1, kind: rebutting, text: The wire was cut once, state: open}
  - {id: DF2, target: E1, kind: undermining, text: The lab was closed, state: refuted, response: It was open, refuted_by: boss}
  - {id: DF3, target: "S1:C1", kind: undercutting, text: Parts interact, state: accepted, response: Accepted for now}
  - {id: DF4, target: DF1, kind: rebutting, text: That was another wire, state: open}
residual_doubts:
  - {id: RD1, target: DF3, text: Interaction is rare, owner: safety, reason: 1 in 1e6, accepted_by: boss}
""",
    "sub.yaml": """\
module: {id: M2, title: Bulb, text: About the bulb}
claims:
  - {id: G9, text: The bulb emits light, public: true}
  - {id: G10, text: The filament is whole, undeveloped: true}
arguments:
  - {id: S9, supports: G9, block: concretion, from: [G10], text: Light means a whole filament}
""",
    "hazards.yaml": """\
properties:
  - {id: P1, title: Light, text: There is light, stakeholders: [people, plants]}
hazop:
  - id: H1
    item: switch → lamp
    attribute: current
    guide_word: no # as the table says
    deviation: No current
    causes: [cut wire, "open; switch"]
    consequences: [dark]
    mitigations:
      - {text: spare lamp, refs: [C1, "C 2"]}
      - {text: "a text that ends in [brackets]"}
    properties: [P1]
    severity: marginal
  - {id: H2, item: lamp, item_type: node, attribute: light, guide_word: less, deviation: "=1+1", note: "-2 & @x"} # flow
events:
  - {id: EV1, text: Wire breaks, model: {type: constant, probability: 1e-3}, component: wire}
  - {id: EV2, text: Switch sticks, model: {type: exponential, rate: 1e-6, hours: 10}}
trees:
  - {id: FT, title: Dark, top: G, mission_time: 10, gates: [{id: G, type: or, inputs: [EV1, EV2]}]}
""",
}  # fmt: skip


def write(folder: Path) -> Path:
    """Write the files into ``folder``."""
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


def rich(folder: Path) -> Case:
    """The loaded case."""
    return load(write(folder))
