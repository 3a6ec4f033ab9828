"""Scenes: some acts in a row that lead to what single ones seldom reach. An evening may have any of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from urllib.parse import urlencode
from uuid import UUID

from tests.simulation.people import (
    FAULTS,
    IS_HOME,
    LOOKS_LIKE_ANN,
    SCORERS,
    Look,
    answer,
    bid,
    clock_is_wrong,
    dies,
    go,
    look,
    open_page,
    process_changes,
    server_clock_is_wrong,
    tap,
    unsent,
)
from tests.simulation.world import Line, World

FOLLOWS = "(page.game?.follow ? page.game.follow() : 0)"


def seen_by(world: World, device: str) -> Look | None:
    """What the first tab of a device shows, once it is a game; None if nothing can be written there."""
    if not world.browsers.call("tabs", device):
        open_page(world, device)
        world.run(3000)
    elif world.browsers.of_page(device, 0, IS_HOME):
        go(world, device, 0, f"/games/{world.prepared.game}")
        world.run(3000)
    seen = look(world, device, 0)
    is_asked = seen is None or seen["question"] or seen["isStuck"] or seen["status"]["phase"] in ("refused", "lost")
    return None if seen is None or is_asked or not seen["mayWrite"] else seen


def goes_on(world: World, random: Random, device: str) -> None:
    """The next bid, or the hand."""
    seen = seen_by(world, device)
    if seen is None or seen["isOver"]:
        return
    missing = [seat for seat, calls in enumerate(seen["was"]) if not calls]
    if missing:
        bid(world, random, device, 0, seen, missing[0])
    else:
        record = world.prepared.kind.record(seen["draft"], random)
        tap(world, device, 0, "hands.create", hand=seen["hand"], record=record)
    world.run(50)


def cut(world: World, device: str) -> None:
    world.tell(device, "has no line")
    world.lines[device] = Line(is_cut=True)


def mend(world: World, device: str, ms: int = 5000) -> None:
    """The line is good, the phone knows it, and this time passes."""
    world.tell(device, "has a good line")
    world.lines[device] = Line()
    world.browsers.call("wake", device)
    world.run(ms)


def hears(world: World, device: str) -> None:
    for tab in range(world.browsers.call("tabs", device)):
        world.browsers.tap(device, tab, FOLLOWS)
    world.run(2000)


def answers(world: World, random: Random, device: str) -> None:
    """A person looks, and answers what is asked, if anything is."""
    if world.browsers.call("tabs", device):
        seen = look(world, device, 0)
        if seen is not None:
            answer(world, random, device, 0, seen)
            world.run(3000)


def server_forgets(world: World, random: Random) -> None:
    """What one phone has seen as saved is lost; another one, which had no line, may go on to the same number."""
    writer, other = random.sample(SCORERS, 2)
    mend(world, writer, 2000)
    cut(world, other)
    world.tell("the server is copied")
    world.back_up()
    for _ in range(random.choice((1, 1, 2))):
        goes_on(world, random, writer)
        world.run(1500)
    if random.random() < 0.4 and (seen := seen_by(world, writer)) and seen["canUndo"]:
        tap(world, writer, 0, "undo.create")
        world.run(1500)
    world.tell("the server is restored")
    world.restore(cold=random.random() < 0.5)
    waits = random.random() < 0.5
    if waits:
        cut(world, writer)
        for _ in range(2):
            goes_on(world, random, writer)
    mend(world, other, 100)
    if random.random() < 0.6:
        goes_on(world, random, other)
        world.run(1500)
    if not waits:
        goes_on(world, random, writer)
    mend(world, writer)
    hears(world, writer)
    answers(world, random, writer)
    hears(world, other)


def full_phone_hears(world: World, random: Random) -> None:
    """A phone whose store is full hears what another one writes; then it has room."""
    device, other = random.sample(SCORERS, 2)
    goes_on(world, random, device)
    world.browsers.call("device", device, {"isFull": True})
    world.reach("store full", device)
    goes_on(world, random, other)
    world.run(1000)
    hears(world, device)
    world.run(5000)
    world.tell(device, "has room")
    world.browsers.call("device", device, {"isFull": False})
    world.run(20_000)


def form_is_old(world: World, random: Random) -> None:
    """The session is lost, and then a phone taps."""
    device = random.choice(SCORERS)
    world.tell(device, "loses its session")
    world.forget_session(device)
    goes_on(world, random, device)
    world.run(8000)


def refused_in_line(world: World, random: Random) -> None:
    """A substitute whom the server refuses, and taps after it."""
    device = random.choice(SCORERS)
    seen = seen_by(world, device)
    if seen is None or seen["isOver"]:
        return
    if random.random() < 0.5:
        cut(world, device)
    seat = random.randrange(len(seen["was"]))
    tap(world, device, 0, "rulings.create_substitute", seat=seat, hand=seen["hand"], player=LOOKS_LIKE_ANN)
    world.run(50)
    for _ in range(random.randrange(3)):
        goes_on(world, random, device)
    mend(world, device)
    for _ in range(2):
        answers(world, random, device)


def strangers_answer(world: World, random: Random) -> None:
    """Answers to somebody else, from a cache in between, or of a server of another version."""
    device = random.choice(SCORERS)
    world.tell(device, "has a bad line: strangers")
    world.lines[device] = Line({"stranger": 0.8})
    for _ in range(3):
        goes_on(world, random, device)
        hears(world, device)
        answers(world, random, device)
    mend(world, device)


def name_goes(world: World, random: Random) -> None:
    """A player's name is erased while a phone has taps that wait."""
    device = random.choice(SCORERS)
    hears(world, device)
    if random.random() < 0.5:
        cut(world, device)
        goes_on(world, random, device)
    name = random.choice(world.prepared.kind.seats)
    world.tell("a name is erased:", name)
    world.erase(name)
    mend(world, device)
    hears(world, device)


def two_windows(world: World, random: Random) -> None:
    """Taps in two windows of a phone, one of which is closed before they are sent, or while."""
    device, other = random.sample(SCORERS, 2)
    if seen_by(world, device) is None:
        return
    open_page(world, device)
    world.run(3000)
    if random.random() < 0.6:
        cut(world, device)
    goes_on(world, random, device)
    world.browsers.call("show", device, world.browsers.call("tabs", device) - 1)
    goes_on(world, random, other)
    hears(world, device)
    if random.random() < 0.6:
        world.tell(device, "closes a tab")
        world.browsers.call("close", device, random.randrange(world.browsers.call("tabs", device)))
    mend(world, device, 15_000)


def window_is_closed(world: World, random: Random) -> None:
    """Of two windows side by side the one is closed whose tap was lost on the way: the other one sends it by itself."""
    device = random.choice(SCORERS)
    if seen_by(world, device) is None:
        return
    world.browsers.call("device", device, {"isFull": False})
    open_page(world, device)
    world.run(3000)
    world.lines[device] = Line({"lost": 1.0})
    goes_on(world, random, device)
    world.run(random.choice((50, 2000)))
    world.lines[device] = Line()
    world.tell(device, "closes a tab, and has a good line")
    world.browsers.call("close", device, 0)
    world.run(60_000)
    assert (silent := unsent(world, device)) == [], f"{device} is silent: {silent}"


def rematch_without_a_line(world: World, random: Random) -> None:
    """A game ends and the next one begins on a phone that has no line, perhaps only since the end is on the server; it
    may die before it has one.
    """
    device, is_sent = random.choice(SCORERS), random.random() < 0.5
    if not is_sent:
        cut(world, device)
    seen = seen_by(world, device)
    if seen is None or world.prepared.kind.begin is not None:  # a match has one game
        return
    if not seen["isOver"]:
        forfeit = random.randrange(world.prepared.kind.sides)
        tap(world, device, 0, "rulings.create_forfeit", forfeit=forfeit, reason="had to go")
        world.run(2000 if is_sent else 500)
    cut(world, device)
    plays_again(world, device)
    world.run(3000)
    for _ in range(random.randrange(3)):
        goes_on(world, random, device)
    if random.random() < 0.3:
        world.tell(device, "dies")
        world.browsers.call("kill", device)
        open_page(world, device)
        world.run(1000)
    mend(world, device, 15_000)


def plays_again(world: World, device: str) -> None:
    """Tap *Play again*, unless what answered for the server has led the page elsewhere."""
    if look(world, device, 0) is not None:
        tap(world, device, 0, "games.rematch", entry_id=world.browsers.of_page(device, 0, "page.newId()"))


def removed_with_taps(world: World, random: Random) -> None:
    """Ann is removed with taps that wait, and comes back; meanwhile others go on."""
    cut(world, "ann")
    goes_on(world, random, "ann")
    world.tell("the keeper removes Ann")
    world.remove("ann")
    mend(world, "ann")
    goes_on(world, random, random.choice(("keeper", "ben")))
    world.tell("Ann is let in again")
    world.let_in("ann")
    world.browsers.call("reload", "ann", 0)
    world.run(4000)


def opened_between(world: World, random: Random) -> None:
    """The server has a tap, and its answer is lost; then the page is opened again."""
    device = random.choice(SCORERS)
    seen = seen_by(world, device)
    if seen is None or seen["isOver"]:
        return
    world.lines[device] = Line({"answer lost": 1.0})
    if random.random() < 0.5:
        tap(world, device, 0, "rulings.create_misdeal", reason="a card was face up")
        world.run(50)
    else:
        goes_on(world, random, device)
    world.run(300)
    world.lines[device] = Line()
    world.tell(device, "reloads")
    world.browsers.call("reload", device, 0)
    world.run(16_000)


def home_with_taps(world: World, random: Random) -> None:
    """What waits goes without a page, after what another phone wrote."""
    device, other = random.sample(SCORERS, 2)
    cut(world, device)
    for _ in range(random.choice((1, 2, 3))):
        goes_on(world, random, device)
    if world.browsers.call("tabs", device):
        go(world, device, 0, "/")
    world.run(500)
    goes_on(world, random, other)
    world.run(1000)
    mend(world, device, 10_000)


def bids_meet(world: World, random: Random) -> None:
    """Two phones without a line bid for one seat, the same or not, or for two seats."""
    devices = random.sample(SCORERS, 2)
    which = random.choice(("same", "other", "seats"))
    for number, device in enumerate(devices):
        cut(world, device)
        seen = seen_by(world, device)
        missing = [] if seen is None or seen["isOver"] else [seat for seat, was in enumerate(seen["was"]) if not was]
        if seen is None or len(missing) < 2:
            continue
        seat, call = missing[number if which == "seats" else 0], 2 + (number if which == "other" else 0)
        tap(world, device, 0, "hands.bid", hand=seen["hand"], seat=seat, call=call, was="")
        world.run(50)
        if which == "other":
            goes_on(world, random, device)
    for device in devices:
        mend(world, device, 4000)
    for device in devices:
        hears(world, device)
        answers(world, random, device)


def undone_without_a_line(world: World, random: Random) -> None:
    """A tap that waits is undone, or what the server has; meanwhile another phone writes."""
    device, other = random.sample(SCORERS, 2)
    hears(world, device)
    cut(world, device)
    kind = random.choice(("own", "time", "saved"))
    if kind == "time" and (seen := seen_by(world, device)):
        tap(world, device, 0, "rulings.create_time", hand=seen["hand"] if seen["hands"] else None)
        world.run(50)
    elif kind == "own":
        goes_on(world, random, device)
    if (seen := seen_by(world, device)) and seen["canUndo"]:
        tap(world, device, 0, "undo.create")
        world.run(50)
    goes_on(world, random, other)
    world.run(1000)
    mend(world, device)


def twice_as_much(world: World, random: Random) -> None:
    """Each request of some taps in a row comes twice, or its answer is lost."""
    device = random.choice(SCORERS)
    cut(world, device)
    for _ in range(3):
        goes_on(world, random, device)
    world.lines[device] = Line({random.choice(("doubled", "answer lost", "late")): 1.0})
    world.browsers.call("wake", device)
    world.run(4000)
    goes_on(world, random, device)
    world.run(30_000)
    mend(world, device)


def without_scripts(world: World, random: Random) -> None:
    """A form of a page that the server drew, perhaps an old one, is sent twice with something else in it."""
    device, other = random.sample(SCORERS, 2)
    hears(world, device)
    seen = seen_by(world, device)
    if seen is None or seen["waiting"] or seen["isOver"]:
        return
    game, token = (world.browsers.of_page(device, 0, f"page.{name}") for name in ("gameId", "around.csrf"))
    address = world.browsers.of_page(device, 0, "page.around.routes['rulings.create_misdeal']")
    fields = {"seq": seen["seq"], "entry_id": str(UUID(int=random.getrandbits(128))), "csrf_token": token}

    def dealt_again(reason: str) -> tuple[int, bool, list[str]]:
        body = urlencode(fields | {"reason": reason})
        asked = {"url": re.sub(r"<(\w+:)?\w+>", game, address), "method": "POST", "body": body}
        status, page, *_ = world.answer(device, asked)
        return status, status == 200 and 'class="notice bad"' not in page, world.ids_of(game)

    if random.random() < 0.5:
        goes_on(world, random, other)
        world.run(1000)
    before = world.ids_of(game)
    status, _, after = dealt_again("a card was face up")
    assert after == before or len(before) == seen["seq"], "a form that has not seen the last entry is recorded"
    _, is_taken, last = dealt_again("a card was missing")
    if status == 502 and after == before:  # the server died before it had the first one
        return
    assert last == after, "another entry is recorded under the same id"
    assert not is_taken, "another entry under the same id is said to be recorded"


def desk_writes(world: World, random: Random) -> None:
    """At the desk of a match something is written about its game, which a phone without a line goes on with."""
    desk, game = world.prepared.kind.desk, world.prepared.game
    if desk is None:
        return
    device = random.choice(SCORERS)
    if random.random() < 0.6:
        cut(world, device)
    for _ in range(random.choice((1, 2, 5, 10))):
        goes_on(world, random, device)
    for _ in range(random.choice((1, 2))):
        with world.server.app.test_request_context():
            says = desk(game, random)
        world.tell("the desk", says)
        world.reached[f"desk {says.split()[0]}"] += 1
        goes_on(world, random, random.choice(SCORERS))
    mend(world, device)


# In the middle


def seals(world: World, random: Random) -> str:
    """Ben’s own bid is on its way, perhaps another one than before."""
    seen = seen_by(world, "ben")
    own = None if seen is None or seen["isOver"] else seen["own"]
    if seen is None or own is None or seen["was"][own["seat"]]:
        return ""
    tap(world, "ben", 0, "own_bids.create", hand=seen["hand"], seat=own["seat"], call=random.randrange(1, 6))
    return "ben"


def starts(world: World, random: Random) -> str:
    """A rematch that began without a line is on its way."""
    device = random.choice(SCORERS)
    seen, line = seen_by(world, device), world.lines[device]
    if seen is None or world.prepared.kind.begin is not None:
        return ""
    cut(world, device)
    if not seen["isOver"]:
        forfeit = random.randrange(world.prepared.kind.sides)
        tap(world, device, 0, "rulings.create_forfeit", forfeit=forfeit, reason="had to go")
        world.run(1000)
    plays_again(world, device)
    world.run(1500)
    world.lines[device] = line
    world.browsers.call("wake", device)
    return device


def is_refused(world: World, random: Random) -> str:
    """The server refuses a tap."""
    device = random.choice(SCORERS)
    seen = seen_by(world, device)
    if seen is None or seen["isOver"]:
        return ""
    seat = random.randrange(len(seen["was"]))
    tap(world, device, 0, "rulings.create_substitute", seat=seat, hand=seen["hand"], player=LOOKS_LIKE_ANN)
    return device


def writes(world: World, random: Random) -> str:
    """A tap is on its way, and its answer is stored."""
    device = random.choice(SCORERS)
    goes_on(world, random, device)
    return device


MIDDLE: dict[str, Callable[[World, Random], str]] = {
    "sealing": seals,
    "starting": starts,
    "refused": is_refused,
    "storing": writes,
    "sending": writes,
}
"""How a phone comes into a phase that lasts no longer than a request, or until a person decides; which phone it is."""


def befall(world: World, random: Random, device: str) -> None:
    """What happens to it, to its server or to its access."""
    draws = random.randrange(9)
    if draws < 2:
        dies(world, device)
    elif draws == 2:
        world.tell("the server is restored, and while it runs once more")
        world.restore(cold=True)
        world.restore(cold=False)
    elif draws == 3:
        world.tell("access of", device, "ends, and comes back")
        world.remove(device)
        world.run(random.choice((0, 3000)))
        world.let_in(device)
    elif draws == 4:
        other = random.choice([name for name in SCORERS if name != device])
        name = random.choice(world.prepared.kind.seats)
        world.tell(other, "takes the pen; a name is erased:", name)
        world.take_pen(other)
        world.erase(name)
    elif draws == 5:
        process_changes(world, random)
        fill(world, device)
    elif draws == 6:
        clock_is_wrong(world, random, device)
        server_clock_is_wrong(world, random)
    elif draws == 7:
        world.tell("the server starts again without rooms, and with them")
        for rooms, says in (((), "rooms closed"), (world.server.rooms, "rooms opened")):
            world.server.open_rooms(rooms)
            world.reach(says)
    else:
        world.server.dies_after = random.randrange(12)


def fill(world: World, device: str) -> None:
    """Its store has no room for some seconds."""
    world.tell(device, "is full for a while")
    world.browsers.call("device", device, {"isFull": True})
    world.reach("store full", device)
    world.later(4000, lambda: world.browsers.call("device", device, {"isFull": False}))


def in_the_middle(world: World, random: Random) -> None:
    """Something befalls a phone in a phase that no act alone finds it in; or its line fails there."""
    is_own = world.prepared.kind.is_own and random.random() < 0.6
    phase = "sealing" if is_own else random.choice([phase for phase in MIDDLE if phase != "sealing"])
    world.back_up()
    if random.random() < 0.4:
        fault = random.choice((*FAULTS, "cut"))
        for device in SCORERS:
            world.lines[device] = Line({fault: 1.0})
    device = MIDDLE[phase](world, random)
    if device and world.stop_in(device, phase):
        befall(world, random, device)
    world.run(random.choice((1000, 20_000)))
    for device in SCORERS:
        mend(world, device, 0)
    world.run(5000)


Scene = Callable[[World, Random], None]
SCENES: tuple[Scene, ...] = (
    server_forgets,
    full_phone_hears,
    form_is_old,
    refused_in_line,
    strangers_answer,
    name_goes,
    two_windows,
    window_is_closed,
    rematch_without_a_line,
    removed_with_taps,
    opened_between,
    home_with_taps,
    bids_meet,
    undone_without_a_line,
    twice_as_much,
    without_scripts,
    in_the_middle,
    desk_writes,
)
