"""An evening from its numbers: each is one act. A failing one is made shorter, act by act."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

from tests.simulation.browser import Browsers
from tests.simulation.oracle import Oracle
from tests.simulation.people import WITH_SCENES, act, answer, look, open_page, unsent
from tests.simulation.scenes import FOLLOWS, SCENES, in_the_middle
from tests.simulation.world import DEVICES, Line, Prepared, World, given

LENGTH = 60
ROUNDS = 30
"""More than phones need to agree once the line is good, with a dozen taps to undo."""
SCENES_BY_CHANCE = [(8 if scene is in_the_middle else 2, scene) for scene in SCENES]
REST = 60_000
"""ms in which phones that rest ask for nothing: some wait for half a minute before they ask again."""


@dataclass
class Played:
    """What came of an evening: why it is wrong, if it is, and what was reached."""

    acts: list[int]
    fault: str | None = None
    story: list[str] = field(default_factory=list)
    reached: Counter[str] = field(default_factory=Counter)
    record: list[str] = field(default_factory=list)  # the hashes on the server


def acts_of(seed: int, length: int = LENGTH, first: int = WITH_SCENES) -> list[int]:
    """The acts of an evening, numbered from `first`."""
    random = Random(seed)
    return [first + random.randrange(2**31) for _ in range(random.randrange(length // 3, length + 1))]


def played(
    browsers: Browsers,
    prepared: Prepared,
    acts: list[int],
    first: Callable[[World], object] | None = None,
) -> Played:
    """Play what comes `first` and these acts, then let everything settle, and look at what is there."""
    world = World(browsers, prepared, 1)
    oracle = Oracle(world.given_own)
    with given(world.time, 2):  # the table was prepared with 1, and no token is drawn twice
        world.hear = partial(hear, world, oracle)  # type: ignore[method-assign]
        found = Played(acts, reached=world.reached, story=world.story)
        try:
            for name in DEVICES:
                open_page(world, name)
            world.run(3000)
            if first is not None:
                first(world)
            for number in acts:
                act(world, number, SCENES_BY_CHANCE)
            settle(world)
            with world.server.app.test_request_context():
                kept = {name: json.loads(browsers.call("stored", name)) for name in DEVICES}
                found.record = oracle.check(screens(world), kept, world.latest)
                if not world.reached["server crashed"]:
                    oracle.check_known()
                world.server.change_process()
                oracle.check_points()
                if prepared.kind.check is not None:
                    prepared.kind.check(prepared.game)
        except Exception as error:  # of the program, or what does not hold
            found.fault = f"{type(error).__name__}: {error}"
        world.reached.update(browsers.call("steps"))
    return found


def hear(world: World, oracle: Oracle, word: Any) -> None:
    oracle.hear(word | {"now": world.now})
    if word["kind"] in ("flash", "warning"):
        world.tell(word["device"], word["kind"], word.get("words", word.get("text")))


def screens(world: World) -> dict[str, Any]:
    """What each phone shows of each game that it has open."""
    found = {}
    for device in DEVICES:
        for tab in range(world.browsers.call("tabs", device)):
            seen = look(world, device, tab)
            if seen is not None and seen.get("mayWrite") is not None:
                found[f"{device} {tab}"] = seen | {"game": world.browsers.of_page(device, tab, "page.gameId")}
    return found


MAX_PAUSE = 40_000
"""ms that a phone waits at most for an answer, and then until it asks again."""
IS_SHUT = "Boolean(page.isReady ? !page.game : page.shown?.template === 'closed')"


def settle(world: World) -> None:
    """All lines are good, access is as it was, and people answer until nothing is left to ask."""
    world.tell("everything settles")
    world.server.dies_after = world.server.yields_after = None
    world.server_skew = 0
    if world.server.app.config["ROOMS"] != world.server.rooms:
        world.server.open_rooms(world.server.rooms)
    for name in sorted({"ann", *world.removed}):  # a restored server may not know that others came back, either
        world.let_in(name)
    for name in DEVICES:
        world.lines[name] = Line()
        world.browsers.call("device", name, {"isFull": False})
    world.run(MAX_PAUSE)
    for name in DEVICES:
        assert (silent := unsent(world, name)) == [], f"{name} is silent: {silent}"
        assert not hangs(world, name), f"{name} waits for a game to start, and asks nobody"
        world.browsers.call("wake", name)
    world.run(MAX_PAUSE)
    for name in DEVICES:
        shut = [game for game, phase in phases_of(world, name) if phase == "closed" and world.has(game)]
        assert shut == [], f"{name} has access again, and cannot write to {shut}"
    random = Random(7)
    for _ in range(ROUNDS):
        answered = [is_answered(world, random, device) for device in DEVICES]
        world.run(10_000)
        if all(answered):
            break
    for device in DEVICES:  # what the last of them wrote
        for tab in range(world.browsers.call("tabs", device)):
            world.browsers.tap(device, tab, FOLLOWS)
    world.run(5000)
    before = world.requests
    world.run(REST)
    assert world.requests == before, f"phones do not rest: {world.requests - before} requests"


def phases_of(world: World, device: str) -> list[tuple[str, str]]:
    """The game of each page of a device, and what its outbox waits for."""
    tabs = range(world.browsers.call("tabs", device))
    games = (world.browsers.of_page(device, tab, "page.gameId") for tab in tabs)
    return [(game, phase) for game in games if game for phase in world.phases(device, game)]


def hangs(world: World, device: str) -> bool:
    """Whether a game of a device starts for longer than an answer takes."""
    rows = json.loads(world.browsers.call("stored", device))["games"]
    games = [row["id"] for row in rows if row["around"].get("start")]
    for _ in range(5):
        games = [game for game in games if "starting" in world.phases(device, game)]
        if games:
            world.run(700)
    return bool(games)


def is_answered(world: World, random: Random, device: str) -> bool:
    """Look at each tab of a device, and answer what it asks; whether there was nothing to do."""
    is_quiet = True
    stored = json.loads(world.browsers.call("stored", device))
    kept = {
        row["game"] for row in (*stored["taps"], *stored["events"])
    }  # also a rematch that a restored server changed
    kept |= {row["id"] for row in stored["games"] if row["around"].get("start")}
    shown = {world.browsers.of_page(device, tab, "page.gameId") for tab in range(world.browsers.call("tabs", device))}
    for game in sorted({world.prepared.game, *kept} - shown):
        open_page(world, device, game)
        is_quiet = False
    for tab in range(world.browsers.call("tabs", device)):
        world.browsers.call("show", device, tab)
        world.browsers.tap(device, tab, FOLLOWS)
        world.run(2500)
        if world.browsers.of_page(device, tab, IS_SHUT):
            world.browsers.call("reload", device, tab)  # its access was taken away meanwhile
            world.run(2000)
        seen = look(world, device, tab)
        is_sealed = seen is not None and seen["own"] is not None and seen["own"]["sealed"] is not None
        if seen is None or answer(world, random, device, tab, seen) or seen["waiting"] or seen["starts"] or is_sealed:
            is_quiet = False
        world.run(2500)
    return is_quiet


def shortest(browsers: Browsers, prepared: Prepared, played_before: Played) -> Played:
    """The same fault with fewer acts: without halves, quarters, and at last single ones."""
    best, size = played_before, max(1, len(played_before.acts) // 2)
    while size:
        start = 0
        while start < len(best.acts):
            fewer = played(browsers, prepared, best.acts[:start] + best.acts[start + size :])
            if fewer.fault is not None and _kind(fewer) == _kind(best):
                best = fewer
            else:
                start += size
        size //= 2
    return best


def _kind(found: Played) -> str:
    return (found.fault or "")[:30]
