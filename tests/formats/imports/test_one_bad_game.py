"""A game that cannot be read keeps no other game of its file out, and is named."""

import io
import zipfile

import pytest
from flask import Flask

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.words.faults import fault_text
from scorekeeper.formats.csv_rows import hands_csv
from scorekeeper.formats.game_json import game_json, games_json
from scorekeeper.formats.table_zip import table_zip
from scorekeeper.formats.text_record import record_of
from scorekeeper.services.importing import import_file
from scorekeeper.storage.games import games_of, tables
from scorekeeper.storage.models import Table
from tests.formats.imports.files import GAME, MERGED, OVER, file
from tests.refusals import refuses

WRONG = "go-fish"
"""A game that this program does not know."""


def spoiled(text: str) -> str:
    return text.replace("two-player", WRONG, 1)


def packed(*contents: str) -> bytes:
    """A table's ZIP with these games."""
    whole = io.BytesIO(b"".join(table_zip(MERGED, [GAME, OVER])))
    with zipfile.ZipFile(whole) as before:
        names = sorted(name for name in before.namelist() if "/games/" in f"/{name}" and name.endswith(".json"))
        assert len(names) == len(contents)
        replaced = dict(zip(names, contents, strict=True))
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as after:
            for name in before.namelist():
                after.writestr(name, replaced.get(name) or before.read(name))
    return made.getvalue()


RECORD, SPOILED = record_of(OVER), spoiled(record_of(GAME))
FILES: dict[str, tuple[str | bytes, str]] = {
    "records": (f"{SPOILED}\n{RECORD}", "game 1"),
    "the second record": (f"{RECORD}\n{SPOILED}", "game 2"),
    "JSON": (spoiled(b"".join(games_json([GAME, OVER])).decode()), "game 1"),
    "a list": (f"[{spoiled(game_json(GAME))}, {game_json(OVER)}]", "game 1"),
    "CSV": (spoiled("".join(hands_csv([GAME, OVER]))), "game 1"),
    "ZIP": (packed(spoiled(game_json(GAME)), game_json(OVER)), "games/000001"),
}
ALL_BAD: dict[str, str | bytes] = {
    "records": f"{SPOILED}\n{SPOILED}",
    "JSON": spoiled(game_json(GAME)),
    "CSV": spoiled("".join(hands_csv([GAME]))),
    "ZIP": packed(spoiled(game_json(GAME)), spoiled(game_json(OVER))),
}


@pytest.mark.parametrize("form", FILES)
def test_the_other_games_are_imported(table: Table, form: str) -> None:
    content, where = FILES[form]
    imported = import_file(file(content), table.id)
    assert len(imported.games) == len(games_of(table.id)) == 1
    (unread,) = imported.unread
    assert where in fault_text(unread.placed)
    assert WRONG in fault_text(unread.placed)


@pytest.mark.parametrize("content", ["   \n", "Spades on Thursday\n"])
def test_a_file_of_a_zip_that_is_no_game_at_all_is_named(table: Table, content: str) -> None:
    imported = import_file(file(packed(content, game_json(OVER))), table.id)
    assert len(imported.games) == 1
    (unread,) = imported.unread
    assert fault_text(unread.placed).count("games/000001.json") == 1


@pytest.mark.parametrize("form", ALL_BAD)
def test_a_file_without_any_game_that_can_be_read_is_refused(table: Table, form: str) -> None:
    with refuses(InvalidInput, match=WRONG):
        import_file(file(ALL_BAD[form]), table.id)
    assert games_of(table.id) == []


def test_a_table_is_not_made_for_games_that_cannot_be_read(app: Flask) -> None:
    with refuses(InvalidInput, match=WRONG):
        import_file(file(ALL_BAD["ZIP"]))
    assert tables() == []
