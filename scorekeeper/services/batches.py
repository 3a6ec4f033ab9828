"""What phones recorded without the server: events in batches, at most fifty a transaction, and how many still wait."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import pairwise
from uuid import UUID

from scorekeeper.clock import utc_now
from scorekeeper.core.game import AlreadyRecorded, GameState, PlayerSubstituted, read_event
from scorekeeper.core.inputs import NOWHERE, FieldPath, InvalidInput
from scorekeeper.core.inputs.faults import TOO_MANY_PHONES, ValueKind
from scorekeeper.core.words.language import translatable
from scorekeeper.formats.chain.stored_event import StoredEvent
from scorekeeper.formats.days import read_moment
from scorekeeper.services import who_played
from scorekeeper.services.game_cache import LoadedGame, load_game, summary_of
from scorekeeper.services.membership import Membership
from scorekeeper.services.names import check_names_at
from scorekeeper.services.recording import MAX_ATTEMPTS, Author, announce, applied, as_stored, new_event, scored_again
from scorekeeper.storage.database import write_transaction
from scorekeeper.storage.errors import AheadOfGame, AnotherEventCameFirst, DatabaseBusy, EventIdTaken
from scorekeeper.storage.events import append_all, event_by_id, out_of_turn, posted_before
from scorekeeper.storage.games import change_unsent, unsent_everywhere
from scorekeeper.storage.log import Appended, chain_after, end_of
from scorekeeper.storage.members import Member, live_members, member_by_id
from scorekeeper.storage.visits import GameRow

MAX_BATCH = 200
"""Events in one request."""

CLOCK_TOLERANCE = timedelta(seconds=5)
"""How far a device's clock may be ahead of ours."""

MAX_SCORED_AGAIN = 5_000
"""Hands that the events of one request have scored again: half a second. The rest waits for its next request."""

NOT_TRIED = translatable("Not tried yet: send it again once those before it are recorded.")

Refusal = InvalidInput | AlreadyRecorded | AnotherEventCameFirst | AheadOfGame | EventIdTaken


@dataclass(frozen=True, slots=True)
class PostedEvent:
    """An event as a device sends it: its id, its kind and JSON fields, and when it was recorded there."""

    id: str
    kind: object
    body: Mapping[str, object]
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class PostedResult:
    """What became of an event: stored now (`new`) or by an earlier request, or refused. Both None: not tried."""

    id: str
    stored: StoredEvent | None = None
    new: bool = False
    refusal: Refusal | None = None


@dataclass(frozen=True, slots=True)
class BatchResult:
    """What became of each event, and the game's state now."""

    results: tuple[PostedResult, ...]
    state: GameState


def record_batch(game_id: str, events: Sequence[PostedEvent], *, author: Author, seq: int) -> BatchResult:
    """Record these events in order, after event `seq`, the last one that their writer has seen.

    Events that are stored already are skipped. The others must follow directly: if another event came between, none
    of them is tried. The first refusal ends the batch, and so do `MAX_SCORED_AGAIN` hands; what came before stays.
    Each keeps the moment at which its device recorded it, unless that is in the future or before the event before it.
    Raises `NoSuchGame`, and `AlreadyRecorded` if others write all the time.
    """
    results: list[PostedResult] = []
    stored: list[Appended] = []
    loaded, seen, attempts, again = load_game(game_id), seq, 0, 0
    try:
        while len(results) < len(events) and again < MAX_SCORED_AGAIN and not (results and results[-1].refusal):
            some = _some(loaded, events[len(results) :], seen, author)
            try:
                stored += _write(some, loaded, author)
            except (AnotherEventCameFirst, AheadOfGame, EventIdTaken):  # somebody was quicker, perhaps with these
                attempts += 1
                if attempts == MAX_ATTEMPTS:
                    raise AlreadyRecorded(TOO_MANY_PHONES.at(NOWHERE, {})) from None
                loaded = load_game(game_id)
                continue
            results += some.results
            again += some.again
            loaded, seen = some.loaded, some.seen
    finally:
        if stored:
            announce(loaded.state, stored)
    results.extend(PostedResult(posted.id) for posted in events[len(results) :])
    return BatchResult(tuple(results), loaded.state)


MAX_WRITTEN = 50
"""Events that are written in one transaction, for which all other writers wait; once the game is over, one."""


@dataclass(slots=True)
class _Some:
    """The first events of a batch, up to a refusal, as they will be stored; the states between, and the game after.
    `again`: how many hands they had scored again.
    """

    loaded: LoadedGame
    seen: int
    states: list[GameState]
    results: list[PostedResult] = field(default_factory=list)
    again: int = 0


def _some(loaded: LoadedGame, events: Sequence[PostedEvent], seen: int, author: Author) -> _Some:
    """Make as many events as are written at once; writes nothing."""
    found = _Some(loaded, seen, [loaded.state])
    for posted in events[:MAX_WRITTEN]:
        try:
            known = _stored_before(found.loaded, posted)
            if known is not None:
                found.seen = known.seq if known.seq in (found.seen, found.seen + 1) else found.seen
                found.results.append(PostedResult(posted.id, known))
                continue
            if any(result.id == posted.id for result in found.results):  # it is known once those are written
                break
            if found.seen != found.loaded.state.seq:
                raise out_of_turn(loaded.game.id, found.seen, found.loaded.state.seq)
            found.loaded, stored = _after(found.loaded, posted, author)
        except (InvalidInput, AnotherEventCameFirst, AheadOfGame, EventIdTaken) as refusal:
            found.results.append(PostedResult(posted.id, refusal=refusal))
            break
        found.results.append(PostedResult(posted.id, stored, new=True))
        found.seen = stored.seq
        found.states.append(found.loaded.state)
        found.again += scored_again(found.loaded.state)
        if found.again >= MAX_SCORED_AGAIN:
            break
        if any(state.board.outcome is not None for state in found.states[-2:]):  # rooms count it again each time
            break
    return found


def _write(some: _Some, before: LoadedGame, author: Author) -> list[Appended]:
    """Store the new events. Raises what `append_all` raises; nothing was written then."""
    new = [result.stored for result in some.results if result.new and result.stored is not None]
    if not new:
        return []
    summary = summary_of(some.loaded.state).columns(new[-1].seq)
    with write_transaction():
        row = append_all(before.game.id, new, expected=before.end, row=summary)
        for state, after in pairwise(some.states):
            who_played.event_stored(before.game, state, after, author)
    return [*(Appended(event, new=True) for event in new[:-1]), Appended(new[-1], new=True, row=row)]


def read_posted(where: FieldPath, value: object) -> tuple[PostedEvent, ...]:
    """The events of a request: each with `id`, `kind`, its fields, and perhaps `at`. Raises `InvalidInput`."""
    listed = where.listing(value, "entries")
    where.whole(len(listed), "entries", 1, MAX_BATCH)
    return tuple(_read_posted(where.at("entry", number), part) for number, part in enumerate(listed, start=1))


def _read_posted(where: FieldPath, value: object) -> PostedEvent:
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


def _stored_before(loaded: LoadedGame, posted: PostedEvent) -> StoredEvent | None:
    """The event that an earlier request with this id stored. Raises `EventIdTaken` if it is another event."""
    known = event_by_id(posted.id)
    if known is None:
        return None
    if known.game_id != loaded.game.id or known.kind != posted.kind:
        raise EventIdTaken(posted.id)
    setup = loaded.state.setup
    event = replace(read_event(posted.kind, posted.body, setup, known.seq), who=known.who)
    return posted_before(loaded.game.id, new_event(event, setup, id=posted.id))


def _after(loaded: LoadedGame, posted: PostedEvent, author: Author) -> tuple[LoadedGame, StoredEvent]:
    """The game after what was posted, and the event as it will be stored. Raises what `record` raises."""
    state = loaded.state
    event = replace(read_event(posted.kind, posted.body, state.setup, state.seq + 1), who=author.name)
    if isinstance(event, PlayerSubstituted):
        check_names_at(loaded.game.table_id, [event.player])
    new = new_event(event, state.setup, id=posted.id, at=_moment(posted.at, loaded.end.at))
    after = applied(loaded, as_stored(event, state.setup, new), author)
    stored = chain_after(loaded.game.id, loaded.end, new)
    return replace(loaded, state=after, end=end_of(stored)), stored


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
