"""Nights on their pages: a table's own and those that come with the program, their deals, and the fields of a limit."""

from collections.abc import Mapping, Sequence
from typing import Any

from flask import abort, url_for

from scorekeeper.core.rules.bidding_checks import KINDS, Kind
from scorekeeper.core.rules.scripted_deals import LARGEST_SUM, MOST_CHECKS, MOST_DEALS, ScriptedDeal
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.words import plain
from scorekeeper.core.words.bidding import check_words, kind_words
from scorekeeper.formats import scripted_game as nights
from scorekeeper.formats.scripted_game import ScriptedGame, read_night
from scorekeeper.storage import NoSuchScriptedGame, find_night, nights_of

View = dict[str, object]

PLACES = tuple(range(1, 5))
"""The places in the bidding."""


class AtTable:
    """A night as it is seen at one table: `key` is in its address, `version` None where it is not the table's own."""

    def __init__(self, table_id: str, key: str, night: ScriptedGame, version: int | None) -> None:
        self.table_id = table_id
        self.key = key
        self.night = night
        self.version = version

    def url(self, endpoint: str, **values: Any) -> str:
        """The address of a page of this night."""
        return url_for(endpoint, table=self.table_id, night=self.key, **values)

    def view(self) -> View:
        """Values for `nights/show.html`."""
        deals = self.night.script
        return {
            "name": self.night.name,
            "words": self.night.words,
            "own": self.version is not None,
            "version": self.version,
            "url": self.url("nights.show"),
            "play_url": play_url(self) if deals else None,
            "export_url": self.url("nights.export"),
            "deals": [self._deal(number, deal) for number, deal in enumerate(deals, start=1)],
            "full": len(deals) >= MOST_DEALS,
        }

    def _deal(self, number: int, deal: ScriptedDeal) -> View:
        return {
            "number": number,
            "name": deal.name,
            "text": deal.text,
            "checked": deal_words(deal),
            "url": self.url("night_deals.edit", deal=number) if self.version is not None else None,
        }


def night_at(table_id: str, key: str) -> AtTable:
    """The night of this address; a page that is not there where there is none."""
    if key in nights.shipped():
        return AtTable(table_id, key, nights.shipped()[key], None)
    if not key.isdecimal() or len(key) > 9:
        abort(404)
    try:
        kept = find_night(table_id, int(key))
    except NoSuchScriptedGame:
        abort(404)
    return AtTable(table_id, key, read_night(kept.night, begun=True), kept.version)


def nights_at(table_id: str) -> list[AtTable]:
    """The table's own nights, then those that come with the program."""
    own = [
        AtTable(table_id, str(kept.id), read_night(kept.night, begun=True), kept.version)
        for kept in nights_of(table_id)
    ]
    return own + [AtTable(table_id, key, night, None) for key, night in nights.shipped().items()]


def night_rows(table_id: str) -> list[View]:
    """Values for `row_card`: every night that the table may look at."""
    return [
        {
            "url": night.url("nights.show"),
            "name": night.night.name,
            "note": " · ".join(part for part in (night_count(night), night.night.words) if part),
            "own": night.version is not None,
        }
        for night in nights_at(table_id)
    ]


def play_url(night: AtTable) -> str:
    """Where a game of this night begins."""
    return url_for("games.new", table=night.table_id, rules=nights.RULES, night=night.key)


def night_count(at: AtTable) -> str:
    """`8 deals`."""
    night = at.night
    return plain.counted(len(night.script), "deal") if night.script else "no deal yet"


def deal_words(deal: ScriptedDeal) -> str:
    """What a deal's bids are held to, and who may call double nil."""
    words = [check_words(check) for check in deal.checks]
    if deal.double_nil:
        who = "everyone" if deal.double_nil == PLACES else f"the {plain.places(deal.double_nil)}"
        words.append(f"{who} may call double nil")
    return "; ".join(words)


def kind_links(night: AtTable, deal: int) -> list[View]:
    """The kinds of limits, each with its page."""
    return [
        {"label": kind_words(kind.key), "url": night.url("night_limits.new_limit", deal=deal, kind=kind.key)}
        for kind in KINDS.values()
    ]


def places_field(name: str, label: str, chosen: Sequence[int], help_text: str) -> View:
    """Checkboxes for places in the bidding."""
    return {
        "name": name,
        "label": label,
        "help": help_text,
        "choices": [{"value": place, "label": plain.ordinal(place), "on": place in chosen} for place in PLACES],
    }


def limit_fields(kind: Kind, given: Mapping[str, str], places: Sequence[int]) -> list[View]:
    """What a kind of limit asks for, filled as it was typed."""
    bids = ", ".join(
        code for code in rule_set(nights.RULES).with_options({}).deal_of(1).by_code if not code.isdecimal()
    )
    fields: dict[str, View] = {
        "number": _field("number", "number", "Number", given, f"0 to {LARGEST_SUM}", max=LARGEST_SUM),
        "bids": _field("text", "bids", "Bids", given, f"With commas between: 2, 3, {bids}", max_length=200),
        "low": _field("number", "low", "At least so many", given, "0 to 4", max=4),
        "high": _field("number", "high", "At most so many", given, "0 to 4", max=4),
        "by": {"kind": "places", **places_field("by", "Whose bids", places, "None chosen: everyone.")},
    }
    return [fields[part] for part in (*kind.needs, *kind.may)]


def _field(kind: str, name: str, label: str, given: Mapping[str, str], help_text: str, **more: int) -> View:
    lowest = {"min": 0} if kind == "number" else {}
    value = given.get(name, "")
    return {
        "kind": kind,
        "name": name,
        "label": label,
        "value": value,
        "help": help_text,
        "errors": [],
        **lowest,
        **more,
    }


def room_for_limits(deal: ScriptedDeal) -> bool:
    """Whether a deal may have one limit more."""
    return len(deal.checks) < MOST_CHECKS
