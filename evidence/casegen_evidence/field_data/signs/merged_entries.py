"""One row that says of itself that it holds several campaigns, sites or units, which need not fail alike."""

from __future__ import annotations

import re
from collections.abc import Sequence

from casegen_evidence.expressions import compiled
from casegen_evidence.signs import Intake

_COUNT = (
    r"both|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|dozens? of|dozen|"
    r"several|many|various|different|"
    r"(?:pair|couple|trio|handful) of|alle|beide|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|"
    r"mehrere|verschiedene|paar|[2-9]|[1-9]\d+"
)
_PLACES = (
    r"sites|locations|places|harbou?rs|ports|plants|stations|installations|regions|depots|yards|quays|piers|mines|mills|"
    r"farms|factories|warehouses|airports|tunnels|"
    r"standorte[n]?|orte[n]?|häfen|werke[n]?|anlagen|hallen|betriebshöfe[n]?|lagerhäuser[n]?"
)
_MACHINES = (
    r"vehicles|vessels|ships|robots|machines|units|pumps|valves|motors|engines|sensors|cars|trucks|lorries|buses|trains|"
    r"trams|drones|boats|ferries|aircraft|helicopters|forklifts|agvs|lifts|elevators|cranes|turbines|generators|"
    r"compressors|relays|breakers|presses|prototypes|specimens|devices|controllers|actuators|conveyors|escalators|"
    r"tractors|harvesters|excavators|inverters|converters|transformers|rigs|kilns|boilers|furnaces|reactors|"
    r"\w*fahrzeuge[n]?|\w*schiffe[n]?|\w*roboter[n]?|\w*maschinen|\w*einheiten|\w*pumpen|\w*ventile[n]?|\w*motoren|\w*sensoren|"
    r"\w*geräte[n]?|\w*aufzüge[n]?|\w*kräne[n]?|\w*züge[n]?|\w*busse[n]?|\w*pressen|\w*wagen|\w*turbinen|\w*drohnen"
)
_GROUPS = (
    r"campaigns|fleets|operators|customers|countries|lots|batches|seasons|"
    r"\w*kampagnen|flotten|betreiber[n]?|kunden|lose[n]?|chargen"
)
_CREW = compiled(r"(?i)(?<!\w)\w+ operators(?= on duty| per | a shift| at the|$|,)")
"""persons at work, in what is said of a population"""
_PARTS_TOO = r"(?<!\bredundant )(?<!\bwith )(?<!\bhaving )(?<!\bmit )(?<!\bper )(?<!\bje )"
"""what one system has is no several systems: a robot with two sensors"""
_SEVERAL = compiled(
    rf"(?i)(?<![\w.,-])(?<!release )(?<!version )(?<!level )(?<!class )(?<!phase )(?<!type ){_PARTS_TOO}"
    rf"(?P<count>all|{_COUNT})\s+"
    rf"(?:(?:of\s+)?(?:the|our|these|those)\s+)?(?!(?:[a-z]+\s+)?redundant)(?:(?!of\b)[a-zäöüß-]+\s+){{0,2}}?(?P<noun>{_GROUPS}|{_PLACES}|{_MACHINES})(?!\w)"
)
_ONE_OF = compiled(
    r"(?i)(?:^|[^\w])(?P<before>but |than |except |bis auf )?(?:(?P<noun>[^\W\d_]+)\s+)?"
    r"(?:one|each|any|either|single|first|second|third|fourth|fifth|last|\d+(?:st|nd|rd|th)?|no\.?\s?\d+|[a-z]|"
    r"(?:jede|eine?|erste|zweite|dritte|letzte)[rsnm]?|\d+\.)\s+"
    r"(?:(?P<second>[^\W\d_]+)\s+)?[(\[]?(?:(?:out\s+)?of|from|among|von|aus|der|des|unter)(?:\s+(?:the|our|these|those|all|den|der|unseren?))?\s*$"
)
_SINGULAR = (
    r"campaigns?|vehicles?|vessels?|ships?|robots?|machines?|units?|pumps?|valves?|motors?|engines?|sensors?|trucks?|"
    r"buses|trains?|trams?|drones?|boats?|aircraft|forklifts?|agvs?|lifts?|elevators?|cranes?|turbines?|generators?|"
    r"compressors?|relays?|breakers?|presses|press|prototypes?|devices?|rigs?|lots?|batch(?:es)?|fleets?|"
    r"\w*kampagnen?|\w*fahrzeuge?|\w*schiffe?|\w*roboter|\w*maschinen?|\w*pumpen?|\w*ventile?|\w*motor(?:en)?|\w*geräte?|"
    r"lose?|chargen?|flotten?|anlagen?"
)
_UNIT = compiled(
    rf"(?i)(?!campaign|fleet|lot|batch|\w*kampagne|los|charge|flotte)(?:{_SINGULAR})[\s_#-]*\w{{1,6}}"
)
_NUMBERS = (
    r"(?:#|no\.?\s?|nr\.?\s?)?\d{1,3}",
    r"(?-i:[A-Y])",
    r"(?-i:[IVX]{1,4})",
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten)",
)
"""how things are numbered, one way in a range"""
_PROPER = r"[A-ZÄÖÜ][a-zäöüßéèøåñ]{2,}"


def _ranges(number: str) -> tuple[re.Pattern[str], ...]:
    """Numbers of several things, each written as ``number``: pumps A-C, campaign 1 to 3, harbour 1 and 2."""
    to = r"\bto\b|\bbis\b|\bthrough\b|\bthru\b"
    joined = r"\band\b|\bund\b|&|\+"
    first = rf"{number}(?:\s*,\s*{number})*\s*"
    last = rf"\s*(?:(?P=noun)\s+)?{number}(?!\w)"
    places = r"sites?|harbou?rs?|plants?|stations?|locations?|werke?|standorte?"
    return (
        compiled(rf"(?i)(?<!\w)(?P<noun>{_SINGULAR})\s+{first}(?:{to}|{joined}){last}"),
        compiled(rf"(?i)(?<!\w)(?P<noun>{_SINGULAR})\s+{number}\s*,\s*(?P=noun)\s+{number}(?!\w)"),
        compiled(rf"(?i)(?<!\w)(?:{_MACHINES})\s+{first}(?:-|–|,|/)\s*{number}(?!\w)"),
        compiled(rf"(?i)(?<!\w)(?P<noun>{places})\s+{first}(?:{joined}){last}"),
    )


_RANGES = (
    compiled(
        rf"(?i)(?<!\w)(?:{_GROUPS}|{_PLACES}|{_MACHINES}|years)\s+\w{{1,6}}\s*(?:-|–|to|bis|and|und|&|\+|,|/)\s*\w{{1,6}}(?!\w)"
    ),
    *(form for number in _NUMBERS for form in _ranges(number)),
    compiled(rf"(?<!\w)(?i:{_PLACES})\s+{_PROPER}\s*(?:,|\band\b|\bund\b|&|/|\+)\s*{_PROPER}(?!\w)"),
)
"""numbers of several things; `harbour 1 to 3` may be a route, and `site 1-5` the name of one"""
_NAMES = compiled(
    rf"(?:the\s+|die\s+)?(?P<first>{_PROPER})(?P<more>(?:\s*,\s*{_PROPER})*)\s*(?:,?\s(?:and|und|et|y)\s|\s?&\s?|\s?/\s?)(?P<last>{_PROPER})"
)
_NO_NAMES = {
    "research", "development", "engineering", "construction", "operation", "operations", "maintenance", "service",
    "services", "test", "testing", "trial", "trials", "validation", "verification", "integration",
    "commissioning", "production", "assembly", "logistics", "storage", "transport", "stop", "start", "go", "day",
    "night", "dusk", "dawn", "morning", "evening", "summer", "winter", "spring", "autumn", "fall", "early",
    "late", "rain", "fog", "snow", "wind", "weather", "sun", "dry", "wet", "hot", "cold", "warm", "indoor",
    "outdoor", "front", "rear", "left", "right", "upper", "lower", "top", "bottom", "inner", "outer", "open",
    "closed", "close", "land", "sea", "air", "water", "sons", "son", "brother", "brothers", "partner", "partners",
    "company", "co", "group", "ltd", "main", "oder", "saale", "rhein", "see", "trinidad", "bosnia", "tyne",
    "antigua", "johnson", "black", "decker", "manual", "automatic", "auto", "loading", "unloading", "load",
    "unload", "pick", "place", "park", "ride", "hydraulic", "electric", "electrical", "mechanical", "pneumatic",
    "brake", "hold", "safety", "security", "health", "environment", "tag", "nacht", "sommer", "frühling",
    "herbst", "früh", "spät", "regen", "nebel", "wetter", "forschung", "entwicklung", "betrieb", "wartung",
    "erprobung", "prüfung", "versuch", "landung", "laden", "entladen", "tür", "tor", "bremse", "halten", "sand",
    "gravel", "kies", "steine", "iron", "steel", "oil", "gas", "jan", "january", "januar", "feb", "february",
    "februar", "mar", "march", "märz", "apr", "april", "may", "mai", "jun", "june", "juni", "jul", "july", "juli",
    "aug", "august", "sep", "sept", "september", "oct", "october", "oktober", "okt", "nov", "november", "dec",
    "december", "dez", "dezember", "mon", "tue", "wed", "thu", "fri", "sat", "sunday", "monday", "tuesday",
    "wednesday", "thursday", "friday", "saturday", "montag", "dienstag", "mittwoch", "donnerstag", "freitag",
    "samstag", "sonntag", "nord", "süd", "ost", "mitte", "north", "south", "east", "west", "central",
}  # fmt: skip
"""capitalised words that are joined to name one thing: a season, a department, a firm, a town on its river"""


def names_several(words: str) -> str | None:
    """What of ``words`` says that one row holds several campaigns, sites or units, if anything does.

    >>> names_several("release 3 on two test vehicles"), names_several("pier 4"), names_several("Both harbours")
    ('two test vehicles', None, 'Both harbours')
    >>> names_several("one of the five vehicles"), names_several("pumps A, B and C"), names_several("pair of pumps")
    (None, 'pumps A, B', 'pair of pumps')
    """
    at = 0
    while match := _SEVERAL.search(words, at):
        before, noun = words[: match.start()], match["noun"]
        word = re.search(r"(\w{3,})\s$", before)
        label = match["count"].isdigit() and word is not None and _same_thing([word[1]], noun)
        beside = re.search(r"\b(?:with|mit|and|und|per|je)\b", match.group()) is not None
        if not (label or beside or _is_one_of(before, noun)):
            return match.group()
        at = match.start() + 1
    hits = [hit for form in _RANGES if (hit := form.search(words))]
    return hits[0].group() if hits else None


def _is_one_of(before: str, noun: str) -> bool:
    """Whether what stands before a number of things takes one of them: one of the, vehicle 3 of."""
    match = _ONE_OF.search(before)
    if match is None or match["before"]:
        return False
    return _same_thing([word for word in (match["noun"], match["second"]) if word], noun)


def _same_thing(held: Sequence[str], noun: str) -> bool:
    """Whether words before a number are its noun, as in vehicle 3 of five vehicles, or name no other thing."""
    return all(
        noun.casefold().startswith(word.casefold()[:-1] or word)
        or word.casefold()
        in ("the", "a", "only", "just", "to", "on", "at", "is", "number", "no", "die", "der")
        for word in held
    )


def names_unit(entry: str) -> bool:
    """Whether an entry is a machine with its number: ``pump 3``, ``Fahrzeug 12``.

    >>> names_unit("pump 3"), names_unit("Fahrzeug 12"), names_unit("dive 3"), names_unit("campaign 3")
    (True, True, False, False)
    """
    return _UNIT.fullmatch(entry.strip()) is not None


def joined_names(entry: str) -> str | None:
    """The whole entry, where it is two or more names of places or units that are joined: ``Kiel and Hamburg``.

    >>> joined_names("Kiel and Hamburg"), joined_names("Kiel/Hamburg"), joined_names("quay+buoy")
    ('Kiel and Hamburg', 'Kiel/Hamburg', 'quay+buoy')
    >>> joined_names("Research and Development"), joined_names("Kiel, Germany"), joined_names("Frankfurt/Main")
    (None, None, None)
    """
    if "+" in entry:
        return entry
    match = _NAMES.fullmatch(entry.strip())
    if match is None:
        return None
    names = [match["first"], *(w.strip() for w in match["more"].split(",") if w.strip()), match["last"]]
    return None if _NO_NAMES & {name.casefold() for name in names} else entry


def judge_one_entry(entry: str, population: str, measures: Sequence[str], intake: Intake) -> None:
    """One row that says of itself that it holds several campaigns, which need not fail alike: nobody can see it."""
    several = names_several(entry) or names_several(_CREW.sub("", population)) or joined_names(entry)
    if several is not None:
        intake.suspects(
            "merged-entries",
            f"the record has one row, and {several!r} says that it holds several: whether they fail alike cannot be seen",
            list(measures),
            "enter each campaign, site or unit in a row of its own, state `entries: recorded` if the claim is about "
            "their mix, or say in the waiver why they fail alike",
        )
