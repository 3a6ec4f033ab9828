"""Converts a recorded hand to form fields and back: its bids, rulings and note. Its counts are in `counts`.

`b0` is a seat's call, `b0-nil` the call added to it in that slot, `e0` its first bid; `r0-…` a renege, `a0-…` agreed
points; `note`. Counts are `t0` for a side's tricks, `s0` for a seat's, and `f0-bemo` for a fact. Missing fields leave
their parts unchanged.
"""

from collections.abc import Callable, Mapping, Sequence

from scorekeeper.core.game import GameState
from scorekeeper.core.game.rulings import NOBODY
from scorekeeper.core.inputs.fields import whole
from scorekeeper.core.pages import View
from scorekeeper.core.pages.hand_words import offense_words
from scorekeeper.core.rules.deal import (
    BOOKS,
    COSTS,
    GAME,
    OFFENSES,
    RENEGE,
    SET,
    WARNING,
    Adjustment,
    Bid,
    HandRecord,
    HandRules,
    Renege,
)
from scorekeeper.core.rules.scoreboard import ScoredHand
from scorekeeper.core.rules.seating import Seat, Seating, Side
from scorekeeper.core.rules.tricks import BOOKS_FOR_A_RENEGE
from scorekeeper.core.sheet import hand_json
from scorekeeper.core.words.language import translatable, translate as _
from scorekeeper.core.words.vocabulary import counted

Fields = Mapping[str, str]
Reader = Callable[[Fields], dict[str, object]]

MAX_REASON_LENGTH, MAX_NOTE_LENGTH = 200, 400
"""What a page has room for; the record takes longer texts."""

PARTS = ("b", "e", "t", "s", "f", "r", "a")
RULED = ("by", "to", "books", "of", "for")
ADJUSTED = ("side", "points", "reason")


def is_part(name: str) -> bool:
    """Whether it is the name of a field of a hand."""
    return name == "note" or (name[:1] in PARTS and name[1:2].isdecimal())


def field(kind: str, name: str, label: str, value: object = "", **more: object) -> View:
    """Values for `field` in `macros/forms.html`."""
    return {"kind": kind, "name": name, "label": label, "value": value, "help": None, "errors": [], **more}


def reasons_field(label: str, words: Sequence[str], given: str | None) -> View:
    """The usual reasons as chips, and a text for another one; None if none is chosen."""
    choices = [{"value": word, "label": word} for word in words] + [{"value": "", "label": _("Other")}]
    other = "" if given is None or given in words else given
    value = "" if other else given
    written = {"value": other, "label": _("Other reason"), "max_length": MAX_REASON_LENGTH}
    return field("segments", "reason", label, value, choices=choices, other=written)


def fields_of(record: HandRecord, deal: HandRules, seating: Seating) -> dict[str, str]:
    """The form fields of a recorded hand."""
    fields: dict[str, str] = {}
    for seat in seating.bidders if record.bids else ():
        fields.update(bid_fields(seat, record.bids[seat], deal))
    for i, renege in enumerate(record.reneges):
        fields.update(renege_fields(i, renege))
    for i, adjustment in enumerate(record.adjustments):
        fields.update(_adjusted_fields(i, adjustment))
    return fields | {"note": record.note}


def bid_fields(seat: Seat, bid: Bid, deal: HandRules) -> dict[str, str]:
    """The form fields of a bid."""
    by_slot = {deal.by_code[code].slot: code for code in bid.calls[1:]}
    fields = {f"b{seat}": bid.calls[0]} | {f"b{seat}-{slot}": by_slot.get(slot, "") for slot in deal.slots}
    if deal.rebid is not None or bid.earlier:
        fields[f"e{seat}"] = ">".join("+".join(calls) for calls in bid.earlier)
    return fields


def renege_fields(i: int, renege: Renege) -> dict[str, str]:
    """The form fields of a ruling against a side, the first one being `r0-…`; `books` says what else it costs."""
    to = NOBODY if renege.to is None else str(renege.to)
    books = str(renege.books) if renege.costs == BOOKS else renege.costs
    parts = (str(renege.by), to, books, renege.of, renege.offense)
    return {f"r{i}-{part}": value for part, value in zip(RULED, parts, strict=True)}


def renege_given(fields: Fields, sides: int) -> Renege | None:
    """The first ruling against a side of the fields; None if it is missing or none of this game."""
    by, to, books = (whole(fields.get(f"r0-{part}")) for part in ("by", "to", "books"))
    costs, offense = fields.get("r0-books"), fields.get("r0-for", RENEGE)
    if not 0 <= by < sides or offense not in OFFENSES:
        return None
    if costs in COSTS and costs != BOOKS:
        return Renege(Side(by), None, 0, "", costs, offense)
    to_nobody = fields.get("r0-to") == NOBODY
    if not (to_nobody or (0 <= to < sides and by != to)) or not 1 <= books <= BOOKS_FOR_A_RENEGE:
        return None
    label = fields.get("r0-of", "").strip()
    return Renege(Side(by), None if to_nobody else Side(to), books, label, BOOKS, offense)


def _adjusted_fields(i: int, adjustment: Adjustment) -> dict[str, str]:
    parts = (str(adjustment.side), str(adjustment.points), adjustment.reason)
    return {f"a{i}-{part}": value for part, value in zip(ADJUSTED, parts, strict=True)}


def hand_from(fields: Fields, old: HandRecord, deal: HandRules, seating: Seating) -> dict[str, object]:
    """The hand's record with the bids, rulings and note of the fields."""
    written: dict[str, object] = {**hand_json(old, seating)}
    written.pop("overruled", None)
    bids: list[object] = []
    for side in seating.sides if deal.is_bid else ():
        side_bids = [bid_text_of(fields, seat, deal) for seat in seating.bidders_of(side)]
        bids.append(side_bids[0] if len(side_bids) == 1 else side_bids)
    written["bids"] = bids or None
    if "r0-by" in fields:
        written["reneges"] = _filled(fields, "r", "books", _renege)
    if "a0-side" in fields:
        written["adjust"] = _filled(fields, "a", "points", _adjusted)
    if "note" in fields:
        written["note"] = " ".join(fields["note"].split())
    return written


def bid_text_of(fields: Fields, seat: Seat, deal: HandRules) -> str:
    """A bid in the record's notation; empty without a call."""
    calls = "+".join(
        code.strip()
        for code in (fields.get(f"b{seat}", ""), *(fields.get(f"b{seat}-{slot}", "") for slot in deal.slots))
        if code.strip()
    )
    earlier = fields.get(f"e{seat}", "").strip()
    return f"{earlier}>{calls}" if earlier else calls


def rows_of(fields: Fields, letter: str, part: str) -> int:
    """How many reneges (`r`) or agreements (`a`) the fields have."""
    count = 0
    while f"{letter}{count}-{part}" in fields:
        count += 1
    return count


def _filled(fields: Fields, letter: str, needed: str, read: Reader) -> list[dict[str, object]]:
    """The filled-in rows; a row without its number is left out."""
    rows = [i for i in range(rows_of(fields, letter, needed)) if fields[f"{letter}{i}-{needed}"].strip()]
    return [read({name: fields.get(f"{letter}{i}-{name}", "") for name in (*RULED, *ADJUSTED)}) for i in rows]


def _renege(parts: Fields) -> dict[str, object]:
    costs, offense = parts["books"], parts["for"] or RENEGE
    written: dict[str, object] = {"by": _number(parts["by"])}
    if costs in (SET, GAME):
        written[costs] = True
    elif costs != WARNING:
        to = None if parts["to"] == NOBODY else _number(parts["to"])
        label = {"of": parts["of"].strip()} if parts["of"].strip() else {}
        written = {**written, "to": to, "books": _number(costs), **label}
    return written if offense == RENEGE and costs != WARNING else written | {"for": offense}


def _adjusted(parts: Fields) -> dict[str, object]:
    return {"side": _number(parts["side"]), "points": _number(parts["points"]), "reason": parts["reason"].strip()}


def _number(text: str) -> object:
    """A whole number; other text unchanged, so that the error can quote it."""
    number = text.strip().replace("−", "-")
    digits = number.removeprefix("-").removeprefix("+")
    return int(number) if digits.isdecimal() and len(digits) < 7 else number or None


MISCOUNT, WRONG_BID = translatable("Miscount"), translatable("Wrong bid")
"""The reasons of most corrections."""


def more_fields(state: GameState, hand: ScoredHand, fields: Fields) -> View:
    """Values for the folded form of `games/correct.html`; it is open if a ruling is filled in."""
    names = state.setup.names_at(hand.number)
    return {
        "first": [
            field(
                "text",
                f"e{seat}",
                _("{name} bid first", name=state.setup.player_at(seat, hand.number)),
                fields[f"e{seat}"],
                max_length=80,
                placeholder=_("4, or 4>5"),
            )
            for seat in state.setup.rules.seating.bidders
            if f"e{seat}" in fields
        ],
        "reneges": [_renege_row(fields, i, names) for i in range(_rows(fields, "r", "books"))],
        "adjusted": [_adjusted_row(fields, i, names) for i in range(_rows(fields, "a", "points"))],
        "note": field("text", "note", _("Note"), fields["note"], max_length=MAX_NOTE_LENGTH),
        "open": rows_of(fields, "r", "books") + rows_of(fields, "a", "points") > 0,
    }


def _rows(fields: Fields, letter: str, part: str) -> int:
    """How many rows to show: the filled-in ones and an empty one."""
    count = rows_of(fields, letter, part)
    return count if count and not fields[f"{letter}{count - 1}-{part}"].strip() else count + 1


def _choice(fields: Fields, name: str, label: str, choices: list[tuple[str, str]]) -> View:
    options = [{"value": value, "label": words} for value, words in choices]
    return field("select", name, label, fields.get(name, ""), choices=options)


def _renege_row(fields: Fields, i: int, names: tuple[str, ...]) -> list[View]:
    sides = [(str(side), name) for side, name in enumerate(names)]
    books = [(str(n), counted(n, "book")) for n in range(1, BOOKS_FOR_A_RENEGE + 1)]
    costs = [("", "–"), *books, (SET, _("a set")), (GAME, _("the game")), (WARNING, _("a warning"))]
    offenses = [(offense, offense_words(offense)) for offense in OFFENSES]
    of = fields.get(f"r{i}-of", "")
    return [
        _choice(fields, f"r{i}-by", _("Renege by"), sides),
        _choice(fields, f"r{i}-to", _("Books go to"), [*sides[1:], *sides[:1], (NOBODY, _("nobody"))]),
        _choice(fields, f"r{i}-books", _("Costs"), costs),
        _choice(fields, f"r{i}-for", _("Offense"), offenses),
        field("text", f"r{i}-of", _("More of"), of, max_length=40, placeholder=_("a renege in another hand")),
    ]


def _adjusted_row(fields: Fields, i: int, names: tuple[str, ...]) -> list[View]:
    reason, points = fields.get(f"a{i}-reason", ""), fields.get(f"a{i}-points", "")
    sides = [(str(side), name) for side, name in enumerate(names)]
    return [
        _choice(fields, f"a{i}-side", _("Agreed points for"), sides),
        field("text", f"a{i}-points", _("Points"), points, max_length=7, placeholder="-30"),
        field("text", f"a{i}-reason", _("Reason"), reason, max_length=MAX_REASON_LENGTH),
    ]


def reason_view(is_bid: bool, given: str | None, errors: Sequence[str]) -> View:
    """Values for `segments` in `macros/forms.html`: why a hand is corrected.

    `is_bid`: a bid is corrected; `given` is the reason from the form, None before there was one.
    """
    usual = WRONG_BID if is_bid else MISCOUNT
    return reasons_field(_("Reason"), [_(MISCOUNT), _(WRONG_BID)], _(usual) if given is None else given) | {
        "errors": list(errors)
    }
