"""Taps that wait on a phone: it reports them, and keepers see whose phone they are on."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import pytest

from tests.access.cast import Cast
from tests.access.test_unchanged import version
from tests.databases import on_both
from tests.sharing.test_devices import removed, renamed, share
from tests.sharing.test_whose_phone import says


def reports(cast: Cast, who: str, taps: object, game: str = "") -> Any:
    """Somebody's phone asks for news, and says how many taps it holds."""
    asked = {"after": "1", "waiting": taps}
    answer = cast.clients[who].get(f"/games/{game or cast.game}/events", query_string=asked)
    assert answer.status_code == 200
    return answer.json


def page(cast: Cast, who: str) -> str:
    return cast.phone(who).open(f"/games/{cast.game}").text


@on_both
def test_a_keeper_sees_that_a_phone_holds_taps(cast: Cast) -> None:
    says(cast, "bob", "Ben")
    reports(cast, "bob", 3)
    assert "Ben’s phone has 3 taps waiting." in page(cast, "alice")
    assert "3 taps waiting" in share(cast).page.text
    reports(cast, "bob", 0)
    assert "waiting" not in page(cast, "alice")
    assert "waiting" not in share(cast).page.text


def test_a_device_that_is_no_player_s_goes_by_its_own_name(cast: Cast) -> None:
    renamed(cast, "bob", "Old tablet")
    reports(cast, "bob", 1)
    assert "Old tablet has 1 tap waiting." in page(cast, "alice")


def test_others_do_not_see_it_nor_does_the_phone_itself(cast: Cast) -> None:
    reports(cast, "bob", 3)
    for who in ("bob", "wendy"):
        assert "waiting" not in page(cast, who)
        assert "3 taps" not in share(cast, who).page.text
    reports(cast, "alice", 2)
    assert "2 taps" not in page(cast, "alice")


def test_a_keeper_s_page_has_a_new_version_with_each_report(cast: Cast) -> None:
    versions = [version(cast, "alice")]
    others = [version(cast, who) for who in ("bob", "wendy")]
    for taps in (3, 4, 0):
        reports(cast, "bob", taps)
        versions.append(version(cast, "alice"))
    assert len(set(versions)) == 3
    assert versions[0] == versions[-1]
    assert others == [version(cast, who) for who in ("bob", "wendy")]


def test_a_phone_that_draws_the_page_gets_the_sentences(cast: Cast) -> None:
    renamed(cast, "bob", "Old tablet")
    reports(cast, "bob", 3)
    news = reports(cast, "alice", 0)
    assert news["unsent"] == ["Old tablet has 3 taps waiting."]
    assert version(cast, "alice") == f'"1{news["mark"]}"'
    assert reports(cast, "wendy", 0)["unsent"] == []


def test_sending_them_says_how_many_are_left(cast: Cast) -> None:
    reports(cast, "bob", 1)
    around = reports(cast, "bob", 1) | (cast.bob.get(f"/games/{cast.game}/events").json or {})
    tap = {"id": str(uuid4()), "kind": "bids", "hand": 1, "bids": [["4", None], [None, None]]}
    fields = {"seq": "1", "entries": json.dumps([tap]), "waiting": "0", "csrf_token": around["csrf"]}
    assert cast.bob.post(f"/games/{cast.game}/events", data=fields).status_code == 200
    assert "waiting" not in page(cast, "alice")


def test_refused_taps_still_wait_on_the_phone(cast: Cast) -> None:
    around = cast.bob.get(f"/games/{cast.game}/events").json or {}
    taps = [{"id": str(uuid4()), "kind": "take-back", "entry": 9} for _ in range(2)]
    fields = {"seq": "1", "entries": json.dumps(taps), "waiting": "1", "csrf_token": around["csrf"]}
    cast.bob.post(f"/games/{cast.game}/events", data=fields)
    assert "has 3 taps waiting." in page(cast, "alice")
    cast.bob.post(f"/games/{cast.game}/events", data=fields | {"waiting": "0", "hash": "0" * 64})
    assert "has 2 taps waiting." in page(cast, "alice")


def test_taps_of_two_games_are_added_up_on_the_share_page(cast: Cast) -> None:
    other = cast.starts(cast.table)
    reports(cast, "bob", 3)
    reports(cast, "bob", 2, other)
    assert "5 taps waiting" in share(cast).page.text
    assert "3 taps waiting." in page(cast, "alice")


@pytest.mark.parametrize("taps", ["", "-1", "many", "10000", "1e3"])
def test_what_is_no_count_changes_nothing(cast: Cast, taps: str) -> None:
    reports(cast, "bob", 3)
    reports(cast, "bob", taps)
    assert "3 taps waiting." in page(cast, "alice")


def test_a_removed_phone_is_not_waited_for(cast: Cast) -> None:
    renamed(cast, "bob", "Old tablet")
    reports(cast, "bob", 3)
    removed(share(cast), "Old tablet")
    assert "waiting" not in page(cast, "alice")
