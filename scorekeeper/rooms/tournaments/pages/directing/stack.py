"""Results by the stack: one paper after another, by table number and totals, with a list of those that are missing.

A sheet of a match that has a result is compared with it, and asked about if it differs, also once none is missing.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response
from wtforms import BooleanField
from wtforms.validators import Optional

from scorekeeper.access import SCORER
from scorekeeper.clock import utc_now
from scorekeeper.core.inputs.fields import whole
from scorekeeper.core.pages import View
from scorekeeper.core.words.language import minus, number_text, translate as _
from scorekeeper.rooms.tournaments.domain.log.events import RoundPaired
from scorekeeper.rooms.tournaments.domain.log.reported import undecided
from scorekeeper.rooms.tournaments.domain.log.results import BY_STACK, PAPER, ScoreEvent
from scorekeeper.rooms.tournaments.domain.log.state import Match, TournamentState
from scorekeeper.rooms.tournaments.domain.log.undoing import in_force
from scorekeeper.rooms.tournaments.domain.pairing import format_of
from scorekeeper.rooms.tournaments.pages.directing.clocks import A_MINUTE
from scorekeeper.rooms.tournaments.pages.directing.match import SIDES, ResultForm, result_doubts
from scorekeeper.rooms.tournaments.pages.directing.reported import KEEP, question_view
from scorekeeper.rooms.tournaments.pages.matches import LAST, last_day_words
from scorekeeper.rooms.tournaments.pages.page import (
    attempt_or_ask,
    author,
    loaded,
    name_of_round,
    render_page,
    side_label,
    to,
)
from scorekeeper.rooms.tournaments.services.cache import LoadedTournament, milliseconds
from scorekeeper.rooms.tournaments.services.may_change import ResultDiffers
from scorekeeper.rooms.tournaments.services.recording import RecordedEvent
from scorekeeper.rooms.tournaments.services.results import give_result, result_before
from scorekeeper.web.forms import StringField, WholeField, stripped
from scorekeeper.web.posted import posted_id

pages = Blueprint("stack", __name__, url_prefix="/tournaments/<tournament>/desk/results")

SHOWN = 6
"""How many of the results that were typed last are shown."""
A_MOMENT = 3 * A_MINUTE
"""In open play, no sheet of a match comes so soon after it began."""


class StackForm(ResultForm):
    """One paper: the table, or the match where several are missing at one; `since` is the last event before the stack.

    `ticked` is the side that the paper marks as the winner, from 1; empty if it marks none. `known` is the latest match
    that was published when it was typed: a table has another match in each round.
    """

    table = WholeField(validators=[Optional()])
    match = WholeField(validators=[Optional()])
    ticked = StringField(filters=[stripped])
    since = WholeField(validators=[Optional()])
    known = WholeField(validators=[Optional()])
    all_signed = BooleanField()


@pages.get("", role=SCORER)
def show(tournament: str) -> str:
    form = StackForm(request.args)
    return _page(form)


def missing(state: TournamentState) -> list[Match]:
    """The published matches that have no result yet, by table and wave."""
    published = [match for found in state.rounds if found.published for match in found.matches]
    matches = [state.matches[number] for number in published]
    waiting = [match for match in matches if state.result(match) is None and not match.pairing.is_bye]
    return sorted(waiting, key=lambda match: (match.pairing.table or LAST, match.round, match.pairing.wave))


def _latest(state: TournamentState) -> int:
    """The number of the latest match that is published."""
    return max((match for found in state.rounds if found.published for match in found.matches), default=0)


def _with_results(state: TournamentState) -> list[Match]:
    """The published matches that have a result, the latest first."""
    published = [match for found in state.rounds if found.published for match in found.matches]
    matches = [state.matches[number] for number in reversed(published)]
    return [match for match in matches if state.result(match) is not None and not match.pairing.is_bye]


def _there(state: TournamentState, waiting: Sequence[Match]) -> list[Match]:
    """The matches with a result at tables where none is missing: of them, too, a sheet may be in the stack."""
    missing_at = {match.pairing.table for match in waiting}
    tables = {match.pairing.table for match in _with_results(state)} - missing_at
    found = [_latest_at(state, table) for table in tables if table is not None]
    return [matches[0] for matches in found if len(matches) == 1]


def _latest_at(state: TournamentState, table: int) -> list[Match]:
    """The latest match with a result at this table, or those of its waves."""
    found = [match for match in _with_results(state) if match.pairing.table == table]
    waves = [match for match in found if (match.stage, match.round) == (found[0].stage, found[0].round)]
    return waves if found and not format_of(state, found[0].stage).grows else found[:1]


def _page(
    form: StackForm,
    wrong: str = "",
    doubts: Sequence[str] = (),
    choices: Sequence[Match] = (),
    asks: ResultDiffers | None = None,
) -> str:
    now = loaded()
    state = now.state
    waiting = missing(state)
    since = whole(str(form.since.data)) if form.since.data is not None else state.seq
    typed = _typed(state, since)
    chosen = _chosen(waiting, form) or ([] if asks is None else [state.matches[asks.match.id]])
    if len(chosen) == 1:
        form.table.data = chosen[0].pairing.table
    names = _names(state, chosen[0]) if len(chosen) == 1 else []
    there = _there(state, waiting)
    sides = max((len(match.pairing.sides) for match in [*waiting, *there]), default=2)
    return render_page(
        "stack.html",
        "desk",
        now,
        form=form,
        since=since,
        known=_latest(state),
        wrong=wrong,
        doubts=doubts,
        question=None if asks is None else question_view(now, asks, author().name or ""),
        choices=[_row(state, match) for match in choices],
        fields=[
            {"name": SIDES[side], "side": words, "label": names[side] if side < len(names) else words}
            for side, words in enumerate(_("Side {number}", number=side + 1) for side in range(sides))
        ],
        missing=[_row(state, match) for match in waiting],
        there=[_row(state, match) for match in there],
        typed=[_typed_row(state, match, now.row.id) for match in typed[:SHOWN]],
        count=len(typed),
        totals=[minus(number_text(sum(column))) for column in _columns(typed)],
        total=minus(number_text(sum(sum(_scores(match)) for match in typed))),
    )


def _typed(state: TournamentState, since: int) -> list[Match]:
    """The matches whose results on paper were typed after this event, the latest first."""
    given = [match for match in state.matches.values() if match.given is not None and match.given.by == PAPER]
    found = [match for match in given if match.given is not None and match.given.seq > since]
    return sorted(found, key=lambda match: 0 if match.given is None else -match.given.seq)


def _scores(match: Match) -> tuple[int, ...]:
    return () if match.given is None else match.given.scores


def _columns(typed: Sequence[Match]) -> list[list[int]]:
    """The totals of all first sides, of all second ones, and so on."""
    sides = max((len(_scores(match)) for match in typed), default=0)
    return [[_scores(match)[side] for match in typed if side < len(_scores(match))] for side in range(sides)]


def _names(state: TournamentState, match: Match) -> list[str]:
    return [side_label(state, match, side) for side in range(len(match.pairing.sides))]


def _row(state: TournamentState, match: Match) -> View:
    wave = _("wave {number}", number=match.pairing.wave) if match.pairing.wave > 1 else ""
    return {
        "id": match.id,
        "table": match.pairing.table,
        "names": _names(state, match),
        "round": match.round,
        "note": wave or last_day_words(state, match),
    }


def _typed_row(state: TournamentState, match: Match, tournament: str) -> View:
    result = state.result(match)
    return _row(state, match) | {
        "scores": [minus(str(score)) for score in _scores(match)],
        "winner": None if result is None else result.winner,
        "url": url_for("match.show", tournament=tournament, match=match.id),
    }


def _chosen(waiting: Sequence[Match], form: StackForm) -> list[Match]:
    """The missing matches that the form may mean."""
    if form.match.data is not None:
        return [match for match in waiting if match.id == form.match.data]
    return [match for match in waiting if form.table.data is not None and match.pairing.table == form.table.data]


def _with_result(state: TournamentState, form: StackForm) -> list[Match]:
    """The matches with a result that the form may mean."""
    if form.match.data is not None:
        return [match for match in _with_results(state) if match.id == form.match.data]
    return [] if form.table.data is None else _latest_at(state, form.table.data)


@pages.post("", role=SCORER)
def create(tournament: str) -> Response | tuple[str, int]:
    """Take the result of one paper, once it is clear and nothing about it is unusual."""
    form = StackForm(request.form)
    now = loaded()
    event_id = posted_id()
    before = result_before(tournament, event_id) if event_id else None
    if form.choice.data == KEEP or (before is not None and _is_same(now.state, before, form)):
        return _next(form)
    if before is not None:
        event_id = None  # another paper, typed before the page with an id for it was there
    found = _chosen(missing(now.state), form) or _with_result(now.state, form)
    if not found:
        return _page(form, _none_there(now.state, form)), 422
    later = [match for match in found if form.known.data is not None and match.id > form.known.data]
    if later and form.match.data is None:
        return _page(form, _paired_since(now.state, later[0])), 422
    if len(found) > 1:
        return _page(form, _("Several matches are at this table. Choose one."), choices=found), 422
    scores = form.scores(len(found[0].pairing.sides))
    if scores is None:
        return _page(form, _("Type every final score, for example 312 and 248.")), 422
    return _take(now, found[0], scores, form, event_id)


def _take(
    now: LoadedTournament, match: Match, scores: list[int], form: StackForm, event_id: str | None
) -> Response | tuple[str, int]:
    """Take these totals, unless they are unusual, or another score is there."""
    side = whole(form.ticked.data) - 1 if (form.ticked.data or "").isdecimal() else -1
    winner = match.pairing.sides[side][0] if 0 <= side < len(match.pairing.sides) else None
    asked = ":".join(map(str, [match.id, *scores, winner]))
    doubts = [*_older_doubts(now.state, match, scores), *result_doubts(now, match, scores, winner)]
    if doubts and form.sure.data != asked:
        form.sure.data = asked
        return _page(form, doubts=doubts), 422
    body = {"scores": scores, "signed": bool(form.all_signed.data), "winner": winner, **form.answer()}
    if _is_there(now.state, match, body):
        return _page(form, _none_there(now.state, form)), 422

    def give() -> RecordedEvent:
        return give_result(now.row.id, match.id, body, author(), source=BY_STACK, event_id=event_id)

    try:
        given = attempt_or_ask(give)
    except ResultDiffers as problem:
        return _page(form, _which(problem), asks=problem), 422
    return (_page(form), 422) if given is None else _next(form)


def _older_doubts(state: TournamentState, match: Match, scores: Sequence[int]) -> list[str]:
    """What to ask if the sheet may be of the match before at this table: that ended with the same score, or in open
    play this one began only a moment ago, as soon as the result before was there.
    """
    table = match.pairing.table
    before = [found for found in _with_results(state) if found.pairing.table == table and found.id < match.id]
    result = state.result(before[0]) if before else None
    if table is None or result is None:
        return []
    names = {"before": " – ".join(_names(state, before[0])), "now": " – ".join(_names(state, match))}
    if list(result.scores) == scores:
        return [
            _(
                "The match before at table {number} ended with this score, too: {before}. This would be of {now}.",
                number=table,
                **names,
            )
        ]
    if milliseconds(utc_now()) - _paired_at(state, match) < A_MOMENT and format_of(state, match.stage).grows:
        return [_("{now} began at table {number} only a moment ago, after {before}.", number=table, **names)]
    return []


def _paired_at(state: TournamentState, match: Match) -> int:
    """When a match was paired, in milliseconds of UTC; in open play a round goes on growing."""
    rounds = [event for event in in_force(state.events) if isinstance(event, RoundPaired)]
    return max((event.at for event in rounds if any(one.match == match.id for one in event.pairings)), default=0)


def _is_there(state: TournamentState, match: Match, body: Mapping[str, Any]) -> bool:
    """Whether the match has the result that was typed: the paper lay in the stack twice."""
    result = state.result(match)
    return result is not None and list(result.scores) == body["scores"] and not undecided(state, match)


def _which(problem: ResultDiffers) -> str:
    """What the question is about, in the list of the papers that wait, too."""
    table = problem.match.pairing.table
    if table is None:
        return _("Another score of this match is there. Which one counts?")
    return _("Another score of table {number} is there. Which one counts?", number=table)


def _is_same(state: TournamentState, before: ScoreEvent, form: StackForm) -> bool:
    """Whether the form was sent a second time: it has the same match and totals."""
    match = state.matches[before.match]
    typed, meant = (match.pairing.table, form.table) if form.match.data is None else (match.id, form.match)
    return bool(typed == meant.data and form.scores(len(match.pairing.sides)) == list(before.scores or ()))


def _next(form: StackForm) -> Response:
    return to("stack.show", since=form.since.data, all_signed="yes" if form.all_signed.data else None)


def _paired_since(state: TournamentState, match: Match) -> str:
    """Why a paper is not taken that was typed before this match was there, and waited on a phone."""
    if format_of(state, match.stage).grows:
        return _(
            "{teams} began at table {number} since this sheet was typed. Save it only if it is theirs.",
            teams=" – ".join(_names(state, match)),
            number=match.pairing.table or 0,
        )
    found = state.round(match.stage, match.round)
    name = "" if found is None else name_of_round(state, found)
    return _("{round} was paired since this sheet was typed. Save it only if it is of that round.", round=name)


def _none_there(state: TournamentState, form: StackForm) -> str:
    """Why the table that was typed has no missing result."""
    if form.table.data is None:
        return _("Type the number of the table.")
    known = {match.pairing.table for match in state.matches.values()}
    if form.table.data in known:
        return _("The result of table {number} is here already. Look at the sheet again.", number=form.table.data)
    return _("There is no table {number} in this round.", number=form.table.data)
