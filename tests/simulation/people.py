"""The people of an evening look at a screen, and tap what it offers; and what else befalls phones and the server.

Each act is drawn by a number of its own, so that an evening without one of its acts is still the same in the others.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from tests.simulation.world import DEVICES, Json, Line, World

Look = dict[str, Any]
SCORERS = ("keeper", "ann", "ben")
IS_HOME = "page.location.pathname === '/'"
FAULTS = ("lost", "answer lost", "late", "very late", "doubled", "forged")


def look(world: World, device: str, tab: int) -> Look | None:
    """What the page in this tab says; None if nothing can be tapped on it, as on the server’s that it is closed."""
    found: Look | None = world.browsers.of_page(device, tab, "page.look()")
    if not found or not found["isReady"] or "seq" not in found or found["isLeft"]:
        return None
    status = found["status"]
    if status["phase"] == "refused" and not found["isStuck"]:  # one question after the other
        assert status["refused"] in dict(found["waiting"]), f"{device} says that something is refused, and nothing is"
        why = status["why"] or "nothing"
        assert why in found["notice"], f"{device} does not say that {why} is why: {found['notice']}"
    waiting = [name for name, _ in found["waiting"]]
    is_same = status["phase"] == "closed" or waiting == found["kept"]
    assert is_same, f"{device} shows that {waiting} wait, and keeps {found['kept']}"
    assert not found["isTwice"], f"{device} shows as waiting what is saved: {found}"
    return found


def open_page(world: World, device: str, game: str | None = None) -> None:
    world.tell(device, "opens the game")
    world.browsers.call("open", device, f"http://table/games/{game or world.prepared.game}")


def go(world: World, device: str, tab: int, path: str) -> None:
    world.tell(device, f"tab {tab}: goes to", path)
    world.browsers.of_page(device, tab, f"void page.location.assign({json.dumps(f'http://table{path}')})")


def tap(world: World, device: str, tab: int, endpoint: str, values: Json | None = None, **fields: object) -> None:
    """A tap on a key or a button of the page."""
    texts = {name: str(value) for name, value in fields.items() if value is not None}
    world.tell(device, f"tab {tab}:", endpoint, json.dumps(values or {}), json.dumps(texts))
    world.reached[f"tap {endpoint}"] += 1
    if endpoint == "own_bids.take_back":
        world.hear({"kind": "drops own bid", "device": device})
    world.browsers.tap(
        device, tab, f"page.tap({json.dumps(endpoint)}, {json.dumps(values or {})}, {json.dumps(texts)})"
    )


DECISIONS = {"LetGo": "let go", "RecordAgain": "records again"}


def decide(world: World, device: str, tab: int, what: str) -> None:
    """A button of a notice."""
    world.tell(device, f"tab {tab}:", what)
    world.reached[f"decides {what}"] += 1
    if what in DECISIONS:
        game = world.browsers.of_page(device, tab, "page.gameId")
        world.hear({"kind": DECISIONS[what], "device": device, "game": game})
    world.browsers.tap(device, tab, f"page.sender.decide(page.gameId, {json.dumps(what)})")


def press(world: World, device: str, tab: int, what: str, button: str) -> None:
    """Another button of a notice."""
    world.tell(device, f"tab {tab}:", what)
    world.browsers.tap(device, tab, button)


def follow_link(world: World, device: str, tab: int, endpoint: str) -> None:
    world.tell(device, f"tab {tab}:", "link", endpoint)
    world.browsers.tap(device, tab, f"page.link({json.dumps(endpoint)})")


def unsent(world: World, device: str) -> list[tuple[str, str]]:
    """The games with taps that nobody has to decide about, but that wait all the same, and for what."""
    stored, found = json.loads(world.browsers.call("stored", device)), []
    for game in {tap["game"] for tap in stored["taps"]}:
        is_asked = any(tap.get("asks") for tap in stored["taps"] if tap["game"] == game)
        starts = any(row["around"].get("start") for row in stored["games"] if row["id"] == game)
        waits = [phase for phase in world.phases(device, game) if phase in ("ready", "paused")]
        found += [(game, phase) for phase in waits if not is_asked and not starts]
    return found


# What a screen offers


def answer(world: World, random: Random, device: str, tab: int, seen: Look) -> bool:
    """Answer what the screen asks; False if it asks nothing."""
    status, question = seen["status"], seen["question"]
    if status["phase"] == "lost":
        went_on = status.get("went_on", False)
        world.reached["question lost, went on" if went_on else "question lost"] += 1
        is_again = seen["mayWrite"] and not went_on and random.random() < 0.7  # else nothing offers it
        decide(world, device, tab, "RecordAgain" if is_again else "LetGo")
        return True
    if answer_alone(world, random, device, tab, seen):
        return True
    if question is not None:
        world.reached[f"question {question['kind']}"] += 1
        fields = dict(question["fields"])
        if random.random() < 0.4 and question["kind"] == "bids" and fields.get("call"):
            seat = int(fields["seat"])
            tap(world, device, tab, "hands.bid", **fields | {"was": seen["was"][seat]})
        elif random.random() < 0.4 and question["kind"] == "hand" and fields.get("record"):
            record = json.loads(fields["record"])
            hand = int(fields["hand"])
            tap(
                world,
                device,
                tab,
                "corrections.create",
                {"hand": hand},
                hand=hand,
                record=json.dumps(record),
                reason="two phones wrote it",
            )
        else:
            world.hear({"kind": "leaves", "device": device, "tap": seen["asks"]})
            follow_link(world, device, tab, "games.show")
        return True
    if seen["isStuck"]:
        world.reached["question again"] += 1
        press(world, device, tab, "gives up what no longer fits", "page.notice?.buttons.at(-1).press()")
        return True
    if status["phase"] == "refused":
        answer_refused(world, random, device, tab, str(status["refused"]))
        return True
    return False


def answer_refused(world: World, random: Random, device: str, tab: int, refused: str) -> None:
    """Try once more, take the tap out, or undo the last one."""
    world.reached["question refused"] += 1
    if random.random() < 0.5 and (device, refused) not in world.tried:
        world.tried.add((device, refused))
        decide(world, device, tab, "Resumed")
    elif random.random() < 0.5:
        world.reached["decides to take it out"] += 1
        world.hear({"kind": "takes out", "device": device, "tap": refused})
        press(world, device, tab, "takes it out", "page.notice?.buttons[1]?.press()")
    else:
        tap(world, device, tab, "undo.create")


def bid_alone(world: World, random: Random, device: str, tab: int, seen: Look) -> bool:
    """Bid for the own seat, where nobody sees it yet, or change that; False if there is nothing to bid."""
    own = seen["own"]
    if own is None or seen["isOver"] or seen["was"][own["seat"]] or random.random() < 0.3:
        return False
    if (own["bid"] or own["sealed"]) and random.random() < 0.7:
        return False
    if own["sealed"] and random.random() < 0.3:
        tap(world, device, tab, "own_bids.take_back", seat=own["seat"])
    else:
        tap(world, device, tab, "own_bids.create", hand=seen["hand"], seat=own["seat"], call=random.randrange(1, 6))
    return True


def answer_alone(world: World, random: Random, device: str, tab: int, seen: Look) -> bool:
    """What only this phone asks: about its own bid, and a rematch that the server does not start, or not yet."""
    if seen["own"] is not None and (seen["own"]["sealed"] or {}).get("asks"):
        world.reached["question own bid"] += 1
        tap(world, device, tab, "own_bids.take_back", seat=seen["own"]["seat"])
    elif seen["status"]["code"] == "early":
        world.reached["question early"] += 1
        finish_before(world, device, tab)
    elif seen["starts"] and seen["status"]["code"] == "unstarted" and random.random() < 0.4:
        world.reached["question unstarted"] += 1
        game = world.browsers.of_page(device, tab, "page.gameId")
        world.hear({"kind": "let go", "device": device, "game": game})
        press(world, device, tab, "gives up what does not start", "page.notice?.buttons.at(-1).press()")
    else:
        return False
    return True


def finish_before(world: World, device: str, tab: int) -> None:
    """A rematch that began without a line waits for the game before it, which goes on: its losers give up."""
    before = world.browsers.of_page(device, tab, "page.around.rematch_of")
    for other in range(world.browsers.call("tabs", device)):
        # A game that began on a phone has another id on the server, whose first event is named by the one from here.
        if before in world.browsers.of_page(device, other, "[page.gameId, page.around?.events?.[0]?.id]"):
            seen = look(world, device, other)
            if seen and not seen["isOver"]:
                tap(world, device, other, "rulings.create_forfeit", forfeit=0, reason="the rematch has begun")
            return
    open_page(world, device, before)


def play(world: World, random: Random, device: str, tab: int, seen: Look) -> None:
    """The next thing to write, or a change of what is written."""
    if seen["own"] is not None and bid_alone(world, random, device, tab, seen):
        return
    draws = random.random()
    missing = [seat for seat, calls in enumerate(seen["was"]) if not calls]
    if seen["isOver"]:
        over(world, random, device, tab, seen)
    elif draws < 0.12 and seen["canUndo"]:
        tap(world, device, tab, "undo.create")
    elif draws < 0.16 and seen["canRedo"]:
        tap(world, device, tab, "redo.create")
    elif draws < 0.2 and seen["hands"]:
        correct(world, random, device, tab, seen)
    elif draws < 0.24:
        rule(world, random, device, tab, seen)
    elif missing:
        seat = missing[0] if random.random() < 0.8 else random.choice(range(len(seen["was"])))
        bid(world, random, device, tab, seen, seat)
    elif draws < 0.3:
        bid(world, random, device, tab, seen, random.randrange(len(seen["was"])))
    else:
        record = world.prepared.kind.record(seen["draft"], random)
        tap(world, device, tab, "hands.create", hand=seen["hand"], record=record)


def bid(world: World, random: Random, device: str, tab: int, seen: Look, seat: int) -> None:
    call = str(random.choice((1, 2, 3, 4, 5)))
    tap(world, device, tab, "hands.bid", hand=seen["hand"], seat=seat, call=call, was=seen["was"][seat])


def correct(world: World, random: Random, device: str, tab: int, seen: Look) -> None:
    kind = world.prepared.kind
    record = kind.record(kind.bids_of("3"), random)
    tap(
        world,
        device,
        tab,
        "corrections.create",
        {"hand": random.randrange(seen["hands"]) + 1},
        record=record,
        reason="miscounted",
    )


def rule(world: World, random: Random, device: str, tab: int, seen: Look) -> None:
    """A ruling that is seldom made."""
    draws = random.random()
    if draws < 0.3:
        tap(world, device, tab, "rulings.create_misdeal", reason="a card was face up")
    elif draws < 0.6:
        player = random.choice(("Eve", "Fay", "Gil"))
        tap(
            world,
            device,
            tab,
            "rulings.create_substitute",
            seat=random.randrange(len(seen["was"])),
            hand=seen["hand"],
            player=player,
        )
    elif draws < 0.8:
        tap(world, device, tab, "rulings.create_time", hand=seen["hand"] if seen["hands"] else None)
    elif draws < 0.9 and seen["hands"]:
        tap(world, device, tab, "ending.create", reason="it is late")
    else:
        tap(
            world,
            device,
            tab,
            "rulings.create_forfeit",
            forfeit=random.randrange(world.prepared.kind.sides),
            reason="had to go",
        )


def over(world: World, random: Random, device: str, tab: int, seen: Look) -> None:
    draws = random.random()
    if draws < 0.5 and world.prepared.kind.begin is None:  # a match has one game
        tap(world, device, tab, "games.rematch", entry_id=world.browsers.of_page(device, tab, "page.newId()"))
    elif draws < 0.7 and seen["canUndo"]:
        tap(world, device, tab, "undo.create")
    elif draws < 0.8:
        tap(world, device, tab, "ending.reopen")
    elif seen["hands"]:
        correct(world, random, device, tab, seen)


# What happens


def person_taps(world: World, random: Random) -> None:
    device_taps(world, random, random.choice(SCORERS))


def device_taps(world: World, random: Random, device: str) -> None:
    tabs = world.browsers.call("tabs", device)
    if not tabs:
        return open_page(world, device)
    tab = random.randrange(tabs)
    if world.browsers.of_page(device, tab, IS_HOME):
        return go(world, device, tab, f"/games/{world.prepared.game}")
    seen = look(world, device, tab)
    if seen is None or answer(world, random, device, tab, seen) or not seen.get("mayWrite"):
        return None
    return play(world, random, device, tab, seen)


def two_tap_at_once(world: World, random: Random) -> None:
    """Two phones write while neither has heard of the other."""
    for _ in range(2):
        person_taps(world, random)


def page_hears(world: World, random: Random) -> None:
    """The stream says that there is something new."""
    for device in DEVICES:
        for tab in range(world.browsers.call("tabs", device)):
            if random.random() < 0.7:
                world.browsers.tap(device, tab, "(page.game?.follow ? page.game.follow() : 0)")


def tabs_change(world: World, random: Random) -> None:
    device = random.choice(DEVICES)
    tabs, draws = world.browsers.call("tabs", device), random.random()
    if not tabs or draws < 0.3:
        open_page(world, device)
    elif draws < 0.6:
        world.tell(device, "shows another tab")
        world.browsers.call("show", device, random.randrange(tabs))
    elif draws < 0.8:
        world.tell(device, "reloads")
        world.browsers.call("reload", device, random.randrange(tabs))
    else:
        world.tell(device, "closes a tab")
        world.browsers.call("close", device, random.randrange(tabs))


def phone_dies(world: World, random: Random) -> None:
    """Between two operations of its store, or in the middle of a transaction."""
    device = random.choice(SCORERS)
    if world.browsers.call("tabs", device) and random.random() < 0.5:
        person_taps(world, random)
        world.browsers.some(random.randrange(12))
    dies(world, device)


def dies(world: World, device: str) -> None:
    """It is switched on again."""
    world.tell(device, "dies")
    world.reach("phone killed", device)
    world.browsers.call("kill", device)
    world.browsers.call("device", device, {"isFull": False})
    open_page(world, device)


def line_changes(world: World, random: Random) -> None:
    device, draws = random.choice(DEVICES), random.random()
    line = world.lines[device]
    if draws < 0.3:
        line.is_cut = not line.is_cut
        world.tell(device, "has no line" if line.is_cut else "has a line again")
        if not line.is_cut:
            world.browsers.call("wake", device)
    elif draws < 0.5:
        world.lines[device] = Line()
    else:
        fault = random.choice(FAULTS)
        world.tell(device, "has a bad line:", fault)
        line.faults[fault] = random.choice((0.1, 0.3, 0.6))


def server_fails(world: World, random: Random) -> None:
    draws = random.random()
    if draws < 0.35:
        world.tell("the server is copied")
        world.back_up()
    elif draws < 0.65:
        world.tell("the server is restored")
        world.restore(cold=random.random() < 0.7)
    else:
        world.server.dies_after = random.randrange(30)


def clock_is_wrong(world: World, random: Random, device: str = "") -> None:
    """That of this device, or of any."""
    device = device or random.choice(DEVICES)
    world.browsers.call("device", device, {"skew": random.choice((-3_600_000, 0, 3_600_000, 90_000))})
    world.reach("clock off", device)


def store_fills(world: World, random: Random) -> None:
    device = random.choice(SCORERS)
    is_full = random.random() < 0.5
    world.tell(device, "is full" if is_full else "has room")
    world.browsers.call("device", device, {"isFull": is_full})
    world.reach("store full" if is_full else "store has room", device)


def access_changes(world: World, random: Random) -> None:
    """Ann is removed from the table, or comes back; or the pen goes to somebody."""
    draws = random.random()
    if draws < 0.3:
        world.tell("the keeper removes Ann")
        world.remove("ann")
    elif draws < 0.7:
        world.tell("Ann is let in again")
        world.let_in("ann")
    else:
        device = random.choice(SCORERS)
        world.tell(device, "takes the pen")
        world.take_pen(device)


def session_is_lost(world: World, random: Random) -> None:
    """Its form is too old for the server."""
    device = random.choice(SCORERS)
    world.tell(device, "loses its session")
    world.forget_session(device)


def name_is_erased(world: World, random: Random) -> None:
    if world.reached["name erased"] or random.random() < 0.5:
        return
    world.tell("a name is erased")
    world.erase("Dee")


ACTS: tuple[tuple[int, Callable[[World, Random], None]], ...] = (
    (40, person_taps),
    (8, two_tap_at_once),
    (12, page_hears),
    (8, tabs_change),
    (4, phone_dies),
    (9, line_changes),
    (6, server_fails),
    (1, clock_is_wrong),
    (1, store_fills),
    (3, access_changes),
    (1, session_is_lost),
    (1, name_is_erased),
)


def process_changes(world: World, _random: Random) -> None:
    """The other process of the server answers from now on."""
    world.server.change_process()
    world.reach("process changed")


def requests_meet(world: World, random: Random) -> None:
    """While the server answers a request, its other process answers one of another device."""
    world.server.yields_after = random.randrange(12)
    two_tap_at_once(world, random)


def any_copy_is_restored(world: World, random: Random) -> None:
    """Perhaps a later one than last time, since that was the wrong one."""
    if random.random() < 0.6:
        world.tell("the server is copied")
        world.back_up()
    if world.copies:
        number = random.randrange(len(world.copies))
        world.tell("the server is restored from copy", number)
        world.restore(cold=random.random() < 0.7, number=number)


def a_seat_is_erased(world: World, random: Random) -> None:
    """The name of a player who may be sitting there."""
    name = random.choice(world.prepared.kind.seats)
    world.tell("a name is erased:", name)
    world.erase(name)


def server_clock_is_wrong(world: World, random: Random) -> None:
    world.server_skew = random.choice((-3_600_000, 0, 3_600_000))
    world.tell("the server’s clock is", world.server_skew // 1000, "seconds off")
    world.reach("server clock off")


def rooms_change(world: World, random: Random) -> None:
    """The server starts again, with its rooms closed or open."""
    rooms = random.choice(((), world.server.rooms))
    world.tell("the server starts again with", *(rooms or ("no room",)))
    world.server.open_rooms(rooms)
    world.reach("rooms opened" if rooms else "rooms closed")


def phone_goes_home(world: World, random: Random) -> None:
    """No page of it draws a game, perhaps after taps without a line: what waits then goes without a page."""
    device = random.choice(SCORERS)
    if random.random() < 0.5:
        world.lines[device].is_cut = True
        for _ in range(random.randrange(3)):
            person_taps(world, random)
    for tab in range(world.browsers.call("tabs", device)):
        go(world, device, tab, "/")
    world.reach("phone at home", device)
    if random.random() < 0.5:
        world.lines[device].is_cut = False


def portal_answers(world: World, random: Random) -> None:
    """Something else answers a phone that taps."""
    device = random.choice(SCORERS)
    world.tell(device, "has a bad line: a portal")
    world.lines[device].faults = {"forged": 0.7}
    device_taps(world, random, device)


def ann_is_removed(world: World, random: Random) -> None:
    """While she taps."""
    world.tell("the keeper removes Ann")
    world.remove("ann")
    device_taps(world, random, "ann")


LOOKS_LIKE_ANN = "\N{CYRILLIC CAPITAL LETTER A}nn"


def server_refuses(world: World, random: Random) -> None:
    """A substitute whose name only the server knows to look like another one."""
    device = random.choice(SCORERS)
    tabs = world.browsers.call("tabs", device)
    seen = look(world, device, 0) if tabs else None
    if seen is None or not seen["mayWrite"] or seen["isOver"] or seen["question"] or seen["isStuck"]:
        return
    seat, hand = random.randrange(len(seen["was"])), seen["hand"]
    tap(world, device, 0, "rulings.create_substitute", seat=seat, hand=hand, player=LOOKS_LIKE_ANN)


LATER_ACTS: tuple[tuple[int, Callable[[World, Random], None]], ...] = (
    *ACTS,
    (4, process_changes),
    (4, requests_meet),
    (3, any_copy_is_restored),
    (3, portal_answers),
    (2, ann_is_removed),
    (3, server_refuses),
    (3, phone_goes_home),
    (1, server_clock_is_wrong),
    (1, store_fills),
    (1, a_seat_is_erased),
    (1, rooms_change),
)
LATER = 2**31
"""Numbers below are those of evenings that were found without the acts that came later; others change with these."""
WITH_SCENES = 2**32
"""So are those below this one: they were found without scenes."""


Acts = Sequence[tuple[int, Callable[[World, Random], None]]]


def act(world: World, number: int, scenes: Acts) -> None:
    """One thing happens, and some time passes."""
    random = Random(number)
    world.random.seed(number)
    acts = ACTS if number < LATER else LATER_ACTS if number < WITH_SCENES else (*LATER_ACTS, *scenes)
    [work] = random.choices([work for _, work in acts], [weight for weight, _ in acts])
    work(world, random)
    world.run(random.choice((0, 30, 200, 1000, 3000, 15_000)))
