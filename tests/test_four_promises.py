"""Every place where people bring or type something, and a test there for each of four promises (`tests.promises`).

What takes something is found by what it is: forms in which somebody types, whatever else reads a posted form, calls
with a body, commands with an argument, and formats that are imported. A new one without promises, or a reason, fails.
"""

from __future__ import annotations

import ast
import importlib
import pkgutil
from collections.abc import Iterator
from pathlib import Path

import click
from flask import Flask
from wtforms import DateField, FileField, Form, HiddenField, IntegerField, SearchField, StringField, TextAreaField
from wtforms.fields.core import UnboundField

from scorekeeper.cli import commands
from scorekeeper.formats.files import formats
from scorekeeper.web import posted
from scorekeeper.web.posted import PostedFields, posted_number
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
CARRIED = Promises(
    f"{FORMER}.test_carried::test_table_has_all_that_the_phone_recorded",
    f"{FORMER}.test_carried::test_damaged_and_other_text_is_refused",
    ONE_READING,
    TAKEN_AWAY,
)
MERGED = Promises(
    "both names are chosen from those of the table",
    "tests.storage.test_merging::test_two_who_played_in_one_game_are_two_players",
    "nothing is asked: two who met are two players",
    "tests.storage.test_merging::test_games_move_with_a_merged_name_and_back",
)
RENAMED = Promises(
    "tests.api.test_players::test_renamed_player_keeps_the_former_name",
    "tests.services.test_at_once::test_of_two_renamed_to_one_name_one_gets_it",
    "nothing is asked: a name that is taken is another player’s",
    "the same form takes the former name again",
)
SEATED = Promises(
    "the form keeps the names as they were typed",
    "tests.web.test_seating::test_near_match_of_a_name_is_asked_about",
    "tests.web.test_seating::test_someone_new_is_asked_about_once",
    "tests.web.test_seating::test_seat_is_cleared_and_taken_by_another",
)
HAND_LISTS = ("hand_lists.HandListForm", "hand_lists.ColumnsForm", "hand_lists.columns_form")
PLACES: dict[str, Promises] = {
    **dict.fromkeys(HAND_LISTS, LISTS),
    "imports.ImportForm": IMPORT,
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
    **dict.fromkeys(("format csv", "format json", "format text", "format zip"), IMPORT),
    "format carried": CARRIED,
    "audit.paper_from_form": Promises(
        f"{AUDIT}::test_paper_without_totals_is_scored",
        f"{AUDIT}::test_question_is_asked_about_a_nil_beside_a_partner_and_first_tricks",
        f"{AUDIT}::test_nil_on_paper_is_made_or_set_as_the_table_says",
        f"{AUDIT}::test_hand_can_be_removed",
    ),
    "players.TypedMergeForm": MERGED,
    "POST /tables/{table}/players/merge": MERGED,
    "players.RenameForm": RENAMED,
    "PATCH /tables/{table}/players/{player}": RENAMED,
    "scorekeeper rules": Promises(
        "tests.cli.test_rules::test_rule_set_with_its_option_values",
        "tests.cli.test_rules::test_unknown_option_is_refused",
        "an option has one reading",
        "tests.web.test_house_rules::test_a_preset_is_renamed_and_removed",
    ),
    "games.seats_form": SEATED,
    "POST /tables/{table}/games": Promises(
        "tests.services.test_names_of_new_games::test_each_seat_says_what_is_wrong_with_its_name",
        "tests.services.test_names_of_new_games::test_refusal_of_a_look_alike_names_both",
        "the refusal names both, and the program gives the one it means",
        "a game that was begun by mistake is deleted by its call",
    ),
    "seats.name": Promises(
        "tests.web.test_quick_game::test_a_seat_is_renamed_and_names_differ",
        "tests.web.test_quick_game::test_near_match_of_a_name_is_asked_about",
        "tests.web.test_quick_game::test_near_match_of_a_name_is_asked_about",
        "tests.web.test_quick_game::test_a_name_is_in_every_hand_and_can_be_undone",
    ),
    "rulings.create_substitute": Promises(
        "tests.web.test_rulings::test_substitute_takes_a_seat",
        "tests.services.test_names::test_look_alike_is_refused_as_a_substitute",
        "tests.web.test_rulings::test_invalid_substitute_is_refused",
        "it is undone at the pad",
    ),
    "claim_player.WhoForm": Promises(
        "tests.sharing.test_whose_phone::test_joining_phone_says_who_it_is_and_opens_the_game",
        "tests.sharing.test_whose_phone::test_somebody_new_types_a_name_and_a_near_one_is_asked_about",
        "tests.sharing.test_whose_phone::test_somebody_new_types_a_name_and_a_near_one_is_asked_about",
        "tests.sharing.test_whose_phone::test_player_of_a_phone_is_chosen_later_changed_and_removed",
    ),
}
SHOWN_AS_TYPED = "its text is for people, who see and change it as it was typed"
OFFERED = "it takes what its page offers, and nothing that is typed"
TAPPED = "a tap is shown before it is saved, and undone at the pad; its reasons are for people"
OF_PROGRAMS = "a program says each value by its name, in JSON, where it has one reading"
FOR_SEARCHING = "it only looks for something"
GIVEN_NAMES = "it is given names of what is there, and files that it writes"
TAPS = (
    *("events.create", "games.create", "games.create_rematch", "hands._write_bids", "hands.create"),
    *("hands.create_correction", "hands.create_own_bid", "rulings.create", "rulings.create_forfeit"),
    *("rulings.create_misdeal", "rulings.create_swap", "rulings.create_time", "seats.deal", "sign_off.create"),
)
WRITING = ("backup", "demo", "export", "forget", "invite", "phone", "revoke", "serve", "static")
WITHOUT = {
    **dict.fromkeys(("forms.FileForm", "forms.TextOrFileForm"), "others are made of it"),
    **dict.fromkeys(TAPS, TAPPED),
    **dict.fromkeys(("check.CheckForm", "POST /check", "POST /score", "POST /audit"), NOTHING_KEPT),
    **dict.fromkeys(("scorekeeper score", "scorekeeper check"), NOTHING_KEPT),
    **dict.fromkeys(("custom_games.CustomGameFileForm", "scorekeeper restore"), ONE_READING),
    **dict.fromkeys(("custom_games.CustomGameForm", "deals.DealForm", "presets.AgreedForm"), SHOWN_AS_TYPED),
    **dict.fromkeys(("played.NotCountedForm", "presets.PresetNameForm", "sharing.DeviceForm"), SHOWN_AS_TYPED),
    **dict.fromkeys(("tables.SettingsForm", "tables.TableForm", "tables.settings_form"), SHOWN_AS_TYPED),
    **dict.fromkeys(("audit.PaperChoiceForm", "deals.LimitForm", "deals.limit_form", "deals.move"), OFFERED),
    **dict.fromkeys(("players.standing", "players.unmerge", "preferences.create", "played.set_taken_away"), OFFERED),
    **dict.fromkeys(("at_table.changed", "deals.add_known", "sharing.ShownLinkForm"), OFFERED),
    "played.FilterForm": FOR_SEARCHING,
    "join.JoinForm": "a code lets somebody in or does not, in any spelling",
    **dict.fromkeys(
        (
            *("POST /tables", "PATCH /tables/{table}", "POST /tables/{table}/invites", "PUT /tables/{table}/pen"),
            *("PUT /tables/{table}/agreed", "POST /tables/{table}/presets", "POST /tables/{table}/players/unmerge"),
            "PUT /tables/{table}/players/{player}/standing",
            *("PUT /games/{game}/counted", "PUT /games/{game}/taken-away", "POST /games/{game}/entries"),
            *("POST /tables/{table}/scripted-games", "PUT /tables/{table}/scripted-games/{scripted}"),
            *("POST /tables/{table}/erase", "POST /tables/{table}/players/{player}/erase"),
        ),
        OF_PROGRAMS,
    ),
    **dict.fromkeys(
        (f"scorekeeper {name}" for name in WRITING),
        GIVEN_NAMES,
    ),
}
"""What takes something, and why nothing in it can be read two ways."""
ALL_PLACES = PLACES | {name: own for room in rooms_with("promises") for name, own in room.PLACES.items()}
ALL_WITHOUT = WITHOUT | {name: why for room in rooms_with("promises") for name, why in room.WITHOUT.items()}


def forms_that_take_something() -> Iterator[str]:
    """The forms with a field in which somebody types, or for a file, each with its module."""
    for package in PAGES:
        for module in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}."):
            importlib.import_module(module.name)
    for form in every_form(Form):
        fields = {name: field for name in dir(form) if isinstance(field := getattr(form, name, None), UnboundField)}
        kinds = {name: field.field_class for name, field in fields.items()}
        typed = [name for name, kind in kinds.items() if issubclass(kind, TYPED) and not issubclass(kind, NOT_TYPED)]
        if form.__module__.startswith("scorekeeper.") and set(typed) - BESIDE:
            yield f"{form.__module__.rpartition('.')[2]}.{form.__name__}"


def every_form(form: type[Form]) -> Iterator[type[Form]]:
    for own in form.__subclasses__():
        yield own
        yield from every_form(own)


def readers_of_what_is_posted() -> Iterator[str]:
    """What reads a posted form, or its fields, with its module; the forms themselves are found above."""
    for package in PAGES:
        for file in sorted(Path(str(importlib.import_module(package).__file__)).parent.rglob("*.py")):
            if file == READER:
                continue
            tree = ast.parse(file.read_text("utf-8"))
            read = [call for call in ast.walk(tree) if isinstance(call, ast.Call) and any(map(is_posted, call.args))]
            names = [ast.unparse(call.func).rpartition(".")[2] for call in read]
            module = file.parent.name if file.stem == "__init__" else file.stem
            yield from (f"{module}.{name}" for name in names if not name[0].isupper())
            yield from (f"{module}.{own.name}" for own in tree.body if isinstance(own, ast.FunctionDef) and reads(own))
            found = [node for node in ast.walk(tree) if is_posted(node)]
            given = [arg for call in read for arg in (*call.args, *(each.value for each in call.keywords))]
            assert [node for node in found if node not in given] == [], f"{file}: give it to a form"


def reads(own: ast.FunctionDef) -> bool:
    """Whether a function reads the fields without a form."""
    names = (PostedFields.__name__, posted_number.__name__)
    return any(isinstance(node, ast.Name) and node.id in names for node in ast.walk(own))


def is_posted(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and ast.unparse(node) in ("request.form", "request.files")


def calls_that_take_something() -> Iterator[str]:
    """The calls with a body."""
    for call in API_CALLS:
        if call.operation.body is not None:
            yield f"{call.method.upper()} {call.path}"


def commands_that_take_something(command: click.Command, path: str = "scorekeeper") -> Iterator[str]:
    """The commands with an argument or an option that is typed: no switch, no choice, no number."""
    if isinstance(command, click.Group):
        for name in command.list_commands(click.Context(command)):
            found = command.get_command(click.Context(command), name)
            assert found is not None
            yield from commands_that_take_something(found, f"{path} {name}")
    elif any(isinstance(each.type, click.Path | click.File | click.types.StringParamType) for each in command.params):
        yield path


def formats_that_are_read() -> Iterator[str]:
    """The formats of files that are imported."""
    return (f"format {key}" for key, form in formats().items() if form.reader is not None)


READER = Path(posted.__file__)
PAGES = ("scorekeeper.web", *(f"scorekeeper.rooms.{room}" for room in rooms_there()))
NOT_TYPED = HiddenField | SearchField  # a search keeps nothing
TYPED = StringField | TextAreaField | FileField | IntegerField | DateField
BESIDE = {"entry_id", "seq", "version", "sure", "asked", "again"}
"""Fields that forms fill in themselves, or that confirm what was shown."""


def test_every_place_that_takes_something_keeps_the_promises_or_says_why_not(app: Flask) -> None:
    with app.app_context():
        found = {
            *forms_that_take_something(),
            *calls_that_take_something(),
            *readers_of_what_is_posted(),
            *commands_that_take_something(commands),
            *formats_that_are_read(),
        }
    assert found - set(ALL_PLACES) - set(ALL_WITHOUT) == set()
    assert {*ALL_PLACES, *ALL_WITHOUT} - found == set(), "it is not there any more"
    assert ALL_PLACES.keys() & ALL_WITHOUT.keys() == set()


@each_case("place", ALL_PLACES)
def test_each_promise_has_its_test_or_a_reason(place: str) -> None:
    promises: Promises = ALL_PLACES[place]
    tests = [named for named in promises.each if "::" in named]
    assert len(tests) > 1, "reasons alone keep no promise"
    for named in tests:
        module, _, name = named.partition("::")
        assert callable(getattr(importlib.import_module(module), name, None)), named
