"""Mission properties, HAZOP table and scenarios as rows of the document."""

from __future__ import annotations

from casegen.model.results import Assessment
from casegen.render.language import translate
from casegen.render.report.links import Links
from casegen.render.views.hazards import HazopView, PropertyView, ScenarioView
from casegen.render.wording import anchor

SEVERITY_RANK = {"negligible": 1, "marginal": 2, "critical": 3, "catastrophic": 4}


def property_rows(assessment: Assessment, links: Links) -> list[PropertyView]:
    """Mission properties with the hazards that violate them and the trees that quantify it."""
    case = assessment.case
    return [
        {
            "id": prop.id, "anchor": anchor("property", prop.id), "title": prop.title, "text": prop.text,
            "stakeholders": ", ".join(prop.stakeholders),
            "hazop": links.references(h.id for h in case.hazop if prop.id in h.properties),
            "trees": links.references(t.id for t in case.trees if prop.id in t.properties),
            "claims": links.references(c.id for c in case.claims if prop.id in c.properties),
        }
        for prop in case.properties
    ]  # fmt: skip


def hazop_rows(assessment: Assessment, links: Links) -> list[HazopView]:
    """The HAZOP table with links to properties, scenarios, trees and claims."""
    case = assessment.case
    rows: list[HazopView] = []
    for index, entry in enumerate(case.hazop):
        scenarios = [s for s in case.scenarios if entry.id in s.hazop]
        rows.append({
            "id": entry.id, "anchor": anchor("hazop", entry.id), "item": entry.item,
            "attribute": entry.attribute, "guide_word": entry.guide_word.value, "deviation": entry.deviation,
            "causes": list(entry.causes), "consequences": list(entry.consequences),
            "mitigations": [{"text": m.text, "refs": links.references(m.refs)} for m in entry.mitigations],
            "properties": links.references(entry.properties), "severity": entry.severity or "",
            "severity_words": translate(f"harm.{entry.severity}") if entry.severity else "",
            "rank": SEVERITY_RANK.get(entry.severity or "", 0), "owner": entry.owner, "note": entry.note,
            "scenarios": links.references(s.id for s in scenarios),
            "trees": links.references(dict.fromkeys(s.tree for s in scenarios if s.tree)),
            "claims": links.references(c.id for c in case.claims if entry.id in c.hazards),
            "location": str(case.locate("hazop", index)),
        })  # fmt: skip
    return rows


def scenario_rows(assessment: Assessment, links: Links) -> list[ScenarioView]:
    """Scenarios with what they explain and where they lead."""
    return [
        {
            "id": scenario.id, "anchor": anchor("scenario", scenario.id), "title": scenario.title,
            "hazop": links.references(scenario.hazop),
            "property": links.reference(scenario.property) if scenario.property else None,
            "tree": links.reference(scenario.tree) if scenario.tree else None,
        }
        for scenario in assessment.case.scenarios
    ]  # fmt: skip
