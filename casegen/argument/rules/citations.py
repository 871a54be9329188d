"""Where rules come from, named once so that documents can list them."""

from __future__ import annotations

ISO_15026_2 = "ISO/IEC/IEEE 15026-2"
CAE = "CAE notation (Bloomfield & Netkachova); paper 003, section 3.1"
CAE_BLOCKS = "CAE building blocks (Bloomfield & Netkachova); paper 003, section 3.1"
ASSURANCE_2 = "Assurance 2.0 (Bloomfield & Rushby)"
GSN = "GSN Community Standard, version 3"
HAZOP = "IEC 61882; paper 003, sections 3.2 and 4.2"
FAULT_TREE = "IEC 61025; paper 003, section 3.2"
FILES = "casegen file format"
QUANTITIES = "casegen: quantities carry their meaning"

SOURCES: dict[str, str] = {
    "ISO/IEC/IEEE 15026-2": "Systems and software assurance, part 2: assurance case",
    "CAE": "Claims, arguments, evidence: notation and the five building blocks",
    "paper 003": "Dong et al., Reliability assessment and safety arguments for machine learning components",
    "Assurance 2.0": "Bloomfield & Rushby: warrants, defeaters, residual doubts, confidence",
    "GSN": "GSN Community Standard, version 3",
    "SCCG": "Safety Case Core Guidelines, © 2026 Jesper Brännström, CC BY 4.0; only ids are cited",
    "IEC 61882": "HAZOP studies: application guide",
    "IEC 61025": "Fault tree analysis",
}
