"""What each property of a body or an answer is, in the words of the OpenAPI document.

A name means the same wherever it stands; where it does not, the words stand beside the name of what has it: `rates.by`.
Who declares a type may say it in its docstring instead, as for a query, or beside the property.
"""

import re
from collections.abc import Mapping
from inspect import cleandoc
from typing import Any

from scorekeeper.core.inputs import Json

NOTES = re.compile(r"^([\w-]+): ", re.MULTILINE)
"""Begins what a docstring says of a field."""


def notes_of(made: type) -> dict[str, str]:
    """What the docstrings of a dataclass, and of those that it extends, say of its fields: `sort: What to sort by.`"""
    notes: dict[str, str] = {}
    for each in reversed(made.__mro__[:-1]):
        words = NOTES.split(cleandoc(each.__doc__ or ""))[1:]
        notes |= {name: " ".join(text.split()) for name, text in zip(words[::2], words[1::2], strict=True)}
    return notes


def with_words(schema: Any, words: Mapping[str, str], of: str = "") -> Any:
    """The schema with a description of every property that has none; `of` is the name of what it describes."""
    if isinstance(schema, list):
        return [with_words(part, words, of) for part in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: with_words(part, words, of) for key, part in schema.items() if key not in ("properties", "enum")}
    found = {key: found.get(key, schema[key]) for key in schema}  # in their order
    if isinstance(schema.get("properties"), dict):
        found["properties"] = {name: _with_its(part, words, of, name) for name, part in schema["properties"].items()}
    return found


def _with_its(part: Json, words: Mapping[str, str], of: str, name: str) -> Json:
    own = words.get(f"{of}.{name}", words.get(name))
    found: Json = with_words(part, words, name)
    return found | {"description": own} if own and not part.get("description") else found


WORDS = {
    "adjust": "Points that the table agreed on for this hand.",
    "adjust.side": "The side that gets the points, from 0.",
    "agreed": "The table’s own lines on cards and manners.",
    "answer": "What was answered.",
    "archived": "Whether the table is put away. A new game brings it back.",
    "at": "When it was written, in UTC.",
    "bids": "For each side its bid, or a list with one for each seat.",
    "books": "How many books the ruling moves.",
    "broken": "Whether the sheet was changed after it was confirmed.",
    "by": "The side that reneged, from 0.",
    "SheetLimit.by": "The places in the bidding that it is for, from 1; empty: all.",
    "called_by": "The side that called the misdeal, from 0; null: nobody said.",
    "calls": "What can be bid, and what it is worth.",
    "changed": "When it was last written to.",
    "club": "Whether the table shows leaderboards, ratings, seasons, nights and series.",
    "code": "What it is, for programs: compare this, never a text.",
    "columns": "Which columns have what, by their headings.",
    "unknown.columns": "Headings of columns that are not understood.",
    "dates": "Values of which a spreadsheet made a date: say how they were typed.",
    "deals": "The deals in order, each with its rule.",
    "decided_by": "What decided the game: points, bags, the last hand and so on.",
    "differences": "What is different here and there, a sentence each.",
    "elsewhere": "How many of the skipped games are at another table.",
    "ended_by": "What ended the game: the target, a limit, the table and so on.",
    "entries": "The entries in order.",
    "entry": "The number of an entry, from 1.",
    "error.entry": "What was written first, or what an undo takes back.",
    "Problem.entry": "What was written first, or what an undo takes back.",
    "results.entry": "The entry as it is stored.",
    "error": "What happened, and where.",
    "expires": "When it ends; null: not by itself.",
    "fault": "What is wrong, more exactly than the code.",
    "fault.code": "Which fault it is.",
    "detail": "The same as `message`.",
    "findings": "What does not hold.",
    "format": "The format and its version.",
    "game": "The id of a game.",
    "ScriptedGame.game": "The custom game with its deals.",
    "scripted_games.game": "The custom game with its deals.",
    "body.game": "The custom game with its deals.",
    "games": "The games.",
    "Imported.games": "The ids of the new games.",
    "guests": "Whether the phones that joined by it are removed when it expires.",
    "hand": "The number of a hand, from 1.",
    "columns.hand": "The heading with the number of the hand; null: there is none.",
    "hands": "The hands in order.",
    "games.hands": "How many hands it has.",
    "hash": "The hash of this entry, which covers the one before.",
    "high": "The most.",
    "hours": "How long the link lasts; null: until it is revoked.",
    "id": "A UUID, made by the writer: the same again is the same entry.",
    "ignore": "Headings of columns to leave out.",
    "into": "The name of the player that it belongs to.",
    "invite": "The id of a link.",
    "invites": "The links.",
    "keeper": "That of the keepers’ link.",
    "key": "Its key, for `rules`.",
    "kind": "The kind of the entry.",
    "limits.kind": "What the limit is on.",
    "last_seen": "When the phone was last here; null: not yet.",
    "leave_out": "Numbers of rows to leave out, as the preview has them.",
    "left_out": "Why the game is left out of statistics; null counts it again.",
    "limits": "The limits on the bids of the deal.",
    "lines": "The lines of the score, which add up to the points.",
    "link": "The address that lets a phone in; null if this server can’t show it any more.",
    "links": "The address of each role’s link.",
    "low": "The least.",
    "member": "The number of a phone at the table.",
    "members": "The phones, the latest first.",
    "message": "The same for people, in their language.",
    "minutes": "Minutes.",
    "mistakes": "Where the paper and the rules differ.",
    "name": "The name that people see.",
    "names_alike": "Names that look like another one.",
    "names_alike.of": "What has the name: a player, a team or another one.",
    "note": "A note to it, as people wrote it.",
    "notes": "What is worth knowing, without being wrong.",
    "number": "Its number, from 1.",
    "limits.number": "The number that the limit is about.",
    "SheetLimit.number": "The number that the limit is about.",
    "objections": "What the rules object to: each with a `code`, the `side`, a `text` and the `rule`.",
    "options": "The house rules that differ from the usual ones, by their keys.",
    "RuleSet.options": "The house rules that can be chosen, with their ranges and defaults.",
    "other": "The other one.",
    "other_names": "Other names of the same player.",
    "standing": "What the player is at the table.",
    "outcome": "Whether the game is over, who won, and what decided.",
    "overruled": "Whether the table recorded it although the rules object.",
    "params": "The figures of the fault: numbers, texts, or lists of them.",
    "payload": "What the entry says, by its kind.",
    "pen": "Whether this phone has the pen.",
    "player": "The number of a player at the table; null: nobody.",
    "EntrySubstitute.player": "The name of who sits down.",
    "substitutes.player": "The name of who sits down.",
    "entries.player": "The name of who sits down.",
    "players": "The players.",
    "sides.players": "The names of its players, in the order of their seats.",
    "points": "Points.",
    "preset": "The number of the preset at its table.",
    "presets": "The table’s presets.",
    "problems": "What of the file, beside its games, is left out, a sentence each.",
    "reason": "Why, as people wrote it.",
    "ScoreboardLine.reason": "What the line is for: a code. Later versions may have more.",
    "results": "What became of each entry, in the order in which they were sent.",
    "role": "What the token or the phone may do.",
    "rows": "Numbers of rows that are not understood.",
    "rule": "The anchor of the rule on the page of the rules.",
    "SheetDeal.rule": "The rule of the deal, as it is announced.",
    "rules": "The key of the rule set.",
    "RuleSets.rules": "The rule sets.",
    "scoreboard": "The score after this.",
    "scorer": "That of the scorers’ link.",
    "scripted": "The id of the custom game; of those that ship with the server its key.",
    "scripted_games": "The custom games.",
    "seat": "The seat, from 0, in the order of the bidding.",
    "seats": "The two seats that swap, from 0.",
    "seq": "The number of the last entry.",
    "Entry.seq": "The number of the entry, from 1.",
    "sheet": "The sheet, as it was written.",
    "side": "The side, from 0.",
    "mistakes.side": "The name of the side.",
    "objections.side": "The side that it is about, from 0; null: none alone.",
    "sides": "The sides in the order of their seats.",
    "signed_by": "The servers that signed it, by the names that this server knows them by.",
    "signs": "What each side says of the sheet.",
    "skipped": "How many games were here already.",
    "started": "When the game began.",
    "state": "Whether it is new, here already, older, further and so on.",
    "status": "Whether it is still played.",
    "Problem.status": "The HTTP status.",
    "results.status": "The HTTP status that the entry would get by itself.",
    "table": "The id of a table.",
    "taken_away": "True hides the game, false brings it back.",
    "text": "The same in words, in the language of the request.",
    "title": "What the status means.",
    "to": "The side that gets the books, from 0; null: nobody.",
    "to_target": "Points that are missing to the target; null: there is none.",
    "tokens": "The token of each role’s link, to be sent as `Authorization: Bearer …`.",
    "took": "For each side its tricks, or what the table wrote of them.",
    "columns.took": "The heading with each side’s tricks.",
    "columns.bids": "The heading with each side’s bid.",
    "total": "The total so far.",
    "totals": "The totals of the sides so far.",
    "AUDIT.totals": "Every total as it should be.",
    "tricks": "How many tricks.",
    "type": "Always about:blank: `code` says what happened.",
    "unknown": "What is not understood, and must be said.",
    "unknown_keys": "Fingerprints of keys that signed it and that this server does not know.",
    "unread": "Games that cannot be read, and why.",
    "url": "The address of its page.",
    "uses": "How many phones it still lets in; null: any number.",
    "verdict": "Whether the side agrees or disputes.",
    "version": "Its version, to be sent with a change; null: it ships with the server.",
    "watcher": "That of the watchers’ link.",
    "where": "Where in the request it is: `hand 3, Ann`, `dealer`, `query: sort`; empty: nowhere.",
    "Found.where": "Where in the file it is, the largest part first.",
    "findings.where": "Where in the file it is, the largest part first.",
    "winners": "The sides that won, from 0; empty while it is played.",
    "words": "The same in words.",
    "deals.name": "The name of the deal.",
    "pointer": "Where in the JSON body it is.",
}
