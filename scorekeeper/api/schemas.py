"""The schemas of the OpenAPI document: the record's, which ship with the app, and those of the calls."""

import json
from typing import Any

from scorekeeper import hooks
from scorekeeper.api.codes import schemas_of_codes
from scorekeeper.core.game.event_json import MAX_SEQ
from scorekeeper.core.inputs import Json
from scorekeeper.core.rulesets import rule_sets
from scorekeeper.core.sheet.deals import MAX_RULE_LENGTH
from scorekeeper.core.sheet.model import MAX_HANDS
from scorekeeper.formats.schema import schema
from scorekeeper.services.batches import MAX_BATCH
from scorekeeper.services.importing import ALIKE, DISGUISED, FURTHER, HERE, NEW, OLDER, OTHER
from scorekeeper.services.part_kinds import part_kinds
from scorekeeper.storage.models import STANDINGS

UUID = {
    "type": "string",
    "format": "uuid",
    "description": "Made by the writer, so that a repeated post is the same entry.",
    "examples": ["4f0e7a52-8d0e-4d5c-9b1a-0d3f6c1b2a77"],
}
SEQ = {
    "type": ["integer", "null"],
    "minimum": 1,
    "maximum": MAX_SEQ,
    "description": "The last entry that the writer has seen; null: whichever is last.",
}
ROLE = {"enum": ["watcher", "scorer", "keeper"]}
HAND_NUMBER = {"type": "integer", "minimum": 1, "maximum": MAX_HANDS}
NUMBER = {"type": "integer", "minimum": 1}
WHOLE = {"type": "integer"}
TEXT = {"type": "string"}
AN_ID = TEXT | {"description": "Its id."}
MOMENT = {"type": "string", "format": "date-time"}
MOMENT_OF = MOMENT | {
    "description": "When the device recorded it; kept unless it is in the future, or before that of the entry before."
}
NEXT = {"type": ["integer", "null"], "description": "`after` of the next page; null: there is none."}
POINTER = {
    "type": "string",
    "format": "json-pointer",
    "description": "Where in the JSON body it is, as in RFC 6901: /hands/2/bids/0. Empty: all of it.",
}
A_LINK = {"type": "string", "format": "uri"}


STANDING = {"enum": ["member", *STANDINGS]}


def ref(name: str) -> Json:
    """A reference to a schema of the document."""
    return {"$ref": f"#/components/schemas/{name}"}


def of(required: Json, optional: Json | None = None, **more: Any) -> Json:
    """An object with exactly these properties."""
    return {
        "type": "object",
        "required": list(required),
        "additionalProperties": False,
        "properties": required | (optional or {}),
        **more,
    }


def listed(item: Json) -> Json:
    """A list."""
    return {"type": "array", "items": item}


def shipped(name: str) -> dict[str, Json]:
    """A shipped schema, with its definitions as separate schemas (`Sheet`, `SheetHand`, …) as OpenAPI tools expect."""
    title = name.capitalize()
    found = schema(name)
    parts: dict[str, Any] = {
        title: {key: value for key, value in found.items() if key not in ("$schema", "$id", "$defs", "title")}
    }
    definitions = found.get("$defs", {})
    assert isinstance(definitions, dict)
    parts |= {f"{title}{key.capitalize()}": value for key, value in definitions.items()}
    text = json.dumps(parts)
    for key in definitions:
        text = text.replace(f'"#/$defs/{key}"', f'"#/components/schemas/{title}{key.capitalize()}"')
    lifted: dict[str, Json] = json.loads(text)
    return lifted


CUSTOM_GAME = of(
    {"name": ref("SheetName"), "deals": listed(ref("SheetDeal")) | {"minItems": 1, "maxItems": 100}},
    {"format": {"const": "scorekeeper-night/1"}, "words": {"type": "string", "maxLength": MAX_RULE_LENGTH}},
)


MAX_LIST = 100_000
MAX_FILE = 1_400_000
"""Letters of a file in base64."""
"""Characters of a list of hands."""


def all_schemas() -> dict[str, Json]:
    """The table's schemas by name, then those of open rooms; the sheet's `rules` lists the known rule sets."""
    sheet = shipped("sheet")
    sheet["Sheet"]["properties"]["rules"] |= {"enum": list(rule_sets())}
    own = sheet | shipped("scoreboard") | entry_schemas() | {"EntryBatch": _batch()} | _answers()
    for room in hooks.open_parts():
        own |= room.schemas()
    return own


def entry_schemas() -> dict[str, Json]:
    """The body of each kind of event, by schema name."""
    lifted = shipped("sheet")
    hand, sheet = lifted["SheetHand"]["properties"], lifted["Sheet"]["properties"]
    closed = sheet["closed"]["oneOf"][1]["properties"]
    text = ref("SheetText")
    played = {"hand": HAND_NUMBER, "bids": hand["bids"], "took": hand["took"]}
    more = {key: value for key, value in hand.items() if key not in ("bids", "took")}
    waiting = {
        "type": "array",
        "description": "For each side its bid, or a list with one for each seat; null: has not bid yet.",
        "minItems": 2,
        "maxItems": 8,
        "items": {
            "oneOf": [
                ref("SheetBid"),
                {"type": "null"},
                {
                    "type": "array",
                    "minItems": 1,
                    "maxItems": 2,
                    "items": {"oneOf": [ref("SheetBid"), {"type": "null"}]},
                },
            ]
        },
    }
    verdict = {"side": ref("SheetPlace"), "verdict": {"enum": ["agreed", "disputed"]}}
    disputed = {"hand": {"oneOf": [HAND_NUMBER, {"type": "null"}]}, "note": {"oneOf": [text, {"type": "null"}]}}
    reason = {"reason": {"oneOf": [text, {"type": "null"}]}}
    two_seats = {"type": "array", "items": ref("SheetPlace"), "minItems": 2, "maxItems": 2, "uniqueItems": True}
    caller = {"called_by": {"oneOf": [ref("SheetPlace"), {"type": "null"}]}}
    return {
        "EntryBids": _entry("bids", {"hand": HAND_NUMBER, "bids": waiting}),
        "EntryHand": _entry("hand", played, more),
        "EntryCorrection": _entry("correction", played | {"reason": ref("SheetReason")}, more),
        "EntryMisdeal": _entry("misdeal", {"hand": HAND_NUMBER}, reason | caller),
        "EntryTakeBack": _entry("take-back", {"entry": {"type": "integer", "minimum": 2, "maximum": MAX_SEQ}}),
        "EntryClose": _entry("close", {}, reason | {"forfeit": closed["forfeit"]}),
        "EntryReopen": _entry("reopen", {}, reason),
        "EntrySign": _entry("sign", verdict, disputed),
        "EntrySubstitute": _entry("substitute", sheet["substitutes"]["items"]["properties"], reason),
        "EntrySwap": _entry("swap", {"hand": HAND_NUMBER, "seats": two_seats}, reason),
        "EntryTime": _entry("time", sheet["time"]["oneOf"][1]["properties"], reason),
        "EntryDealer": _entry("dealer", sheet["dealers"]["items"]["properties"], reason),
    }


def _entry(kind: str, required: Json, optional: Json | None = None) -> Json:
    return of({"kind": {"const": kind}} | required, {"id": UUID, "seq": SEQ} | (optional or {}))


def _batch() -> Json:
    """Several entries in one body: each with an id of its own, without `seq`, and perhaps with its moment."""
    items = []
    for entry in entry_schemas().values():
        properties = {name: part for name, part in entry["properties"].items() if name != "seq"} | {"at": MOMENT_OF}
        items.append(entry | {"required": [*entry["required"], "id"], "properties": properties})
    entries = {"type": "array", "minItems": 1, "maxItems": MAX_BATCH, "items": {"oneOf": items}}
    return of({"seq": SEQ | {"type": "integer"}, "entries": entries})


def _answers() -> dict[str, Json]:
    sheet = shipped("sheet")["Sheet"]["properties"]
    three = of({"keeper": TEXT, "scorer": TEXT, "watcher": TEXT})
    some_roles = of({}, {"keeper": TEXT, "scorer": TEXT, "watcher": TEXT})
    entry = {
        "seq": NUMBER,
        "id": {"type": "string", "format": "uuid"},
        "kind": TEXT,
        "payload": {"type": "object"},
        "who": {"type": ["string", "null"], "description": "The device that wrote it, by its name at the table."},
        "at": MOMENT,
        "reason": {"type": ["string", "null"]},
        "previous": {"type": "string", "description": "The hash of the entry before; empty for the first."},
        "hash": {"type": "string"},
    }
    salt = {"type": "string", "description": "Random, and part of what the hash covers; older entries have none."}
    sign = {
        "side": WHOLE,
        "verdict": TEXT,
        "hand": {"type": ["integer", "null"]},
        "note": TEXT,
        "broken": {"type": "boolean"},
        "device": {
            "enum": ["own", "shared", "program", None],
            "description": "What it signed on: a phone of the side, another one, a program; null where nobody asked.",
        },
    }
    row = {
        "game": TEXT,
        "url": A_LINK,
        "number": NUMBER,
        "rules": TEXT,
        "sides": listed(of({"name": TEXT, "players": listed(TEXT)})),
        "started": MOMENT,
        "changed": MOMENT,
        "seq": NUMBER,
        "status": {"enum": ["playing", "over"]},
        "totals": listed(WHOLE),
        "hands": WHOLE,
        "winners": listed(WHOLE),
        "text": TEXT,
    }
    member = {
        "member": WHOLE,
        "name": TEXT,
        "player": {"type": ["string", "null"], "description": "The player whose phone it is, if somebody said so."},
        "role": ROLE,
        "last_seen": {"oneOf": [MOMENT, {"type": "null"}]},
        "pen": {"type": "boolean"},
    }
    invite = {
        "invite": TEXT,
        "role": ROLE,
        "link": {"type": ["string", "null"], "format": "uri"},
        "token": {"type": ["string", "null"], "description": "Null if this server can’t show it any more."},
        "uses": {"type": ["integer", "null"]},
        "expires": {"oneOf": [MOMENT, {"type": "null"}]},
        "guests": {"type": "boolean"},
    }
    preset = {
        "preset": NUMBER,
        "name": TEXT,
        "rules": TEXT,
        "options": {"type": "object"},
        "minutes": {"type": ["integer", "null"], "description": "How long a game may take. Null: no limit."},
        "text": TEXT,
    }
    scripted = {"scripted": TEXT, "version": {"type": ["integer", "null"]}, "game": CUSTOM_GAME}
    of_a_side = {"anyOf": [TEXT, listed(TEXT)], "description": "A heading, or one for each seat."}
    compared = {
        "state": {"enum": [NEW, HERE, OLDER, FURTHER, OTHER, ALIKE, DISGUISED]},
        "text": TEXT,
        "game": {"type": ["string", "null"], "description": "The game that is here already."},
        "rules": TEXT,
        "sides": listed(TEXT),
        "hands": WHOLE,
        "totals": listed(WHOLE),
        "differences": listed(TEXT),
    }
    fault = of({"code": ref("FaultCode"), "params": {"type": "object"}})
    always: Json = {"code": ref("ErrorCode"), "message": TEXT, "where": TEXT}
    may_say = {"pointer": POINTER, "entry": ref("Entry"), "objections": listed({"type": "object"}), "fault": fault}
    error = of(always, may_say)
    problem = {"type": TEXT, "title": TEXT, "status": {"type": "integer"}, "detail": TEXT}
    written = of({"status": {"enum": [200, 201]}, "entry": ref("Entry")})
    not_written = of({"status": {"enum": [409, 422]}, "error": error})
    results = listed({"oneOf": [written, not_written]})
    game = {"game": TEXT, "table": TEXT, "url": A_LINK, "seq": NUMBER, "scoreboard": ref("Scoreboard")}
    named = {"key": TEXT, "name": TEXT}
    return {
        "Error": of({"error": error}),
        "Problem": of(problem | always, may_say),
        **schemas_of_codes(),
        "Player": of({"player": NUMBER, "name": TEXT, "other_names": listed(TEXT), "standing": STANDING}),
        "Players": of({"players": listed(of({"player": NUMBER, "name": TEXT, "standing": STANDING})), "next": NEXT}),
        "Entry": of(entry, {"salt": salt}),
        "Entries": of({"game": TEXT, "entries": listed(ref("Entry")), "next": NEXT}),
        "Written": of({"entry": NUMBER, "seq": NUMBER, "scoreboard": ref("Scoreboard")}),
        "EntryResults": of({"results": results, "seq": NUMBER, "scoreboard": ref("Scoreboard")}),
        "Game": of(game | {"signs": listed(of(sign))}),
        "Games": of({"games": listed(of(row)), "next": NEXT}),
        "NewTable": of({"table": TEXT, "name": TEXT, "links": three, "tokens": three}),
        "TableSettings": of(
            {"table": TEXT, "name": TEXT, "archived": {"type": "boolean"}, "club": {"type": "boolean"}}
        ),
        "Table": of(
            {
                "table": TEXT,
                "name": TEXT,
                "url": A_LINK,
                "role": ROLE,
                "members": listed(ref("Member")),
                "more_members": {"type": "boolean", "description": "Whether the table has phones that are not listed."},
            }
        ),
        "Member": of(member),
        "Members": of({"members": listed(ref("Member")), "next": NEXT}),
        "Invite": of(invite),
        "Invites": of({"invites": listed(of(invite)), "next": NEXT}),
        "Removed": of({"member": WHOLE, "links": some_roles, "tokens": some_roles}),
        "Preset": of(preset),
        "HouseRules": of({"agreed": listed(TEXT), "presets": listed(of(preset))}),
        "ScriptedGame": of(scripted),
        "ScriptedGames": of({"scripted_games": listed(of(scripted))}),
        "ImportPreview": of(
            {"games": listed(of(compared)), "unread": listed(ref("Found"))},
            {
                **{
                    kind.folder: listed(of({kind.step: AN_ID, "name": TEXT, "state": TEXT, "words": TEXT}))
                    | {"description": "Those of the file that can be imported."}
                    for kind in part_kinds()
                },
                "problems": listed(TEXT),
                "names_alike": listed(of({"of": TEXT, "name": TEXT, "other": TEXT, "text": TEXT})),
            },
        ),
        "Imported": of(
            {
                "games": listed(TEXT),
                "skipped": WHOLE,
                "elsewhere": WHOLE,
                "problems": listed(TEXT),
                "unread": listed(ref("Found")),
            },
            {kind.folder: listed(TEXT) | {"description": "The new ones, by their ids."} for kind in part_kinds()},
        ),
        "Found": of({"code": TEXT, "where": listed(TEXT), "text": TEXT}),
        "HandList": of(
            {
                "rules": sheet["rules"],
                "sides": sheet["sides"],
                "started": MOMENT,
            },
            {
                "list": {
                    "type": "string",
                    "maxLength": MAX_LIST,
                    "description": "CSV with a row per hand, below a row of headings. Either this or `file` is needed.",
                },
                "file": {
                    "type": "string",
                    "maxLength": MAX_FILE,
                    "contentEncoding": "base64",
                    "description": "The same as .xlsx or CSV.",
                },
                "sheet": {"type": "string", "description": "The sheet of `file` that has the list."},
                "options": sheet["options"],
                "dealer": sheet["dealer"],
                "columns": of(
                    {"bids": listed(of_a_side), "took": listed(of_a_side)}, {"hand": {"type": ["string", "null"]}}
                ),
                "ignore": listed(TEXT),
                "leave_out": listed(WHOLE),
                "dates": {
                    "enum": ["", "month-first", "day-first"],
                    "description": "How two bids were typed of which a spreadsheet made a date.",
                },
            },
        ),
        "HandListPreview": of(
            {
                "columns": listed(TEXT),
                "unknown": of({"columns": listed(TEXT), "rows": listed(WHOLE), "dates": listed(TEXT)}),
                "games": listed(of(compared)),
            }
        ),
        "RuleSets": of(
            {
                "rules": listed(
                    {"type": "object", "additionalProperties": True, "required": ["key", "name"], "properties": named}
                )
            }
        ),
        "RuleSet": {
            "type": "object",
            "required": ["format", "key", "name", "calls", "options"],
            "additionalProperties": True,
            "properties": {
                "format": TEXT,
                **named,
                "calls": listed({"type": "object"}),
                "options": listed({"type": "object"}),
            },
        },
    }
