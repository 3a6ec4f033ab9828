"""Who is not paired, by name, and why: not here yet, not paid, without a partner, or left."""

from collections.abc import Sequence

from scorekeeper.core.words.language import after_colon, full_stop, translate as _, translate_plural as _n, with_commas
from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.log.state import Team, TournamentState
from scorekeeper.rooms.tournaments.domain.pairing import format_of
from scorekeeper.rooms.tournaments.pages.page import team_label

NAMED, NAMED_BELOW = 12, 4
"""How many are named, and at the foot of a page; the others are counted."""


def away_lines(state: TournamentState, most: int = NAMED) -> list[str]:
    """A sentence for each reason for which somebody is not paired now, with at most this many names."""
    teams = [team for team in state.teams.values() if not team.house]
    size = format_of(state, state.stage).team_size(state.stages[state.stage - 1])
    gone = [team for team in teams if team.status in (ev.DROPPED, ev.OUT)]
    missing = [team for team in teams if team.status in (ev.ENTERED, ev.NO_SHOW)] if state.stage == 1 else []
    alone = [team for team in teams if team.plays and len(team.players) < size]
    unpaid = [team for team in teams if team.plays and state.settings.must_pay and not team.has_paid]
    everyone = len(teams) - len(gone)
    lines = []
    if missing:
        lines.append(
            _n(
                len(missing),
                "1 of {all} is not here and sits out: {names}.",
                "{count} of {all} are not here and sit out: {names}.",
                all=everyone,
                names=_named(missing, most),
            )
        )
    for words, found in ((_("Without a partner"), alone), (_("Not paid"), unpaid), (_("Dropped out"), gone)):
        if found:
            lines.append(full_stop(after_colon(words, _named(found, most))))
    return lines


def _named(teams: Sequence[Team], most: int) -> str:
    names = [team_label(team) for team in teams[:most]]
    more = len(teams) - most
    return with_commas([*names, *([_n(more, "1 more", "{count} more")] if more > 0 else [])])
