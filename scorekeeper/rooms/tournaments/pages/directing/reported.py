"""The reported scores of a match on the pages of the desk: what counts, what differs from it, and what was replaced."""

from dataclasses import replace
from datetime import UTC, datetime

from wtforms import Form
from wtforms.validators import Optional

from scorekeeper.access import may
from scorekeeper.core.pages import View
from scorekeeper.core.words.language import translate as _, with_dots
from scorekeeper.core.words.vocabulary import sentence_case
from scorekeeper.rooms.tournaments.domain.log.reported import (
    ReportedScore,
    in_force,
    is_corrected,
    is_decided,
    replaced,
    undecided,
    version,
)
from scorekeeper.rooms.tournaments.domain.log.results import AS_CONFIRMED, BY_GAME, result_of
from scorekeeper.rooms.tournaments.domain.log.state import Match, TournamentState
from scorekeeper.rooms.tournaments.domain.score_words import score_text, source_text
from scorekeeper.rooms.tournaments.pages.page import side_label
from scorekeeper.rooms.tournaments.services.cache import LoadedTournament, milliseconds
from scorekeeper.rooms.tournaments.services.may_change import ResultDiffers
from scorekeeper.rooms.tournaments.services.phones import keeper_of
from scorekeeper.web.formatting import clock
from scorekeeper.web.forms import StringField, WholeField, stripped
from scorekeeper.web.posted import id_again

KEEP, MINE, BESIDE = "keep", "mine", "beside"
"""What whoever enters a score says to one that differs: that stays, theirs replaces it, or the desk decides."""


class SeenForm(Form):
    """What the writer of a score has seen of its match, see `reported.version`; `choice`, once they were asked."""

    instead = WholeField(validators=[Optional()])
    record = WholeField(validators=[Optional()])
    choice = StringField(filters=[stripped])

    def answer(self) -> dict[str, object]:
        """What a result has to say of it: a game that goes on is only seen by who was asked."""
        parts: dict[str, object] = {"instead": self.instead.data, "record": self.record.data}
        return parts | ({"beside": True} if self.choice.data == BESIDE else {})


def seen_of(state: TournamentState, match: Match) -> View:
    """What a form about a match says that its writer has seen: all but a game that goes on, which is asked about."""
    there = in_force(state, match)
    instead, record = version(state, match)
    return {"instead": instead, "record": 0 if there is not None and there.goes_on else record}


def scores_view(now: LoadedTournament, match: Match) -> View:
    """The scores of a match: `there`, the one that is in force or goes on; `others`, which nobody decided; and those
    that were `replaced`. `instead` and `record` say what somebody who chooses has seen.
    """
    state = now.state
    there = in_force(state, match)
    instead, record = version(state, match)
    return {
        "there": None if there is None else score_view(now, match, there),
        "others": [score_view(now, match, one) for one in undecided(state, match)],
        "replaced": [score_view(now, match, one) for one in replaced(state, match)],
        "instead": instead,
        "record": record,
    }


def score_view(now: LoadedTournament, match: Match, score: ReportedScore) -> View:
    """A score: `231 : −49`, and `from the hands · Ann · 19:04`."""
    return {
        "seq": score.seq,
        "score": score_text(score.result, names_of_sides(now.state, match)),
        "note": sentence_case(with_dots(_sources(now, match, score))),
        "goes_on": score.goes_on,
    }


def names_of_sides(state: TournamentState, match: Match) -> list[str]:
    """What its sides are called."""
    return [side_label(state, match, side) for side in range(len(match.pairing.sides))]


def _sources(now: LoadedTournament, match: Match, score: ReportedScore) -> list[str]:
    who, at = score.who, score.at
    row = now.games.get(match.game or "")
    if score.source == BY_GAME and row is not None:
        corrected = now.state.confirmed_before(match)
        who = keeper_of(now.row.id, row.id) if corrected is None else corrected.who
        at = milliseconds(row.last_activity)
    elif score.source == AS_CONFIRMED:  # the event has who corrected it, and when
        who, at = None, 0
    hand = [_("hand {number}", number=(score.result.hands or 0) + 1)] if score.goes_on else []
    when = [clock(datetime.fromtimestamp(at / 1000, UTC))] if at else []
    return [source_text(score), *hand, *([who] if who else []), *when]


def needs_words(now: LoadedTournament, match: Match) -> View | None:
    """What the desk says of a match with scores that nobody decided; None without."""
    others = undecided(now.state, match)
    there = in_force(now.state, match)
    if not others:
        return None
    known = [*([] if there is None else [there]), *others]
    names = names_of_sides(now.state, match)
    is_corrected = there is not None and there.source == AS_CONFIRMED
    sources, people = [source_text(one) for one in known], [one.who or source_text(one) for one in known]
    if len({*sources}) < len({*people}):  # two phones
        sources = people
    return {
        "title": _("Corrected after it was confirmed") if is_corrected else _("Two scores. Choose one"),
        "note": with_dots(
            [f"{score_text(one.result, names)} {source}" for one, source in zip(known, sources, strict=True)]
        ),
        "bad": True,
    }


def corrected_words(state: TournamentState, match: Match) -> View | None:
    """What the desk says of a game that was corrected after its result was confirmed; None of others."""
    game = state.game_result(match)
    if game is None or not is_corrected(state, match):
        return None
    now = score_text(game.as_result)
    before = score_text(replace(game.as_result, scores=game.agreed)) if game.agreed else ""
    words = _("{before} was confirmed, now {now}", before=before, now=now) if before else _("Now {now}", now=now)
    return {"title": _("Corrected after it was confirmed"), "note": words, "kind": "confirm", "bad": True}


def question_view(now: LoadedTournament, problem: ResultDiffers, who: str) -> View:
    """The question to who enters a score that differs: what is there, and theirs; see `scores_view`."""
    state, match = now.state, now.state.matches[problem.match.id]
    instead, record = version(state, match)
    yours = ReportedScore(
        result_of(problem.event, match.pairing.sides), problem.event.source, at=0, who=who, signed=problem.event.signed
    )
    return {
        "there": [score_view(now, match, one) for one in problem.there],
        "yours": score_view(now, match, yours),
        "goes_on": any(one.goes_on for one in problem.there),
        "may_take": may("keeper") or not is_decided(state, match),
        "instead": instead,
        "record": record,
    }


def typed_fields(form: SeenForm) -> list[tuple[str, str]]:
    """What was typed, to be sent again with the answer."""
    asked = ("choice", "instead", "record")
    return [("entry_id", id_again())] + [
        (field.name, value) for field in form if field.name not in asked for value in field.raw_data or ()
    ]
