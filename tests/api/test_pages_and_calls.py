"""What pages can change, beside the calls with which a program does the same, or the reason why it cannot."""

from __future__ import annotations

from flask import Flask

from tests.api.calling import API_CALLS
from tests.rooms import all_there

A_PERSON = "about the person or the phone that holds it: a program is neither"
PRIVATE = "a bid on a player’s own phone stays hidden until it opens; programs write open ones"
ONLY_SHOWN = "changes what a page shows, or where it is; nothing at the table"
IN_PARTS = ("new_scripted_game", "put_scripted_game")
ENTRY, TOURNAMENT = ("new_entry",), ("new_tournament_entry",)

CALLS: dict[str, tuple[str, ...]] = {
    "adjustments.create": TOURNAMENT,
    "audit.create": ("audit",),
    "check.create": ("check",),
    "clocks.change": TOURNAMENT,
    "corrections.create": ENTRY,
    "devices.remove": ("put_out",),
    "ending.create": ENTRY,
    "ending.delete": ("remove_game",),
    "ending.reopen": ENTRY,
    "erasing.create": ("erase_player",),
    "erasing.remove": ("erase_table",),
    "events.create": ENTRY,
    "game_history.set_taken_away": ("take_game_away",),
    "game_history.set_whether_counted": ("count_game",),
    "games.create": ("new_game",),
    "games.rematch": ("rematch",),
    "hand_lists.create": ("import_hand_list", "preview_hand_list"),
    "hands.bid": ENTRY,
    "hands.create": ENTRY,
    "hands.stand": ENTRY,
    "house_rules.agree": ("put_agreed",),
    "house_rules.remove": ("remove_preset",),
    "house_rules.rename": ("remove_preset", "new_preset"),
    "imports.create": ("preview_import", "import_games"),
    "log.take_back": ENTRY,
    "match.again": TOURNAMENT,
    "match.confirm": TOURNAMENT,
    "forfeits.record": ("match_result",),
    "match.game": ("match_game",),
    "match.result": ("match_result",),
    "match.stand": TOURNAMENT,
    **dict.fromkeys(("pools.draw", "pools.save"), ("new_round",)),
    "tie_breaks.move": TOURNAMENT,
    "replacing.again": ("match_game",),
    "replacing.right": TOURNAMENT,
    "choosing.choose": ("match_result",),
    "choosing.out": TOURNAMENT,
    "confirming.confirm_all": TOURNAMENT,
    "messages.send": TOURNAMENT,
    "league_scores.create": TOURNAMENT,
    "moving.change": TOURNAMENT,
    "line_ups.change": TOURNAMENT,
    "own_line_up.change": TOURNAMENT,
    "apart.create": TOURNAMENT,
    "director_calls.create": ("call_director",),
    **dict.fromkeys(("director_calls.answer", "director_calls.cancel"), ("answer_call",)),
    "pen.give": ("pass_pen",),
    "pen.take": ("pass_pen",),
    "phones.score": ("match_result",),
    "players.merge": ("merge_players",),
    "players.rename": ("rename_player",),
    "players.standing": ("put_standing",),
    "players.unmerge": ("unmerge_players",),
    "running.end": ENTRY,
    "redo.create": ENTRY,
    "rulings.create_swap": ENTRY,
    "rounds.end": TOURNAMENT,
    "rounds.pair": ("new_round",),
    "rounds.publish": TOURNAMENT,
    "rounds.redo": ("undo_tournament", "new_round"),
    "rounds.swap": TOURNAMENT,
    "rounds.take_back": ("undo_tournament",),
    "rounds.withdraw": TOURNAMENT,
    "rulings.create_forfeit": ENTRY,
    "rulings.create_misdeal": ENTRY,
    "rulings.create_substitute": ENTRY,
    "rulings.create_time": ENTRY,
    "custom_deals.add_known": IN_PARTS,
    "custom_deals.create": IN_PARTS,
    "custom_deals.move": IN_PARTS,
    "custom_deals.remove": IN_PARTS,
    "custom_deals.update": IN_PARTS,
    "custom_games.copy": ("scripted_games", "new_scripted_game"),
    "custom_games.create": IN_PARTS,
    "custom_games.create_from_file": ("new_scripted_game",),
    "custom_games.remove": ("remove_scripted_game",),
    "custom_games.update": ("put_scripted_game",),
    "custom_limits.create_limit": IN_PARTS,
    "custom_limits.remove_limit": IN_PARTS,
    "seats.deal": ENTRY,
    "seasons.change": ("change_season",),
    "seasons.create": ("new_season",),
    "seasons.close": ("close_season",),
    "seasons.reopen": ("reopen_season",),
    "seasons.remove": ("remove_season",),
    "settling.change_stakes": ("put_stakes",),
    "settling.pay": ("new_payment",),
    "settling.undo": ("undo_payment",),
    "settings.change": ("change_table",),
    "share.end": ("end_invite",),
    "share.end_role": ("end_role",),
    "share.limited": ("new_invite",),
    "sign_off.create": ENTRY,
    "tables.create": ("new_table",),
    "teams.add_house_team": ("new_team",),
    "teams.all_arrived": ("change_team",),
    "team.change": ("change_team",),
    "teams.create": ("new_team", "preview_team_list", "import_team_list"),
    "my_match.off": ("change_team",),
    "teams.from_roster": ("new_team",),
    "teams.join": ("change_team", "new_team"),
    "team.status": ("change_team",),
    "ties.draw": TOURNAMENT,
    "ties.settle": TOURNAMENT,
    "tournament_settings.save": TOURNAMENT,
    "fixtures.create": ("preview_fixtures", "import_fixtures"),
    "fixtures.take_back": ("take_fixtures_out",),
    "teams.take_back": ("take_team_list_out",),
    "stack.create": ("match_result",),
    "tournament_presets.take": ("new_tournament",),
    "tournament_presets.take_again": ("new_tournament",),
    "tournament_presets.take_with_table": ("new_table", "new_tournament"),
    "tournaments.create": ("new_tournament",),
    "tournaments.create_with_table": ("new_table", "new_tournament"),
    "undo.create": ENTRY,
}
"""The calls that do what the form of a page does."""

REASONS = {
    **dict.fromkeys(("cards.use_card", "join.create", "leaving.forget", "leaving.leave"), A_PERSON),
    **dict.fromkeys(("my_match.here", "my_match.keep", "my_match.not_me", "my_match.who"), A_PERSON),
    **dict.fromkeys(("sign_up.claim", "sign_up.sign_up", "who.create", "devices.rename"), A_PERSON),
    **dict.fromkeys(("preferences.create", "preferences.moved", "tables.form_moved"), ONLY_SHOWN),
    "turns.change": ONLY_SHOWN,
    "turns.way": ONLY_SHOWN,
    **dict.fromkeys(("own_bids.create", "own_bids.take_back"), PRIVATE),
    **dict.fromkeys(("seats.name", "seats.later"), "seats of a quick game without names: a sheet has all its names"),
    **dict.fromkeys(("quick.create", "quick.keep"), "a table made by the tap that starts a game: new_table, new_game"),
    **dict.fromkeys(
        ("phones.accept", "phones.accept_all", "phones.refuse", "phones.remove", "phones.void", "teams.new_sign_up"),
        "whether a phone in the hall is who it says: the desk sees who stands before it",
    ),
    **dict.fromkeys(
        ("damaged.delete_game", "tournament_archive.delete"),
        "deleting what nobody can read any more is asked of a person",
    ),
    "devices.change_role": "a keeper decides who at the table may do more; a program could raise its own helpers",
    "pen.create": "a code to be typed into a phone that is beside this one",
    "share.code": "a code to be said aloud; a program sends the link of new_invite",
    "figures.ranked": "whether somebody wants to be ranked is asked in person, at the table",
}
"""Why a program cannot do what the form of a page does."""


def test_program_can_do_what_pages_can_or_a_reason_is_listed(app: Flask) -> None:
    actions = {
        rule.endpoint
        for rule in app.url_map.iter_rules()
        if "POST" in (rule.methods or ()) and not rule.endpoint.startswith("api.")
    }
    assert actions - set(CALLS) - set(REASONS) == set(), "give the call that does the same, or the reason for none"
    if all_there():
        assert (set(CALLS) | set(REASONS)) - actions == set(), "these are no actions of pages any more"
    assert set(CALLS) & set(REASONS) == set()


def test_every_call_in_the_table_exists() -> None:
    if all_there():
        assert {name for names in CALLS.values() for name in names} - {call.name for call in API_CALLS} == set()


def test_every_writing_call_is_what_some_page_does_too() -> None:
    writing = {call.name for call in API_CALLS if call.method != "get"}
    without_a_page = {"score"}  # a sheet to score without a table: pages score what is played
    assert writing - {name for names in CALLS.values() for name in names} == without_a_page
