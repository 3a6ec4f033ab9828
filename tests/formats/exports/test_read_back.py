"""What a table can record, every reader takes back: random events of every kind, undone and corrected anywhere."""

import io
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given, settings, strategies as st

from scorekeeper.core.game import (
    BIDS,
    CLOSE,
    CORRECTION,
    DEALER,
    HAND,
    MISDEAL,
    REOPEN,
    SIGN,
    SUBSTITUTE,
    TAKE_BACK,
    TIME,
    GameState,
    payload_of,
    replay,
)
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.sheet import read_sheet, sheet_json
from scorekeeper.formats.chain import NOTHING_BEFORE, START, StoredEvent, UnsavedEvent, chained
from scorekeeper.formats.files import Export, games_of_file, write_game
from scorekeeper.formats.games import ExportedGame, ExportedTable, ImportedGame
from scorekeeper.formats.table_zip import table_zip
from scorekeeper.formats.verification.file import check_file
from scorekeeper.services.starting import events_of_sheet, setup_of
from tests.core.game.games import EVEN, begin, body_of, heads, partnership, play, take_back, undo, write
from tests.fast_strategies import between, now_and_then, pick
from tests.formats.exports.games import EVENING
from tests.hypothesis_budget import examples

GUESTS = ["Zoë", "Yan", "Xia"]
KINDS = [HAND, HAND, HAND, BIDS, MISDEAL, CORRECTION, SUBSTITUTE, DEALER, TIME, SIGN, CLOSE, REOPEN]


def anything(draw: st.DrawFn, state: GameState) -> tuple[str, dict[str, Any]]:
    """An event of any kind, which this game may refuse."""
    undone, sometimes = now_and_then(draw, 2, one_in=3)
    if undone:
        return TAKE_BACK, {"entry": draw(between(2, max(2, state.seq)))}
    recorded, bidders = len(state.board.hands), len(state.setup.rules.seating.bidders)
    kind = pick(draw, [each for each in KINDS if each != CORRECTION or recorded])
    hand = {"hand": draw(between(1, recorded + 1)) if sometimes else recorded + 1}
    seat = {"seat": draw(between(0, bidders - 1))}
    if kind == SUBSTITUTE:
        return kind, {**hand, **seat, "player": pick(draw, [*GUESTS, state.setup.player_at(state.setup.dealer)])}
    if kind == DEALER:
        return kind, {**hand, **seat}
    if kind == SIGN:
        return kind, {"side": draw(between(0, len(state.setup.sides) - 1)), "verdict": "agreed"}
    if kind == CLOSE and sometimes:
        return kind, {"reason": "late", "forfeit": draw(between(0, len(state.setup.sides) - 1))}
    if kind == REOPEN:
        return kind, {}
    return kind, body_of(draw, state, kind)


@st.composite
def wild_games(draw: st.DrawFn, most: int = 14) -> GameState:
    """A game with whatever it took of many events."""
    head = draw(heads())
    state = begin(head | {"minutes": 60} if draw(between(0, 1)) else head)
    for _ in range(draw(between(0, most))):
        kind, body = anything(draw, state)
        try:
            state = write(state, kind, **body)
        except InvalidInput:
            continue
    return state


def stored(state: GameState, name: str = "game1") -> ExportedGame:
    """The game with the chain that the server would have stored."""
    entries: list[StoredEvent] = []
    for event in state.events:
        payload = setup_of(state.setup).payload() if event.kind == START else payload_of(event, state.setup)
        id_ = str(UUID(int=event.seq, version=4))
        new = UnsavedEvent(kind=event.kind, payload=payload, id=id_, who="Ann", reason=event.reason, at=EVENING)
        previous = entries[-1].hash if entries else NOTHING_BEFORE
        entries.append(chained(name, new, seq=event.seq, previous=previous))
    return ExportedGame(name, state, tuple(entries), int(name.removeprefix("game")))


def check_reads_back(state: GameState) -> None:
    """Every format, and a bare sheet, gives the game again, and is called undamaged."""
    sheet = state.sheet
    assert read_sheet(sheet_json(sheet)) == sheet
    assert replay(events_of_sheet(sheet)).sheet == sheet
    game = stored(state)
    for form in ("json", "text", "csv"):
        if form == "csv" and not sheet.hands:
            continue  # it has a row for each hand
        file = io.BytesIO(b"".join(write_game(form, Export([game], lambda: ExportedTable("Friday"), tuple))))
        (imported,) = games_of_file(file)
        assert isinstance(imported, ImportedGame)
        assert imported.sheet == sheet, form
        file.seek(0)
        assert form == "csv" or check_file(file).holds, form
    other = stored(play(partnership(), EVEN), "game2")
    packed = io.BytesIO(b"".join(table_zip(ExportedTable("Friday"), [game, other])))
    assert check_file(packed).holds
    assert len(list(games_of_file(packed))) == 3


@settings(max_examples=examples(60), deadline=None)
@given(wild_games())
def test_what_can_be_recorded_can_be_read_back(state: GameState) -> None:
    check_reads_back(state)


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        (SUBSTITUTE, {"hand": 2, "seat": 0, "player": "Eve"}),
        (DEALER, {"hand": 2, "seat": 2}),
        (MISDEAL, {"hand": 2, "reason": "exposed card"}),
        (TIME, {"hand": 2, "minutes": 45}),
    ],
)
def test_a_change_for_hand_2_is_kept_when_hand_1_is_taken_back(kind: str, body: dict[str, Any]) -> None:
    state = write(play(partnership(misdeal="passes"), EVEN), kind, **body)
    taken = take_back(state, 2)
    assert not taken.sheet.hands
    check_reads_back(taken)
    check_reads_back(play(taken, EVEN))
    assert play(taken, EVEN).sheet == state.sheet


def test_a_taken_back_change_is_in_no_export() -> None:
    state = undo(write(play(partnership(), EVEN), SUBSTITUTE, hand=2, seat=0, player="Eve"))
    assert not state.sheet.substitutes
    check_reads_back(state)
