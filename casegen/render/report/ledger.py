"""What the roots spend of confidence, in a sentence beside the verdict."""

from __future__ import annotations

from casegen.assessment.safety.risk_matrix import accepted_risks
from casegen.io.sentences import sentence
from casegen.model.digits import level, round_outward
from casegen.model.results import Assessment
from casegen.render.language import counted, in_words, thousands_apart, translate
from casegen.render.report.plans import condition_text
from casegen.render.views import SplitView
from casegen.render.wording import in_full, number

DIGITS = 3


def ledger_sentence(assessment: Assessment) -> str:
    """Error probabilities spent on bounds and stated doubts; a confidence only where the case holds."""
    if assessment.ledger is None:
        return ""
    account = assessment.ledger.account(assessment.case.header.roots)
    message = []
    measured = sum(spend.measured for spend in account.spends)
    if measured:
        # a sum of 1 or more bounds nothing: no joint confidence is left
        key = "verdict.spent" if account.statistical < 1.0 else "verdict.spent_all"
        message.append(counted(key, measured, spent=_above(account.statistical)))
    if account.doubts:
        message.append(translate("verdict.doubts", doubts=_above(account.doubts)))
    if account.by_value:
        message.append(counted("verdict.by_value", len(account.by_value)))
    elif assessment.supported and account.spends:
        least = level(account.confidence, DIGITS)
        key = "verdict.together_argued" if account.argued else "verdict.together"
        message.append(translate(key, confidence=least, claim=account.argued))
    message += [
        translate("verdict.risk_accepted", risk=in_words(risk)) for risk in accepted_risks(assessment)
    ]
    return " ".join(message)


def split_row(assessment: Assessment) -> SplitView | None:
    """A joint confidence shared out among the measures at least cost; None where the case asks for none."""
    split = assessment.split
    if split is None:
        return None
    wanted = in_full(split.wanted)
    if split.problem:
        return {
            "sentence": translate("verdict.no_split", wanted=wanted, problem=in_words(split.problem)),
            "rows": [],
        }
    if split.met:
        return {"sentence": translate("verdict.split_met", wanted=wanted), "rows": []}
    equal = split.equal_cost
    words = "verdict.split" if equal is not None else "verdict.split_only"
    said = translate(
        words, wanted=wanted, cost=number(split.cost, DIGITS), equal=number(equal or 0.0, DIGITS)
    )
    waiting = [condition_text(sentence("further.not_settled", reason=reason)) for reason in split.barred]
    return {
        "sentence": " ".join((said, *waiting)),
        "rows": [
            {
                "measure": share.source,
                "confidence": level(share.confidence),
                "looks": str(share.looks),
                "more": "" if share.kept else f"{thousands_apart(f'{share.more:,.0f}')} {share.unit}",
                "cost": "" if share.kept else number(share.cost, DIGITS),
            }
            for share in split.shares
        ],
    }  # fmt: skip


def _above(value: float) -> str:
    return number(round_outward(value, upper=True, digits=DIGITS), DIGITS)
