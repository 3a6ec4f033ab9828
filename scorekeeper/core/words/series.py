"""Who leads a series of games: `Ann & Cal lead 2–1 tonight`."""

from collections.abc import Sequence

from scorekeeper.core.words.language import listed, translate as _, translate_plural as _n, with_commas


def best_of_text(best_of: int) -> str:
    """How many games a series has at most: `best of five`."""
    if best_of == 3:
        return _("best of three")
    return _("best of five") if best_of == 5 else _("best of seven")


def series_text(names: Sequence[str], won: Sequence[int], best_of: int, plays_alone: bool) -> str:
    """Who leads a series or has won it; `best_of` is 0 if it has no end. Empty before the first win of such a one."""
    most = max(won)
    leaders = [name for name, games in zip(names, won, strict=True) if games == most]
    if not most:
        return _("A series, {best_of}", best_of=best_of_text(best_of)) if best_of else ""
    count = 1 if plays_alone and len(leaders) == 1 else 2
    if best_of and most >= best_of // 2 + 1:
        return _n(
            count, "{name} wins the series {score}", "{name} win the series {score}", name=leaders[0], score=_score(won)
        )
    if len(leaders) > 1:
        who = _("Level at {score}", score=_score(won)) if len(won) == 2 else _each(leaders, most)
    else:
        who = _n(count, "{name} leads {score}", "{name} lead {score}", name=leaders[0], score=_score(won))
    if best_of:
        return with_commas([who, best_of_text(best_of)])
    return _("{who} tonight", who=who)


def _each(leaders: Sequence[str], most: int) -> str:
    return _n(most, "{names} have 1 win each", "{names} have {count} wins each", names=listed(leaders))


def _score(won: Sequence[int]) -> str:
    """The games won, the most first: `2–1`, `2–1–0`."""
    return "–".join([str(games) for games in sorted(won, reverse=True)])
