"""The rule sets and the schemas of the record as data, and scoring a sheet without storing it."""

from typing import Annotated, cast

from flask import Response, abort, url_for

from scorekeeper.access import ANYONE
from scorekeeper.access.limits import RateLimit, hit
from scorekeeper.access.quotas import slot
from scorekeeper.api.games import PLAYED_GAME
from scorekeeper.api.operations import call
from scorekeeper.api.presets import PresetQuery, preset_asked
from scorekeeper.api.serializers import json_body, json_bytes
from scorekeeper.api.sizes import SMALL
from scorekeeper.core.inputs import Json
from scorekeeper.core.pages.looking_up import rulebook
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.sheet import read_sheet, scoreboard_json
from scorekeeper.formats.heavy import run_sandboxed
from scorekeeper.formats.schema import NAMES, schema_at
from scorekeeper.services import untrusted


@call("POST /score", ANYONE, body="Sheet", examples={"two-player": PLAYED_GAME}, refused=(429, 503))
def score() -> Annotated[Json, "Scoreboard"]:
    """Score a sheet

    Scores a whole sheet, with its objections, and stores nothing. It needs no token.

    200: Its scoreboard. Nothing is stored.
    """
    hit(RateLimit.SCORES)
    content = json_bytes()
    if len(content) > SMALL:
        hit(RateLimit.SCORES, len(content) // SMALL)
    with slot():
        if len(content) > SMALL:
            (found,) = run_sandboxed(untrusted.score, content)
            return cast(Json, found)
        sheet = read_sheet(json_body())
        return scoreboard_json(sheet.scoreboard(), sheet.names)


@call("GET /rules", ANYONE, "rules")
def all_rules() -> Annotated[Json, "RuleSets"]:
    """List the rule sets

    Every game that the app can score, with the number of players it is for.

    200: All rule sets with a short description.
    """
    return {"rules": rulebook.contents()}


@call("GET /rules/<key>", ANYONE, "rule_set", refused=(404,))
def one_rule_set(key: str, query: PresetQuery) -> Annotated[Json, "RuleSet"]:
    """Read one rule set

    Calls with their points, limits, how it ends, and every option with its default and range.

    200: Calls with points, bidding rules, scoring, endings, options with ranges, and presets.
    """
    found = rule_set(key)
    shape = found.shapes[0]
    asked = preset_asked(None, found, shape, query)
    return rulebook.describe(found.with_options(asked.options if asked else {}, shape))


@call("GET /schemas/<schema>", ANYONE, "schema", parts={"schema": {"enum": list(NAMES)}}, refused=(404,))
def one_schema(schema: str) -> Annotated[Response, "application/schema+json"]:
    """Read a JSON Schema of the record

    Of a sheet, a scoreboard, and the exports of a game and a tournament. Its `$id` is this address.

    200: The schema.
    304: Nothing has changed.
    """
    if schema not in NAMES:
        abort(404)
    here = url_for("api.schema", schema=schema, _external=True).removesuffix(f"/{schema}")
    answer = Response(schema_at(schema, here), mimetype="application/schema+json")
    answer.headers["Cache-Control"] = "no-cache"  # public, but revalidated each time
    return answer
