"""A table's own presets and lines, in its ZIP and back."""

import io
import json
from dataclasses import replace

from flask import Flask

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.rules.ruleset import Value
from scorekeeper.core.rulesets import rule_set
from scorekeeper.formats.files.table_zip import read_table
from scorekeeper.formats.games import ExportedPreset, ExportedTable
from scorekeeper.formats.table_zip import table_zip
from scorekeeper.formats.verification.file import check_file
from scorekeeper.services.exporting import table_in_form
from scorekeeper.services.house_rules import MAX_PRESETS, agreed_at, save_agreed, save_preset
from scorekeeper.services.importing import import_file
from scorekeeper.storage.models import Table
from scorekeeper.storage.presets import table_presets
from tests.each_case import each_case
from tests.formats.exports.games import game_of_sheet
from tests.refusals import refuses
from tests.tables import sheet_of

GAME = game_of_sheet(sheet_of("two-player", "Ann 5 took 6, Ben 5 took 7"))
FRIDAY = ExportedTable("Friday", ["Ann", "Ben"], {})


def ours(name: str, **options: Value) -> ExportedPreset:
    """A table's preset in an export."""
    return ExportedPreset(name, "partnership", rule_set("partnership").with_options(options).options)


def of_house(*presets: ExportedPreset, agreed: tuple[str, ...] = ()) -> io.BytesIO:
    """The ZIP of a table that has these presets and lines."""
    return io.BytesIO(b"".join(table_zip(replace(FRIDAY, presets=presets, agreed=agreed), [GAME])))


def test_own_presets_and_lines_are_imported(app: Flask) -> None:
    packed = of_house(ours("Lunch break", target=150), ours("Late", nil=50), agreed=("Both jokers are high",))
    (table_id,) = import_file(packed).tables
    assert [(own.name, own.options["target"]) for own in table_presets(table_id)] == [
        ("Lunch break", 150),
        ("Late", 500),
    ]
    assert agreed_at(table_id) == ("Both jokers are high",)
    assert b"".join(table_in_form(table_id, "zip")) == packed.getvalue()
    assert check_file(packed).findings == []


def test_existing_presets_and_lines_stay(table: Table) -> None:
    save_preset(table.id, "partnership", None, "Lunch break", {"target": 200})
    save_agreed(table.id, ["No talking"])
    packed = of_house(ours("LUNCH BREAK", target=150), ours("Late", nil=50), agreed=("Both jokers are high",))
    left_out = [
        "Preset “LUNCH BREAK” is left out: this table has another preset by that name",
        "The file’s own rules are left out: this table keeps its own",
    ]
    for _ in range(2):
        assert import_file(packed, table.id).problems == left_out
        packed.seek(0)
    assert [(own.name, own.options["target"]) for own in table_presets(table.id)] == [
        ("Lunch break", 200),
        ("Late", 500),
    ]
    assert agreed_at(table.id) == ("No talking",)


def test_preset_whose_name_hides_a_letter_is_left_out(table: Table) -> None:
    words = ["Preset “La\u200bte” is left out: its name can’t be used here"]
    assert import_file(of_house(ours("La\u200bte"), ours("Late", nil=50)), table.id).problems == words
    assert [own.name for own in table_presets(table.id)] == ["Late"]


def test_number_of_imported_presets_is_limited(table: Table) -> None:
    packed = of_house(*[ours(f"Ours {number}") for number in range(MAX_PRESETS + 1)], ours("Classic"))
    assert import_file(packed, table.id).problems == [
        f"Preset “Ours {MAX_PRESETS}” is left out: a table has {MAX_PRESETS} presets at most",
        "Preset “Classic” is left out: this table has another preset by that name",
    ]
    assert len(table_presets(table.id)) == MAX_PRESETS
    packed.seek(0)
    assert len(import_file(packed, table.id).problems) == 2  # identical ones are not listed


def test_limit_of_a_preset_is_imported(app: Flask) -> None:
    packed = of_house(replace(ours("Late"), minutes=40), ours("Early"))
    (table_id,) = import_file(packed).tables
    assert [own.minutes for own in table_presets(table_id)] == [40, None]
    assert b"".join(table_in_form(table_id, "zip")) == packed.getvalue()
    assert import_file(of_house(replace(ours("Late"), minutes=30)), table_id).problems == [
        "Preset “Late” is left out: this table has another preset by that name"
    ]


@each_case(
    ("about", "match"),
    [
        ({"presets": [{"name": "A", "rules": "bridge", "options": {}}]}, "bridge"),
        ({"presets": [{"name": "A", "rules": "whiz", "options": {"target": 1}}]}, "target"),
        ({"presets": [{"name": "A", "rules": "whiz", "options": {"target": []}}]}, "target"),
        ({"presets": [{"name": "", "rules": "whiz", "options": {}}]}, "name"),
        ({"presets": [{"name": "A"}]}, "rules"),
        ({"presets": [{"name": "A", "rules": "whiz", "options": {}, "minutes": 601}]}, "minutes"),
        ({"presets": ["A"]}, "preset"),
        ({"presets": {}}, "“presets” must be a list"),
        ({"agreed": ["x"] * 13}, "agreed"),
    ],
)
def test_invalid_house_rules_are_refused(app: Flask, about: dict[str, object], match: str) -> None:
    content = {"format": "scorekeeper-table/1", "about": {"name": "Friday", **about}}
    with refuses(InvalidInput, match=match):
        read_table(json.dumps(content).encode())
