"""Ratings as shown: a number with its likely places, where it has been, and what was won beyond what was expected."""

from collections.abc import Sequence
from statistics import mean

from flask import url_for

from scorekeeper.core.game.player_stats import WHOLE_WIN
from scorekeeper.core.pages import View
from scorekeeper.core.words.language import number_text, signed, translate as _, translate_plural as _n
from scorekeeper.core.words.vocabulary import ordinal
from scorekeeper.rooms.club.services.ratings import (
    AVERAGE,
    KNOWN,
    PROVISIONAL,
    likely_places,
    model,
    shown_doubt,
    shown_rating,
)
from scorekeeper.rooms.club.storage.ratings import RatingPoint, fewest_games, latest_ratings, ratings_of
from scorekeeper.storage.database import db
from scorekeeper.storage.players import MainPlayer

CHART_GAMES = 30
TREND = 10
"""Games over which a rating has risen or fallen."""

WIDTH, HEIGHT = 340, 130
TOP, BOTTOM = 8, 22
LABEL, LABEL_GAMES = 22, 7
"""How high the label of the middle line is, and over how many of the latest games it stands."""


def rating_view(mu: float, before: float | None, places: tuple[int, int] | None) -> View:
    """A rating as text; `trend` is 1, 0 or −1 since the rating `before`, its `mu`; `places` those that are likely."""
    now = shown_rating(mu)
    since = 0 if before is None else now - shown_rating(before)
    return {"value": number_text(now), "places": _places(places), "trend": (since > 0) - (since < 0)}


def _places(places: tuple[int, int] | None) -> str | None:
    """`3rd to 7th`."""
    if places is None:
        return None
    best, worst = places
    return ordinal(best) if best == worst else _("{best} to {worst}", best=ordinal(best), worst=ordinal(worst))


def player_ratings(table_id: str, player: MainPlayer) -> list[View]:
    """Values for `rating_card` in `rooms/club/ratings.html`: the player's ratings, that of more games first; a
    second one is left out as long as it is provisional.
    """
    found = [(row.games, -solo, row) for (_id, solo), row in ratings_of(db.session(), [player.player.id]).items()]
    found = [each for each in found if each[0] >= PROVISIONAL] or found[:1]
    return [_rating_card(table_id, row, several=len(found) > 1) for _games, _solo, row in sorted(found, reverse=True)]


def _rating_card(table_id: str, row: object, *, several: bool) -> View:
    player, solo, games = (int(getattr(row, name)) for name in ("player_id", "solo", "games"))
    mu, sigma = float(getattr(row, "mu")), float(getattr(row, "sigma"))  # noqa: B009 - a row has no types
    points = latest_ratings(player, solo, CHART_GAMES + 1)
    to_go = PROVISIONAL - games
    kind = (_("Rating alone") if solo else _("Rating with partners")) if several else _("Rating")
    last, before = points[0], points[1] if len(points) > 1 else None
    change = shown_rating(mu) - (shown_rating(before.mu) if before else AVERAGE)
    likely = likely_places(table_id, solo) if to_go <= 0 else None
    places = None if likely is None else likely.of(mu, sigma)
    return rating_view(mu, points[TREND].mu if len(points) > TREND else None, places) | {
        "heading": kind,
        "of": len(likely.ratings) if likely is not None else None,
        "to_go": _n(to_go, "provisional: 1 game to go", "provisional: {count} games to go") if to_go > 0 else None,
        "since": _since(points),
        "last": _(
            "Last game {change}, win expected at {chance}%",
            change=signed(change),
            chance=round(100 * last.expected / WHOLE_WIN),
        )
        if fewest_games(last.game_id, solo) >= KNOWN
        else _("Last game {change}", change=signed(change)),
        "last_url": url_for("games.show", game=last.game_id),
        "chart": _chart(points, games) if len(points) > 1 else None,
    }


def _since(points: Sequence[RatingPoint]) -> str | None:
    """How far the rating rose or fell in ten games; None with fewer."""
    if len(points) <= TREND:
        return None
    change = shown_rating(points[0].mu) - shown_rating(points[TREND].mu)
    return _("{change} in ten games", change=signed(change))


def _chart(points: Sequence[RatingPoint], games: int) -> View:
    """The latest ratings with their band of doubt, oldest first, and where 1500 is."""
    rows = [(shown_rating(point.mu), shown_doubt(point.sigma)) for point in reversed(points)]
    if games <= CHART_GAMES:  # every player begins in the middle
        rows = [(AVERAGE, shown_doubt(model().sigma)), *rows]
    low = min(rating - doubt for rating, doubt in rows)
    high = max(rating + doubt for rating, doubt in rows)

    def at(place: int, rating: int) -> str:
        x = round(4 + (WIDTH - 8) * place / (len(rows) - 1), 1)
        return f"{x},{round(TOP + (HEIGHT - TOP - BOTTOM) * (high - rating) / max(1, high - low), 1)}"

    line = [at(place, rating) for place, (rating, _doubt) in enumerate(rows)]
    above = [at(place, rating + doubt) for place, (rating, doubt) in enumerate(rows)]
    below = [at(place, rating - doubt) for place, (rating, doubt) in enumerate(rows)]
    last_x, last_y = line[-1].split(",")
    heights = [float(each.split(",")[1]) for each in line]
    ground = float(at(0, AVERAGE).split(",")[1]) if low <= AVERAGE <= high else None
    first, last = rows[0][0], rows[-1][0]
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "band": " ".join([*above, *reversed(below)]),
        "line": " ".join(line),
        "dot": {"x": last_x, "y": last_y},
        "ground": None
        if ground is None
        else {"y": ground, "text_y": _label_y(ground, heights[-LABEL_GAMES:]), "label": number_text(AVERAGE)},
        "provisional": games < PROVISIONAL,
        "label": _(
            "Rating over the last {games} games, from {first} to {last}",
            games=len(points) if games > CHART_GAMES else games,
            first=number_text(first),
            last=number_text(last),
        ),
    }


def _label_y(ground: float, latest: Sequence[float]) -> float:
    """The baseline of the label of the middle line: on it, or beside it where the latest ratings are near."""
    if min(abs(height - ground) for height in latest) > LABEL:
        return ground + 14
    return ground + LABEL if mean(latest) < ground else ground - 8


def beyond_text(games: int, share: int, expected: int) -> str:
    """What was won over what ratings expected, in percent of a win a game: `+6%`."""
    return _("{number}%", number=signed(round(100 * (share - expected) / (games * WHOLE_WIN))))
