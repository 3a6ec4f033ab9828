"""A second scorer for games on the standard table, for Call Break and for Miser.

It is written from the rules of play and shares no code with the first: a sheet goes in as JSON; points, totals,
overtricks, bags and the outcome come out. It takes sheets that can be scored.
"""

from collections.abc import Sequence
from typing import Any

Json = dict[str, Any]

ALONE_OR_IN_PAIRS = ("partnership", "two-player", "two-handed", "cutthroat", "high-low", "two-deck", "royal", "toss")
TAKES = (*ALONE_OR_IN_PAIRS, "hurricane", "suicide", "mirrors", "whiz", "evil", "night", "miser", "call-break")
"""The rule sets that it scores."""

TRICKS = {("cutthroat", 3): 17, ("cutthroat", 5): 10, ("cutthroat", 6): 8, ("partnership", 6): 8, ("two-deck", 3): 17}
LADDER = {10: 200, 11: 220, 12: 240}
FLAT = {"flat": (200, -200), "flat-100": (200, -100), "flat-150": (150, -150)}


class SecondScorer:
    """Scores a game, hand by hand."""

    def __init__(self, sheet: Json) -> None:
        self.sheet, self.rules = sheet, sheet["rules"]
        self.chosen: Json = sheet.get("options") or {}
        self.sides = range(len(sheet["sides"]))
        players_per_side = len(sheet["sides"][0]["players"])
        self.in_pairs = players_per_side > 1
        self.tricks = self.chosen.get("tricks", TRICKS.get((self.rules, len(self.sides) * players_per_side), 13))
        self.totals, self.over, self.bags, self.sets, self.in_a_row = ([0 for _ in self.sides] for _ in range(5))
        self.out: set[int] = set()
        self.bid: dict[int, int] = {}

    def is_set_to(self, key: str, value: object) -> bool:
        return bool(self.chosen.get(key) == value)

    def number(self, key: str, usual: int) -> int:
        return int(self.chosen.get(key, usual))

    def played(self) -> Json:
        """The result of the sheet, as in `tests/games/`."""
        points: list[list[int]] = []
        outcome: Json | None = None
        for number, hand in enumerate(self.sheet["hands"], start=1):
            points.append([0 for _ in self.sides])
            if outcome is not None:
                continue
            outright = []
            counted = self._after_rulings(hand)
            for side in self.sides:
                self.bid[side] = self._tricks_bid(side, counted)
                gained, wins = self._side(side, counted)
                agreed = [part["points"] for part in hand.get("adjust", []) if part["side"] == side]
                points[-1][side] = gained + sum(agreed)
                self.totals[side] += points[-1][side]
                outright += [side] if wins else []
            lost = [ruling["by"] for ruling in hand.get("reneges", []) if ruling.get("game")]
            outright = [side for side in outright if side not in lost]
            if outright:
                outcome = {"status": "over", "winners": outright, "ended_by": "outright", "decided_by": "outright"}
            elif lost:
                outcome = {**(self._ended("forfeit", "shared", lost) or {}), "forfeit": lost[0]}
            else:
                outcome = self._end(number)
        if outcome is None and self.sheet.get("closed"):
            outcome = self._ended("closed", "shared")
        found = {"points": points, "totals": self.totals, "overtricks": self.over}
        if self.rules not in ("call-break", "miser") and not self.rules.startswith("berkley"):
            found["bags"] = self.bags
        return {**found, "outcome": outcome or {"status": "playing"}}

    def _after_rulings(self, hand: Json) -> Json:
        """The hand with the tricks that count; those of a seat with a nil are the last to leave and to get any."""
        moved = [ruling for ruling in hand.get("reneges", []) if "books" in ruling]
        if not moved:
            return hand
        took = list(hand["took"])
        for ruling in moved:
            for side, books in ((ruling["by"], -ruling["books"]), (ruling["to"], ruling["books"])):
                if side is not None:
                    took[side] = self._with_books(took[side], books, hand["bids"][side] if hand["bids"] else [])
        return {**hand, "took": took}

    def _with_books(self, took: Any, books: int, spoken: Any) -> Any:
        if not isinstance(took, list):
            if took or not self.in_pairs:
                return took + books
            took = [0, 0]
        seats, bids = list(took), [bid.rpartition(">")[2] for bid in spoken] if isinstance(spoken, list) else []
        nils = {"nil", "blind-nil", "double-nil"} | ({"0"} if self.chosen.get("zero", "nil") == "nil" else set())
        for seat in sorted(range(len(seats)), key=lambda seat: seat < len(bids) and bids[seat] in nils):
            change = max(books, -seats[seat])
            seats[seat] += change
            books -= change
        return seats

    def _is_ruled_a_set(self, side: int, hand: Json) -> bool:
        return any(ruling["by"] == side and ruling.get("set", False) for ruling in hand.get("reneges", []))

    def _tricks_bid(self, side: int, hand: Json) -> int:
        """What the side's numbers add up to; a hand that bids itself has none."""
        spoken = hand["bids"][side] if hand["bids"] else []
        return sum(_numbers([bid.rpartition(">")[2] for bid in ([spoken] if isinstance(spoken, str) else spoken)]))

    def _side(self, side: int, hand: Json) -> tuple[int, bool]:
        """The points of a hand, and whether its contract wins the game."""
        spoken = hand["bids"][side] if hand["bids"] else []
        bids = [bid.rpartition(">")[2] for bid in ([spoken] if isinstance(spoken, str) else spoken)]
        if hand["took"] is None:  # an unplayed hand ends a run of sets
            self._count(side, is_set=False)
            return (0 if self.is_set_to("unplayed", "nothing") else 10 * sum(_numbers(bids))), False
        took = hand["took"][side]
        took = took["tricks"] if isinstance(took, dict) else took
        seats = took if isinstance(took, list) else [took] if len(bids) == 1 else []
        tricks = sum(took) if isinstance(took, list) else took
        if not bids:
            if tricks < self.number("first_hand_least", 0):
                self.out.add(side)
            return 10 * tricks, False
        ruled = self._is_ruled_a_set(side, hand)
        if self.rules == "miser":
            worth = 10 * ((17 if len(self.sides) == 3 else 13) - int(bids[0]))
            return (worth if tricks <= int(bids[0]) and not ruled else -worth), False
        if self.rules == "call-break" and ruled:
            return -10 * int(bids[0]), False
        if self.rules == "call-break":
            over = max(0, tricks - int(bids[0]))
            self.over[side] += over
            tenths = over * self.number("overtrick_points", 1)
            return (10 if tricks >= int(bids[0]) else -10) * int(bids[0]) + tenths, False
        if self.chosen.get("zero", "nil") == "nil":
            bids = ["nil" if bid == "0" else bid for bid in bids]
        return self._standard(side, bids, tricks, seats, ruled)

    def _standard(self, side: int, bids: list[str], tricks: int, seats: Sequence[int], ruled: bool) -> tuple[int, bool]:
        numbers, points, bags = _numbers(bids), 0, 0
        nil = self.number("nil", 100)
        prices = {"nil": nil, "double-nil": 2 * nil, "blind-nil": self.number("blind_nil", 0)}
        go_to = self.chosen.get("failed_nil", "bags" if self.in_pairs else "ignored")
        joint = self.is_set_to("two_nils", "joint") and bids in (["nil", "nil"], ["blind-nil", "blind-nil"])
        nil_failed, free = False, 0
        for seat, bid in enumerate(bids):
            if bid in prices:
                own = seats[seat] if seats else 0
                nil_failed = nil_failed or own > 0
                points += -prices[bid] if (tricks if joint else own) else prices[bid]
                tricks -= 0 if joint or (go_to == "helps" and numbers) else own
                if not joint:
                    bags += own if go_to == "bags" or (go_to == "helps" and not numbers) else 0
                    free += own if go_to == "bags-unscored" and self.number("bags", 10) else 0
        wins = is_set = False
        if numbers:
            contract, blind = sum(numbers), any(bid.startswith("blind-") and bid not in prices for bid in bids)
            doubled = self.is_set_to("double_costs", True) and 0 < 2 * contract <= tricks and not ruled
            is_set = tricks < contract or ruled or doubled
            if doubled:
                points -= 10 * contract
            else:
                points += (
                    self._lost_by(contract, 0 if ruled else tricks, blind) if is_set else self._won_by(contract, blind)
                )
            bags += 0 if is_set else tricks - contract
            wins = not is_set and contract == self.tricks and self.is_set_to("boston", "wins")
        self._count(side, is_set or (nil_failed and self.is_set_to("sets_lose_nil", True)))
        return points + bags * self.number("overtrick_points", 1) - self._bag_penalty(side, bags + free), wins

    def _tens(self, contract: int) -> tuple[int, int] | None:
        """What a contract of all the tricks, or of ten or more, wins and loses, if it has a price of its own."""
        if contract == self.tricks and str(self.chosen.get("boston")) in ("200", "350"):
            worth = int(self.chosen["boston"])
            return worth, -10 * contract if self.is_set_to("boston_failed", "bid") else -worth
        chosen = self.chosen.get("ten_for_200", "off")
        if contract >= 10 and chosen in (True, "ladder"):
            return LADDER.get(contract, 500), -10 * contract
        return FLAT.get(chosen) if contract >= 10 else None

    def _won_by(self, contract: int, blind: bool) -> int:
        tens = self._tens(contract)
        openly = tens[0] if tens else 10 * contract
        if not blind:
            return openly
        if contract < self.tricks:
            return 20 * contract
        worth = self.chosen.get("blind_all", "open")
        return max(20 * contract, openly) if worth == "open" else 2 * openly if worth == "double" else int(worth)

    def _lost_by(self, contract: int, tricks: int, blind: bool) -> int:
        tens = self._tens(contract)
        if blind:
            return -(20 if self.is_set_to("blind_failed", "double") else 10) * contract
        if self.is_set_to("set_costs", "short"):
            return -10 * (contract - tricks)
        return 0 if self.is_set_to("set_costs", "nothing") else tens[1] if tens else -10 * contract

    def _count(self, side: int, is_set: bool) -> None:
        """Count a set; whoever has lost by sets stays lost."""
        self.sets[side] += is_set
        self.in_a_row[side] = self.in_a_row[side] + 1 if is_set else 0
        most, row = self.number("sets_lose", 0), self.number("sets_in_a_row_lose", 0)
        if self.chosen.get("sets_in_a_row"):
            most, row = 0, most
        if 0 < most <= self.sets[side] or 0 < row <= self.in_a_row[side]:
            self.out.add(side)

    def _bag_penalty(self, side: int, new: int) -> int:
        self.over[side] += new
        every, cost, count = self.number("bags", 10), self.number("bag_penalty", 100), self.bags[side] + new
        if not every:
            return 0
        carries = self.chosen.get("bags_carry", True)
        self.bags[side] = count % every if carries or count < every else 0
        return cost * (count // every if carries else min(1, count // every))

    def _end(self, number: int) -> Json | None:
        """Why the game is over after this hand, and who won."""
        hands = self.number("hands", {"hurricane": 3, "call-break": 5}.get(self.rules, 0))
        hands = 45 if self.chosen.get("all_hands") else hands
        target = self.number("target", 300 if self.rules == "two-handed" else 500)
        has_target = self.rules not in ("hurricane", "call-break") and not self.chosen.get("all_hands")
        floor = self.chosen.get("lose_at")
        usual = "fewest-overtricks" if self.rules.startswith("berkley") else "play-on"
        tie = self.chosen.get("tie", "shared" if self.rules == "call-break" else usual)
        may_end = number >= self.number("least_hands", 0)
        reasons = [
            ("sets", may_end and bool(self.out)),
            ("target", may_end and has_target and 0 < target <= max(self.totals)),
            ("hands", not has_target and number >= hands),
            ("floor", may_end and floor is not None and min(self.totals) <= floor),
            ("hands", 0 < hands <= number),
        ]
        ended = [self._ended(ended_by, tie) for ended_by, is_so in reasons if is_so]
        if may_end and self.sheet.get("time") and number >= self.sheet["time"]["hand"]:
            ended.append(self._ended("time", tie))
        return next((outcome for outcome in ended if outcome is not None), None)

    def _ended(self, ended_by: str, tie: str, ruled_out: Sequence[int] = ()) -> Json | None:
        """The winners; None if they are level and another hand decides."""
        present = [side for side in self.sides if side not in ruled_out] or list(self.sides)
        staying = [side for side in present if side not in self.out] or present
        decided_by = "highest"
        if self.is_set_to("both_reach", "higher-contract") and not ruled_out and ended_by != "closed":
            target = self.number("target", 300 if self.rules == "two-handed" else 500)
            there = [side for side in staying if target <= self.totals[side]] if target else []
            best = [side for side in there if self.bid[side] == max(self.bid[other] for other in there)]
            if len(best) < len(there):
                staying, decided_by = best, "higher-contract"
        top = [side for side in staying if self.totals[side] == max(self.totals[other] for other in staying)]
        if len(top) > 1 and tie == "fewest-overtricks":
            top = [side for side in top if self.over[side] == min(self.over[other] for other in top)]
            decided_by = "fewest-overtricks"
        elif len(top) > 1 and tie == "higher-contract":
            top = [side for side in top if self.bid[side] == max(self.bid[other] for other in top)]
            decided_by = "higher-contract"
        elif len(top) > 1 and tie == "shared":
            decided_by = "shared"
        if len(top) > 1 and tie != "shared":
            return None
        return {"status": "over", "winners": top, "ended_by": ended_by, "decided_by": decided_by}


def _numbers(bids: Sequence[str]) -> list[int]:
    """The numbers among a side's bids, blind ones too."""
    return [int(bid.removeprefix("blind-")) for bid in bids if bid.removeprefix("blind-").isdecimal()]
