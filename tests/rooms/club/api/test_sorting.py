"""Lists of players the other way round, page by page."""

from __future__ import annotations

import pytest

from tests.api.calling import EVEN, PAIRS, Program


@pytest.fixture
def played(program: Program) -> Program:
    for hands in ([EVEN], [EVEN, EVEN | {"took": [6, 7]}]):
        program.start(PAIRS | {"hands": hands, "closed": {"reason": "late"}})
    program.start({"rules": "two-player", "sides": [{"name": "Eve"}, {"name": "Fay"}]})
    return program


@pytest.mark.parametrize(
    "path", ["players?sort=name", "players?sort=games", "players?sort=bags", "leaderboard?sort=won"]
)
@pytest.mark.parametrize("more", ["", "&limit=1", "&limit=4"])
@pytest.mark.parametrize("visitors", [(), ("Ben", "Eve")], ids=["members", "and visitors"])
def test_both_orders_are_each_other_backwards(played: Program, path: str, more: str, visitors: tuple[str, ...]) -> None:
    numbers = played.players()
    for name in visitors:
        at = f"/tables/{played.table}/players/{numbers[name]}/standing"
        assert played.call("PUT", at, {"standing": "visitor"}).status_code == 204

    def names(order: str) -> list[str]:
        found, after = [], 1
        while after:
            page = played.get(f"/tables/{played.table}/{path}{more}&order={order}&after={after}")
            found += [row["name"] for row in page["players"]]
            after = page["next"]
        return found

    up, down = names("ascending"), names("descending")
    lists_everybody = not path.startswith("leaderboard")
    assert len(up) == (6 if lists_everybody else 6 - len(visitors))
    assert down == up[::-1]
    usual = [row["name"] for row in played.get(f"/tables/{played.table}/{path}")["players"]]
    assert usual == (up if "name" in path or "bags" in path else down)
    if lists_everybody and visitors:
        assert usual[-2:] == [*visitors], "last, by name"


def test_hands_of_a_figure_are_read_by_the_page(played: Program) -> None:
    path = f"/tables/{played.table}/players/{played.players()['Ann']}/hands"
    whole, found, after = played.get(path)["hands"], [], 0
    assert len(whole) == 3
    while after is not None:
        page = played.get(f"{path}?limit=1" + (f"&after={after}" if after else ""))
        assert len(page["hands"]) == 1
        found += page["hands"]
        after = page["next"]
    assert found == whole
