"""The schemas of the OpenAPI document: the record's, which ship with the app, and those of the calls."""

import json
from typing import Any

from scorekeeper.core.game.stakes import KINDS, POTS
from scorekeeper.core.rulesets import rule_sets
from scorekeeper.core.sheet.deals import MAX_RULE_LENGTH
from scorekeeper.formats.schema import schema
from scorekeeper.rooms.club.services.seasons import COUNTED_BY, MAX_LEAST_GAMES, MAX_NIGHTS, MAX_PLACES, MAX_POINTS
from scorekeeper.rooms.club.storage.leaderboard import Sums
from scorekeeper.rooms.club.storage.results import IN_PAIRS, SUMMED
from scorekeeper.rooms.tournaments.domain.bounds import MAX_HANDS, MAX_MINUTES, MAX_SEQ, MAX_STAGES
from scorekeeper.rooms.tournaments.domain.events import (
    CALL_ANSWERS,
    CALL_DONE,
    CALL_REASONS,
    COMING,
    KEPT_APART,
    NOT_NEEDED,
    STATUSES,
)
from scorekeeper.rooms.tournaments.domain.formats import formats
from scorekeeper.rooms.tournaments.domain.presets import TOURNAMENT_PRESETS
from scorekeeper.rooms.tournaments.domain.setup import (
    AT_TIME,
    BRACKETS,
    KEPT_ON,
    LATE_ENTRIES,
    PUBLIC_NAMES,
    RANKED_BY,
    SEEDED_BY,
    TIE_BREAKS,
    WHEN_LEFT,
)
from scorekeeper.rooms.tournaments.domain.state import MATCH_STATUSES
from scorekeeper.rooms.tournaments.services.recording import POSTED_KINDS
from scorekeeper.services.batches import MAX_BATCH
from scorekeeper.services.importing import ALIKE, DISGUISED, FURTHER, HERE, NEW, OLDER, OTHER

Json = dict[str, Any]

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
MOMENT = {"type": "string", "format": "date-time"}
MOMENT_OF = MOMENT | {
    "description": "When the device recorded it; kept unless it is in the future, or before that of the entry before."
}
NEXT = {"type": ["integer", "null"], "description": "`after` of the next page; null: there is none."}
A_LINK = {"type": "string", "format": "uri"}

STAKE = {
    "type": "object",
    "required": ["amount"],
    "additionalProperties": False,
    "properties": {"amount": {"type": "integer", "minimum": 0}, "to_pot": {"type": "boolean"}},
}
STAKES_PER = {"type": "object", "additionalProperties": False, "properties": dict.fromkeys(KINDS, STAKE)}
STAKES = {
    "type": "object",
    "required": ["currency", "digits", "per", "pot"],
    "additionalProperties": False,
    "properties": {
        "currency": TEXT,
        "digits": WHOLE,
        "per": STAKES_PER,
        "pot": {"enum": [*POTS]},
    },
}


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


SCRIPTED_GAME = of(
    {"name": ref("SheetName"), "deals": listed(ref("SheetDeal")) | {"minItems": 1, "maxItems": 100}},
    {"format": {"const": "scorekeeper-night/1"}, "words": {"type": "string", "maxLength": MAX_RULE_LENGTH}},
)


MAX_LIST = 100_000
"""Characters of a list of hands."""


def all_schemas() -> dict[str, Json]:
    """All schemas of the document by name; the sheet's `rules` lists the known rule sets."""
    sheet = shipped("sheet")
    sheet["Sheet"]["properties"]["rules"] |= {"enum": list(rule_sets())}
    bodies = {"EntryBatch": _batch()} | tournament_schemas() | leaderboard_schemas()
    return sheet | shipped("scoreboard") | entry_schemas() | bodies | _answers()


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


def tournament_schemas() -> dict[str, Json]:
    """The bodies and answers of the calls about tournaments."""
    value = {"type": ["integer", "string", "boolean", "null"]}
    options = {"type": "object", "additionalProperties": value}
    maybe = {"type": ["integer", "null"]}
    minutes = maybe | {"minimum": 0, "maximum": MAX_MINUTES}
    override = of(
        {},
        {"bracket": {"enum": [*BRACKETS, None]}, "round": maybe, "options": options, "minutes": maybe, "hands": maybe},
    )
    set_up = {
        "options": options,
        "minutes": maybe,
        "hands": maybe,
        "at_time": {"enum": list(AT_TIME)},
        "advance": maybe,
        "seeds": {"enum": list(SEEDED_BY)},
        "overrides": listed(override),
        "settings": options,
        "fixtures": listed(of({"round": NUMBER, "teams": listed(NUMBER)}, {"table": maybe})),
        "divisions": listed(of({"name": TEXT}, {"teams": listed(NUMBER)})),
    }
    rules = {"enum": list(rule_sets())}
    stage = of(
        {"format": {"enum": list(formats())}, "rules": rules},
        {"preset": {"type": ["string", "null"]}, "rounds": maybe, **set_up},
    )
    own_stage = {"rules": rules, "set_rounds": maybe, **set_up}
    settings = of(
        {},
        {
            "directors": listed(TEXT),
            "scorers": listed(TEXT),
            "kept_on": {"enum": list(KEPT_ON)},
            "tables": maybe,
            "tie_breaks": listed({"enum": list(TIE_BREAKS)}),
            "ranked_by": {"enum": list(RANKED_BY)},
            "cap": maybe,
            "late": {"enum": list(LATE_ENTRIES)},
            "late_until": maybe,
            "when_left": {"enum": list(WHEN_LEFT)},
            "must_pay": {"type": "boolean"},
            "confirm_minutes": minutes,
            "starts_after": minutes,
            "no_show_minutes": minutes,
            "hide_standings": {"type": "boolean"},
            "public": {"type": "boolean"},
            "public_hours": {"type": "integer", "minimum": 1},
            "names": {"enum": list(PUBLIC_NAMES)},
            "prizes": listed(TEXT),
        },
    )
    names = listed(ref("SheetName")) | {"minItems": 1, "maxItems": 2}
    sides = {
        "description": "The teams of each side; where partners change, a list of players for each side. None: a bye.",
        "type": "array",
        "items": {"oneOf": [WHOLE, {"type": "null"}, listed(WHOLE)]},
    }
    result = of(
        {"scores": listed(WHOLE), "winner": {"oneOf": [WHOLE, {"type": "null"}, listed(WHOLE)]}, "by": TEXT},
        {"sets": listed(WHOLE), "bags": listed(WHOLE), "hands": maybe},
    )
    match = {
        "id": NUMBER,
        "table": maybe,
        "teams": sides,
        "game": {"type": ["string", "null"]},
        "status": {"enum": list(MATCH_STATUSES)},
        "result": {"oneOf": [result, {"type": "null"}]},
        "why": TEXT,
    }
    team = {
        "id": NUMBER,
        "name": TEXT,
        "players": listed(TEXT),
        "reserve": {"type": ["string", "null"]},
        "seed": maybe,
        "status": TEXT,
    }
    place = {
        "rank": NUMBER,
        "team": NUMBER,
        "wins": WHOLE,
        "losses": WHOLE,
        "difference": WHOLE,
        "points": WHOLE,
        "decided_by": TEXT,
        "why": TEXT,
    }
    more_of_place = {
        "name": TEXT,
        "pool": maybe,
        "division": {"type": ["string", "null"]},
        "level": WHOLE,
        "byes": WHOLE,
        "forfeits": WHOLE,
        "sets": maybe,
        "bags": maybe,
        "opponents_wins": {"type": "number"},
        "bonus_wins": WHOLE,
        "bonus_points": WHOLE,
    }
    shown_round = of(
        {"number": NUMBER, "published": {"type": "boolean"}, "matches": listed(ref("Match"))}, {"stage": NUMBER}
    )
    shown_stage = of(
        {"format": TEXT, "rounds": listed(ref("Round")), "standings": listed(of(place, more_of_place))}, own_stage
    )
    apart = of({"teams": listed(NUMBER), "how": {"enum": list(KEPT_APART)}})
    tournament = {
        "tournament": TEXT,
        "table": TEXT,
        "url": A_LINK,
        "name": TEXT,
        "status": TEXT,
        "teams": listed(ref("Team")),
        "stages": listed(shown_stage),
        "seq": NUMBER,
    }
    adjustment = of(
        {"stage": NUMBER, "team": NUMBER, "wins": WHOLE, "points": WHOLE, "reason": {"type": ["string", "null"]}}
    )
    again = {"id": UUID, "seq": SEQ}
    reason = {"reason": {"type": ["string", "null"]}}
    figures = listed(WHOLE)
    return {
        "Tournament": of(tournament, {"settings": settings, "adjustments": listed(adjustment), "apart": listed(apart)}),
        "Tournaments": of(
            {
                "tournaments": listed(of({"tournament": TEXT, "url": A_LINK, "name": TEXT, "status": TEXT})),
                "next": NEXT,
            }
        ),
        "NewTournament": of(
            {"name": ref("SheetName")},
            {
                "stages": listed(stage) | {"minItems": 1, "maxItems": MAX_STAGES},
                "settings": settings,
                "preset": {"enum": [preset.key for preset in TOURNAMENT_PRESETS]},
                "like": TEXT,
                "people": {"type": "boolean"},
                "teams": {"type": "boolean"},
                "id": UUID,
            },
        ),
        "TournamentPresets": of(
            {
                "presets": listed(
                    of(
                        {
                            "preset": TEXT,
                            "name": TEXT,
                            "idea": TEXT,
                            "teams": NUMBER,
                            "words": listed(TEXT),
                            "stages": listed(stage),
                            "settings": settings,
                        }
                    )
                )
            }
        ),
        "Team": of(team, {"late": {"type": "boolean"}, "house": {"type": "boolean"}, "table": maybe}),
        "NewTeam": of({"players": names}, {"name": TEXT, "house": {"type": "boolean"}} | again),
        "TeamChange": of(
            {},
            {
                "status": {"enum": list(STATUSES)},
                "player": ref("SheetName"),
                "played": {"enum": [*WHEN_LEFT, None]},
                "players": names,
                "name": TEXT,
                "reserve": {"type": ["string", "null"]},
                "table": maybe,
            }
            | again,
        ),
        "Round": shown_round,
        "NewRound": of({}, {"anyway": {"type": "boolean"}, "publish": {"type": "boolean"}} | again),
        "Match": of(
            match,
            {
                "round": NUMBER,
                "slot": TEXT,
                "pool": maybe,
                "wave": NUMBER,
                "last_day": {"type": ["string", "null"], "format": "date-time"},
            },
        ),
        "NewMatchGame": of({}, {"again": {"type": "boolean"}, "id": UUID} | reason),
        "MatchGame": of({"match": NUMBER, "game": TEXT, "url": A_LINK}),
        "MatchResult": of(
            {},
            {
                "scores": figures,
                "forfeit": figures,
                "winner": WHOLE,
                "sets": figures,
                "bags": figures,
                "hands": WHOLE,
                "signed": {"type": "boolean"},
            }
            | reason
            | again,
        ),
        "DirectorCalls": of({"calls": listed(ref("DirectorCall"))}),
        "DirectorCall": of(
            {
                "match": NUMBER,
                "table": maybe,
                "who": {"type": ["string", "null"]},
                "reason": {"enum": [*CALL_REASONS, None]},
                "called_at": {"type": "string", "format": "date-time"},
                "answered": {"enum": [*CALL_ANSWERS, None]},
            }
        ),
        "NewDirectorCall": of({}, {"reason": {"enum": [*CALL_REASONS, None]}, "id": UUID}),
        "DirectorCallAnswer": of({"answered": {"enum": [COMING, CALL_DONE, NOT_NEEDED]}}, {"id": UUID}),
        "TournamentEntries": of({"tournament": TEXT, "entries": listed(ref("Entry")), "next": NEXT}),
        "TournamentEntry": {
            "type": "object",
            "description": "One event of a tournament: its kind, and what it says.",
            "required": ["kind"],
            "additionalProperties": True,
            "properties": {"kind": {"enum": list(POSTED_KINDS)}} | reason | again,
        },
        "UndoTournament": of({}, again),
        "TournamentWritten": of({"entry": NUMBER, "seq": NUMBER, "tournament": ref("Tournament")}),
    }


def _settlement() -> Json:
    """What is owed in one currency."""
    who, name = {"type": ["integer", "null"], "description": "A player; null: the pot."}, {"type": ["string", "null"]}
    amounts = dict.fromkeys((*KINDS, "pot", "amount", "paid", "left"), WHOLE)
    transfer = {"payer": who, "payee": who, "amount": NUMBER}
    payment = transfer | {"payment": NUMBER, "at": MOMENT, "night": {"type": ["string", "null"], "format": "date"}}
    payment |= {"undone": {"type": ["string", "null"], "format": "date-time"}}
    return of(
        {
            "currency": TEXT,
            "digits": WHOLE,
            "balances": listed(of({"player": who, "name": name} | amounts)),
            "transfers": listed(of(transfer)),
            "payments": listed(of(payment, {"by": name, "undone_by": name, "season": {"type": ["integer", "null"]}})),
        }
    )


NIGHTS = ("first_night", "last_night")


def season_settings() -> Json:
    """What a table says about a season."""
    points = {"type": "integer", "minimum": 0, "maximum": MAX_POINTS}
    day = {"type": "string", "format": "date"}
    return {
        "name": ref("SheetName"),
        **dict.fromkeys(NIGHTS, day),
        "least_games": {"type": "integer", "minimum": 1, "maximum": MAX_LEAST_GAMES},
        "counted_by": {"enum": list(COUNTED_BY)},
        **dict.fromkeys(("for_win", "for_tie", "for_loss"), points),
        "for_places": {
            "description": "The points for first, second and so on in a night.",
            "type": ["array", "null"],
            "items": points,
            "maxItems": MAX_PLACES,
        },
        "best_nights": {
            "description": "How many of a player's nights count; null: all of them.",
            "type": ["integer", "null"],
            "minimum": 1,
            "maximum": MAX_NIGHTS,
        },
    }


def leaderboard_schemas() -> dict[str, Json]:
    """The bodies and answers of the calls about leaderboards and seasons."""
    maybe = {"type": ["integer", "null"]}
    in_sums = dict.fromkeys(Sums.__annotations__, WHOLE)
    leader = {"player": NUMBER, "name": TEXT, "rank": maybe} | in_sums | {"rating": maybe, "doubt": maybe}
    leader |= {"score": {"type": ["number", "null"]}}
    duels = listed(of({"player": NUMBER, "other": NUMBER, "games": WHOLE, "won": WHOLE}))
    first = {"player": NUMBER, "name": TEXT, "score": {"type": "number"}}
    season = season_settings()
    required = ("name", *NIGHTS)
    board = {"period": {"enum": ["all", "month", "night", "season"]}, "season": maybe, "sort": TEXT}
    return {
        "Leaderboard": of(board | {"ranked_from": NUMBER, "players": listed(of(leader)), "next": NEXT}),
        "HeadToHead": of(
            {"players": listed(of({"player": NUMBER, "name": TEXT})), "partners": duels, "opponents": duels}
        ),
        "Season": of({"season": NUMBER} | season | {"over": {"type": "boolean"}, "first": listed(of(first))}),
        "Seasons": of({"seasons": listed(ref("Season")), "next": NEXT}),
        "NewSeason": of(
            {name: season[name] for name in required},
            {name: part for name, part in season.items() if name not in required},
        ),
        "SeasonChange": of({}, season),
    }


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
    figures = dict.fromkeys(SUMMED, WHOLE)
    player = {"player": NUMBER, "name": TEXT, "games": WHOLE} | figures
    met_fields = {"player": NUMBER, "name": TEXT, "games": WHOLE, "won": WHOLE, "shared": WHOLE}
    met, partners = listed(of(met_fields)), listed(of(met_fields | dict.fromkeys(IN_PAIRS, WHOLE)))
    rating = of({"solo": {"type": "boolean"}, "games": NUMBER, "rating": WHOLE, "doubt": WHOLE})
    in_night = of(dict.fromkeys(("games", "won", "points", "nils", "nils_made"), WHOLE) | {"name": TEXT})
    night = {"night": {"type": "string", "format": "date"}, "games": listed(TEXT), "players": listed(in_night)}
    night |= {"pairs": listed(in_night), "nils": WHOLE, "nils_made": WHOLE}
    figure_hand = of({"game": TEXT, "number": NUMBER, "hand": NUMBER, "side": WHOLE, "times": WHOLE})
    in_game = of({"name": TEXT, "side": WHOLE, "total": WHOLE} | figures)
    scripted = {"scripted": TEXT, "version": {"type": ["integer", "null"]}, "game": SCRIPTED_GAME}
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
    fault = of({"code": TEXT, "params": {"type": "object"}})
    error = of(
        {"code": TEXT, "message": TEXT, "where": TEXT},
        {"entry": ref("Entry"), "objections": listed({"type": "object"}), "fault": fault},
    )
    written = of({"status": {"enum": [200, 201]}, "entry": ref("Entry")})
    not_written = of({"status": {"enum": [409, 422]}, "error": error})
    results = listed({"oneOf": [written, not_written]})
    game = {"game": TEXT, "table": TEXT, "url": A_LINK, "seq": NUMBER, "scoreboard": ref("Scoreboard")}
    named = {"key": TEXT, "name": TEXT}
    return {
        "Error": of({"error": error}),
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
                "members": listed(of(member)),
                "more_members": {"type": "boolean", "description": "Whether the table has phones that are not listed."},
            }
        ),
        "Invite": of(invite),
        "Invites": of({"invites": listed(of(invite))}),
        "Removed": of({"member": WHOLE, "links": some_roles, "tokens": some_roles}),
        "Preset": of(preset),
        "HouseRules": of({"agreed": listed(TEXT), "presets": listed(of(preset))}),
        "Players": of({"players": listed(of(player)), "next": NEXT}),
        "Player": of(
            player
            | {"other_names": listed(TEXT), "partners": partners, "opponents": met}
            | {"unranked": {"type": "boolean"}, "ratings": listed(rating)}
        ),
        "Night": of(night),
        "Settling": of({"stakes": {"anyOf": [STAKES, {"type": "null"}]}, "settlements": listed(_settlement())}),
        "NewPayment": of({"payment": WHOLE}),
        "FigureHands": of({"hands": listed(figure_hand), "next": NEXT}),
        "GameStatistics": of({"game": TEXT, "players": listed(in_game)}),
        "ScriptedGame": of(scripted),
        "ScriptedGames": of({"scripted_games": listed(of(scripted))}),
        "ImportPreview": of(
            {"games": listed(of(compared)), "unread": listed(ref("Found"))},
            {
                "tournaments": listed(of({"tournament": TEXT, "name": TEXT, "state": TEXT, "words": TEXT})),
                "problems": listed(TEXT),
                "names_alike": listed(of({"of": TEXT, "name": TEXT, "other": TEXT, "text": TEXT})),
            },
        ),
        "Imported": of(
            {"games": listed(TEXT), "skipped": WHOLE, "problems": listed(TEXT), "unread": listed(ref("Found"))},
            {"tournaments": listed(TEXT)},
        ),
        "Found": of({"code": TEXT, "where": listed(TEXT), "text": TEXT}),
        "HandList": of(
            {
                "list": {
                    "type": "string",
                    "maxLength": MAX_LIST,
                    "description": "CSV with a row per hand, below a row of headings.",
                },
                "rules": sheet["rules"],
                "sides": sheet["sides"],
                "started": MOMENT,
            },
            {
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
        "RuleSets": of({"rules": listed({"type": "object", "required": ["key", "name"], "properties": named})}),
        "RuleSet": {
            "type": "object",
            "required": ["format", "key", "name", "calls", "options"],
            "properties": {
                "format": TEXT,
                **named,
                "calls": listed({"type": "object"}),
                "options": listed({"type": "object"}),
            },
        },
    }
