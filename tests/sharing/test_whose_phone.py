"""Whose phone is it? Saying so, what shows the name then, and a tap on a phone: the pen, another role."""

from __future__ import annotations

from scorekeeper.services.merging import merge_players
from scorekeeper.services.tables import rename_player
from scorekeeper.storage.members import Role, members_of
from scorekeeper.storage.players import find_player
from tests.access.cast import Cast
from tests.sharing.test_devices import form, renamed, share
from tests.web.browsing import Phone


def joins_as(cast: Cast, name: str, player: str, role: Role = Role.SCORER) -> Phone:
    """Somebody opens a link and says who they are."""
    phone = cast.phone(name)
    phone.open(f"/join/{cast.score(role)}")
    phone.tap(player)
    return phone


def says(cast: Cast, name: str, player: str) -> Phone:
    """Somebody at the table says who they are, or changes it."""
    phone = cast.phone(name)
    phone.open(f"/tables/{cast.table}/who")
    phone.tap(player)
    return phone


def members(cast: Cast) -> dict[str, Role]:
    """The phones at the table, as they are called, with their roles."""
    with cast.app.app_context():
        return {member.shown_name: member.as_role for member in members_of(cast.table)}


def player_id(cast: Cast, name: str) -> int:
    with cast.app.app_context():
        player = find_player(cast.table, name)
        assert player is not None
        return player.id


def passes_pen(cast: Cast, giver: str, to: str) -> Phone:
    """A tap on a phone, and then on `Pass the pen`."""
    phone = share(cast, giver)
    phone.submit(next(each for each in phone.page.forms if f"/pen/{shown(cast, to)}" in each.action))
    return phone


def shown(cast: Cast, name: str) -> int:
    """The number of the phone with this name."""
    with cast.app.app_context():
        return next(member.id for member in members_of(cast.table) if member.shown_name == name)


def test_joining_phone_says_who_it_is_and_opens_the_game(cast: Cast) -> None:
    charlie = cast.phone("charlie")
    page = charlie.open(f"/join/{cast.score(Role.SCORER)}")
    assert page.heading == "You’re in. Who are you?"
    assert [button.label for button in page.buttons][:5] == ["Ann", "Ben", "Cal", "Dee", "Not now"]
    assert charlie.tap("Ben").url == f"/games/{cast.game}"
    charlie.tap("4")
    history = charlie.open(f"/games/{cast.game}/history").text
    assert "Ben" in history
    assert "A phone" not in history
    assert "Ben Keeping score · here now" in share(cast).page.text


def test_player_of_a_phone_is_chosen_later_changed_and_removed(cast: Cast) -> None:
    wendy = says(cast, "wendy", "Dee")
    assert wendy.page.url == f"/tables/{cast.table}/share"
    assert "Dee Watching · this phone" in wendy.page.text
    assert "Ann Watching" in says(cast, "wendy", "Ann").page.text
    assert "A phone 3 Watching" in says(cast, "wendy", "Nobody’s: use its own name").page.text


def test_somebody_new_types_a_name_and_a_near_one_is_asked_about(cast: Cast) -> None:
    wendy = cast.phone("wendy")
    wendy.open(f"/tables/{cast.table}/who")
    wendy.submit(wendy.page.form_with("name"), name="Anne")
    assert "Did you mean Ann?" in wendy.page.text
    wendy.tap("Someone new")
    assert "Anne Watching" in wendy.page.text
    wendy.open(f"/tables/{cast.table}/who")
    wendy.submit(wendy.page.form_with("name"), None, 422, name=" ")
    wendy.submit(wendy.page.form_with("name"), None, 422, name="\u202eBen")
    assert "U+202E" in wendy.page.text


def test_two_phones_may_be_one_players(cast: Cast) -> None:
    says(cast, "bob", "Ann")
    says(cast, "wendy", "Ann")
    assert all(row in share(cast).page.text for row in ("Ann Keeps score too", "Ann Watching"))


def test_api_lists_whose_phones_they_are(cast: Cast) -> None:
    says(cast, "bob", "Ben")
    listed = cast.alice.get(f"/api/v1/tables/{cast.table}", headers=cast.bearer("alice")).get_json()["members"]
    assert {(member["name"], member["player"]) for member in listed} >= {("A phone 2", "Ben"), ("A phone", None)}


def test_merged_and_renamed_players_keep_their_phones(cast: Cast) -> None:
    says(cast, "bob", "Ben")
    wendy = cast.phone("wendy")
    wendy.open(f"/tables/{cast.table}/who")
    wendy.submit(wendy.page.form_with("name"), name="Benjamin")
    with cast.app.test_request_context():
        from scorekeeper.services.recording import Author

        merge_players(cast.table, "Ben", "Benjamin")
        rename_player(cast.table, player_id(cast, "Benjamin"), "Benny", Author(None))
    text = share(cast).page.text
    assert "Benny Keeps score too" in text
    assert "Benny Watching" in text


def test_erased_player_has_no_phone_any_more(cast: Cast) -> None:
    says(cast, "bob", "Ben")
    alice = cast.phone("alice")
    alice.open(f"/tables/{cast.table}/players/{player_id(cast, 'Ben')}/erase")
    alice.submit(form(alice, "/erase"), sure="yes")
    assert "A phone 2" in members(cast)


def test_pen_is_passed_by_a_tap_and_the_phone_says_so_once(cast: Cast) -> None:
    says(cast, "bob", "Ben")
    says(cast, "wendy", "Dee")
    bob, wendy = cast.phone("bob"), cast.phone("wendy")
    bob.open(f"/games/{cast.game}")
    bob.tap("4")
    assert "Ben is keeping score" in wendy.open(f"/games/{cast.game}").text
    before = cast.wendy.get(f"/games/{cast.game}/version").headers["ETag"]
    assert "Dee has the pen." in passes_pen(cast, "bob", "Dee").page.text
    assert cast.wendy.get(f"/games/{cast.game}/version").headers["ETag"] != before
    assert "You have the pen. This phone keeps score now." in wendy.open(f"/games/{cast.game}").text
    assert "You have the pen" not in wendy.open(f"/games/{cast.game}").text
    assert members(cast)["Dee"] is Role.SCORER


def test_who_has_no_pen_passes_none(cast: Cast) -> None:
    renamed(cast, "bob", "Bob")
    alice = cast.phone("alice")
    alice.open(f"/games/{cast.game}")
    alice.tap("4")
    bob = share(cast, "bob")
    assert not [each for each in bob.page.forms if "/pen" in each.action]
    post = form(bob, "/devices/name")
    post.action = f"/tables/{cast.table}/pen/{shown(cast, 'A phone 3')}"
    bob.submit(post, None, 403)


def test_keeper_makes_a_scorer_a_watcher_whose_old_link_is_over(cast: Cast) -> None:
    renamed(cast, "bob", "Bob")
    old = cast.score(Role.SCORER)
    alice = share(cast)
    alice.submit(form(alice, f"/devices/{shown(cast, 'Bob')}/role/watcher"))
    assert "Bob is a watcher now." in alice.page.text
    assert "The links for scorers are new." in alice.page.text
    assert cast.bob.post(f"/games/{cast.game}/undo").status_code in (400, 403)
    assert "You’re watching" in cast.phone("bob").open(f"/games/{cast.game}").text
    cast.phone("bob").open(f"/join/{old}", 410)
    alice.submit(form(alice, f"/devices/{shown(cast, 'Bob')}/role/keeper"))
    assert members(cast)["Bob"] is Role.KEEPER


def test_role_of_a_phone_elsewhere_is_not_changed(cast: Cast) -> None:
    with cast.app.app_context():
        olga = members_of(cast.other_table)[0]
    alice = share(cast)
    post = form(alice, f"/devices/{shown(cast, 'A phone 2')}/role/keeper")
    for member, answer in ((olga.id, "already left"), (shown(cast, "A phone"), "That’s this device")):
        post.action = f"/tables/{cast.table}/devices/{member}/role/watcher"
        alice.submit(post)
        assert answer in alice.page.text
