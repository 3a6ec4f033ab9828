"""How a player’s phone comes into a tournament: by the card of a table, or by signing up."""

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response
from wtforms import Form
from wtforms.validators import DataRequired, Length, Optional

from scorekeeper.access import ANYONE, NotAMember
from scorekeeper.access.cookie import device_secret, keep_secret
from scorekeeper.access.gate import STRANGER
from scorekeeper.access.limits import RateLimit, hit
from scorekeeper.access.quotas import check_room
from scorekeeper.core.pages import View
from scorekeeper.core.words.language import translate as _
from scorekeeper.rooms.tournaments.access import HallLimit, current_tournament
from scorekeeper.rooms.tournaments.domain.log.state import Match, TournamentState
from scorekeeper.rooms.tournaments.domain.readers import Reader
from scorekeeper.rooms.tournaments.pages.hall import places_words, posted_player, seen, who_choices, who_is_meant
from scorekeeper.rooms.tournaments.pages.page import as_typed, is_league, is_of_players, side_label
from scorekeeper.rooms.tournaments.pages.teams.team import MAX_MORE_PLAYERS
from scorekeeper.rooms.tournaments.services.cache import load_tournament
from scorekeeper.rooms.tournaments.services.phones import is_card, join_tournament, match_at, name_of_card
from scorekeeper.rooms.tournaments.services.teams import Entry, enter_team, look_alikes
from scorekeeper.rooms.tournaments.storage import SIGN_UP
from scorekeeper.services.members import CannotJoin
from scorekeeper.services.names import players_in
from scorekeeper.services.recording import Author
from scorekeeper.services.security_log import security_event
from scorekeeper.web.forms import StringField, ValidName, stripped
from scorekeeper.web.games.recording import NotSaved, attempt
from scorekeeper.web.language import lazy
from scorekeeper.web.posted import PostedFields
from scorekeeper.web.sharing.devices import device_name

card_pages = Blueprint("cards", __name__, url_prefix="/tournaments/<tournament>/cards/<int:number>/<key>")
sign_up_pages = Blueprint("sign_up", __name__, url_prefix="/tournaments/<tournament>/sign-up/<key>")


class SignUpForm(Form):
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
        validators=[Optional(), Length(max=MAX_MORE_PLAYERS)],
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
    fields, state = PostedFields(), load_tournament(tournament).state
    match = match_at(state, number)
    player = who_is_meant(state, fields.get("player"))
    is_other = "player" in fields and (match is None or player not in _players_of(state, match))
    if match is None or state.is_over(match) or is_other:
        flash(_("Nobody plays at table {number} now.", number=number), "error")
        return redirect(url_for("cards.show_card", tournament=tournament, number=number, key=key), 303)
    hit(HallLimit.CARDS, whose=name_of_card(current_tournament(), number))
    return let_in(tournament, number, player)


def _check_card(number: int, key: str) -> None:
    if not is_card(current_tournament(), number, key):
        hit(RateLimit.GUESSES)
        security_event("refused", guess="table card")
        raise NotAMember(_(STRANGER))


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
        players=who_choices(state, unclaimed(state)),
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
    entered = attempt(as_typed(lambda own: enter_team(tournament, entry, player, own)))
    if isinstance(entered, NotSaved):
        form.player.errors = [entered.text]
        return _sign_up_page(tournament, key, form), 422
    # Only the first request with this id has entered it: anybody can send a known id again.
    own = int(entered.stored.payload["team"]) if entered.new else None
    return let_in(tournament, None, players[0], own)


@sign_up_pages.post("/who", role=ANYONE)
def claim(tournament: str, key: str) -> Response:
    """This is the phone of a player who is entered: the desk decides."""
    _check_card(SIGN_UP, key)
    player = who_is_meant(load_tournament(tournament).state, PostedFields().get("player"))
    if player is None:
        flash(_("Choose your name."), "error")
        return redirect(url_for("sign_up.show_sign_up", tournament=tournament, key=key), 303)
    hit(HallLimit.SIGN_UPS, whose=name_of_card(current_tournament(), SIGN_UP))
    return let_in(tournament, None, player)


def unclaimed(state: TournamentState) -> list[str]:
    return [player for team in state.teams.values() for player in team.players]


def let_in(tournament: str, card: int | None, player: str | None, entered: int | None = None) -> Response:
    check_room()
    name = player or device_name()
    try:
        joined = join_tournament(tournament, device_secret(), name, card=card, player=player, entered=entered)
    except CannotJoin as error:
        flash(str(error), "error")
        return redirect(url_for("home.index"), 303)
    landed = redirect(url_for("my_match.show", tournament=tournament), 303)
    return keep_secret(landed, joined.secret) if joined.secret else landed
