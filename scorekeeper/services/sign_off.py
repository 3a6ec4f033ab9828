"""Signing off a finished game: each side agrees or disputes, and the phone it does so on."""

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.core.game import OWN_DEVICE, SHARED_DEVICE, Event, GameState, moves
from scorekeeper.core.game.sign_off import side_signed_for
from scorekeeper.core.inputs import NOWHERE, InvalidInput
from scorekeeper.core.inputs.faults import JUST_SIGNED_ELSEWHERE, SIDE_CODE_NEEDED, SIGNED_ELSEWHERE
from scorekeeper.core.rules.seating import Side
from scorekeeper.services.game_cache import load_game
from scorekeeper.services.membership import Membership, side_key_fits
from scorekeeper.services.recording import Author, Recorded, record_event
from scorekeeper.storage.members import Role, attach_device, detach_device, side_of_device


class NotThisPhone(InvalidInput):
    """This phone may not sign for that side yet; the message says why."""


@dataclass(frozen=True, slots=True)
class SignOffPhone:
    """A phone about to sign: its membership, the device it claims to be, and the key it scanned."""

    membership: Membership
    device: str = ""
    side_key: str = ""


def side_of_phone(game_id: str, membership: Membership) -> int | None:
    """The side of the game that this phone signs for; None if that is not known."""
    return None if membership.member_id is None else side_of_device(game_id, membership.member_id)


def sign_off(
    game_id: str,
    side: Side,
    fields: Mapping[str, str],
    phone: SignOffPhone,
    *,
    author: Author,
    event_id: str | None = None,
    seq: int | None = None,
) -> Recorded:
    """Sign for a side with these form fields, on a phone of its own or on a shared one.

    A watcher's phone signs only for its own side, which it joins with the side's key. Raises `NotThisPhone` if the
    phone belongs to another side, and what `record_event` raises; then nothing is signed.
    """
    at = side_of_phone(game_id, phone.membership)
    watching = not phone.membership.may(Role.SCORER)
    if watching and at != side and not side_key_fits(phone.side_key, game_id, side):
        raise NotThisPhone(SIDE_CODE_NEEDED.at(NOWHERE, {}))
    own = phone.device == OWN_DEVICE or watching or at == side
    if own or phone.device != SHARED_DEVICE:
        _check_side(game_id, side, at)
    if own:
        _attach_to_side(game_id, phone.membership, side, at)
    device = OWN_DEVICE if own else SHARED_DEVICE

    def event_for(state: GameState) -> Event:
        return moves.sign(state, fields, side, device)

    return record_event(game_id, event_for, author=author, event_id=event_id, seq=seq)


def _check_side(game_id: str, side: Side, at: int | None) -> None:
    """Refuse a phone that already signed for another side, while that signature counts. Raises `NotThisPhone`."""
    state = load_game(game_id).state
    other = side_signed_for(state.signs, at)
    if other is not None and other != side:
        names = state.setup.names
        raise NotThisPhone(SIGNED_ELSEWHERE.at(NOWHERE, {"name": names[other], "other": names[side]}))


def _attach_to_side(game_id: str, membership: Membership, side: Side, at: int | None) -> None:
    """Attach the phone to this side only. Raises `NotThisPhone`."""
    member_id = membership.member_id
    assert member_id is not None
    if at is not None and at != side:
        detach_device(game_id, member_id)
    if attach_device(game_id, member_id, side) != side:
        raise NotThisPhone(JUST_SIGNED_ELSEWHERE.at(NOWHERE, {}))
