"""The list of a tournament’s teams: which ones a filter shows, a row of each, and what pairing them now would mean."""

from scorekeeper.core.pages import View
from scorekeeper.core.words.language import after_colon, translate as _, translate_plural as _n, with_commas
from scorekeeper.core.words.vocabulary import ordinal
from scorekeeper.rooms.tournaments.domain.hall import grows
from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.log.state import Team, TournamentState
from scorekeeper.rooms.tournaments.domain.pairing import format_of, is_stage_over, running
from scorekeeper.rooms.tournaments.domain.places import waiting_list
from scorekeeper.rooms.tournaments.domain.round_names import is_last_round, next_matches, pair_words
from scorekeeper.rooms.tournaments.pages.page import count_words, current_round, draft_round, is_of_players, team_label
from scorekeeper.rooms.tournaments.services.cache import LoadedTournament
from scorekeeper.rooms.tournaments.services.pairing import forecast
from scorekeeper.rooms.tournaments.storage import phones_of

ALL, MISSING, SOLO = "all", "missing", "solo"


def counts(state: TournamentState) -> dict[str, int]:
    """How many teams there are, are here, are missing, and are one player who waits for a partner."""
    teams = list(state.teams.values())
    return {
        ALL: len(teams),
        "here": sum(team.plays for team in teams),
        MISSING: sum(team.status == ev.ENTERED for team in teams) - len(waiting_list(state)),
        SOLO: len(solos(state)),
    }


def paid_words(state: TournamentState) -> str:
    """`30 of 48 players paid, 12 of 24 teams`; empty as long as nobody is ticked and nobody must."""
    teams = [team for team in state.teams.values() if not team.house and team.status not in (ev.DROPPED, ev.OUT)]
    players = sum(len(team.players) for team in teams)
    paid = sum(len(team.paid) for team in teams)
    if not paid and not state.settings.must_pay:
        return ""
    words = _n(players, "{paid} of 1 player paid", "{paid} of {count} players paid", paid=paid)
    if is_of_players(state):
        return words
    whole = sum(team.has_paid for team in teams)
    return with_commas([words, _n(len(teams), "{paid} of 1 team", "{paid} of {count} teams", paid=whole)])


def solos(state: TournamentState) -> list[Team]:
    """The players who wait for a partner."""
    if is_of_players(state):
        return []
    there = (ev.ENTERED, ev.ARRIVED)
    return [team for team in state.teams.values() if len(team.players) == 1 and team.status in there and not team.house]


def proposed_pairs(state: TournamentState) -> list[tuple[Team, Team]]:
    """Solo players who could play together, in the order in which they came; those who are here first."""
    waiting = sorted(solos(state), key=lambda team: (not team.here, team.id))
    return list(zip(waiting[::2], waiting[1::2], strict=False))


def listed(state: TournamentState, shown: str) -> list[Team]:
    """The teams that a filter shows; missing ones with the no-shows at the end."""
    teams = list(state.teams.values())
    if shown == MISSING:
        wanted = {ev.ENTERED: 0, ev.NO_SHOW: 1}
        return sorted((team for team in teams if team.status in wanted), key=lambda team: wanted[team.status])
    if shown == SOLO:
        return solos(state)
    return teams


def team_row(tournament: LoadedTournament, team: Team) -> View:
    """Values of a team for its row and its page."""
    phones = {phone.player for phone in phones_of(tournament.row.id)}
    return {
        "id": team.id,
        "name": team_label(team),
        "players": list(team.players),
        "reserve": team.reserve,
        "status": team.status,
        "waits": team.id in waiting_list(tournament.state),
        "paid": team.has_paid,
        "must_pay": tournament.state.settings.must_pay,
        "note": team_note(tournament.state, team, by_phone=any(player in phones for player in team.players)),
    }


def team_note(state: TournamentState, team: Team, *, by_phone: bool) -> str:
    """One note on a team: who is missing, how it signed up, that it is late."""
    words = {ev.ARRIVED: _("Here"), ev.NO_SHOW: _("No-show"), ev.DROPPED: _("Dropped out"), ev.OUT: _("Out")}
    if team.status in words:
        return words[team.status]
    away = [player for player in team.players if player not in team.here]
    if team.here and away:
        return _("{here} is here, {away} isn’t", here=team.here[0], away=away[0])
    waiting = waiting_list(state)
    if team.id in waiting:
        return _("{place} on the waiting list", place=ordinal(waiting.index(team.id) + 1))
    if team.late:
        return _("Late: joins the next round")
    if len(team.players) == 1 and not is_of_players(state):
        return _("Waits for a partner")
    return _("Signed up by phone") if by_phone else _("Not here yet")


def lacks_house_team(state: TournamentState) -> bool:
    """Whether a house team is to fill an odd field, and there is none yet."""
    wanted = any(stage.settings.get("house_team") for stage in state.stages)
    return wanted and not any(team.house for team in state.teams.values())


def pairs_next(state: TournamentState, at: int) -> bool:
    """Whether the next step is to pair: no match of the round is still played, and another one follows."""
    shown = current_round(state)
    if state.ended or draft_round(state) is not None or (shown is not None and grows(state, shown.stage)):
        return False
    return not running(state, state.stage) and not is_stage_over(state, len(state.stages), at)


def foot(state: TournamentState) -> str:
    """What pairing now would mean: `48 teams: 24 tables, nobody sits out`, by what pairs."""
    here = sum(team.plays and (len(team.players) >= 2 or is_of_players(state)) for team in state.teams.values())
    if not here:
        return _("Nobody is here yet.")
    form, words, pairings = format_of(state, state.stage), count_words(state, here), forecast(state)
    at_table = form.at_table(state.stages[state.stage - 1])
    matches = [pairing for pairing in pairings if not pairing.is_bye]
    at_tables = [pairing.table for pairing in matches if pairing.table is not None]
    tables = len(set(at_tables)) + len(matches) - len(at_tables) if pairings else here // at_table
    out = len(pairings) - len(matches) if pairings else here % at_table
    if form.is_bracket:
        byes = [_n(out, "1 bye", "{count} byes")] if out else []
    else:
        byes = [_n(out, "1 sits out", "{count} sit out") if out else _("nobody sits out")]
    waves = max((pairing.wave for pairing in matches), default=1)
    in_waves = [_n(waves, "1 wave", "{count} waves")] if waves > 1 else []
    return after_colon(words, with_commas([_n(tables, "1 table", "{count} tables"), *in_waves, *byes]))


def next_round_words(state: TournamentState, at: int) -> str:
    """`Pair round 4`, or what comes after this stage, also while its last round is played; `at` is now, in milliseconds
    of UTC.
    """
    if is_last_round(state, state.stage, at):
        return _("Pair the playoff") if state.stage < len(state.stages) else _("Podium")
    matches = next_matches(state, state.stage, sum(team.plays for team in state.teams.values()))
    return pair_words(matches, len(state.rounds_of(state.stage)) + 1)
