"""What a share counts where it says how often something happens: missions, demands, pictures; English and German."""

from __future__ import annotations

import re

from casegen.model.expressions import compiled

_ACTS = (
    r"(?!(?:buil|rea|hea|loa|gui|boar|hol)dings\b|(?:sett|fitt|cutt|hous|wir|wind|bear|bush|cast|coat|lin|cross|open-end|th|str|spr|w|r|"
    r"warn|sav|find|draw|mark|rat|meet|rail|tub|pip|stock|earn|heat|cool|seal|draw|mount)ings\b)[^\W\d]{3,}ings|"
    r"(?!(?:[^\W\d]*st|loc|install|popul|applic|regul|specific|configur|combin|appl|el|rel|correl|equ|vari|orient|n|found|dur|gener|"
    r"organiz|organis|calcul|simul|limit|abbrevi|explan|indic|recommend|inform|implement)ations\b)[^\W\d]{2,}ations|inspections|"
    r"(?<!re)actions|injections|insertions|detections|transmissions|sessions|transactions"
)
"""what is done again and again, by the endings of its words; things that end so are left out"""
OCCASION = (
    rf"{_ACTS}|entr(?:y|ies)|press(?:es)|push(?:es)|shots?|strokes?|deliver(?:y|ies)|turns|moves|quer(?:y|ies)|boots|evacuation|filling|opening|inspection|"
    r"missions?|flights?|trips?|journeys?|voyages?|shifts?|dives?|approach(?:es)?|demands?|requests?|tests?|trials?|runs?|"
    r"attempts?|cases|times|frames?|images?|pictures?|inputs?|samples?|cycles?|starts?|stops?|landings?|take-?offs?|"
    r"operations?|procedures?|treatments?|infusions?|patients?|alarms?|calls?|messages?|packets?|events?|situations?|"
    r"encounters?|obstacles?|pedestrians?|persons?|people|objects?|vehicles?|passages?|crossings?|days?|nights?|hours?|years?|"
    r"opportunities|actuations?|activations?|commands?|lifts?|rides?|tasks?|jobs?|orders?|doses?|batch(?:es)?|trains?|"
    r"occasions?|occurrences?|deployments?|uses?|drives?|scenarios?|manoeuvres?|"
    r"missionen|fl[uü]ge[ns]?|fahrten|einsätzen?|anforderungen|versuche[n]?|prüfungen|tests|fälle[n]?|bilder[n]?|läufe[n]?|"
    r"starts|landungen|anflüge[n]?|annäherungen|tagen?|nächten?|stunden|jahren?|alarmen?|zyklen|behandlungen|patienten|"
    r"betätigungen|auslösungen|schaltungen|züge[n]?|hebevorgänge[n]?|schichten|personen|objekte[n]?|situationen"
)
FAILURES = (
    "failures?|faults?|stops?|outages?|errors?|accidents?|collisions?|crashes|losses|ausfälle?n?|fehlern?|stopps?|unfälle?n?|"
    "störungen"
)
FAILURES_OF = (
    rf"(?:(?:{FAILURES}|loss|verluste?)(?:\s+(?:of|der|des|von)\s+(?:(?:the|its|an?|dem|den|der)\s+)?"
    r"(?!(?:which|these|those|them|all|each|every)\b)[^\W\d]+)?)"
)
"""with what fails, or is lost"""
SINGLE = (
    r"fahrt|einsatz|anforderung|auslösung|betätigung|schaltung|start|flug|versuch|prüfung|fall|bild|lauf|landung|"
    r"annäherung|tag|nacht|behandlung"
)
"""one of them, in German"""
OF_OCCASIONS = compiled(
    rf"^\s*(?:(?:of|der|aller|von|the|all|these|those|any|its)\s+)*(?:[^\W\d]+\s+){{0,2}}?(?:{OCCASION})\b",
    re.I,
)
OF_COUNTED = compiled(rf"^\s*(?:(?:of|der|aller|von)\s+)+(?:[^\W\d]+\s+){{0,2}}?(?:{OCCASION})\b", re.I)
"""behind a percentage: ``0.1 % of the approaches``, not ``5 % noisy pictures``"""
_PARTS = (
    r"pixels?|bildpunkte[ns]?|voxels?|sensor(?:s|en)?|channels?|kanäle[n]?|features?|merkmale[ns]?|bits?|points?|punkte[ns]?|"
    r"area|surface|fläche|volume|volumens?|range|bereichs?|value|wertes|length|länge|width|breite|height|höhe|time|zeit|"
    r"lenses|linse|body|körpers|scene|szene|screen|view|field|sichtfelds?|population|budgets?"
)
"""what is part of a thing, and no occasion"""
_ANY = rf"(?:[^\W\d]+\s+){{0,1}}?(?!(?:{_PARTS})\b)[^\W\d]{{4,}}"
OF_ANYTHING = compiled(
    rf"^\s*(?:of\s+(?:the|all|its|these)|der|aller|von|of)\s+(?!(?:{_PARTS})\b){_ANY}", re.I
)
"""behind a percentage and *for* or *bei*: ``bei höchstens 0,1 % der Bremsungen``"""
PER_ANYTHING = compiled(
    r"^\s*(?:per|pro|je|every|each|jede[rmns]?)\s+(?!(?:[kcm]?m|met(?:er|re)s?|[km]?g|kilo\w*|s|seconds?|sekunde\w*|minute\w*|l|lit(?:er|re)s?|"
    r"pixels?|samples?|°|grad|degrees?|volt|v|w|watt)\b)[^\W\d]{3,}",
    re.I,
)
"""behind a probability: ``mit höchstens 10⁻⁵ je Stopp``; no amount per metre"""
