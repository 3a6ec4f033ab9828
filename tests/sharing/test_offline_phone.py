"""A phone that was offline while a keeper changed something: what the server answers to the taps it then sends."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

from scorekeeper.services.erasing import erase_player, erase_table
from scorekeeper.services.house_rules import save_agreed, save_preset
from scorekeeper.services.recording import Author, record
from scorekeeper.services.tables import archive_table, remove_empty_game, rename_player, rename_table
from scorekeeper.storage.members import Role
from tests.access.cast import Cast
from tests.sharing.test_devices import form, removed, renamed, share
from tests.sharing.test_whose_phone import player_id as player_named

Json = dict[str, Any]
IN_JSON = {"Accept": "application/json"}


class OfflinePhone:
    """Bob's phone. It read the game, then it was offline, and two taps wait."""

    def __init__(self, cast: Cast, game: str = "") -> None:
        self.client = cast.bob
        self.url = f"/games/{game or cast.game}/events"
        self.known = self.read()
        bids = [[["4", None], [None, None]], [["4", None], ["3", None]]]
        self.taps: list[Json] = [{"id": str(uuid4()), "kind": "bids", "hand": 1, "bids": each} for each in bids]

    def read(self) -> Json:
        answer = self.client.get(self.url, headers=IN_JSON)
        assert answer.json is not None
        assert answer.json["protocol"]
        found: Json = answer.json
        return found

    def send(self, status: int = 200) -> Json:
        """Send the taps after the last event it knows; every answer is in the server's own JSON."""
        fields = {"entries": json.dumps(self.taps), "seq": self.known["seq"], "hash": self.known["hash"]}
        answer = self.client.post(self.url, data=fields | {"csrf_token": self.known.get("csrf", "")}, headers=IN_JSON)
        assert answer.status_code == status, answer.text
        assert answer.json is not None
        assert answer.json["protocol"]
        found: Json = answer.json
        return found

    def code(self, status: int) -> str:
        """The code of the refusal that its taps and its question for news both get."""
        code = self.send(status)["error"]["code"]
        assert self.read()["error"]["code"] == code
        return str(code)

    def sends_all(self) -> None:
        """All its taps are on the server, once each and in order."""
        assert [result["status"] for result in self.send()["results"]] == [201, 201]
        ids = [event["id"] for event in self.read()["events"]]
        assert ids[-2:] == [tap["id"] for tap in self.taps]

    def hears(self) -> None:
        """It reads what came first, and would put its taps after that."""
        codes = [result["error"]["code"] for result in self.send()["results"]]
        assert codes == ["another-came-first", "not-tried"]
        self.known = self.read()


def test_removed_phone_is_refused_and_sends_its_taps_once_it_is_back(cast: Cast) -> None:
    renamed(cast, "bob", "Bob")
    phone = OfflinePhone(cast)
    alice = removed(share(cast), "Bob")
    assert phone.code(403) == "revoked"
    link = re.search(r'id="link"[^>]* value="[^"]+/join/(\w{22})"', alice.page.html)
    assert link
    cast.joins("bob", link[1])
    phone.sends_all()


def test_phone_that_became_a_watcher_is_refused_and_sends_its_taps_as_a_scorer_again(cast: Cast) -> None:
    renamed(cast, "bob", "Bob")
    phone = OfflinePhone(cast)
    bob = cast.member("Bob").id
    alice = share(cast)
    alice.submit(form(alice, f"/{bob}/role/watcher"))
    assert phone.send(403)["error"]["code"] == "forbidden"
    assert not phone.read()["may_write"]
    alice = share(cast)
    alice.submit(form(alice, f"/{bob}/role/scorer"))
    phone.sends_all()


def test_phone_that_left_the_table_is_a_stranger_until_it_joins_again(cast: Cast) -> None:
    phone = OfflinePhone(cast)
    bob = cast.phone("bob")
    bob.open(f"/tables/{cast.table}/leave")
    bob.submit(form(bob, "/leave"))
    assert phone.send(400)["error"]["code"] == "csrf", "leaving ended the session too"
    assert phone.read()["error"]["code"] == "not-found"
    cast.joins("bob", cast.score(Role.SCORER))
    phone.known = phone.read()
    phone.sends_all()


def test_phone_of_an_expired_guest_is_refused(cast: Cast) -> None:
    link = cast.invited(Role.SCORER, lasts=timedelta(hours=1), guests=True)
    cast.clients["bob"] = cast.app.test_client()
    cast.joins("bob", str(link.token))
    phone = OfflinePhone(cast)
    cast.expire(link.invite.id)
    assert phone.code(403) == "expired"


def test_taps_come_after_an_erasure_which_changes_names_but_no_hash(cast: Cast) -> None:
    phone = OfflinePhone(cast)
    with cast.app.app_context():
        erase_player(cast.table, player_named(cast, "Ann"), Author("Alice"))
    before = phone.known
    phone.hears()
    assert [event["kind"] for event in phone.known["events"]] == ["start", "erase"]
    assert phone.known["events"][0]["hash"] == before["hash"]
    assert "Ann" not in json.dumps(phone.known["events"])
    phone.sends_all()


def test_tap_stored_before_an_erasure_is_not_stored_again(cast: Cast) -> None:
    """Its answer was lost, and its words are others now; the phone finds it by its id."""
    phone = OfflinePhone(cast)
    phone.taps = [{"id": str(uuid4()), "kind": "misdeal", "hand": 1, "reason": "Ann dropped a card"}]
    phone.send()
    with cast.app.app_context():
        erase_player(cast.table, player_named(cast, "Ann"), Author("Alice"))
    assert phone.send()["results"][0]["status"] == 409
    events = phone.read()["events"]
    assert [event["kind"] for event in events] == ["start", "misdeal", "erase"]
    assert events[1]["id"] == phone.taps[0]["id"]
    assert "Ann" not in json.dumps(events)


def test_taps_come_after_a_new_name_of_a_player(cast: Cast) -> None:
    phone = OfflinePhone(cast)
    with cast.app.app_context():
        rename_player(cast.table, player_named(cast, "Ann"), "Anna", Author("Alice"))
    phone.hears()
    assert phone.known["events"][-1]["kind"] == "substitute"
    phone.sends_all()


def test_the_table_s_own_settings_do_not_touch_games_that_began(cast: Cast) -> None:
    phone = OfflinePhone(cast)
    with cast.app.app_context():
        save_agreed(cast.table, ["Ann shuffles"])
        save_preset(cast.table, "partnership", None, "Long", {"target": 1000})
        rename_table(cast.table, "Friday")
        archive_table(cast.table, True)
    phone.sends_all()


def test_taps_for_a_game_that_another_phone_ended_are_refused_with_the_reason(cast: Cast) -> None:
    phone = OfflinePhone(cast)
    with cast.app.app_context():
        record(cast.game, "close", {"reason": "the last train"}, author=Author("Alice"))
    phone.hears()
    refused = phone.send()["results"]
    assert [result["status"] for result in refused] == [422, 409]
    assert refused[0]["error"]["message"]
    with cast.app.app_context():
        record(cast.game, "reopen", {"reason": "the next train is later"}, author=Author("Alice"))
    phone.known = phone.read()
    phone.sends_all()


def test_deleted_game_is_refused_so_the_phone_keeps_its_taps(cast: Cast) -> None:
    phone = OfflinePhone(cast)
    with cast.app.app_context():
        remove_empty_game(cast.game)
    assert phone.code(404) == "not-found"


def test_deleted_table_is_refused_so_the_phone_keeps_its_taps(cast: Cast) -> None:
    phone = OfflinePhone(cast)
    with cast.app.app_context():
        erase_table(cast.table)
    assert phone.code(404) == "not-found"


def test_what_a_phone_has_left_becomes_a_game_of_its_own(cast: Cast) -> None:
    """The server went on differently after a restore, so the phone’s sheet comes beside the game, once."""
    bearer = cast.bearer("alice")
    sheet = cast.alice.get(f"/api/v1/games/{cast.game}/sheet", headers=bearer).json
    assert sheet is not None
    sheet["hands"] = [{"bids": [["4", "3"], ["3", "2"]], "took": [7, 6]}]
    address = f"/api/v1/tables/{cast.table}/imports"
    first, again = (cast.alice.post(address, data=json.dumps(sheet), headers=bearer).json for _ in range(2))
    assert first is not None
    assert again is not None
    assert (len(first["games"]), first["skipped"]) == (1, 0)
    assert (len(again["games"]), again["skipped"]) == (0, 1)
    assert first["games"][0] != cast.game
