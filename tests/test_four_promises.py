"""The places where people bring something to the table, and a test for each of four promises to whoever does.

What was brought is shown as it was read, before it counts. What can be read two ways is asked, not guessed. Each
question is answered where it is asked. What was brought by mistake is taken out where it was put in.
"""

import importlib
from dataclasses import dataclass

from scorekeeper.web.forms import TextOrFileForm
from tests.each_case import each_case


@dataclass(frozen=True)
class Promises:
    """Where something is brought, and the tests, as `module::name`, of its promises."""

    shown_as_read: str
    asked: str
    answered: str
    taken_out: str

    @property
    def tests(self) -> tuple[str, ...]:
        return self.shown_as_read, self.asked, self.answered, self.taken_out


PAGE, COMMAND, API = "tests.web.test_hand_lists", "tests.cli.test_export_and_import", "tests.api.test_transfer"
TAKEN_AWAY = f"{PAGE}::test_list_imported_by_mistake_is_taken_away_and_brought_back"
PLACES = {
    "HandListForm": Promises(
        f"{PAGE}::test_preview_says_how_the_list_is_read_with_its_scores",
        f"{PAGE}::test_what_is_not_understood_is_asked_about_before_anything_is_shown",
        f"{PAGE}::test_columns_are_asked_again_with_what_is_wrong",
        TAKEN_AWAY,
    ),
    "scorekeeper hands": Promises(
        f"{COMMAND}::test_a_guess_of_a_list_is_shown_with_its_scores",
        f"{COMMAND}::test_list_of_any_shape_is_read_or_asked_about",
        f"{COMMAND}::test_what_a_list_leaves_open_is_an_option",
        TAKEN_AWAY,
    ),
    "POST /tables/<table>/imports/hands": Promises(
        f"{API}::test_preview_of_a_list_of_hands_has_its_scores",
        f"{API}::test_list_of_any_shape_is_read_or_asked_about",
        f"{API}::test_what_is_not_understood_of_a_list_is_named_until_it_is_said",
        TAKEN_AWAY,
    ),
}
WITHOUT = {
    "CheckForm": "it keeps nothing",
    "CustomGameFileForm": "it is exactly what the app wrote",
    "ImportForm": "it is exactly what the app wrote",
}
"""Forms that take a file or a text, and why nothing in it can be read two ways."""


def forms_below(package: str) -> set[str]:
    """The forms in this package that take a text or a file."""
    return {each.__name__ for each in TextOrFileForm.__subclasses__() if each.__module__.startswith(f"{package}.")}


def test_every_form_that_takes_a_text_or_a_file_keeps_the_promises() -> None:
    importlib.import_module("scorekeeper.web")
    assert forms_below("scorekeeper.web") == {name for name in PLACES if name.endswith("Form")} | set(WITHOUT)


@each_case("place", PLACES)
def test_each_promise_has_its_test(place: str) -> None:
    for named in PLACES[place].tests:
        module, _, name = named.partition("::")
        assert callable(getattr(importlib.import_module(module), name, None)), named
