"""What evenings have found: acts that failed once, and one step by step."""

from __future__ import annotations

from tests.simulation.evening import FOLLOWS
from tests.simulation.people import decide, look, tap
from tests.simulation.world import World

FOUND = ((1851200052, 1404475956, 636180561),)
"""The acts of evenings that failed once."""


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


def _follow(world: World, device: str) -> None:
    world.browsers.tap(device, 0, FOLLOWS)
    world.run(2000)
