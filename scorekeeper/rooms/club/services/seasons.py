"""Seasons: a keeper names nights and says how their games count; whoever is first at the end is the champion.

Everything is counted from the results of finished games that count. A game belongs to the night in which it began.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date, datetime, tzinfo
from fractions import Fraction
from typing import Annotated, Any

from scorekeeper import hooks
from scorekeeper.core.game.player_stats import WHOLE_WIN
from scorekeeper.core.inputs import FieldPath, InvalidInput
from scorekeeper.core.inputs.faults import LIST_TOO_LONG, SAME_NAME
from scorekeeper.core.inputs.fields import quote
from scorekeeper.core.words.faults import fault_words
from scorekeeper.core.words.language import translate as _
from scorekeeper.declared import Most, Name, Note, OneOf, Whole, read, read_fields
from scorekeeper.formats.days import Day
from scorekeeper.rooms.club.faults import ENDS_BEFORE_IT_BEGINS, Named
from scorekeeper.rooms.club.rows import ExportedPlace, ExportedSeason
from scorekeeper.rooms.club.storage.leaderboard import SETS, Period, Sums, games_among
from scorekeeper.rooms.club.storage.models import Season
from scorekeeper.rooms.club.storage.seasons import (
    SETTINGS,
    KeptPlace,
    NoSuchSeason,
    SeasonResult,
    SeasonSums,
    add_season,
    change_season,
    count_seasons,
    find_season,
    keep_places,
    places_in,
    results_in,
    seasons_of,
    sums_in,
)
from scorekeeper.services.names import NameTaken, check_title
from scorekeeper.services.series import night_of, night_period, zone_of
from scorekeeper.storage.database import write_transaction
from scorekeeper.storage.errors import StorageError, TakenByAnother
from scorekeeper.storage.players import seat_players
from scorekeeper.storage.visits import TableRow

POINTS, SHARE, PLACES = "points", "share", "places"
COUNTED_BY = (POINTS, SHARE, PLACES, SETS)
MAX_SEASONS = 500
MAX_NIGHTS = 366
MAX_PLACES = 12

SEASON = FieldPath.to("season")
Worth = Annotated[int, Whole(0, 1000)]


@dataclass(frozen=True, slots=True)
class SeasonSettings:
    """What a table says about a season: its nights, and how its games count."""

    name: Annotated[str, Name()]
    first_night: Annotated[date, Day()]
    last_night: Annotated[date, Day()]
    least_games: Annotated[int, Whole(1, 1000)] = 5
    counted_by: Annotated[str, OneOf(COUNTED_BY)] = POINTS
    for_win: Worth = 3
    for_tie: Worth = 1
    for_loss: Worth = 0
    for_places: Annotated[
        list[Worth] | None,
        Most(MAX_PLACES, too_many=LIST_TOO_LONG),
        Note("The points for first, second and so on in a night."),
    ] = None
    best_nights: Annotated[
        int | None, Whole(1, MAX_NIGHTS), Note("How many of a player's nights count; null: all of them.")
    ] = None


class SeasonClosed(StorageError):
    """The season is closed: its games and settings count as they did then, until it is reopened."""

    def __init__(self) -> None:
        super().__init__(_("This season is closed. A keeper can reopen it."))


def save_season(table_id: str, parts: Mapping[str, Any], season: Season | None = None) -> Season:
    """Add a season, or change this one; `parts` are its settings. Raises `InvalidInput`, `SeasonClosed`."""
    if season is not None and season.closed is not None:
        raise SeasonClosed
    checked = _checked_beside(
        parts, [own.name for own in seasons_of(table_id) if season is None or own.id != season.id]
    )
    try:
        with write_transaction():
            if season is not None:
                change_season(table_id, season.id, **checked)
                return season
            _check_room(count_seasons(table_id))
            return add_season(table_id, **checked)
    except TakenByAnother:
        raise NameTaken(SAME_NAME.at(SEASON, {"name": quote(checked["name"]), "of": Named.SEASONS})) from None


def add_seasons(table_id: str, seasons: Sequence[ExportedSeason]) -> list[str]:
    """Add the seasons of an imported table; those the table has stay. Returns sentences on what it cannot take."""

    def add(season: ExportedSeason, parts: Mapping[str, Any]) -> None:
        with write_transaction() as session:
            saved = save_season(table_id, parts)
            if season.closed is not None:
                names = [place.player for place in season.places or ()]
                seated = {name: player.id for name, player in seat_players(session, table_id, names).items()}
                keep_places(saved.id, _read_places(season.places or (), seated))
                change_season(table_id, saved.id, closed=season.closed)

    return _problems(_unknown(table_id, seasons), add)


def _read_places(places: Sequence[ExportedPlace], players: Mapping[str, int]) -> list[KeptPlace]:
    found: dict[int, KeptPlace] = {}
    for own in places:
        sums = Sums(**{name: own.sums.get(name, 0) for name in Sums.__dataclass_fields__})
        place = KeptPlace(players[own.player], own.player, own.rank, own.champion, own.score, own.nights, sums)
        found.setdefault(place.player_id, place)
    return list(found.values())


def seasons_left_out(table_id: str | None, seasons: Sequence[ExportedSeason]) -> list[str]:
    """The same sentences before anything is added; for None of a table that is yet to be made."""
    names = [own.name for own in seasons_of(table_id)] if table_id and seasons else []

    def would_add(_season: ExportedSeason, parts: Mapping[str, Any]) -> None:
        checked = _checked_beside(parts, names)
        _check_room(len(names))
        names.append(checked["name"])

    return _problems(_unknown(table_id, seasons), would_add)


def _unknown(table_id: str | None, seasons: Sequence[ExportedSeason]) -> list[ExportedSeason]:
    known = [
        ExportedSeason(**{name: getattr(own, name) for name in SETTINGS})
        for own in (seasons_of(table_id) if table_id and seasons else ())
    ]
    return [season for season in seasons if replace(season, closed=None, places=None) not in known]


def _problems(
    seasons: Sequence[ExportedSeason], add: Callable[[ExportedSeason, Mapping[str, Any]], object]
) -> list[str]:
    """Sentences on those of the seasons that cannot be added."""
    problems: list[str] = []
    for season in seasons:
        try:
            add(season, {name: getattr(season, name) for name in SETTINGS})
        except InvalidInput as error:
            problems.append(_("Season “{name}” is left out: {why}", name=season.name, why=fault_words(error.fault)))
    return problems


def _check_room(count: int) -> None:
    if count >= MAX_SEASONS:
        raise InvalidInput(LIST_TOO_LONG.at(SEASON, {"what": "seasons", "found": MAX_SEASONS + 1, "most": MAX_SEASONS}))


def _checked_beside(parts: Mapping[str, Any], others: Sequence[str]) -> dict[str, Any]:
    """The settings of a season beside others with these names. Raises `InvalidInput`."""
    checked = _checked(parts)
    checked["name"] = check_title(checked["name"], others, Named.SEASONS)
    return checked


def _checked(parts: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of a season as they are stored. Raises `InvalidInput`."""
    none = {name: None for name in ("for_places", "best_nights") if not parts.get(name)}
    found = read(SeasonSettings, {**parts, **none}, SEASON)
    if found.last_night < found.first_night:
        raise InvalidInput(ENDS_BEFORE_IT_BEGINS.at(SEASON, {}))
    return asdict(found)


def checked_places(points: Sequence[int]) -> None:
    """Raise `InvalidInput` unless places of a night can be worth these points."""
    read_fields(SeasonSettings, {"for_places": points}, SEASON)


def season_times(season: Season, zone: tzinfo) -> tuple[datetime, datetime]:
    """When the first night of the season begins, and when its last one ends."""
    return night_period(season.first_night, zone)[0], night_period(season.last_night, zone)[1]


MAX_PERIODS = 30
"""Seasons to find games by: the latest ones."""


def periods_of(table: TableRow, number: int | None) -> list[hooks.Period]:
    """The latest seasons as periods of the table's history, or the one with this number."""
    zone = zone_of(table.zone)
    try:
        found = seasons_of(table.id, MAX_PERIODS) if number is None else [find_season(table.id, number)]
    except NoSuchSeason:
        return []
    return [hooks.Period(season.id, season.name, *season_times(season, zone)) for season in found]


def season_period(season: Season, zone: tzinfo) -> Period:
    """The games of the season's nights."""
    return Period(season.table_id, season.least_games, *season_times(season, zone))


@dataclass(frozen=True, slots=True)
class SeasonPlayer:
    """A player in a season: the score that ranks, the nights that make it, the rank (None: too few games).

    A champion, or who leads, says what decided that: `FIRST`, or a tie-break.
    """

    id: int
    name: str
    score: float
    nights: int
    sums: Sums
    rank: int | None = None
    champion: str | None = None


FIRST, DUELS, MARGIN, CHOSEN = "first", "duels", "margin", "chosen"
"""What makes a champion: the best score, alone or shared; of equal ones the games against each other, the points over
the others; or a keeper's word.
"""


def season_players(season: Season, zone: tzinfo) -> list[SeasonPlayer]:
    """Everybody who played in the season, the best first; equal scores share a rank."""
    return players_of_seasons([season], zone)[season.id]


def players_of_seasons(seasons: Sequence[Season], zone: tzinfo) -> dict[int, list[SeasonPlayer]]:
    """The same for several seasons, by their ids; a closed one as it was shown when it was closed.

    In three queries at most, and one more for each season with a tie at the top.
    """
    closed = [season for season in seasons if season.closed is not None]
    counted = counted_now([season for season in seasons if season.closed is None], zone)
    places = places_in(closed[0].table_id, [season.id for season in closed]) if closed else {}
    return counted | {
        season: [
            SeasonPlayer(own.player_id, own.name, own.score, own.nights, own.sums, own.rank, own.champion)
            for own in kept
        ]
        for season, kept in places.items()
    }


def counted_now(seasons: Sequence[Season], zone: tzinfo) -> dict[int, list[SeasonPlayer]]:
    """The same, counted from the games as they are now, of closed seasons, too."""
    periods = {season.id: season_period(season, zone) for season in seasons}
    sums = sums_in(periods)
    results = results_in({season.id: periods[season.id] for season in seasons if _counts_nights(season)})
    return {
        season.id: _crowned(_players(season, sums[season.id], results.get(season.id), zone), periods[season.id])
        for season in seasons
    }


def _crowned(players: list[SeasonPlayer], period: Period) -> list[SeasonPlayer]:
    """The same players, those marked who are champions: of several with the best score, whom a tie-break leaves."""
    level = {player.id: player.sums.margin for player in players if player.rank == 1}
    left, decided = list(level), FIRST
    if len(level) > 1:
        pairs = games_among(period, left, partners=False)
        played = {one: sum(pair.games for pair in pairs if pair.player_id == one) for one in level}
        if all(played.values()):
            won = {one: sum(pair.share for pair in pairs if pair.player_id == one) for one in level}
            left, decided = _best(left, lambda one: Fraction(won[one], played[one])), DUELS
        decided = FIRST if len(left) == len(level) else decided
        better = _best(left, level.__getitem__)
        left, decided = (left, decided) if len(better) == len(left) else (better, MARGIN)
    return [replace(player, champion=decided) if player.id in left else player for player in players]


def _best(players: Sequence[int], figure: Callable[[int], Fraction | int]) -> list[int]:
    most = max(map(figure, players))
    return [player for player in players if figure(player) == most]


def _counts_nights(season: Season) -> bool:
    return season.counted_by == PLACES or season.best_nights is not None


def _players(
    season: Season, found: Sequence[SeasonSums], results: Sequence[SeasonResult] | None, zone: tzinfo
) -> list[SeasonPlayer]:
    if results is None:
        scored = [SeasonPlayer(own.player_id, own.name, _score(season, own), 0, own.sums) for own in found]
    else:
        scores = _scores_by_night(season, _by_night(results, zone))
        scored = [
            SeasonPlayer(own.player_id, own.name, *scores[own.player_id], own.sums)
            for own in found
            if own.player_id in scores
        ]
    scored.sort(key=lambda own: (own.sums.games < season.least_games, -own.score, -own.sums.games, own.name))
    return _ranked(scored, season.least_games)


def _score(season: Season, own: SeasonSums) -> float:
    """The points, or the share of wins or of contracts made, of all of a player's games."""
    if season.counted_by == SHARE:
        return own.sums.share / (WHOLE_WIN * own.sums.games)
    if season.counted_by == SETS:
        contracts = own.sums.contracts
        return (contracts - own.sums.contracts_set) / contracts if contracts else 0
    lost = own.sums.games - own.sums.won
    return season.for_win * (own.sums.won - own.shared) + season.for_tie * own.shared + season.for_loss * lost


Nights = Mapping[date, Mapping[int, list[SeasonResult]]]
"""The results of each player, by the nights of a season."""


def _by_night(results: Sequence[SeasonResult], zone: tzinfo) -> Nights:
    nights: dict[date, dict[int, list[SeasonResult]]] = defaultdict(lambda: defaultdict(list))
    for result in results:
        nights[night_of(result.played, zone)][result.player_id].append(result)
    return nights


def _scores_by_night(season: Season, nights: Nights) -> dict[int, tuple[float, int]]:
    """Each player's score, and how many nights make it: the best ones, if only some count."""
    of_nights: dict[int, list[tuple[float, int]]] = defaultdict(list)
    for players in nights.values():
        for player, score in _night_scores(season, players).items():
            of_nights[player].append(score)
    scores: dict[int, tuple[float, int]] = {}
    for player, own in of_nights.items():
        best = sorted(own, reverse=True)[: season.best_nights]
        if season.counted_by == SHARE:
            won, played = sum(round(share * games) for share, games in best), sum(games for _share, games in best)
            scores[player] = won / (WHOLE_WIN * played), len(best)
        elif season.counted_by == SETS:
            made, bid = sum(round(share * bids) for share, bids in best), sum(bids for _share, bids in best)
            scores[player] = made / bid if bid else 0, len(best)
        else:
            scores[player] = sum(points for points, _games in best), len(best)
    return scores


def _night_scores(season: Season, players: Mapping[int, list[SeasonResult]]) -> dict[int, tuple[float, int]]:
    """Each player's score of one night, and the games in it; a share of wins as parts of `WHOLE_WIN`, one of contracts
    made with the contracts in it.
    """
    if season.counted_by == PLACES:
        return _points_by_place(season.for_places or [], players)
    scores: dict[int, tuple[float, int]] = {}
    for player, results in players.items():
        if season.counted_by == SETS:
            bids = sum(result.bids - result.solo_bids for result in results)
            made = sum(result.made - result.solo_made for result in results)
            scores[player] = made / bids if bids else 0, bids
            continue
        if season.counted_by == SHARE:
            score = sum(result.share for result in results) / len(results)
        else:
            won, shared = sum(result.won for result in results), sum(result.shared for result in results)
            lost = len(results) - won
            score = season.for_win * (won - shared) + season.for_tie * shared + season.for_loss * lost
        scores[player] = score, len(results)
    return scores


def _points_by_place(points: Sequence[int], players: Mapping[int, list[SeasonResult]]) -> dict[int, tuple[float, int]]:
    """The points for a night's places: by games won alone, then by points over the others; equal players share one."""
    worth = {
        player: (sum(result.won - result.shared for result in results), sum(result.margin for result in results))
        for player, results in players.items()
    }
    places = {player: sum(other > own for other in worth.values()) for player, own in worth.items()}
    return {
        player: (points[place] if place < len(points) else 0, len(players[player])) for player, place in places.items()
    }


def _ranked(players: Sequence[SeasonPlayer], least: int) -> list[SeasonPlayer]:
    """The same players with their ranks: as many better ones, and one."""
    ranked = [player.score for player in players if player.sums.games >= least]
    return [
        replace(player, rank=1 + ranked.index(player.score)) if player.sums.games >= least else player
        for player in players
    ]


def champions(players: Sequence[SeasonPlayer]) -> list[SeasonPlayer]:
    """Who is first: one, several whom no tie-break tells apart, or nobody."""
    return [player for player in players if player.champion is not None]
