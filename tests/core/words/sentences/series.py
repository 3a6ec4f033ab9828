"""Who leads a series of games, and who has won it."""

from collections.abc import Iterator

from scorekeeper.core.words.series import series_text

PAIRS, THREE = ("Ann & Cal", "Ben & Dee"), ("Ann", "Ben", "Cal")


def sentences() -> Iterator[tuple[str, str]]:
    """Each with the games of its series."""
    for best_of in (0, 3, 5, 7):
        label = f"best of {best_of}" if best_of else "open"
        for won in ((0, 0), (1, 0), (1, 1), (1, 2), (4, 1)):
            yield label, series_text(PAIRS, won, best_of, plays_alone=False)
    for games in ((1, 0, 0), (1, 1, 0), (2, 2, 1), (3, 1, 0)):
        yield "alone", series_text(THREE, games, 0, plays_alone=True)
        yield "alone, best of 5", series_text(THREE, games, 5, plays_alone=True)
