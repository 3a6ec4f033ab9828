"""The desk: the clock, what needs somebody, the matches by table; one match with its result and its phones."""

from collections import Counter
from datetime import UTC, datetime

from flask import Blueprint, abort, flash, redirect, request, url_for
from werkzeug.wrappers import Response
from wtforms import BooleanField, SelectMultipleField, StringField
from wtforms.validators import Optional

from scorekeeper.access import KEEPER, SCORER, current_membership, may
from scorekeeper.access.live import is_connected
from scorekeeper.access.setup import address_for_others
from scorekeeper.core.pages import View
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.language import translate_plural as _n
from scorekeeper.core.words.language import with_commas
from scorekeeper.services.tournament_cache import LoadedTournament, milliseconds
from scorekeeper.services.tournament_matches import move_score, start_match
from scorekeeper.services.tournament_phones import (
    accept_phone,
    keepers_of,
    key_of_card,
    match_of_phone,
    new_card,
    turn_away,
)
from scorekeeper.services.tournament_results import confirm, give_result, play_again, send_message, set_clock
from scorekeeper.services.tournament_time import over_since
from scorekeeper.storage.members import member_by_id
from scorekeeper.storage.models import TournamentPhone
from scorekeeper.storage.tournaments import phones_of
from scorekeeper.tournament import events as ev
from scorekeeper.tournament.format import Replacement
from scorekeeper.tournament.pairing import format_of, is_stage_over
from scorekeeper.tournament.room import room_of
from scorekeeper.tournament.state import (
    DISPUTED,
    DONE,
    FORFEITED,
    LAST_HAND,
    OVERTIME,
    PLAYING,
    TO_CONFIRM,
    WAITING,
    Clock,
    Match,
    Round,
    TournamentState,
)
from scorekeeper.web.forms import WholeField, stripped
from scorekeeper.web.games.forms import EntryForm
from scorekeeper.web.sharing import qr_svg
from scorekeeper.web.tournaments.page import (
    attempt_or_flash,
    author,
    current_round,
    draft_round,
    follow_view,
    loaded,
    render_page,
    side_label,
    team_label,
    to,
)
from scorekeeper.web.tournaments.teams import next_round_words

pages = Blueprint("desk", __name__, url_prefix="/tournaments/<tournament>/desk")

A_MINUTE = 60_000
LAST = 10_000
SILENT = 4 * A_MINUTE
NO_HAND = 12 * A_MINUTE
UNCONFIRMED = 5 * A_MINUTE


def status_words(status: str) -> str:
    """A status of a match, in words."""
    words = {
        WAITING: _("Waiting"),
        PLAYING: _("Playing"),
        LAST_HAND: _("Last hand"),
        OVERTIME: _("Overtime"),
        TO_CONFIRM: _("To confirm"),
        DISPUTED: _("Disputed"),
        DONE: _("Done"),
        FORFEITED: _("Forfeited"),
    }
    return words[status]


STATES = (DONE, TO_CONFIRM, DISPUTED, LAST_HAND, PLAYING, WAITING)
"""The parts of the bar, in its order; overtime counts as a last hand, a forfeit as done."""
SAME = {OVERTIME: LAST_HAND, FORFEITED: DONE}


@pages.get("", role=SCORER)
def show(tournament: str) -> Response | str:
    now = loaded()
    state, at = now.state, milliseconds(datetime.now(UTC))
    shown = current_round(state)
    draft = draft_round(state)
    if shown is None:
        return to("rounds.show" if draft is not None else "teams.show")
    matches = [state.matches[match] for match in open_matches(state, shown)]
    rows = [match_view(now, match, at) for match in matches]
    left = sum(not state.is_over(match) for match in matches if not match.pairing.is_bye)
    return render_page(
        "desk.html",
        "desk",
        now,
        number=shown.number,
        clock=clock_view(state, shown, at),
        bar=status_bar(rows),
        needs=needs(now, matches, at),
        matches=sorted((row for row in rows if not row["is_over"]), key=_last_hands_first),
        done=[row for row in rows if row["is_over"]],
        tiles=sorted(rows, key=by_table),
        asking=asking(now),
        left=left,
        draft=None if draft is None else draft.number,
        pair_words=next_round_words(state),
        is_over=is_stage_over(state, len(state.stages)),
        ended=state.ended,
        undo=state.undo is not None,
        redo=state.redo is not None,
        may_direct=may("keeper"),
        **follow_view("desk", desk_version(now)),
    )


def desk_version(now: LoadedTournament) -> str:
    """Changes with everything that the desk shows: events, hands and confirmations, but not single bids."""
    results = now.state.results.values()
    hands = sum(result.hands + result.record for result in results)
    states = Counter(result.status for result in results)
    phones = sum(phone.keeps * 2 + phone.accepted + 4 for phone in phones_of(now.row.id))
    return f"{now.state.seq}.{hands}.{states[DISPUTED]}.{states['over']}.{states['confirmed']}.{phones}"


def open_matches(state: TournamentState, shown: Round) -> list[int]:
    """The matches of the round, and those of earlier ones that are still played."""
    earlier = [
        match
        for found in state.rounds
        if found.published and found is not shown
        for match in found.matches
        if not state.is_over(state.matches[match])
    ]
    return [*earlier, *shown.matches]


def _last_hands_first(row: View) -> tuple[bool, int]:
    return row["status"] not in (LAST_HAND, OVERTIME), by_table(row)


def by_table(row: View) -> int:
    """The table number of a match, for sorting; a bye comes last."""
    return int(str(row["table"] or LAST))


def match_view(now: LoadedTournament, match: Match, at: int) -> View:
    """A match for the desk: its table, teams with totals, hand, and status."""
    state = now.state
    game, result, status = state.game_result(match), state.result(match), state.match_status(match)
    scores = result.scores if result is not None and result.scores else (game.scores if game is not None else ())
    best = max(scores, default=0)
    return {
        "id": match.id,
        "table": match.pairing.table,
        "status": status,
        "status_words": _("Bye") if match.pairing.is_bye else status_words(status),
        "hand": game.hands + 1 if game is not None and status == PLAYING else game.hands if game is not None else None,
        "is_over": state.is_over(match),
        "is_bye": match.pairing.is_bye,
        "by": result.by if result is not None else "",
        "sides": [
            {
                "index": side,
                "name": side_label(state, match, side),
                "score": scores[side] if side < len(scores) else None,
                "leads": side < len(scores) and scores[side] == best and scores.count(best) == 1,
                "won": result is not None and result.winner == side,
            }
            for side in range(len(match.pairing.sides))
        ],
        "url": url_for("desk.match", tournament=now.row.id, match=match.id),
    }


def clock_view(state: TournamentState, shown: Round, at: int) -> View | None:
    """The clock of the round's first wave; None if its matches have no limit."""
    minutes = max((state.limits(state.matches[match]).minutes or 0 for match in shown.matches), default=0)
    if not minutes:
        return None
    clock = shown.clocks.get(1, Clock())
    left = clock.left(minutes, at)
    return {
        "left": left,
        "words": clock_words(left),
        "ends": at + left if clock.running_since is not None else None,
        "now": at,
        "runs": clock.running_since is not None,
        "started": clock.started,
        "is_over": left <= 0,
    }


def clock_words(left: int) -> str:
    """`18:42`; 0:00 after time."""
    seconds = max(0, left) // 1000
    return f"{seconds // 60}:{seconds % 60:02}"


def status_bar(rows: list[View]) -> list[View]:
    """How many matches are in each state, and how many are before them in the bar; without those with none."""
    counted = Counter(SAME.get(str(row["status"]), row["status"]) for row in rows if not row["is_bye"])
    words = {
        DONE: _("done"),
        TO_CONFIRM: _("to confirm"),
        DISPUTED: _("disputed"),
        LAST_HAND: _("last hand"),
        PLAYING: _("playing"),
        WAITING: _("waiting"),
    }
    found: list[View] = []
    start = 0
    for key in STATES:
        if counted[key]:
            found.append({"status": key, "start": start, "count": counted[key], "words": words[key]})
            start += counted[key]
    return found


def needs(now: LoadedTournament, matches: list[Match], at: int) -> list[View]:
    """What needs somebody, the most urgent first."""
    state, found = now.state, []
    keepers = keepers_of(now.row.id)
    for match in matches:
        row = match_view(now, match, at)
        status = row["status"]
        teams = with_commas([side_label(state, match, side) for side in range(len(match.pairing.sides))])
        game = now.games.get(match.game or "")
        quiet = 0 if game is None else at - milliseconds(game.last_activity)
        waited = over_since(now, match)
        if status == DISPUTED:
            found.append((0, row | {"title": _("Disputed"), "note": teams, "kind": "look", "bad": True}))
        elif waited is not None and (match.given is not None or at - waited >= UNCONFIRMED):
            minutes = (at - waited) // A_MINUTE
            title = _n(minutes, "To confirm for 1 min", "To confirm for {count} min") if minutes else _("To confirm")
            found.append((1, row | {"title": title, "note": teams, "kind": "confirm"}))
        elif status == PLAYING and _is_time(state, match, at):
            found.append((2, row | {"title": _("Time not called"), "note": teams, "kind": "look"}))
        elif game is not None and not row["is_over"] and quiet >= NO_HAND:
            title = _n(quiet // A_MINUTE, "No hand for 1 min", "No hand for {count} min")
            found.append((2, row | {"title": title, "note": teams, "kind": "look"}))
        elif game is not None and not row["is_over"] and quiet >= SILENT and _is_silent(now, keepers.get(game.id)):
            title = _n(quiet // A_MINUTE, "Not heard for 1 min", "Not heard for {count} min")
            found.append((3, row | {"title": title, "note": teams, "kind": "look"}))
        elif state.has_hands(match) and match.pairing.is_bye:
            found.append((4, row | {"title": _("A bye with hands"), "note": teams, "kind": "look"}))
    for wrong in format_of(state, state.stage).replacements(state, state.stage):
        row = match_view(now, state.matches[wrong.match], at)
        found.append(
            (0, row | {"title": _("A result was corrected"), "note": wrong_team(state, wrong), "kind": "look"})
        )
    return [row for _order, row in sorted(found, key=lambda pair: pair[0])]


def _is_time(state: TournamentState, match: Match, at: int) -> bool:
    """Whether the time of a match is up by the room's clock."""
    room = room_of(state, match)
    return (room.ends is not None and room.ends <= at) or (room.left is not None and room.left <= 0)


def wrong_team(state: TournamentState, wrong: Replacement) -> str:
    """Who plays in a match of a bracket, and who should since a result was corrected."""
    here = team_label(state.teams[wrong.wrong])
    if wrong.right is None:
        return _("{team} should not play here", team=here)
    return _("{right} should play here, not {wrong}", right=team_label(state.teams[wrong.right]), wrong=here)


def _is_silent(now: LoadedTournament, phone: TournamentPhone | None) -> bool:
    """Whether the phone that keeps a score has no connection, and asked for nothing lately."""
    if phone is None or is_connected(phone.member_id):
        return False
    member = member_by_id(now.row.table_id, phone.member_id)
    seen = None if member is None else member.last_seen
    return seen is None or milliseconds(datetime.now(UTC)) - milliseconds(seen) >= SILENT


def asking(now: LoadedTournament) -> list[View]:
    """The phones that ask to be let in."""
    return [phone_view(now, phone) for phone in phones_of(now.row.id) if not phone.accepted]


def phone_view(now: LoadedTournament, phone: TournamentPhone) -> View:
    """A phone: whose it says it is, and its table."""
    match = match_of_phone(now.state, phone)
    member = member_by_id(now.row.table_id, phone.member_id)
    table = phone.card if match is None else match.pairing.table
    return {
        "id": phone.member_id,
        "name": phone.player or _("The table’s own phone"),
        "device": "" if member is None else member.name,
        "table": table,
        "keeps": phone.keeps,
        "accepted": phone.accepted,
    }


# The clock


class ClockForm(EntryForm):
    """What to do with the clock of a round, or of one table."""

    act = StringField(default=ev.CLOCK_START)
    minutes = WholeField(validators=[Optional()])
    hand = WholeField(validators=[Optional()])
    match = WholeField(validators=[Optional()])
    less = BooleanField()


@pages.post("/clock", role=KEEPER)
def clock(tournament: str) -> Response:
    form = ClockForm(request.form)
    minutes = (form.minutes.data or 0) * (-1 if form.less.data else 1)
    attempt_or_flash(
        lambda: set_clock(
            tournament,
            str(form.act.data),
            author(),
            minutes=minutes,
            match=form.match.data,
            hand=form.hand.data,
            event_id=form.new_id,
        )
    )
    return to("desk.match", match=form.match.data) if form.match.data else to("desk.show")


# Messages


class MessageForm(EntryForm):
    """A message to the pad of a match, or without one to all; `away` takes the one before away."""

    text = StringField(filters=[stripped])
    match = WholeField(validators=[Optional()])
    away = BooleanField()


@pages.post("/message", role=SCORER)
def message(tournament: str) -> Response:
    form = MessageForm(request.form)
    text, match = ("" if form.away.data else str(form.text.data or "")), form.match.data
    if not text and not form.away.data:
        flash(_("Type a message."), "error")
    elif attempt_or_flash(lambda: send_message(tournament, text, author(), match=match, event_id=form.new_id)):
        flash(_("The message is gone.") if form.away.data else _("Sent. It shows for ten minutes."), "success")
    return to("desk.match", match=match) if match else to("desk.show")


def _coming_words(match: Match) -> str:
    return _("Table {number}: the director is coming", number=match.pairing.table or "–")


# One match


class ResultForm(EntryForm):
    """A result from paper: the totals and, where known, sets, bags and hands; `signed`: both sides signed the sheet."""

    first = StringField(filters=[stripped])
    second = StringField(filters=[stripped])
    first_sets = WholeField(validators=[Optional()])
    second_sets = WholeField(validators=[Optional()])
    first_bags = WholeField(validators=[Optional()])
    second_bags = WholeField(validators=[Optional()])
    hands = WholeField(validators=[Optional()])
    winner = WholeField(validators=[Optional()])
    signed = BooleanField()
    reason = StringField(filters=[stripped])

    @property
    def scores(self) -> list[int] | None:
        """The totals; None if one is not a number."""
        found = []
        for field in (self.first, self.second):
            text = (field.data or "").replace("−", "-")
            if not text.removeprefix("-").isdecimal() or len(text) > 7:
                return None
            found.append(int(text))
        return found


class ForfeitForm(EntryForm):
    """The teams that forfeit."""

    team = SelectMultipleField(validate_choice=False)
    absent = BooleanField()


class VerdictForm(EntryForm):
    """The director's verdict on a result."""

    verdict = StringField(default=ev.AGREED)
    reason = StringField(filters=[stripped])


class PhoneForm(EntryForm):
    """A phone that is to keep the score; none without it."""

    phone = WholeField(validators=[Optional()])
    back = StringField()


@pages.get("/matches/<int:match>", role=SCORER)
def match(tournament: str, match: int) -> str:
    return _match_page(match, ResultForm())


def _match_page(number: int, form: ResultForm) -> str:
    now = loaded()
    found = _match(now.state, number)
    at = milliseconds(datetime.now(UTC))
    there = [phone for phone in phones_of(now.row.id) if _is_of(now, phone, found)]
    table = found.pairing.table
    card = (
        address_for_others("cards.show_card", tournament=now.row.id, number=table, key=key_of_card(now.row, table))
        if table
        else ""
    )
    return render_page(
        "match.html",
        "desk",
        now,
        match=match_view(now, found, at),
        game=found.game,
        teams=[{"id": team, "name": team_label(now.state.teams[team])} for team in found.teams],
        form=form,
        phones=[phone_view(now, phone) for phone in there],
        card={"url": card, "qr": qr_svg(card)} if card else None,
        minutes=now.state.limits(found).minutes,
        result=now.state.result(found),
        may_direct=may("keeper"),
        message=_coming_words(found),
        wrong=[
            {"words": wrong_team(now.state, one), "first": one.wrong, "second": one.right}
            for one in format_of(now.state, found.stage).replacements(now.state, found.stage)
            if one.match == number
        ],
        has_hands=now.state.has_hands(found),
        others=[
            {"id": other, "table": now.state.matches[other].pairing.table}
            for other in (current_round(now.state).matches if current_round(now.state) else ())  # type: ignore[union-attr]
            if other != number and not now.state.matches[other].pairing.is_bye
        ],
        **follow_view("desk", desk_version(now)),
    )


def _match(state: TournamentState, number: int) -> Match:
    if number not in state.matches:
        abort(404)
    return state.matches[number]


def _is_of(now: LoadedTournament, phone: TournamentPhone, found: Match) -> bool:
    own = match_of_phone(now.state, phone)
    return (own is not None and own.id == found.id) or (found.game is not None and phone.game_id == found.game)


@pages.post("/matches/<int:match>/game", role=SCORER)
def game(tournament: str, match: int) -> Response:
    """Start the match's game, or open it."""
    found = attempt_or_flash(lambda: start_match(tournament, match, current_membership().name))
    return to("desk.match", match=match) if found is None else _to_game(found)


def _to_game(game_id: str) -> Response:
    return redirect(url_for("games.show", game=game_id), 303)


@pages.post("/matches/<int:match>/result", role=SCORER)
def result(tournament: str, match: int) -> Response | tuple[str, int]:
    form = ResultForm(request.form)
    scores = form.scores
    if scores is None:
        form.first.errors = [_("Type both final scores, for example 312 and 248.")]
        return _match_page(match, form), 422
    body: dict[str, object] = {
        "scores": scores,
        "signed": bool(form.signed.data),
        "reason": form.reason.data or None,
        "hands": form.hands.data,
        "winner": form.winner.data,
        "sets": _both(form.first_sets, form.second_sets),
        "bags": _both(form.first_bags, form.second_bags),
    }
    given = attempt_or_flash(
        lambda: give_result(tournament, match, body, author(), current_membership(), event_id=form.new_id)
    )
    if given is None:
        return _match_page(match, form), 422
    return to("desk.show")


def _both(first: WholeField, second: WholeField) -> list[int] | None:
    return None if first.data is None or second.data is None else [first.data, second.data]


@pages.post("/matches/<int:match>/forfeit", role=SCORER)
def forfeit(tournament: str, match: int) -> Response:
    form = ForfeitForm(request.form)
    teams = [int(team) for team in form.team.data or () if team.isdecimal() and len(team) < 7]
    body: dict[str, object] = {"forfeit": teams, "by": ev.NO_SHOW if form.absent.data else ev.FORFEIT}
    given = attempt_or_flash(
        lambda: give_result(tournament, match, body, author(), current_membership(), event_id=form.new_id)
    )
    return to("desk.match", match=match) if given is None else to("desk.show")


@pages.post("/matches/<int:match>/confirm", endpoint="confirm", role=KEEPER)
def confirm_result(tournament: str, match: int) -> Response:
    """Confirm a result, or call it disputed."""
    form = VerdictForm(request.form)
    verdict = ev.DISPUTED if form.verdict.data == ev.DISPUTED else ev.AGREED
    own, reason = current_membership(), form.reason.data or None
    attempt_or_flash(
        lambda: confirm(tournament, match, author(), own, verdict=verdict, reason=reason, event_id=form.new_id)
    )
    return to("desk.show")


@pages.post("/matches/<int:match>/stand", role=KEEPER)
def stand(tournament: str, match: int) -> Response:
    """Let a match stand although the result that paired it was corrected."""
    form = VerdictForm(request.form)
    own, reason = current_membership(), form.reason.data or None
    stands = attempt_or_flash(
        lambda: confirm(tournament, match, author(), own, stands=True, reason=reason, event_id=form.new_id)
    )
    if stands is not None:
        flash(_("The match stands."), "success")
    return to("desk.match", match=match)


@pages.post("/matches/<int:match>/again", role=KEEPER)
def again(tournament: str, match: int) -> Response:
    """Take the game off the match, which is played again."""
    form = EntryForm(request.form)
    own = current_membership()
    attempt_or_flash(lambda: play_again(tournament, match, author(), own, event_id=form.new_id))
    return to("desk.match", match=match)


@pages.post("/matches/<int:match>/score", role=SCORER)
def score(tournament: str, match: int) -> Response:
    """Let another phone keep the score."""
    form = PhoneForm(request.form)
    attempt_or_flash(lambda: move_score(tournament, match, form.phone.data, current_membership().name))
    return to("desk.match", match=match)


@pages.post("/phones/<int:phone>/accept", role=SCORER)
def accept(tournament: str, phone: int) -> Response:
    """Let a phone in."""
    _phone(tournament, phone)
    accept_phone(tournament, phone)
    return to("desk.show")


@pages.post("/phones/accept", role=SCORER)
def accept_all(tournament: str) -> Response:
    """Let all phones in that ask."""
    for phone in phones_of(tournament):
        if not phone.accepted:
            accept_phone(tournament, phone.member_id)
    return to("desk.show")


@pages.post("/phones/<int:phone>/remove", role=SCORER)
def remove(tournament: str, phone: int) -> Response:
    """Remove a phone from the tournament."""
    _phone(tournament, phone)
    turn_away(tournament, phone)
    flash(_("The phone is out."), "success")
    return to("desk.show")


def _phone(tournament: str, number: int) -> TournamentPhone:
    phone = next((phone for phone in phones_of(tournament) if phone.member_id == number), None)
    if phone is None:
        abort(404)
    return phone


@pages.post("/cards/<int:number>/void", role=KEEPER)
def void(tournament: str, number: int) -> Response:
    """End a table's card; it gets a new one."""
    new_card(tournament, number)
    flash(_("The card of table {number} ended. Print a new one.", number=number), "success")
    return to("desk.show")
