"""Custom games on pages: a table's own and those that ship with the app, and their deals.

A change edits the JSON, reads it back to check it, and stores it.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from flask import abort, url_for

from scorekeeper.core.inputs import InvalidInput, Json
from scorekeeper.core.inputs.faults import MAX_NAME_LENGTH
from scorekeeper.core.inputs.fields import whole
from scorekeeper.core.pages import View
from scorekeeper.core.rules.scripted_deals import MAX_DEALS, MAX_LIMITS, ScriptedDeal
from scorekeeper.core.rulesets.evil import HANDS
from scorekeeper.core.sheet.deals import deals_json
from scorekeeper.core.words import vocabulary
from scorekeeper.core.words.bidding import limit_words
from scorekeeper.core.words.language import translate as _, translate_plural as _n, with_semicolons
from scorekeeper.core.words.rulesets import deal_name, deal_rule
from scorekeeper.formats.custom_game import RULES, CustomGame, custom_game_json, read_custom_game, shipped
from scorekeeper.services.house_rules import checked_custom_game, custom_game_by_key
from scorekeeper.services.names import without_accents
from scorekeeper.storage.custom_games import CustomGameChanged, NoSuchCustomGame, change_custom_game, custom_games_of
from scorekeeper.web.forms import sentence
from scorekeeper.web.language import lazy
from scorekeeper.web.posted import PostedFields

PLACES = tuple(range(1, 5))
"""The places in the bidding."""

KNOWN_HANDS = HANDS
"""Hands to build a custom game from, besides those that a table writes itself."""

LONG_NAME = lazy("Use 1 to {most} characters for the name.", most=MAX_NAME_LENGTH)


def known_hand(number: int) -> View:
    """A known hand as JSON, in the language of the page: the table may change its words."""
    hand = KNOWN_HANDS[number - 1]
    words = replace(hand, name=deal_name(hand.name), text=deal_rule(hand.text))
    return deals_json((words,))[0]


class AtTable:
    """A custom game at a table. `key` is its id in URLs; `version` is None unless it is the table's own."""

    def __init__(self, table_id: str, key: str, custom_game: CustomGame, version: int | None) -> None:
        self.table_id = table_id
        self.key = key
        self.game = custom_game
        self.version = version

    @property
    def name(self) -> str:
        """Its name; translated if it ships with the app."""
        return self._own_or_translated(self.game.name)

    @property
    def words(self) -> str:
        """Its description; translated if it ships with the app."""
        return self._own_or_translated(self.game.words)

    def _own_or_translated(self, text: str) -> str:
        return text if self.version is not None or not text else _(text)

    def url(self, endpoint: str, **values: Any) -> str:
        """The URL of a page of this custom game."""
        return url_for(endpoint, table=self.table_id, custom_game=self.key, **values)

    def view(self, find: str = "") -> View:
        """Values for `custom_games/show.html`; `find` are words of known hands to add."""
        deals = self.game.script
        return {
            "name": self.name,
            "words": self.words,
            "own": self.version is not None,
            "version": self.version,
            "url": self.url("custom_games.show"),
            "play_url": play_url(self) if deals else None,
            "export_url": self.url("custom_games.export"),
            "deals": [self._deal(number, deal) for number, deal in enumerate(deals, start=1)],
            "full": len(deals) >= MAX_DEALS,
            "known": self._known(without_accents(find).split()) if self.version is not None else [],
        }

    def _known(self, words: list[str]) -> list[View]:
        """The known hands with all these words in their names or rules."""
        there = {
            (deal.name, deal.text): number for number, deal in reversed(list(enumerate(self.game.script, start=1)))
        }
        named = [
            (number, deal_name(hand.name), deal_rule(hand.text)) for number, hand in enumerate(KNOWN_HANDS, start=1)
        ]
        return [
            {"number": number, "name": name, "text": text, "there": there.get((name, text))}
            for number, name, text in named
            if all(word in without_accents(f"{name} {text}") for word in words)
        ]

    def _deal(self, number: int, deal: ScriptedDeal) -> View:
        return {
            "number": number,
            "name": self._own_or_translated(deal.name),
            "text": self._own_or_translated(deal.text),
            "checked": deal_words(deal),
            "url": self.url("custom_deals.edit", deal=number) if self.version is not None else None,
        }


def custom_game_at(table_id: str, key: str) -> AtTable:
    """The custom game with this key; 404 if there is none."""
    try:
        content, version = custom_game_by_key(table_id, key)
    except NoSuchCustomGame:
        abort(404)
    return AtTable(table_id, key, read_custom_game(content, begun=True), version)


def custom_games_at(table_id: str) -> list[AtTable]:
    """The table's own custom games, then those that ship with the app."""
    own = [
        AtTable(table_id, str(row.id), read_custom_game(row.content, begun=True), row.version)
        for row in custom_games_of(table_id)
    ]
    return own + [AtTable(table_id, key, custom_game, None) for key, custom_game in shipped().items()]


def custom_game_rows(table_id: str) -> list[View]:
    """Values for `row_card`: every custom game of the table."""
    return [
        {
            "url": custom_game.url("custom_games.show"),
            "name": custom_game.name,
            "note": " · ".join(part for part in (deal_count(custom_game), custom_game.words) if part),
            "own": custom_game.version is not None,
        }
        for custom_game in custom_games_at(table_id)
    ]


def play_url(custom_game: AtTable) -> str:
    """The page that starts a game with it."""
    return url_for("games.new", table=custom_game.table_id, rules=RULES, scripted=custom_game.key)


def deal_count(custom_game: AtTable) -> str:
    """`8 hands`."""
    deals = custom_game.game.script
    return _n(len(deals), "1 hand", "{count} hands") if deals else _("no hands yet")


def deal_words(deal: ScriptedDeal) -> str:
    """The rules for a deal's bids, and who may call double nil."""
    words = [limit_words(limit) for limit in deal.limits]
    if deal.double_nil:
        everyone, bidders = deal.double_nil == PLACES, vocabulary.places(deal.double_nil)
        allowed = _n(
            len(deal.double_nil),
            "the {places} bidder may call double nil",
            "the {places} bidders may call double nil",
            places=bidders,
        )
        words.append(_("everyone may call double nil") if everyone else allowed)
    return with_semicolons(words)


def room_for_limits(deal: ScriptedDeal) -> bool:
    """Whether a deal can have another limit."""
    return len(deal.limits) < MAX_LIMITS


def changed(custom_game: AtTable, change: Callable[[Json], None]) -> str | None:
    """Change the JSON of a custom game in the posted `version`; returns what is wrong, or None if it was saved."""
    if custom_game.version is None:
        abort(404)
    parts: Json = custom_game_json(custom_game.game)
    change(parts)
    seen = whole(PostedFields().get("version"), custom_game.version)
    try:
        content = checked_custom_game(parts, begun=True)
        change_custom_game(custom_game.table_id, int(custom_game.key), seen, content)
    except (InvalidInput, CustomGameChanged) as error:
        return sentence(error)
    return None
