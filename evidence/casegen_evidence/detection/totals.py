"""What a file of boxes states of itself, compared with what it holds."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_TOTAL = "(?:(?:num|n|nr|number|count|total)s?[ _]?(?:of[ _]?)?){}|{}[ _]?(?:count|total)"


def contradicted_totals(document: Mapping[str, Any]) -> list[str]:
    """What ``info`` of a COCO file states of its lists and they do not hold."""
    info = document.get("info")
    if not isinstance(info, dict):
        return []
    result = []
    for what in ("images", "annotations", "categories"):
        one = "category" if what == "categories" else what[:-1]
        form = re.compile(_TOTAL.format(what, one) + "|" + _TOTAL.format(one, what), re.IGNORECASE)
        for key, stated in info.items():
            held = len(document[what])
            if form.fullmatch(str(key)) and type(stated) is int and stated != held:
                result.append(f"info states {key} = {stated:,}, the list {what} holds {held:,}")
    return result
