"""The calls, each as data: its address, what it takes, what it answers, and examples that the tests run."""

from dataclasses import dataclass, field
from typing import Any

from scorekeeper.api.description import examples
from scorekeeper.api.description.schemas import KINDS, ref

Json = dict[str, Any]

REFUSED = {
    401: "No token, or one that no link has.",
    403: "Not with this role, or the link has ended.",
    404: "There is nothing at this address for this token.",
    409: "Another entry came first; it stands beside the error.",
    413: "The body is larger than 4 MB.",
    422: "Malformed, or the rules object and nobody overruled them. Nothing was written.",
    429: "Too many guesses, new tables or sheets from one address.",
    503: "Busy just now: wait as long as Retry-After says.",
}
TOKEN = (401, 403, 404, 429)
BODY = (413, 422)
NAMES = {"KEY": "the key of a rule set"}


@dataclass(frozen=True, slots=True)
class Operation:
    """One call. `endpoint` is the one that the table of routes decides on; `ok` the answers by status."""

    endpoint: str
    method: str
    path: str
    summary: str
    ok: dict[int, tuple[str, Json | None]]
    refused: tuple[int, ...]
    text: str = ""
    body: Json | None = None
    examples: dict[str, Any] = field(default_factory=dict)
    parameters: tuple[Json, ...] = ()


IDEMPOTENCY = {
    "name": "Idempotency-Key",
    "in": "header",
    "description": "A UUID; the same post again with it gives the same game, with 200.",
    "schema": {"type": "string", "format": "uuid"},
}
AFTER = {
    "name": "after",
    "in": "query",
    "description": "The `next` of the page before.",
    "schema": {"type": "integer", "minimum": 1, "maximum": 2_000_000_000},
}
LINKS = {
    "name": "links",
    "in": "query",
    "description": "`keep` leaves the links as they are: whoever kept one comes back as another device.",
    "schema": {"enum": ["renew", "keep"], "default": "renew"},
}
SINCE = {
    "name": "since",
    "in": "query",
    "description": "The number of the last hand you have: the scoreboard lists only the hands after it.",
    "schema": {"type": "integer", "minimum": 0, "maximum": 1000},
}
SEEN = {
    "name": "If-None-Match",
    "in": "header",
    "description": "The ETag of the last answer; 304 while nothing has changed.",
    "schema": {"type": "string"},
}

OPERATIONS = (
    Operation(
        "api.new_table",
        "post",
        "/tables",
        "Start a table",
        {201: ("The table, with a link and its token for each role.", ref("NewTable"))},
        (401, 403, 429, *BODY),
        text="Anyone may, unless this server is set up otherwise; then a keeper's token is needed.",
        body={
            "type": "object",
            "required": ["name"],
            "additionalProperties": False,
            "properties": {"name": ref("SheetName")},
        },
        examples={"table": {"name": "Thursday"}},
    ),
    Operation(
        "api.table",
        "get",
        "/tables/{table}",
        "See who is in",
        {200: ("The table, and the devices that are in.", ref("Table"))},
        TOKEN,
    ),
    Operation(
        "api.new_game",
        "post",
        "/tables/{table}/games",
        "Start a game, or bring one with its hands",
        {
            201: ("The game as it stands.", ref("Game")),
            200: ("The game that the same key started before.", ref("Game")),
        },
        (*TOKEN, 409, *BODY),
        text="Irregular hands of a whole sheet come in as they stand, objections and all.",
        body=ref("Sheet"),
        examples={"partnership": examples.NEW_GAME, "two-player": examples.PLAYED_GAME},
        parameters=(IDEMPOTENCY,),
    ),
    Operation(
        "api.games",
        "get",
        "/tables/{table}/games",
        "List a table's games",
        {200: ("A page of games, newest first.", ref("Games"))},
        (*TOKEN, 422),
        parameters=(AFTER,),
    ),
    Operation(
        "api.game",
        "get",
        "/games/{game}",
        "Read a game's scoreboard",
        {200: ("The game as it stands, with its ETag.", ref("Game")), 304: ("Nothing has changed.", None)},
        TOKEN,
        parameters=(SEEN, SINCE),
    ),
    Operation(
        "api.sheet",
        "get",
        "/games/{game}/sheet",
        "Read the sheet that stands",
        {200: ("The sheet.", ref("Sheet"))},
        TOKEN,
    ),
    Operation(
        "api.entries",
        "get",
        "/games/{game}/entries",
        "Read every entry with its hash",
        {200: ("The entries, in order.", ref("Entries"))},
        TOKEN,
    ),
    Operation(
        "api.new_entry",
        "post",
        "/games/{game}/entries",
        "Write an entry",
        {
            201: ("Written; the scoreboard as it now stands.", ref("Written")),
            200: ("The same id was posted before: nothing new.", ref("Written")),
        },
        (*TOKEN, 409, *BODY),
        text="`entry` is the entry's own number. An irregular hand needs `overruled`: true.",
        body={"oneOf": [ref(name) for name in KINDS]},
        examples=examples.ENTRIES,
    ),
    Operation(
        "api.rematch",
        "post",
        "/games/{game}/rematch",
        "Play once more",
        {201: ("The new game.", ref("Game")), 200: ("The game that the same key started before.", ref("Game"))},
        (*TOKEN, 409, 422),
        text="The same people by the same rules; the deal moves on. The game must be over.",
        parameters=(IDEMPOTENCY,),
    ),
    Operation(
        "api.score",
        "post",
        "/score",
        "Score a sheet",
        {200: ("Its scoreboard; nothing is kept.", ref("Scoreboard"))},
        (*BODY, 429, 503),
        body=ref("Sheet"),
        examples={"two-player": examples.PLAYED_GAME},
    ),
    Operation(
        "api.rules",
        "get",
        "/rules",
        "List the rule sets",
        {200: ("All rule sets, each in a few words.", ref("RuleSets"))},
        (),
    ),
    Operation(
        "api.rule_set",
        "get",
        "/rules/{key}",
        "Read one rule set",
        {200: ("Its calls with points, limits, scoring, end, options with ranges.", ref("RuleSet"))},
        (404,),
    ),
    Operation(
        "api.new_invite",
        "post",
        "/tables/{table}/invites",
        "Make a link",
        {201: ("The link and its token.", ref("Invite"))},
        (*TOKEN, *BODY),
        text="For a role, perhaps for some uses or hours only. A token of a link with uses is for a browser alone.",
        body={
            "type": "object",
            "required": ["role"],
            "additionalProperties": False,
            "properties": {
                "role": {"enum": ["watcher", "scorer", "keeper"]},
                "uses": {"type": ["integer", "null"], "minimum": 1, "maximum": 1000},
                "hours": {"type": ["integer", "null"], "minimum": 1, "maximum": 8784},
                "guests": {"type": "boolean", "description": "Who came by it is out when it ends."},
            },
        },
        examples={
            "guests": {"role": "watcher", "hours": 12, "guests": True},
            "one device": {"role": "scorer", "uses": 1},
        },
    ),
    Operation(
        "api.end_invite",
        "delete",
        "/tables/{table}/invites/{invite_id}",
        "End a link",
        {204: ("It lets nobody in any more; who is in by it stays.", None)},
        TOKEN,
    ),
    Operation(
        "api.put_out",
        "delete",
        "/tables/{table}/members/{member}",
        "Remove a device",
        {
            200: ("Its very next request is refused. The new links of the roles whose links ended.", ref("Removed")),
            204: ("Its very next request is refused; the links are as before.", None),
        },
        (*TOKEN, 422),
        text="No invite made before now lets it back in. All links that it could look at end too, the token that asks "
        "perhaps among them: the answer has the new ones.",
        parameters=(LINKS,),
    ),
    Operation(
        "api.end_role",
        "delete",
        "/tables/{table}/roles/{role}",
        "End a whole role",
        {204: ("All its links have ended, and its devices are out.", None)},
        TOKEN,
    ),
)
