"""Stored figures equal those of the records, whatever happened to games and names."""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict
from itertools import permutations
from typing import Any

from flask import Flask
from hypothesis import HealthCheck, given, settings, strategies as st
from sqlalchemy import select

from scorekeeper.core.game import SUBSTITUTE
from scorekeeper.core.game.player_stats import parts_of, stats_of
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.sheet import read_sheet
from scorekeeper.formats.games import replay_stored
from scorekeeper.rooms.club.storage.models import PairTotals, PlayerTotals
from scorekeeper.rooms.club.storage.results import IN_PAIRS, PAIR_SUMS, SUMS
from scorekeeper.services.counting import set_counted
from scorekeeper.services.erasing import erase_player
from scorekeeper.services.game_cache import load_game
from scorekeeper.services.importing import import_file
from scorekeeper.services.merging import merge_players, unmerge_players
from scorekeeper.services.recording import Author, record, redo, undo
from scorekeeper.services.starting import start_game
from scorekeeper.storage.database import db
from scorekeeper.storage.events import events_of
from scorekeeper.storage.games import create_table, games_of
from scorekeeper.storage.merging import CannotMerge
from scorekeeper.storage.players import find_main_player, find_player
from tests.databases import on_both
from tests.hypothesis_budget import examples
from tests.tables import sheet_of

ANN = Author("Ann")
NAMES = ("Ann", "Ben", "Cal", "Dee", "Eve", "Annie")
HANDS: list[dict[str, Any]] = [
    {"bids": [["4", "3"], ["3", "2"]], "took": [7, 6]},
    {"bids": [["nil", "3"], ["5", "nil"]], "took": [[0, 4], [8, 1]]},
    {"bids": [["blind-nil", "4"], ["4", "4"]], "took": [[1, 4], 8], "overruled": True},
    {"bids": [["5", "6"], ["1", "1"]], "took": [8, 5]},
]
EVENTS = (
    *("over", "over", "start", "import", "correct", "substitute", "undo", "redo", "reopen", "count"),
    *("merge", "part", "erase"),
)
STEPS: dict[str, Callable[[str, Author], object]] = {
    "undo": undo,
    "redo": redo,
    "reopen": lambda game_id, author: record(game_id, "reopen", {}, author=author),
}
Draw = Callable[[st.SearchStrategy[Any]], Any]


def a_sheet(draw: Draw, closed: bool) -> dict[str, Any]:
    """A partnership game of any four of the names."""
    one, two, three, four = draw(st.permutations(NAMES))[:4]
    sheet = sheet_of("partnership", blind_nil=200) | {"hands": draw(st.lists(st.sampled_from(HANDS), max_size=4))}
    sheet["sides"] = [{"name": f"{a} & {b}", "players": [a, b]} for a, b in ((one, three), (two, four))]
    return sheet | {"closed": {"reason": "late"} if closed else None}


def eventful_table(draw: Draw) -> str:
    """The id of a table where up to twelve things happened."""
    table_id = create_table("Friday").id
    for _ in range(draw(st.integers(1, 12))):
        try:
            happen(table_id, draw)
        except (InvalidInput, CannotMerge):
            db.session.rollback()
    return table_id


def happen(table_id: str, draw: Draw) -> None:
    """One thing that happens at a table; an impossible one is refused and changes nothing."""
    known = [game.id for game in games_of(table_id)]
    what = draw(st.sampled_from(EVENTS))
    if what in ("start", "over") or not known:
        start_game(table_id, read_sheet(a_sheet(draw, what == "over")), author=ANN)
    elif what == "import":
        import_file(io.BytesIO(json.dumps(a_sheet(draw, closed=True)).encode()), table_id)
    elif what == "correct":
        body = {"hand": 1, **draw(st.sampled_from(HANDS)), "reason": "miscounted", "overruled": True}
        record(draw(st.sampled_from(known)), "correction", body, author=ANN)
    elif what == "substitute":
        change = {"hand": 2, "seat": draw(st.integers(0, 3)), "player": draw(st.sampled_from(NAMES))}
        record(draw(st.sampled_from(known)), SUBSTITUTE, change, author=ANN)
    elif what in STEPS:
        STEPS[what](draw(st.sampled_from(known)), ANN)
    elif what == "count":
        set_counted(load_game(draw(st.sampled_from(known))), draw(st.sampled_from([None, "practice"])))
    elif what == "merge":
        merge_players(table_id, *draw(st.permutations(NAMES))[:2])
    elif what == "part":
        unmerge_players(table_id, draw(st.sampled_from(NAMES)))
    else:
        player = find_player(table_id, draw(st.sampled_from(NAMES)))
        if player is not None:
            erase_player(table_id, player.id, ANN)


Sums = dict[Any, Counter[str]]


def of_records(table_id: str) -> tuple[Sums, Sums]:
    """The sums of each player, and of each two players as partners (1) or opponents (0), from the events of games."""
    alone: Sums = {}
    pairs: Sums = {}
    for game in games_of(table_id):
        state = replay_stored(events_of(game.id))
        if game.not_counted is not None or state.board.outcome is None:
            continue
        sat = [(main_player(table_id, own.name), asdict(own)) for own in stats_of(state.sheet, state.board)]
        parts = parts_of(state.sheet, state.board)
        hands = {name: {hand.number for hand, *_place in own} for name, own in parts.items()}
        for player, own in sat:
            alone.setdefault(player, Counter()).update({"games": 1, **{key: own[key] for key in SUMS[1:]}})
        for (one, own), (other, others) in permutations(sat, 2):
            partners = int(own["side"] == others["side"])
            whole = partners and own["whole"] and others["whole"]
            met = hands[own["name"]] & hands[others["name"]] or not any(hands.values())
            if one != other and met:
                sums = {"games": 1, "won": own["won"], "shared": own["shared"], "share": own["share"]}
                sums |= {key: own[key] if whole else 0 for key in IN_PAIRS}
                pairs.setdefault((one, other, partners), Counter()).update(sums)
    return alone, pairs


def main_player(table_id: str, name: str) -> int:
    player = find_player(table_id, name)
    assert player is not None
    return find_main_player(table_id, player.id).player.id


def stored(table_id: str) -> tuple[Sums, Sums]:
    """The same as stored."""
    tallies = db.session.scalars(select(PlayerTotals).where(PlayerTotals.table_id == table_id)).all()
    alone = {row.player_id: Counter({key: getattr(row, key) for key in SUMS}) for row in tallies}
    pairs = {
        (row.player_id, row.other_id, row.partners): Counter({key: getattr(row, key) for key in PAIR_SUMS})
        for row in db.session.scalars(select(PairTotals).where(PairTotals.player_id.in_(alone)))
    }
    return alone, pairs


@on_both
@settings(max_examples=examples(5, 1000), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_stored_figures_equal_those_of_the_records(app: Flask, data: st.DataObject) -> None:
    table_id = eventful_table(data.draw)
    db.session.rollback()  # read again
    assert stored(table_id) == of_records(table_id)
