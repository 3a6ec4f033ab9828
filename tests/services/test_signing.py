"""Signing: which phone may sign for which side, and what the server says of a chain head that it is shown."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.core.game import OWN_DEVICE, SHARED_DEVICE
from scorekeeper.core.inputs.faults import JUST_SIGNED_ELSEWHERE, SIDE_CODE_NEEDED, SIGNED_ELSEWHERE
from scorekeeper.core.rules.seating import Side
from scorekeeper.formats.chain import ChainHead
from scorekeeper.formats.keys import InstanceKeys
from scorekeeper.formats.verification import ServerMatch, TrustedKeys
from scorekeeper.services import sign_off as signing_off
from scorekeeper.services.export_keys import head_of_game, instance_signer, public_keys, stored_state_of, this_server
from scorekeeper.services.game_cache import load_game
from scorekeeper.services.invites import invite
from scorekeeper.services.members import join
from scorekeeper.services.membership import Membership, by_table, side_key, side_key_fits
from scorekeeper.services.sign_off import NotThisPhone, SignOffPhone, side_of_phone, sign_off
from scorekeeper.services.starting import start_game
from scorekeeper.storage.events import events_of
from scorekeeper.storage.members import Role, attach_device
from scorekeeper.storage.models import Table
from tests.services.cast import ANN, BIG, EVEN, game_setup

AGREED = {"verdict": "agreed"}


@pytest.fixture(autouse=True)
def key(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """The key from which tokens and side keys are made."""
    monkeypatch.setitem(app.config, "SECRET_KEY", "a secret")


@pytest.fixture
def over(table: Table) -> str:
    """The id of a finished game."""
    return start_game(table.id, game_setup(BIG, BIG, BIG, BIG), author=ANN).game.id


def phone(table: Table, role: Role) -> Membership:
    """A new phone at the table."""
    secret = join(invite(table.id, role).invite, None, None, seen=True).secret
    found = by_table(table.id, secret)[1]
    assert found is not None
    return found


def signed(game_id: str) -> list[tuple[int, str | None]]:
    return [(each.side, each.device) for each in load_game(game_id).state.signs]


def test_a_watcher_signs_only_with_the_key_of_the_side(table: Table, over: str) -> None:
    watcher = phone(table, Role.WATCHER)
    for wrong in ("", side_key(over, 0), side_key("another", 1)):
        with pytest.raises(NotThisPhone) as refused:
            sign_off(over, Side(1), AGREED, SignOffPhone(watcher, SHARED_DEVICE, wrong), author=ANN)
        assert (refused.value.fault.code, refused.value.fault.path.words) == (SIDE_CODE_NEEDED.key, "")
    assert (signed(over), side_of_phone(over, watcher)) == ([], None)
    sign_off(over, Side(1), AGREED, SignOffPhone(watcher, SHARED_DEVICE, side_key(over, 1)), author=ANN)
    assert (signed(over), side_of_phone(over, watcher)) == ([(1, OWN_DEVICE)], 1)
    sign_off(over, Side(1), {"verdict": "disputed"}, SignOffPhone(watcher), author=ANN)
    assert signed(over) == [(1, OWN_DEVICE)], "it is known by now, and needs no key again"


def test_a_shared_phone_signs_for_both_sides(table: Table, over: str) -> None:
    scorer = phone(table, Role.SCORER)
    for side in (0, 1):
        sign_off(over, Side(side), AGREED, SignOffPhone(scorer, SHARED_DEVICE), author=ANN)
    assert (signed(over), side_of_phone(over, scorer)) == ([(0, SHARED_DEVICE), (1, SHARED_DEVICE)], None)


def test_a_phone_of_one_side_does_not_sign_as_the_other_s(table: Table, over: str) -> None:
    scorer = phone(table, Role.SCORER)
    sign_off(over, Side(0), AGREED, SignOffPhone(scorer, OWN_DEVICE), author=ANN)
    for device in (OWN_DEVICE, ""):
        with pytest.raises(NotThisPhone) as refused:
            sign_off(over, Side(1), AGREED, SignOffPhone(scorer, device), author=ANN)
        assert (refused.value.fault.code, refused.value.fault.path.words, refused.value.fault.params) == (
            SIGNED_ELSEWHERE.key,
            "",
            {"name": "Ann & Cal", "other": "Ben & Dee"},
        )
    assert signed(over) == [(0, OWN_DEVICE)]
    sign_off(over, Side(1), AGREED, SignOffPhone(scorer, SHARED_DEVICE), author=ANN)
    assert signed(over) == [(0, OWN_DEVICE), (1, SHARED_DEVICE)]
    assert side_of_phone(over, scorer) == 0


def test_a_phone_may_change_its_side_before_it_signs(table: Table, over: str) -> None:
    scorer = phone(table, Role.SCORER)
    assert scorer.member_id is not None
    attach_device(over, scorer.member_id, 1)
    sign_off(over, Side(0), AGREED, SignOffPhone(scorer, OWN_DEVICE), author=ANN)
    assert (signed(over), side_of_phone(over, scorer)) == ([(0, OWN_DEVICE)], 0)


def test_two_taps_at_once_leave_a_phone_at_one_side(table: Table, over: str, monkeypatch: pytest.MonkeyPatch) -> None:
    scorer = phone(table, Role.SCORER)
    monkeypatch.setattr(signing_off, "attach_device", lambda *_: 1)
    with pytest.raises(NotThisPhone) as refused:
        sign_off(over, Side(0), AGREED, SignOffPhone(scorer, OWN_DEVICE), author=ANN)
    assert (refused.value.fault.code, refused.value.fault.path.words) == (JUST_SIGNED_ELSEWHERE.key, "")
    assert signed(over) == []


def test_a_repeated_signature_is_one_event(table: Table, over: str) -> None:
    scorer, seq = SignOffPhone(phone(table, Role.SCORER), SHARED_DEVICE), load_game(over).state.seq
    event_id = "1b4e28ba-2fa1-4d2e-883f-0016d3cca427"
    first, again = (sign_off(over, Side(0), AGREED, scorer, author=ANN, event_id=event_id, seq=seq) for _ in range(2))
    assert (first.stored.id, first.stored.seq, first.new, again.new) == (event_id, seq + 1, True, False)


def test_each_side_has_a_key_of_its_own(over: str) -> None:
    keys = [side_key(over, 0), side_key(over, 1), side_key("another", 0)]
    assert len(set(keys)) == 3
    assert {len(each) for each in keys} == {16}
    assert side_key_fits(keys[0], over, 0)
    assert not any(side_key_fits(each, over, 0) for each in (*keys[1:], "", "Ä"))


def test_server_knows_whether_a_head_is_its_latest(table: Table, game_id: str) -> None:
    started = head_of_game(game_id)
    assert started == ChainHead(game_id, 1, events_of(game_id)[0].hash)
    assert stored_state_of(started) == ServerMatch.NOW
    later = start_game(table.id, game_setup(EVEN), author=ANN).game.id
    assert stored_state_of(replace(head_of_game(later), seq=1, hash=events_of(later)[0].hash)) == ServerMatch.EARLIER
    assert stored_state_of(head_of_game(later)) == ServerMatch.NOW
    for wrong in (replace(started, hash="0" * 64), replace(started, seq=2), replace(started, game="another")):
        assert stored_state_of(wrong) == ServerMatch.NO


def test_keys_of_this_server_are_known_by_its_name(app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(app.config, "INSTANCE_KEYS", None)
    assert (instance_signer(), public_keys(), this_server()) == (None, [], TrustedKeys({}, stored_state_of))
    keys = InstanceKeys(tmp_path / "keys")
    for _ in range(2):
        keys.make()
    monkeypatch.setitem(app.config, "INSTANCE_KEYS", keys)
    assert public_keys() == keys.public()
    assert this_server() == TrustedKeys(dict.fromkeys(keys.public(), "this server"), stored_state_of)
    assert instance_signer() == keys.sign
