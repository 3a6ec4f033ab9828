"""What evenings have found: acts that failed once, and one step by step."""

from __future__ import annotations

import json

from tests.simulation.people import Look, decide, dies, follow_link, go, look, open_page, tap
from tests.simulation.scenes import FOLLOWS
from tests.simulation.world import KINDS, Line, World

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
    # Two windows of a phone undo the same entry: both say that one of the undos was not saved.
    ("own", (5381878117, 5004896777, 5050717247)),
    # A tap was undone in another window on its way: once the server had refused it, what was gone stayed refused.
    ("two", (5669267869, 5216800802, 5060697269, 5513034193, 4846427619)),
    # A bid after a misdeal came back to a restored server as if it changed the bids before the misdeal.
    ("own", (6317061257, 4598868249, 5883811548, 4909682101, 4709297450, 5364425664)),
    # Two windows of a phone save a hand at the same moment: the second was sent before anybody was asked.
    ("two", (6253163658, 5307514007, 5578325927, 5763908033, 4328455862, 5715942108, 6382435223)),
    # Two windows bid at the same moment: the second bid took the first away.
    (
        "two",
        (
            *(5802791774, 5433671666, 5176079324, 4529382292),
            *(5789254639, 4558985108, 5509952250, 6012367033),
        ),
    ),
    # A server whose clock had been turned back was restored: another entry had the number and the time of a lost one.
    (
        "three",
        (
            *(6039238867, 5113822159, 5381215444, 4668817918, 5037329368),
            *(5008140555, 4534394567, 5266150529, 5280883319, 4407047185),
        ),
    ),
    # Keeping the other phone's hand left a misdeal that did not fit without it: nothing said so.
    (
        "match",
        (
            *(5959362620, 4558848941, 5985199969, 6109308829, 5535125496, 4775455813, 5997792521, 4881263571),
            *(5247897806, 5661531344, 4404554063, 6436359592, 4622555421, 4990366677, 4603575949, 4909874493),
            *(4330269926, 6135540834),
        ),
    ),
    # A window that was opened unseen, as the only one, sent nothing of what waited.
    ("three", (5021391991, 6343738195, 6098170038, 5648063375, 4550938333, 4781687223, 4886908269)),
    # A game that began on a phone was opened by its address there, and the next one waited for its end.
    (
        "partnership",
        (
            *(4947580537, 5847569132, 5201345408, 4600484883, 6411539660, 4701108252, 6116950508, 5114227160),
            *(5684656064, 6381045100, 4693581338, 5764157563),
        ),
    ),
    # A rematch waited without a word behind a game that the restored server no longer had.
    ("partnership", (6404701642, 6035181299, 4446452094, 4376070209)),
    # A new window stored the events of a restored server; another one put those after its own last one on its own.
    (
        "match",
        (
            *(5164129148, 6320705013, 4474315424, 5913085912, 4699560643, 6053528046, 4771929948, 4938136349),
            *(5463000271, 4753247464, 5765105610, 4662969474, 5539801963, 4965970748, 6176675153),
        ),
    ),
    # A refusal was on a page that was not shown, since a full phone could not store the tap that drew it.
    (
        "three",
        (
            *(4480111833, 5484438663, 5228581882, 4325682228, 5913135454, 6175427999, 6402636867, 4676873492),
            *(4917074342, 4412405723, 6145125318),
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


def bid_after_an_undo(world: World) -> None:
    """The keeper’s phone records a bid again that came after an undone one; meanwhile Ann bids what was undone.

    Her bid went: what came back was said to have been put on the undone one.
    """
    world.back_up()
    tap(world, "keeper", 0, "hands.bid", hand=1, seat=0, call=1, was="")
    tap(world, "keeper", 0, "undo.create")
    tap(world, "keeper", 0, "hands.bid", hand=1, seat=1, call=3, was="")
    world.run(3000)
    world.restore(cold=True)
    _follow(world, "keeper")
    tap(world, "ann", 0, "hands.bid", hand=1, seat=0, call=1, was="")
    world.run(3000)
    decide(world, "keeper", 0, "RecordAgain")
    world.run(5000)
    seen = look(world, "keeper", 0)
    assert seen is not None
    assert seen["was"] == ["1", "3", "", ""]


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


def _bids(world: World, device: str, seat: int, call: int, was: str = "", ms: int = 1500) -> None:
    tap(world, device, 0, "hands.bid", hand=1, seat=seat, call=call, was=was)
    world.run(ms)


def _cut(world: World, device: str) -> None:
    world.lines[device].is_cut = True


def _mended(world: World, device: str) -> Look:
    """What a device shows once it has a line again."""
    world.lines[device] = Line()
    world.browsers.call("wake", device)
    world.run(5000)
    seen = look(world, device, 0)
    assert seen is not None
    return seen


def same_hand(world: World) -> None:
    """Two phones record the same hand, one of them later: nobody is asked about it."""
    record = json.dumps({"bids": [["4", "3"], ["3", "2"]], "took": [7, 6]})
    _cut(world, "ann")
    for device in ("ann", "keeper"):
        tap(world, device, 0, "hands.create", hand=1, record=record)
        world.run(1500)
    seen = _mended(world, "ann")
    assert (seen["waiting"], seen["question"], seen["hands"]) == ([], None, 1)


def bid_changed(world: World) -> None:
    """Ann changes a bid that she knows, while the keeper bids for another seat: both count, and nobody is asked."""
    _bids(world, "keeper", 0, 3)
    _follow(world, "ann")
    _cut(world, "ann")
    _bids(world, "ann", 0, 5, was="3")
    _bids(world, "keeper", 1, 2)
    seen = _mended(world, "ann")
    assert (seen["question"], seen["was"]) == (None, ["5", "2", "", ""])


def undone_on_its_way(world: World) -> None:
    """Ann undoes a bid that was lost on its way, before which the keeper has bid for another seat."""
    _undone(world, 1)
    seen = look(world, "ann", 0)
    assert seen is not None
    assert seen["was"] == ["", "4", "", ""]


def undone_and_contradicted(world: World) -> None:
    """The same for the same seat: only her bid is undone."""
    _undone(world, 0)
    seen = look(world, "ann", 0)
    assert seen is not None
    assert seen["was"] == ["4", "", "", ""]


def _undone(world: World, seat: int) -> None:
    world.lines["ann"] = Line({"lost": 1.0})
    _bids(world, "ann", 0, 3, ms=200)
    tap(world, "ann", 0, "undo.create")
    world.run(200)
    _bids(world, "keeper", seat, 4)
    _mended(world, "ann")
    world.run(20_000)


def clocks_are_wrong(world: World) -> None:
    """A phone’s clock goes an hour ahead without a line; then the server’s falls back by one."""
    _cut(world, "ann")
    world.browsers.call("device", "ann", {"skew": 3_600_000})
    _bids(world, "ann", 0, 3)
    _mended(world, "ann")
    world.server_skew = -3_600_000
    _bids(world, "keeper", 1, 4)


def processes_take_turns(world: World) -> None:
    """Each has a game in its cache that the other one goes on with, and erases a name of."""
    for seat, (device, call) in enumerate((("ann", 3), ("ben", 4), ("keeper", 2), ("ann", 1))):
        _bids(world, device, seat, call)
        _follow(world, "ben")
        if seat != 1:
            world.server.change_process()
    world.erase("Dee")


def other_history(world: World) -> None:
    """The server loses a bid that Ann has seen as saved, and has another one for this seat; she bids for the next."""
    world.back_up()
    _bids(world, "ann", 0, 3)
    world.restore(cold=True)
    _bids(world, "keeper", 0, 4)
    _bids(world, "ann", 1, 2)


def other_history_of_a_process(world: World) -> None:
    """While two processes run, a copy is restored: one of them knows a bid that is not there, and another one is."""
    world.back_up()
    _bids(world, "ann", 0, 3)
    world.restore(cold=False)
    world.server.change_process()
    _bids(world, "keeper", 0, 4)
    world.server.change_process()


def other_history_goes_on(world: World) -> None:
    """The same, and one more bid."""
    other_history_of_a_process(world)
    world.server.change_process()
    _bids(world, "keeper", 1, 2)
    world.server.change_process()


def undone_after_a_loss(world: World) -> None:
    """Ann undoes a bid without a line, which the server loses meanwhile; once it is recorded again, it is undone."""
    world.back_up()
    _bids(world, "ann", 0, 3)
    _bids(world, "ann", 1, 3)
    _cut(world, "ann")
    tap(world, "ann", 0, "undo.create")
    world.run(500)
    world.restore(cold=True)
    _mended(world, "ann")
    decide(world, "ann", 0, "RecordAgain")
    world.run(5000)
    seen = look(world, "ann", 0)
    assert seen is not None
    assert (seen["waiting"], seen["was"]) == ([], ["3", "", "", ""])


def goes_on_after_a_loss(world: World) -> None:
    """A bid of the next hand waits when the server loses the hand before it: it comes after that once more."""
    world.back_up()
    tap(world, "ann", 0, "hands.create", hand=1, record=json.dumps({"bids": [["4", "3"], ["3", "2"]], "took": [7, 6]}))
    world.run(1500)
    _cut(world, "ann")
    tap(world, "ann", 0, "hands.bid", hand=2, seat=0, call=3, was="")
    world.run(500)
    world.restore(cold=True)
    _mended(world, "ann")
    decide(world, "ann", 0, "RecordAgain")
    world.run(5000)


def answer_is_lost(world: World) -> None:
    """The server has a bid, and its answer is lost; it comes again with the next one."""
    world.lines["ann"] = Line({"answer lost": 1.0})
    _bids(world, "ann", 0, 3, ms=500)
    world.lines["ann"] = Line()
    _bids(world, "ann", 1, 4, ms=30_000)


def recorded_again_by_two(world: World) -> None:
    """Two phones have a bid that the server lost, and put it back: one of them after a bid of its own."""
    world.back_up()
    _bids(world, "ann", 0, 3)
    _follow(world, "keeper")
    world.restore(cold=True)
    for device in ("ann", "keeper"):
        _follow(world, device)
    decide(world, "ann", 0, "RecordAgain")

    def is_put_back() -> bool:
        return any(row.get("again") for row in json.loads(world.browsers.call("stored", "ann"))["taps"])

    assert world.stop_once(is_put_back)
    _cut(world, "ann")
    world.run(500)
    _bids(world, "ben", 1, 4)
    decide(world, "keeper", 0, "RecordAgain")
    world.run(3000)
    _mended(world, "ann")


def bid_between(world: World) -> None:
    """Of two bids of Ann the first one is saved, then her line is gone, and the keeper bids."""
    for seat in (0, 1):
        _bids(world, "ann", seat, 3, ms=0)

    def is_first_saved() -> bool:
        return len(json.loads(world.browsers.call("stored", "ann"))["taps"]) == 1

    assert world.stop_once(is_first_saved)
    _cut(world, "ann")
    world.run(500)
    _bids(world, "keeper", 2, 4)
    assert _mended(world, "ann")["was"] == ["3", "3", "4", ""]


def bids_alone(world: World) -> None:
    """Ben’s own bid waits for a line."""
    _cut(world, "ben")
    tap(world, "ben", 0, "own_bids.create", hand=1, seat=1, call=3)
    world.run(1000)
    seen = _mended(world, "ben")
    assert seen["own"]["sealed"] is None


STEPS = (
    *(("partnership", again), ("partnership", refused), ("partnership", shut_out), ("own", erased)),
    *(("partnership", first) for first in (opened_late, dies_with_a_bid_let_go, dies_with_an_answer)),
    *(("partnership", first) for first in (let_in_with_a_question, same_hand, bid_changed, clocks_are_wrong)),
    *(("partnership", first) for first in (undone_on_its_way, undone_and_contradicted, undone_after_a_loss)),
    *(("partnership", first) for first in (processes_take_turns, bid_between, other_history, goes_on_after_a_loss)),
    *(("partnership", first) for first in (answer_is_lost, recorded_again_by_two)),
    *(("partnership", first) for first in (other_history_of_a_process, other_history_goes_on, bid_after_an_undo)),
    ("own", bids_alone),
    *((name, first) for name, kind in KINDS.items() if kind.begin is not None for first in (never_starts, ends_before)),
)
"""Evenings step by step."""
