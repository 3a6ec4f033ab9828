"""The rule sets and the schemas of the record as data, and scoring a sheet without storing it."""

from typing import cast

from flask import Response, abort, url_for

from scorekeeper.access import ANYONE
from scorekeeper.access.limits import RateLimit, hit
from scorekeeper.access.quotas import slot
from scorekeeper.api.games import PLAYED_GAME
from scorekeeper.api.operations import Operation, calls
from scorekeeper.api.presets import PRESET, preset_asked
from scorekeeper.api.schemas import ref
from scorekeeper.api.serializers import Json, json_body, json_bytes
from scorekeeper.core.pages import rulebook
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.sheet import read_sheet, scoreboard_json
from scorekeeper.core.words.language import translatable
from scorekeeper.formats import untrusted
from scorekeeper.formats.heavy import run_sandboxed
from scorekeeper.formats.schema import NAMES, schema_at

SMALL = 16 * 1024
"""Bytes of a sheet that is scored in this process, enough for any usual game; a worker process scores larger ones."""


@calls.post(
    "/score",
    endpoint="score",
    role=ANYONE,
    operation=Operation(
        translatable("Score a sheet"),
        {200: (translatable("Its scoreboard. Nothing is stored."), ref("Scoreboard"))},
        (429, 503),
        body=ref("Sheet"),
        examples={"two-player": PLAYED_GAME},
        text=translatable("Scores a whole sheet, with its objections, and stores nothing. It needs no token."),
    ),
)
def score() -> Json:
    content = json_bytes()
    hit(RateLimit.SCORES, 1 + len(content) // SMALL)
    with slot():
        if len(content) > SMALL:
            (found,) = run_sandboxed(untrusted.score, content)
            return cast(Json, found)
        sheet = read_sheet(json_body())
        return scoreboard_json(sheet.scoreboard(), sheet.names)


@calls.get(
    "/rules",
    endpoint="rules",
    role=ANYONE,
    operation=Operation(
        translatable("List the rule sets"),
        {200: (translatable("All rule sets with a short description."), ref("RuleSets"))},
        text=translatable("Every game that the app can score, with the number of players it is for."),
    ),
)
def all_rules() -> Json:
    return {"rules": rulebook.contents()}


@calls.get(
    "/rules/<key>",
    endpoint="rule_set",
    role=ANYONE,
    operation=Operation(
        translatable("Read one rule set"),
        {
            200: (
                translatable("Calls with points, bidding rules, scoring, endings, options with ranges, and presets."),
                ref("RuleSet"),
            )
        },
        (404, 422),
        parameters=(PRESET,),
        text=translatable("Calls with their points, limits, how it ends, and every option with its default and range."),
    ),
)
def one_rule_set(key: str) -> Json:
    found = rule_set(key)
    shape = found.shapes[0]
    asked = preset_asked(None, found, shape)
    return rulebook.describe(found.with_options(asked.options if asked else {}, shape))


@calls.get(
    "/schemas/<schema>",
    endpoint="schema",
    role=ANYONE,
    operation=Operation(
        translatable("Read a JSON Schema of the record"),
        {
            200: (translatable("The schema."), "application/schema+json"),
            304: (translatable("Nothing has changed."), None),
        },
        (404,),
        parts={"schema": {"enum": list(NAMES)}},
        text=translatable(
            "Of a sheet, a scoreboard, and the exports of a game and a tournament. Its `$id` is this address."
        ),
    ),
)
def one_schema(schema: str) -> Response:
    if schema not in NAMES:
        abort(404)
    here = url_for("api.schema", schema=schema, _external=True).removesuffix(f"/{schema}")
    answer = Response(schema_at(schema, here), mimetype="application/schema+json")
    answer.headers["Cache-Control"] = "no-cache"  # public, but revalidated each time
    return answer
