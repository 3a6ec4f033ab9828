"""What phones recorded without the server: entries in batches, each in one transaction, and how many still wait."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from uuid import UUID

from scorekeeper.clock import utc_now
from scorekeeper.core.game import AlreadyRecorded, GameState, PlayerSubstituted, read_event
from scorekeeper.core.inputs import FieldPath, InvalidInput
from scorekeeper.core.inputs.faults import ValueKind
from scorekeeper.core.words.language import translatable
from scorekeeper.formats.chain.stored_event import StoredEvent
from scorekeeper.formats.days import read_moment
from scorekeeper.services.game_cache import LoadedGame, load_game
from scorekeeper.services.membership import Membership
from scorekeeper.services.names import check_names_at
from scorekeeper.services.recording import Author, announce, applied, as_stored, new_event, store
from scorekeeper.storage.database import write_transaction
from scorekeeper.storage.errors import AheadOfGame, AnotherEventCameFirst, DatabaseBusy, EventIdTaken
from scorekeeper.storage.events import event_by_id, out_of_turn, posted_before
from scorekeeper.storage.games import change_unsent, unsent_everywhere
from scorekeeper.storage.log import Appended, end_of
from scorekeeper.storage.members import Member, live_members, member_by_id
from scorekeeper.storage.visits import GameRow

MAX_BATCH = 200
"""Entries in one request."""

CLOCK_TOLERANCE = timedelta(seconds=5)
"""How far a device's clock may be ahead of ours."""

NOT_TRIED = translatable("An entry before it was not recorded.")

Refusal = InvalidInput | AlreadyRecorded | AnotherEventCameFirst | AheadOfGame | EventIdTaken


@dataclass(frozen=True, slots=True)
class PostedEvent:
    """An entry as a device sends it: its id, its kind and JSON fields, and when it was recorded there."""

    id: str
    kind: object
    body: Mapping[str, object]
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class PostedResult:
    """What became of an entry: stored now (`new`) or by an earlier request, or refused. Both None: not tried."""

    id: str
    stored: StoredEvent | None = None
    new: bool = False
    refusal: Refusal | None = None


@dataclass(frozen=True, slots=True)
class BatchResult:
    """What became of each entry, and the game's state now."""

    entries: tuple[PostedResult, ...]
    state: GameState


def record_batch(game_id: str, entries: Sequence[PostedEvent], *, author: Author, seq: int) -> BatchResult:
    """Record these entries in order, after event `seq`, the last one that their writer has seen.

    Entries that are stored already are skipped. The others must follow directly: if another event came between, none
    of them is tried. The first refusal ends the batch; what came before it stays. Each keeps the moment at which its
    device recorded it, unless that is in the future or before the event before it. Raises `NoSuchGame`.
    """
    results: list[PostedResult] = []
    stored: list[Appended] = []
    with write_transaction():
        loaded, seen = load_game(game_id), seq
        for entry in entries:
            try:
                known = _stored_before(loaded, entry)
                if known is not None:
                    seen = known.seq if known.seq in (seen, seen + 1) else seen
                    results.append(PostedResult(entry.id, known))
                    continue
                if seen != loaded.state.seq:
                    raise out_of_turn(game_id, seen, loaded.state.seq)
                loaded, appended = _append(loaded, entry, author)
            except (InvalidInput, AnotherEventCameFirst, AheadOfGame, EventIdTaken) as refusal:
                results.append(PostedResult(entry.id, refusal=refusal))
                break
            stored.append(appended)
            seen = appended.entry.seq
            results.append(PostedResult(entry.id, appended.entry, new=True))
    if stored:
        announce(loaded.state, stored)
    tried = len(results)
    results.extend(PostedResult(entry.id) for entry in entries[tried:])
    return BatchResult(tuple(results), loaded.state)


def read_entries(where: FieldPath, value: object) -> tuple[PostedEvent, ...]:
    """The entries of a request: each with `id`, `kind`, its fields, and perhaps `at`. Raises `InvalidInput`."""
    listed = where.listing(value, "entries")
    where.whole(len(listed), "entries", 1, MAX_BATCH)
    return tuple(_read_entry(where.at("entry", number), part) for number, part in enumerate(listed, start=1))


def _read_entry(where: FieldPath, value: object) -> PostedEvent:
    if not isinstance(value, dict):
        raise where.not_a(ValueKind.OBJECT, value)
    body = {name: part for name, part in value.items() if name not in ("id", "kind", "at")}
    at = None if value.get("at") is None else read_moment(where, value["at"], "at")
    return PostedEvent(_uuid(where, value.get("id")), value.get("kind"), body, at)


def _uuid(where: FieldPath, value: object) -> str:
    try:
        return str(UUID(value)) if isinstance(value, str) else _no_uuid(where, value)
    except ValueError:
        return _no_uuid(where, value)


def _no_uuid(where: FieldPath, value: object) -> str:
    raise where.not_a(ValueKind.UUID, value, "id")


def _stored_before(loaded: LoadedGame, entry: PostedEvent) -> StoredEvent | None:
    """The event that an earlier request with this id stored. Raises `EventIdTaken` if it is another event."""
    known = event_by_id(entry.id)
    if known is None:
        return None
    if known.game_id != loaded.game.id or known.kind != entry.kind:
        raise EventIdTaken(entry.id)
    setup = loaded.state.setup
    event = replace(read_event(entry.kind, entry.body, setup, known.seq), who=known.who)
    return posted_before(loaded.game.id, new_event(event, setup, id=entry.id))


def _append(loaded: LoadedGame, entry: PostedEvent, author: Author) -> tuple[LoadedGame, Appended]:
    """The game after this entry. Raises what `record` raises."""
    state = loaded.state
    event = replace(read_event(entry.kind, entry.body, state.setup, state.seq + 1), who=author.name)
    if isinstance(event, PlayerSubstituted):
        check_names_at(loaded.game.table_id, [event.player])
    after = applied(loaded, as_stored(event, state.setup), author)
    new = new_event(event, state.setup, id=entry.id, at=_moment(entry.at, loaded.end.at))
    appended = store(loaded, new, after, author)
    if not appended.new:
        raise AnotherEventCameFirst(appended.entry)
    return replace(loaded, state=after, end=end_of(appended.entry)), appended


def _moment(at: datetime | None, before: datetime) -> datetime:
    """The device's moment, if it fits between the event before and now."""
    now = utc_now()
    return at if at is not None and before <= at <= now + CLOCK_TOLERANCE else now


MAX_TAPS = 9999
"""More is not believed."""


def report_unsent(game: GameRow, own: Membership, taps: int) -> None:
    """Remember how many taps for this game wait on the requester's phone; 0: none any more."""
    known = next((row["taps"] for row in game.unsent or () if row["member"] == own.member_id), 0)
    if own.member_id is None or not 0 <= taps <= MAX_TAPS or taps == known:
        return
    with suppress(DatabaseBusy), write_transaction(deadline=0):  # it reports again with its next request
        change_unsent(game.id, own.member_id, taps)


def phones_with_taps(game: GameRow) -> list[tuple[Member, int]]:
    """The phones at the table that hold taps of this game, and how many."""
    found = [(member_by_id(game.table_id, row["member"]), row["taps"]) for row in game.unsent or ()]
    return [(member, taps) for member, taps in found if member is not None and not member.ended()]


def unsent_now() -> tuple[int, int]:
    """How many phones hold taps of any game, and how many taps; without those that have left their table."""
    held = unsent_everywhere()
    present = live_members({row["member"] for row in held})
    taps = [row["taps"] for row in held if row["member"] in present]
    return len({row["member"] for row in held} & present.keys()), sum(taps)
