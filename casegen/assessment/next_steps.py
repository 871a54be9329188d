"""What each kind of reason asks for next, where more can be said than its status does."""

from __future__ import annotations

from collections.abc import Mapping

from casegen.model.results import Reason, Status
from casegen.model.sentence import Sentence

KIND: Mapping[str, str] = {
    "overdue": "overdue",
    "doubted": "own_doubt",
    "opposite": "opposite",
    "no_source": "no_source",
    "unresolved": "unresolved",
    "artefact_open": "artefact",
    "repeats_nothing": "dangling",
    "no_such_premise": "dangling",
    "no_result": "dangling",
    "no_premise": "no_premise",
    "not_quantified": "tree",
    "of_tree": "tree",
    "no_model": "tree",
    "no_time": "tree",
    "of_limit": "tree",
    "stale_tree": "stale",
    "unsourced": "unsourced",
    "uncalculated": "wording",
    "of_data_only": "of_data_only",
    "weaker_part": "weaker_part",
    "assumptions_alone": "assumptions_alone",
    "unheld": "unheld",
    "unrelated": "unrelated",
    "is_false": "is_false",
    "unknown": "unknown",
    "astray_tree": "astray",
    "astray_item": "astray",
    "cited": "astray",
    "accepted": "taken",
    "defeater_accepted": "conceded",
    "conceded": "rebutted",
    "answer_doubted": "answer_doubted",
    "own_support": "circular",
    "circular": "circular",
    "joint_by_value": "joint_by_value",
    "joint_missed": "joint_missed",
    "must_be_taken": "must_be_taken",
    "of_measure": "of_measure",
    "none_left_out": "none_left_out",
    "all_taken": "all_taken",
    "intolerable": "intolerable",
    "unrated": "unrated",
}
"""by key of the reason, without its group"""
WRAPPED = {"because": "what", "with_notes": "what", "accepted_by_nobody": "what", "of_subject": "problem"}
"""sentences that say more of another one, by the value that holds it"""

OWN_STEPS: Mapping[str, str] = {
    "overdue": "{ids}: review {it}, and state the next date",
    "own_doubt": "{ids}: support {it} until the doubt that is stated of {it} is below one half, or argue without {it}",
    "opposite": "{ids}: argue with other evidence, or have what is reported there set aside with a reason",
    "no_source": "{ids}: name the evidence item or the artefact that {it} stands for",
    "unresolved": "{ids}: copy the document of {it} into the case folder, or give its address",
    "artefact": "{ids}: have the {document} accepted by somebody who does not own {it}",
    "dangling": "{ids}: name a part that the case has",
    "no_premise": "{ids}: name what the {step} rests on",
    "tree": "{ids}: set right why the {tree} cannot be used",
    "stale": "{ids}: measure anew what {it} rests on",
    "taken": "{ids}: measure, calculate or argue {it}: {it_is} accepted, and yet assumed",
    "rebutted": "{ids}: change what the objection is right about, or claim less",
    "unsourced": "{ids}: state the source of the {number}, or measure {it}",
    "wording": "{ids}: state what the words say as a requirement, or say less",
    "of_data_only": "{ids}: require what the words say, or say that the data are alike",
    "weaker_part": "{ids}: require of the part what the claim says, or say less",
    "assumptions_alone": "{ids}: measure, calculate or record something below {it}: all of it is assumed",
    "unheld": "{ids}: state as a requirement what the result must show",
    "unrelated": "{ids}: argue with a side-claim what the part has to do with the claim",
    "is_false": "{ids}: change what rests on {it}, since {it_does} not hold",
    "unknown": "{ids}: find out whether {it_holds}",
    "astray": "{ids}: have the support of the claim come to the number that it requires",
    "conceded": "{ids}: change what {it_attacks}, or have what remains accepted as a residual doubt",
    "answer_doubted": "{ids}: settle what is said against the answer to {it}",
    "circular": "{ids}: support {it} by something that does not rest on {it}",
    "joint_by_value": "{ids}: compare bounds with a confidence instead of values",
    "joint_missed": "{ids}: bring all bounds together to the joint confidence, by more or new records or smaller doubts",
    "must_be_taken": "{ids}: take the measures against risk that are named, or show that they are out of proportion; "
    "of a case that takes all, {it} says nothing and is to be argued without the criterion",
    "of_measure": "{ids}: set right why the measures against risk cannot be compared with the criterion",
    "none_left_out": "{ids}: state the measures against risk that were left out, "
    "or argue {it} without the criterion (no `claim:`)",
    "all_taken": "{ids}: state the next measure that was considered as one left out, with its cost; if none is left, "
    "take `claim:` out of the criterion and argue {it} by how measures were searched for",
    "intolerable": "{ids}: reduce the risk, or have it accepted by name",
    "unrated": "{ids}: set right why the risk cannot be rated",
}
"""what to do next, by kind; the documents have the same in their language"""


def kind_of(reason: Reason) -> str:
    """The kind of the step that a reason asks for by its own words; empty where its status and its part decide.

    >>> from casegen.io.sentences import sentence
    >>> kind_of(Reason("X1", sentence("unknown", part="assumption X1"), Status.NOT_EVALUATED))
    'unknown'
    """
    if reason.status is Status.SUPPORTED:
        return ""
    return KIND.get(key_of(reason.message), "")


def key_of(message: str) -> str:
    """The key of the sentence that says what is wrong, without its group; empty of a quotation."""
    while isinstance(message, Sentence):
        group, _, key = message.key.rpartition(".")
        inner = message.values.get(WRAPPED.get(key, ""))
        if group != "reason" or inner is None:
            return key if group == "reason" else ""
        message = inner
    return ""
