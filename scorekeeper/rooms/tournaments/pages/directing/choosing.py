"""Choosing among the scores of a match, and taking its result out, once it is said what follows from that."""

from collections.abc import Iterator
from functools import partial

from flask import Blueprint, abort, flash, url_for
from werkzeug.wrappers import Response

from scorekeeper.access import KEEPER, SCORER
from scorekeeper.core.words.language import translatable, translate as _, translate_plural as _n, with_dots
from scorekeeper.rooms.tournaments.domain.log.reported import in_force, replaced, version
from scorekeeper.rooms.tournaments.domain.log.state import CONFIRMED, Match, TournamentState
from scorekeeper.rooms.tournaments.domain.pairing.corrections import paired_from
from scorekeeper.rooms.tournaments.domain.score_words import score_text
from scorekeeper.rooms.tournaments.domain.setting_up.bounds import MAX_TABLES
from scorekeeper.rooms.tournaments.pages.directing.questions import ask_first
from scorekeeper.rooms.tournaments.pages.directing.reported import names_of_sides
from scorekeeper.rooms.tournaments.pages.page import attempt_or_flash, author, loaded, to, to_place
from scorekeeper.rooms.tournaments.services.choosing import choose as choose_score, take_out as take_result_out
from scorekeeper.rooms.tournaments.services.results import confirm
from scorekeeper.web.posted import PostedFields, posted_id, posted_number

pages = Blueprint("choosing", __name__, url_prefix="/tournaments/<tournament>/desk/matches/<int:match>")

desk_pages = Blueprint("confirming", __name__, url_prefix="/tournaments/<tournament>/desk")


@pages.post("/choose", role=KEEPER)
def choose(tournament: str, match: int) -> Response:
    """Let one of the scores count."""
    fields = PostedFields()
    chosen = attempt_or_flash(
        lambda: choose_score(
            tournament,
            match,
            posted_number("score") or 0,
            author(),
            seen=_seen(),
            reason=fields.get("reason"),
            event_id=posted_id(),
        )
    )
    return to("match.show", match=match) if chosen is None else to_place(match)


def _seen() -> tuple[int, int]:
    """What the writer has seen of the scores."""
    return posted_number("instead") or 0, posted_number("record") or 0


def _each_seen(results: str) -> list[tuple[int, tuple[int, int]]]:
    """Each match, and what the desk showed of it: `5:41:0 6:0:17`."""
    parts = [part.split(":") for part in results.split()[:MAX_TABLES]]
    found = [[int(number) for number in part] for part in parts if all(n.isdecimal() and len(n) < 8 for n in part)]
    return [(match, (instead, record)) for match, instead, record in (each for each in found if len(each) == 3)]


@desk_pages.post("/confirm-all", role=KEEPER)
def confirm_all(tournament: str) -> Response:
    """Confirm the results that the desk showed, without those that changed since."""
    done = 0
    for match, seen in _each_seen(PostedFields().get("seen_results", "")):
        done += attempt_or_flash(partial(confirm, tournament, match, author(), seen=seen)) is not None
    if done:
        flash(_n(done, "1 result confirmed.", "{count} results confirmed."), "success")
    return to("desk.show")


@pages.get("/out", role=SCORER)
def ask_out(tournament: str, match: int) -> str | Response:
    """Before a result is taken out: what follows from that."""
    now = loaded()
    found = now.state.matches.get(match) or abort(404)
    there = in_force(now.state, found)
    if found.given is None or there is None:
        return to("match.show", match=match)
    instead, record = version(now.state, found)
    return ask_first(
        now,
        _("Take this result out?"),
        [*_what_follows(now.state, found)],
        [found],
        {
            "url": url_for("choosing.out", tournament=tournament, match=match),
            "label": _("Take it out"),
            "fields": {"instead": instead, "record": record},
            "asks_reason": now.state.is_closed(found),
        },
        no=_("Leave it in"),
        back=url_for("match.show", tournament=tournament, match=match),
    )


def _what_follows(state: TournamentState, match: Match) -> Iterator[str]:
    game = state.game_result(match)
    before = [score_text(one.result, names_of_sides(state, match)) for one in replaced(state, match) if one.seq]
    if match.given is not None and match.given.closes:
        yield _("Its game goes on where it was closed.")
    elif game is not None and game.goes_on:
        yield _("The match is open again: its game goes on.")
    elif game is not None and game.hands:
        words = translatable("Its game counts again: {score}.")
        if game.status != CONFIRMED:
            words = translatable("Its game is there again, and has to be confirmed: {score}.")
        yield _(words, score=score_text(game.as_result))
    else:
        yield _("The match is open again.")
    if before:
        yield _("What was typed before stays out, too: {scores}.", scores=with_dots(before))
    if state.is_over(match):
        yield _("The standings follow at once.")
    for found in paired_from(state, match):
        if found.stage > match.stage:
            yield _("Who plays in the next stage was taken from it, and stays.")
        else:
            yield _("Round {number} was paired from it, and stays as it is.", number=found.number)
    yield _("It stays in the log, and an undo brings it back.")


@pages.post("/out", role=SCORER)
def out(tournament: str, match: int) -> Response:
    """Take the result out."""
    fields = PostedFields()
    seen = _seen() if posted_number("instead") else None
    taken = attempt_or_flash(
        lambda: take_result_out(
            tournament,
            match,
            author(),
            seen=seen,
            reason=fields.get("reason"),
            event_id=posted_id(),
        )
    )
    if taken is not None:
        flash(_("The result is taken out."), "success")
    return to("match.show", match=match)
