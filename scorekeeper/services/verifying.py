"""Verifies stored games: hash chains are intact, and summaries and statistics match the events."""

from collections.abc import Iterator, Sequence
from itertools import chain

from scorekeeper import hooks
from scorekeeper.core.game import GameState
from scorekeeper.core.inputs import NOWHERE, Fault, faults
from scorekeeper.formats.chain import verify
from scorekeeper.formats.games import replay_stored
from scorekeeper.formats.scored import of_broken_chain
from scorekeeper.formats.verification import Verification
from scorekeeper.services import who_played
from scorekeeper.services.damaged import fault_of
from scorekeeper.services.game_cache import is_same_summary, summary_of
from scorekeeper.storage.events import events_of
from scorekeeper.storage.games import GameSummary, every_game, every_table, find_table, games_of
from scorekeeper.storage.models import PLAYING, Game
from scorekeeper.storage.setup import damaged_columns


def verify_stored(table_id: str | None = None) -> Verification:
    """Check every game of a table, or of the whole instance; writes nothing."""
    checked = Verification()
    for table in every_table() if table_id is None else [table_id]:
        name = find_table(table).name
        for game in every_game(table):
            findings, notes = _findings(game, checked)
            checked.games += 1
            checked.findings += [each.within("game", game.number).within(name) for each in findings]
            checked.notes += [each.within("game", game.number).within(name) for each in notes]
        checked.findings += [fault.within(name) for fault in _damage(table)]
    if table_id is None:
        checked.findings += _damaged_columns()
    return checked


MAX_PLAYING = 1000


def quick_findings() -> list[Fault]:
    """What is damaged, without scoring games that are over: records of rooms, games in progress, and columns."""
    found = _damaged_columns()
    for table in every_table():
        name = find_table(table).name
        found += [fault.within(name) for fault in _damage(table)]
        for game in games_of(table, status=PLAYING, limit=MAX_PLAYING):
            try:
                replay_stored(events_of(game.id))
            except Exception as error:
                found.append(fault_of(error).within("game", game.number).within(name))
    return found


def _damage(table_id: str) -> Iterator[Fault]:
    """What is damaged in the records of rooms."""
    return chain.from_iterable(room.damage() for room in hooks.rows_of(table_id))


def figures_rebuilt() -> Iterator[tuple[Game, bool]]:
    """Compute again who played, and all that rooms count from games: each game, and whether that was wrong."""
    yield from who_played.rebuild()
    for table in every_table():
        for room in hooks.rows_of(table):
            yield from room.rebuilt()


def _damaged_columns() -> list[Fault]:
    return [
        faults.COLUMN_DAMAGED.at(NOWHERE, {"table": table, "column": column, "count": count})
        for table, column, count in damaged_columns()
    ]


def _findings(game: Game, checked: Verification) -> tuple[list[Fault], list[Fault]]:
    """What is wrong with a stored game, and what cannot be compared."""
    events = events_of(game.id)
    broken = verify(events)
    if broken is not None:
        return [faults.DIFFERS.at(NOWHERE, {"difference": of_broken_chain(broken)})], []
    if events[-1].seq != game.last_seq:
        return [faults.ENTRIES_LOST.at(NOWHERE, {"stored": events[-1].seq, "written": game.last_seq})], []
    try:
        state = replay_stored(events)
    except Exception as error:  # whatever it is, the game is damaged
        return [fault_of(error)], []
    checked.hands += len(state.board.hands)
    now = state.setup.rules.ruleset.revision
    other = list(_other_figures(game, state))
    if game.revision != now and other:
        return [], [faults.REVISION.at(NOWHERE, {"played": game.revision, "now": now, "change": other[0]})]
    if who_played.differs(game, state) or any(room.differ(game, state) for room in hooks.rows_of(game.table_id)):
        other.append(faults.STATISTICS_DIFFER.at(NOWHERE, {}))
    return other, []


def _other_figures(game: Game, state: GameState) -> Iterator[Fault]:
    """Where a game's row differs from what its events give."""
    due, names = summary_of(state), state.sheet.names
    stored = GameSummary(game.status, game.ended_by, game.summary)
    for side, (total, gives) in enumerate(zip(_totals(stored), _totals(due), strict=False)):
        if total != gives:
            yield faults.TOTAL_DIFFERS.at(NOWHERE, {"side": names[side], "stored": str(total), "due": str(gives)})
            return
    if not is_same_summary(stored, due):
        yield faults.SUMMARY_DIFFERS.at(NOWHERE, {})


def _totals(summary: GameSummary) -> Sequence[object]:
    totals = summary.summary.get("totals")
    return totals if isinstance(totals, list) else []
