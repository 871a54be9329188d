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
