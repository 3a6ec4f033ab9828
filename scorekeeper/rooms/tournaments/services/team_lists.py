"""A list of teams as somebody has it: lines, or a table with headings or without. Every line is read or named."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from scorekeeper.core.words.language import translate as _
from scorekeeper.formats.rows import Row, read_rows
from scorekeeper.rooms.tournaments.domain.setting_up.bounds import MAX_TEAMS
from scorekeeper.rooms.tournaments.domain.setting_up.fixture_list import BYE, PAIR, TITLES, NotRead, line_of
from scorekeeper.rooms.tournaments.services.teams import entries_of

PLAYER, FIRST_NAME, LAST_NAME, TEAM, NUMBER = "player", "first", "last", "team", "number"
WORDS = (
    (NUMBER, "no nr nº number nummer número seed"),
    (LAST_NAME, "last surname family nachname familienname apellido apellidos"),
    (FIRST_NAME, "vorname given"),
    (TEAM, "team teams mannschaft mannschaften equipo equipos pair pairs paar paare pareja parejas"),
    (PLAYER, "player players spieler spielerin spielerinnen jugador jugadora jugadores partner partnerin captain"),
    (PLAYER, "kapitän capitán compañero compañera member members name names nombre nombres"),
)
"""What the words of a heading say; the first that fits is meant."""
BESIDE = {"of", "the", "first", "second", "a", "b", "name", "names"}
"""What else a heading may have."""
SUM = re.compile(r"(?:totals?|sum|summe|gesamt|suma)\b.*", re.IGNORECASE)
NAMED = re.compile(r"(?P<team>[^()]+?)\s*\((?P<players>[^()]+)\)")
"""`The Aces (Ann & Cal)`."""


@dataclass(slots=True)
class TeamList:
    """What was read of a list: `lines`, a team each, as `The Aces: Ann & Cal`.

    `titles` are lines that are no team, `not_read` those that may be one; `unused` are the headings of columns that are
    not read.
    """

    lines: str = ""
    titles: list[NotRead] = field(default_factory=list)
    not_read: list[NotRead] = field(default_factory=list)
    unused: list[str] = field(default_factory=list)


def read_team_list(text: str) -> TeamList:
    """A list of teams as lines that `entries_of` reads. Plain lines come back as they are. Raises `InvalidInput`."""
    rows, faulty = read_rows(text, MAX_TEAMS + 1 + TITLES)
    found = TeamList(text)
    if faulty or not rows:
        return found
    kinds, above = next(
        ((kinds, n) for n, row in enumerate(rows[: TITLES + 1]) if (kinds := _kinds(row.cells))), ([], 0)
    )
    for row in rows[:above]:
        found.titles.append(NotRead(row.number, line_of(row.cells), _("It stands above the headings.")))
    heads = rows[above].cells if kinds else ()
    found.unused = [head for head, kind in zip(heads, kinds, strict=True) if head and not kind]
    lines = []
    for row in rows[above + bool(kinds) :]:
        line = _by_heads(row, kinds, found) if kinds else _by_place(row, found)
        if line and row.cells != heads:
            lines.append(line)
    as_read = "\n".join(lines)
    if kinds or found.titles or "\t" in text or entries_of(as_read) != entries_of(text):
        found.lines = as_read
    return found


def _kinds(cells: Sequence[str]) -> list[str]:
    """What each column is, if these cells are headings; else empty."""
    kinds = [_kind(cell) for cell in cells]
    known = list(filter(None, kinds))
    if not set(known) - {NUMBER} or len(known) < min(2, len(list(filter(None, cells)))):
        return []
    if LAST_NAME in kinds:
        is_first = [kind == PLAYER and "player" not in cell.casefold() for kind, cell in zip(kinds, cells, strict=True)]
        kinds = [FIRST_NAME if first else kind for first, kind in zip(is_first, kinds, strict=True)]
    return kinds


def _kind(head: str) -> str:
    words = set(re.findall(r"[^\W\d_]+", head.casefold()))
    found = next((kind for kind, own in WORDS if words & set(own.split())), "")
    known = {word for _kind, own in WORDS for word in own.split()} | BESIDE
    return NUMBER if head == "#" else found if words <= known else ""


def _by_heads(row: Row, kinds: Sequence[str], found: TeamList) -> str:
    """The line of a team; empty if it is none, which is said."""
    by_kind: dict[str, list[str]] = {}
    for kind, cell in zip(kinds, row.cells, strict=False):
        by_kind.setdefault(kind, []).append(cell)
    first, last = by_kind.get(FIRST_NAME, []), by_kind.get(LAST_NAME, [])
    players = [f"{one} {other}".strip() for one, other in zip(first, last, strict=False)] or by_kind.get(PLAYER, [])
    players = list(filter(None, players))
    if list(kinds).count(PLAYER) > 1:
        players = list(map(_in_order, players))
    team = next(filter(None, by_kind.get(TEAM, [])), "")
    if _is_no_team(row, found):
        return ""
    if not players and not PAIR.search(team):
        found.not_read.append(NotRead(row.number, line_of(row.cells), _("It has no players.")))
        return ""
    return _line(team, players) if players else team


def _by_place(row: Row, found: TeamList) -> str:
    cells = list(filter(None, row.cells))
    if _is_no_team(row, found):
        return ""
    if len(cells) > 1 and cells[0].isdecimal():
        cells = cells[1:]
    joined = [cell for cell in cells if PAIR.search(cell)]
    if len(cells) == 2 and len(joined) == 1 and ":" not in cells[0]:
        return _line(next(cell for cell in cells if cell not in joined), joined)
    named = NAMED.fullmatch(cells[0]) if len(cells) == 1 else None
    if named and PAIR.search(named["players"]):
        return _line(named["team"], [named["players"]])
    return " & ".join(map(_in_order, cells)) if len(cells) > 1 else cells[0]


def _line(team: str, players: Sequence[str]) -> str:
    name = " ".join(team.replace(":", " ").split())
    return f"{name}: {' & '.join(players)}" if name else " & ".join(players)


def _in_order(name: str) -> str:
    """`Ann Smith` of `Smith, Ann`, which a cell of its own may be."""
    last, comma, first = name.partition(",")
    return f"{first.strip()} {last.strip()}" if comma and "," not in first else name


def _is_no_team(row: Row, found: TeamList) -> bool:
    """Whether a row is a bye or has totals; then it is said."""
    cells = [cell for cell in row.cells if cell and not cell.isdecimal()]
    if cells and (all(map(BYE.fullmatch, cells)) or SUM.fullmatch(cells[0])):
        found.titles.append(NotRead(row.number, line_of(row.cells), _("It is no team.")))
        return True
    return False
