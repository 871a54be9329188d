"""Units of measurement in English and German, in one table: behind them a number is a size, and no share or rate.

Left out are signs that texts also use for periods (``D``, ``H``, ``M``, ``St``, ``ks``), for shares (``bps``, ``mil``)
and for models (``5G``), and ``in``, ``um`` and ``us``, which are words.

Sources: BIPM, *The International System of Units*, 9th edition; NIST SP 811; IEC 80000-13; UCUM.
"""

from __future__ import annotations

import re
from itertools import product

from casegen.model.expressions import compiled
from casegen.texts.numbers.counts import count_of

_WITH_PREFIXES = {
    "n µ μ m c d k h M G": "m g",
    "f p n µ μ m": "s",
    "f p n µ μ u m": "F C mol",
    "p n µ μ u m k M": "A V Vpp Vp Vrms VDC VAC Vdc Vac Ah",
    "p n µ μ u m k M G T": "W J eV Wh Hz VA var VAr Pa",
    "µ μ u m c d da k M": "N Nm",
    "h": "Pa l L",
    "µ μ u m c d": "bar barg bara l L",
    "µ μ u m k M G": "Ω Ohm ohm",
    "n µ μ u m": "Wb T kat Osm osm Eq eq val",
    "µ μ u m k": "K lm lx cd sr gon rad rem Ci",
    "k M G T P": "Bq FLOPS OPS IPS px Pixel bit bits byte bytes Byte Bytes Bd baud",
    "n µ μ u m c k M G": "Gy Sv",
    "k M": "t cal psi rpm lbf gf BTU Btu",
    "µ μ u m": "U IU IE",
}
"""signs that stand with any of these prefixes, or with none"""
_ONLY_WITH_PREFIXES = {
    "p n µ μ u m": "H S",
    "k K M G T P Ki ki Mi Gi Ti": "B b bit bits Bit Bits byte bytes Byte Bytes",
    "k K M G T": "bps Bps sps Sps",
    "k M G": "S/s",
    "c m": "P Pas",
    "c": "St",
    "M": "P Px pixel pixels Pixel Pixeln",
    "da": "g l",
}
"""signs that are something else, or nothing, alone: ``S``, ``B``, ``P``, ``bps``"""
_ALONE = """
°C °F °K °R °dH °Bx ° º ′ ″ % min Å ft yd mi nmi NM oz lb lbs ozf dyn kp kn kt kts mph kph kmh fpm ipm fps rps spm bpm
sec secs mins dpi ppi lpi deg rev psig psia atm Torr torr mmHg inHg cmHg mmWS mWS mmWC mWC hp bhp PS erg MIPS ha gal
bbl cc ccm cfm scfm acfm sccm slm slpm lpm gpm mpg scf Nmm Ncm TEU dwt BRT GT HV HB HRA HRB HRC NTU FNU dpt pH arcmin
arcsec nit nits phon sone AWG ksi grms gRMS dB dBA dBB dBC dBZ dBm dBi dBV dBu dBc dBµV dBFS dBSPL dBHL dBW dBd
"""
_SIGNS = frozenset(
    (
        *_ALONE.split(),
        *(s for prefixes, signs in _WITH_PREFIXES.items() for s in signs.split()),
        *(
            f"{prefix}{sign}"
            for table in (_WITH_PREFIXES, _ONLY_WITH_PREFIXES)
            for prefixes, signs in table.items()
            for prefix, sign in product(prefixes.split(), signs.split())
        ),
    )
)
_LETTERS = r"[^\W\d_²³⁴½⁰¹⁵⁶⁷⁸⁹]"
_JOINED = compiled(
    r"(?:[cm]?m|in)H[2₂]O|(?:sq|cu|US)\.?\s(?:ft|in|yd|gal)|(?:[Vv]ol|wt|mol)\.?-?\s?%|r/(?:min|s)"
)
_SIGN = compiled(
    rf"[\s-]?(?P<sign>{_JOINED.pattern}|[kMG]?S/s|[°º]\s?[CFKR]\b|[°º]d?{_LETTERS}*|[′″%]|{_LETTERS}+)"
    r"(?:[²³⁴]|\^?[234](?!\d))?(?:s(?=\W|$))?(?![\w^⁻])"
)
_WORD = compiled(
    r"[\s-](?:(?:square|cubic|nautical|running|standard|imperial)[\s-])?(?:quadrat|kubik|norm|see)?"
    r"(?:(?:(?:kilo|mega|giga|tera|milli|micro|mikro|nano|pico|piko|centi|zenti|deci|dezi|hecto|hekto|kibi|mebi|gibi)-?)?"
    r"(?:met(?:er|re)[ns]?|gramm?e?s?|lit(?:er|re)[ns]?|amp(?:ere|s|eres)?|volts?|watts?|newton(?:s|meter[n]?)?|pascals?|bars?|joules?|hertz|"
    r"ohms?|(?:kil|meg)ohms?|farads?|henr(?:y|ys|ies)|teslas?|webers?|coulombs?|lumens?|lux|candelas?|becquerels?|curies?|grays?|sieverts?|rads?|"
    r"rems?|mol(?:es?)?|kelvins?|calories?|kalorien|bits?|bytes?|pixel[ns]?|radians?|radiant|poise|stokes|baud|siemens|katals?|tonn?e?n?s?|"
    r"(?:watt|ampere|amp)[\s-]?(?:hours?|stunden?)|ele[ck]tron(?:en)?[\s-]?volts?)|"
    r"(?:milli|micro|mikro|nano|pico|piko)?(?:seconds?|sekunden?)|minutes?|minuten?|"
    r"inch(?:es)?|zoll|feet|foot|fuß|yards?|miles?|meilen?|knots?|knoten|pounds?|pfund|ounces?|unzen?|zentnern?|gallons?|gallonen|"
    r"barrels?|acres?|hectares?|hektar|degrees?|grad|decibels?|dezibel|horsepower|pferdestärken|microns?|nits?|phon|sone|"
    r"stundenkilometern?|(?:arc|bogen)[\s-]?(?:minutes?|minuten?|seconds?|sekunden?))(?![\w^⁻])",
    re.I,
)
_AT_WORK = compiled(
    r"[\s-](?:revolutions?|rotations?|beats?|breaths?|strokes?|pulses?|frames?|images?|pictures?|samples?|cycles?|umdrehungen|"
    r"herzschlägen?|schlägen?|atemzügen?|hüben?|bildern?|takten?|impulsen?)\s?"
    r"(?:/\s?|(?:per|a|pro|je|in\s+der)\s)(?:minutes?|min|seconds?|sekunde|sec|s)(?!\w)",
    re.I,
)
_RECIPROCAL = compiled(
    r"\s1\s?/\s?(?:min|s|sec|h)(?!\w)|[\s·]?(?:min|s|sec)\s?(?:⁻¹|\^?[({]?[-−–]\s?1[)}]?)(?!\w)"
)
"""a speed or a rate of work: ``3000 1/min``, ``25 s⁻¹``"""
_INCH = compiled(
    r"-?in(?![^\W_])|"
    r"\sin(?=\W*$|\s?[.,;:)/×²³]|\s(?:x|by|to|and|or|bis|und)\s(?:the\s)?\d|"
    r"\s(?:of|wide|long|deep|high|thick|tall|apart|away|off|fails?|sticks?|is|are|diameters?|pipes?|bolts?|bores?|hoses?|tubes?|lines?|valves?|screens?|displays?|"
    r"nozzles?|holes?|plates?|rods?|screws?|wheels?|blades?|gaps?|steps?|guns?|nails?|beams?|boards?|flanges?|vessels?|drives?|disks?)\b)"
)
"""behind a number, where ``in`` is no preposition: ``a 3 in pipe``, and not ``500 in winter``"""
_COUNTED = compiled(r"\bin\s+(?:[^\W\d]+\s+){0,3}$", re.I)
"""``in at most 30 frames per second``: what fails is counted"""


def unit_at(after: str) -> str:
    """The unit of measurement that a text begins with, behind a blank or a hyphen or none; empty where it has none.

    Of a unit of several, the first one is enough: a size per whatever is a size.

    >>> [unit_at(t) for t in (" kbit/s", " Gy", "-V supply", " cubic metres per hour", " mmH2O", " W/(m·K)", "m²")]
    ['kbit', 'Gy', 'V', 'cubic metres', 'mmH2O', 'W', 'm²']
    >>> [unit_at(t) for t in (" D", " ks", " bps", " q", " s⁻¹", " h", " lifts")]
    ['', '', '', '', '', '', '']
    """
    sign = _SIGN.match(after)
    if sign is not None and (_JOINED.fullmatch(sign["sign"]) or re.sub(r"\s", "", sign["sign"]) in _SIGNS):
        return sign[0].strip(" -\u00a0\u202f")
    word = _WORD.match(after)
    return "" if word is None else word[0].strip(" -\u00a0\u202f")


def rate_of_work_at(before: str, after: str) -> str:
    """How often something is done that a text begins with, where ``before`` does not count it: ``beats per minute``.

    >>> rate_of_work_at("at ", " beats per minute"), rate_of_work_at("it fails in at most ", " frames per second")
    ('beats per minute', '')
    """
    match = _AT_WORK.match(after)
    return "" if match is None or _COUNTED.search(before) else match[0].strip(" -")


def is_inch(after: str) -> bool:
    """Whether *in* behind a number is the unit, and no preposition.

    >>> is_inch(" in pipe"), is_inch("-in pipe"), is_inch(" in winter"), is_inch(" in Kiel")
    (True, True, False, False)
    """
    return _INCH.match(after) is not None


def is_reciprocal(number: str, after: str) -> bool:
    """Whether a number from 1 on is a speed by the reciprocal time behind it; a smaller one may be a rate of failures.

    >>> is_reciprocal("3000", " 1/min"), is_reciprocal("25", " s⁻¹"), is_reciprocal("10⁻⁴", " s⁻¹")
    (True, True, False)
    """
    return _RECIPROCAL.match(after) is not None and min(count_of(number, whole=True), default=0.0) >= 1.0
