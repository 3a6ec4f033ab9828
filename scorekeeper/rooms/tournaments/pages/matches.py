"""A match as the desk, the wall and the lists of tables show it: its table, teams with totals, hand and status."""

from collections.abc import Sequence
from datetime import UTC, datetime

from flask import url_for

from scorekeeper.access import may
from scorekeeper.core.pages import View
from scorekeeper.core.words.language import minus, translatable, translate as _, with_dots
from scorekeeper.formats.days import day_of
from scorekeeper.rooms.tournaments.domain.hall import grows
from scorekeeper.rooms.tournaments.domain.log.pairings import WALKOVER
from scorekeeper.rooms.tournaments.domain.log.reported import undecided
from scorekeeper.rooms.tournaments.domain.log.state import PLAYING, Match, Round, TournamentState
from scorekeeper.rooms.tournaments.domain.pairing import format_of
from scorekeeper.rooms.tournaments.domain.setting_up.setup import Fixture
from scorekeeper.rooms.tournaments.domain.standings import AS_AVERAGE, AS_NOTHING, AS_WIN
from scorekeeper.rooms.tournaments.domain.words import MATCH_STATUSES
from scorekeeper.rooms.tournaments.pages.page import side_label
from scorekeeper.rooms.tournaments.services.cache import LoadedTournament
from scorekeeper.web.formatting import clock, date_text, local

LAST = 10_000
"""After all tables."""


def round_matches(state: TournamentState, shown: Round) -> list[int]:
    """The matches of the round, and those of earlier ones that are still played; in a league these are overdue."""
    if state.stages[shown.stage - 1].is_league:
        return [*shown.matches]
    earlier = [
        match
        for found in state.rounds
        if found.published and (found.stage, found.number) < (shown.stage, shown.number)
        for match in found.matches
        if not state.is_over(state.matches[match])
    ]
    return [*earlier, *shown.matches]


def open_matches(state: TournamentState, shown: Round) -> list[int]:
    """The same for who looks for a table: in open play only what is played, as long as anything is."""
    matches = round_matches(state, shown)
    played = [match for match in matches if not state.is_over(state.matches[match])]
    return played if played and grows(state, shown.stage) else matches


def look_address(now: LoadedTournament, match: Match, *, may_see: bool) -> str:
    """Where a match is looked at: at the desk its page, elsewhere its game, for who may see that; else empty."""
    if match.pairing.is_bye or not may_see:
        return ""
    if may("scorer"):
        return url_for("match.show", tournament=now.row.id, match=match.id)
    return url_for("games.show", game=match.game) if match.game and may("watcher") else ""


def by_table(row: View) -> tuple[int, int]:
    """The place of a match by table number, for sorting, then by wave; a bye comes last."""
    return int(str(row["table"] or LAST)), int(str(row["wave"]))


def last_day_words(state: TournamentState, match: Match) -> str:
    """By dates: `Until Thursday, 3 December 2026, 19:00`; empty in one room, and once it is over."""
    until = state.last_day(match)
    if until is None or state.is_over(match):
        return ""
    moment = datetime.fromtimestamp(until / 1000, UTC)
    return _("Until {day}, {time}", day=date_text(local(moment), "full"), time=clock(moment))


def when_words(fixture: Fixture | None) -> str:
    """When and where a match is played: `Saturday, 5 September 2026 · 19:30 · The Anchor`; empty if nobody said."""
    if fixture is None:
        return ""
    if fixture.postponed:
        return _("Postponed")
    day = day_of(fixture.date)
    parts = ["" if day is None else date_text(day, "full"), fixture.time, fixture.place]
    return with_dots([part for part in parts if part])


BYES = {
    AS_WIN: (translatable("Sits out: counts as a win"), translatable("You sit out this round. It counts as a win.")),
    AS_AVERAGE: (
        translatable("Sits out: scores the player’s own average"),
        translatable("You sit out this round. It scores your own average."),
    ),
    AS_NOTHING: (translatable("Sits out: counts nothing"), translatable("You sit out this round. It counts nothing.")),
}
"""What a bye is worth, by how its format counts it; said of a team, and to it."""
WON_BYES = (
    translatable("Sits out: counts as a win by {points}"),
    translatable("You sit out this round. It counts as a win by {points}."),
)
NOBODY_COMES = "nobody-comes"
NO_MATCH = (translatable("Goes on without a match"), translatable("You go on without a match."))


def is_walkover(match: Match) -> bool:
    """Whether a match is a bye since the other team left, or since both who played for that place forfeited."""
    return any(why.code in (WALKOVER, NOBODY_COMES) for why in match.pairing.why)


def bye_words(state: TournamentState, match: Match, *, own: bool = False) -> str:
    """What a team gets that has a bye, said to the team itself if it is its `own`; empty for a match."""
    if not match.pairing.is_bye:
        return ""
    form = format_of(state, match.stage)
    worth = AS_WIN if is_walkover(match) else form.counting(state.stages[match.stage - 1]).bye
    points, counting = state.settings.bye_points, form.counting(state.stages[match.stage - 1])
    if worth == AS_WIN and points is not None and not form.is_bracket and counting.league_points is None:
        return _(WON_BYES[own], points=points)
    return _((NO_MATCH if form.is_bracket else BYES[worth])[own])


def score_text(scores: Sequence[int], side: int) -> str:
    """A side's total as written, `−20`; empty while there is none."""
    return minus(str(scores[side])) if side < len(scores) else ""


def status_words(state: TournamentState, match: Match) -> str:
    """`Done`, or `Done · two scores` while nobody has chosen one; a bye, or a walkover, is called so."""
    if match.pairing.is_bye:
        return _("Walkover") if is_walkover(match) else _("Bye")
    words = _(MATCH_STATUSES[state.match_status(match)])
    return with_dots([words, _("two scores")]) if undecided(state, match) else words


def match_view(now: LoadedTournament, match: Match, at: int) -> View:
    """A match for the desk: its table, teams with totals, hand, and status."""
    state = now.state
    game, result, status = state.game_result(match), state.result(match), state.match_status(match)
    scores = result.scores if result is not None and result.scores else (game.scores if game is not None else ())
    best = max(scores, default=0)
    hand = game.hands + 1 if game is not None and status == PLAYING else game.hands if game is not None else None
    return {
        "id": match.id,
        "table": match.pairing.table,
        "wave": match.pairing.wave,
        "wave_words": _("wave {number}", number=match.pairing.wave) if match.pairing.wave > 1 else "",
        "status": status,
        "status_words": status_words(state, match),
        "last_day": last_day_words(state, match),
        "when": when_words(state.fixture(match)),
        "hand": hand,
        "hand_words": _("hand {number}", number=hand) if hand else "",
        "is_over": state.is_over(match),
        "is_bye": match.pairing.is_bye,
        "bye_words": bye_words(state, match),
        "by": result.by if result is not None else "",
        "sides": [
            {
                "index": side,
                "team": next(iter(match.pairing.sides[side]), None),
                "name": side_label(state, match, side),
                "score": score_text(scores, side),
                "leads": side < len(scores) and scores[side] == best and scores.count(best) == 1,
                "won": result is not None and result.winner == side,
            }
            for side in range(len(match.pairing.sides))
        ],
        "url": url_for("match.show", tournament=now.row.id, match=match.id),
    }
