"""What all screens for the hall share: what strangers may read of a name, what they follow, how far the round is."""

from collections.abc import Iterable
from dataclasses import replace
from typing import cast

from scorekeeper.access import may
from scorekeeper.core.pages import View
from scorekeeper.core.words.language import translate as _, translate_plural as _n
from scorekeeper.core.words.vocabulary import ordinal
from scorekeeper.rooms.tournaments.access import current_phone
from scorekeeper.rooms.tournaments.domain.hall import grows
from scorekeeper.rooms.tournaments.domain.log.state import Match, Round, Team, TournamentState
from scorekeeper.rooms.tournaments.domain.places import places_left, waiting_list
from scorekeeper.rooms.tournaments.domain.readers import Reader, hides_totals, names_for, seen_by
from scorekeeper.rooms.tournaments.domain.round_names import after_round, matches_of
from scorekeeper.rooms.tournaments.domain.words import player_called
from scorekeeper.rooms.tournaments.pages.page import current_round, name_of_round, rounds_of_stage
from scorekeeper.rooms.tournaments.services.cache import LoadedTournament
from scorekeeper.rooms.tournaments.services.phones import team_of


def own_team(state: TournamentState) -> Team | None:
    """The team of the player whose phone asks."""
    phone = current_phone()
    return None if phone is None else team_of(state, phone.player)


def is_stranger() -> bool:
    """Whether the requester only watches: neither at the desk, nor a player's phone that the desk knows."""
    phone = current_phone()
    return not may("scorer") and not (phone is not None and phone.accepted and phone.player is not None)


def reader() -> Reader:
    """Who asks for this page."""
    return Reader.DESK if may("scorer") else Reader.WATCHER if is_stranger() else Reader.PLAYER


def seen(now: LoadedTournament, who: Reader | None = None) -> LoadedTournament:
    """The tournament as whoever asks may see it, or `who`."""
    return replace(now, state=seen_by(now.state, who or reader()))


def reader_names(state: TournamentState) -> dict[int, str]:
    """What each team is called for whoever asks."""
    return names_for(state, reader())


def sent_names(state: TournamentState) -> dict[int, str]:
    """What each team is called in what is sent around, also by the desk."""
    return names_for(state, Reader.WATCHER if is_stranger() else Reader.PLAYER)


def public_names(state: TournamentState) -> dict[int, str]:
    """What each team is called where everybody reads it."""
    return names_for(state, Reader.WATCHER)


def posted_names(state: TournamentState) -> dict[int, str]:
    """What each team is called on paper for the hall: in full, except for players who are called by a number."""
    return names_for(state, Reader.PLAYER)


def who_choices(state: TournamentState, players: Iterable[str]) -> list[View]:
    """Whose phone it may be, for anybody to read: who is called by a number is offered, and sent, without a name."""
    return [{"value": _sent(state, player), "name": posted_player(state, player)} for player in players]


def _sent(state: TournamentState, player: str) -> str:
    team = team_of(state, player)
    if team is None or player not in team.by_number:
        return player
    return f"{team.id}/{team.everyone.index(player)}"


def who_is_meant(state: TournamentState, given: str | None) -> str | None:
    """The player of the tournament that a form with these choices names; None if it names nobody."""
    players = [player for team in state.teams.values() for player in team.everyone]
    return next((player for player in players if given in (player, _sent(state, player))), None)


def posted_player(state: TournamentState, player: str) -> str:
    """A player’s name, or number, on paper for the hall."""
    team = team_of(state, player)
    return player if team is None else player_called(team, player)


def is_hidden(state: TournamentState) -> bool:
    """Whether standings and live totals are kept back until the end."""
    return hides_totals(state, Reader.WATCHER)


def side_name(match: Match, side: int, names: dict[int, str]) -> str:
    """The teams of a side."""
    return " & ".join(names[team] for team in match.pairing.sides[side] if team in names)


def sides_of(row: View) -> list[View]:
    """The sides of a match as the desk has it, see `match_view`."""
    return cast("list[View]", row["sides"])


def is_round_over(state: TournamentState, shown: Round) -> bool:
    """Whether every match of a round counts."""
    return all(state.is_over(state.matches[match]) for match in shown.matches)


def count_done(state: TournamentState, shown: Round) -> tuple[int, int]:
    """How many tables of a round are done, and of how many."""
    played = [state.matches[match] for match in shown.matches if not state.matches[match].pairing.is_bye]
    return sum(state.is_over(match) for match in played), len(played)


def done_words(state: TournamentState, shown: Round) -> str:
    """`8 of 24 tables done`."""
    done, tables = count_done(state, shown)
    if grows(state, shown.stage):
        return _n(done, "1 match done", "{count} matches done")
    return _n(tables, "{done} of 1 table done", "{done} of {count} tables done", done=done)


def round_words(state: TournamentState) -> str:
    """`Round 3 of 5`; `After round 3 of 5` once it is over; how many are in before the first."""
    shown = current_round(state)
    if shown is None:
        return _n(len(state.teams), "1 team", "{count} teams")
    if grows(state, shown.stage):
        return _("Open play")
    if is_round_over(state, shown):
        return after_round(matches_of(state, shown), shown.number, rounds_of_stage(state, shown.stage))
    return name_of_round(state, shown)


def places_words(state: TournamentState) -> str:
    """How many places are left, or that who comes now waits; empty without a capacity, and at the end."""
    left, most = places_left(state), state.settings.capacity
    if left is None or most is None or state.ended:
        return ""
    if left:
        return _n(left, "1 of {most} places is left.", "{count} of {most} places are left.", most=most)
    waiting = ordinal(len(waiting_list(state)) + 1)
    return _("All {most} places are taken: who signs up now is {place} on the waiting list.", most=most, place=waiting)
