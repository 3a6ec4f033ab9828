"""Every place where people bring or type something, and a test there for each of four promises (`tests.promises`).

What takes a text or a file is found by itself, in forms, calls and commands, so that a new one without them fails.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator

import click
from flask import Flask
from wtforms import FileField, Form, TextAreaField
from wtforms.fields.core import UnboundField

from scorekeeper.api.operations import A_FILE
from scorekeeper.api.schemas import all_schemas
from scorekeeper.cli import commands
from tests.api.calling import API_CALLS
from tests.each_case import each_case
from tests.promises import Promises
from tests.rooms import rooms_there, rooms_with

PAGE, COMMAND, API = "tests.web.test_hand_lists", "tests.cli.test_export_and_import", "tests.api.test_transfer"
TAKEN_AWAY = f"{PAGE}::test_list_imported_by_mistake_is_taken_away_and_brought_back"
IMPORTS, AUDIT, FORMER = "tests.web.test_imports", "tests.web.test_check_pages", "tests.formats.imports"
NOTHING_KEPT = "it keeps nothing"
ONE_READING = "it has one reading: it is what the app wrote, and differences are named"
LISTS = Promises(
    f"{PAGE}::test_preview_says_how_the_list_is_read_with_its_scores",
    f"{PAGE}::test_what_is_not_understood_is_asked_about_before_anything_is_shown",
    f"{PAGE}::test_dates_of_bids_with_their_tricks_are_asked_about_where_the_list_is",
    TAKEN_AWAY,
)
IMPORT = Promises(
    f"{IMPORTS}::test_text_record_is_previewed_and_imported",
    f"{IMPORTS}::test_names_that_look_alike_are_shown_and_imported",
    "names that look alike are merged, or left, on the players’ pages",
    TAKEN_AWAY,
)
OVER_API = Promises(
    f"{API}::test_preview_of_a_list_of_hands_has_its_scores",
    f"{API}::test_list_of_any_shape_is_read_or_asked_about",
    f"{API}::test_what_is_not_understood_of_a_list_is_named_until_it_is_said",
    TAKEN_AWAY,
)
PLACES: dict[str, Promises] = {
    "HandListForm": LISTS,
    "ColumnsForm": LISTS,
    "ImportForm": IMPORT,
    "scorekeeper hands": Promises(
        f"{COMMAND}::test_a_guess_of_a_list_is_shown_with_its_scores",
        f"{COMMAND}::test_list_of_any_shape_is_read_or_asked_about",
        f"{COMMAND}::test_what_a_list_leaves_open_is_an_option",
        TAKEN_AWAY,
    ),
    "scorekeeper import": IMPORT,
    "POST /tables/{table}/imports": IMPORT,
    "POST /tables/{table}/imports/preview": IMPORT,
    "POST /tables/{table}/imports/hands": OVER_API,
    "POST /tables/{table}/imports/hands/preview": OVER_API,
    "carried texts": Promises(
        "tests.formats.imports.test_carried::test_table_has_all_that_the_phone_recorded",
        "tests.formats.imports.test_carried::test_damaged_and_other_text_is_refused",
        ONE_READING,
        TAKEN_AWAY,
    ),
    "the paper audit": Promises(
        f"{AUDIT}::test_paper_without_totals_is_scored",
        f"{AUDIT}::test_question_is_asked_about_a_nil_beside_a_partner_and_first_tricks",
        f"{AUDIT}::test_nil_on_paper_is_made_or_set_as_the_table_says",
        f"{AUDIT}::test_hand_can_be_removed",
    ),
    "merging names": Promises(
        "both names are chosen from those of the table",
        "tests.storage.test_merging::test_two_who_played_in_one_game_are_two_players",
        "nothing is asked: two who met are two players",
        "tests.storage.test_merging::test_games_move_with_a_merged_name_and_back",
    ),
    "house rules by code": Promises(
        "tests.cli.test_rules::test_rule_set_with_its_option_values",
        "tests.cli.test_rules::test_unknown_option_is_refused",
        "an option has one reading",
        "tests.web.test_house_rules::test_a_preset_is_renamed_and_removed",
    ),
    "names of a new game": Promises(
        "the form keeps them as they were typed",
        "tests.services.test_names_of_new_games::test_a_slip_of_the_pen_is_noticed",
        "tests.services.test_names_of_new_games::test_refusal_of_a_look_alike_names_both",
        "a game that was begun by mistake is deleted, see tests/web",
    ),
}
WITHOUT = {
    **dict.fromkeys(("FileForm", "TextOrFileForm"), "others are made of it"),
    "CheckForm": NOTHING_KEPT,
    "CustomGameFileForm": ONE_READING,
    "CustomGameForm": "its text is for people, and is shown as it was typed",
    "DealForm": "its text is for people, and is shown as it was typed",
    "AgreedForm": "its lines are for people, and are shown as they were typed",
    "POST /check": NOTHING_KEPT,
    "scorekeeper score": NOTHING_KEPT,
    "scorekeeper check": NOTHING_KEPT,
    "scorekeeper backup": "it writes the file",
    "scorekeeper restore": ONE_READING,
}
"""What takes a text or a file, and why nothing in it can be read two ways."""
ALL_PLACES = PLACES | {name: own for room in rooms_with("promises") for name, own in room.PLACES.items()}
ALL_WITHOUT = WITHOUT | {name: why for room in rooms_with("promises") for name, why in room.WITHOUT.items()}


def forms_that_take_something() -> Iterator[str]:
    """The forms with a field for a file, or for a text of several lines."""
    for package in ("scorekeeper.web", *(f"scorekeeper.rooms.{room}" for room in rooms_there())):
        for module in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}."):
            importlib.import_module(module.name)
    for form in every_form(Form):
        fields = [getattr(form, name, None) for name in dir(form)]
        kinds = [field.field_class for field in fields if isinstance(field, UnboundField)]
        if form.__module__.startswith("scorekeeper.") and any(issubclass(k, TextAreaField | FileField) for k in kinds):
            yield form.__name__


def every_form(form: type[Form]) -> Iterator[type[Form]]:
    for own in form.__subclasses__():
        yield own
        yield from every_form(own)


def calls_that_take_something() -> Iterator[str]:
    """The calls with a file as their body, or with a list or a file in it."""
    schemas = all_schemas()
    for call in API_CALLS:
        body = call.operation.body
        named = str(body.get("$ref", "")).rpartition("/")[2] if isinstance(body, dict) else ""
        if body == A_FILE or {"list", "file"} & set(schemas.get(named, {}).get("properties", ())):
            yield f"{call.method.upper()} {call.path}"


def commands_that_take_something(command: click.Command, path: str = "scorekeeper") -> Iterator[str]:
    """The commands that read a file."""
    if isinstance(command, click.Group):
        for name in command.list_commands(click.Context(command)):
            found = command.get_command(click.Context(command), name)
            assert found is not None
            yield from commands_that_take_something(found, f"{path} {name}")
    elif any(isinstance(each, click.Argument) and (each.name or "") in FILES for each in command.params):
        yield path


FILES = ("file", "sheets", "exports")
"""What an argument is called that is a file."""


def test_every_place_that_takes_something_keeps_the_promises_or_says_why_not(app: Flask) -> None:
    with app.app_context():
        found = {
            *forms_that_take_something(),
            *calls_that_take_something(),
            *commands_that_take_something(commands),
        }
    assert found - set(ALL_PLACES) - set(ALL_WITHOUT) == set()
    by_themselves = [name for name in ALL_PLACES if name.endswith("Form") or name.startswith(("POST ", "scorekeeper "))]
    assert {*by_themselves, *ALL_WITHOUT} - found == set(), "it is not there any more"


@each_case("place", ALL_PLACES)
def test_each_promise_has_its_test_or_a_reason(place: str) -> None:
    promises: Promises = ALL_PLACES[place]
    tests = [named for named in promises.each if "::" in named]
    assert len(tests) > 1, "reasons alone keep no promise"
    for named in tests:
        module, _, name = named.partition("::")
        assert callable(getattr(importlib.import_module(module), name, None)), named
