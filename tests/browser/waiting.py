"""Waiting for what a page does in a turn of its own."""

from __future__ import annotations

import contextlib


def eventually(page: object, expression: str, expected: object, argument: object = None) -> None:
    """Waits until an expression of the page has a value: links, focus and drawings follow in turns of their own.

    The expression may use ``given``, which is the argument.
    """
    from playwright.sync_api import TimeoutError as TooLate

    with contextlib.suppress(TooLate):
        page.wait_for_function(
            f"([given, wanted]) => JSON.stringify({expression}) === JSON.stringify(wanted)",
            arg=[argument, expected],
        )
    assert page.evaluate(f"([given]) => {expression}", [argument]) == expected


def appears(place: object) -> None:
    """Waits until a locator's part can be seen: what a link leads to is opened in a turn of its own."""
    place.wait_for(state="visible")


def disappears(place: object) -> None:
    """Waits until a locator's part cannot be seen."""
    place.wait_for(state="hidden")
