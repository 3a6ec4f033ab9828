"""The question about a score of a list that differs from what is there of its match."""

from collections.abc import Sequence

from scorekeeper.core.words.language import translate as _
from scorekeeper.rooms.tournaments.domain.log.reported import contradicted
from scorekeeper.rooms.tournaments.domain.log.results import ScoreEvent, result_of
from scorekeeper.rooms.tournaments.domain.log.state import Match, TournamentState
from scorekeeper.rooms.tournaments.domain.score_words import score_text, source_text

KEEP, TAKE, BESIDE = "keep", "take", "beside"
"""What is said to it: what is there stays, the score of the list counts, or both are kept for the desk."""


def other_score(
    state: TournamentState, match: Match, event: ScoreEvent, names: Sequence[str]
) -> tuple[str, tuple[tuple[str, str], ...]]:
    """What is asked about a score that differs, and each answer with what it says; `names` are those of the sides.

    A game that goes on is ended at the desk, not by a list.
    """
    there = contradicted(state, match, event)
    before, new = (score_text(each, names) for each in (there[0].result, result_of(event, match.pairing.sides)))
    text = _(
        "{one} – {other} has {score} ({source}). What about {new}?",
        one=names[0],
        other=names[1],
        score=before,
        source=source_text(there[0]),
        new=new,
    )
    keep, beside = (KEEP, _("{score} stays", score=before)), (BESIDE, _("Both: the desk decides"))
    if any(one.goes_on for one in there):
        return text, (keep, beside)
    return text, (keep, beside, (TAKE, _("{score} counts", score=new)))
