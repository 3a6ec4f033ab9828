"""What happens next: `(outbox, message) -> (outbox, effects)`.

Every request ends in one of three ways: recorded, refused with a code of our own, or no answer, after which it is sent
again with growing pauses. No way out leaves a queue waiting for something that cannot come.
"""

from collections.abc import Sequence
from dataclasses import replace

from scorekeeper.core.outbox import PROTOCOL
from scorekeeper.core.outbox.answers import CONFLICT, FAILED, LATER, Events, Recorded, Refusal, ServerEvent, read_answer
from scorekeeper.core.outbox.model import (
    OFFLINE,
    SLOW,
    Answered,
    Ask,
    AskAgain,
    Changed,
    Effect,
    Led,
    LetGo,
    Message,
    News,
    NotSettled,
    NotStarted,
    OfferRestore,
    Outbox,
    Phase,
    PutBack,
    Queue,
    Rebase,
    RecordAgain,
    Reload,
    Resumed,
    Seal,
    Send,
    Settled,
    Show,
    Start,
    Stored,
    Take,
    TakeTheirs,
    TimeUp,
    Unseal,
    Woken,
)

MAX_TAPS_PER_REQUEST = 200
PAUSES = (1000, 2000, 4000, 8000, 15_000)
"""ms after each request without an answer; with one that hangs, a phone is never silent for more than half a minute."""
OTHER_HISTORY, STALE_FORM, UNSTARTED, EARLY = "other-history", "csrf", "unstarted", "early"
NO_ACCESS = (403, 404)
ASKED = (Phase.SENDING, Phase.ASKING, Phase.SEALING)
BUSY = (*ASKED, Phase.STORING, Phase.STARTING)

OutboxStep = tuple[Outbox, list[Effect]]


def step(outbox: Outbox, message: Message) -> OutboxStep:
    """The outbox after a message, and what a browser has to do."""
    if isinstance(message, Led):
        after, effects = _proceed_all(replace(outbox, leads=message.leads), ())
    elif isinstance(message, Woken):
        after, effects = _proceed_all(outbox, (Phase.PAUSED, Phase.CLOSED))
    elif isinstance(message, Changed):
        after, effects = _changed(outbox, message)
    else:
        queue = outbox.queues.get(message.game)
        after, effects = (outbox, []) if queue is None else _of_game(outbox, queue, message)
    if not after.leads:
        after = replace(after, queues={game: _unbound(queue) for game, queue in after.queues.items()})
    if after.is_old and not any(queue.phase in BUSY for queue in after.queues.values()):
        effects.append(Reload())
    return after, effects


def _unbound(queue: Queue) -> Queue:
    """A queue of a tab that does not send waits for nothing: the one that does finds out by itself."""
    return queue if queue.phase in BUSY else replace(queue, phase=Phase.READY, code="", refused="")


def protocol() -> int:
    """The protocol that this page speaks, for its requests."""
    return PROTOCOL


def waiting(outbox: Outbox) -> int:
    """How many taps the server lacks, of all games."""
    return sum([len(queue.stored.taps) + int(queue.stored.sealed != "") for queue in outbox.queues.values()])


def _of_game(outbox: Outbox, queue: Queue, message: Message) -> OutboxStep:
    if isinstance(message, Answered) and message.attempt == queue.attempt and queue.phase in ASKED:
        return _answered(outbox, queue, message)
    if isinstance(message, TimeUp) and message.attempt == queue.attempt and queue.phase == Phase.PAUSED:
        return _proceed(outbox, replace(queue, phase=Phase.READY))
    if (
        isinstance(message, News)
        and outbox.leads
        and queue.phase in (Phase.READY, Phase.CLOSED)
        and not queue.stored.starts
    ):
        return _ask(outbox, queue, everything=not queue.stored.hash)
    if isinstance(message, NotStarted) and message.attempt == queue.attempt and queue.phase == Phase.STARTING:
        if message.code == UNSTARTED and queue.tries >= len(PAUSES):
            return _put(outbox, replace(queue, phase=Phase.CLOSED, code=UNSTARTED), [])
        return _pause(outbox, queue, message.code, message.chance)
    if isinstance(message, Settled):
        return _settled(outbox, queue, message.stored)
    if isinstance(message, NotSettled) and queue.phase == Phase.STORING:
        return _pause(outbox, queue, message.code, message.chance)
    return _decided(outbox, queue, message)


def _decided(outbox: Outbox, queue: Queue, message: Message) -> OutboxStep:
    """What a person wants."""
    if isinstance(message, Resumed) and queue.phase not in (*BUSY, Phase.LOST):
        return _proceed(outbox, replace(queue, phase=Phase.READY, code="", refused=""))
    if isinstance(message, RecordAgain) and queue.phase == Phase.LOST and not queue.went_on:
        return _put(outbox, replace(queue, phase=Phase.STORING), [PutBack(queue.stored.game)])
    if isinstance(message, LetGo) and queue.phase == Phase.LOST:
        return _put(outbox, replace(queue, phase=Phase.STORING), [TakeTheirs(queue.stored.game)])
    return outbox, []


# The queues


def _put(outbox: Outbox, queue: Queue, effects: list[Effect]) -> OutboxStep:
    """The outbox with this queue; tells pages if they have something else to say of it."""
    game = queue.stored.game
    before = outbox.queues.get(game)
    outbox = replace(outbox, queues={**outbox.queues, game: queue})
    if before is None or before.phase != queue.phase or before.code != queue.code:
        effects = [*effects, Show(game, queue.phase, queue.code)]
        for rematch in _rematches(outbox, queue):
            if rematch.stored.starts and rematch.phase not in BUSY and _holds(queue):
                outbox, more = _put(outbox, _held(rematch, queue), [])
                effects = [*effects, *more]
    return outbox, effects


def _proceed_all(outbox: Outbox, tried: Sequence[Phase]) -> OutboxStep:
    """Everything that waits in one of these phases is tried at once, too."""
    effects: list[Effect] = []
    for queue in list(outbox.queues.values()):
        now = replace(queue, phase=Phase.READY, tries=0) if queue.phase in tried else queue
        outbox, more = _proceed(outbox, now)
        effects.extend(more)
    return outbox, effects


def _changed(outbox: Outbox, message: Changed) -> OutboxStep:
    if message.stored is None:
        return replace(outbox, queues={game: q for game, q in outbox.queues.items() if game != message.game}), []
    queue = outbox.queues.get(message.game)
    return _continue(outbox, Queue(message.stored) if queue is None else _with_stored(queue, message.stored))


def _continue(outbox: Outbox, queue: Queue) -> OutboxStep:
    """Proceed with this queue, and with a rematch that waits for it."""
    after, effects = _proceed(outbox, queue)
    for rematch in _rematches(after, queue):
        after, more = _proceed(after, rematch)
        effects = [*effects, *more]
    return after, effects


def _rematches(outbox: Outbox, queue: Queue) -> list[Queue]:
    """Those that come after this game."""
    return [each for each in outbox.queues.values() if each.stored.before == queue.stored.game]


def _settled(outbox: Outbox, queue: Queue, stored: Stored) -> OutboxStep:
    queue = _with_stored(queue, stored)
    if queue.phase != Phase.STORING:
        return _continue(outbox, queue)
    phase = Phase.REFUSED if queue.refused else Phase.READY
    return _continue(outbox, replace(queue, phase=phase, lost=(), went_on=False))


def _with_stored(queue: Queue, stored: Stored) -> Queue:
    """A refused tap that is gone, since it was undone, no longer holds up those after it."""
    is_over = queue.refused != "" and queue.refused not in stored.taps
    if is_over:
        phase = Phase.READY if queue.phase == Phase.REFUSED else queue.phase
        return replace(queue, stored=stored, phase=phase, refused="", code="")
    return replace(queue, stored=stored)


def _proceed(outbox: Outbox, queue: Queue) -> OutboxStep:
    """Send, start or rebase what can be."""
    stored = queue.stored
    if not outbox.leads or queue.phase != Phase.READY:
        return _put(outbox, queue, [])
    if stored.starts:
        return _begin(outbox, queue)
    if stored.taps and not stored.fits:
        return _put(outbox, replace(queue, phase=Phase.STORING), [Rebase(stored.game)])
    taps = stored.taps[: stored.taps.index(stored.question)] if stored.question in stored.taps else stored.taps
    if taps:
        outbox, queue = _with_attempt(outbox, queue, Phase.SENDING)
        sent = taps[:MAX_TAPS_PER_REQUEST]
        return _put(outbox, queue, [Send(stored.game, queue.attempt, stored.seq, stored.hash, sent)])
    if stored.sealed:
        return _seal(outbox, queue)
    return _put(outbox, replace(queue, code="", tries=0), [])


def _seal(outbox: Outbox, queue: Queue) -> OutboxStep:
    """Give the server the own bid; one that it has is dropped once all that came with the answer is stored."""
    stored = queue.stored
    if stored.sealed == queue.given:
        return _put(outbox, replace(queue, phase=Phase.STORING), [Unseal(stored.game, stored.sealed, asks=False)])
    queue = replace(queue, sealing=stored.sealed, everything=False)
    outbox, queue = _with_attempt(outbox, queue, Phase.SEALING)
    return _put(outbox, queue, [Seal(stored.game, queue.attempt, stored.seq, stored.hash)])


def _begin(outbox: Outbox, queue: Queue) -> OutboxStep:
    """A rematch comes after the game before it and its taps."""
    before = outbox.queues.get(queue.stored.before)
    if before is not None and _holds(before):
        return _put(outbox, _held(queue, before), [])
    outbox, queue = _with_attempt(outbox, queue, Phase.STARTING)
    return _put(outbox, queue, [Start(queue.stored.game, queue.attempt)])


def _holds(before: Queue) -> bool:
    """Whether a rematch waits for the game before it."""
    return before.stored.starts or bool(before.stored.taps)


def _held(rematch: Queue, before: Queue) -> Queue:
    """A rematch that waits: it says so if a person has to do something about the game before it, or gives it up."""
    if before.phase == Phase.CLOSED:
        return replace(rematch, phase=Phase.CLOSED, code=UNSTARTED)
    is_asked = before.phase in (Phase.REFUSED, Phase.LOST) or before.stored.question != "" or before.code == EARLY
    return replace(rematch, phase=Phase.READY, code=EARLY if is_asked else "")


def _with_attempt(outbox: Outbox, queue: Queue, phase: Phase) -> tuple[Outbox, Queue]:
    attempts = outbox.attempts + 1
    return replace(outbox, attempts=attempts), replace(queue, phase=phase, attempt=attempts)


def _ask(outbox: Outbox, queue: Queue, everything: bool) -> OutboxStep:
    stored = queue.stored
    queue = replace(queue, everything=everything, given="" if everything else queue.given)  # a restored server lacks it
    outbox, queue = _with_attempt(outbox, queue, Phase.ASKING)
    after = 0 if everything else stored.seq
    return _put(outbox, queue, [Ask(stored.game, queue.attempt, after, stored.hash if after else "")])


def _pause(outbox: Outbox, queue: Queue, code: str, chance: int) -> OutboxStep:
    """Try again later; the random part keeps phones of one table from asking all at once."""
    tries = queue.tries + 1
    pause = PAUSES[min(tries, len(PAUSES)) - 1] * (2000 + chance) // 3000
    outbox, queue = _with_attempt(outbox, replace(queue, tries=tries, code=code), Phase.PAUSED)
    return _put(outbox, queue, [AskAgain(queue.stored.game, queue.attempt, pause)])


# The answers


def _answered(outbox: Outbox, queue: Queue, message: Answered) -> OutboxStep:
    answer = read_answer(message.status, message.body)
    if answer is not None and answer.protocol > PROTOCOL:
        outbox = replace(outbox, is_old=True)
    if isinstance(answer, Recorded) and queue.phase == Phase.SENDING:
        return _recorded(outbox, queue, answer, message.chance)
    if isinstance(answer, Events) and queue.phase == Phase.ASKING:
        return _heard(outbox, queue, answer, message)
    if isinstance(answer, Events) and queue.phase == Phase.SEALING:
        return _heard(outbox, replace(queue, given=queue.sealing), answer, message)
    if isinstance(answer, Refusal):
        return _refused(outbox, queue, answer, message.chance)
    return _pause(outbox, queue, _why_none(message), message.chance)


def _why_none(message: Answered) -> str:
    """Why there is no answer: no line, a slow or busy server, or something else that answers in its place."""
    if message.status == OFFLINE:
        return "offline"
    if message.status == SLOW:
        return "slow"
    return "busy" if message.status in LATER or message.status >= FAILED else "strange"


def _recorded(outbox: Outbox, queue: Queue, answer: Recorded, chance: int) -> OutboxStep:
    """Takes what is recorded, if it directly follows what this phone has; else asks for what came between."""
    stored = queue.stored
    ids = [event.id for event in answer.events]
    follow = [event.seq for event in answer.events] == list(range(stored.seq + 1, stored.seq + 1 + len(ids)))
    if not follow or ids != list(stored.taps[: len(ids)]) or (answer.is_behind and not ids):
        return _ask(outbox, queue, everything=not stored.hash)
    if not ids and not answer.refused:
        return _pause(outbox, queue, "strange", chance)
    queue = replace(queue, refused=answer.refused, code=answer.code if answer.refused else "", tries=0)
    if not ids:
        return _proceed(outbox, _with_stored(replace(queue, phase=Phase.REFUSED), stored))  # it may be undone meanwhile
    return _put(outbox, replace(queue, phase=Phase.STORING), [Take(stored.game, queue.attempt, fits=True)])


def _heard(outbox: Outbox, queue: Queue, answer: Events, message: Answered) -> OutboxStep:
    """Takes news, unless the server's game is not the one that this phone has seen."""
    stored = queue.stored
    if queue.everything:
        return _compared(outbox, queue, answer, message)
    numbers = [event.seq for event in answer.events]
    follow = numbers == list(range(stored.seq + 1, answer.seq + 1))
    if not follow or answer.rewrites:
        return _ask(outbox, queue, everything=True)
    if numbers:
        return _take(outbox, queue)
    return _nothing_new(outbox, queue, message.chance)


def _nothing_new(outbox: Outbox, queue: Queue, chance: int) -> OutboxStep:
    """A request that was refused without news would be answered the same at once, except with a fresh form."""
    if not queue.stored.taps or (queue.code == STALE_FORM and queue.tries <= 1):
        return _proceed(outbox, replace(queue, phase=Phase.READY, code=""))
    return _pause(outbox, queue, "busy", chance)


def _take(outbox: Outbox, queue: Queue) -> OutboxStep:
    queue = replace(queue, phase=Phase.STORING, tries=0, code="")
    return _put(outbox, queue, [Take(queue.stored.game, queue.attempt, fits=not queue.stored.taps)])


def _compared(outbox: Outbox, queue: Queue, answer: Events, message: Answered) -> OutboxStep:
    theirs = [event.id for event in answer.events]
    if [event.seq for event in answer.events] != list(range(1, len(theirs) + 1)) or not theirs:
        return _pause(outbox, queue, "strange", message.chance)
    lost, went_on = compared(message.own, answer.events)
    if lost:
        queue = replace(queue, phase=Phase.LOST, lost=lost, went_on=went_on, code="", tries=0)
        return _put(outbox, queue, [OfferRestore(queue.stored.game, lost, went_on)])
    is_news = message.own != tuple([(event.seq, event.id, event.hash) for event in answer.events])
    return _take(outbox, queue) if is_news or answer.rewrites else _nothing_new(outbox, queue, message.chance)


def compared(ours: Sequence[tuple[int, str, str]], theirs: Sequence[ServerEvent]) -> tuple[tuple[int, ...], bool]:
    """The numbers of the events here that the server lacks, and whether it has others in their place.

    One that was recorded again after a loss keeps its id and has another hash; an erasure may change the id of the
    first one, and keeps its hash.
    """
    ids = [event.id for event in theirs]
    hashes = [event.hash for event in theirs]
    lost = tuple([seq for seq, event, seal in ours if event not in ids and seal not in hashes])
    same = 0
    while same < min(len(ours), len(theirs)) and _is_same(ours[same], theirs[same]):
        same += 1
    return lost, bool(lost) and len(theirs) > same


def _is_same(ours: tuple[int, str, str], there: ServerEvent) -> bool:
    return ours[1] == there.id or ours[2] == there.hash


def _refused(outbox: Outbox, queue: Queue, answer: Refusal, chance: int) -> OutboxStep:
    if answer.code == STALE_FORM:
        return _ask(outbox, replace(queue, code=STALE_FORM, tries=queue.tries + 1), everything=True)
    if answer.status in NO_ACCESS:
        return _put(outbox, replace(queue, phase=Phase.CLOSED, code=answer.code), [])
    if queue.phase == Phase.SEALING:
        return _put(outbox, replace(queue, phase=Phase.STORING), [Unseal(queue.stored.game, queue.sealing, asks=True)])
    if queue.phase == Phase.ASKING:
        return _pause(outbox, queue, "busy", chance)
    if answer.status == CONFLICT:
        return _ask(outbox, queue, everything=answer.code == OTHER_HISTORY or not queue.stored.hash)
    if not queue.stored.taps:
        return _pause(outbox, queue, "busy", chance)
    return _put(outbox, replace(queue, phase=Phase.REFUSED, code=answer.code, refused=queue.stored.taps[0]), [])
