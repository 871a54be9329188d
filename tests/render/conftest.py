"""The assessed fixture case, shared by the tests of every document."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from casegen.model.results import Assessment

sys.path.insert(0, str(Path(__file__).parent))
from fixture_case import build_assessment


@pytest.fixture(scope="session")
def assessment() -> Assessment:
    """One assessment for the whole session: values are immutable."""
    return build_assessment()
