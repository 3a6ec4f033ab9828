"""The page of what to play: the games to deal at once, and the menu of the others."""

from __future__ import annotations

from typing import Any

from scorekeeper.core.pages.setting_up.choose import choose_view
from scorekeeper.core.pages.setting_up.new_game import GamesTable
from scorekeeper.core.rules.seating import Shape
from tests.core.pages.contexts import games_table
from tests.each_case import each_case

NEW = "/games.new?table=t1"
THREE = ("cutthroat", Shape(3))


def chosen(table: GamesTable, players: str = "") -> dict[str, Any]:
    return choose_view(table, players)


def listed(page: dict[str, Any]) -> list[str]:
    return [game["name"] for part in ("first", "rest") for game in page["games"][part]]


def test_new_table_is_offered_partnership_ready_to_deal() -> None:
    (card,) = chosen(games_table())["cards"]
    assert (card["title"], card["note"]) == ("Partnership Spades", "4 players · to 500 · Classic")
    assert card["played_last"] is False
    assert card["sides"] == [{"index": 0, "name": "Ann & Cal"}, {"index": 1, "name": "Ben & Dee"}]
    assert card["seats"] == f"{NEW}&rules=partnership&shape=2x2"
    assert card["rules"] == f"{NEW}&rules=partnership&shape=2x2&house-rules=open#house-rules"
    sent = {name: card["fields"][name] for name in ("rules", "shape", "dealer", "seat-0", "seat-3", "option-target")}
    first = {"rules": "partnership", "shape": "2x2", "dealer": "0"}
    assert sent == first | {"seat-0": "Ann", "seat-3": "Dee", "option-target": "500"}
    assert "seat-4" not in card["fields"]


def test_what_was_played_last_comes_before_partnership() -> None:
    page = chosen(games_table(last=THREE, played=["cutthroat"]))
    assert [(card["title"], card["played_last"]) for card in page["cards"]] == [
        ("Cutthroat Spades", True),
        ("Partnership Spades", False),
    ]
    assert page["cards"][0]["note"] == "3 players · to 500 · No blinds"
    assert [card["title"] for card in chosen(games_table(last=("partnership", Shape(2, 2))))["cards"]] == [
        "Partnership Spades"
    ]


def test_game_without_a_target_names_none() -> None:
    (card, _partnership) = chosen(games_table(last=("call-break", Shape(4))))["cards"]
    assert card["note"].startswith("4 players · ")
    assert "to " not in card["note"]


def test_menu_lists_the_games_for_as_many_as_played_last() -> None:
    page = chosen(games_table(last=THREE))
    assert [chip["label"] for chip in page["players"] if chip["chosen"]] == ["3"]
    assert {"Toss Spades", "Miser"} <= {*listed(page)}
    assert not {"Cutthroat Spades", "Whiz", "Our own"} & {*listed(page)}, "on a card, or for four"


def test_menu_says_for_how_many_each_game_is() -> None:
    page = chosen(games_table(), "all")
    games = {game["name"]: game for part in ("first", "rest") for game in page["games"][part]}
    assert games["Whiz"] == {
        "url": f"{NEW}&rules=whiz",
        "name": "Whiz",
        "idea": "You bid nil, or exactly the number of spades in your hand.",
        "players": "4",
    }
    assert (games["Toss Spades"]["players"], games["Toss Spades"]["url"]) == ("2–8", f"{NEW}&rules=toss&shape=2x1")
    assert games["Custom game"]["url"] == "/custom_games.index?table=t1"


def test_menu_begins_with_the_games_of_the_table_and_folds_the_others() -> None:
    page = chosen(games_table(played=["whiz", "suicide", "whiz"]))
    assert [game["name"] for game in page["games"]["first"]][:3] == ["Whiz", "Suicide Spades", "Cutthroat Spades"]
    assert len(page["games"]["first"]) == 3
    assert page["games"]["rest"][-1] == {"url": "/ours", "name": "Our own"}
    few = chosen(games_table(), "all")
    names = listed(few)
    assert names.index("Toss Spades") < names.index("Call Break") < names.index("Two-handed Spades")


@each_case("players", ["2", "3", "4", "5"])
def test_game_from_the_menu_has_its_shape_for_that_many(players: str) -> None:
    page = chosen(games_table(), players)
    toss = next(
        game["url"] for part in ("first", "rest") for game in page["games"][part] if game["name"] == "Toss Spades"
    )
    shapes = {"2": "2x1", "3": "3x1", "4": "2x2", "5": "5x1"}
    assert toss == f"{NEW}&rules=toss&shape={shapes[players]}"


def test_custom_games_are_for_four() -> None:
    assert "Our own" in listed(chosen(games_table(), "all"))
    assert "Our own" not in listed(chosen(games_table(), "2"))
    assert "Our own" in listed(chosen(games_table(custom_games=lambda: [{"url": "/ours", "name": "Our own"}]), "4"))


def test_entry_without_an_address_is_left_out() -> None:
    address = games_table().address
    without = games_table(
        address=lambda endpoint, **values: "" if "custom_games" in endpoint else address(endpoint, **values)
    )
    assert "Custom game" in listed(chosen(games_table()))
    assert "Custom game" not in listed(chosen(without))


def test_chips_choose_for_how_many() -> None:
    chips = chosen(games_table(), "5")["players"]
    assert [(chip["label"], chip["full_label"], chip["chosen"]) for chip in chips] == [
        ("All", "All games", False),
        ("2", "Games for 2 players", False),
        ("3", "Games for 3 players", False),
        ("4", "Games for 4 players", False),
        ("5+", "Games for 5 or more players", True),
    ]
    assert [chip["url"] for chip in chips] == [f"{NEW}&players={word}" for word in ("all", "2", "3", "4", "5")]
    (all_games,) = [chip for chip in chosen(games_table(), "all")["players"] if chip["chosen"]]
    assert all_games["label"] == "All"
    (usual,) = [chip for chip in chosen(games_table(), "many")["players"] if chip["chosen"]]
    assert usual["label"] == "4"
