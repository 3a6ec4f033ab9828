"""Random presses of a table: mostly ones that the page offers, sometimes others."""

import json
from dataclasses import replace
from random import Random
from typing import Any

from scorekeeper.core.game import GameState
from scorekeeper.core.pages import PageContext
from scorekeeper.core.pages.bidding.offers import next_bidder
from scorekeeper.core.pages.correcting import Correction
from scorekeeper.core.pages.game import game_page
from scorekeeper.core.rules.deal import COSTS, OFFENSES
from scorekeeper.core.sheet import hand_json

Press = tuple[Any, ...]
NAMES = ("Zoë", "", "Ann", "\u05d3\u05df", "x" * 50, "<b>")


def press(state: GameState, context: PageContext, random: Random) -> Press:
    """The next press."""
    if random.random() < 0.15 or state.board.outcome is not None:
        return _ruling(state, random)
    context = replace(context, own_seat=None, waiting=())  # the table bids, not one player
    page: Any = game_page(state, context, {})
    if page["phase"] == "bidding":
        return _bid(state, page, random)
    return _hand(state, context, random, page)


def query(state: GameState, context: PageContext, random: Random) -> dict[str, str]:
    """The query of the game page: empty, with a tapped seat, or with counts of tricks."""
    if random.random() < 0.4:
        return random.choice([{}, {"seat": "1"}, {"seat": "0", "later": "yes"}, {"hands": "1"}, {"insist": "yes"}])
    return counts(state, context, random, None)[0]


def _bid(state: GameState, page: Any, random: Random) -> Press:
    pad = page.get("pad")
    if pad is None:
        return ("keep_bids", {"hand": str(state.board.next_number)})
    keys = [key for key in [*pad["numbers"], *(pad["calls"] or [])] if not key["disabled"]]
    fields = {name: str(value) for name, value in pad["hidden"].items()}
    call = (
        str(random.choice(keys)["value"]) if keys and random.random() < 0.95 else random.choice(["99", "nil", "", "?"])
    )
    if pad["toggles"] and random.random() < 0.4:
        fields["added"] = random.choice([str(key["value"]) for key in pad["toggles"]["keys"]])
    if random.random() < 0.1:
        fields["seat"] = str(random.randrange(5))
    if random.random() < 0.1:
        fields["later"] = "yes"
    return ("bid", fields | {"call": call})


def counts(state: GameState, context: PageContext, random: Random, page: Any) -> tuple[dict[str, str], Any]:
    """Answers to questions and counts of sides, mostly until the hand can be saved; sometimes with a renege.

    `page` is the page without any, if known; returned with them is the last one. While bids are asked for, nothing is
    counted, and no page is looked at.
    """
    moved = {"r0-by": "0", "r0-to": random.choice(["1", "nobody"]), "r0-books": "1", "r0-for": random.choice(OFFENSES)}
    ruled = {"r0-by": "0", "r0-books": random.choice(COSTS)}
    asked: dict[str, str] = random.choice([{}, {}, {}, {}, moved, ruled])
    if state.board.outcome is not None or next_bidder(state, asked, context.waiting) is not None:
        return asked, page
    if asked or page is None:
        page = game_page(state, context, asked)
    for _ in range(20):
        if page["phase"] not in ("played", "tricks") or page["preview"] or page["wrong"] or random.random() < 0.05:
            break
        took = page["took"]
        asking = next((question for question in took["questions"] if not question["answered"]), took["current"])
        keys = asking["keys"] if "keys" in asking else took["keys"]
        tapped = [key["value"] for key in keys if not key["disabled"]]
        asked[asking["name"]] = str(random.choice(tapped)) if tapped and random.random() < 0.95 else "99"
        page = game_page(state, context, asked)
    return asked, page


def _hand(state: GameState, context: PageContext, random: Random, page: Any) -> Press:
    asked, page = counts(state, context, random, page)
    save = page.get("save")
    if not save:
        return ("save_hand", {"hand": str(state.board.next_number)}, {"bids": [], "took": asked})
    fields = {name: str(value) for name, value in save["hidden"].items()}
    if random.random() < 0.2:
        fields |= {"note": random.choice(["late  again", "<i>", "\u05d3\u05df 3 & x", "a\u0007b"])}
    if random.random() < 0.1:
        fields.pop("overruled", None)
    return ("save_hand", fields, json.loads(fields["record"]))


def _ruling(state: GameState, random: Random) -> Press:
    hand = str(random.randrange(len(state.board.hands) + 2))
    side = str(random.choice(["", 0, 1, 1, 7, "x"]))
    waiting: list[Press] = [
        ("undo",),
        ("undo",),
        ("redo",),
        ("undo_event", random.randrange(state.seq + 2)),
        ("misdeal", {"called_by": side, "reason": "exposed card"}),
        ("substitute", {"seat": side, "player": random.choice(NAMES), "hand": hand}),
        ("name_seat", {"seat": side, "player": random.choice(NAMES)}),
        ("set_dealer", {"seat": side, "reason": random.choice(["", "Ben dealt twice"])}),
        ("forfeit", {"forfeit": side, "reason": random.choice(["", "late"])}),
        ("call_time", {"hand": hand, "minutes": random.choice(["", "41", "-3", "x"])}),
        ("stop", {"reason": random.choice(["", "out of time", "a\u0007b"])}),
        ("reopen",),
        ("sign", {"verdict": random.choice(["agreed", "disputed"]), "hand": hand, "note": "no"}, 1, "own"),
    ]
    if state.board.hands:
        books = str(random.randrange(5))
        waiting += [
            ("renege", {"hand": hand, "by": side, "to": "0", "books": books, "of": random.choice(["new", "parts"])}),
            ("renege", {"hand": hand, "by": side, "to": "nobody", "books": books, "costs": "books", "for": "talk"}),
            ("renege", {"hand": hand, "by": side, "costs": random.choice(COSTS), "for": random.choice(OFFENSES)}),
            ("agreed_points", {"hand": hand, "side": side, "points": random.choice(["-30", "+7", "x"]), "why": "late"}),
            _correction(state, random),
        ]
    return random.choice(waiting)


def correction_query(state: GameState, number: int, context: PageContext, random: Random) -> dict[str, str]:
    """The query after some taps on the pad of a correction."""
    query: dict[str, str] = {}
    for _ in range(random.randrange(4)):
        if random.random() < 0.3:
            query |= {"seat": str(random.randrange(len(state.setup.rules.seating.bidders)))}
        page: Any = Correction(state, number, query).view(context)
        pad, took = page["pad"], page["took"]
        if pad is not None:
            keys = [*pad["numbers"], *pad["calls"]]
            query = {name: str(value) for name, value in pad["hidden"].items()}
            query |= {"call": str(random.choice(keys)["value"]) if keys else "?"}
        elif took["current"]:
            asking = random.choice([{"name": took["current"]["name"], "keys": took["keys"]}, *took["questions"]])
            query = {field["name"]: field["value"] for field in took["given"]}
            query |= {asking["name"]: str(random.choice(asking["keys"])["value"])}
    return query


def _correction(state: GameState, random: Random) -> Press:
    """A recorded hand with a different count or bid."""
    number = random.randrange(len(state.board.hands)) + 1
    seat, side = random.randrange(len(state.setup.rules.seating.bidders)), random.randrange(len(state.setup.sides))
    value = random.choice(["0", "1", "3", "nil", "x"])
    found = Correction(state, number, random.choice([{f"t{side}": value}, {f"b{seat}": value}]))
    record = found.record() or found.hand.record
    written = hand_json(record, state.setup.rules.seating)
    return ("correct", {"hand": str(number), "reason": random.choice(["miscounted", ""]), "overruled": "yes"}, written)
