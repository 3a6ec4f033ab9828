"""A list of fixtures and results as somebody has it: typed, pasted, or from a spreadsheet. Every line is read or named.

1, 4, Ann & Cal, Ben & Dee            round, table, and the two teams
2; North; Ann & Cal; Eve & Fay; 312; 248     with a division, and with the scores
3, 4, 300, 210                        a result by its round and table
1, 5 Sep, Ann & Cal, Ben & Dee, 19:30        with a date and a time, which are no division and no result
2, Ann & Cal, Ben & Dee, 312, forfeit        words for what has no score: the second team forfeits
Round 3                                      said once, above the lines of a round
Ann & Cal vs Ben & Dee, P                    both teams in one place; postponed
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from scorekeeper.core.words.language import translate as _
from scorekeeper.rooms.tournaments.domain.setting_up.bounds import MAX_ROUNDS, MAX_SCORE, MAX_TABLES

NUMBER = re.compile(
    r"(?:round|match ?day|week|runde|durchgang|spieltag|woche|ronda|jornada|semana|table|tisch|mesa)?\s*(\d{1,4})\.?",
    re.IGNORECASE,
)
SCORE = re.compile(r"[-−–+]?\d{1,6}(?:[.,]0+)?")
BOTH_SCORES = re.compile(r"([-−]?\d{1,6})\s*[:–/-]\s*([-−]?\d{1,6})")
MONTHS = (
    r"jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez|ene|enero|febrero|marzo|abr|abril|mayo|junio|"
    r"julio|ago|agosto|septiembre|octubre|noviembre|dic|diciembre|january|february|march|april|june|july|august|"
    r"september|october|november|december|januar|februar|märz|juni|juli|oktober|dezember|sept"
)
DAYS = (
    r"mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun|(?:mon|tues|wednes|thurs|fri|satur|sun)day|"
    r"mo|di|mi|do|fr|sa|so|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|sonnabend|"
    r"lun|mar|mié|jue|vie|sáb|dom|lunes|martes|miércoles|jueves|viernes|sábado|domingo"
)
DATE = (
    rf"(?:(?:{DAYS})\.?,?\s*)?(?:\d{{4}}-\d\d?-\d\d?|\d{{1,2}}\s*[./-]\s*\d{{1,2}}\.?(?:\s*[./-]?\s*\d{{2,4}})?|"
    rf"\d{{1,2}}(?:\.|st|nd|rd|th)?\s*(?:de\s+)?(?:{MONTHS})\.?(?:\s*(?:de\s+)?\d{{2,4}})?|"
    rf"(?:{MONTHS})\.?\s*\d{{1,2}}(?:st|nd|rd|th)?(?:,?\s*\d{{4}})?)"
)
TIME = r"(?:[01]?\d|2[0-3])[:.h][0-5]\d(?::[0-5]\d)?\s*(?:h|hrs?|uhr|[ap]\.?m\.?)?|\d{1,2}\s*(?:uhr|[ap]\.?m\.?)"
WHEN = re.compile(rf"{DATE}|{TIME}|{DATE},?\s*(?:{TIME})|{DAYS}", re.IGNORECASE)
"""A date, a time, or both, as people write them."""
ONLY_DATE, ONLY_TIME, ONLY_DAY = (re.compile(text, re.IGNORECASE) for text in (DATE, TIME, rf"(?:{DAYS})\.?"))
DATE_AND_TIME = re.compile(rf"(?P<date>{DATE})(?:,\s*|\s+|T)(?P<time>{TIME})", re.IGNORECASE)

SHOWN = 200
"""Letters that are shown of a line."""

BYE = re.compile(r"\(?(?:bye(?: week)?|[-–—]+|freilos|spielfrei|ruht|libre|descansa|descanso)\)?", re.IGNORECASE)
"""What stands in the place of a team where the other one has no match."""
ABSENT = (
    r"w/?o|w\.o\.?|walkover|ff|forfeit(?:ed)?|no[- ]show|kampflos|nicht angetreten|incomparecencia|no presentad[oa]s?|"
    r"no se present(?:ó|aron)"
)
POSTPONED = re.compile(
    r"(?:p|ppd?|postponed|verlegt|verl\.|verschoben|aplazad[oa]|pospuest[oa]|suspendid[oa])"
    rf"(?:[:,\s]+(?:to|until|till|auf|bis|al?|hasta|para)?(?:\s+(?:den|el))?\s*(?P<date>{DATE}))?",
    re.IGNORECASE,
)
"""What says that a match is played another day, and perhaps which."""
NO_SCORE = re.compile(
    rf"{ABSENT}|[-–—]+|void|x|n/?p|n\.?\s?a\.?|k\.?\s?a\.?|tb[acd]|not played|cancelled|canceled|pending|"
    r"abgesagt|ausgefallen|nicht gespielt|annulliert|offen|anulad[oa]|no jugad[oa]|por confirmar|pendiente",
    re.IGNORECASE,
)
"""What else stands in the place of a score where there is none."""
FORFEIT = re.compile(ABSENT, re.IGNORECASE)
"""What says that a team did not play."""
FIRST, SECOND, BOTH, WHO = "first", "second", "both", "who"
"""Which team of a line forfeits; `WHO`: the line does not say."""

ROUND, WEEK, TABLE, DIVISION, TEAM, SCORES = "round", "week", "table", "division", "team", "score"
DAY, TIME_OF_DAY, PLACE = "day", "time", "place"
PLACED = (DAY, TIME_OF_DAY, PLACE)
HEADS = (
    (SCORES, r"scor|point|\bpts\b|punkt|\bpkt\b|ergebnis|result|puntos|tanteo|tantos|marcador"),
    (DIVISION, r"divisi|league|liga|staffel|pool|gruppe|group|grupo"),
    (ROUND, r"\brounds?\b|match ?day|runde|durchgang|spieltag|ronda|jornada"),
    (WEEK, r"\bweek\b|gameweek|woche|semana"),
    (DAY, r"\b(date|day|tag|d[ií]a)\b|datum|fecha"),
    (TIME_OF_DAY, r"\btime\b|kick-?off|zeit|beginn|anstoß|\bhora"),
    (PLACE, r"\b(place|ort|sede)\b|venue|location|spielort|lugar"),
    (TABLE, r"table|tisch|mesa"),
    (TEAM, r"team|pair|paar|pareja|equipo|\bhome\b|heim|local|away|gast|gäste|guest|visit|opponent|gegner|rival"),
)
MATCH = re.compile(r"match(?:es)?|fixtures?|begegnung|paarung|partido|encuentro", re.IGNORECASE)
"""The heading of a place with both teams, where no other has them."""
VERSUS = re.compile(r"\s+(?:vs?\.?|gegen|contra|[-–—])\s+", re.IGNORECASE)
PAIR = re.compile(r"\s*[&/+]\s*|\s(?:and|und|y|e)\s", re.IGNORECASE)
"""What joins two players: no division is called so."""
FIRST_SIDE = re.compile(r"\bhome|heim|local|\bcasa\b|\b1\b", re.IGNORECASE)
SECOND_SIDE = re.compile(r"\baway|gast|gäste|guest|visit|opponent|gegner|rival|\b2\b", re.IGNORECASE)
TOTALS = re.compile(r"scor|ergebnis|result|tanteo|tantos|marcador", re.IGNORECASE)
"""Headings of scores that are no points for the standings."""
ROUND_WORD = r"(?:round|match ?day|week|runde|durchgang|spieltag|woche|ronda|jornada|semana)"
ROUND_ABOVE = re.compile(rf"{ROUND_WORD}\s*(\d{{1,3}}):?|(\d{{1,3}})[.ªº]?\s*{ROUND_WORD}:?", re.IGNORECASE)
"""The number of a round as it stands above its lines."""
A_TEAM = re.compile(
    r"(?:\s|-|teams?|home|away|visitors?|visitantes?|guests?|heim\w*|gast\w*|gäste|local|equipo|pairs?|paar|pareja|"
    r"mannschaft|opponent|gegner|rival|[12ab])+",
    re.IGNORECASE,
)
"""The heading of a team, and of nothing else of it."""
TITLES = 10
"""Lines that may stand above the headings."""
LAST = ","
"""What is asked of the last places of a list without headings, which may be a result; the answer is `SCORES` or not."""


@dataclass(frozen=True, slots=True)
class FixtureLine:
    """One line: its number in the list, and what it says; empty or None where it says nothing."""

    number: int
    round: int | None = None
    table: int | None = None
    division: str = ""
    teams: tuple[str, ...] = ()
    scores: tuple[int, ...] = ()
    day: str = ""
    time: str = ""
    place: str = ""
    """Day, time and place as they stand there."""
    word: str = ""
    """What stands there instead of a result."""
    postponed: bool = False
    forfeit: str = ""
    """Whose forfeit that is: `FIRST`, `SECOND`, `BOTH`, `WHO` if it may be either team’s, or empty."""

    @property
    def is_bye(self) -> bool:
        """Whether one of the teams has no match."""
        return any(BYE.fullmatch(team) for team in self.teams)


@dataclass(frozen=True, slots=True)
class NotRead:
    """A line that was not read, and why, in words."""

    number: int
    text: str
    why: str


@dataclass(slots=True)
class FixtureList:
    """What was read of a list. `titles` stand above the headings, `unused` are the headings of columns that are not
    read, `open` is what stands in the last places of the first line that may have a result there, or something else.
    """

    lines: list[FixtureLine] = field(default_factory=list)
    not_read: list[NotRead] = field(default_factory=list)
    titles: list[NotRead] = field(default_factory=list)
    unused: list[str] = field(default_factory=list)
    open: str = ""


class _Unclear(Exception):
    """A line that cannot be read; its text says why."""


def read_fixture_list(
    rows: Iterable[tuple[int, Sequence[str]]], target: int = 0, last: str | None = None
) -> FixtureList:
    """Read the rows of a list, with or without headings: each with the number of its line, and its cells.

    `target`: what one side of a result has reached; 0 if a match may end without. `last`: whether the last places are
    `SCORES` where they may be that or something else; None: not said, so that they are `open`.
    """
    return _Reading(target, last).read([(number, _trimmed(cells)) for number, cells in rows])


def _trimmed(row: Sequence[str]) -> list[str]:
    cells = list(row)
    while cells and not cells[-1]:
        cells.pop()
    return cells


def line_of(cells: Sequence[str]) -> str:
    """A row as a line that says which one is meant."""
    return ", ".join(cells)[:SHOWN]


def _kind_of(head: str) -> str:
    return next((kind for kind, words in HEADS if re.search(words, head, re.IGNORECASE)), "")


def _number(cell: str) -> int | None:
    found = NUMBER.fullmatch(cell)
    return int(found[1]) if found else None


def _heads_of(cells: Sequence[str]) -> list[str]:
    """What each column is, if these cells are headings; else empty."""
    kinds = [_kind_of(cell) for cell in cells]
    known = [kind for kind in kinds if kind]
    both = next((place for place, cell in enumerate(cells) if MATCH.fullmatch(cell)), -1)
    of_matches = both >= 0 and TEAM not in kinds and bool({ROUND, WEEK, DAY} & set(known))
    if of_matches:
        kinds[both] = TEAM
    of_lines = of_matches or kinds.count(TEAM) >= 2 or (len(known) >= 3 and (TEAM in kinds or SCORES in kinds))
    if not of_lines or any(_number(cell) or WHEN.fullmatch(cell) for cell in cells):
        return []
    if kinds.count(TEAM) > 2:
        # Figures and people of a team may stand beside it.
        kinds = ["" if kind == TEAM and not A_TEAM.fullmatch(c) else kind for c, kind in zip(cells, kinds, strict=True)]
    if ROUND not in kinds and WEEK in kinds:
        kinds[kinds.index(WEEK)] = ROUND
    if kinds.count(SCORES) > 2:
        # Points for the standings may stand beside the result.
        for number, cell in enumerate(cells):
            if kinds[number] == SCORES and not TOTALS.search(cell):
                kinds[number] = ""
    return [DAY if kind == WEEK else kind for kind in kinds]


class _Reading:
    def __init__(self, target: int, last: str | None) -> None:
        self.target, self.last = target, last
        self.found = FixtureList()
        self.round = ""

    def read(self, rows: Sequence[tuple[int, list[str]]]) -> FixtureList:
        found = self.found
        place = next((n for n, (_place, cells) in enumerate(rows[: TITLES + 1]) if _heads_of(cells)), -1)
        if place > 0 and any(_number(cells[0]) is not None for _place, cells in rows[:place] if len(cells) > 2):
            place = -1
        for number, cells in rows[: max(place, 0)]:
            found.titles.append(NotRead(number, line_of(cells), _("It stands above the headings.")))
        titles = rows[place][1] if place >= 0 else []
        heads = _heads_of(titles)
        found.unused = [cell for cell, kind in zip(titles, heads, strict=True) if cell and not kind]
        for number, cells in rows[place + 1 :]:
            if not cells or (titles and cells == titles):
                continue
            if heads and (later := _heads_of(cells)):
                titles, heads = cells, later
                found.unused += [c for c, kind in zip(cells, later, strict=True) if c and not kind]
                continue
            if len(cells) == 1 and (above := ROUND_ABOVE.fullmatch(cells[0])):
                self.round = above[1] or above[2]
                continue
            try:
                found.lines.append(
                    self._by_heads(number, cells, titles, heads) if heads else self._by_place(number, cells)
                )
            except _Unclear as problem:
                found.not_read.append(NotRead(number, line_of(cells), str(problem)))
        return found

    def _by_place(self, number: int, cells: Sequence[str]) -> FixtureLine:
        """Round, perhaps table, date and division, the teams, perhaps scores, time and place."""
        if _number(cells[0]) is None and self.round and _is_name(cells[0]):
            cells = [self.round, *cells]
        if _number(cells[0]) is None:
            raise _Unclear(_("It begins with no number of a round."))
        rest, when = list(cells[1:]), list[str]()
        has_table = bool(rest) and (not rest[0] or _number(rest[0]) is not None)
        table = rest.pop(0) if has_table else ""
        while rest and WHEN.fullmatch(rest[0]) and any(map(_is_name, rest)):
            when.append(rest.pop(0))
        names = next((n for n, cell in enumerate(rest) if not _is_name(cell, n)), len(rest))
        tail = rest[names:]
        scores, others = _words_of(tail) if any(map(_is_word, tail)) else self._result_of(tail)
        teams = _both_teams(rest[:names])
        if len(teams) not in (0, 2, 3):
            raise _Unclear(_("It needs two teams, or a table and two scores."))
        if len(teams) == 3 and PAIR.search(teams[0]):
            if PAIR.search(teams[2]):
                raise _Unclear(_("It has three names: headings would say which are the teams."))
            others.append(teams.pop())
        division = teams.pop(0) if len(teams) == 3 else ""
        return _line(
            number,
            cells[0],
            table,
            division,
            teams,
            scores,
            [*((DAY, cell) for cell in when), *(("", cell) for cell in others)],
        )

    def _result_of(self, cells: Sequence[str]) -> tuple[list[str], list[str]]:
        """The scores among these cells, and the others. What can be read two ways is a result only if that was said."""
        pairs = [n for n in range(len(cells) - 1) if SCORE.fullmatch(cells[n]) and SCORE.fullmatch(cells[n + 1])]
        spans = [(n, n + 2) for n in pairs] or [
            (n, n + 1) for n, cell in enumerate(cells) if BOTH_SCORES.fullmatch(cell)
        ]
        for begin, end in spans:
            scores, others = list(cells[begin:end]), [*cells[:begin], *cells[end:]]
            reached = max(_scores(scores)) >= self.target
            is_time = any(WHEN.fullmatch(cell) for cell in (*scores, *(["/".join(scores)] if end - begin == 2 else [])))
            if reached and (self.target or not is_time):
                return scores, others
            if not reached and is_time and end - begin == 1:
                continue
            if self.last == SCORES:
                return scores, others
            if self.last is None and not self.found.open:
                self.found.open = ", ".join(scores)
        numbers = [cell for cell in cells if SCORE.fullmatch(cell) and not WHEN.fullmatch(cell)]
        if len(numbers) == 1:
            raise _Unclear(_("A result is two whole numbers."))
        return [], list(filter(None, cells))

    def _by_heads(self, number: int, cells: Sequence[str], titles: Sequence[str], heads: Sequence[str]) -> FixtureLine:
        if len(cells) > len(heads):
            raise _Unclear(_("It has more cells than there are headings."))
        by_kind: dict[str, list[str]] = {}
        for kind, cell in zip(heads, cells, strict=False):
            by_kind.setdefault(kind, []).append(cell)
        scores = by_kind.get(SCORES, [])
        scores = [*scores, *[""] * (heads.count(SCORES) - len(scores))] if any(scores) else []
        teams = _both_teams([cell for cell in by_kind.get(TEAM, []) if cell])
        of_teams, of_scores = (_sides([t for t, k in zip(titles, heads, strict=True) if k == each]) for each in KINDS)
        if of_teams == SWAPPED and len(scores) == 1 and not _is_word(scores[0]):
            raise _Unclear(_("The second team stands first: only two columns of scores say whose they are."))
        if of_teams == SWAPPED:
            teams = teams[::-1]
        if len(scores) == 2 and (of_scores or of_teams) == SWAPPED:
            scores = scores[::-1]
        line = _line(
            number,
            next(iter(by_kind.get(ROUND, [])), "") or self.round,
            next(iter(by_kind.get(TABLE, [])), ""),
            next(iter(by_kind.get(DIVISION, [])), ""),
            teams,
            scores,
            [(kind, cell) for kind in PLACED for cell in by_kind.get(kind, []) if cell],
        )
        of_results = any(TOTALS.search(title) for title, kind in zip(titles, heads, strict=True) if kind == SCORES)
        may_be_none = not of_results or line.scores == (0, 0)
        if not line.scores or not may_be_none or max(line.scores) >= self.target or self.last == SCORES:
            return line
        if self.last is None and not self.found.open:
            self.found.open = ", ".join(filter(None, scores))
        return replace(line, scores=())


KINDS = TEAM, SCORES
SWAPPED = (2, 1)


def _sides(titles: Sequence[str]) -> tuple[int, ...]:
    """Which team two headings are of, 1 or 2; empty unless both say so."""
    marks = tuple(1 if FIRST_SIDE.search(t) else 2 if SECOND_SIDE.search(t) else 0 for t in titles)
    return marks if sorted(marks) == [1, 2] else ()


def _both_teams(names: list[str]) -> list[str]:
    """The teams, where one place may have both: `Ann & Cal vs Ben & Dee`."""
    parts = VERSUS.split(names[0]) if len(names) == 1 else []
    return parts if len(parts) == 2 and all(parts) else names


def _is_word(cell: str) -> bool:
    """Whether a cell says in words that there is no score."""
    return bool(NO_SCORE.fullmatch(cell) or POSTPONED.fullmatch(cell))


def _words_of(cells: Sequence[str]) -> tuple[list[str], list[str]]:
    """What stands in the places of the scores, and the others."""
    is_score = [not cell or _is_word(cell) or SCORE.fullmatch(cell) is not None for cell in cells]
    scores = [cell for cell, own in zip(cells, is_score, strict=True) if own]
    others = [cell for cell, own in zip(cells, is_score, strict=True) if not own]
    return scores if len(scores) <= 2 else list(filter(None, scores)), others


def _is_name(cell: str, place: int = 0) -> bool:
    """Whether a cell may be a team or a division: nothing, a number, a result, a date or a time is none."""
    if place > 1 and _is_word(cell):
        return False
    return bool(cell) and not (SCORE.fullmatch(cell) or BOTH_SCORES.fullmatch(cell) or WHEN.fullmatch(cell))


def _line(
    number: int,
    round_: str,
    table: str,
    division: str,
    teams: Sequence[str],
    scores: Sequence[str],
    when: Sequence[tuple[str, str]] = (),
) -> FixtureLine:
    filled = list(filter(None, scores))
    word = ", ".join(filled) if any(map(_is_word, filled)) else ""
    postponed = next(filter(None, map(POSTPONED.fullmatch, filled)), None)
    day, time, place = _when(when)
    if postponed and postponed["date"]:
        day, time = postponed["date"], ""
    found = FixtureLine(
        number,
        _within(round_, MAX_ROUNDS, _("The round is a number from 1 to {most}.", most=MAX_ROUNDS)),
        _within(table, MAX_TABLES, _("The table is a number from 1 to {most}.", most=MAX_TABLES)),
        division,
        tuple(teams),
        () if word else _scores(filled),
        day,
        time,
        place,
        word,
        postponed is not None and not postponed["date"],
        _forfeit_of(scores),
    )
    if len(teams) not in (0, 2):
        raise _Unclear(_("It needs two teams, or a table and two scores."))
    if not teams and (found.round is None or found.table is None or not found.scores):
        raise _Unclear(_("It needs two teams, or a table and two scores."))
    if found.round is None and not found.scores:
        raise _Unclear(_("It has no round."))
    return found


def _when(cells: Sequence[tuple[str, str]]) -> tuple[str, str, str]:
    """The day, the time and the place among these cells, each with what its heading says, or empty."""
    day, time, places = "", "", list[str]()
    for kind, cell in cells:
        both = DATE_AND_TIME.fullmatch(cell)
        is_time = ONLY_TIME.fullmatch(cell) is not None
        if both:
            day, time = day or both["date"], time or both["time"]
        elif ONLY_DAY.fullmatch(cell):
            continue
        elif is_time and (kind != DAY or not ONLY_DATE.fullmatch(cell)):
            time = time or cell
        elif ONLY_DATE.fullmatch(cell) or kind == DAY:
            day = day or cell
        elif kind == TIME_OF_DAY:
            time = time or cell
        else:
            places.append(cell)
    return day, time, ", ".join(places)


def _forfeit_of(cells: Sequence[str]) -> str:
    """Which team forfeits, if these places of scores say so: the one beside whose score it stands."""
    absent = [FORFEIT.fullmatch(cell) is not None for cell in cells]
    if not any(absent):
        return ""
    if len(cells) != 2:
        return WHO
    if all(absent):
        return BOTH
    other = cells[absent.index(False)]
    if SCORE.fullmatch(other) and max(_scores((other, other))) > 0:
        return FIRST if absent[0] else SECOND
    return WHO


def _within(cell: str, most: int, otherwise: str) -> int | None:
    if not cell:
        return None
    found = _number(cell)
    if found is None or not 1 <= found <= most:
        raise _Unclear(otherwise)
    return found


def _scores(cells: Sequence[str]) -> tuple[int, ...]:
    if not cells:
        return ()
    both = BOTH_SCORES.fullmatch(cells[0]) if len(cells) == 1 else None
    texts = list(both.groups()) if both else list(cells)
    if len(texts) != 2 or not all(SCORE.fullmatch(text) for text in texts):
        raise _Unclear(_("A result is two whole numbers."))
    found = tuple(int(re.sub(r"[.,]0+$", "", text).replace("−", "-").replace("–", "-")) for text in texts)
    if max(map(abs, found)) > MAX_SCORE:
        raise _Unclear(_("A result is two whole numbers."))
    return found
