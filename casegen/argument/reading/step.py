"""A part whose words no program checks, and the question about it that only a reader answers."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass

from casegen.model.argument import Block

QUESTIONS = {
    Block.DECOMPOSITION.value: "do the parts make up the whole?",
    Block.SUBSTITUTION.value: "does what holds of the one hold of the other?",
    Block.CONCRETION.value: "does the precise sentence say what the vague one means?",
    Block.CALCULATION.value: "is this the formula, with every cause in it, and numbers as their sources say?",
    Block.EVIDENCE_INCORPORATION.value: "is the result about this claim?",
    "sub-case": "does it say no more than its claim?",
    "sentence": "does the number that is required mean this sentence?",
    "number": "does the number that is required cover these words of the sentence, too?",
    "parts": "do the numbers of the parts, which allow more together, come to the number of the whole?",
    "unnamed": "where does the step speak of this, which its conclusion names?",
    "unexplained": "how does this, which only the premise names, make the conclusion precise?",
    "restricted": "where does the case speak of what this takes out, or of the condition?",
    "context": "does this leave the claims that use it what they say?",
    "document": "may this document be taken, as {by} says?",
    "assumption": "may this assumption be taken, as {by} says?",
    "doubt": "may this doubt be carried, as {by} says?",
    "waiver": "may this rule be set aside, as {by} says?",
    "answer": "does this answer the objection, as {by} says?",
    "answer-unjudged": "does this answer the objection, although nobody is named who judged it?",
    "namesake": "is {by} somebody else than the owner of this, who is named here?",
    "note": "does this note leave what it stands at as it is?",
    "house": "is this so in operation, as the tree takes it?",
    "decisive": "is this so in operation, without which the requirement fails?",
    "cancelled": "is it right that this event never causes the top event, as the tree is built?",
    "older": "does this evidence, older than the release of the system, still hold for it?",
    "header": "are the claims about this, and do its limits leave them what they say?",
    "property": "is this what the claims and trees that name it show?",
    "criterion": "does a claim of the case hold this?",
    "hazard": "is this what can go wrong, with its causes and consequences, and do these measures act against it?",
    "scenario": "can it come to this so, step by step?",
    "row-open": "what is this to say, which is still open?",
    "row": "which claim shows that this deviation is controlled?",
    "failures": "does what failed here leave what is shown?",
    "state": "does this document, which says this of itself, hold as it stands: is it finished, released and in force?",
    "copy": "is this the document that was judged, and no copy kept aside?",
    "alike": "do these, which are of one part or one record, fail independently of each other?",
    "independent": "does this say that they fail, or were recorded, independently of each other?",
    "often": "is it tested, or repaired, within less than a minute?",
    "gate": "is this the type of the gate that its text means?",
    "tree": "do these gates and events say what the tree counts, as their sources say?",
    "units": "are these numbers, whose units are not read, no more than those of the tree?",
    "factor": "does one of the file's numbers stand for so many?",
    "measures": "are these losses, costs and changes right, and is no measure left out?",
    "loose": "what do the objections of this file, which no include names, leave of the case?",
    "doubts": "what do these stated doubts, which together come to a half or more, leave of the claim?",
    "beside": "do these, which stand side by side in the case, agree?",
    "assumes": "is this so, on which the bound rests?",
    "item": "is this, which no step cites, measured of what the event, or the assumption, says?",
    "untaken": "why is this measure not taken, which the criterion of the case demands?",
    "matrix": "are these classes, severities and ratings those by which the risk is to be judged?",
    "entries": "are these, which the record counts, of what the claims are about?",
    "closing": "does what was said settle this finding, as {by} says?",
    "discharge": "does what was said meet the condition of this sign-off, as {by} says?",
    "unread": "may this stay unread, as the method takes the data?",
}
"""by kind of what is to be read; ``{by}`` is who accepted it"""


@dataclass(frozen=True, slots=True)
class ReadingStep:
    """A part to be read, and the question that only a reader answers."""

    id: str
    kind: str
    """a key of :data:`QUESTIONS`"""
    texts: tuple[str, ...]
    """what is to be compared: conclusion first"""
    by: str = ""
    asks: bool = False
    """whether something was noticed here that may deny what is shown, and that a person answers in the review"""
    rests_on: tuple[str, ...] = ()
    """what an answer depends on beside the texts: hashes of data, a requirement"""

    @property
    def asked(self) -> str:
        """The key of the question: an answer that nobody is named for asks more plainly."""
        return "answer-unjudged" if self.kind == "answer" and not self.by else self.kind

    @property
    def question(self) -> str:
        """In English; documents have it in their own language."""
        return QUESTIONS[self.asked].format(by=self.by)

    @property
    def digest(self) -> str:
        """SHA-256 of all that an answer is about: whatever of it changes asks anew, also that something is noticed."""
        about = [self.kind, self.id, self.asks, *self.texts, "", *self.rests_on]
        return hashlib.sha256(json.dumps(about).encode()).hexdigest()
