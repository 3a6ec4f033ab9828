"""Exports games and tables in every format, with a few games in memory at a time."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import tzinfo
from itertools import chain

from scorekeeper import hooks
from scorekeeper.core.game.player_stats import LABELS, OWN_LABELS, stats_of
from scorekeeper.formats.chain.stored_event import StoredEvent
from scorekeeper.formats.files import (
    Export,
    Format,
    Needs,
    UnknownFormat,
    always,
    formats,
    in_order,
    needs_events,
    never,
    write_game,
)
from scorekeeper.formats.games import ExportedClub, ExportedGame, ExportedPreset, ExportedTable, LeftOutGame, PlayerSums
from scorekeeper.formats.table_zip import instance_zip
from scorekeeper.services.called import games_for_desk, unnamed_at
from scorekeeper.services.damaged import DamagedGame
from scorekeeper.services.export_keys import instance_signer
from scorekeeper.services.game_cache import GAME_CACHE, CachedGame
from scorekeeper.services.series import zone_of
from scorekeeper.storage.custom_games import custom_games_of
from scorekeeper.storage.events import events_of_games
from scorekeeper.storage.games import PAGE_SIZE, every_table, find_table
from scorekeeper.storage.players import merged_names_of, names_of, standings_of, unranked_names_of
from scorekeeper.storage.presets import table_presets
from scorekeeper.storage.visits import GameRow, TableRow, game_row, game_rows, table_row

Seen = Callable[[int], None]
"""A progress callback, called after each game with the number of games written so far."""
FEW_GAMES, FEW_EVENTS = 20, 1000
"""Up to this many, a download is written whole."""
EVENTS_AT_ONCE = 100
"""Games with up to this many events together are read by one query."""


def exported_game(game_id: str, form: str = "") -> ExportedGame:
    """The stored game with this id; without its events if the format of this key needs none.

    Raises `NoSuchGame`, `DamagedGame`.
    """
    row = game_row(game_id)
    (cached,) = [_cached(row, needs_events(form))]
    events = () if cached is not None else tuple(events_of_games([game_id])[game_id])
    return _made(row, events, cached)


LeftOut = list[LeftOutGame]
"""Gets the games of an export that cannot be read."""
LEFT_OUT_HEADER = "Scorekeeper-Left-Out"
"""In the answer with a file of a table: how many games cannot be read and are not in it."""


def _exported(games: Sequence[GameRow], needs: Needs, left_out: LeftOut) -> Iterator[ExportedGame]:
    """The games, signed by this instance. Only a game that needs its events, or has no cached state, has them."""
    cached = {game.id: _cached(game, needs) for game in games}
    stored = events_of_games([game.id for game in games if cached[game.id] is None])
    for game in games:
        events = tuple(stored.get(game.id, ()))
        try:
            made = _made(game, events, cached[game.id])
        except DamagedGame:
            left_out.append(LeftOutGame(game.id, game.number, events))
        else:
            yield made


def _cached(game: GameRow, needs: Needs) -> CachedGame | None:
    """The cached state of a game that can be exported without its events."""
    known = GAME_CACHE.known(game.id, game.last_hash)
    return None if known is None or needs(known.kept) else known


def _made(game: GameRow, events: tuple[StoredEvent, ...], cached: CachedGame | None) -> ExportedGame:
    after = GAME_CACHE.after(events) if cached is None else cached
    return ExportedGame(
        game.id,
        after.state,
        events,
        game.number,
        game.not_counted,
        tuple(game.differences or ()),
        signer=instance_signer(),
        began=game.created,
        last_activity=game.last_activity,
        cache=after.kept,
    )


def exported_games(
    table_id: str,
    seen: Seen | None = None,
    rows: Iterable[GameRow] | None = None,
    needs: Needs = always,
    left_out: LeftOut | None = None,
) -> Iterator[ExportedGame]:
    """All games of a table, in order; `rows` if they have been read. Those that cannot be read go to `left_out`."""
    count = 0
    for some in _in_groups(every_row(table_id) if rows is None else rows):
        for game in _exported(some, needs, [] if left_out is None else left_out):
            yield game
            count += 1
            if seen is not None:
                seen(count)


def _in_groups(rows: Iterable[GameRow]) -> Iterator[list[GameRow]]:
    """A few games at a time, or a single long one."""
    some: list[GameRow] = []
    for row in rows:
        if some and sum(each.last_seq for each in some) + row.last_seq > EVENTS_AT_ONCE:
            yield some
            some = []
        some.append(row)
    if some:
        yield some


def every_row(table_id: str) -> Iterator[GameRow]:
    """The rows of a table's games in order, a page in memory at a time."""
    page = game_rows(table_id, limit=PAGE_SIZE)
    yield from page
    while len(page) == PAGE_SIZE:
        page = game_rows(table_id, page[-1].number, PAGE_SIZE)
        yield from page


def club_of(table: TableRow) -> ExportedClub | None:
    """What an open room makes of the table's games; None if none does."""
    return next((room.club for room in hooks.exported(table) if room.club is not None), None)


def shows_club(table: TableRow) -> bool:
    """Whether the table shows what is made of its games."""
    club = club_of(table)
    return club is not None and club.shown


def kept_back_of(table_id: str) -> list[str]:
    """What closed rooms have of the table, in words: no export has it."""
    return list(chain.from_iterable(hooks.kept_back(table_id)))


def exported_table(table_id: str, *, for_desk: bool = True, left_out: Sequence[LeftOutGame] = ()) -> ExportedTable:
    """The table with its players. For those who only watch, without the parts of rooms (their logs may have
    unpublished rounds, and who paid), and names of players who are called by a number. Raises `NoSuchTable`.
    """
    table = find_table(table_id)
    presets = [
        ExportedPreset(preset.name, preset.rules, preset.options, preset.minutes) for preset in table_presets(table_id)
    ]
    unnamed = frozenset() if for_desk else unnamed_at(table_id)
    names = [name for name in names_of(table_id) if name not in unnamed]
    merged = {name: into for name, into in merged_names_of(table_id).items() if not {name, into} & unnamed}
    of_rooms = hooks.exported(table_row(table_id))
    club = next((room.club for room in of_rooms if room.club is not None), None) or ExportedClub()
    of_people = ExportedClub() if unnamed else club
    return ExportedTable(
        table.name,
        names,
        merged,
        presets,
        table.agreed or (),
        list(chain.from_iterable(room.parts() for room in of_rooms)) if for_desk else [],
        {name: rows for name, found in (*club.rows.items(), *of_people.rows_of_people.items()) if (rows := found())},
        of_people.files if of_people.shown else {},
        [row.content for row in custom_games_of(table_id)],
        table.zone,
        bool(table.without_club),
        [name for name in unranked_names_of(table_id) if name not in unnamed],
        {name: standing for name, standing in standings_of(table_id).items() if name not in unnamed},
        left_out,
        kept_back_of(table_id),
    )


def zip_of_instance(seen: Seen | None = None, left_out: LeftOut | None = None) -> Iterator[bytes]:
    """Every table of the instance as one ZIP, oldest first. The games that cannot be read go to `left_out` too."""

    def parts() -> Iterator[tuple[str, ExportedTable, Iterator[ExportedGame]]]:
        for number, table in enumerate(reversed(list(every_table())), start=1):
            of_table = LeftOut()
            games = exported_games(table, seen, left_out=of_table)
            yield f"tables/{number:05}/", exported_table(table, left_out=of_table), games
            if left_out is not None:
                left_out.extend(of_table)

    return instance_zip(parts())


def formats_of_a_table() -> list[Format]:
    """The formats that a table can be exported to, those of rooms among them, in the order of the pages."""
    own = (each for each in formats().values() if each.write_table is not None)
    return in_order([*own, *chain.from_iterable(room.formats() for room in hooks.parts())])


def game_in_form(game: ExportedGame, form: str) -> Iterator[bytes]:
    """One game in the format of this key. Raises `UnknownFormat`."""

    def alone() -> ExportedTable:
        sheet, table = game.sheet, find_table(game_row(game.id).table_id)
        players = [name for side in sheet.sides for name in side.players] + [one.player for one in sheet.substitutes]
        return ExportedTable(table.name, players)  # who else plays at the table is nobody's business

    def zone() -> tzinfo:
        return zone_of(find_table(game_row(game.id).table_id).zone)

    return write_game(form, Export([game], alone, lambda: player_stats_of_game(game), zone=zone))


def left_out_of(rows: Sequence[GameRow]) -> list[int]:
    """The numbers of those of these games that an export leaves out, as they cannot be read."""
    left_out = LeftOut()
    for _game in _exported(rows, never, left_out):
        pass
    return [game.number for game in left_out]


def few_games(table_id: str) -> Sequence[GameRow] | None:
    """The rows of all games of a small table; None if there are more."""
    rows = game_rows(table_id, limit=FEW_GAMES + 1)
    is_small = len(rows) <= FEW_GAMES and sum(row.last_seq for row in rows) <= FEW_EVENTS
    return rows if is_small else None


def table_in_form(
    table_id: str,
    form: str,
    seen: Seen | None = None,
    rows: Iterable[GameRow] | None = None,
    *,
    for_desk: bool = True,
    left_out: LeftOut | None = None,
) -> Iterator[bytes]:
    """A table in the format of this key; `rows` are its games, if they have been read. Unless it is `for_desk`, without
    what those who only watch may not open. Games that cannot be read go to `left_out`. Raises `UnknownFormat`.
    """
    chosen = next((each for each in formats_of_a_table() if each.key == form), None)
    unnamed = frozenset() if for_desk else unnamed_at(table_id)
    club = club_of(table_row(table_id))
    shown = club if club is not None and club.shown and not unnamed else None
    if chosen is None or chosen.write_table is None or (chosen.of_club and shown is None):
        raise UnknownFormat(form)
    missing = LeftOut() if left_out is None else left_out
    if not for_desk:
        hidden = games_for_desk(table_id)
        rows = (row for row in (every_row(table_id) if rows is None else rows) if row.id not in hidden)
    games = exported_games(table_id, seen, rows, chosen.needs_events, missing)
    return chosen.write_table(
        Export(
            games,
            lambda: exported_table(table_id, for_desk=for_desk, left_out=missing),
            lambda: None if club is None else [own for own in club.players() if own.name not in unnamed],
            shown,
            lambda: zone_of(table_row(table_id).zone),
            missing,
        ),
    )


def player_stats_of_game(game: ExportedGame) -> list[PlayerSums]:
    """The players of one game with their figures."""
    return [
        PlayerSums(stats.name, 1, {key: getattr(stats, key) for key in (*LABELS, *OWN_LABELS)})
        for stats in stats_of(game.sheet, game.board)
    ]
