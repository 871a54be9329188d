"""Words for what is still open, as patterns: of texts to be written, of analyses and of what somebody accepts."""

from __future__ import annotations

MARKS = r"(?:t\.?\s?b\.?\s?[acds]\b\.?|to\s?do|fixme|xxx+)"
"""what is typed in place of a text: *TBD*, *t. b. c.*, *todo*"""
IN_WORK = (
    r"(?:work\s+in\s+progress|wip|in\s+(?:progress|work|arbeit|bearbeitung)|under\s+construction|im\s+aufbau)"
)
"""what somebody is still at"""
