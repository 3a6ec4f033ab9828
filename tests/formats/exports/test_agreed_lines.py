"""A table's own notes on cards and manners: in every format of a game, without any effect on scores."""

from io import BytesIO

from scorekeeper.core.sheet import read_sheet
from scorekeeper.formats.checksums import rules_code
from scorekeeper.formats.files.game_json import read_game
from scorekeeper.formats.game_json import game_json
from scorekeeper.formats.strict_json import parse_json
from scorekeeper.formats.text_record import record_of, text_record
from scorekeeper.formats.text_record.read import read_record
from scorekeeper.formats.verification.file import check_file
from tests.core.sheet.sheets import again, refusal, sound
from tests.each_case import each_case
from tests.formats.exports.games import game_of_sheet
from tests.schemas import assert_sheet_valid

LINES = ["Both jokers are “high”", 'The 2♣ leads, "always"', "x" * 120]


def test_lines_are_normalized() -> None:
    sheet = again(sound(agreed=[*LINES[:2], "  no talking "]))
    assert sheet["agreed"] == [*LINES[:2], "no talking"]
    assert_sheet_valid(sheet)
    assert "agreed" not in again(sound(agreed=[]))


def test_lines_change_neither_score_nor_rules_code() -> None:
    with_lines, without = read_sheet(sound(agreed=LINES)), read_sheet(sound())
    assert with_lines.scoreboard() == without.scoreboard()
    assert rules_code(with_lines.rules) == rules_code(without.rules)


@each_case("lines", [["x"] * 13, ["x" * 121], [""], ["  "], ["a\nb"], [5], [None], "Jokers", {"1": "Jokers"}, None])
def test_invalid_lines_are_refused(lines: object) -> None:
    assert "agreed" in refusal(sound(agreed=lines)).lower()


def test_lines_survive_json_and_text_record() -> None:
    game = game_of_sheet(sound(agreed=LINES))
    exported = game_json(game)
    assert read_game(parse_json(exported.encode())).sheet == game.sheet
    record = record_of(game)
    assert read_record(record.splitlines()).sheet == game.sheet
    for text in (exported, record):
        assert check_file(BytesIO(text.encode())).findings == []
        changed = check_file(BytesIO(text.replace("Both jokers", "No jokers").encode()))
        assert changed.findings != []


def test_old_record_with_its_own_agreed_tag_is_read() -> None:
    """Earlier versions left `Agreed` to the table."""
    game = game_of_sheet(sound(tags={"Place": "Kitchen"}))
    old = text_record(game.sheet, game.board).replace("[Place ", "[Agreed ")
    sheet = read_record(old.splitlines()).sheet
    assert (sheet.tags, sheet.agreed) == ({"Agreed": "Kitchen"}, ())
    written = text_record(sheet, game.board)
    assert '["Agreed" "Kitchen"]' in written
    assert read_record(written.splitlines()).sheet == sheet


def test_record_can_have_tags_and_lines() -> None:
    game = game_of_sheet(sound(tags={"Agreed": "Kitchen"}, agreed=LINES))
    assert read_record(record_of(game).splitlines()).sheet == game.sheet
