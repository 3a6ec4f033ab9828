"""Closing a season: its champion and leaderboard stay as they were shown, and what changes later is listed.

The games themselves can change all the same. A closed season can be opened again: then it counts them as they are.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo

from scorekeeper.clock import utc_now
from scorekeeper.core.game.events import PlayerErased
from scorekeeper.core.pages.looking_up.log import EventDescriber
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.vocabulary import sentence_case
from scorekeeper.rooms.club.services.seasons import (
    CHOSEN,
    SeasonClosed,
    SeasonPlayer,
    champions,
    counted_now,
    season_period,
)
from scorekeeper.rooms.club.storage.models import Season
from scorekeeper.rooms.club.storage.seasons import (
    KeptPlace,
    change_season,
    count_running,
    events_after,
    find_season,
    forget_places,
    games_added_after,
    games_in,
    keep_places,
    newest_game,
)
from scorekeeper.services.game_cache import sound_state
from scorekeeper.services.series import night_of
from scorekeeper.storage.database import write_transaction
from scorekeeper.storage.errors import StorageError
from scorekeeper.storage.games import games_by_id
from scorekeeper.storage.models import Game

MAX_CHANGES = 200
"""Later changes that are listed, the latest ones."""


class CannotClose(StorageError):
    """The season cannot be closed, or not with these champions."""


def close_season(
    table_id: str, season_id: int, zone: tzinfo, by: int | None = None, chosen: Collection[int] | None = None
) -> None:
    """Close a season that is over. `chosen`: of champions whom no tie-break tells apart, who it is (None: all of them).

    `by` is the device that does. Raises `NoSuchSeason`, `SeasonClosed`, `CannotClose`.
    """
    with write_transaction():
        season = find_season(table_id, season_id)
        if season.closed is not None:
            raise SeasonClosed
        if season.last_night >= night_of(utc_now(), zone):
            raise CannotClose(_("This season can be closed after its last night."))
        players = counted_now([season], zone)[season_id]
        places = _with_chosen(players, chosen)
        keep_places(season_id, places)
        closing = {"closed": utc_now(), "closed_game": newest_game(table_id), "closed_by_id": by}
        change_season(table_id, season_id, **closing)


def _with_chosen(players: Sequence[SeasonPlayer], chosen: Collection[int] | None) -> list[KeptPlace]:
    first = {player.id for player in champions(players)}
    if chosen is not None and not (chosen and set(chosen) <= first):
        raise CannotClose(_("Choose a champion from those who are first."))
    decides = chosen is not None and set(chosen) != first
    return [
        KeptPlace(
            own.id,
            own.name,
            own.rank,
            own.champion if not decides else CHOSEN if chosen is not None and own.id in chosen else None,
            own.score,
            own.nights,
            own.sums,
        )
        for own in players
    ]


def reopen_season(table_id: str, season_id: int, by: int | None = None) -> None:
    """Count a closed season's games as they are again; `by` is the device that says so. Raises `NoSuchSeason`."""
    with write_transaction():
        if find_season(table_id, season_id).closed is None:
            return
        forget_places(season_id)
        opened = {"closed": None, "closed_game": None, "closed_by_id": None, "reopened": utc_now()}
        change_season(table_id, season_id, **opened, reopened_by_id=by)


def games_still_running(season: Season, zone: tzinfo) -> int:
    """How many games of the season are not over."""
    return count_running(season_period(season, zone))


@dataclass(frozen=True, slots=True)
class LaterChange:
    """What happened to a game of a season: in words, by whom, and when (None: nobody knows).

    `of_whole_game`: somebody said whether it counts, or it is new; else the game's log has it.
    """

    game: Game
    words: str
    who: str | None
    at: datetime | None
    of_whole_game: bool = True


def left_out_of(season: Season, zone: tzinfo) -> list[LaterChange]:
    """The season's games that do not count, and who said so when."""
    return [
        _counted(game)
        for game in games_in(season_period(season, zone))
        if game.not_counted or game.taken_away is not None
    ]


def changes_since_closing(season: Season, zone: tzinfo) -> list[LaterChange]:
    """What changed in the games of a closed season since then, the latest first."""
    if season.closed is None:
        return []
    period, closed = season_period(season, zone), season.closed
    counted = [_counted(game) for game in games_in(period) if game.counted_at is not None and game.counted_at > closed]
    added = games_added_after(period, season.closed_game, MAX_CHANGES) if season.closed_game is not None else []
    new = {game.id for game in added}
    later = [
        event for event in events_after(period, closed, MAX_CHANGES, PlayerErased.kind) if event.game_id not in new
    ]
    games = {game.id: game for game in games_by_id({event.game_id for event in later})}
    changes = [*counted, *(LaterChange(game, _("Added later"), None, None) for game in added)]
    for game_id, game in games.items():
        state = sound_state(game_id)
        for event in later:
            if event.game_id == game_id:
                words = _("Changed")
                if state is not None and event.seq <= len(state.events):
                    words = EventDescriber(state.events, state.setup).describe(state.events[event.seq - 1])
                changes.append(LaterChange(game, words, event.who, event.at, of_whole_game=False))
    changes.sort(key=lambda change: (change.at is not None, change.at and -change.at.timestamp()))
    return changes[:MAX_CHANGES]


def _counted(game: Game) -> LaterChange:
    if game.taken_away is not None:
        words = _("taken away")
    elif game.not_counted is not None:
        words = _("left out: {reason}", reason=game.not_counted)
    else:
        words = _("counts again")
    return LaterChange(game, sentence_case(words), game.counted_by, game.counted_at)
