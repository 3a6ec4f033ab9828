"""Teams that come late: who is still missing, and what is asked before they play."""

from collections.abc import Mapping, Sequence

from flask import url_for

from scorekeeper.core.words.language import listed as all_of, translate as _, translate_plural as _n
from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.log.state import TournamentState
from scorekeeper.rooms.tournaments.domain.pairing import format_of
from scorekeeper.rooms.tournaments.domain.places import waiting_list
from scorekeeper.rooms.tournaments.domain.setting_up.setup import LOSSES
from scorekeeper.rooms.tournaments.domain.words import pool_title
from scorekeeper.rooms.tournaments.pages.directing.questions import ask_first
from scorekeeper.rooms.tournaments.pages.page import loaded, names_of


def is_late(state: TournamentState) -> bool:
    """Whether a team that is entered now comes late: a round was published, and teams arrive."""
    return not state.ended and not state.stages[0].is_league and any(found.published for found in state.rounds)


def missing_teams(state: TournamentState) -> list[int]:
    """The teams that are entered, have a place and are not here."""
    waiting = set(waiting_list(state))
    return [team.id for team in state.teams.values() if team.status == ev.ENTERED and team.id not in waiting]


def ask_late(teams: Sequence[int], url: str, fields: Mapping[str, str]) -> str | None:
    """Before late teams come into a stage where everybody meets: what they would play; None if that is not asked."""
    now = loaded()
    state = now.state
    if state.stage > 1 or not any(found.published for found in state.rounds_of(1)):
        return None
    played = {team for match in state.matches.values() for team in match.teams}
    late = [team for team in teams if team in state.teams and team not in played]
    names, lines = names_of(state), list[str]()
    back = url_for("teams.show", tournament=now.row.id)
    added = format_of(state, 1).added_rounds(state, 1, late)
    if added is not None:
        come = [names[team] for team in late]
        matches = _n(added.matches, "1 more match", "{count} more matches")
        lines = [
            _n(len(come), "{teams} meets everybody.", "{teams} meet everybody.", teams=all_of(come)),
            _n(
                added.rounds,
                "1 more round with {matches}: {total} rounds in all. What was played stays.",
                "{count} more rounds with {matches}: {total} rounds in all. What was played stays.",
                matches=matches,
                total=added.total,
            )
            if added.rounds
            else _(
                "{matches}, and no more rounds: {total} in all. What was played stays.",
                matches=matches,
                total=added.total,
            ),
        ]
        yes = {"url": url, "label": _("Add the rounds"), "fields": dict(fields) | {"sure": "yes", "rounds": "yes"}}
        return ask_first(now, _("A late team?"), lines, [], yes, no=_("Not now"), back=back)
    places = format_of(state, 1).late_places(state, 1, late)
    if not places:
        return None
    for place in places:
        pool = pool_title(state.stages[0], place.pool)
        where = _("the free place in {pool}", pool=pool) if pool else _("the free place")
        lines.append(
            _n(
                place.matches,
                "{team} takes {place} and plays 1 match. No round is added.",
                "{team} takes {place} and plays {count} matches. No round is added.",
                team=names[place.team],
                place=where,
            )
        )
        if place.missed:
            lines.append(
                _n(
                    place.missed,
                    "1 match of an earlier round is not made up.",
                    "{count} matches of earlier rounds are not made up.",
                )
            )
    if any(place.missed for place in places) and state.settings.late == LOSSES:
        lines.append(_("Rounds that it missed count as losses; the settings can change that."))
    yes = {"url": url, "label": _("Let it come in"), "fields": dict(fields) | {"sure": "yes"}}
    return ask_first(
        now, _("A late team?"), lines, [], yes, no=_("Not now"), back=url_for("teams.show", tournament=now.row.id)
    )
