"""A list of fixtures and results over the API: what it would change, and then all of it at once."""

import json
from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Annotated

from flask import Response

from scorekeeper.access import KEEPER, current_membership
from scorekeeper.access.quotas import working_out
from scorekeeper.api.errors import faulty
from scorekeeper.api.making import posted_id
from scorekeeper.api.operations import call
from scorekeeper.api.schemas import MAX_FILE
from scorekeeper.api.sending import PostedId
from scorekeeper.api.serializers import BODY, author, json_body
from scorekeeper.api.transfer import LIST_OR_FILE, list_asked
from scorekeeper.core.game import NotNow
from scorekeeper.core.inputs import NOWHERE, FieldPath, InvalidInput, Json
from scorekeeper.core.inputs.faults import TEXT_TOO_LONG, ValueKind
from scorekeeper.core.inputs.fields import quote
from scorekeeper.rooms.tournaments.access import current_tournament
from scorekeeper.rooms.tournaments.domain.setting_up.fixture_list import FixtureLine, NotRead
from scorekeeper.rooms.tournaments.domain.setting_up.setup import Fixture
from scorekeeper.rooms.tournaments.faults import FIXTURES_ELSEWHERE, LINES_NOT_READ, LIST_ASKS
from scorekeeper.rooms.tournaments.services.cache import load_tournament
from scorekeeper.rooms.tournaments.services.fixture_plan import SOME_LETTERS, FixturePlan, planned, stage_of
from scorekeeper.rooms.tournaments.services.fixtures import take
from scorekeeper.rooms.tournaments.services.undo import take_out

EVENING = {
    "list": "Round,Home,Away,Home Score,Away Score\n1,Ann & Abe,Bea & Ben,312,248\n1,Cal & Cleo,Dan & Dot,,\n",
    "signed": True,
}
MAX_LINE = 1_000_000
MAX_LETTERS = 100_000
"""Of a list, as on the page: some 1,500 fixtures."""
MAX_SHOWN = 40_000
"""Letters of the lines that an answer names, for each kind: read, not read, doubted."""


@dataclass(frozen=True, slots=True)
class _Asked:
    plan: FixturePlan
    signed: bool
    id: object


def _asked(tournament: str) -> _Asked:
    """The plan of the list in the body. Raises `InvalidInput`, `NotNow`."""
    body = BODY.mapping(json_body(MAX_FILE), "it", (*LIST_OR_FILE, "answers", "skip", "signed", "id"))
    state = load_tournament(tournament).state
    if stage_of(state) is None:
        raise NotNow(FIXTURES_ELSEWHERE.at(NOWHERE, {}))
    answers = body.get("answers", {})
    if not isinstance(answers, dict):
        raise BODY.not_a(ValueKind.TEXTS, answers, "answers")
    skip = [BODY.whole(line, "skip", 1, MAX_LINE) for line in BODY.listing(body.get("skip", []), "skip")]
    text = list_asked(body)
    if len(text) > MAX_LETTERS:
        raise InvalidInput(TEXT_TOO_LONG.at(BODY, {"what": "list", "found": len(text), "most": MAX_LETTERS}))
    with working_out(current_membership()) if len(text) >= SOME_LETTERS else nullcontext():
        plan = planned(state, text, {str(key): str(answer) for key, answer in answers.items()}, frozenset(skip))
    return _Asked(plan, BODY.switch(body.get("signed", False), "signed"), body.get("id"))


def plan_json(plan: FixturePlan) -> Json:
    """What was read of a list, what it asks, and how much it would change."""
    return {
        "lines": _first(_line(line, fixture) for line, fixture in plan.read),
        "not_read": named_lines(plan.not_read),
        "titles": named_lines(plan.titles),
        "columns": plan.unused,
        "questions": [
            {
                "key": each.key,
                "text": each.text,
                "answers": [{"answer": answer, "text": text} for answer, text in each.options],
            }
            for each in plan.questions
        ],
        "doubts": named_lines(plan.doubts),
        "teams": plan.entries,
        "fixtures": len(plan.fixtures),
        "moved": len(plan.moved),
        "results": len(plan.results),
        "forfeits": len(plan.forfeits),
        "known": plan.known,
    }


def named_lines(lines: list[NotRead]) -> list[Json]:
    """Lines with what is said of them."""
    return _first({"line": line.number, "text": line.text, "why": line.why} for line in lines)


def refuse_unread(lines: list[NotRead], skip: Sequence[int] = ()) -> None:
    """Raise `InvalidInput` for the first line that is not read, unless all are left out."""
    left = [line for line in lines if line.number not in skip]
    if left:
        numbers = tuple(str(line.number) for line in left)
        raise InvalidInput(
            LINES_NOT_READ.at(FieldPath.to("line", left[0].number), {"why": left[0].why, "lines": numbers})
        )


def _first(rows: Iterable[Json]) -> list[Json]:
    """The rows for which an answer has room."""
    shown, left = list[Json](), MAX_SHOWN
    for row in rows:
        left -= len(json.dumps(row))
        if left < 0:
            break
        shown.append(row)
    return shown


def _line(line: FixtureLine, fixture: Fixture | None) -> Json:
    return {
        "line": line.number,
        "round": line.round,
        "hall_table": line.table,
        "division": line.division or None,
        "teams": list(line.teams),
        "scores": list(line.scores),
        "word": line.word or None,
        "date": (fixture and fixture.date) or None,
        "time": (fixture and fixture.time) or None,
        "place": (fixture and fixture.place) or None,
        "postponed": line.postponed,
    }


@call(
    "POST /tournaments/<tournament>/fixtures/preview",
    KEEPER,
    "preview_fixtures",
    body="FixtureList",
    examples={"evening": EVENING},
    refused=(503,),
)
def look_at_fixtures(tournament: str) -> Annotated[Json, "FixturePlan"]:
    """See what a list of fixtures and results would do

    The body is that of the import. `questions` are what can be read two ways, each with its `answers`. Nothing is
    written.

    200: What is read of each line, what is not, and what is asked.
    """
    return plan_json(_asked(tournament).plan)


@call(
    "POST /tournaments/<tournament>/fixtures",
    KEEPER,
    "import_fixtures",
    body="FixtureList",
    examples={"evening": EVENING},
    refused=(503,),
)
def import_fixtures(tournament: str) -> Annotated[Json, "FixturePlan"]:
    """Import fixtures and results from a list

    `list` is text as a spreadsheet or people write it; `file` instead is CSV or .xlsx in base64, and `sheet` names its
    sheet if several have something in them. What can be read two ways is refused until `answers` has it, by the key
    that the preview gives; lines that are not read are refused until `skip` has their numbers. New teams, matches,
    rounds with results, and the results are saved together, or nothing is.

    200: What was read, and how much of it was new.
    """
    asked = _asked(tournament)
    plan = asked.plan
    if plan.questions:
        first = plan.questions[0]
        answers = tuple(f"{key}: {text}" for key, text in first.options)
        raise InvalidInput(LIST_ASKS.at(BODY, {"key": quote(first.key), "question": first.text, "answers": answers}))
    refuse_unread(plan.not_read)
    if plan.changes:
        take(tournament, plan, author(), signed=asked.signed, event_id=posted_id(asked.id))
    return plan_json(plan) | {"seq": load_tournament(current_tournament().id).state.seq}


def taken_out(tournament: str, body: "TakeOut", *, teams_alone: bool) -> Json | Response:
    """What was taken out of what the last list brought; 409 if nothing is to be."""
    try:
        found = take_out(tournament, author(), posted_id(body.id), teams_alone=teams_alone)
    except NotNow as problem:
        return faulty(409, problem.fault.code, problem)
    counts = {"teams": found.teams, "fixtures": found.fixtures, "results": found.results}
    return counts | {"seq": load_tournament(current_tournament().id).state.seq}


@dataclass(frozen=True, slots=True)
class TakeOut:
    """An id, so that a repeated request takes nothing else out."""

    id: PostedId = None


@call("POST /tournaments/<tournament>/fixtures/take-out", KEEPER, examples={"again": {}}, refused=(409,))
def take_fixtures_out(tournament: str, body: Annotated[TakeOut, "TakeOut"]) -> Annotated[Json | Response, "TakenOut"]:
    """Take out what the last list brought

    Its teams, matches, rounds and results, together, as long as nothing was recorded since: 409 then, or if no list
    came. The entries stay in the log, with those that undo them.

    200: How much was taken out.
    """
    return taken_out(tournament, body, teams_alone=False)
