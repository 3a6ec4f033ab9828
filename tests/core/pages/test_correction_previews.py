"""A correction preview is complete: the old board with its changes is the board of the replayed game."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given, strategies as st

from scorekeeper.core.analysis.changes import changes
from scorekeeper.core.game import CORRECTION, GameState, read_event
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.pages.correcting.consequences import consequences_of
from scorekeeper.core.pages.hand_words import sentence
from scorekeeper.core.rules.deal import HandRecord
from scorekeeper.core.sheet import hand_json, read_hand, read_sheet
from scorekeeper.core.words.changes import ending_sentence
from scorekeeper.core.words.faults import fault_text
from tests.core.game.games import correct, partnership, play, played_sheet
from tests.fast_strategies import between
from tests.strategies import hand_of, sheets

Json = dict[str, Any]

PLAYED = sheets(least=1)


@st.composite
def corrected(draw: st.DrawFn) -> tuple[Json, int, Json]:
    """A game of any rule set, one of its hands, and a corrected version of it."""
    sheet = draw(PLAYED)
    number = draw(between(1, len(sheet["hands"])))
    house = read_sheet(sheet).rules
    return sheet, number, hand_of(draw, house, number, {})


def that_fits(state: GameState, number: int, hand: Json) -> tuple[int, HandRecord]:
    """A correction of the last hand, if the game ended before the chosen one and both are bid alike."""
    last = min(number, len(state.board.hands))
    assume(state.setup.rules.hand_rules_of(number).is_bid == state.setup.rules.hand_rules_of(last).is_bid)
    return last, read_hand(hand, last, state.setup)


@given(corrected())
def test_preview_equals_the_replayed_game(chosen: tuple[Json, int, Json]) -> None:
    sheet, number, hand = chosen
    state = played_sheet(sheet)
    number, record = that_fits(state, number, hand)
    previewed = consequences_of(state, number, record)
    hands = list(state.sheet.hands)
    hands[number - 1] = record
    if previewed.wrong is not None:
        with pytest.raises(InvalidInput) as refused:
            replace(state.sheet, hands=tuple(hands)).scoreboard()
        assert previewed.wrong == sentence(fault_text(refused.value.fault))
        return
    replayed = replace(state.sheet, hands=tuple(hands)).scoreboard()
    assert previewed.after is not None
    assert previewed.after.board == replayed
    body = {"hand": number, "reason": "so it was", **hand_json(record, state.setup.rules.seating)}
    written = state.apply(read_event(CORRECTION, body, state.setup, state.seq + 1))
    assert written.board == previewed.after.board
    assert written.sheet == previewed.after.sheet


@given(corrected())
def test_preview_lists_every_change(chosen: tuple[Json, int, Json]) -> None:
    sheet, number, hand = chosen
    state = played_sheet(sheet)
    number, record = that_fits(state, number, hand)
    after = consequences_of(state, number, record).after
    if after is None:
        return
    found = changes(state.board, after.board)
    by_side = {(change.number, change.side): change for change in found.hands}
    for old, new in zip(state.board.hands, after.board.hands, strict=True):
        for side in state.setup.rules.seating.sides:
            change = by_side.get((old.number, side))
            before, now = (change.before, change.after) if change else (old.sides[side].points,) * 2
            assert (before, now) == (old.sides[side].points, new.sides[side].points)
    for i, (was, now) in enumerate(found.totals):
        assert now - was == sum(c.after - c.before for c in found.hands if c.side == i)


def test_correction_that_makes_a_tie_says_that_the_game_goes_on() -> None:
    before = "Ann 4 and Cal 3 took 7, Ben 3 and Dee 2 took 6; Ann adjusted +372 for luck; Ben adjusted +390 for luck"
    level = "Ann 3 and Cal 3 took 6, Ben 3 and Dee 3 took 7"
    apart = "Ann 3 and Cal 3 took 5, Ben 3 and Dee 3 took 8"
    won = play(partnership(), before, apart)
    names = won.setup.names
    tied = correct(won, 2, level)
    assert won.board.outcome is not None
    assert ending_sentence(won.board, tied.board, names) == (
        "The game is no longer over. 502 all: another hand decides."
    )
    not_yet = play(partnership(), before, "Ann 3 and Cal 3 took 5, Ben 4 and Dee 5 took 8")
    assert not_yet.board.outcome is None
    assert ending_sentence(not_yet.board, tied.board, names) == "502 all: another hand decides."
    assert ending_sentence(not_yet.board, correct(not_yet, 2, apart).board, names) is not None
    assert ending_sentence(tied.board, correct(tied, 1, before).board, names) is None
