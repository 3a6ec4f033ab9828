"""A helper who is removed: every code that the phone could see is new, and the cards if a keeper says so."""

from __future__ import annotations

from datetime import timedelta

import pytest
from flask import Flask

from scorekeeper.access.followers import Follower
from scorekeeper.access.live import Hub
from scorekeeper.rooms.tournaments.domain.setting_up.bounds import MAX_TABLES, MAX_TEAMS
from scorekeeper.rooms.tournaments.services.recording import record
from scorekeeper.rooms.tournaments.storage import phones_of
from scorekeeper.services.invites import invite, new_code, pen_invite, permanent_link
from scorekeeper.services.recording import Author
from scorekeeper.storage.members import Role, members_of
from tests.each_case import each_case
from tests.rooms.tournaments.hall import EIGHT, Hall
from tests.rooms.tournaments.test_damaged import damage_last
from tests.rooms.tournaments.test_desk_roles import HELPER, joined, program
from tests.rooms.tournaments.test_phones import match_of, paired, table_of
from tests.rooms.tournaments.test_streams_by_number import STREAMS, match_begun, taken
from tests.rooms.tournaments.test_ways_in import as_the_tables_own, says_who
from tests.web.browsing import Phone

__all__ = ["paired"]


def removal(hall: Hall) -> str:
    """The address of the page that removes the phone that joined last."""
    with hall.app.app_context():
        member = max(members_of(hall.director_table), key=lambda member: member.id)
    return f"/tables/{hall.director_table}/devices/{member.id}/out"


def doors(hall: Hall) -> dict[str, str]:
    """What a helper's phone can see that lets a phone in."""
    with hall.app.app_context():
        links = {
            str(role): f"/join/{permanent_link(hall.director_table, role).token}" for role in (Role.WATCHER, HELPER)
        }
    return {**links, "sign-up": hall.sign_up, "card": hall.card(table_of(hall, "Ann"))}


def open_ones(hall: Hall, known: dict[str, str]) -> set[str]:
    """Those of these doors through which a new phone still comes."""
    opened = {name: Phone(hall.app.test_client()) for name in known}
    for name, address in known.items():
        opened[name].client.get(address, follow_redirects=True)
    statuses = {name: opened[name].client.get(address).status_code for name, address in known.items()}
    return {name for name, status in statuses.items() if status in (200, 303)}


def test_removed_helper_finds_every_way_in_closed(paired: Hall) -> None:
    helper, known = joined(paired, HELPER), doors(paired)
    paired.director.open(removal(paired))
    assert open_ones(paired, known) == set(known)
    page = paired.director.tap("Remove")
    assert "The sign-up code is new too." in page.text
    assert helper.client.get(paired.at("desk")).status_code == 403
    assert open_ones(paired, known) == {"card"}
    assert open_ones(paired, doors(paired)) == set(known)


def test_codes_limited_links_and_tokens_that_a_helper_saw_let_nobody_in(paired: Hall) -> None:
    helper, table = joined(paired, HELPER), paired.director_table
    with paired.app.app_context():
        links = [permanent_link(table, Role.WATCHER), permanent_link(table, HELPER), pen_invite(table)]
        links += [invite(table, HELPER, lasts=timedelta(days=1), guests=True), invite(table, Role.WATCHER, uses=9)]
        codes = [new_code(table, link.invite.id) for link in links]
    bearers = [program(paired, Role.WATCHER), program(paired, HELPER)]
    at_api = f"/api/v1/tournaments/{paired.id}"
    assert [paired.app.test_client().get(at_api, headers=bearer).status_code for bearer in bearers] == [200, 200]
    paired.director.open(removal(paired))
    paired.director.tap("Remove")
    for phone, status in ((helper, 403), (paired.new_phone(), 404)):
        assert {phone.client.get(f"/join/{link.token}").status_code for link in links} == {410}
        for code in codes:
            phone.open("/join?code")
            phone.submit(phone.page.form_with("code"), None, 404, code=code)
        pages = [f"/tables/{table}", *(paired.at(page) for page in ("desk", "teams", "my-match"))]
        assert {phone.client.get(page).status_code for page in pages} == {status}
    assert [paired.app.test_client().get(at_api, headers=bearer).status_code for bearer in bearers] == [403, 403]


def test_streams_of_a_removed_helper_end(app: Flask) -> None:
    match = match_begun(app)
    helper = joined(match.hall, HELPER)
    desk = helper.client.get(match.hall.at("desk/live"), environ_overrides=STREAMS, buffered=False).response
    followers = [match.follower(helper), match.program(HELPER), match.program(Role.WATCHER), taken(desk)]
    ended: list[Follower] = []
    for follower in followers:
        follower.end = lambda follower=follower: ended.append(follower)  # type: ignore[misc]
    hub = Hub(app)
    hub._followers.update(followers)
    with app.app_context():
        hub._tell_all(beat=True)
        assert ended == []
    match.hall.director.open(removal(match.hall))
    match.hall.director.tap("Remove")
    with app.app_context():
        hub._tell_all(beat=True)
    assert set(ended) == set(followers)


def test_sign_up_code_of_a_tournament_that_is_over_ends_too(hall: Hall) -> None:
    """An undo of the podium opens it again."""
    hall.set_up(EIGHT[:2], format="swiss", playoff="0", rounds="1")
    hall.pair()
    hall.play_round()
    with hall.app.app_context():
        record(hall.id, "end", {}, author=Author("Dora", directs=True))
    joined(hall, HELPER)
    known = {"sign-up": hall.sign_up}
    hall.director.open(removal(hall))
    hall.director.tap("Remove")
    hall.undo()
    assert not hall.state.ended
    assert open_ones(hall, known) == set()
    assert open_ones(hall, {"sign-up": hall.sign_up}) == {"sign-up"}


def test_every_number_of_a_table_has_a_new_card(paired: Hall) -> None:
    joined(paired, HELPER)
    known = {str(number): paired.card(number) for number in (1, MAX_TEAMS + 1, MAX_TABLES)}
    paired.director.open(removal(paired))
    paired.director.submit(paired.director.page.form_with("links"), None, 200, cards="y")
    assert open_ones(paired, known) == set()
    assert open_ones(paired, {"card": paired.card(MAX_TABLES)}) == {"card"}


def test_cards_of_a_damaged_tournament_end(paired: Hall) -> None:
    joined(paired, HELPER)
    before, member = paired.card(1), removal(paired).split("/")[-2]
    keeper = program(paired, Role.KEEPER)
    damage_last(paired, "{}")
    removed = paired.app.test_client().delete(
        f"/api/v1/tables/{paired.director_table}/members/{member}?cards=renew", headers=keeper
    )
    assert removed.status_code == 200
    assert paired.card(1) != before


def test_printed_cards_are_asked_about(paired: Hall) -> None:
    joined(paired, HELPER)
    known, address = doors(paired), removal(paired)
    page = paired.director.open(address)
    assert "4 cards would have to be printed again" in page.text
    page = paired.director.submit(page.form_with("links"), None, 200, cards="y")
    assert "Cards on the tables don’t work any more." in page.text
    assert open_ones(paired, known) == set()


def test_phone_let_in_by_a_card_that_has_ended_keeps_no_score(paired: Hall) -> None:
    house = as_the_tables_own(paired)
    paired.director.open(paired.at("desk"))
    paired.director.tap("Let in")
    house.open(paired.at("my-match"))
    assert house.can_tap("Keep score on this phone")
    joined(paired, HELPER)
    paired.director.open(removal(paired))
    paired.director.submit(paired.director.page.form_with("links"), None, 200, cards="y")
    house.open(paired.at("my-match"))
    assert not house.can_tap("Keep score on this phone")


def test_helper_of_a_damaged_tournament_can_be_removed(paired: Hall) -> None:
    helper = joined(paired, HELPER)
    damage_last(paired, "{}")
    paired.director.open(removal(paired))
    assert "removed" in paired.director.tap("Remove").text
    assert helper.client.get(f"/tables/{paired.director_table}").status_code == 403


def test_watcher_has_seen_no_card(paired: Hall) -> None:
    joined(paired, Role.WATCHER)
    assert "printed again" not in paired.director.open(removal(paired)).text


def test_links_may_stay(paired: Hall) -> None:
    joined(paired, HELPER)
    known = doors(paired)
    paired.director.open(removal(paired))
    paired.director.submit(paired.director.page.form_with("links"), None, 200, links="keep")
    assert open_ones(paired, known) == set(known)


@each_case(("query", "left"), [("", {"card"}), ("?cards=renew", set())])
def test_program_removes_a_helper_as_the_page_does(query: str, left: set[str], hall: Hall) -> None:
    if not hall.id:
        hall.set_up(format="swiss", playoff="0", rounds="3")
        hall.pair()
    joined(hall, HELPER)
    known, member = doors(hall), removal(hall).split("/")[-2]
    removed = hall.app.test_client().delete(
        f"/api/v1/tables/{hall.director_table}/members/{member}{query}", headers=program(hall, Role.KEEPER)
    )
    assert removed.status_code == 200
    assert open_ones(hall, known) == left


def test_removed_phone_keeps_no_score_and_does_not_come_back_accepted(paired: Hall) -> None:
    helper = says_who(paired, joined(paired, HELPER), "Ann")
    helper.open(paired.at("my-match"))
    helper.tap("Keep score on this phone")
    assert match_of(paired, "Ann").game is not None
    paired.director.open(removal(paired))
    paired.director.tap("Remove")
    with paired.app.app_context():
        assert list(phones_of(paired.id)) == []


@pytest.mark.parametrize("role", [Role.WATCHER, HELPER])
def test_end_of_a_role_ends_the_sign_up_code(paired: Hall, role: Role) -> None:
    joined(paired, role)
    known = {"sign-up": paired.sign_up}
    page = paired.director.open(f"/tables/{paired.director_table}/share")
    paired.director.client.post(
        f"/tables/{paired.director_table}/share/roles/{role}/end",
        data={"csrf_token": page.forms[0].fields["csrf_token"]},
    )
    assert open_ones(paired, known) == set()
