"""Choosing a round: the one that is played, or any other that was published."""

import re

from flask import request

from scorekeeper.core.pages import View
from scorekeeper.core.words.language import translate as _
from scorekeeper.rooms.tournaments.domain.hall import grows
from scorekeeper.rooms.tournaments.domain.log.state import Match, Round, TournamentState
from scorekeeper.rooms.tournaments.domain.round_names import matches_of, round_name
from scorekeeper.rooms.tournaments.domain.words import FORMATS
from scorekeeper.rooms.tournaments.pages.page import current_round, is_league

ADDRESS = re.compile(r"([1-9]\d?)\.([1-9]\d{0,2})")
"""A round in an address: its stage and number."""


def asked_round(state: TournamentState) -> Round | None:
    """The published round in the address; None for the one that is played, and for one that does not exist."""
    asked = ADDRESS.fullmatch(request.args.get("round", ""))
    found = None if asked is None else state.round(int(asked[1]), int(asked[2]))
    if found is None or not found.published or (found is current_round(state) and not grows(state, found.stage)):
        return None
    return found


def title_of(state: TournamentState, found: Round) -> str:
    """`Semi-finals`, or `Round 3`."""
    return round_name(matches_of(state, found), found.number)


def earlier_round(state: TournamentState, match: Match) -> str:
    """`Round 2` of a match that is shown beside the round that is played; empty of this one, and in a league."""
    shown = current_round(state)
    if shown is None or is_league(state) or (match.stage, match.round) == (shown.stage, shown.number):
        return ""
    found = state.round(match.stage, match.round)
    return "" if found is None else title_of(state, found)


def round_choices(state: TournamentState, chosen: Round | None) -> list[View]:
    """The published rounds by stage, each with its `key` in addresses; none if there is only one.

    Open play, which is one round, is offered as it is played and with all its matches.
    """
    published = [found for found in state.rounds if found.published]
    now, several = current_round(state), len({found.stage for found in published}) > 1
    found: list[View] = []
    count = 0
    for stage in dict.fromkeys(each.stage for each in published):
        rounds: list[View] = []
        for each in (each for each in published if each.stage == stage):
            is_live = each is now
            key = f"{each.stage}.{each.number}"
            if not grows(state, stage):
                words = title_of(state, each)
                label = words if matches_of(state, each) else str(each.number)
                is_chosen = chosen is each or (is_live and chosen is None)
                rounds.append({"key": "" if is_live else key, "label": label, "name": words, "chosen": is_chosen})
                continue
            if is_live:
                words = _("Playing")
                rounds.append({"key": "", "label": words, "name": words, "chosen": chosen is None})
            words = _("All matches")
            rounds.append({"key": key, "label": words, "name": words, "chosen": chosen is each})
        count += len(rounds)
        alone = _("Show") if grows(state, stage) else ""
        found.append({"title": _(FORMATS[state.stages[stage - 1].format]) if several else alone, "rounds": rounds})
    return found if count > 1 else []
