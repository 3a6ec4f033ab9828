"""Erasing over the API: a name goes from every game, a table with all of them; the body says which is meant."""

from __future__ import annotations

from tests.api.calling import EVEN, PAIRS, Program


def over(program: Program) -> str:
    """A finished game of Ann, Ben, Cal and Dee."""
    return program.start(PAIRS | {"hands": [EVEN], "closed": {"reason": "Ann had to go"}})


def test_erased_name_is_in_no_game_any_more(program: Program) -> None:
    game = over(program)
    ann = program.players()["Ann"]
    erased = program.post(f"/tables/{program.table}/players/{ann}/erase", {"name": "Ann"}, 200)
    assert list(erased["names"]) == ["Ann"]
    assert erased["games"] == 1
    assert "Ann" not in str(program.get(f"/games/{game}/sheet"))
    assert erased["names"]["Ann"] in program.players()
    assert "Ann" not in program.players()


def test_other_name_erases_nothing(program: Program) -> None:
    over(program)
    before = program.players()
    path = f"/tables/{program.table}/players/{before['Ann']}/erase"
    for body in ({"name": "Ben"}, {"name": ""}, {}, {"name": "Ann", "sure": True}):
        assert program.call("POST", path, body).status_code == 422
    assert program.call("POST", f"/tables/{program.table}/players/999999/erase", {"name": "Ann"}).status_code == 404
    assert program.players() == before


def test_only_a_keeper_erases(program: Program) -> None:
    over(program)
    scorer = f"Bearer {program.made['tokens']['scorer']}"
    path = f"/tables/{program.table}/players/{program.players()['Ann']}/erase"
    assert program.call("POST", path, {"name": "Ann"}, Authorization=scorer).status_code == 403
    path = f"/tables/{program.table}/erase"
    assert program.call("POST", path, {"name": "Thursday"}, Authorization=scorer).status_code == 403


def test_deleted_table_is_gone_with_its_games(program: Program) -> None:
    game = over(program)
    assert program.call("POST", f"/tables/{program.table}/erase", {"name": "Friday"}).status_code == 422
    assert program.get(f"/games/{game}")["game"] == game
    assert program.post(f"/tables/{program.table}/erase", {"name": "Thursday"}, 200) == {"clean": True}
    assert program.call("GET", f"/games/{game}").status_code == 401
