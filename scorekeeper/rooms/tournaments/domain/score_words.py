"""The score of a match in words, and where it comes from."""

from collections.abc import Sequence

from scorekeeper.core.words.language import minus, number_text, translatable, translate as _, with_commas
from scorekeeper.rooms.tournaments.domain.log import results as rs
from scorekeeper.rooms.tournaments.domain.log.reported import ReportedScore
from scorekeeper.rooms.tournaments.domain.log.results import BY_GAME, Result

SOURCES = {
    BY_GAME: translatable("from the hands"),
    rs.AS_CONFIRMED: translatable("as confirmed"),
    rs.AT_DESK: translatable("typed at the desk"),
    rs.BY_STACK: translatable("from the stack"),
    rs.BY_LIST: translatable("from a list"),
    rs.BY_PROGRAM: translatable("from a program"),
    rs.BY_TIME: translatable("since nobody came"),
    rs.BY_PHONE: translatable("from a player’s phone"),
    "": translatable("from paper"),
}


def score_text(result: Result, names: Sequence[str] = ()) -> str:
    """`231 : −49`, or who forfeited, if the sides have `names`."""
    if result.scores:
        return " : ".join(minus(number_text(score)) for score in result.scores)
    missing = [names[side] for side in result.forfeits if side < len(names)]
    return _("forfeit of {teams}", teams=with_commas(missing)) if missing else _("forfeit")


def source_text(score: ReportedScore) -> str:
    """Where a score comes from: `from the stack`."""
    return _(SOURCES[score.source])
