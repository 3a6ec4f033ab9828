"""The desk of a league: what needs somebody, what is overdue, this week, and what is postponed; no room, no clock."""

from collections.abc import Callable, Sequence
from datetime import date, timedelta

from scorekeeper.access import may
from scorekeeper.clock import utc_now
from scorekeeper.core.pages import View
from scorekeeper.core.words.language import translate as _
from scorekeeper.rooms.tournaments.domain.log.event_words import redo_text, undo_text
from scorekeeper.rooms.tournaments.domain.log.events import RoundPaired
from scorekeeper.rooms.tournaments.domain.log.state import DISPUTED, TO_CONFIRM, Match, TournamentState
from scorekeeper.rooms.tournaments.domain.pairing import is_stage_over
from scorekeeper.rooms.tournaments.pages.directing.phones import asking
from scorekeeper.rooms.tournaments.pages.directing.ties import ties_of
from scorekeeper.rooms.tournaments.pages.league.days import by_day, in_days, is_overdue
from scorekeeper.rooms.tournaments.pages.matches import match_view
from scorekeeper.rooms.tournaments.pages.page import render_page
from scorekeeper.rooms.tournaments.pages.showing.public import code_for_all
from scorekeeper.rooms.tournaments.pages.teams.listing import next_round_words
from scorekeeper.rooms.tournaments.pages.versions import follow
from scorekeeper.rooms.tournaments.services.cache import LoadedTournament
from scorekeeper.web.formatting import local

A_WEEK = timedelta(days=7)
SHOWN = 30
"""Matches of a list; the others are counted."""
Needs = Callable[[LoadedTournament, Sequence[Match], Sequence[View], int], list[View]]


def league_desk(now: LoadedTournament, at: int, needs: Needs) -> str:
    """The page. `needs` finds what needs somebody, as on any desk."""
    state, today = now.state, local(utc_now()).date()
    own = [match for match in state.matches.values() if match.stage == state.stage and not match.pairing.is_bye]
    left = [match for match in own if not state.is_over(match)]
    waiting = [match for match in own if state.match_status(match) in (TO_CONFIRM, DISPUTED)]
    parts = _parts(state, [match for match in left if match not in waiting], today)
    is_over = is_stage_over(state, len(state.stages), at)
    return render_page(
        "league/desk.html",
        "desk",
        now,
        done=len(own) - len(left),
        count=len(own),
        needs=needs(now, waiting, [match_view(now, match, at) for match in waiting], at),
        asking=asking(now),
        parts=[
            {
                "key": key,
                "title": title,
                "count": len(found),
                "matches": [match_view(now, match, at) | in_days(state, match) for match in found[:SHOWN]],
                "more": max(0, len(found) - SHOWN),
            }
            for key, title, found in parts
            if found
        ],
        ended=state.ended,
        is_over=is_over,
        pair_words=next_round_words(state, at) if not left and not is_over and own else "",
        has_ties=bool(ties_of(state)),
        undo="" if isinstance(state.undo, RoundPaired) else undo_text(state),
        redo=redo_text(state),
        may_direct=may("keeper"),
        code=code_for_all(now),
        follows=follow("desk", now),
    )


def _parts(state: TournamentState, left: Sequence[Match], today: date) -> list[tuple[str, str, list[Match]]]:
    """The lists of the desk, each with its key and title; what is later is on the page of the fixtures."""
    placed = sorted(left, key=lambda match: by_day(state, match))
    given = {match.id: state.fixture(match) for match in placed}
    playing = [match for match in placed if state.has_hands(match)]
    others = [match for match in placed if match not in playing]
    postponed = [match for match in others if (when := given[match.id]) is not None and when.postponed]
    overdue = [match for match in others if match not in postponed and is_overdue(state, match, today)]
    coming = [match for match in others if match not in postponed and match not in overdue]
    dated = [match for match in coming if (when := given[match.id]) is not None and when.date]
    until = (today + A_WEEK).isoformat()
    soon = [match for match in dated if (when := given[match.id]) is not None and when.date < until]
    title = _("The next seven days")
    if not soon and dated:
        first = given[dated[0].id]
        soon = [match for match in dated if first and (when := given[match.id]) is not None and when.date == first.date]
        title = _("Next")
    undated = [match for match in coming if match not in dated]
    rounds = sorted({match.round for match in undated})
    return [
        ("overdue", _("Overdue"), overdue),
        ("playing", _("Being played"), playing),
        ("week", title, soon),
        ("postponed", _("Postponed"), postponed),
        ("undated", _("Without a day"), [match for match in undated if match.round in rounds[:1]]),
    ]
