"""A hand of a paper sheet as typed into the paper audit: its fields, and the hand they record."""

from collections.abc import Iterator, Mapping

from werkzeug.datastructures import MultiDict

from scorekeeper.access.texts import TooLong
from scorekeeper.core.inputs import FieldPath, InvalidInput, faults
from scorekeeper.core.inputs.fields import quote, whole
from scorekeeper.core.pages import View
from scorekeeper.core.rules.calls import Aim, Call, CountedOver
from scorekeeper.core.rules.deal import HandRecord
from scorekeeper.core.rules.ruleset import HouseRules
from scorekeeper.core.rules.seating import Seat, Side
from scorekeeper.core.sheet import Sheet, read_hand
from scorekeeper.core.words.language import after_colon, translate as _
from scorekeeper.core.words.vocabulary import TENTHS, bid_in_text, call_in_text, call_word, points_in
from scorekeeper.formats.text_record.notation import read_took
from scorekeeper.web.forms import bytes_shown

MAX_HANDS, MAX_ROWS = 60, 240
"""Hands of a sheet, and sides of all its hands together: with eight sides it has thirty hands."""
MAX_TEXT_LENGTH = 30
MAX_CALLS = 5
"""Of a seat in a hand."""
MAX_KEPT = 80_000
"""Bytes that the page may need to show again what was typed."""
OF_A_FIELD = 45
"""Bytes of a field that is sent again, besides its name and its value."""
MADE, SET = "made", "set"

KINDS = ("b", "m", "k", "t", "s")
"""In hand 1, `b-1-0` are the calls of seat 0, `m-1-0` whether its nil was made or set, `k-1-0` the tricks of that nil;
`t-1-0` are the tricks of side 0, `s-1-0` its total. `m-1-0-bemo` asks about the call of seat 0 with the slot `bemo`.
"""
TYPED = ("b", "t", "s")

TypedTexts = Mapping[str, list[str]]


def most_hands(sides: int) -> int:
    """How many hands a sheet may have."""
    return min(MAX_HANDS, MAX_ROWS // sides)


def typed_hands(given: MultiDict[str, str], most: int, room: int) -> dict[int, TypedTexts]:
    """The fields of each hand of the form, of the first `most`, without the hand's number: `t-0`.

    A text that is too long for any box is cut, so that it can still be told. Raises `TooLong` if the page would need
    more than `room` bytes to show them again.
    """
    hands: dict[int, dict[str, list[str]]] = {}
    for name, values in given.lists():
        kind, _dash, rest = name.partition("-")
        number, dash, place = rest.partition("-")
        texts = [text for value in values[:MAX_CALLS] if (text := value.strip()[: MAX_TEXT_LENGTH + 1])]
        if kind in KINDS and dash and texts and len(place) <= MAX_TEXT_LENGTH and 1 <= whole(number) <= most:
            hands.setdefault(whole(number), {})[f"{kind}-{place}"] = texts
            room -= sum(OF_A_FIELD + bytes_shown(name) + 2 * bytes_shown(text) for text in texts)
    if room < 0:
        raise TooLong(_("The list is too long."))
    return {number: texts for number, texts in hands.items() if any(key[0] in TYPED for key in texts)}


class PaperHand:
    """One hand as typed, in a game with these rules and players."""

    def __init__(self, number: int, texts: TypedTexts, house: HouseRules, players: list[str]) -> None:
        self.number = number
        self.texts = texts
        self.house = house
        self.players = players
        self.deal = house.hand_rules_of(number)
        self.seating = house.seating

    @property
    def is_empty(self) -> bool:
        """Whether nothing was typed."""
        return not self.texts

    @property
    def is_too_long(self) -> bool:
        """Whether a text is longer than any box."""
        return any(len(text) > MAX_TEXT_LENGTH for texts in self.texts.values() for text in texts)

    def fields(self) -> Iterator[tuple[str, str]]:
        """Every field with its value, to be sent again."""
        for key, texts in self.texts.items():
            yield from ((self._name(key), text) for text in texts)

    def _name(self, key: str) -> str:
        kind, _dash, place = key.partition("-")
        return f"{kind}-{self.number}-{place}"

    def _text(self, key: str) -> str:
        return self.texts.get(key, [""])[0]

    def bidders(self, side: Side) -> tuple[Seat, ...]:
        """The seats of a side that bid; none in a hand that bids itself."""
        return self.seating.bidders_of(side) if self.deal.is_bid else ()

    def calls(self, seat: Seat) -> list[Call]:
        """What a seat bid, without words that are no call."""
        by_code = self.deal.by_code
        return [by_code[code] for code in self.texts.get(f"b-{seat}", []) if code in by_code]

    def uncounted_nils(self) -> list[Seat]:
        """The seats whose nil was set, without their own tricks."""
        seats = [seat for side in self.seating.sides for seat in self.bidders(side)]
        return [seat for seat in seats if self._answer(seat) == SET and not self._text(f"k-{seat}")]

    def _answer(self, seat: Seat) -> str | None:
        """Whether a seat's nil was made or set; None without such a nil, or where the paper does not say."""
        asked = any(_asks(call, self.seating.bidders_of(self.seating.side_of[seat])) for call in self.calls(seat)[:1])
        return self._text(f"m-{seat}") or None if asked else None

    def record(self, head: Sheet) -> HandRecord:
        """The hand. Raises `InvalidInput` for what cannot be read."""
        where = FieldPath.to("hand", self.number)
        bids: list[object] = []
        for side in self.seating.sides if self.deal.is_bid else ():
            own = ["+".join(self.texts.get(f"b-{seat}", [])) for seat in self.bidders(side)]
            if not all(own):
                raise InvalidInput(faults.BID_LEFT_OUT.at(where.at(head.names[side]), {}))
            bids.append(own[0] if len(own) == 1 else own)
        counts = self._counts()
        is_unplayed = self.deal.least_total > 0 and not any(counts)
        took = [
            self._took(where.at(head.names[side]), side, counts[side]) for side in self.seating.sides if not is_unplayed
        ]
        return read_hand({"bids": bids or None, "took": took or None}, self.number, head)

    def _counts(self) -> list[str]:
        """What was typed of each side's tricks; a single empty one is the rest."""
        counts = [self._text(f"t-{side}") for side in self.seating.sides]
        others = [whole(count) for count in counts if count]
        if len(others) == len(counts) - 1 and min(others) >= 0 and sum(others) <= self.seating.tricks:
            counts[counts.index("")] = str(self.seating.tricks - sum(others))
        return counts

    def _took(self, where: FieldPath, side: Side, count: str) -> object:
        """A side's tricks as JSON: by seat where the paper says what became of its nil."""
        if not count:
            raise InvalidInput(faults.TRICKS_LEFT_OUT.at(where, {}))
        seats = self.bidders(side)
        answers = {seat: self._answer(seat) for seat in seats}
        uncounted = [seat for seat in seats if seat in self.uncounted_nils()]
        partners = [seat for seat in seats if not any(call.is_nil for call in self.calls(seat)[:1])]
        if any(answers.values()) and not (uncounted and partners) and whole(count) >= 0:
            own = {seat: self._nil_tricks(seat) for seat in seats}
            for seat in (partners or uncounted)[:1]:  # took the rest
                own[seat] += max(0, whole(count) - sum(own.values()))
            count = " ".join(str(own[seat]) for seat in seats)
        made = [
            call.code
            for seat in seats
            for call in self.calls(seat)
            if call.aim is Aim.FIRST and self._text(f"m-{seat}-{call.slot}") != SET
        ]
        return read_took(where, " ".join([count.replace("/", " ").replace("+", " "), *made]).strip())

    def _nil_tricks(self, seat: Seat) -> int:
        """The tricks of a nil that the paper has; none of one that was made or not counted."""
        if self._answer(seat) != SET or not self._text(f"k-{seat}"):
            return 0
        count = whole(self._text(f"k-{seat}"))
        if not 1 <= count <= self.seating.tricks:
            where = FieldPath.to("hand", self.number).at(self.players[seat])
            found = quote(self._text(f"k-{seat}"))
            raise InvalidInput(faults.NOTATION.at(where, {"found": found, "due": faults.Expected.TRICKS}))
        return count

    def totals(self) -> list[int | None]:
        """Each side's total on paper; None if there is none. Raises `InvalidInput`."""
        return [self.total(side) for side in self.seating.sides]

    def total(self, side: Side) -> int | None:
        """A side's total on paper; None if there is none. Raises `InvalidInput`."""
        text, unit = self._text(f"s-{side}"), self.house.scoring.unit
        total = points_in(text, unit)
        if text and total is None:
            wrong = faults.TOTAL_NOT_TENTHS if unit == TENTHS else faults.TOTAL_NOT_WHOLE
            raise InvalidInput(wrong.at(FieldPath.to("hand", self.number), {"column": "total", "value": quote(text)}))
        return total

    def words(self, side: Side) -> View:
        """What was typed for a side, in a line: `4 + nil`, `7`, `70`."""
        bids = [bid_in_text(self.texts.get(f"b-{seat}", [])) for seat in self.bidders(side)]
        return {
            "bids": " + ".join(bid or "–" for bid in bids),
            "took": self._counts()[side] or "–",
            "total": self._text(f"s-{side}"),
        }

    def view(self, side: Side) -> View:
        """The boxes of a side."""
        return {
            "bids": [self._list(seat, kind) for seat in self.bidders(side) for kind in ("", *self.deal.slots)],
            "took": {"name": self._name(f"t-{side}"), "value": self._text(f"t-{side}")},
            "total": {"name": self._name(f"s-{side}"), "value": self._text(f"s-{side}")},
        }

    def _list(self, seat: Seat, kind: str) -> View:
        """The calls of one kind that a seat can choose, numbers first, and the question whether that one was made."""
        player, partners = self.players[seat], self.seating.bidders_of(self.seating.side_of[seat])
        typed = self.texts.get(f"b-{seat}", [])
        offered = sorted([call for call in self.deal.calls if call.slot == kind], key=lambda call: not call.is_number)
        unknown = [code for code in typed if code not in self.deal.by_code and not kind]
        asked = [call for call in offered if _asks(call, partners)]
        key = f"m-{seat}-{kind}" if kind else f"m-{seat}"
        question = _("{name}’s {call}: made?", name=player, call=call_in_text(kind or "nil"))
        return {
            "name": self._name(f"b-{seat}"),
            "label": after_colon(player, call_in_text(kind)) if kind else _("{name} bid", name=player),
            "choices": [
                *({"value": code, "label": code, "on": True, "asked": False} for code in unknown),
                *(
                    {
                        "value": call.code,
                        "label": call_word(call.code),
                        "on": call.code in typed,
                        "asked": call in asked,
                    }
                    for call in offered
                ),
            ],
            "question": {
                "name": self._name(key),
                "label": question,
                "set": self._text(key) == SET,
                "took": None
                if kind
                else {
                    "name": self._name(f"k-{seat}"),
                    "value": self._text(f"k-{seat}"),
                    "least": 1,
                    "most": self.seating.tricks,
                },
            }
            if asked
            else None,
        }


def _asks(call: Call, partners: tuple[Seat, ...]) -> bool:
    """Whether the paper has to say that this call was made: first tricks, and a nil of one of two partners."""
    return call.aim is Aim.FIRST or (call.is_nil and call.counted_over is CountedOver.SEAT and len(partners) > 1)
