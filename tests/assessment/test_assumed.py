"""What a measure assumes is said with every requirement on it, and with every tree that uses it."""

from __future__ import annotations

from casegen.assessment.tree_limits import measure_limits
from casegen.model.results import EvidenceState, Freshness


def test_a_measure_names_what_it_assumes_and_what_bars_it() -> None:
    document = {
        "measures": {
            "pmi_voted": {"assumes": "every vote is right"},
            "pmi": {"assumes": ""},
            "pmi_eqn13": {"reproduction_only": True},
        }
    }
    state = EvidenceState("EV", Freshness.FRESH, document=document)
    assert measure_limits(state, "pmi_voted").assumes == ("every vote is right",)
    assert measure_limits(state, "pmi").assumes == measure_limits(None, "pmi").assumes == ()
    assert measure_limits(state, "pmi_voted").barred == ()
    assert "pmi_eqn13 of EV reproduces a paper's estimator" in measure_limits(state, "pmi_eqn13").barred[0]
