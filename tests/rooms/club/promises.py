"""The places of the club where people bring or type something, for `tests/test_four_promises.py`."""

from __future__ import annotations

from tests.promises import Promises

SETTLING, API = "tests.rooms.club.pages.test_settling", "tests.rooms.club.api.test_settling"
SEASONS, TURNS = "tests.rooms.club.pages.test_seasons", "tests.rooms.club.pages.test_turns"
AMOUNTS = "tests.rooms.club.pages.test_amounts"

PAYMENT = Promises(
    f"{SETTLING}::test_amounts_are_written_as_in_the_language_of_the_page",
    f"{AMOUNTS}::test_what_can_be_two_amounts_is_asked",
    f"{SETTLING}::test_payments_that_nobody_can_have_made_are_refused_with_the_reason",
    f"{SETTLING}::test_payments_are_marked_logged_and_undone",
)
SEASON = Promises(
    f"{SEASONS}::test_keeper_starts_a_season_that_ranks_by_points_and_names_who_leads",
    f"{SEASONS}::test_what_no_season_can_be_is_said_at_the_field",
    f"{SEASONS}::test_what_no_season_can_be_is_said_at_the_field",
    f"{SEASONS}::test_season_is_changed_and_removed",
)
CLOSED = "tests.rooms.club.pages.test_closing"
CLOSING = Promises(
    f"{CLOSED}::test_closed_season_stays_as_shown_and_lists_what_changes",
    f"{CLOSED}::test_where_several_are_level_the_keeper_is_asked",
    f"{CLOSED}::test_season_is_not_closed_before_its_end",
    f"{CLOSED}::test_closed_season_stays_as_shown_and_lists_what_changes",
)
PLACES = {
    "settling.pay": PAYMENT,
    "stakes.StakesForm": Promises(
        f"{SETTLING}::test_a_table_plays_for_nothing_until_its_keeper_chooses_stakes",
        f"{SETTLING}::test_amount_of_two_readings_is_asked_about_not_stored",
        f"{SETTLING}::test_amount_of_two_readings_is_asked_about_not_stored",
        "the same form takes other stakes, or none",
    ),
    "seasons.SeasonForm": SEASON,
    "seasons.close": CLOSING,
    "turns.TapForm": Promises(
        f"{TURNS}::test_a_new_game_begins_with_who_plays_next",
        f"{TURNS}::test_wrong_names_and_numbers_are_refused",
        f"{TURNS}::test_wrong_names_and_numbers_are_refused",
        f"{TURNS}::test_a_name_is_here_skips_is_gone_and_here_again_by_taps",
    ),
    "turns.TurnsForm": Promises(
        f"{TURNS}::test_winners_stay",
        f"{TURNS}::test_wrong_names_and_numbers_are_refused",
        f"{TURNS}::test_wrong_names_and_numbers_are_refused",
        "the same form takes another way",
    ),
    "POST /tables/{table}/payments": Promises(
        f"{API}::test_balance_has_its_parts_and_who_pays_whom",
        f"{API}::test_payment_is_of_a_night_or_of_a_season",
        "a program gives the smallest units of a currency, as whole numbers",
        "a payment is deleted by its call",
    ),
}
OF_PROGRAMS = "a program says each value by its name, in JSON, where it has one reading"
WITHOUT = {
    **dict.fromkeys(("players.ranked", "settling._of"), "it takes what its page offers, and nothing that is typed"),
    **dict.fromkeys(
        (
            *("POST /tables/{table}/seasons", "PATCH /tables/{table}/seasons/{season}"),
            *("PUT /tables/{table}/stakes", "PUT /tables/{table}/seasons/{season}/closed"),
        ),
        OF_PROGRAMS,
    ),
}
