"""Players over the API: statistics of finished games, nights, names, merging."""

from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper.services.series import night_of
from tests.api.calling import EVEN, PAIRS, Json, Program
from tests.api.test_description import holds
from tests.api.test_players import signs_of_figures
from tests.paper_game import OF_PAIR, OWN, paper_sheet
from tests.web.conftest import MakeApp

PLAYED: Json = PAIRS | {"hands": [EVEN], "closed": {"reason": "late"}}
DUEL: Json = {"rules": "two-player", "sides": [{"name": "Ann"}, {"name": "Danny"}]}


def player(program: Program, name: str) -> str:
    """The path of a player's statistics."""
    rows = program.get(f"/tables/{program.table}/players?sort=name")["players"]
    number = next(row["player"] for row in rows if row["name"] == name)
    return f"/tables/{program.table}/players/{number}"


def test_finished_games_count(program: Program) -> None:
    game = program.start(PLAYED)
    program.start(DUEL)
    found = program.get(f"/tables/{program.table}/players")
    assert [(row["name"], row["games"], row["won"]) for row in found["players"]] == [
        ("Ann", 1, 1),
        ("Ben", 1, 0),
        ("Cal", 1, 1),
        ("Dee", 1, 0),
        ("Danny", 0, 0),
    ]
    assert found["next"] is None
    own = program.get(player(program, "Ann"))
    assert (own["bids"], own["made"], own["bid_tricks"], own["took_tricks"]) == (1, 1, 7, 7)
    assert [(one["name"], one["won"]) for one in own["partners"]] == [("Cal", 1)]
    assert [(one["name"], one["won"]) for one in own["opponents"]] == [("Ben", 1), ("Dee", 1)]
    in_game = program.get(f"/games/{game}/statistics")["players"]
    assert [(one["name"], one["side"], one["total"]) for one in in_game][:2] == [("Ann", 0, 70), ("Cal", 0, 70)]


def test_players_have_a_new_version_once_a_game_counts(program: Program) -> None:
    game = program.start(PAIRS)
    players = f"/tables/{program.table}/players"
    before = program.call("GET", players).headers["ETag"]
    program.hand(game, 1)
    assert program.call("GET", players, If_None_Match=before).status_code == 304
    program.write(game, "close", reason="late")
    assert program.call("GET", players, If_None_Match=before).status_code == 200


def test_renamed_player_keeps_the_statistics_and_two_who_met_are_two(program: Program) -> None:
    program.start(PLAYED)
    changed = program.call("PATCH", player(program, "Dee"), {"name": "Dee Moss"}).get_json()
    assert (changed["name"], changed["games"], changed["other_names"]) == ("Dee Moss", 1, ["Dee"])
    program.start(DUEL)
    players = f"/tables/{program.table}/players"
    both = program.call("POST", f"{players}/merge", {"name": "Ann", "into": "Ben"})
    assert (both.status_code, both.get_json()["error"]["code"]) == (422, "not-now")


@pytest.mark.parametrize("query", ["sort=luck", "page=0"])
def test_unknown_order_or_page_is_refused(program: Program, query: str) -> None:
    assert program.call("GET", f"/tables/{program.table}/players?{query}").status_code == 422


def test_figures_are_described_and_given(make_app: MakeApp) -> None:
    assert signs_of_figures(Program(make_app(ROOMS=("club",)))) == {True}


def test_examples_of_answers_are_as_described(make_app: MakeApp) -> None:
    """An app of its own makes its own description."""
    document = Program(make_app(ROOMS=("club",))).get("/openapi.json")
    answers = [given for path in document["paths"].values() for call in path.values() for given in answers_of(call)]
    assert len(answers) > 40
    assert [fault for one in answers for fault in holds(document, one["schema"], one["example"])] == []


def answers_of(call: Json) -> list[Json]:
    """The answers of a call with an example."""
    found = [given.get("content", {}).get("application/json", {}) for given in call["responses"].values()]
    return [one for one in found if "example" in one]


def test_own_figures_and_those_of_the_pair(program: Program) -> None:
    """Ann 4 and Cal 3 took 7: their side bid 7; Ben bid nil beside Dee's 5."""
    nil = {"bids": [["4", "3"], ["nil", "5"]], "took": [7, [0, 6]]}
    game = program.start(PAIRS | {"hands": [nil], "closed": {"reason": "late"}})
    ann, ben = program.get(player(program, "Ann")), program.get(player(program, "Ben"))
    assert [(one["own_bids"], one["own_bid_tricks"], one["bid_tricks"]) for one in (ann, ben)] == [(1, 4, 7), (0, 0, 0)]
    assert (ben["nils"], ben["nils_first"], ben["nils_last"], ben["contract_tricks"]) == (1, 1, 0, 5)
    (cal,) = ann["partners"]
    assert (cal["contracts"], cal["contracts_made"], cal["contract_tricks"], cal["overtricks"]) == (1, 1, 7, 0)
    hands = f"{player(program, 'Ben')}/hands"
    found = {"hands": [{"game": game, "number": 1, "hand": 1, "side": 1, "times": 1}], "next": None}
    assert program.get(f"{hands}?figure=nils") == found
    assert program.get(f"{hands}?figure=overtricks&partner={ann['partners'][0]['player']}")["hands"] == []
    assert program.call("GET", f"{hands}?figure=luck").status_code == 422


@pytest.mark.parametrize("name", OWN)
def test_figures_of_the_game_on_paper(program: Program, name: str) -> None:
    program.start(paper_sheet())
    found = program.get(player(program, name))
    assert {key: found[key] for key in OWN[name]} == OWN[name]
    (partner,) = found["partners"]
    of_pair = {key: value for key, value in OF_PAIR[name].items() if key in partner}
    assert {key: partner[key] for key in of_pair} == of_pair
    assert {"contracts", "contracts_made", "contract_tricks", "overtricks"} <= set(of_pair)


def test_player_has_a_rating_unless_left_out(program: Program) -> None:
    program.start(PLAYED)
    found = program.get(player(program, "Ann"))
    assert (found["unranked"], found["ratings"]) == (
        False,
        [{"solo": False, "games": 1, "rating": 1520, "doubt": 300}],
    )


def test_night_has_its_games_and_what_players_and_pairs_did(program: Program) -> None:
    game = program.start(PLAYED)
    # The games of these tests are of tonight, in the server's time zone; close to 5 in the morning of the day before.
    days = {night_of(datetime.now(UTC) - timedelta(hours=hours), UTC) for hours in (0, 1)}
    nights = [program.get(f"/tables/{program.table}/nights/{day}") for day in days]
    (night,) = [found for found in nights if found["games"]]
    assert night["games"] == [game]
    assert [(one["name"], one["won"], one["points"]) for one in night["pairs"]] == [
        ("Ann & Cal", 1, 19),
        ("Ben & Dee", 0, -19),
    ]
    assert len(night["players"]) == 4
    assert program.call("GET", f"/tables/{program.table}/nights/tonight").status_code == 404


def test_players_are_read_by_the_page_also_as_before(program: Program) -> None:
    program.start()
    path = f"/tables/{program.table}/players?sort=name&limit=3"
    assert program.get(path)["next"] == 2
    rest = [program.get(f"{path}&{name}=2")["players"] for name in ("after", "page")]
    assert [player["name"] for player in rest[0]] == ["Dee"]
    assert rest[0] == rest[1]


@pytest.mark.parametrize("day", ["9999-12-31", "0001-01-01"])
def test_night_at_the_limit_of_the_calendar_is_refused(program: Program, day: str) -> None:
    assert program.call("GET", f"/tables/{program.table}/nights/{day}").status_code == 404
    body = {"name": "Winter", "first_night": day, "last_night": day}
    assert program.call("POST", f"/tables/{program.table}/seasons", body).status_code == 422


def test_standing_over_the_api(program: Program) -> None:
    program.start(PAIRS)
    player = program.get(f"/tables/{program.table}/players")["players"][0]["player"]
    at = f"/tables/{program.table}/players/{player}"
    assert program.get(at)["standing"] == "member"
    for standing in ("visitor", "left", "member"):
        assert program.call("PUT", f"{at}/standing", {"standing": standing}).status_code == 204
        assert program.get(at)["standing"] == standing
    assert program.call("PUT", f"{at}/standing", {"standing": "guest"}).status_code == 422
    assert program.call("PUT", f"/tables/{program.table}/players/999/standing", {"standing": "left"}).status_code == 404
