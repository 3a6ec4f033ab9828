"""A player's phone: its match with the table to go to, keeping score, and waiting; table cards and signing up."""

from datetime import UTC, datetime
from typing import cast

from flask import Blueprint, flash, redirect, url_for
from werkzeug.wrappers import Response

from scorekeeper.access import current_membership, may
from scorekeeper.chance import new_id
from scorekeeper.clock import utc_now
from scorekeeper.core.pages import View
from scorekeeper.core.words.language import translate as _, translate_plural as _n, with_commas, with_dots
from scorekeeper.core.words.vocabulary import ordinal
from scorekeeper.rooms.tournaments.access import OWN_MATCH, current_phone
from scorekeeper.rooms.tournaments.domain.hall import grows
from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.log.calls import open_call
from scorekeeper.rooms.tournaments.domain.log.reported import ReportedScore, in_force, undecided
from scorekeeper.rooms.tournaments.domain.log.state import DISPUTED, TO_CONFIRM, Match, Team, TournamentState
from scorekeeper.rooms.tournaments.domain.pairing import beside, final_ranking, waits_after_undo
from scorekeeper.rooms.tournaments.domain.places import waiting_list
from scorekeeper.rooms.tournaments.domain.readers import Reader, hides_totals, name_for
from scorekeeper.rooms.tournaments.domain.score_words import score_text, source_text
from scorekeeper.rooms.tournaments.domain.standings import RankedTeam
from scorekeeper.rooms.tournaments.domain.words import MATCH_STATUSES, points_text
from scorekeeper.rooms.tournaments.pages.directing.clocks import (
    current_clock,
    current_wave,
    match_clock,
    wave_words,
    waves_of,
)
from scorekeeper.rooms.tournaments.pages.directing.director_call import call_view, reasons
from scorekeeper.rooms.tournaments.pages.directing.messages import message_to
from scorekeeper.rooms.tournaments.pages.hall import is_hidden, seen, who_choices, who_is_meant
from scorekeeper.rooms.tournaments.pages.league.phone import Typed, asked_match, own_fixtures
from scorekeeper.rooms.tournaments.pages.matches import bye_words, last_day_words, open_matches, when_words
from scorekeeper.rooms.tournaments.pages.page import (
    attempt_or_flash,
    author,
    begins,
    current_round,
    is_league,
    loaded,
    render_page,
    side_label,
    team_label,
    to,
)
from scorekeeper.rooms.tournaments.pages.playing.joining import let_in, unclaimed
from scorekeeper.rooms.tournaments.pages.showing.standings import is_by_points
from scorekeeper.rooms.tournaments.pages.versions import follow
from scorekeeper.rooms.tournaments.services.cache import LoadedTournament, load_tournament, milliseconds
from scorekeeper.rooms.tournaments.services.matches import first_dealer, is_seated, keep_score, plain_sheet_of
from scorekeeper.rooms.tournaments.services.phones import (
    asks,
    has_phone,
    keepers_of,
    match_of_phone,
    refuse_phone,
    team_of,
)
from scorekeeper.rooms.tournaments.services.teams import set_status
from scorekeeper.rooms.tournaments.storage.models import TournamentPhone
from scorekeeper.web.formatting import clock as clock_text
from scorekeeper.web.posted import PostedFields, posted_id, posted_number

pages = Blueprint("my_match", __name__, url_prefix="/tournaments/<tournament>/my-match")


@pages.get("", role=OWN_MATCH)
def show(tournament: str) -> str:
    return own_page(asked_match())


def own_page(asked: int | None, typed: Typed = Typed()) -> str:  # noqa: B008 - it never changes
    """The match of this phone, in a league the one `asked` for, or what it waits for; `typed` is what was refused."""
    now = loaded()
    phone = current_phone()
    match = None if phone is None else match_of_phone(now.state, phone, asked)
    team = None if phone is None else team_of(now.state, phone.player)
    version = follow("players", now)
    if match is not None and phone is not None:
        view = match_page(now, match, phone, team, typed)
        return render_page("my_match.html", "match", seen(now, reader_of(phone)), **view, follows=version)
    view = waiting_page(now, phone, team)
    return render_page("waiting.html", "match", seen(now, reader_of(phone)), **view, follows=version)


def reader_of(phone: TournamentPhone | None) -> Reader:
    """Who reads the page of one's own match: at the table the players know each other, so a phone that the desk knows
    reads all names.
    """
    return Reader.DESK if may("scorer") or (phone is not None and phone.accepted) else Reader.WATCHER


def match_page(now: LoadedTournament, match: Match, phone: TournamentPhone, team: Team | None, typed: Typed) -> View:
    """Values for `rooms/tournaments/my_match.html`."""
    at, reader = milliseconds(utc_now()), reader_of(phone)
    sheet = plain_sheet_of(now.state, match)
    dealer = sheet.player_at(first_dealer(match, len(sheet.rules.seating.bidders)))
    state = seen(now, reader).state
    found = state.round(match.stage, match.round)
    assert found is not None
    keeper = keepers_of(now.row.id).get(match.game or "")
    own_side = None if team is None else match.side_of(team.id) if team.id in match.teams else None
    limits = state.limits(match)
    call = open_call(state, match)
    return {
        "match": match.id,
        "table": match.pairing.table,
        "status": _(MATCH_STATUSES[state.match_status(match)]),
        "sides": [
            {
                "index": side,
                "name": side_label(state, match, side),
                "note": _side_note(state, match, side, is_own=side == own_side),
            }
            for side in range(len(match.pairing.sides))
        ],
        "target": limits.options.get("target", sheet.rules.options.get("target")),
        "hands": limits.hands,
        "dealer": _called(now.state, dealer, reader) if is_seated(now.state, match) else None,
        "clock": match_clock(state, match, at),
        "last_day": last_day_words(state, match),
        "when": when_words(state.fixture(match)),
        "wave_words": wave_words(match.pairing.wave) if len(waves_of(state, found)) > 1 else "",
        "waits": match.pairing.wave > current_wave(state, found),
        "game": url_for("games.show", game=match.game) if match.game and phone.game_id == match.game else None,
        "to_confirm": _to_confirm_words(state, match, reader),
        "beside": [_score_words(one, reader) for one in undecided(state, match)],
        "keeps": phone.keeps and phone.game_id == match.game,
        "keeper_phone": None if keeper is None else keeper.member_id,
        "keeper": None if keeper is None else _called(now.state, keeper.player, reader) or _("The table’s phone"),
        "accepted": phone.accepted,
        "has_arrived": team is None or team.plays,
        "player": _called(now.state, phone.player, reader),
        "message": message_to(state, match, at),
        "on_paper": state.settings.kept_on == "paper",
        "call": None
        if call is None
        else call_view(now.row.id, call.at, call.reason, coming=call.answered == ev.COMING, entry_id=new_id()),
        "reasons": reasons(),
        "league": None if team is None or not is_league(state) else own_fixtures(now, match, team, reader, typed),
    }


def _to_confirm_words(state: TournamentState, match: Match, reader: Reader) -> str:
    """The score that waits for a confirmation, and where it comes from; empty of other matches."""
    there = in_force(state, match)
    if there is None or state.match_status(match) not in (TO_CONFIRM, DISPUTED):
        return ""
    return _score_words(there, reader)


def _score_words(score: ReportedScore, reader: Reader) -> str:
    """`240 : 150`, where it comes from, and for who may read all names who brought it."""
    who = [score.who] if score.who and reader is Reader.DESK else []
    return with_dots([score_text(score.result), source_text(score), *who])


def _called(state: TournamentState, player: str | None, reader: Reader) -> str | None:
    """A player's name for this reader."""
    team = team_of(state, player)
    return player if player is None or team is None else name_for(state, reader, team, player)


def _side_note(state: TournamentState, match: Match, side: int, *, is_own: bool) -> str:
    teams = match.pairing.sides[side]
    words = _record_words(state, teams[0]) if len(teams) == 1 else ""
    parts = [_("You")] if is_own else []
    return " · ".join([*parts, *([words] if words else [])])


def _record_words(state: TournamentState, team: int) -> str:
    """`1–1 · 19th of 48`; empty before the first result, and while standings are hidden."""
    places = () if is_hidden(state) else final_ranking(state)
    place = next((place for place in places if place.team == team), None)
    if place is None or not place.record.meetings:
        return ""
    record = f"{place.record.wins}–{place.record.losses}"
    return _("{record} · {place} of {teams}", record=record, place=ordinal(place.rank), teams=beside(places, place))


def waiting_page(now: LoadedTournament, phone: TournamentPhone | None, team: Team | None) -> View:
    """Values for `rooms/tournaments/waiting.html`: the last result, the place, and how far the round is."""
    at, reader = milliseconds(utc_now()), reader_of(phone)
    state = seen(now, reader).state
    shown = current_round(state)
    is_secret = reader is not Reader.DESK and hides_totals(state, reader)
    last = None if team is None or is_secret else _last_match(state, team)
    places = final_ranking(state) if shown is not None and not is_hidden(state) else ()
    place = next((place for place in places if team is not None and place.team == team.id), None)
    matches = [] if shown is None else [state.matches[match] for match in open_matches(state, shown)]
    played = [match for match in matches if not match.pairing.is_bye]
    clock = None if shown is None else current_clock(state, shown, at)
    ends = None if clock is None else clock["ends"]
    return {
        "ends_at": None if ends is None else clock_text(datetime.fromtimestamp(cast("int", ends) / 1000, UTC)),
        "player": None if phone is None else _called(now.state, phone.player, reader),
        "players": [] if phone is not None and phone.player else who_choices(now.state, unclaimed(now.state)),
        "team": None
        if team is None
        else {"id": team.id, "name": team_label(state.teams[team.id]), "status": team.status},
        "is_here": team is not None and (phone is None or phone.player in team.here or team.plays),
        "waits": "" if team is None else waiting_words(now.state, team.id),
        "accepted": phone is not None and phone.accepted,
        "may_leave": phone is not None and phone.accepted and team is not None and _may_leave(now.state, team),
        "asks": phone is not None and asks(phone),
        "is_nobodys": phone is not None and not phone.accepted and not asks(phone),
        "is_taken": phone is not None and phone.player is not None and has_phone(now, phone.player),
        "card": None if phone is None else phone.card,
        "result": None if last is None or team is None else _result_words(state, last, team),
        "differs": last is not None and bool(undecided(state, last)),
        "rank": None if place is None or not place.record.meetings else ordinal(place.rank),
        "of": 0 if place is None else beside(places, place),
        "record": None if place is None else _record_sentence(state, place),
        "pairs_itself": shown is not None and grows(state, shown.stage),
        "begins": shown is not None and begins(state, shown, at),
        "waits_for_desk": waits_after_undo(state),
        "next_round": (0 if shown is None else shown.number) + 1,
        "tiles": [{"over": state.is_over(match), "own": last is not None and match.id == last.id} for match in played],
        "done": sum(state.is_over(match) for match in played),
        "clock": clock,
        "bye": last is not None and last.pairing.is_bye and shown is not None and last.id in shown.matches,
        "ended": state.ended,
        "message": message_to(state, None, at),
        "out": team is not None and team.status in (ev.DROPPED, ev.OUT, ev.NO_SHOW),
    }


def waiting_words(state: TournamentState, team: int) -> str:
    """`You are 3rd on the waiting list.`; empty for a team that has a place."""
    waiting = waiting_list(state)
    if team not in waiting:
        return ""
    return _("You are {place} on the waiting list.", place=ordinal(waiting.index(team) + 1))


def _may_leave(state: TournamentState, team: Team) -> bool:
    """Whether a team may take itself off the list: as long as it is in no match."""
    is_in = team.status in (ev.ENTERED, ev.ARRIVED)
    return is_in and not any(team.id in match.teams for match in state.matches.values())


def _last_match(state: TournamentState, team: Team) -> Match | None:
    own = [match for match in state.matches.values() if team.id in match.teams]
    published = [match for match in own if (found := state.round(match.stage, match.round)) and found.published]
    return published[-1] if published else None


def _record_sentence(state: TournamentState, place: RankedTeam) -> str:
    if is_by_points(state, state.stage):
        return points_text(place.record.points)
    wins, losses = place.record.wins, place.record.losses
    return with_commas([_n(wins, "1 win", "{count} wins"), _n(losses, "1 loss", "{count} losses")])


def _result_words(state: TournamentState, match: Match, team: Team) -> str:
    """`You won, 312–248`."""
    result = state.result(match)
    if result is None or match.pairing.is_bye:
        return bye_words(state, match, own=True)
    own = match.side_of(team.id)
    scores = sorted(result.scores, key=lambda score: result.scores.index(score) != own) if result.scores else []
    figures = "–".join(str(score) for score in scores)
    if result.winner is None:
        return _("Level, {scores}", scores=figures) if figures else _("Nobody won")
    won = result.winner == own
    if not figures:
        return _("You won: they forfeited") if won else _("You lost by forfeit")
    return _("You won, {scores}", scores=figures) if won else _("You lost, {scores}", scores=figures)


@pages.post("/keep", role=OWN_MATCH)
def keep(tournament: str) -> Response:
    """Keep the score of the match on this phone, whose game begins if it has not; `keeper` has kept it until now."""
    member = current_membership().member_id
    assert member is not None
    name, seen, asked = current_membership().name, posted_number("keeper"), posted_number("match")
    game = attempt_or_flash(lambda: keep_score(tournament, member, name, seen, asked))
    return to("my_match.show") if game is None else redirect(url_for("games.show", game=game), 303)


@pages.post("/here", role=OWN_MATCH)
def here(tournament: str) -> Response:
    """The phone's player has arrived."""
    phone = current_phone()
    team = None if phone is None else team_of(load_tournament(tournament).state, phone.player)
    if phone is not None and team is not None and phone.accepted:
        player = phone.player
        attempt_or_flash(
            lambda: set_status(tournament, [team.id], ev.ARRIVED, author(), player=player, event_id=posted_id())
        )
    return to("my_match.show")


@pages.post("/off", role=OWN_MATCH)
def off(tournament: str) -> Response:
    """The phone's team takes itself off the list, which signed up by mistake."""
    phone, state = current_phone(), load_tournament(tournament).state
    team = None if phone is None or not phone.accepted else team_of(state, phone.player)
    if team is not None and _may_leave(state, team):
        attempt_or_flash(lambda: set_status(tournament, [team.id], ev.DROPPED, author(), event_id=posted_id()))
    return to("my_match.show")


@pages.post("/who", role=OWN_MATCH)
def who(tournament: str) -> Response:
    """A member of the table says which player's phone it is."""
    player = who_is_meant(load_tournament(tournament).state, PostedFields().get("player"))
    if player is None:
        flash(_("Choose your name."), "error")
        return to("my_match.show")
    let_in(tournament, None, player)
    return to("my_match.show")


@pages.post("/not-me", role=OWN_MATCH)
def not_me(tournament: str) -> Response:
    """This phone is not whose it said it was: it chooses again."""
    phone = current_phone()
    if phone is not None:
        refuse_phone(tournament, phone.member_id)
    return to("my_match.show")
