"""What a result records: parameters that play no part beside the inputs given are not its recipe."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from casegen_evidence.nnmetrics.adversarial_method import ADVERSARIAL_LOSS
from casegen_evidence.nnmetrics.interpretation_method import INTERPRETATION
from casegen_evidence.nnmetrics.metrics_method import NETWORK_METRICS

from casegen.store.recipe import applied
from tests.false_support import call, folder
from tests.false_support.bases import calculation


def test_no_limit_and_no_network_is_recorded_beside_confidences() -> None:
    assert applied(ADVERSARIAL_LOSS, {}, {"confidences"}) == {}
    both = applied(
        NETWORK_METRICS, {"adversarial": {}, "interpretation": {"threshold": 0.4}}, {"confidences", "maps"}
    )
    assert both["adversarial"] == {}
    assert both["interpretation"] == {"threshold": 0.4}


def test_no_trained_network_is_recorded_beside_a_model() -> None:
    for method in (ADVERSARIAL_LOSS, INTERPRETATION):
        assert "classifier" not in applied(method, {}, {"images", "model"})
        assert "classifier" in applied(method, {}, {"images"})
    provider = {"classifier": {"kind": "provider", "provider": "own"}}  # which reads the file
    assert "classifier" in applied(ADVERSARIAL_LOSS, provider, {"images", "model"})
    assert applied(ADVERSARIAL_LOSS, {}, {"images", "model"})["epsilon"] == 0.1


@pytest.mark.slow
def test_what_ran_is_recorded_and_recomputed(tmp_path: Path) -> None:
    case = folder(tmp_path / "case", calculation())
    rows = "".join(f"0.{900 - k},0.{700 + k}\n" for k in range(40))
    (tmp_path / "c.csv").write_text("clean,FGSM\n" + rows)
    document = (case / "case.yaml").read_text("utf-8")
    item = "- {id: NEW, method: nn-adversarial-loss, inputs: {confidences: c.csv}, confidence: 0.95}\n"
    (case / "c.csv").write_text((tmp_path / "c.csv").read_text())
    (case / "case.yaml").write_text(document + "evidence_items:\n" + item, "utf-8")
    code, _, err = call("evidence", "run", case, "NEW")
    assert code == 0, err
    shown = json.loads(call("evidence", "show", case, "NEW", "--json")[1])
    assert shown["provenance"]["parameters"] == {}
    code, out, err = call("evidence", "verify", case, "NEW")
    assert code == 0, out + err
