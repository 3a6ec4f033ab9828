"""Every way in to a tournament: whichever a phone takes, it keeps nobody's score until the desk has let it in."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from scorekeeper.rooms.tournaments.domain.log.events import BY_NUMBER
from scorekeeper.rooms.tournaments.services.teams import set_status
from scorekeeper.rooms.tournaments.storage import phones_of, tournament_events
from scorekeeper.rooms.tournaments.storage.models import TournamentPhone
from scorekeeper.services.invites import new_code, permanent_link
from scorekeeper.services.recording import Author
from scorekeeper.storage.members import Role
from tests.each_case import each_case
from tests.rooms.tournaments.hall import Hall
from tests.rooms.tournaments.test_phones import match_of, paired, table_of, token
from tests.web.browsing import Phone

__all__ = ["paired"]

VICTIM = "Bea"
"""Has no phone yet."""


def send(phone: Phone, address: str, **fields: str) -> int:
    """Post a form that no page offered; its status."""
    return phone.client.post(address, data={"csrf_token": token(phone), **fields}).status_code


def says_who(hall: Hall, phone: Phone, player: str = VICTIM) -> Phone:
    send(phone, hall.at("my-match/who"), player=player)
    return phone


def by_card(hall: Hall) -> Phone:
    phone = hall.new_phone()
    phone.open(hall.card(table_of(hall, VICTIM)))
    phone.tap(VICTIM)
    return phone


def as_the_tables_own(hall: Hall) -> Phone:
    phone = hall.new_phone()
    phone.open(hall.card(table_of(hall, VICTIM)))
    phone.tap("The table’s own phone")
    return phone


def as_the_tables_own_and_then_the_players(hall: Hall) -> Phone:
    return says_who(hall, as_the_tables_own(hall))


def let_in_at_another_table_and_then_the_players(hall: Hall) -> Phone:
    other = next(match for match in hall.open_matches if match.id != match_of(hall, VICTIM).id)
    phone = hall.new_phone()
    phone.open(hall.card(int(str(other.pairing.table))))
    phone.tap("The table’s own phone")
    hall.director.open(hall.at("desk"))
    hall.director.tap("Let in")
    return says_who(hall, phone)


def let_in_as_another_player(hall: Hall) -> Phone:
    return says_who(hall, hall.phone_of("Ann"))


def let_in_as_another_player_and_then_by_card(hall: Hall) -> Phone:
    phone = hall.phone_of("Ann")
    phone.open(hall.card(table_of(hall, VICTIM)))
    phone.tap(VICTIM)
    return phone


def by_the_sign_up_code(hall: Hall) -> Phone:
    phone = hall.new_phone()
    phone.open(hall.sign_up)
    phone.tap(VICTIM)
    return phone


def as_a_new_team(hall: Hall) -> Phone:
    phone = hall.new_phone()
    phone.open(hall.sign_up)
    phone.submit(phone.page.form_with("partner"), None, 200, player="Zoe", partner="Zack")
    return phone


def as_a_new_team_and_then_the_players(hall: Hall) -> Phone:
    return says_who(hall, as_a_new_team(hall))


def with_the_id_of_the_players_entry(hall: Hall) -> Phone:
    """Watchers could once read the ids of entries; a request that repeats one enters nobody."""
    phone = hall.new_phone()
    with hall.app.app_context():
        entry = next(e for e in tournament_events(hall.id) if VICTIM in e.payload.get("players", ()))
    phone.open(hall.sign_up)
    send(phone, hall.sign_up, player=VICTIM, partner="Ben", entry_id=entry.id, sure="yes")
    return phone


def by_the_watchers_link(hall: Hall) -> Phone:
    phone = hall.new_phone()
    with hall.app.app_context():
        link = permanent_link(hall.director_table, Role.WATCHER).token
    phone.open(f"/join/{link}")
    if phone.page.url == "/join":
        phone.tap(next(button.label for button in phone.page.buttons if button.label.startswith("Join")))
    return phone


def by_the_watchers_code(hall: Hall) -> Phone:
    phone = hall.new_phone()
    with hall.app.app_context():
        code = new_code(hall.director_table, permanent_link(hall.director_table, Role.WATCHER).invite.id)
    phone.open("/join")
    phone.submit(phone.page.form_with("code"), None, 200, code=code)
    return phone


def by_the_watchers_link_as_the_player(hall: Hall) -> Phone:
    return says_who(hall, by_the_watchers_link(hall))


def by_the_watchers_code_as_the_player(hall: Hall) -> Phone:
    return says_who(hall, by_the_watchers_code(hall))


def by_the_watchers_link_and_a_card(hall: Hall) -> Phone:
    phone = by_the_watchers_link(hall)
    phone.open(hall.card(table_of(hall, VICTIM)))
    phone.tap(VICTIM)
    return phone


def by_the_watchers_link_as_the_tables_player(hall: Hall) -> Phone:
    """Whose phone a member of the table says it is counts for nothing at the tournament."""
    phone = by_the_watchers_link(hall)
    send(phone, f"/tables/{hall.director_table}/who", player=VICTIM)
    return says_who(hall, phone)


WAYS: tuple[Callable[[Hall], Phone], ...] = (
    by_card,
    as_the_tables_own,
    as_the_tables_own_and_then_the_players,
    let_in_at_another_table_and_then_the_players,
    let_in_as_another_player,
    let_in_as_another_player_and_then_by_card,
    by_the_sign_up_code,
    as_a_new_team_and_then_the_players,
    with_the_id_of_the_players_entry,
    by_the_watchers_link_as_the_player,
    by_the_watchers_code_as_the_player,
    by_the_watchers_link_and_a_card,
    by_the_watchers_link_as_the_tables_player,
)


def phone_at_desk(hall: Hall) -> TournamentPhone:
    """What the desk knows of the phone that came last."""
    with hall.app.app_context():
        return phones_of(hall.id)[-1]


@pytest.mark.parametrize("comes", WAYS)
def test_phone_keeps_no_score_until_the_desk_lets_it_in(paired: Hall, comes: Callable[[Hall], Phone]) -> None:
    phone = comes(paired)
    assert phone_at_desk(paired).player == (None if comes is as_the_tables_own else VICTIM)
    send(phone, paired.at("my-match/keep"))
    send(phone, paired.at("my-match/here"))
    assert match_of(paired, VICTIM).game is None
    assert "The desk lets this phone in as" in phone.open(paired.at("my-match")).text
    paired.director.open(paired.at("desk"))
    paired.director.tap("Let in")
    phone.open(paired.at("my-match"))
    assert phone.tap("Keep score on this phone").url == f"/games/{match_of(paired, VICTIM).game}"


@pytest.mark.parametrize("comes", WAYS)
def test_phone_that_asks_sees_and_signs_nothing_of_a_game_that_has_begun(
    paired: Hall, comes: Callable[[Hall], Phone]
) -> None:
    paired.director.open(paired.at(f"desk/matches/{match_of(paired, VICTIM).id}"))
    paired.director.tap("Start the game here")
    game = match_of(paired, VICTIM).game
    phone = comes(paired)
    asks = phone_at_desk(paired)
    assert (asks.accepted, asks.game_id, asks.keeps) == (False, None, False)
    watches = comes.__name__.startswith("by_the_watchers")
    assert phone.client.get(f"/games/{game}").status_code == (200 if watches else 404)
    assert send(phone, f"/games/{game}/bids", seat="0", bid="3") in (403, 404)


def test_new_team_that_signs_up_waits_for_nobody(paired: Hall) -> None:
    phone = as_a_new_team(paired)
    assert phone_at_desk(paired).accepted
    assert "I’m here" in [button.label for button in phone.page.buttons]


def test_phone_stays_accepted_as_whom_the_desk_accepted_it(paired: Hall) -> None:
    phone = paired.phone_of(VICTIM)
    phone.open(paired.card(table_of(paired, VICTIM)))
    phone.tap(VICTIM)
    assert phone_at_desk(paired).accepted
    assert phone.can_tap("Keep score on this phone")
    phone.open(paired.sign_up)
    phone.tap(VICTIM)
    assert phone_at_desk(paired).accepted


def test_phone_of_the_desk_need_not_ask_itself(paired: Hall) -> None:
    paired.director.open(paired.at("my-match"))
    paired.director.tap(VICTIM)
    assert paired.director.can_tap("Keep score on this phone")


def test_second_phone_at_the_desk_asks_where_a_player_has_one(paired: Hall) -> None:
    paired.phone_of(VICTIM)
    says_who(paired, paired.director)
    with paired.app.app_context():
        assert sorted(phone.accepted for phone in phones_of(paired.id)) == [False, True]


def test_desk_lets_in_only_whom_it_saw(paired: Hall) -> None:
    phone = hall_phone = paired.claims("Ann")
    paired.director.open(paired.at("desk"))
    says_who(paired, phone)
    page = paired.director.tap("Let in")
    assert "This phone says now that it is another player’s." in page.text
    assert not phone_at_desk(paired).accepted
    paired.director.tap("Let in")
    assert phone_at_desk(paired).accepted
    assert hall_phone.open(paired.at("my-match")).status == 200


def test_desk_lets_many_phones_in_with_one_tap_before_the_first_round(hall: Hall) -> None:
    hall.set_up(format="swiss", playoff="0")
    phones = [hall.claims(player) for player in ("Ann", "Bea", "Cal")]
    assert "The desk lets this phone in as" in phones[0].open(hall.at("my-match")).text
    hall.director.open(hall.at("teams"))
    assert hall.director.tap("Let all phones in").url == hall.at("teams")
    with hall.app.app_context():
        assert all(phone.accepted for phone in phones_of(hall.id))


def test_choice_without_a_name_is_the_player(paired: Hall) -> None:
    team = paired.team("Bea & Ben")
    with paired.app.app_context():
        set_status(paired.id, [team], BY_NUMBER, Author("Dora", directs=True), player=VICTIM)
    phone = as_the_tables_own(paired)
    says_who(paired, phone, f"{team}/0")
    assert phone_at_desk(paired).player == VICTIM


@each_case("role", [Role.WATCHER, Role.SCORER])
def test_program_has_no_phone(role: Role, hall: Hall) -> None:
    """A watcher's token starts and writes no game; a helper's is the desk's own."""
    if not hall.id:
        hall.set_up(format="swiss", playoff="0", rounds="3")
        hall.pair()
    with hall.app.app_context():
        bearer = {"Authorization": f"Bearer {permanent_link(hall.director_table, role).token}"}
    match = match_of(hall, VICTIM)
    at = f"/api/v1/tournaments/{hall.id}/matches/{match.id}"
    program = hall.app.test_client()
    wanted = 403 if role is Role.WATCHER else 200
    assert program.post(f"{at}/game", headers=bearer, json={}).status_code == wanted
    assert program.post(hall.at("my-match/keep"), headers=bearer).status_code in (400, 404)
