"""Verifies stored games: hash chains are intact, and summaries and statistics match the events."""

from collections.abc import Iterator, Sequence

from scorekeeper.core.game import GameState
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.words.refusals import refusal_text
from scorekeeper.formats.chain import verify
from scorekeeper.formats.games import replay_stored
from scorekeeper.formats.verification.findings import Checked, Finding
from scorekeeper.services.game_cache import is_same_summary, summary_of
from scorekeeper.services.statistics import every_game, every_table, results_differ
from scorekeeper.storage import Game, GameSummary, events_of, find_table


def verify_stored(table_id: str | None = None) -> Checked:
    """Check every game of a table, or of the whole instance; writes nothing."""
    checked = Checked()
    for table in every_table() if table_id is None else [table_id]:
        name = find_table(table).name
        for game in every_game(table):
            where = f"table {name}, game {game.number}"
            checked.games += 1
            checked.findings += [Finding(what, file=where) for what in _faults(game, checked, where)]
    return checked


def _faults(game: Game, checked: Checked, where: str) -> Iterator[str]:
    entries = events_of(game.id)
    broken = verify(entries)
    if broken is not None:
        yield f"the chain is broken: {broken.message}"
        return
    if entries[-1].seq != game.last_seq:
        yield f"entries are missing after number {entries[-1].seq}, there were {game.last_seq}"
        return
    try:
        state = replay_stored(entries)
    except InvalidInput as error:
        yield f"its entries do not fit together: {refusal_text(error)}"
        return
    checked.hands += len(state.board.hands)
    now = state.head.rules.ruleset.revision
    differing = list(_differing_figures(game, state))
    if game.revision != now and differing:
        checked.notes.append(
            f"{where}: it was played by revision {game.revision} of its rules, these are {now}: {differing[0]}"
        )
        return
    yield from differing
    if results_differ(game, state):
        yield "its statistics are not what the entries give; `scorekeeper stats rebuild` mends that"


def _differing_figures(game: Game, state: GameState) -> Iterator[str]:
    """Where a game's row differs from what its events give."""
    expected, names = summary_of(state), state.sheet.names
    stored = GameSummary(game.status, game.ended_by, game.summary)
    for side, (stored_total, expected_total) in enumerate(zip(_totals(stored), _totals(expected), strict=False)):
        if stored_total != expected_total:
            yield f"{names[side]}: the total is kept as {stored_total}, the record gives {expected_total}"
            return
    if not is_same_summary(stored, expected):
        yield "where it stands is not kept as its entries give it"


def _totals(summary: GameSummary) -> Sequence[object]:
    totals = summary.summary.get("totals", [])
    return totals if isinstance(totals, list) else []
