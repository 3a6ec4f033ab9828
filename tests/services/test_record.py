"""Recording hands, bids and other events; and every refusal, which leaves nothing behind."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.core.game import (
    BIDS,
    CLOSE,
    CORRECTION,
    HAND,
    MISDEAL,
    REOPEN,
    TAKE_BACK,
    AlreadyRecorded,
    GameState,
    HandMisdealt,
    Irregular,
    NotNow,
    event_json,
)
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.words import language
from scorekeeper.core.words.faults import fault_text
from scorekeeper.formats.catalogues import PseudoCatalogue
from scorekeeper.services.game_cache import ending_text, load_game
from scorekeeper.services.recording import record, record_event
from scorekeeper.services.starting import start_game
from scorekeeper.storage.errors import NoSuchGame
from scorekeeper.storage.games import find_game
from scorekeeper.storage.models import Game, Table
from tests.databases import on_both
from tests.each_case import each_case
from tests.refusals import refuses
from tests.services.cast import ANN, BEN, BIG, EVEN, game_setup, hand_body, kinds, play, totals


def test_hand_is_scored_and_stored(game_id: str) -> None:
    recorded = record(game_id, HAND, hand_body(1, EVEN), author=BEN)
    assert recorded.new
    assert totals(recorded) == [70, 51]
    assert (recorded.stored.seq, recorded.stored.kind, recorded.stored.who) == (2, HAND, "Ben")
    assert recorded.state == load_game(game_id).state


def test_row_of_a_game_has_its_totals(game_id: str) -> None:
    play(game_id, EVEN)
    game = find_game(game_id)
    assert (game.status, game.last_seq, game.summary_seq) == ("playing", 2, 2)
    assert game.summary == {"totals": [70, 51], "hands": 1}


def test_row_of_a_game_says_who_won_and_why(game_id: str) -> None:
    play(game_id, BIG, BIG, BIG, BIG)
    game = find_game(game_id)
    assert (game.status, game.ended_by) == ("over", "target")
    assert game.summary["winners"] == [0]
    assert ending_text(game) == "Ann & Cal won 520 to −80"


def test_ending_text_is_in_the_reader_s_language(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    play(game_id, BIG, BIG, BIG, BIG)
    monkeypatch.setattr(language._PROVIDER, "current", PseudoCatalogue)
    assert "ŵöñ" in ending_text(find_game(game_id))


def test_row_of_an_older_version_keeps_its_sentence(game_id: str) -> None:
    play(game_id, BIG, BIG, BIG, BIG)
    game = find_game(game_id)
    kept = {key: value for key, value in game.summary.items() if key not in ("outcome", "overtricks")}
    old = Game(ended_by=game.ended_by, sides=game.sides, summary={**kept, "text": "Ann & Cal reached 500: 520 to 492"})
    assert ending_text(old) == "Ann & Cal reached 500: 520 to 492"


def test_bids_are_recorded_one_by_one(game_id: str) -> None:
    recorded = record(game_id, BIDS, {"hand": 1, "bids": [["4", None], ["nil", None]]}, author=ANN)
    spoken = [bid.calls if bid else None for bid in recorded.state.draft]
    assert spoken == [("4",), ("nil",), None, None]
    assert recorded.state.board.hands == ()


@on_both
def test_every_kind_of_event_can_be_recorded(game_id: str) -> None:
    record(game_id, MISDEAL, {"hand": 1, "reason": "exposed card"}, author=ANN)
    play(game_id, EVEN)
    record(game_id, CORRECTION, hand_body(1, BIG) | {"reason": "miscounted"}, author=ANN)
    record(game_id, TAKE_BACK, {"entry": 4}, author=ANN)
    record(game_id, CLOSE, {"reason": "late"}, author=ANN)
    record(game_id, REOPEN, {"reason": "one more"}, author=ANN)
    assert kinds(game_id) == [MISDEAL, HAND, CORRECTION, TAKE_BACK, CLOSE, REOPEN]


def test_the_table_may_stop_early(game_id: str) -> None:
    play(game_id, EVEN)
    recorded = record(game_id, CLOSE, {"reason": "late"}, author=ANN)
    outcome = recorded.state.board.outcome
    assert outcome is not None
    assert (outcome.ended_by, list(outcome.winners)) == ("closed", [0])


MALFORMED = [
    (HAND, hand_body(1, "Ann 4 and Cal 3 took 7, Ben 3 and Dee 2 took 5"), "13"),
    (HAND, hand_body(1, EVEN) | {"bids": [["4", "14"], ["3", "2"]]}, "14"),
    (HAND, hand_body(1, EVEN) | {"bids": [["4", ""], ["3", "2"]]}, "bid"),
    (HAND, hand_body(1, EVEN) | {"bids": [["4", None], ["3", "2"]]}, "bid"),
    (HAND, hand_body(1, "Ann nil and Cal 3 took 7, Ben 3 and Dee 2 took 6"), "nil"),
    (HAND, hand_body(1, EVEN) | {"took": [14, -1]}, "13"),
    (HAND, {"hand": 1, "bids": [["4", "3"], ["3", "2"]]}, "took"),
    (HAND, hand_body(1, EVEN) | {"colour": "red"}, "colour"),
    (HAND, hand_body(0, EVEN), "hand"),
    (BIDS, {"hand": 1, "bids": [["4"], ["3", "2"]]}, "bids"),
    (BIDS, {"hand": 1, "bids": [["4", "blind-6"], [None, None]]}, "blind-6"),
    (CORRECTION, hand_body(1, EVEN), "Say why"),
    (CORRECTION, hand_body(1, EVEN) | {"reason": "  "}, "Say why"),
    (MISDEAL, {"hand": "one"}, "hand"),
    (TAKE_BACK, {"entry": 0}, "entry"),
    (CLOSE, {"why": "late"}, "why"),
    ("party", {}, "kind"),
    (None, {}, "kind"),
]


@each_case(("kind_of_entry", "body", "named"), MALFORMED)
def test_malformed_event_is_refused(game_id: str, kind_of_entry: object, body: Any, named: str) -> None:
    with refuses(InvalidInput, match=f"(?i){named}") as refused:
        record(game_id, kind_of_entry, body, author=ANN)
    assert "\n" not in fault_text(refused.value.fault)
    assert kinds(game_id) == []
    assert load_game(game_id).state.seq == 1


def test_a_hand_out_of_turn_is_refused(game_id: str) -> None:
    with refuses(NotNow, match="The next hand is 1"):
        record(game_id, HAND, hand_body(2, EVEN), author=ANN)
    play(game_id, EVEN)
    with refuses(AlreadyRecorded, match="already recorded"):
        record(game_id, HAND, hand_body(1, BIG), author=ANN)
    assert kinds(game_id) == [HAND]


def test_nothing_is_recorded_after_the_end(game_id: str) -> None:
    play(game_id, BIG, BIG, BIG, BIG)
    for kind_of_entry, body in [(HAND, hand_body(5, EVEN)), (MISDEAL, {"hand": 5}), (CLOSE, {})]:
        with refuses(NotNow, match="[Tt]he game is (already )?over"):
            record(game_id, kind_of_entry, body, author=ANN)
    assert kinds(game_id) == [HAND] * 4


def test_irregular_hand_needs_overruled(table: Table) -> None:
    game_id = start_game(table.id, game_setup(may_total_tricks=False), author=ANN).game.id
    irregular = hand_body(1, "Ann 4 and Cal 3 took 7, Ben 4 and Dee 2 took 6")
    with refuses(Irregular, match="overruled") as refused:
        record(game_id, HAND, irregular, author=ANN)
    assert (refused.value.fault.path.words, len(refused.value.objections)) == ("hand 1", 1)
    assert kinds(game_id) == []
    recorded = record(game_id, HAND, irregular | {"overruled": True}, author=ANN)
    assert totals(recorded) == [70, 60]
    assert len(recorded.state.board.hands[0].objections) == 1


def test_irregular_correction_needs_overruled(table: Table) -> None:
    game_id = start_game(table.id, game_setup(EVEN, may_total_tricks=False), author=ANN).game.id
    irregular = hand_body(1, "Ann 4 and Cal 3 took 7, Ben 4 and Dee 2 took 6") | {"reason": "misheard"}
    with pytest.raises(Irregular):
        record(game_id, CORRECTION, irregular, author=ANN)
    assert kinds(game_id) == [HAND]
    assert totals(record(game_id, CORRECTION, irregular | {"overruled": True}, author=ANN)) == [70, 60]


def test_unknown_game_is_reported(table: Table) -> None:
    with pytest.raises(NoSuchGame):
        record("nowhere", HAND, hand_body(1, EVEN), author=ANN)


def test_event_that_cannot_be_read_again_is_not_stored(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    play(game_id, EVEN)
    monkeypatch.setattr(event_json, "MAX_HANDS", 1)

    def misdealt(state: GameState) -> HandMisdealt:
        return HandMisdealt(seq=state.seq + 1, hand=2)

    with pytest.raises(InvalidInput):
        record_event(game_id, misdealt, author=BEN)
    assert load_game(game_id).state.seq == find_game(game_id).last_seq == 2
