"""The places of tournaments where people bring or type something, for `tests/test_four_promises.py`."""

from __future__ import annotations

from tests.promises import Promises

LISTS, FIXTURES = "tests.rooms.tournaments.test_lists", "tests.rooms.tournaments.test_fixtures"
STACK, PHONES = "tests.rooms.tournaments.test_stack", "tests.rooms.tournaments.test_phones"
COMMAND = "tests.rooms.tournaments.cli.test_commands"
TAKEN_OUT = f"{FIXTURES}::test_forfeits_of_a_list_are_recorded_and_all_of_it_is_taken_out"
API = f"{FIXTURES}::test_api_imports_a_list_or_refuses_with_the_question"
TEAMS = f"{LISTS}::test_api_enters_a_list_of_teams"

PLACES = {
    "FixturesForm": Promises(
        f"{FIXTURES}::test_league_of_thirty_teams_and_269_results_is_imported_and_undone",
        f"{FIXTURES}::test_what_was_answered_is_not_asked_again",
        f"{FIXTURES}::test_what_was_answered_is_not_asked_again",
        TAKEN_OUT,
    ),
    "scorekeeper tournament fixtures": Promises(
        f"{COMMAND}::test_list_of_fixtures_is_asked_about_and_saved",
        f"{COMMAND}::test_list_of_fixtures_is_asked_about_and_saved",
        f"{COMMAND}::test_list_of_fixtures_is_asked_about_and_saved",
        TAKEN_OUT,
    ),
    "POST /tournaments/{tournament}/fixtures": Promises(API, API, API, TAKEN_OUT),
    "POST /tournaments/{tournament}/fixtures/preview": Promises(API, API, API, "it keeps nothing"),
    "POST /tournaments/{tournament}/teams/list": Promises(
        TEAMS, TEAMS, TEAMS, f"{LISTS}::test_api_enters_a_list_of_teams"
    ),
    "POST /tournaments/{tournament}/teams/list/preview": Promises(TEAMS, TEAMS, TEAMS, "it keeps nothing"),
    "PastedForm": Promises(
        f"{LISTS}::test_workbook_of_teams_is_shown_as_read_entered_and_taken_out",
        "tests.rooms.tournaments.test_followed_pages::test_question_about_names_follows_nothing_until_it_is_answered",
        "tests.rooms.tournaments.test_followed_pages::test_question_about_names_follows_nothing_until_it_is_answered",
        f"{LISTS}::test_workbook_of_teams_is_shown_as_read_entered_and_taken_out",
    ),
    "the stack of papers": Promises(
        f"{STACK}::test_paper_that_cannot_be_or_is_unusual_is_asked_about",
        f"{STACK}::test_paper_that_cannot_be_or_is_unusual_is_asked_about",
        f"{STACK}::test_unusual_paper_is_saved_all_the_same",
        "tests.rooms.tournaments.test_desk::test_undo_and_redo_of_a_result",
    ),
    "signing up": Promises(
        f"{PHONES}::test_new_team_signs_up_by_phone",
        f"{PHONES}::test_name_that_looks_like_another_is_asked_about",
        f"{PHONES}::test_name_that_looks_like_another_is_asked_about",
        f"{PHONES}::test_phone_that_signed_up_takes_its_team_off_the_list",
    ),
}
WITHOUT = {"SettingsForm": "prizes are lines of text, of which nothing is made"}
