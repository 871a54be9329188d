"""The page that documents the rules, written from the rules themselves.

``python -m casegen.argument.rules_page > docs/rules.md``
"""

from __future__ import annotations

import sys

from casegen.argument import rules
from casegen.argument.checking import RULES
from casegen.argument.computed_rules import COMPUTED, ComputedRule
from casegen.argument.references import SINGULAR
from casegen.argument.rule import Rule

_ORDER = (
    "Identity and references", "Structure", "Claims", "Arguments and blocks", "Evidence",
    "Context and assumptions", "Modules", "Defeaters and doubts", "Patterns", "Requirements and numbers",
    "Fault trees", "Hazards and scenarios", "Traceability", "Wording", "Waivers",
)  # fmt: skip

_HEAD = """# Rules

`casegen check` runs every rule below over the whole case and reports every finding in one run, with its
file, line and column. *Errors* are structural: the argument has no meaning where they are broken, and
`check` exits 1. *Warnings* are questions of quality that a person settles: fix the case, or waive the
finding on the node, HAZOP row, event, tree or evidence item with a reason and a name.

```yaml
claims:
  - id: C7
    text: The response of the pump is adequate
    waive:
      - {rule: claim-qualifier, reason: fixed by the plant rules, by: A. Assessor}
```

Waived findings stay in the report. Errors cannot be waived. Measures and parameters of evidence methods
are checked as well, by the method's own description ([Numbers, methods and files](#numbers-methods-and-files)).
This page is written from the rules: `python -m casegen.argument.rules_page`.
"""


_COMPUTED_HEAD = """## Numbers, methods and files

Found where numbers, methods and files are known. A warning is waived on the part that is named; vital signs
(`sign-…`) are those of the method, and waived on the evidence item.
"""


def page() -> str:
    """The Markdown text of the page."""
    families: dict[str, list[Rule]] = {family: [] for family in _ORDER}
    for rule in RULES.values():
        families.setdefault(rule.family, []).append(rule)
    errors = sum(not rule.waivable for rule in RULES.values())
    parts = [_HEAD, f"{len(RULES)} rules: {errors} errors, {len(RULES) - errors} warnings.\n"]
    for family, members in families.items():
        parts.append(f"## {family}\n")
        parts.extend(_entry(rule) for rule in members)
    parts.append(_COMPUTED_HEAD)
    parts.extend(_computed(rule) for rule in COMPUTED.values())
    parts.append("\n## Sources\n")
    parts.extend(f"- **{name}**: {text}" for name, text in rules.SOURCES.items())
    return "\n".join(parts) + "\n"


def _entry(rule: Rule) -> str:
    result = " ".join((rule.find.__doc__ or "").split())
    return (
        f"### `{rule.id}` ({rule.severity})\n\n{rule.says}\n\n"
        f"- Checks: {result}\n- Fix: {rule.hint}.\n- Source: {rule.source}.\n"
    )


def _computed(rule: ComputedRule) -> str:
    where = " or ".join(SINGULAR[section] for section in rule.waived_on)
    return f"- `{rule.id}` ({rule.severity}{f', waived on the {where}' if where else ''}): {rule.says}"


if __name__ == "__main__":
    sys.stdout.write(page())
