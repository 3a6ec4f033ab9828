"""The teams of a tournament: entering them one by one or as a list, and names that look alike."""

import pickle
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import BinaryIO, cast

from scorekeeper.core.inputs import NOWHERE, InvalidInput
from scorekeeper.core.inputs.faults import TOO_MANY_ROWS
from scorekeeper.core.inputs.spelling import composed
from scorekeeper.formats.chain import StoredEvent
from scorekeeper.formats.heavy import run_sandboxed
from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.log.event_json import payload_of, read_event
from scorekeeper.rooms.tournaments.domain.log.state import TournamentState
from scorekeeper.rooms.tournaments.domain.setting_up.bounds import MAX_TEAMS
from scorekeeper.rooms.tournaments.services.cache import load_tournament
from scorekeeper.rooms.tournaments.services.recording import Draft, RecordedEvent, record_event, record_together
from scorekeeper.services.names import KnownNames, players_in
from scorekeeper.services.recording import Author

NUMBERED = re.compile(r"^\s*\d{1,3}\s*[.):]\s*")
MAX_LINES = MAX_TEAMS
MAX_COMPARED = 2 * MAX_TEAMS
"""Names that are compared with others: those of a full field."""
MANY_NAMES = 100
"""Names from which on it takes a processor long to compare them."""
MAX_QUESTIONS = 40
"""Names that are asked about at once; the others are, once these are answered."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A team as somebody typed it: one or two players, and a name of its own or None."""

    players: tuple[str, ...]
    name: str | None = None


@dataclass(frozen=True, slots=True)
class NameQuestion:
    """A new name that may be a misspelling of a known one."""

    name: str
    known: str


def entries_of(text: str) -> list[Entry]:
    """The teams of a pasted list, one a line: `Ann & Cal`, `2. Ben, Dee`, `The Aces: Eve / Fay`, or one solo player.

    Raises `InvalidInput` for more lines than a tournament has teams.
    """
    lines = [line for line in text.splitlines() if not line.isspace()]
    if len(lines) > MAX_LINES:
        raise InvalidInput(TOO_MANY_ROWS.at(NOWHERE, {"found": len(lines), "most": MAX_LINES}))
    found = (NUMBERED.sub("", composed(line)).strip() for line in lines)
    return [_entry(line) for line in found if line]


def _entry(line: str) -> Entry:
    title, colon, names = line.partition(":")
    return Entry(players_in(names if colon else line), title.strip() or None if colon else None)


def look_alikes(tournament_id: str, names: Sequence[str]) -> list[NameQuestion]:
    """The new names that look like those of other players of the tournament, or like each other; a worker process
    compares many.
    """
    state = load_tournament(tournament_id).state
    known = [player for team in state.teams.values() for player in team.players]
    if len(names) < MANY_NAMES:
        return _questions(known, names)
    return cast("list[NameQuestion]", list(run_sandboxed(questions_apart, pickle.dumps((known, names)))))


def questions_apart(content: BinaryIO) -> Iterator[object]:
    """What `look_alikes` has sent to a worker process: yields each question."""
    yield from _questions(*pickle.load(content))


def _questions(before: Sequence[str], names: Sequence[str]) -> list[NameQuestion]:
    known, found = KnownNames(before), []
    for name in names[:MAX_COMPARED]:
        other = None if name in known else known.near(name)
        if other is not None:
            found.append(NameQuestion(name, other))
        known.add(name)
    return found


def enter_teams(tournament_id: str, entries: Sequence[Entry], author: Author, event_id: str | None = None) -> int:
    """Enter these teams, all or none; how many. With `event_id`, a repeated request enters them once.

    Raises `InvalidInput` for a name that is taken, disguised or too long, and for more than two players.
    """

    def enter(draft: Draft) -> None:
        for number, entry in enumerate(entries):
            draft.add(partial(entered, entry), event_id if number == 0 else None)

    record_together(tournament_id, enter, author, event_id, partial(_repeats, entries[0], False))
    return len(entries)


def entered(entry: Entry, state: TournamentState, *, house: bool = False) -> ev.Event:
    """The event by which a team enters. Raises `InvalidInput`."""
    return _entry_event(entry, state.next_team, state.seq + 1, house)


def _repeats(entry: Entry, house: bool, stored: StoredEvent) -> bool:
    """Whether the stored event entered this team."""
    if stored.kind != ev.TEAM:
        return False
    return payload_of(_entry_event(entry, stored.payload["team"], stored.seq, house)) == stored.payload


def _entry_event(entry: Entry, team: object, seq: int, house: bool) -> ev.Event:
    body: dict[str, object] = {"team": team, "players": list(entry.players), "house": house}
    return read_event(ev.TEAM, body | ({} if entry.name is None else {"name": entry.name}), seq)


def enter_team(
    tournament_id: str, entry: Entry, author: Author, event_id: str | None = None, *, house: bool = False
) -> RecordedEvent:
    """Enter one team. Raises `InvalidInput`, `NotNow`, and `EventIdTaken` if the id entered another one."""

    made = partial(entered, entry, house=house)
    return _recorded(
        record_event(tournament_id, made, author=author, event_id=event_id, repeats=partial(_repeats, entry, house))
    )


def change_team(  # noqa: PLR0913 - each is a part of its own
    tournament_id: str,
    team: int,
    players: Sequence[str],
    author: Author,
    *,
    name: str | None = None,
    reserve: str | None = None,
    table: int | None = None,
    event_id: str | None = None,
) -> RecordedEvent:
    """Give a team other players (a substitute), a reserve, a name or a table that it keeps. Raises `InvalidInput`."""

    def event_for(state: TournamentState) -> ev.Event:
        body: dict[str, object] = {"team": team, "players": list(players), "reserve": reserve, "table": table}
        made = read_event(ev.TEAM, body | ({} if name is None else {"name": name}), state.seq + 1)
        known = state.teams.get(team)
        return replace(made, house=known.house) if known is not None and isinstance(made, ev.TeamEntered) else made

    return _recorded(record_event(tournament_id, event_for, author=author, event_id=event_id))


def join_solos(
    tournament_id: str, first: int, second: int, author: Author, event_id: str | None = None
) -> RecordedEvent:
    """Make one team of two players who wait for a partner. Raises `InvalidInput`, `NotNow`."""

    def event_for(state: TournamentState) -> ev.Event:
        players = [player for team in (first, second) if team in state.teams for player in state.teams[team].players]
        body = {"team": first, "players": players, "joins": [second]}
        return read_event(ev.TEAM, body, state.seq + 1)

    return _recorded(record_event(tournament_id, event_for, author=author, event_id=event_id))


def set_status(
    tournament_id: str,
    teams: Sequence[int],
    status: str,
    author: Author,
    *,
    event_id: str | None = None,
    **more: str | bool | None,
) -> RecordedEvent:
    """Record that teams, or one player of a team, arrived, paid, dropped out and so on; `more` are other fields of the
    event. Raises `InvalidInput`.
    """

    made = status_event(teams, status, **more)
    return _recorded(record_event(tournament_id, made, author=author, event_id=event_id))


def status_event(teams: Sequence[int], status: str, **more: str | bool | None) -> Callable[[TournamentState], ev.Event]:
    """Makes the event that `set_status` records."""

    def made(state: TournamentState) -> ev.Event:
        return read_event(ev.TEAM_STATUS, {"teams": list(teams), "status": status, **more}, state.seq + 1)

    return made


def _recorded(found: RecordedEvent | None) -> RecordedEvent:
    assert found is not None
    return found
