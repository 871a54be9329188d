"""The words of the field as these documents use them."""

from __future__ import annotations

GLOSSARY: tuple[tuple[str, str], ...] = (
    ("Argument", "How a claim follows from what stands below it; each uses one of five building blocks."),
    ("Basic event", "A leaf of a fault tree: an event with a probability of its own."),
    ("Birnbaum importance", "Derivative of the top event's probability by the event's probability."),
    ("Calculation", "Block: the value of a claim follows from other values, by a formula or a fault tree."),
    ("Claim", "A proposition that is true or false; supported, challenged or open."),
    ("Concretion", "Block: a vague claim is given a precise meaning."),
    (
        "Confidence",
        "One-sided: the chance with which a procedure of this kind gives a bound that holds. Each bound "
        "of an interval holds by itself with the stated confidence.",
    ),
    ("Decomposition", "Block: the whole is covered by its parts."),
    ("Defeater", "An objection to a claim, a step or evidence; while open it challenges everything above."),
    ("Evidence incorporation", "Block: a result shows a claim."),
    (
        "Exposure",
        "How often or how long a mission meets an event; converts per demand or per hour to per mission.",
    ),
    ("Fussell–Vesely importance", "Share of the top event's probability to which the event contributes."),
    ("HAZOP", "Hazard and operability study: deviations by guide words, item by item."),
    (
        "Headroom",
        "Bound divided by the number held against it, or the inverse for a lower limit: 1 is just met.",
    ),
    ("Minimal cut set", "Smallest set of events that together cause the top event."),
    ("Mission property", "A property that stakeholders want of a mission; its violation is a hazard."),
    ("Operational profile (OP)", "Distribution of the inputs that a component meets in use."),
    ("pmi", "Probability of misclassification per input, drawn from the operational profile."),
    ("Residual doubt", "A doubt that stays, with a reason, an owner and an acceptance."),
    ("Side-claim", "A claim that warrants the step an argument takes."),
    ("Stale", "Measured from inputs, parameters or code that have changed since."),
    (
        "Substitution",
        "Block: what holds of one object or property holds of another that is equivalent for the claim.",
    ),
    ("Unastuteness", "Share of a cell's inputs whose prediction is not that of the cell's true label."),
)
