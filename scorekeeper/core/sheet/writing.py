"""From a sheet to its JSON, each thing in its one spelling."""

from collections.abc import Sequence

from scorekeeper.core.inputs.fields import json_text
from scorekeeper.core.rules.deal import Bid, HandRecord, Took
from scorekeeper.core.rules.seating import Seating, Side
from scorekeeper.core.sheet.deals import deals_json, substitutes_json
from scorekeeper.core.sheet.hands import bid_text, bids_of, side_bids
from scorekeeper.core.sheet.model import FORMAT, Sheet

Json = dict[str, object]


def sheet_json(sheet: Sheet) -> Json:
    """The sheet in its public form; all options stand in it, so that later defaults change nothing."""
    written: Json = {
        "format": FORMAT,
        "rules": sheet.rules.ruleset.key,
        "options": dict(sheet.rules.options),
        "sides": [{"name": side.name, "players": list(side.players)} for side in sheet.sides],
        "dealer": sheet.dealer,
        "hands": [hand_json(hand, sheet.rules.seating) for hand in sheet.hands],
        "closed": closed_json(sheet),
    }
    if sheet.rules.script:
        written["deals"] = deals_json(sheet.rules.script)
    if sheet.tags:
        written["tags"] = dict(sheet.tags)
    if sheet.substitutes:
        written["substitutes"] = substitutes_json(sheet.substitutes)
    return written


def closed_json(sheet: Sheet) -> Json | None:
    """Why the table stopped early, and who gave up where someone did."""
    if sheet.closed is None:
        return None
    return {"reason": sheet.closed} | ({} if sheet.forfeit is None else {"forfeit": sheet.forfeit})


def hand_json(hand: HandRecord, seating: Seating) -> Json:
    """One hand; what the table did not use is left out."""
    written: Json = {
        "bids": [side_bids_json(hand, seating, side) for side in seating.sides] if hand.bids else None,
        "took": [_took_json(took) for took in hand.took] if hand.took else None,
    }
    if hand.reneges:
        written["reneges"] = [
            {"by": part.by, "to": part.to, "books": part.books, **({"of": part.of} if part.of else {})}
            for part in hand.reneges
        ]
    if hand.adjustments:
        written["adjust"] = [
            {"side": part.side, "points": part.points, "reason": part.reason} for part in hand.adjustments
        ]
    if hand.note:
        written["note"] = hand.note
    if hand.overruled:
        written["overruled"] = True
    return written


def hand_line(hand: HandRecord, seating: Seating) -> str:
    """One hand as JSON on one line, for a form that posts it."""
    return _line(hand_json(hand, seating))


def _line(value: object) -> str:
    if isinstance(value, dict):
        parts = [f"{json_text(name)}:{_line(part)}" for name, part in value.items()]
        return f"{{{','.join(parts)}}}"
    if isinstance(value, list):
        return f"[{','.join([_line(part) for part in value])}]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "null"
    return json_text(value) if isinstance(value, str) else str(value)


def side_bids_json(hand: HandRecord, seating: Seating, side: Side) -> str | list[str] | None:
    """A side's bids: text where one speaks for it, else a list with one for each of its seats; None without bids."""
    bids = side_bids(bids_of(hand, seating, side))
    if not bids:
        return None
    return bids[0] if len(bids) == 1 else bids


def draft_json(draft: Sequence[Bid | None], seating: Seating) -> list[object] | None:
    """The bids of a hand as far as they have come, side by side, null where a seat has not bid yet.

    None where the hand bids itself.
    """
    if not draft:
        return None
    written: list[object] = []
    for side in seating.sides:
        own = [draft[seat] for seat in seating.bidders_of(side)]
        bids = [None if bid is None else bid_text(bid) for bid in own]
        written.append(bids[0] if len(bids) == 1 else bids)
    return written


def _took_json(took: Took) -> object:
    tricks: object = list(took.seats) if len(took.seats) > 1 else took.tricks
    return {"tricks": tricks, "made": list(took.made)} if took.made else tricks
