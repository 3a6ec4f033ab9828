"""The room is closed after a tournament began: its table and the games of its matches go on, and no page breaks."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper.access.followers import Follower
from scorekeeper.access.live import Hub
from scorekeeper.rooms.tournaments.storage import NoSuchTournament, phones_of, tournament_events, tournament_row
from scorekeeper.services.erasing import erase_player, erase_table
from scorekeeper.services.recording import Author, record
from scorekeeper.storage.members import Role
from scorekeeper.storage.players import find_player
from tests.rooms.tournaments.conftest import ClosedApp
from tests.rooms.tournaments.directing import Directed, hand
from tests.rooms.tournaments.hall import EIGHT, Hall
from tests.rooms.tournaments.test_desk_roles import HELPER, joined
from tests.rooms.tournaments.test_phones import match_of, token
from tests.rooms.tournaments.test_removed_helper import doors, open_ones, removal
from tests.rooms.tournaments.test_streams_by_number import match_begun
from tests.rooms.tournaments.test_ways_in import says_who
from tests.web.conftest import MakeApp
from tests.web.test_rooms import walk


def test_match_goes_on_as_a_game_while_the_room_is_closed(make_app: MakeApp) -> None:
    app, closed = make_app(), make_app(ROOMS=("club",))
    directed = Directed(app, {"format": "swiss", "rules": "partnership", "rounds": 1})
    directed.enter(("Ann", "Abe"), ("Bea", "Ben"), ("Cal", "Cleo"), ("Dan", "Dot"))
    matches = directed.pair()
    game = directed.game(matches[0])
    phone = directed.phone()
    table = f"/tables/{directed.program.table}"
    assert f"/tournaments/{directed.id}" in [link.url for link in phone.open(table).links]
    there = phone.at(closed)
    seen = walk(there, "/", table, f"/games/{game}")
    assert f"/games/{game}" in seen
    assert not [path for path in seen if "tournament" in path]
    assert there.client.get(f"/tournaments/{directed.id}").status_code == 404
    program = directed.program.again()
    program.client = closed.test_client(use_cookies=False)
    program.write(game, "hand", hand=1, **hand(8, 4, 8))
    assert "Hand 2" in there.open(f"/games/{game}").text
    assert there.client.get(f"{table}/exports/zip").status_code == 200
    for page in ("", "/desk", f"/desk/matches/{matches[0]['id']}", "/rounds", "/standings", "/teams", "/wall"):
        phone.open(f"/tournaments/{directed.id}{page}")


def test_erasing_reaches_the_rows_of_a_closed_room(app: Flask, closed: ClosedApp) -> None:
    directed = Directed(app, {"format": "swiss", "rules": "partnership", "rounds": 1})
    directed.enter(("Marguerite", "Abe"), ("Bea", "Ben"))
    directed.pair()
    table = directed.program.table
    with closed().app_context():
        player = find_player(table, "Marguerite")
        assert player is not None
        erase_player(table, player.id, Author("Alice"))
        assert "Marguerite" not in str(tournament_events(directed.id))
        erase_table(table)
        with pytest.raises(NoSuchTournament):
            tournament_row(directed.id)


@pytest.mark.parametrize("names", [(), ("club",)], ids=" ".join)
def test_name_that_a_tournament_keeps_back_is_kept_back_while_the_room_is_closed(
    app: Flask, closed: ClosedApp, names: tuple[str, ...]
) -> None:
    match = match_begun(app)
    match.call_by_number()
    there = closed(*names)
    watcher, helper = joined(match.hall, Role.WATCHER).at(there), joined(match.hall, HELPER).at(there)
    table, pad = f"/tables/{match.hall.director_table}", f"/games/{match.game}"
    assert "Moreau" in helper.open(pad).text
    assert "Only its own phones and the desk open its game." in watcher.open(pad, 403).text
    pages = (table, f"{table}/who", f"{table}/history", "/")
    assert [page for page in pages if "Moreau" in watcher.open(page).html] == []


def test_phone_keeps_the_score_of_its_match_until_it_is_over_while_the_room_is_closed(
    hall: Hall, closed: ClosedApp
) -> None:
    hall.set_up(EIGHT[:4], format="swiss", playoff="0", rounds="1")
    hall.pair()
    ann = hall.phone_of("Ann")
    pad = ann.tap("Keep score on this phone").url
    there = ann.at(closed("club"))
    undo = f"{pad}/undo"
    there.open(pad)
    assert there.client.post(undo, data={"csrf_token": token(there)}).status_code == 303
    assert "Ann is keeping score." in joined(hall, Role.WATCHER).at(there.client.application).open(pad).text
    match = match_of(hall, "Ann")
    hall.paper(match, 300, 120)
    with hall.app.app_context():
        record(str(match.game), "close", {"reason": "enough"}, author=Author("Dora"))
    answer = there.client.post(undo, data={"csrf_token": token(there)})
    assert (answer.status_code, "This match is closed." in answer.text) == (403, True)
    elsewhere = there.client.get(f"/tables/{hall.director_table}")
    assert (elsewhere.status_code, "this device hasn’t joined" in elsewhere.text) == (404, True)


def test_removed_helper_finds_every_way_in_closed_while_the_room_is_closed(hall: Hall, closed: ClosedApp) -> None:
    hall.set_up(EIGHT, format="swiss", playoff="0", rounds="1")
    hall.pair()
    helper = says_who(hall, joined(hall, HELPER), "Ann")
    known, address = doors(hall), removal(hall)
    there = hall.director.at(closed("club"))
    assert "4 cards would have to be printed again" in there.open(address).text
    page = there.submit(there.page.form_with("links"), None, 200, cards="y")
    assert "The sign-up code is new too." in page.text
    assert open_ones(hall, known) == set()
    assert helper.client.get(hall.at("my-match")).status_code == 403
    with hall.app.app_context():
        assert list(phones_of(hall.id)) == []


def test_phone_that_leaves_the_table_leaves_its_tournament_while_the_room_is_closed(
    hall: Hall, closed: ClosedApp
) -> None:
    hall.set_up(EIGHT[:4], format="swiss", playoff="0", rounds="1")
    hall.pair()
    there = says_who(hall, joined(hall, HELPER), "Ann").at(closed())
    with hall.app.app_context():
        assert len(phones_of(hall.id)) == 1
    there.open(f"/tables/{hall.director_table}/leave")
    there.submit(there.page.forms[0])
    with hall.app.app_context():
        assert list(phones_of(hall.id)) == []


def test_stream_of_a_watcher_ends_when_a_name_is_kept_back_while_the_room_is_closed(
    app: Flask, closed: ClosedApp
) -> None:
    match, elsewhere = match_begun(app), closed()
    phones = [joined(match.hall, Role.WATCHER).at(elsewhere), joined(match.hall, HELPER).at(elsewhere)]
    match.hall.app = elsewhere
    watcher, helper = map(match.follower, phones)
    ended: list[Follower] = []
    for follower in (watcher, helper):
        follower.end = lambda follower=follower: ended.append(follower)  # type: ignore[misc]
    hub = Hub(elsewhere)
    hub._followers.update((watcher, helper))
    with elsewhere.app_context():
        hub._tell_all(beat=True)
        assert ended == []
        match.call_by_number()
        hub._tell_all(beat=False)
    assert ended == [watcher]


def test_teams_that_are_free_are_paired_only_where_the_room_is_open(app: Flask, closed: ClosedApp) -> None:
    directed = Directed(app, {"format": "open", "rules": "partnership", "options": {"target": 50}, "seeds": "entry"})
    directed.enter(("Ann", "Abe"), ("Bea", "Ben"), ("Cal", "Cleo"), ("Dan", "Dot"))
    first, second = directed.pair()
    directed.write("clock", stage=1, round=1, act="start")
    directed.wins(second, second["teams"][0])
    game = directed.game(first)
    write = directed.program.write
    write(game, "hand", hand=1, **hand(8, 5, 8))
    write(game, "sign", side=0, verdict="agreed")
    before = entries_of(app, directed)
    directed.program.client = closed("club").test_client(use_cookies=False)
    write(game, "sign", side=1, verdict="agreed")
    assert entries_of(app, directed) == before, "nobody pairs in a closed room"
    directed.program.client = app.test_client(use_cookies=False)
    assert len(directed.matches()) == 4, "whoever looks at the open room finds them paired"


def entries_of(app: Flask, directed: Directed) -> int:
    with app.app_context():
        return len(tournament_events(directed.id))
