"""Names, texts and days that enter a tournament, by a page, a list or a program: they may not disguise themselves, and
no day is the 30th of February.
"""

from collections.abc import Iterator

from scorekeeper.core.inputs import FieldPath
from scorekeeper.core.inputs.faults import ValueKind
from scorekeeper.core.inputs.fields import quote
from scorekeeper.formats.days import day_of
from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.log.events import Event
from scorekeeper.rooms.tournaments.domain.log.state import TournamentState
from scorekeeper.rooms.tournaments.faults import Named
from scorekeeper.rooms.tournaments.storage import open_tournaments
from scorekeeper.services.names import check_name, check_names_at, check_title

SetUp = ev.TournamentStarted | ev.SettingsChanged


def names_in(event: Event) -> Iterator[str]:
    """The names that an event brings: of the tournament, a team and its players."""
    if isinstance(event, SetUp) or (isinstance(event, ev.TeamEntered) and event.name):
        yield event.name
    if isinstance(event, ev.TeamEntered):
        yield from event.players
        if event.reserve is not None:
            yield event.reserve


def check_players(table_id: str, *events: Event) -> None:
    """Refuse new players of these events whose names look like each other’s or like one that the table knows.

    Raises `InvalidInput`.
    """
    entered = [event for event in events if isinstance(event, ev.TeamEntered)]
    names = [name for event in entered for name in (*event.players, event.reserve) if name is not None]
    if names:
        check_names_at(table_id, names)


def check_entered(table_id: str, state: TournamentState | None, event: Event, tournament_id: str = "") -> None:
    """Refuse a text that disguises itself, a day that is none, and a name that another team or open tournament has: for
    players see `check_players`.

    What is in the tournament already, in this `state` of it (None: it starts), stays. Raises `InvalidInput`.
    """
    if isinstance(event, SetUp):
        if state is None or event.name != state.name:
            others = [row.name for row in open_tournaments([table_id]) if row.id != tournament_id]
            check_title(event.name, others, Named.TOURNAMENTS)
    elif isinstance(event, ev.TeamEntered):
        teams = {} if state is None else state.teams
        if event.name and (event.team not in teams or event.name != teams[event.team].name):
            gone = (event.team, *event.joins)
            others = [team.name for team in teams.values() if team.id not in gone and team.status != ev.DROPPED]
            check_title(event.name, others, Named.TEAMS)
    for text in _texts_in(event, state):
        check_name(text, quote(text))
    for day in _days_in(event, state):
        if day and day_of(day) is None:
            raise FieldPath.to(event.kind).not_a(ValueKind.DAY, day, "date")


def _days_in(event: Event, state: TournamentState | None) -> Iterator[str]:
    """The days that an event brings."""
    if isinstance(event, ev.FixtureMoved):
        yield event.date
    if isinstance(event, SetUp):
        before = {fixture.date for stage in (() if state is None else state.stages) for fixture in stage.fixtures}
        yield from {fixture.date for stage in event.stages for fixture in stage.fixtures} - before


def _texts_in(event: Event, state: TournamentState | None) -> Iterator[str]:
    if event.reason is not None:
        yield event.reason
    if isinstance(event, ev.MessageSent):
        yield event.text
    if isinstance(event, SetUp):
        known = () if state is None else state.settings.prizes
        yield from (prize for prize in event.settings.prizes if prize not in known)
        before = {fixture.place for stage in (() if state is None else state.stages) for fixture in stage.fixtures}
        yield from {fixture.place for stage in event.stages for fixture in stage.fixtures if fixture.place} - before
