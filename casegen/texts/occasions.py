"""What a share counts where it says how often something happens: missions, demands, pictures; English and German."""

from __future__ import annotations

import re

from casegen.model.expressions import compiled

OCCASION = (
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
