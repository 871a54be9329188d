"""Whether two texts name one person: spellings, initials, titles and addresses make nobody else."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import permutations

from casegen.model.expressions import compiled
from casegen.model.limits import MOST_TEXTS

_ADDRESS = compiled(r"(?:<\s*)?(?<![^\s<>@,;])([^\s<>@,;]+)@[\w.-]+\s*>?")
_BRACKETS = compiled(r"\([^()]*\)|<[^<>]*>")
_TITLE_WORDS = """
dr prof professor mr mrs ms mx sir herr frau ing dipl phd msc bsc jr sr jun sen junior senior jnr snr
mister miss missis messrs madam madame mme mlle monsieur signor signora senor senora herrn hr fr fraulein fraeulein
mag univ doz dozent doctor doktor ingenieur mba meng beng ceng mdb esq rev reverend capt captain
team group department dept abteilung gruppe
"""
_TITLES = frozenset(_TITLE_WORDS.split())
_GROUPS = frozenset(["team", "group", "department", "dept", "abteilung", "gruppe", "captain"])
_DEGREES = compiled(
    r"\b(?:ph\.\s?d|[bm]\.\s?(?:sc|eng)|c\.\s?eng|rer\.?\s?(?:nat|pol|oec|soc)|(?<=dr\.\s)(?:h\.\s?c|e\.\s?h))"
    r"(?=[\s.,]|$)\.?"
)
"""``M.Sc.``, ``rer. nat.``: degrees whose parts would pass for initials"""
_DEPARTMENT = compiled(
    r"(?P<name>[A-ZÄÖÜ][\w.'’-]*(?:\s+[\w.'’-]+)*\s+[A-ZÄÖÜ][\w'’-]*[a-zß-ÿ])\s*[,/]\s*"
    r"(?:QA|QS|QM|QC|HSE|EHS|RAMS|PM|R&D|V&V|[a-zß-ÿ]{4,}(?:\s+[a-zß-ÿ]+)*)"
)
"""``Jane Doe, QA``, ``Jane Doe, safety engineer``"""
_WORD = r"[^\W\d_]+|\d+"
_PIECES = compiled(r"[,;/()&]|\band\b|\bund\b")
_MOST_WORDS = 4
"""so many words of two names are tried against each other as initials"""
_TWO_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "å": "aa", "ø": "oe"})
_STROKES = str.maketrans({
    "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h",
})  # fmt: skip
"""letters that are no letter with an accent by Unicode"""
_DIGITS = compiled(r"(?:(?<=[^\W\d_])[013](?=[^\W\d_])|\b[013](?=[a-z]{2})|(?<=[a-z]{2})[013](?=[a-z]))")
_LIKE_LETTERS = str.maketrans("013", "ole")
"""digits that are drawn like a letter, within a word: ``0wner``"""
_AT = compiled(r"\s*[\[({]\s*at\s*[\])}]\s*|\s+at\s+(?=[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\b)", re.I)
"""``jane.doe [at] example.org``"""
_OF_ADDRESS = compiled(r"\bmailto:|\+[^\s<>@,;]*(?=@)", re.I)
"""what an address has beside the name: the scheme, and a tag behind ``+``"""


def same_person(a: str, b: str) -> bool:
    """Whether two names are one, except for how they are spelled.

    Case, blanks, punctuation, accents, titles, the order of words, initials and what stands in brackets are no
    difference; the name before the ``@`` of an address is a name.

    >>> same_person("A. Author", "a  author (safety)"), same_person("A. Author", "B. Judge")
    (True, False)
    >>> same_person("Otto Operator", "O. Operator"), same_person("Otto Operator", "P. Operator")
    (True, False)
    >>> same_person("Anna-Maria Müller", "Dr. Annamaria Mueller"), same_person("Ann Author", "aauthor@example.org")
    (True, True)
    >>> same_person("Ann B. Author", "Ann Author"), same_person("Ann Author", "Ann Auditor")
    (True, False)
    >>> [same_person("Bauer", name) for name in ("Mr Bauer", "Herrn Dr. rer. nat. Bauer", "Bauer, M.Sc.", "Baumann")]
    [True, True, True, False]
    >>> same_person("Mrs Author", "Ann Author"), same_person("Mrs Author", "Ann Auditor")
    (True, False)
    """
    return _alone(a, b) or _alone(b, a) or any(_is_other_spelling(x, y) for x in _names(a) for y in _names(b))


_TITLED = compiled(
    r"\W*(?:(?:mr|mrs|ms|mx|miss|mister|dr|prof|professor|herrn?|frau|fr|hr)\b\.?\s+)+(?P<surname>[^\W\d_][\w'’-]*)\W*"
)
"""``Mrs Author``, in small letters: a title and one name"""


def _alone(titled: str, full: str) -> bool:
    """Whether the first names nobody else than the second: a title, and the surname of one who is named in full."""
    match = _TITLED.fullmatch(_BRACKETS.sub(" ", readable(titled).casefold()))
    if match is None:
        return False
    written = _BRACKETS.sub(" ", without_address(readable(full).casefold()))
    words = re.findall(r"[^\W\d_][\w'’-]*", written.partition(",")[0])
    return len(words) > 1 - written.count(",") and words[-1:] == [match["surname"]]


_NUMBERED = compiled(
    r"(?P<name>.*?[^\W\d_][.]?)[\s,_#-]*(?:(?:(?:no|nr|number|nummer|num)\.?\s*)?#?\d{1,2}(?:nd|rd|th)?\.?|"
    r"(?<=[\s,])(?:ii|iii|iv|vii?|viii|(?:(?:the|der|die)\s+)?(?:second|third|two|three|zweite[rs]?|dritte[rs]?|zwei|drei)))\W*",
    re.I,
)
"""``Ann Author 2``, ``Ann Author II``: a name, and a count behind it"""


def namesakes(a: str, b: str) -> bool:
    """Whether two names differ by a count behind one of them alone: somebody of the same name, or the same person.

    Two numbered names are places that different people hold (``Shift Lead 1``, ``Shift Lead 2``), and so is a number
    behind what is no name of a person (``reviewer 2``).

    >>> names = ("Ann Author 2", "Ann Author II", "A. Author, no. 2", "ann.author2@x.org", "Ann Author the second")
    >>> [namesakes("Ann Author", name) for name in names]
    [True, True, True, True, True]
    >>> [namesakes("Ann Author", name) for name in ("Ann Author", "Bo Author 2", "Ann Author-Smith", "Author 2")]
    [False, False, False, False]
    >>> namesakes("Olga Owner", "Olga Anna Owner"), namesakes("Ann Author", "Mary Ann Author")
    (True, False)
    >>> namesakes("Shift Lead 1", "Shift Lead 2"), namesakes("Li", "Li Vi"), namesakes("works lead", "works lead 2")
    (False, False, False)
    """
    if _with_another_given_name(a, b) or _with_another_given_name(b, a):
        return True
    one, other = _without_count(a), _without_count(b)
    if bool(one) == bool(other) or same_person(a, b):
        return False
    named = [text for text in (a, b) if "@" in text or _is_written_large(_without_count(text) or text)]
    return bool(named) and same_person(one or a, other or b)


def _with_another_given_name(long: str, short: str) -> bool:
    """Whether two names in capitals begin and end alike, and the first has one more given name between."""
    full, words = _words_of(readable(long)), _words_of(readable(short))
    if (
        len(full) != 3
        or len(words) != 2
        or "," in long
        or not (_is_written_large(long) and _is_written_large(short))
    ):
        return False
    in_full = all(len(word.strip(".")) > 1 for word in (*full, *words))
    ends = [word.casefold() for word in (full[0], full[2])]
    return in_full and ends == [word.casefold() for word in words] and full[1][0].isupper()


def _without_count(name: str) -> str:
    """The name before a count, where there is one, and it is somebody's: an address, or two words; else nothing."""
    seen = readable(name)
    address = _ADDRESS.search(_OF_ADDRESS.sub("", _AT.sub("@", seen)))
    match = _NUMBERED.fullmatch(address[1] if address is not None else _BRACKETS.sub(" ", seen).strip())
    if match is None:
        return ""
    return match["name"] if address is not None or len(_words_of(match["name"])) > 1 else ""


def _words_of(name: str) -> list[str]:
    """The words of a name as they are written, without titles."""
    words = re.findall(r"[^\W\d_][\w.'’-]*", _BRACKETS.sub(" ", name))
    return [word for word in words if word.strip(".").casefold() not in _TITLES]


def _is_written_large(name: str) -> bool:
    """Whether a name is written as that of a person, each word but particles with a capital letter."""
    words = _words_of(name)
    return len(words) > 1 and all(word[0].isupper() or word in _PARTICLES for word in words)


def named_in(text: str, name: str) -> bool:
    """Whether ``text``, such as ``Ann Author (safety), Bob``, names the person ``name``, alone or among others.

    >>> named_in("Ann Author (safety), Bob", "Ann Author"), named_in("Ann Author", "Ann Author, QA")
    (True, True)
    >>> named_in("Doe, John", "Doe, Jane"), named_in("Ann Author, QA", "Bob Baker, QA")
    (False, False)
    """
    return any(includes(name, piece) for piece in (text, *_PIECES.split(text)) if piece.strip())


_JOINERS = compiled(
    r"[,;/()&+|]|\b(?:and|und|et|y|with|mit|by|durch|via|through|per|for|für|pp|ppa)\b\.?|\bp\.\s?p\.|\bi\.\s?[av]\.|"
    r"\bon\s+behalf\s+of\b|\bin\s+(?:place|the\s+name|vertretung)\s+(?:of\b|von\b)?|\bim\s+(?:auftrag|namen)\s+(?:von\b)?|\binstead\s+of\b|"
    r"\banstelle\s+von\b",
    re.I,
)
"""what stands between two persons who act together, or one for the other"""
_PARTICLE_WORDS = "van von vom zu zum zur der den de del della di da du dos la le el al ter ten"
_PARTICLES = frozenset(_PARTICLE_WORDS.split())
"""words that begin a surname"""


@lru_cache(maxsize=MOST_TEXTS)
def includes(by: str, name: str) -> bool:
    """Whether who is called ``by`` is the person ``name``, or names that person in full beside others.

    Words are compared, and one more makes another name: two more are a second person.

    >>> [includes(by, "Ann Author") for by in ("Ann Author for Rolf Reader", "Rolf Reader, Ann Author", "pp Ann Author",
    ...     "Rolf Reader Ann Author")]
    [True, True, True, True]
    >>> [includes(by, "Ann Author") for by in ("Ann Author-Smith", "Ann Authors", "Mary Ann Author",
    ...     "Ann Reader, Rolf Author")]
    [False, False, False, False]
    """
    if same_person(by, name):
        return True
    full = _written(name)
    own = [word for word in full if word not in _PARTICLES]
    if len(own) < 2 or min(map(len, own)) < 2:
        return False  # a surname alone is that of many
    if any(len(piece.split()) > 1 and same_person(piece, name) for piece in _JOINERS.split(readable(by))):
        return True
    words, n = _written(by), len(full)
    return len(words) > n + 1 and any(
        sorted(words[k : k + n]) == sorted(full) for k in range(len(words) - n + 1)
    )


def _written(name: str) -> list[str]:
    """The words of a name as they stand; one with a hyphen is one."""
    plain = _BRACKETS.sub(" ", without_address(readable(name).casefold()))
    words = [word.strip("-'’") for word in re.findall(r"[^\W\d_][\w'’-]*", plain)]
    return [word for word in words if word and word not in _TITLES]


@lru_cache(maxsize=MOST_TEXTS)
def readable(name: str) -> str:
    """A name without what cannot be seen: format characters, and blanks beyond one."""
    seen = "".join(c for c in unicodedata.normalize("NFKC", name) if unicodedata.category(c) != "Cf")
    return " ".join(seen.split())


def untitled(name: str) -> str:
    """A name for comparison, without regard to case, blanks, accents written in two ways, and titles.

    >>> untitled("Dr.  Ann Author"), untitled("Mr Bauer") == untitled("bauer"), untitled("A. Author")
    ('ann author', True, 'a. author')
    """
    plain = readable(name).casefold()
    words = _DEGREES.sub(" ", plain).split()
    return " ".join([word for word in words if word.strip(".,") not in _TITLES] or plain.split())


def is_title_alone(name: str) -> bool:
    """Whether a text is a form of address or a degree, and no name behind it.

    >>> [is_title_alone(t) for t in ("Dr.", "Herr", "Prof. Dr.-Ing.", "Dr. Meier", "Team 7", "Team")]
    [True, True, True, False, False, False]
    """
    words = re.findall(r"[^\W_]+", _DEGREES.sub(" ", readable(name).casefold()))
    return bool(words) and all(word in _TITLES and word not in _GROUPS for word in words)


def without_address(name: str) -> str:
    """``Ann Author <ann@example.org>`` without the address."""
    return _ADDRESS.sub(" ", name)


@lru_cache(maxsize=MOST_TEXTS)
def _names(text: str) -> list[list[str]]:
    """The words of the name itself, and of each address in it; accents written both ways."""
    seen = readable(text)
    match = _DEPARTMENT.fullmatch(seen)
    seen = match["name"] if match else seen
    text = _OF_ADDRESS.sub("", _AT.sub("@", seen.casefold()))
    parts = [_BRACKETS.sub(" ", without_address(text)), *_ADDRESS.findall(text)]
    results: list[list[str]] = []
    for part in parts:
        lettered = _DIGITS.sub(lambda match: match[0].translate(_LIKE_LETTERS), part)
        for written in dict.fromkeys((part, part.translate(_TWO_LETTERS), lettered)):
            name = _plain(written)
            words = re.findall(_WORD, _DEGREES.sub(" ", name)) or re.findall(_WORD, name)
            words = sorted([word for word in words if word not in _TITLES] or words)
            if words and words not in results:
                results.append(words)
    return results


def _plain(text: str) -> str:
    plain = text.translate(_STROKES)
    return "".join(c for c in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(c))


def _is_other_spelling(one: list[str], other: list[str]) -> bool:
    if one == other or _by_initials(one, other) or _middle(one, other) or _middle(other, one):
        return True
    return _run_together(one, other) or _run_together(other, one)


def _by_initials(one: list[str], other: list[str]) -> bool:
    """Whether two names share a word, and each other word is written in full in one and as an initial in the other."""
    shared = {word for word in one if word in other and len(word) > 1}
    mine, theirs = ([word for word in words if word not in shared] for words in (one, other))
    if not shared or len(mine) != len(theirs) or len(mine) > _MOST_WORDS:
        return False
    return any(all(map(_initial, mine, order)) for order in permutations(theirs))


def _initial(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return one == other or (len(short) == 1 and short.isalpha() and long.startswith(short))


def _middle(long: list[str], short: list[str]) -> bool:
    """Whether ``long`` is ``short``, of two words in full at least, with initials between."""
    more = [word for word in long if word not in short]
    full = [word for word in short if len(word) > 1]
    return (
        len(full) > 1 and set(short) < set(long) and all(len(word) == 1 and word.isalpha() for word in more)
    )


def _run_together(glued: list[str], words: list[str]) -> bool:
    """Whether a name is the other with words run together: ``annamaria``, ``aauthor``, ``annauthor``."""
    if len(glued) >= len(words) or len(words) > _MOST_WORDS:
        return False
    rest = [word for word in words if word not in glued]
    left = [word for word in glued if word not in words]
    if len(left) != 1 or len(rest) < 2 or len(left[0]) < _MOST_WORDS:
        return False
    orders = list(permutations(rest))
    joined = {"".join(order) for order in orders}
    joined |= {"".join(w[0] for w in order[:-1]) + order[-1] for order in orders if len(order[-1]) > 2}
    joined |= {order[0] + "".join(w[0] for w in order[1:]) for order in orders if len(order[0]) > 2}
    return left[0] in joined
