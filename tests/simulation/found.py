"""What evenings have found: acts that failed once, and one step by step."""

from __future__ import annotations

import json

from tests.simulation.people import decide, dies, follow_link, go, look, open_page, tap
from tests.simulation.scenes import FOLLOWS
from tests.simulation.world import KINDS, World

FOUND: tuple[tuple[str, tuple[int, ...]], ...] = (
    ("partnership", (1851200052, 1404475956, 636180561)),
    # A bid of the next hand goes once the answer to a question ends the game: its refusal was not seen.
    (
        "partnership",
        (
            *(866630043, 653595627, 2017884587, 530476568, 1538631111, 946746237),
            *(353916590, 774283141, 1648396442, 1626769808, 1645664195, 239345801),
        ),
    ),
    # A hand that a phone recorded without a line goes without a word once the other side has given up the game.
    ("partnership", (53738535, 1917255535, 1665387435, 1881535495, 507865335, 1519384403, 486623121)),
    # Time that was called before a hand which another phone recorded first.
    (
        "partnership",
        (
            *(885185152, 1986768135, 147762233, 1407773507, 191368220, 1805587908, 595665893, 1525064232),
            *(1218130959, 1126660590, 1962074861, 571136778, 190097954, 17416711, 1300776207, 1872738711),
            *(2018522846, 1394525548, 1023808567),
        ),
    ),
    # A bid on an own phone that comes after the other side has given up: the phone took it for access that is gone.
    ("own", (1703729684, 212984476)),
    # A phone opened its game while it was shut out: its page went on with the game, and heard nothing of it any more.
    ("own", (3074902754, 3053107710, 3915996657, 2705101166)),
    # A game was opened on a full phone after the server was restored: its page never began, also once there was room.
    (
        "partnership",
        (
            *(2324472804, 2447619380, 3632511952, 3569008972, 2414544002, 4143503937, 3685170775, 4069912611),
            *(3813521150, 2229766723, 3548269785, 4223146040, 3652418365),
        ),
    ),
)
"""The kind and the acts of evenings that failed once."""


def again(world: World) -> None:
    """Ann’s phone records an undo again that a restored server lost; meanwhile the keeper has undone the same."""
    tap(world, "keeper", 0, "hands.bid", hand=1, seat=0, call=4, was="")
    world.run(1000)
    world.back_up()
    _follow(world, "ann")
    tap(world, "ann", 0, "undo.create")
    world.run(1000)
    world.restore(cold=True)
    _follow(world, "ann")
    tap(world, "keeper", 0, "undo.create")
    decide(world, "ann", 0, "RecordAgain")
    world.run(5000)
    seen = look(world, "ann", 0)
    assert seen is not None
    assert (seen["isStuck"], [kind for _, kind in seen["waiting"]]) == (True, ["take-back"])
    assert "1 entry" in seen["notice"]


def refused(world: World) -> None:
    """Ann’s phone recorded a hand without a line; meanwhile the other side gave up, and the game is over."""
    for seat, call in enumerate((4, 3, 3, 2)):
        tap(world, "ann", 0, "hands.bid", hand=1, seat=seat, call=call, was="")
        world.run(1000)
    world.lines["ann"].is_cut = True
    record = {"bids": [["4", "3"], ["3", "2"]], "took": [7, 6]}
    tap(world, "ann", 0, "hands.create", hand=1, record=json.dumps(record))
    tap(world, "keeper", 0, "rulings.create_forfeit", forfeit=0, reason="had to go")
    world.run(3000)
    world.lines["ann"].is_cut = False
    world.browsers.call("wake", "ann")
    world.run(5000)
    seen = look(world, "ann", 0)
    assert seen is not None
    assert (seen["waiting"], seen["isOver"]) == ([], True)
    assert seen["template"] == "games/show.html", "the page that says why is there until somebody taps"


def _follow(world: World, device: str) -> None:
    world.browsers.tap(device, 0, FOLLOWS)
    world.run(2000)


def shut_out(world: World) -> None:
    """Ann’s phone is removed with a bid that waits; by the time she is back, the other side has given up.

    The page that said so was still open: it dropped the bid where nobody saw why.
    """
    world.remove("ann")
    tap(world, "ann", 0, "hands.bid", hand=1, seat=0, call=3, was="")
    world.run(3000)
    tap(world, "keeper", 0, "rulings.create_forfeit", forfeit=0, reason="had to go")
    world.run(3000)


def erased(world: World) -> None:
    """The name of who bids on an own phone is erased: it took the answer to its bid for access that is gone."""
    world.erase("Ben")
    tap(world, "ben", 0, "own_bids.create", hand=1, seat=1, call=1)
    world.run(3000)


def opened_late(world: World) -> None:
    """Two bids wait on the keeper’s phone, which is at home; once its game is opened, the other side has given up.

    Both went while the page was opened, and it did not say so: nobody heard of them who left it again.
    """
    world.lines["keeper"].is_cut = True
    tap(world, "keeper", 0, "hands.bid", hand=1, seat=0, call=5, was="")
    world.run(100)
    tap(world, "keeper", 0, "hands.bid", hand=1, seat=2, call=2, was="")
    tap(world, "ann", 0, "rulings.create_forfeit", forfeit=0, reason="had to go")
    world.run(3000)
    go(world, "keeper", 0, "/")
    world.run(1000)
    world.lines["keeper"].is_cut = False
    world.run(20_000)
    open_page(world, "keeper")
    world.run(5000)
    assert [line for line in world.story if "keeper flash Not saved" in line]


def never_starts(world: World) -> None:
    """A phone without a line begins the rematch of a match, which has none: the server refuses that for ever.

    Its page was drawn while the room was closed; the phone said that the game before was not over, and never rested.
    """
    world.server.open_rooms(())
    world.browsers.call("reload", "ann", 0)
    world.run(3000)
    tap(world, "ann", 0, "rulings.create_forfeit", forfeit=0, reason="had to go")
    world.run(3000)
    world.server.open_rooms(world.server.rooms)
    world.lines["ann"].is_cut = True
    tap(world, "ann", 0, "games.rematch", entry_id=world.browsers.of_page("ann", 0, "page.newId()"))
    world.run(3000)
    tap(world, "ann", 0, "hands.bid", hand=1, seat=0, call=3, was="")
    world.run(1000)
    world.lines["ann"].is_cut = False
    world.browsers.call("wake", "ann")
    world.run(120_000)
    before = world.requests
    world.run(60_000)
    assert world.requests == before, "a phone asks for ever"
    seen = look(world, "ann", 0)
    assert seen is not None
    assert (seen["starts"], seen["status"]["code"]) == (True, "unstarted"), seen
    assert "doesn’t let this phone start this game" in seen["notice"]


def ends_before(world: World) -> None:
    """A hand is corrected to an end of the game: the next one stays on the sheet, and does not count anywhere."""
    hands = ({"bids": [["1", "1"], ["1", "1"]], "took": [7, 6]}, {"bids": [["2", "2"], ["2", "2"]], "took": [7, 6]})
    for number, record in enumerate(hands, 1):
        tap(world, "ann", 0, "hands.create", hand=number, record=json.dumps(record))
        world.run(2000)
    record = {"bids": [["nil", "8"], ["1", "1"]], "took": [[0, 8], 5]}
    tap(world, "ann", 0, "corrections.create", {"hand": 1}, record=json.dumps(record), reason="miscounted")
    world.run(2000)
    seen = look(world, "ann", 0)
    assert seen is not None
    assert (seen["hands"], seen["isOver"]) == (2, True)


def _asked(world: World) -> None:
    """Ann bids without a line for a seat that has another bid by then, and for the next seat."""
    world.lines["ann"].is_cut = True
    for seat, call in ((1, 5), (2, 4)):
        tap(world, "ann", 0, "hands.bid", hand=1, seat=seat, call=call, was="")
        world.run(100)
    tap(world, "keeper", 0, "hands.bid", hand=1, seat=1, call=3, was="")
    world.run(1000)
    world.lines["ann"].is_cut = False
    world.browsers.call("wake", "ann")
    world.run(3000)
    seen = look(world, "ann", 0)
    assert seen is not None
    assert seen["question"]


def _dies_once_its_question_is_gone(world: World) -> None:
    """Between two operations of its store. What waited after it was sent as it was: over the bid of the keeper."""

    def is_gone() -> bool:
        return not any(row.get("asks") for row in json.loads(world.browsers.call("stored", "ann"))["taps"])

    assert world.stop_once(is_gone)
    dies(world, "ann")
    world.run(3000)


def dies_with_a_bid_let_go(world: World) -> None:
    """Ann lets go of her bid, and her phone dies."""
    _asked(world)
    follow_link(world, "ann", 0, "games.show")
    _dies_once_its_question_is_gone(world)


def dies_with_an_answer(world: World) -> None:
    """Ann bids again, and her phone dies."""
    _asked(world)
    tap(world, "ann", 0, "hands.bid", hand=1, seat=1, call=2, was="3")
    _dies_once_its_question_is_gone(world)


def let_in_with_a_question(world: World) -> None:
    """Ann is removed while she is asked about a bid, and comes back: another window still said that she was not."""
    _asked(world)
    open_page(world, "ann", "")
    world.run(1000)
    world.remove("ann")
    world.browsers.call("show", "ann", 0)
    _follow(world, "ann")
    assert world.phases("ann", world.prepared.game) == ["closed", "closed"]
    world.let_in("ann")
    world.browsers.call("wake", "ann")
    world.run(1000)
    assert world.phases("ann", world.prepared.game) == ["ready", "ready"]


STEPS = (
    *(("partnership", again), ("partnership", refused), ("partnership", shut_out), ("own", erased)),
    *(("partnership", first) for first in (opened_late, dies_with_a_bid_let_go, dies_with_an_answer)),
    ("partnership", let_in_with_a_question),
    *((name, first) for name, kind in KINDS.items() if kind.begin is not None for first in (never_starts, ends_before)),
)
"""Evenings step by step."""
