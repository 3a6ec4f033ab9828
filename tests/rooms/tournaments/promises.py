"""The places of tournaments where people bring or type something, for `tests/test_four_promises.py`."""

from __future__ import annotations

from tests.promises import Promises

LISTS, FIXTURES = "tests.rooms.tournaments.test_lists", "tests.rooms.tournaments.test_fixtures"
STACK, PHONES = "tests.rooms.tournaments.test_stack", "tests.rooms.tournaments.test_phones"
LEAGUE = "tests.rooms.tournaments.test_league"
TWICE = "tests.rooms.tournaments.test_contradictions"
COMMAND, DESK = "tests.rooms.tournaments.cli.test_commands", "tests.rooms.tournaments.test_desk"
OF_TEAMS = f"{COMMAND}::test_list_of_teams_is_asked_about_entered_and_refused_by_name"
TAKEN_OUT = f"{FIXTURES}::test_forfeits_of_a_list_are_recorded_and_all_of_it_is_taken_out"
API = f"{FIXTURES}::test_api_imports_a_list_or_refuses_with_the_question"
OUT_BY_API = f"{LISTS}::test_api_takes_out_what_a_list_brought"
TEAMS = f"{LISTS}::test_api_enters_a_list_of_teams"

PLACES = {
    "fixtures.FixturesForm": Promises(
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
    "POST /tournaments/{tournament}/fixtures": Promises(API, API, API, OUT_BY_API),
    "POST /tournaments/{tournament}/fixtures/preview": Promises(API, API, API, "it keeps nothing"),
    "POST /tournaments/{tournament}/teams/list": Promises(TEAMS, TEAMS, TEAMS, OUT_BY_API),
    "POST /tournaments/{tournament}/teams/list/preview": Promises(TEAMS, TEAMS, TEAMS, "it keeps nothing"),
    "teams.PastedForm": Promises(
        f"{LISTS}::test_workbook_of_teams_is_shown_as_read_entered_and_taken_out",
        "tests.rooms.tournaments.test_followed_pages::test_question_about_names_follows_nothing_until_it_is_answered",
        "tests.rooms.tournaments.test_followed_pages::test_question_about_names_follows_nothing_until_it_is_answered",
        f"{LISTS}::test_workbook_of_teams_is_shown_as_read_entered_and_taken_out",
    ),
    "stack.StackForm": Promises(
        f"{STACK}::test_paper_that_cannot_be_or_is_unusual_is_asked_about",
        f"{STACK}::test_paper_that_cannot_be_or_is_unusual_is_asked_about",
        f"{STACK}::test_other_paper_of_a_table_with_a_result_is_asked_about",
        f"{TWICE}::test_result_of_paper_alone_is_taken_out_and_an_undo_brings_it_back",
    ),
    "joining.SignUpForm": Promises(
        f"{PHONES}::test_new_team_signs_up_by_phone",
        f"{PHONES}::test_name_that_looks_like_another_is_asked_about",
        f"{PHONES}::test_name_that_looks_like_another_is_asked_about",
        f"{PHONES}::test_phone_that_signed_up_takes_its_team_off_the_list",
    ),
    "scorekeeper tournament teams": Promises(OF_TEAMS, OF_TEAMS, OF_TEAMS, OUT_BY_API),
    "team.TeamForm": Promises(
        f"{DESK}::test_substitute_plays_from_the_next_match_on",
        "tests.rooms.tournaments.services.test_every_name_is_checked::test_two_teams_may_not_look_alike",
        "the form says what is wrong with a name, and keeps what was typed",
        "the same form takes the former players again; all of it is undone at the desk",
    ),
    "phone_forms.ScoreForm": Promises(
        f"{LEAGUE}::test_one_side_types_the_score_and_the_other_one_confirms_it",
        "it takes whole numbers, and refuses anything else with a sentence",
        f"{LEAGUE}::test_the_same_score_of_the_other_side_confirms_it_and_another_one_is_for_the_desk",
        f"{LEAGUE}::test_a_side_corrects_what_it_typed",
    ),
    "desk_forms.change": Promises(
        f"{LEAGUE}::test_a_match_gets_another_day_and_is_postponed_by_hand",
        "its day is one of a calendar and its time one of a clock, which have one reading",
        f"{LEAGUE}::test_a_refused_day_stays_typed",
        f"{LEAGUE}::test_a_match_gets_another_day_and_is_postponed_by_hand",
    ),
    "match.ResultForm": Promises(
        f"{DESK}::test_unusual_paper_result_is_asked_about_first",
        f"{DESK}::test_unusual_paper_result_is_asked_about_first",
        f"{TWICE}::test_second_of_two_directors_is_asked",
        f"{TWICE}::test_result_of_paper_alone_is_taken_out_and_an_undo_brings_it_back",
    ),
}
OFFERED = "it takes what its page offers, and nothing that is typed"
SHOWN_AS_TYPED = "its text is for people, who see and change it as it was typed"
NUMBERS = "it takes whole numbers, refuses anything else at its field, and is undone at the desk"
OF_PROGRAMS = "a program says each value by its name, in JSON, where it has one reading"
WITHOUT = {
    **dict.fromkeys(("match.OfSides", "reported.SeenForm"), "others are made of it"),
    **dict.fromkeys(
        (
            *("settings.SettingsForm", "settings.settings_form", "presets.PresetForm", "messages.send"),
            *("forfeits.ForfeitForm", "match.again", "match.confirm_result", "match.stand", "director_calls.create"),
            *("choosing.choose", "choosing.out"),
        ),
        SHOWN_AS_TYPED,
    ),
    **dict.fromkeys(
        (
            *("adjustments.AdjustForm", "clocks.change", "settings.StageForm", "settings.stages_form"),
            *("pages.SetUpForm", "pages.set_up_form"),
        ),
        NUMBERS,
    ),
    **dict.fromkeys(
        (
            *("apart.create", "director_calls.answer", "my_match.keep", "my_match.who", "joining.claim"),
            *(
                "joining.use_card",
                "phones._to_asking",
                "phones.accept",
                "phones.refuse",
                "phones.score",
                "rounds.pair",
                "rounds.swap",
            ),
            *("teams.all_arrived", "teams.join", "team.status", "ties.LotsForm", "replacing.right"),
            *("choosing._seen", "choosing.confirm_all", "line_ups.LineUpForm", "pools.pools_form", "tie_breaks.move"),
        ),
        OFFERED,
    ),
    **dict.fromkeys(
        (
            *("POST /tables/{table}/tournaments", "POST /tournaments/{tournament}/teams"),
            *("PATCH /tournaments/{tournament}/teams/{team}", "POST /tournaments/{tournament}/rounds"),
            *("POST /tournaments/{tournament}/entries", "POST /tournaments/{tournament}/undo"),
            *(f"POST /tournaments/{{tournament}}/matches/{{match}}/{part}" for part in ("call", "game", "result")),
            "POST /tournaments/{tournament}/matches/{match}/call/answer",
            *(f"POST /tournaments/{{tournament}}/{part}/take-out" for part in ("fixtures", "teams/list")),
        ),
        OF_PROGRAMS,
    ),
    "scorekeeper tournament export": "it is given a name of what is there, and a file that it writes",
}
