"""What stands for an acceptance and reports that none was given: no decision, a vote that failed, a wait, a silence."""

from __future__ import annotations

import re

from casegen.model.expressions import compiled
from casegen.texts.acceptances.person import readable

_PIECES = compiled(r"[,;:()\[\]|]|\s[–—-]\s")
_ITEM = (
    r"(?:(?:the\s+|this\s+|agenda\s+)?"
    r"(?:item|point|matter|case|decision|vote|question|punkt|beschluss|entscheidung|abstimmung)\s+)?"
)
_LATER = r"(?:\s+(?:to|until|till|for|by|auf|bis|zu[mr]?)\b.*)?"
_PIECE = compiled(
    rf"\W*(?:{_ITEM}(?:was\s+|is\s+|wurde\s+)?(?:postponed|adjourned|carried\s+over|carried\s+forward|referred\s+back|sent\s+back|remitted|"
    rf"vertagt|zurückverwiesen|verschoben){_LATER}|"
    r"(?:no|without(?:\s+an?)?|kein(?:e[rn]?)?|ohne)\s+(?:decision|vote|quorum|answer|reply|consensus|agreement|beschluss|entscheidung|abstimmung|antwort|"
    r"einigung)(?:\s+(?:yet|taken|made|reached|received|so\s+far|gefasst|getroffen))?|"
    r"not\s+(?:before|until|quorate)\b.*|inquorate|nicht\s+(?:vor|beschlussfähig)\b.*|"
    r"(?:(?-i:once|as\s+soon\s+as|sobald)\s+(?:(?-i:the|a|an|der|die|das|dem|den)\s+)?[^\W\d_].*|(?-i:nach|after)\s+(?:(?:der|the|erfolgter|further)\s+)?(?:nachbesserung|nacharbeit|korrektur|überarbeitung|rework|correction|repair)\b[^\d]*)|"
    r"(?:(?:is|was|are|gilt|gelten)\s+)?(?:deemed|considered|regarded|taken|presumed|assumed|counted|als)(?:\s+(?:as|to\s+be|to\s+have\s+been|als))?\s+"
    r"(?:accepted|approved|agreed|granted|given|signed|angenommen|akzeptiert|genehmigt|erteilt|freigegeben)(?:\s+(?:after|by|when|nach|durch|mit)\b.*)?|"
    r"silence|(?:by|per)\s+(?:default|silence|tacit\s+\w+)|tacit(?:ly)?|stillschweigend|schweigen|"
    r"auto(?:matic(?:ally)?)?[\s-]*(?:approved|accepted|signed|closed|freigegeben|akzeptiert)|[✗✘❌☒👎])\W*",
    re.I,
)
_BEHIND_NAME = compiled(
    r"(?-i:\S\s+(?:asks?|asked|requests?|bittet|bat|needs?|wants?)\s+(?:for\s+|um\s+)?(?:(?:some|a\s+bit|much|mehr|more|further|another|weitere?)\s+)+\w+)|"
    r"(?-i:\S\s+(?:nach|after)\s+(?:der\s+|the\s+|erfolgter\s+)?(?:Nachbesserung|Nacharbeit|Korrektur|Überarbeitung|rework|correction))\b(?![^,;]*\d)|"
    r"(?-i:\S\s+(?:or|oder)\s+(?:somebody|someone|anybody|anyone|another|other|whoever|jemand|irgend\w+|ein\s+anderer))\b|[✗✘❌☒👎]",
    re.I,
)
_VOTE = compiled(
    r"(?P<k>\d{1,3})\s*(?:for|in\s+favou?r|yes|ayes?|dafür|ja)\b[\s,;:/-]*(?:and\s+|und\s+)?(?P<n>\d{1,3})\s*(?:against|no|noes|nays?|dagegen|nein)\b",
    re.I,
)
_OF_VOTES = compiled(r"(?P<k>\d{1,3})\s*(?:/|of|out\s+of|von)\s*(?P<n>\d{1,3})\s*(?:votes?|stimmen)\b", re.I)


def not_accepted(text: str) -> bool:
    """Whether what stands for an acceptance says that nobody gave it, or not yet.

    A vote counts by more for than against.  ``text``: what stands beside a first name and surname.

    >>> [not_accepted(t) for t in ("Board (no decision)", "Board, 2 for, 5 against", "by default", "Board, not quorate")]
    [True, True, True, True]
    >>> [not_accepted(t) for t in ("Board, 5 for, 2 against", "Board (minutes 12)", "Board, 4 of 5 votes")]
    [False, False, False]
    """
    seen = readable(text)
    if any(_PIECE.fullmatch(piece) for piece in _PIECES.split(seen) if piece.strip()) or _BEHIND_NAME.search(
        seen
    ):
        return True
    vote, share = _VOTE.search(seen), _OF_VOTES.search(seen)
    lost = vote is not None and int(vote["k"]) <= int(vote["n"])
    return lost or (share is not None and 2 * int(share["k"]) <= int(share["n"]))
