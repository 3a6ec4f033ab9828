"""A player's phone: its match with the table to go to, keeping score, and waiting; table cards and signing up."""

from datetime import UTC, datetime
from typing import cast

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response
from wtforms.validators import DataRequired, Length, Optional

from scorekeeper.access import ANYONE, NotAMember, current_membership, may
from scorekeeper.access.cookie import device_secret, keep_secret
from scorekeeper.access.gate import STRANGER
from scorekeeper.access.limits import RateLimit, hit
from scorekeeper.access.quotas import check_room
from scorekeeper.chance import new_id
from scorekeeper.clock import utc_now
from scorekeeper.core.inputs.faults import MAX_NAME_LENGTH
from scorekeeper.core.pages import View
from scorekeeper.core.words.language import translate as _, translate_plural as _n, with_commas, with_dots
from scorekeeper.core.words.vocabulary import ordinal
from scorekeeper.rooms.tournaments.access import OWN_MATCH, HallLimit, current_phone, current_tournament
from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.log.calls import open_call
from scorekeeper.rooms.tournaments.domain.log.reported import in_force, undecided
from scorekeeper.rooms.tournaments.domain.log.state import DISPUTED, TO_CONFIRM, Match, Team, TournamentState
from scorekeeper.rooms.tournaments.domain.pairing import beside, final_ranking
from scorekeeper.rooms.tournaments.domain.places import waiting_list
from scorekeeper.rooms.tournaments.domain.readers import Reader, hides_totals, name_for
from scorekeeper.rooms.tournaments.domain.score_words import score_text, source_text
from scorekeeper.rooms.tournaments.domain.setting_up.bounds import MAX_TEAM_PLAYERS
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
from scorekeeper.rooms.tournaments.pages.hall import (
    is_hidden,
    places_words,
    posted_player,
    seen,
    who_choices,
    who_is_meant,
)
from scorekeeper.rooms.tournaments.pages.league.phone import Typed, asked_match, own_fixtures
from scorekeeper.rooms.tournaments.pages.matches import bye_words, last_day_words, open_matches, when_words
from scorekeeper.rooms.tournaments.pages.page import (
    as_typed,
    attempt_or_flash,
    author,
    current_round,
    is_league,
    is_of_players,
    loaded,
    render_page,
    side_label,
    team_label,
    to,
)
from scorekeeper.rooms.tournaments.pages.showing.standings import is_by_points
from scorekeeper.rooms.tournaments.pages.versions import follow
from scorekeeper.rooms.tournaments.services.cache import LoadedTournament, load_tournament, milliseconds
from scorekeeper.rooms.tournaments.services.matches import first_dealer, is_seated, keep_score, plain_sheet_of
from scorekeeper.rooms.tournaments.services.phones import (
    asks,
    has_phone,
    is_card,
    join_tournament,
    keepers_of,
    match_at,
    match_of_phone,
    name_of_card,
    refuse_phone,
    team_of,
)
from scorekeeper.rooms.tournaments.services.teams import Entry, enter_team, look_alikes, set_status
from scorekeeper.rooms.tournaments.storage import SIGN_UP
from scorekeeper.rooms.tournaments.storage.models import TournamentPhone
from scorekeeper.services.members import CannotJoin
from scorekeeper.services.names import players_in
from scorekeeper.services.recording import Author
from scorekeeper.services.security_log import security_event
from scorekeeper.web.formatting import clock as clock_text
from scorekeeper.web.forms import StringField, ValidName, WholeField, stripped
from scorekeeper.web.games.forms import EventForm
from scorekeeper.web.games.recording import NotSaved, attempt
from scorekeeper.web.language import lazy
from scorekeeper.web.sharing.devices import device_name

pages = Blueprint("my_match", __name__, url_prefix="/tournaments/<tournament>/my-match")
card_pages = Blueprint("cards", __name__, url_prefix="/tournaments/<tournament>/cards/<int:number>/<key>")
sign_up_pages = Blueprint("sign_up", __name__, url_prefix="/tournaments/<tournament>/sign-up/<key>")


class WhoForm(EventForm):
    """Whose phone it is: a player of the tournament; empty: the table's own."""

    player = StringField(filters=[stripped], validators=[Optional()])


class KeepForm(EventForm):
    """Keep the score on this phone; `keeper` is the phone that it takes this from."""

    keeper = WholeField(validators=[Optional()])
    match = WholeField(validators=[Optional()])


class SignUpForm(EventForm):
    """A new team from a player's own phone; `sure` confirms names that look like others."""

    player = StringField(
        lazy("Your name"), filters=[stripped], validators=[DataRequired(lazy("Type your name.")), ValidName()]
    )
    partner = StringField(
        lazy("Your partner"),
        description=lazy("Leave it empty if you look for one."),
        filters=[stripped],
        validators=[Optional(), ValidName()],
    )
    more = StringField(
        lazy("More players"),
        description=lazy("With commas between them. Each match says who of them plays."),
        filters=[stripped],
        validators=[Optional(), Length(max=MAX_TEAM_PLAYERS * (MAX_NAME_LENGTH + 2))],
    )
    name = StringField(
        lazy("Name of the team"),
        description=lazy("Empty: its players’ names."),
        filters=[stripped],
        validators=[Optional(), ValidName()],
    )
    sure = StringField()

    @property
    def players(self) -> tuple[str, ...]:
        """The names that were given."""
        first = [str(field.data) for field in (self.player, self.partner) if field.data]
        return (*first, *players_in(self.more.data or ""))


# The match of this phone


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
        "to_confirm": _to_confirm_words(state, match),
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


def _to_confirm_words(state: TournamentState, match: Match) -> str:
    """The score that waits for a confirmation, and where it comes from; empty of other matches."""
    there = in_force(state, match)
    if there is None or state.match_status(match) not in (TO_CONFIRM, DISPUTED):
        return ""
    return with_dots([score_text(there.result), source_text(there)])


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
        "players": [] if phone is not None and phone.player else who_choices(now.state, _unclaimed(now.state)),
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


def _unclaimed(state: TournamentState) -> list[str]:
    return [player for team in state.teams.values() for player in team.players]


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
    """Keep the score of the match on this phone, whose game begins if it has not."""
    member = current_membership().member_id
    assert member is not None
    form = KeepForm(request.form)
    name, seen, asked = current_membership().name, form.keeper.data, form.match.data
    game = attempt_or_flash(lambda: keep_score(tournament, member, name, seen, asked))
    return to("my_match.show") if game is None else redirect(url_for("games.show", game=game), 303)


@pages.post("/here", role=OWN_MATCH)
def here(tournament: str) -> Response:
    """The phone's player has arrived."""
    phone, form = current_phone(), EventForm(request.form)
    team = None if phone is None else team_of(load_tournament(tournament).state, phone.player)
    if phone is not None and team is not None and phone.accepted:
        player = phone.player
        attempt_or_flash(
            lambda: set_status(tournament, [team.id], ev.ARRIVED, author(), player=player, event_id=form.new_id)
        )
    return to("my_match.show")


@pages.post("/off", role=OWN_MATCH)
def off(tournament: str) -> Response:
    """The phone's team takes itself off the list, which signed up by mistake."""
    phone, form, state = current_phone(), EventForm(request.form), load_tournament(tournament).state
    team = None if phone is None or not phone.accepted else team_of(state, phone.player)
    if team is not None and _may_leave(state, team):
        attempt_or_flash(lambda: set_status(tournament, [team.id], ev.DROPPED, author(), event_id=form.new_id))
    return to("my_match.show")


@pages.post("/who", role=OWN_MATCH)
def who(tournament: str) -> Response:
    """A member of the table says which player's phone it is."""
    form = WhoForm(request.form)
    player = who_is_meant(load_tournament(tournament).state, form.player.data)
    if player is None:
        flash(_("Choose your name."), "error")
        return to("my_match.show")
    _let_in(tournament, None, form.player.data)
    return to("my_match.show")


@pages.post("/not-me", role=OWN_MATCH)
def not_me(tournament: str) -> Response:
    """This phone is not whose it said it was: it chooses again."""
    phone = current_phone()
    if phone is not None:
        refuse_phone(tournament, phone.member_id)
    return to("my_match.show")


# Table cards


@card_pages.get("", role=ANYONE)
def show_card(tournament: str, number: int, key: str) -> Response | str:
    """A table's card: who plays there now, and whose phone this is."""
    _check_card(number, key)
    now = load_tournament(tournament)
    match = match_at(now.state, number)
    is_open = match is not None and not now.state.is_over(match)
    players = _players_of(now.state, match) if match is not None and is_open else []
    return render_template(
        "rooms/tournaments/card.html",
        tournament={"id": tournament, "name": now.state.name},
        number=number,
        key=key,
        players=who_choices(now.state, players),
        teams=[side_label(seen(now, Reader.PLAYER).state, match, side) for side in range(len(match.pairing.sides))]
        if match
        else [],
        is_open=is_open,
    )


def _players_of(state: TournamentState, match: Match) -> list[str]:
    """The players of a match, with reserves."""
    teams = [state.teams[team] for team in match.teams if team in state.teams]
    return [name for team in teams for name in team.everyone]


@card_pages.post("", role=ANYONE)
def use_card(tournament: str, number: int, key: str) -> Response:
    """Let this phone in at the table of the card; unless it is known as the player's, it has to ask the desk."""
    _check_card(number, key)
    form = WhoForm(request.form)
    state = load_tournament(tournament).state
    match = match_at(state, number)
    player = who_is_meant(state, form.player.data)
    is_other = bool(form.player.data) and (match is None or player not in _players_of(state, match))
    if match is None or state.is_over(match) or is_other:
        flash(_("Nobody plays at table {number} now.", number=number), "error")
        return redirect(url_for("cards.show_card", tournament=tournament, number=number, key=key), 303)
    hit(HallLimit.CARDS, whose=name_of_card(current_tournament(), number))
    return _let_in(tournament, number, player)


def _check_card(number: int, key: str) -> None:
    if not is_card(current_tournament(), number, key):
        hit(RateLimit.GUESSES)
        security_event("refused", guess="table card")
        raise NotAMember(_(STRANGER))


# Signing up


@sign_up_pages.get("", role=ANYONE)
def show_sign_up(tournament: str, key: str) -> str:
    """Sign a new team up, or say which player's phone this is."""
    _check_card(SIGN_UP, key)
    return _sign_up_page(tournament, key, SignUpForm())


def _sign_up_page(tournament: str, key: str, form: SignUpForm, questions: list[View] | None = None) -> str:
    state = load_tournament(tournament).state
    return render_template(
        "rooms/tournaments/sign_up.html",
        tournament={"id": tournament, "name": state.name},
        key=key,
        form=form,
        questions=questions or [],
        players=who_choices(state, _unclaimed(state)),
        may_enter=not state.ended,
        places=places_words(state),
        is_league=is_league(state),
        is_of_players=is_of_players(state),
    )


@sign_up_pages.post("", role=ANYONE)
def sign_up(tournament: str, key: str) -> Response | tuple[str, int]:
    _check_card(SIGN_UP, key)
    form = SignUpForm(request.form)
    if not form.validate():
        return _sign_up_page(tournament, key, form), 422
    players = form.players
    state = load_tournament(tournament).state
    if not form.sure.data:
        asked = look_alikes(tournament, players)
        if asked:
            views: list[View] = [{"name": one.name, "known": posted_player(state, one.known)} for one in asked]
            return _sign_up_page(tournament, key, form, views), 200
    hit(HallLimit.SIGN_UPS, whose=name_of_card(current_tournament(), SIGN_UP))
    check_room()
    entry, player = Entry(players, form.name.data or None), Author(players[0])
    entered = attempt(as_typed(form, lambda own: enter_team(tournament, entry, player, own)))
    if isinstance(entered, NotSaved):
        form.player.errors = [entered.text]
        return _sign_up_page(tournament, key, form), 422
    # Only the first request with this id has entered it: anybody can send a known id again.
    own = int(entered.stored.payload["team"]) if entered.new else None
    return _let_in(tournament, None, players[0], own)


@sign_up_pages.post("/who", role=ANYONE)
def claim(tournament: str, key: str) -> Response:
    """This is the phone of a player who is entered: the desk decides."""
    _check_card(SIGN_UP, key)
    form = WhoForm(request.form)
    player = who_is_meant(load_tournament(tournament).state, form.player.data)
    if player is None:
        flash(_("Choose your name."), "error")
        return redirect(url_for("sign_up.show_sign_up", tournament=tournament, key=key), 303)
    hit(HallLimit.SIGN_UPS, whose=name_of_card(current_tournament(), SIGN_UP))
    return _let_in(tournament, None, player)


def _let_in(tournament: str, card: int | None, player: str | None, entered: int | None = None) -> Response:
    check_room()
    name = player or device_name()
    try:
        joined = join_tournament(tournament, device_secret(), name, card=card, player=player, entered=entered)
    except CannotJoin as error:
        flash(str(error), "error")
        return redirect(url_for("home.index"), 303)
    landed = redirect(url_for("my_match.show", tournament=tournament), 303)
    return keep_secret(landed, joined.secret) if joined.secret else landed
