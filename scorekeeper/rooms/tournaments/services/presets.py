"""Tournaments that begin as something known: a preset, or an earlier tournament of the same table."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.log.event_json import read_start
from scorekeeper.rooms.tournaments.domain.log.state import Team, TournamentState
from scorekeeper.rooms.tournaments.domain.setting_up.presets import TournamentPreset
from scorekeeper.rooms.tournaments.domain.setting_up.setup import NEW_BYE_POINTS
from scorekeeper.rooms.tournaments.services.cache import load_tournament
from scorekeeper.rooms.tournaments.services.recording import Draft, start_tournament
from scorekeeper.rooms.tournaments.services.teams import status_event
from scorekeeper.rooms.tournaments.storage import TournamentRow
from scorekeeper.services.recording import Author


def preset_setup(preset: TournamentPreset, name: str, changes: Mapping[str, Any] | None = None) -> ev.TournamentStarted:
    """The set-up of a preset, with other `stages` or parts of the `settings` if `changes` has them.

    Raises `InvalidInput`.
    """
    changed = changes or {}
    settings, usual = changed.get("settings", {}), {"bye_points": NEW_BYE_POINTS, **preset.settings}
    return read_start(
        {
            "name": name,
            "stages": changed.get("stages", list(preset.stages)),
            "settings": {**usual, **settings} if isinstance(settings, Mapping) else settings,
        }
    )


def setup_like(state: TournamentState, name: str, *, people: bool = False) -> ev.TournamentStarted:
    """The set-up of an earlier tournament, with the directors and helpers that its settings name if `people`."""
    settings = state.settings if people else replace(state.settings, directors=(), scorers=())
    return ev.TournamentStarted(seq=1, name=name, stages=state.stages, settings=settings)


def start_like(
    tournament_id: str,
    name: str,
    author: Author,
    *,
    people: bool = False,
    teams: bool = False,
    event_id: str | None = None,
) -> tuple[TournamentRow, bool]:
    """Start a tournament with the settings of an earlier one, at the same table; with `teams`, all its teams enter.

    The second value is False if the same event started it before. Raises what `start_tournament` raises.
    """
    before = load_tournament(tournament_id)
    start = setup_like(before.state, name, people=people)
    entered = partial(_enter_again, before.state if teams else None)
    return start_tournament(
        before.row.table_id, start.name, start.stages, start.settings, author, event_id, make=entered
    )


def _enter_again(before: TournamentState | None, draft: Draft) -> None:
    """Enter the teams of an earlier tournament; nobody is here yet, and nobody has paid."""
    for team in () if before is None else before.teams.values():
        number = draft.state.next_team
        draft.add(partial(_entry, team))
        for player in team.by_number:  # who did not want to be named then is not named now either
            draft.add(status_event([number], ev.BY_NUMBER, player=player))


def _entry(team: Team, state: TournamentState) -> ev.Event:
    return ev.TeamEntered(
        seq=state.seq + 1,
        team=state.next_team,
        name="" if team.name == ev.team_name(team.players) else team.name,
        players=team.players,
        reserve=team.reserve,
        fixed_table=team.fixed_table,
        house=team.house,
    )
