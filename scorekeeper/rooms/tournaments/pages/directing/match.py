"""One match at the desk: its page, its game, its result from paper or by forfeit, and the director's verdicts."""

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, abort, flash, redirect, request, url_for
from werkzeug.wrappers import Response
from wtforms import BooleanField
from wtforms.validators import Optional

from scorekeeper.access import KEEPER, SCORER, current_membership, may
from scorekeeper.access.setup import address_for_others
from scorekeeper.clock import utc_now
from scorekeeper.core.pages import View
from scorekeeper.core.pages.hand_words import renege_words
from scorekeeper.core.pages.unavailable import unavailable_reason
from scorekeeper.core.words.language import after_colon, in_quotes, translate as _
from scorekeeper.core.words.vocabulary import sentence_case
from scorekeeper.rooms.tournaments.domain.log.reported import is_decided
from scorekeeper.rooms.tournaments.domain.log.results import AGREED, DISPUTED
from scorekeeper.rooms.tournaments.domain.log.state import Match, TournamentState
from scorekeeper.rooms.tournaments.domain.pairing.corrections import corrections
from scorekeeper.rooms.tournaments.domain.paper import doubt_text, doubts_about
from scorekeeper.rooms.tournaments.pages.directing.messages import coming_words
from scorekeeper.rooms.tournaments.pages.directing.needs import Objection, objections_to, played_game, stays_words
from scorekeeper.rooms.tournaments.pages.directing.phones import phone_view
from scorekeeper.rooms.tournaments.pages.directing.replacing import replacements_view
from scorekeeper.rooms.tournaments.pages.directing.reported import (
    KEEP,
    SeenForm,
    names_of_sides,
    question_view,
    scores_view,
    seen_of,
    typed_fields,
)
from scorekeeper.rooms.tournaments.pages.league.days import day_form
from scorekeeper.rooms.tournaments.pages.league.line_ups import line_up_view
from scorekeeper.rooms.tournaments.pages.matches import match_view
from scorekeeper.rooms.tournaments.pages.page import (
    as_typed,
    attempt_or_ask,
    attempt_or_flash,
    author,
    current_round,
    loaded,
    name_of_round,
    render_page,
    team_label,
    to,
    to_place,
)
from scorekeeper.rooms.tournaments.services.cache import LoadedTournament, milliseconds
from scorekeeper.rooms.tournaments.services.matches import plain_sheet_of, start_match
from scorekeeper.rooms.tournaments.services.may_change import ResultDiffers
from scorekeeper.rooms.tournaments.services.phones import key_of_card, match_of_phone
from scorekeeper.rooms.tournaments.services.recording import RecordedEvent
from scorekeeper.rooms.tournaments.services.results import confirm, give_result, play_again
from scorekeeper.rooms.tournaments.services.rulings import EarlierRuling, earlier_rulings
from scorekeeper.rooms.tournaments.storage import phones_of
from scorekeeper.rooms.tournaments.storage.models import TournamentPhone
from scorekeeper.web.forms import StringField, WholeField, stripped
from scorekeeper.web.language import lazy
from scorekeeper.web.posted import PostedFields, posted_id
from scorekeeper.web.sharing import qr_svg

pages = Blueprint("match", __name__, url_prefix="/tournaments/<tournament>/desk/matches/<int:match>")


SIDES = ("first", "second", "third", "fourth", "fifth", "sixth")
"""The fields of each side's total; those of its sets and bags end in `_sets` and `_bags`."""
_OF_SIDES: Any = type(
    "OfSides",
    (SeenForm,),
    {name: StringField(filters=[stripped]) for name in SIDES}
    | {f"{name}_{kind}": WholeField(validators=[Optional()]) for name in SIDES for kind in ("sets", "bags")},
)


class ResultForm(_OF_SIDES):  # type: ignore[misc] # its fields are made in a loop
    """A result from paper: the totals and, where known, sets, bags and hands; `signed`: both sides signed the sheet."""

    hands = WholeField(validators=[Optional()])
    winner = WholeField(validators=[Optional()])
    signed = BooleanField()
    sure = StringField(description="the totals that the desk was asked about")
    reason = StringField(lazy("Reason"), filters=[stripped])

    def scores(self, sides: int) -> list[int] | None:
        """The totals of the first `sides` sides; None if one is not a number."""
        found = []
        for name in SIDES[:sides]:
            text = (self[name].data or "").replace("−", "-")
            if not text.removeprefix("-").isdecimal() or len(text) > 7:
                return None
            found.append(int(text))
        return found

    def figures(self, kind: str, sides: int) -> list[int] | None:
        """The sets or bags of the first `sides` sides; None if one is missing."""
        found = [self[f"{name}_{kind}"].data for name in SIDES[:sides]]
        return None if None in found else found


@pages.get("", role=SCORER)
def show(tournament: str, match: int) -> str:
    return match_page(match)


def match_page(
    number: int,
    form: ResultForm | None = None,
    doubts: Sequence[str] = (),
    *,
    day: Mapping[str, str] | None = None,
    plays: Mapping[int, Sequence[str]] | None = None,
) -> str:
    """The page of a match, perhaps with what was typed and refused: a result, its day, or who plays."""
    now = loaded()
    found = one_match(now.state, number)
    at = milliseconds(utc_now())
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
        form=ResultForm() if form is None else form,
        round_words=_other_round(now.state, found),
        may_take_out=found.given is not None and (may("keeper") or not is_decided(now.state, found)),
        given=found.given is not None,
        seen=seen_of(now.state, found),
        scores=scores_view(now, found),
        doubts=doubts,
        names=SIDES,
        phones=[phone_view(now, phone) for phone in there],
        card={"url": card, "qr": qr_svg(card)} if card else None,
        minutes=now.state.limits(found).minutes,
        result=now.state.result(found),
        may_direct=may("keeper"),
        message=coming_words(found),
        wrong=replacements_view(now.state, found, now.row.id),
        corrected=next(
            (stays_words(now.state, found) for found in corrections(now.state) if found.match == number), None
        ),
        ruled_alone=found.alone,
        objections=[_objection_view(found, objection) for objection in objections_to(now, found)],
        ruled=_rulings_on_offer(now, found),
        rulings=[
            _ruling_view(now, found, team, ruling)
            for team in found.teams
            for ruling in earlier_rulings(now, team, found)
        ],
        is_closed=now.state.is_closed(found),
        day=day_form(now.state, found, day),
        line_up=line_up_view(now.state, found, typed=plays),
        others=[]
        if found.pairing.table is None
        else [
            {"id": other, "table": now.state.matches[other].pairing.table}
            for other in (current_round(now.state).matches if current_round(now.state) else ())  # type: ignore[union-attr]
            if other != number and not now.state.matches[other].pairing.is_bye
        ],
    )


def _other_round(state: TournamentState, match: Match) -> str:
    """`Round 1`, of a match that is not in the round that is played now; else empty."""
    now, own = current_round(state), state.round(match.stage, match.round)
    return "" if own is None or own is now else name_of_round(state, own)


def _objection_view(found: Match, objection: Objection) -> View:
    """Who objects to what, and where the hand is corrected."""
    words = _("hand {number}", number=objection.hand) if objection.hand else _("the whole game")
    return {
        "words": after_colon(objection.who, words),
        "note": in_quotes(objection.note) if objection.note else "",
        "hand": objection.hand,
        "correct": url_for("corrections.new", game=found.game, hand=objection.hand) if objection.hand else None,
    }


def _rulings_on_offer(now: LoadedTournament, found: Match) -> list[View]:
    """The rulings that directors give most, where they are possible now; the list of all has the others."""
    state = played_game(now, found)
    if state is None or now.state.is_over(found):
        return []
    offers = (("rulings.renege", _("Renege")), ("rulings.points", _("Agreed points")))
    return [
        {"url": url_for(page, game=found.game), "label": label}
        for page, label in offers
        if unavailable_reason(state, page) is None
    ]


def _ruling_view(now: LoadedTournament, found: Match, team: int, ruling: EarlierRuling) -> View:
    """An earlier ruling against a team in words, with its game, and where the same one is ruled again, for more."""
    again = None
    if found.game is not None and not now.state.is_over(found):
        repeated = {"by": str(found.side_of(team)), "for": ruling.renege.offense, "costs": ruling.next_costs}
        again = f"{url_for('rulings.renege', game=found.game)}?{urlencode(repeated)}"
    return {
        "again": again,
        "words": sentence_case(renege_words(ruling.renege, ruling.names)),
        "round": ruling.match.round,
        "hand": ruling.hand,
        "url": url_for("games.show", game=ruling.match.game),
    }


def one_match(state: TournamentState, number: int) -> Match:
    """The match of this number; without one the page is not found."""
    if number not in state.matches:
        abort(404)
    return state.matches[number]


def _is_of(now: LoadedTournament, phone: TournamentPhone, found: Match) -> bool:
    own = match_of_phone(now.state, phone)
    return (own is not None and own.id == found.id) or (found.game is not None and phone.game_id == found.game)


@pages.post("/game", role=SCORER)
def game(tournament: str, match: int) -> Response:
    """Start the match's game, or open it."""
    found = attempt_or_flash(lambda: start_match(tournament, match, current_membership().name))
    return to("match.show", match=match) if found is None else _to_game(found)


def _to_game(game_id: str) -> Response:
    return redirect(url_for("games.show", game=game_id), 303)


@pages.post("/result", role=SCORER)
def result(tournament: str, match: int) -> Response | tuple[str, int]:
    form = ResultForm(request.form)
    sides = len(one_match(loaded().state, match).pairing.sides)
    scores = form.scores(sides)
    if scores is None:
        form["first"].errors = [_("Type every final score, for example 312 and 248.")]
        return match_page(match, form), 422
    asked = ":".join(map(str, [*scores, form.winner.data]))
    now = loaded()
    doubts = result_doubts(now, one_match(now.state, match), scores, form.winner.data)
    if doubts and form.sure.data != asked:
        form.sure.data = asked
        return match_page(match, form, doubts), 422
    if form.choice.data == KEEP:
        return kept(match)
    body: dict[str, object] = {
        "scores": scores,
        "signed": bool(form.signed.data),
        "reason": form.reason.data or None,
        "hands": form.hands.data,
        "winner": form.winner.data,
        "sets": form.figures("sets", sides),
        "bags": form.figures("bags", sides),
    }
    try:
        given = give(form, tournament, match, body)
    except ResultDiffers as problem:
        return ask_which(problem, form), 409
    return to_place(match) if given is not None else (match_page(match, form), 422)


def give(form: SeenForm, tournament: str, match: int, body: Mapping[str, object]) -> RecordedEvent | None:
    """Record a result from a form; None if it was refused. Raises `ResultDiffers`, which is a question."""

    def give(event_id: str | None) -> RecordedEvent:
        return give_result(tournament, match, {**body, **form.answer()}, author(), event_id=event_id)

    return attempt_or_ask(as_typed(give))


def ask_which(problem: ResultDiffers, form: SeenForm) -> str:
    """Another score is there: whoever typed one says which of them counts."""
    now, number = loaded(), problem.match.id
    return render_page(
        "differs.html",
        "desk",
        now,
        match=match_view(now, now.state.matches[number], milliseconds(utc_now())),
        question=question_view(now, problem, author().name or ""),
        typed=typed_fields(form),
        action=request.path,
        is_closed=now.state.is_closed(now.state.matches[number]),
    )


def kept(match: int) -> Response:
    """Say that what is there stays, on the page of the match."""
    flash(_("It stays as it was."), "success")
    return to("match.show", match=match)


def result_doubts(now: LoadedTournament, found: Match, scores: Sequence[int], ticked: int | None) -> list[str]:
    """What the desk is asked about before this result is stored."""
    limits = now.state.limits(found)
    doubts = doubts_about(
        scores,
        found.side_of(ticked) if ticked in found.teams else None,
        plain_sheet_of(now.state, found).rules.scoring.target,
        ends_without_target=bool(limits.minutes or limits.hands),
        may_be_level=now.state.stages[found.stage - 1].format == "rotation",
    )
    return [doubt_text(doubt, scores, names_of_sides(now.state, found)) for doubt in doubts]


@pages.post("/confirm", endpoint="confirm", role=KEEPER)
def confirm_result(tournament: str, match: int) -> Response:
    """Confirm a result, or call it disputed."""
    fields = PostedFields()
    verdict, reason = DISPUTED if fields.get("verdict") == DISPUTED else AGREED, fields.get("reason")
    attempt_or_flash(lambda: confirm(tournament, match, author(), verdict=verdict, reason=reason, event_id=posted_id()))
    return to_place(match)


@pages.post("/stand", role=KEEPER)
def stand(tournament: str, match: int) -> Response:
    """Let a match stand although the result that paired it, or its own, was corrected after the next pairing."""
    reason = PostedFields().get("reason")
    stands = attempt_or_flash(
        lambda: confirm(tournament, match, author(), stands=True, reason=reason, event_id=posted_id())
    )
    if stands is not None:
        flash(_("It stands."), "success")
    return to("match.show", match=match)


@pages.post("/again", role=KEEPER)
def again(tournament: str, match: int) -> Response:
    """Take the game off the match, which is played again."""
    reason = PostedFields().get("reason")
    attempt_or_flash(lambda: play_again(tournament, match, author(), reason=reason, event_id=posted_id()))
    return to("match.show", match=match)
