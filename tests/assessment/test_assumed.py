"""A claim that uses a measure shows what the measure's bound assumes."""

from types import SimpleNamespace

from casegen.assessment.requirements import Numbers, _assumed
from casegen.assessment.results import EvidenceState, Freshness


def test_the_requirement_names_what_its_measure_assumes() -> None:
    document = {"measures": {"pmi_voted": {"assumes": "every vote is right"}, "pmi": {"assumes": ""}}}
    numbers = Numbers({"EV": EvidenceState("EV", Freshness.FRESH, document=document)}, {}, {})

    def describe(name: str) -> str:
        return _assumed(SimpleNamespace(measure=SimpleNamespace(evidence="EV", measure=name)), numbers)

    assert describe("pmi_voted") == ", assuming that every vote is right"
    assert describe("pmi") == ""
    assert describe("unknown") == ""
