"""The rounds: pair the next one, look at it, swap teams by tap, publish it; withdraw, undo and redo; the end."""

from collections.abc import Mapping, Sequence

from flask import Blueprint, flash, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.access import KEEPER, SCORER, current_membership
from scorekeeper.core.inputs.fields import whole
from scorekeeper.core.pages import View
from scorekeeper.core.words.language import listed, translate as _, translate_plural as _n
from scorekeeper.core.words.vocabulary import sentence_case
from scorekeeper.rooms.tournaments.access import pairing
from scorekeeper.rooms.tournaments.domain.log.event_words import events_text
from scorekeeper.rooms.tournaments.domain.log.state import Match, TournamentState
from scorekeeper.rooms.tournaments.domain.pairing import grows as goes_on_growing, running
from scorekeeper.rooms.tournaments.domain.pairing.pools import draft_of_pools
from scorekeeper.rooms.tournaments.domain.pairing.swaps import (
    Again,
    BroughtTogether,
    TooSeldom,
    meetings_after_swap,
    together_after_swap,
)
from scorekeeper.rooms.tournaments.domain.round_names import matches_of, publish_words, withdraw_words
from scorekeeper.rooms.tournaments.domain.words import pool_title, why_text
from scorekeeper.rooms.tournaments.pages.directing.questions import ask_first
from scorekeeper.rooms.tournaments.pages.hall import side_name
from scorekeeper.rooms.tournaments.pages.matches import bye_words
from scorekeeper.rooms.tournaments.pages.page import (
    attempt_or_flash,
    author,
    current_round,
    draft_round,
    loaded,
    name_of_round,
    names_of,
    render_page,
    rounds_of_stage,
    team_label,
    to,
)
from scorekeeper.rooms.tournaments.pages.teams.away import away_lines
from scorekeeper.rooms.tournaments.services.cache import LoadedTournament
from scorekeeper.rooms.tournaments.services.rounds import (
    end_tournament,
    pair_round,
    publish_round,
    swap_matches,
    swap_teams,
    withdraw_round,
)
from scorekeeper.rooms.tournaments.services.undo import RecordedEvents, bring_back_together, take_back_together
from scorekeeper.web.posted import PostedFields, posted_id, posted_number, posted_seq

pages = Blueprint("rounds", __name__, url_prefix="/tournaments/<tournament>/rounds")


@pages.get("", role=SCORER)
def show(tournament: str) -> Response | str:
    """The round that is paired but not published, or else the latest one."""
    now = loaded()
    shown = draft_round(now.state) or current_round(now.state)
    if shown is None:
        return to("teams.show")
    first = whole(request.args.get("first"))
    chosen = first if first in now.state.teams else None
    matches = [now.state.matches[match] for match in shown.matches]
    outstanding = request.args.get("only") == "outstanding"
    rows = [match_row(now.state, match) for match in matches if not (outstanding and now.state.is_over(match))]
    reasons = {str(row["why"]) for row in rows}
    same = reasons.pop() if len(reasons) == 1 and len(rows) > 1 else ""
    return render_page(
        "round.html",
        "desk",
        now,
        withdraw_words=withdraw_words(matches_of(now.state, shown), shown.number),
        name=name_of_round(now.state, shown),
        publish_words=publish_words(matches_of(now.state, shown), shown.number),
        is_draft=not shown.published,
        has_pools=draft_of_pools(now.state) is not None,
        first=chosen,
        first_name=team_label(now.state.teams[chosen]) if chosen is not None else "",
        matches=rows,
        why_all=sentence_case(same),
        outstanding=outstanding,
        away=away_lines(now.state),
        left=sum(not now.state.is_over(match) for match in matches),
        can_change=not any(now.state.has_hands(now.state.matches[match]) for match in shown.matches),
    )


def match_row(state: TournamentState, match: Match, names: dict[int, str] | None = None) -> View:
    """A match as it is paired: its table, its teams by these names (None: as at the desk), and why."""
    names = names or names_of(state)
    return {
        "id": match.id,
        "table": match.pairing.table,
        "pool_words": pool_title(state.stages[match.stage - 1], match.pairing.pool),
        "wave_words": _("wave {number}", number=match.pairing.wave) if match.pairing.wave > 1 else "",
        "sides": [
            [{"id": team, "name": names[team]} for team in side if team in names] for side in match.pairing.sides
        ],
        "bye_words": bye_words(state, match),
        "label": " – ".join(side_name(match, side, names) for side in range(len(match.pairing.sides))),
        "why": why_text(match.pairing.why, names),
        "has_hands": state.has_hands(match),
    }


@pages.post("", role=KEEPER)
def pair(tournament: str) -> Response:
    """Pair the next round, which only the desk sees; in open play the teams that are free, at once for everybody."""
    anyway, at_once = "anyway" in PostedFields(), goes_on_growing(loaded().state)
    with pairing(tournament, current_membership()):
        paired = attempt_or_flash(
            lambda: pair_round(
                tournament, author(), event_id=posted_id(), seq=posted_seq(), anyway=anyway, publish=at_once
            )
        )
    return to("desk.show") if paired is None or at_once else to("rounds.show")


@pages.get("/anyway", role=KEEPER)
def ask(tournament: str) -> Response | str:
    """Before pairing while matches are still played: which these are, and what they count."""
    now = loaded()
    playing = running(now.state, now.state.stage)
    if not playing:
        return to("desk.show")
    words = _n(
        len(playing),
        "1 table still plays. Its match counts nothing in this pairing; its result counts once it is over.",
        "{count} tables still play. Their matches count nothing in this pairing; their results count once "
        "they are over.",
    )
    yes = {"url": url_for("rounds.pair", tournament=tournament), "label": _("Pair anyway"), "fields": {"anyway": "yes"}}
    return ask_first(now, _("Pair anyway?"), [words], playing, yes, no=_("Wait for them"))


@pages.post("/publish", role=KEEPER)
def publish(tournament: str) -> Response:
    published = attempt_or_flash(lambda: publish_round(tournament, author(), event_id=posted_id(), seq=posted_seq()))
    if published is None:
        return to("rounds.show")
    flash(_("Published. The tables are on every phone."), "success")
    return to("desk.show")


@pages.post("/withdraw", role=KEEPER)
def withdraw(tournament: str) -> Response:
    withdrawn = attempt_or_flash(lambda: withdraw_round(tournament, author(), event_id=posted_id(), seq=posted_seq()))
    if withdrawn is not None:
        flash(_("The round is withdrawn."), "success")
    return to("desk.show")


@pages.post("/swap", role=KEEPER)
def swap(tournament: str) -> Response | str:
    """Swap two teams, or two matches; `what` is `teams`, `tables` or `games`. `sure`: also if teams meet again."""
    fields, first, second = PostedFields(), posted_number("first") or 0, posted_number("second") or 0
    what = fields.get("what", "teams")
    if what == "teams":
        now = loaded()
        shown = draft_round(now.state) or current_round(now.state)
        if shown is not None and "sure" not in fields:
            again, too_seldom = meetings_after_swap(now.state, shown, first, second)
            together = together_after_swap(now.state, shown, first, second)
            if again or together or too_seldom:
                return _ask_swap(now, again, together, too_seldom, first, second)
        attempt_or_flash(
            lambda: swap_teams(tournament, first, second, author(), event_id=posted_id(), seq=posted_seq())
        )
        return to("rounds.show", _anchor=_place_of(first))
    attempt_or_flash(
        lambda: swap_matches(tournament, what, first, second, author(), event_id=posted_id(), seq=posted_seq())
    )
    return to("desk.show")


def _place_of(team: int) -> str | None:
    """Where the pairings show a team now."""
    state = loaded().state
    shown = draft_round(state) or current_round(state)
    matches = () if shown is None else shown.matches
    return next((f"match-{number}" for number in matches if team in state.matches[number].teams), None)


def _ask_swap(
    now: LoadedTournament,
    again: Sequence[Again],
    together: Sequence[BroughtTogether],
    too_seldom: Sequence[TooSeldom],
    first: int,
    second: int,
) -> str:
    """Before a swap after which teams meet too often, or though they are kept apart, or too seldom."""
    names = names_of(now.state)
    lines = [
        _(
            "{first} and {second} would play together. They are kept apart.",
            first=names[one.team],
            second=names[one.other],
        )
        if one.as_partners
        else _("{first} and {second} would meet. They are kept apart.", first=names[one.team], second=names[one.other])
        for one in together
    ]
    for each in again:
        lines += _again_words(each, names)
    lines += [
        _("{first} and {second} would meet only once.", first=names[one.team], second=names[one.other])
        if one.times
        else _("{first} and {second} would not meet at all.", first=names[one.team], second=names[one.other])
        for one in too_seldom
    ]
    fields = {"what": "teams", "first": first, "second": second, "sure": "yes"}
    yes = {"url": url_for("rounds.swap", tournament=now.row.id), "label": _("Swap all the same"), "fields": fields}
    back = url_for("rounds.show", tournament=now.row.id, _anchor=_place_of(first))
    return ask_first(
        now,
        _("Swap for a rematch?") if again else _("Swap all the same?"),
        lines,
        [],
        yes,
        no=_("Choose another team"),
        back=back,
    )


def _again_words(again: Again, names: Mapping[int, str]) -> list[str]:
    """In which rounds two met, or were partners, and in which they will as these were drawn ahead."""
    who = {"first": names[again.team], "second": names[again.other]}
    parts: list[str] = []
    if again.rounds:
        count, who["rounds"] = len(again.rounds), _numbers(again.rounds)
        parts.append(
            _n(
                count,
                "{first} and {second} played together in round {rounds}.",
                "{first} and {second} played together in rounds {rounds}.",
                **who,
            )
            if again.as_partners
            else _n(
                count,
                "{first} and {second} met in round {rounds}.",
                "{first} and {second} met in rounds {rounds}.",
                **who,
            )
        )
    if again.later:
        count, who["rounds"] = len(again.later), _numbers(again.later)
        parts.append(
            _n(
                count,
                "{first} and {second} will also play together in round {rounds}.",
                "{first} and {second} will also play together in rounds {rounds}.",
                **who,
            )
            if again.as_partners
            else _n(
                count,
                "{first} and {second} will also meet in round {rounds}.",
                "{first} and {second} will also meet in rounds {rounds}.",
                **who,
            )
        )
    return parts


def _numbers(rounds: Sequence[int]) -> str:
    return listed([str(number) for number in rounds])


@pages.post("/undo", role=KEEPER)
def take_back(tournament: str) -> Response:
    """Undo what was done last."""
    undone = attempt_or_flash(lambda: take_back_together(tournament, author(), posted_seq(), posted_id()))
    if undone is not None:
        flash(_("Undone: {what}.", what=_what_of(undone)), "success")
    return to("desk.show")


@pages.post("/redo", endpoint="redo", role=KEEPER)
def redo_last(tournament: str) -> Response:
    """Redo the latest undo."""
    redone = attempt_or_flash(lambda: bring_back_together(tournament, author(), posted_seq(), posted_id()))
    if redone is not None:
        flash(_("Redone: {what}.", what=_what_of(redone)), "success")
    return to("desk.show")


def _what_of(undone: RecordedEvents) -> str:
    """What the undo took back, or the redo brought again."""
    return events_text(undone.state, undone.events)


@pages.get("/end", role=KEEPER)
def ask_end(tournament: str) -> Response | str:
    """Before the end: what is not played yet, and what can still be changed after it."""
    now = loaded()
    state = now.state
    if state.ended:
        return to("podium.show")
    playing = [match for match in state.matches.values() if not state.is_over(match) and not match.pairing.is_bye]
    shown, lines = current_round(state), []
    if playing:
        lines.append(
            _n(
                len(playing),
                "1 match is not over; it will count nothing.",
                "{count} matches are not over; they will count nothing.",
            )
        )
    if shown is not None and rounds_of_stage(state, shown.stage) > shown.number:
        lines.append(
            _("This is round {number} of {rounds}.", number=shown.number, rounds=rounds_of_stage(state, shown.stage))
        )
    lines.append(_("The standings become the podium. Undo opens the tournament again."))
    yes = {"url": url_for("rounds.end", tournament=tournament), "label": _("End the tournament"), "fields": {}}
    return ask_first(now, _("End the tournament?"), lines, playing, yes, no=_("Go on"))


@pages.post("/end", role=KEEPER)
def end(tournament: str) -> Response:
    """The podium."""
    ended = attempt_or_flash(lambda: end_tournament(tournament, author(), event_id=posted_id(), seq=posted_seq()))
    return to("podium.show") if ended is not None else to("desk.show")
