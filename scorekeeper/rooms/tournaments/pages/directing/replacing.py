"""A match of a bracket that a corrected result should have paired otherwise: three ways out, and what each does."""

from collections.abc import Iterator

from flask import Blueprint, flash, url_for
from werkzeug.wrappers import Response

from scorekeeper.access import KEEPER
from scorekeeper.core.pages import View
from scorekeeper.core.words.language import translatable, translate as _, with_commas
from scorekeeper.rooms.tournaments.domain.format import Replacement
from scorekeeper.rooms.tournaments.domain.log.state import Match, TournamentState
from scorekeeper.rooms.tournaments.domain.pairing import format_of
from scorekeeper.rooms.tournaments.domain.pairing.corrections import paired_from
from scorekeeper.rooms.tournaments.pages.page import attempt_or_flash, author, team_label, to
from scorekeeper.rooms.tournaments.services.replacing import play_again_and_stand, put_right
from scorekeeper.web.posted import posted_id, posted_number

pages = Blueprint("replacing", __name__, url_prefix="/tournaments/<tournament>/desk/matches/<int:match>")


def replacements_view(state: TournamentState, match: Match, tournament: str) -> list[View]:
    """What is wrong in a match of a bracket, in words, and the three ways out, each: label, words, action or None."""
    found = format_of(state, match.stage).replacements(state, match.stage)
    return [
        {"words": wrong_team(state, one), "ways": [*_ways(state, match, one, tournament)]}
        for one in found
        if one.match == match.id
    ]


def wrong_team(state: TournamentState, wrong: Replacement) -> str:
    """Who plays in a match of a bracket, and who should since a result was corrected."""
    here = team_label(state.teams[wrong.wrong])
    if wrong.right is None:
        return _("{team} should not play here", team=here)
    return _("{right} should play here, not {wrong}", right=team_label(state.teams[wrong.right]), wrong=here)


def _ways(state: TournamentState, match: Match, one: Replacement, tournament: str) -> Iterator[View]:
    here = team_label(state.teams[one.wrong])
    others = [team_label(state.teams[team]) for team in match.teams if team != one.wrong]
    played, later = state.has_hands(match), _later(state, match)
    url = url_for("replacing.right", tournament=tournament, match=match.id)
    yield {
        "label": _("Put the right team in") if one.right is not None else _("Without {team}", team=here),
        "words": " ".join([_right_words(state, match, one, others), *later]),
        "url": None if one.right is None and match.pairing.is_bye else url,
        "fields": {"wrong": one.wrong, "right": one.right or ""},
    }
    if match.pairing.is_bye:
        words = _("A bye is not played, so there is nothing to play again.")
    elif not played:
        words = _("Nothing of this match is played yet.")
    else:
        who = " – ".join([here, *others])
        words = " ".join([_("{teams} play this match once more; its result goes.", teams=who), *later])
    yield {
        "label": _("Play it again"),
        "words": words,
        "url": url_for("replacing.again", tournament=tournament, match=match.id) if played else None,
        "fields": {},
    }
    yield {
        "label": _("Let it stand"),
        "words": _("{team} stays, and all that is played and paired stays as it is.", team=here),
        "url": url_for("match.stand", tournament=tournament, match=match.id),
        "fields": {},
    }


def _right_words(state: TournamentState, match: Match, one: Replacement, others: list[str]) -> str:
    """Who plays then, and what does not count any more."""
    if one.right is None:
        if not others:
            return _("Nobody else comes here.")
        return _("{team} goes on without a match.", team=with_commas(others))
    right = team_label(state.teams[one.right])
    if match.pairing.is_bye:
        words = [_("{team} has the bye.", team=right)]
    elif state.has_hands(match):
        against = with_commas(others)
        words = [_("{team} plays against {other}; the result of this match goes.", team=right, other=against)]
    else:
        words = [_("{team} plays against {other}.", team=right, other=with_commas(others))]
    return " ".join([*words, *_in_exchange(state, match, one)])


def _in_exchange(state: TournamentState, match: Match, one: Replacement) -> Iterator[str]:
    """What becomes of the match of that round in which the right team is now, where the wrong one takes its place."""
    round_ = state.round(match.stage, match.round)
    matches = [state.matches[number] for number in (round_.matches if round_ else ())]
    left = next((other for other in matches if other.id != match.id and one.right in other.teams), None)
    if left is None:
        return
    wrong = team_label(state.teams[one.wrong])
    against = with_commas([team_label(state.teams[team]) for team in left.teams if team != one.right])
    if left.pairing.is_bye:
        yield _("{team} has the bye.", team=wrong)
    elif state.has_hands(left):
        yield _("{team} plays against {other} then; the result of that match goes, too.", team=wrong, other=against)
    else:
        yield _("{team} plays against {other} then.", team=wrong, other=against)


def _later(state: TournamentState, match: Match) -> list[str]:
    """What becomes of the round that was paired from this match."""
    if match.pairing.is_bye:
        is_paired = state.round(match.stage, match.round + 1) is not None
        return [_("What was paired from it is asked about then.")] if is_paired else []
    rounds = {found.number for found in paired_from(state, match) if found.stage == match.stage}
    words = translatable(
        "Round {number} is paired from it; it stays until this match has its result, and is asked about then."
    )
    return [_(words, number=number) for number in sorted(rounds)]


@pages.post("/right", role=KEEPER)
def right(tournament: str, match: int) -> Response:
    """Put the right team in; without one, nobody plays instead of the wrong one."""
    wrong, team = posted_number("wrong") or 0, posted_number("right")

    def put() -> bool:
        put_right(tournament, match, wrong, team, author(), event_id=posted_id())
        return True

    if attempt_or_flash(put):
        flash(_("The right team is in.") if team else _("It goes on without that team."), "success")
    return to("match.show", match=match)


@pages.post("/again-so", role=KEEPER)
def again(tournament: str, match: int) -> Response:
    """Play the match again with the teams that are in it."""

    def play() -> bool:
        play_again_and_stand(tournament, match, author(), event_id=posted_id())
        return True

    if attempt_or_flash(play):
        flash(_("It is played again."), "success")
    return to("match.show", match=match)
