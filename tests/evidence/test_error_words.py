"""Errors of others, quoted within a sentence."""

from __future__ import annotations

import numpy as np
import pytest
from casegen_evidence.error_words import said
from casegen_evidence.method import InputProblem
from casegen_evidence.models import adapt
from sklearn.linear_model import LogisticRegression


def test_a_quoted_error_ends_in_no_full_stop_of_its_own() -> None:
    model = LogisticRegression().fit(np.eye(4), [0, 1, 0, 1])
    with pytest.raises(InputProblem, match=r"as input\. Check that"):
        adapt(model, ["0", "1"])(np.zeros((3, 3)))
    assert said(ValueError("wait ...")) == "ValueError: wait ..."
    assert said(ValueError("")) == "ValueError: "
    assert said(KeyError(1.0)) == "KeyError: 1.0"
