"""`python -m tests.every_hand`: scores every hand of a table by the engine, the second scorer and the compiled phone.

Partnership has 14⁴ bids × 560 ways to share thirteen tricks. `--shard 3/1000` counts one part of a thousand, drawn
evenly; `--residues` begins with each number of bags; `--phone` asks the compiled module, too; `--processes 2` shares
the work. `--points` leaves out reading, limits and the end, and so scores four times as many; with `--phone` by the
compiled module in Node, in place of the engine.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations, islice, pairwise
from subprocess import PIPE
from typing import Any

from scorekeeper.compiler.module import CompilerSettings, Exports, compiled
from scorekeeper.compiler.sources import LEFT_OUT, find
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.rules.contracts import contracts_of
from scorekeeper.core.rules.deal import HandRecord
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.sheet import read_hand, read_sheet
from tests.berkley_scorer import score
from tests.hand_notation import Seats, so_far
from tests.simulation.browser import module
from tests.tables import sheet_of

TABLES = ("partnership", "two-player", "two-handed", "berkley-two", "berkley-three-1", "miser")
BAGS = 10
Json = dict[str, Any]
USED = frozenset(("scoreboard", "scores", "total"))
"""Names that the phone keeps for the expression below."""
TOTALS = """(sheets) => JSON.stringify(JSON.parse(sheets).map((sheet) =>
  core.read_sheet(core.fromJson(sheet)).scoreboard().scores.map(({ total }) => total)))"""
BATCH = 500


@dataclass
class Counted:
    """How many hands agree, how many the rules do not take, and those whose points differ."""

    hands: int = 0
    refused: int = 0
    differ: int = 0
    example: str = ""

    def add(self, other: Counted) -> None:
        self.hands += other.hands
        self.refused += other.refused
        self.differ += other.differ
        self.example = self.example or other.example


def shares(tricks: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Every way to share tricks among seats."""
    for bars in combinations(range(tricks + parts - 1), parts - 1):
        ends = (-1, *bars, tricks + parts - 1)
        yield tuple(right - left - 1 for left, right in pairwise(ends))


class Hands:
    """The bids of a rule set's first table by number, and every way to share its tricks, as JSON."""

    def __init__(self, rules: str) -> None:
        house = rule_set(rules).with_options({}, rule_set(rules).shapes[0])
        self.seating, deal = house.seating, house.hand_rules_of(1)
        self.calls = [call.code for call in deal.calls if not call.slot]
        self.calls += [f"{code}+{call.code}" for code in self.calls for call in deal.calls if call.slot]
        places = [len(self.seating.seats_of[side]) for side in self.seating.sides]
        self.ways = [_by_side(counts, places) for counts in shares(self.seating.tricks, sum(places))]
        self.spoken = len(self.calls) ** len(self.seating.bidders)

    def bids(self, spoken: int) -> list[object]:
        seating, bids = self.seating, {}
        for seat in seating.bidders:
            spoken, call = divmod(spoken, len(self.calls))
            bids[seat] = self.calls[call]
        own = [[bids[seat] for seat in seating.bidders_of(side)] for side in seating.sides]
        return [each if len(each) > 1 else each[0] for each in own]

    def some(self, first: int, step: int) -> Iterator[Json]:
        """Every `step`th hand, from this one."""
        for number in range(first, self.spoken * len(self.ways), step):
            spoken, way = divmod(number, len(self.ways))
            yield {"bids": self.bids(spoken), "took": self.ways[way], "overruled": True}


def _by_side(counts: tuple[int, ...], places: list[int]) -> list[object]:
    rest = iter(counts)
    own = [list(islice(rest, many)) for many in places]
    return [each if len(each) > 1 else each[0] for each in own]


def count(rules: str, shard: tuple[int, int], bags: Sequence[int], phone: bool) -> Counted:
    """Score each hand of this shard by all of them, after each of these numbers of bags."""
    found, totals = Counted(), totals_on_phone() if phone else None
    for each in bags:
        count_after(begun(rules, each, each), Hands(rules).some(*shard), found, totals)
    return found


def count_after(head: Json, hands: Iterator[Json], found: Counted, totals: Callable[[str], str] | None) -> None:
    """The same after this game."""
    base, before = read_sheet(head), head["hands"]
    asked = list[tuple[Json, list[int]]]()
    for written in hands:
        try:
            hand = read_hand(written, len(before) + 1, base)
            board = replace(base, hands=(*base.hands, hand)).scoreboard()
        except InvalidInput:
            found.refused += 1
            continue
        sheet, ours = head | {"hands": [*before, written]}, [side.total for side in board.scores]
        compare(found, sheet, ours, score(sheet)["totals"])
        asked.append((sheet, ours))
        if len(asked) == BATCH:
            ask(found, asked, totals)
    ask(found, asked, totals)


Scorer = Callable[[list[object]], list[list[list[int]]] | None]
"""The totals of each way to share the tricks with these bids, in JSON, from each start; None if the rules do not take
them.
"""


def count_points(rules: str, shard: tuple[int, int], bags: Sequence[int], phone: bool) -> Counted:
    """Score each hand of this shard, which has every way of its bids, from each of these numbers of bags.

    The second scorer gives a side its points by what this side bid and took, so it is asked for these once.
    """
    heads = [begun(rules, each, max(bags)) for each in bags]
    hands, found = Hands(rules), Counted()
    known = dict[tuple[int, int, str], dict[str, int]]()
    scorer = by_phone(heads, hands) if phone else by_engine(heads, hands)
    of_ways = [(way, list(map(str, way))) for way in hands.ways]
    for spoken in range(shard[0], hands.spoken, shard[1]):
        bids = hands.bids(spoken)
        scored = scorer(bids)
        if scored is None:
            found.refused += len(of_ways) * len(heads)
            continue
        points = [
            [known.setdefault((start, side, str(own)), {}) for side, own in enumerate(bids)]
            for start in range(len(heads))
        ]
        for (way, counts), totals in zip(of_ways, scored, strict=True):
            for head, here, ours in zip(heads, points, totals, strict=True):
                theirs = [known_to.get(count) for known_to, count in zip(here, counts, strict=True)]
                if None in theirs:
                    theirs = score(head | {"hands": [*head["hands"], {"bids": bids, "took": way}]})["totals"]
                    for known_to, count, total in zip(here, counts, theirs, strict=True):
                        known_to[count] = total
                if ours != theirs:
                    found.differ += 1
                    found.example = found.example or f"{ours} and {theirs}: {bids} {way}"
        found.hands += len(of_ways) * len(heads)
    return found


def by_engine(heads: Sequence[Json], hands: Hands) -> Scorer:
    """The engine's scorer of one hand, after games of as many hands: what is bid and taken counts the same in all."""
    base, seating = read_sheet(heads[0]), hands.seating
    board = base.scoreboard()
    number, deal = board.next_number, board.next_deal
    boards = [read_sheet(head).scoreboard() for head in heads]
    starts = [(each, each.next_start) for each in boards]
    took_by_way = [read_hand({"bids": hands.bids(0), "took": way}, number, base).took for way in hands.ways]

    def totals(bids: list[object]) -> list[list[list[int]]] | None:
        calls = read_hand({"bids": bids, "took": hands.ways[0]}, number, base).bids
        try:
            board.bidding(calls)
        except InvalidInput:
            return None
        found = []
        for took in took_by_way:
            hand = HandRecord(calls, took)
            contracts = contracts_of(deal, seating, hand, took, number)
            scored = [each.scored(hand, took, contracts, start)[0] for each, start in starts]
            found.append([[side.score.total for side in sides] for sides in scored])
        return found

    return totals


BY_NODE = """import { createInterface } from "node:readline";
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const next = async () => core.fromJson(JSON.parse((await lines.next()).value));
const bases = [...(await next())].map((head) => core.read_sheet(head)), ways = await next(), first = await next();
const boards = bases.map((base) => base.scoreboard()), starts = boards.map((board) => [board, board.next_start]);
const { next_number: number, next_deal: deal, rules: { seating } } = boards[0];
const written = (bids, took) => core.read_hand(core.fromJson({ bids, took }), number, bases[0]);
const tooks = ways.map((way) => written(first, way).took);
const taken = (calls) => { try { boards[0].bidding(calls); } catch { return false; } return true; };
for await (const line of lines) {
  const calls = written(JSON.parse(line), ways[0]).bids;
  const totals = (took) => {
    const hand = new core.HandRecord(calls, took);
    const contracts = core.contracts_of(deal, seating, hand, took, number);
    const scored = ([board, start]) => board.scored(hand, took, contracts, start)[0].map((side) => side.score.total);
    return starts.map(scored);
  };
  console.log(JSON.stringify(taken(calls) ? tooks.map(totals) : null));
}
"""
IN_NODE = {
    "read_sheet": ("scorekeeper.core.sheet", "read_sheet"),
    "read_hand": ("scorekeeper.core.sheet", "read_hand"),
    "contracts_of": ("scorekeeper.core.rules.contracts", "contracts_of"),
    "HandRecord": ("scorekeeper.core.rules.deal", "HandRecord"),
}


def by_phone(heads: Sequence[Json], hands: Hands) -> Scorer:
    """The same of the compiled module, in Node."""
    used = frozenset(re.findall(r"\w+", BY_NODE))
    text = f"const core = {module(compiled_of(IN_NODE, used))};\n{BY_NODE}"
    node = subprocess.Popen(["node", "--input-type=module", "-e", text], stdin=PIPE, stdout=PIPE, text=True)
    assert node.stdin is not None
    assert node.stdout is not None
    ask, answers = node.stdin, node.stdout

    def say(what: object) -> None:
        ask.write(f"{json.dumps(what)}\n")
        ask.flush()

    for what in (heads, hands.ways, hands.bids(0)):
        say(what)

    def totals(bids: list[object]) -> list[list[list[int]]] | None:
        say(bids)
        found: list[list[list[int]]] | None = json.loads(answers.readline())
        return found

    return totals


def begun(rules: str, bags: int, most: int) -> Json:
    """A game whose sides have no points and this number of bags each, after as many hands as `most` of them take."""
    head, shape = sheet_of(rules), rule_set(rules).shapes[0]
    seats = Seats(shape.sides, shape.players_per_side, 13)
    names = [seats.of(side)[0] for side in range(shape.sides)]
    at_once = (13 - len(seats.players)) // shape.sides
    for before in range(0, most, at_once):
        some = max(0, min(at_once, bags - before))
        head["hands"].append(so_far(head, seats, ", ".join(f"{name} 0 with {some} bags" for name in names)))
    return head


def compare(found: Counted, sheet: Json, ours: list[int], theirs: list[int]) -> None:
    found.hands += 1
    if ours != theirs:
        found.differ += 1
        found.example = found.example or f"{ours} and {theirs}: {json.dumps(sheet['hands'][-1])}"


def ask(found: Counted, asked: list[tuple[Json, list[int]]], totals: Callable[[str], str] | None) -> None:
    """The same hands on the phone."""
    if totals is not None:
        theirs = json.loads(totals(json.dumps([sheet for sheet, _ in asked])))
        for (sheet, ours), points in zip(asked, theirs, strict=True):
            compare(found, sheet, ours, points)
            found.hands -= 1  # it is the same hand
    asked.clear()


def totals_on_phone() -> Callable[[str], str]:
    """What the compiled module makes of sheets."""
    import quickjs  # type: ignore[import-untyped] # it has no types

    text = compiled_of({"read_sheet": IN_NODE["read_sheet"]}, USED)
    context = quickjs.Context()
    context.eval(f"globalThis.core = {module(text)}; globalThis.totals = {TOTALS};")
    return lambda sheets: str(context.eval(f"totals({json.dumps(sheets)})"))


def compiled_of(functions: dict[str, tuple[str, str]], used: frozenset[str]) -> str:
    """The text of a module that exports these."""
    settings = CompilerSettings(left_out=LEFT_OUT, used=used, of_runtime=("from_json",))
    [text] = compiled(find, [Exports(functions, {})], settings)
    return text


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tables", nargs="*", default=list(TABLES))
    parser.add_argument("--shard", default="0/1")
    parser.add_argument("--residues", action="store_true")
    parser.add_argument("--phone", action="store_true")
    parser.add_argument("--points", action="store_true")
    parser.add_argument("--processes", type=int, default=1)
    given = parser.parse_args()
    number, of = map(int, re.split("/", given.shard))
    differ = 0
    for rules in given.tables:
        began, found = time.perf_counter(), Counted()
        parts = [(number + of * part, of * given.processes) for part in range(given.processes)]
        residues = range(BAGS) if given.residues else [0]
        work = partial(count_points if given.points else count, rules, bags=residues, phone=given.phone)
        with ProcessPoolExecutor(given.processes) as pool:
            for one in pool.map(work, parts):
                found.add(one)
        took = time.perf_counter() - began
        words = f"{found.hands} hands, {found.refused} refused, {found.differ} differ, {took:.0f} s"
        sys.stdout.write(f"{rules}: {words}{' ' + found.example if found.differ else ''}\n")
        sys.stdout.flush()
        differ += found.differ
    sys.exit(differ > 0)


if __name__ == "__main__":
    main()
