"""The text record: its content, and an unchanged round trip."""

from datetime import UTC, datetime

import pytest

from scorekeeper.core.game import AGREED, DISPUTED, OWN_DEVICE, SHARED_DEVICE, ScoreSigned, SignOff
from scorekeeper.core.rules.seating import Side
from scorekeeper.formats.text_record import text_record
from scorekeeper.formats.text_record.read import read_record
from tests.tables import partnership, two_player

AT = datetime(2026, 11, 20, 20, 14, 5, tzinfo=UTC)


def signed_by(side: int, device: str, verdict: str = AGREED, broken: bool = False) -> SignOff:
    event = ScoreSigned(seq=side + 9, who="Ann’s phone", side=Side(side), verdict=verdict, device=device)
    return SignOff(event, broken)


def test_text_record_is_readable() -> None:
    game = two_player("Ann 5 took 6, Ben 4>5 took 7; Ann adjusted -30 for talking", "Ann 5 took 7, Ben nil took 6")
    lines = text_record(game.sheet, game.board, AT).splitlines()
    assert lines[:4] == [
        '[Record "scorekeeper/1"]',
        '[Rules "two-player"]',
        lines[2],
        '[Revision "2"]',
    ]
    assert '[Started "2026-11-20 20:14"]' in lines
    assert '[Side "Ann"]' in lines
    assert '[Result "73 : -48"]' in lines
    assert lines[-3:-1] == [
        '1. 5 : 4>5 | 6 : 7 | 21 : 52 | 21 : 52 ; agreed 1 -30 "talking"',
        "2. 5 : nil | 7 : 6 | 52 : -100 | 73 : -48",
    ]


def test_tags_have_the_result() -> None:
    game = partnership("so far Ann 460 with 1 bags", "Ann 5 and Cal 3 took 9, Ben 2 took 4, Dee nil took 0")
    lines = text_record(game.sheet, game.board).splitlines()
    assert '[Won "Ann & Cal"]' in lines
    assert '[Termination "target, highest: Ann & Cal won 541–122"]' in lines


def test_signed_tag_names_the_phone_of_each_side() -> None:
    game = two_player("Ann 5 took 6, Ben 4 took 7")
    own, shared = signed_by(0, OWN_DEVICE), signed_by(1, SHARED_DEVICE, DISPUTED)
    lines = text_record(game.sheet, game.board, signs=[own, shared]).splitlines()
    assert '[Signed "agreed on own phone : disputed on shared phone"]' in lines
    assert read_record(lines).sheet == game.sheet
    assert '[Signed "agreed on own phone : -"]' in text_record(game.sheet, game.board, signs=[own])


def test_broken_signature_is_left_out() -> None:
    game = two_player("Ann 5 took 6, Ben 4 took 7")
    assert text_record(game.sheet, game.board, signs=[signed_by(0, OWN_DEVICE, broken=True)]) == text_record(
        game.sheet, game.board
    )


@pytest.mark.parametrize("words", ["Ann", "agreed : by nobody", ""])
def test_own_text_of_a_table_after_signed_is_kept(words: str) -> None:
    game = two_player("Ann 5 took 6, Ben 4 took 7")
    lines = text_record(game.sheet, game.board).splitlines()
    lines.insert(6, f'[Signed "{words}"]')
    assert read_record(lines).sheet.tags == {"Signed": words}
