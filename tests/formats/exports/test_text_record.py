"""The text record: what it says, and that it comes back as it went out."""

from datetime import UTC, datetime

from scorekeeper.formats.text_record.write import text_record
from tests.tables import partnership, two_player

AT = datetime(2026, 11, 20, 20, 14, 5, tzinfo=UTC)


def test_it_can_be_read_in_a_chat() -> None:
    game = two_player("Ann 5 took 6, Ben 4>5 took 7; Ann adjusted -30 for talking", "Ann 5 took 7, Ben nil took 6")
    lines = text_record(game.sheet, game.board, AT).splitlines()
    assert lines[:4] == [
        '[Record "scorekeeper/1"]',
        '[Rules "two-player"]',
        lines[2],
        '[Revision "1"]',
    ]
    assert '[Started "2026-11-20 20:14"]' in lines
    assert '[Side "Ann"]' in lines
    assert '[Result "73 : -48"]' in lines
    assert lines[-3:-1] == [
        '1. 5 : 4>5 | 6 : 7 | 21 : 52 | 21 : 52 ; agreed 1 -30 "talking"',
        "2. 5 : nil | 7 : 6 | 52 : -100 | 73 : -48",
    ]


def test_the_end_stands_in_its_tags() -> None:
    game = partnership("so far Ann 460 with 1 bags", "Ann 5 and Cal 3 took 9, Ben 2 took 4, Dee nil took 0")
    lines = text_record(game.sheet, game.board).splitlines()
    assert '[Won "Ann & Cal"]' in lines
    assert '[Termination "target, highest: Ann & Cal reached 500: 541 to 122"]' in lines
