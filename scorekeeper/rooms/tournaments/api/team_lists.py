"""A list of teams over the API: how it is read, and then all of it entered at once."""

from collections.abc import Sequence
from typing import Annotated

from flask import Response

from scorekeeper.access import SCORER, current_membership
from scorekeeper.access.quotas import working_out
from scorekeeper.api.making import posted_id
from scorekeeper.api.operations import call
from scorekeeper.api.schemas import MAX_FILE
from scorekeeper.api.serializers import BODY, author, json_body
from scorekeeper.api.transfer import LIST_OR_FILE, list_asked
from scorekeeper.core.inputs import InvalidInput, Json
from scorekeeper.core.inputs.faults import TEXT_TOO_LONG
from scorekeeper.core.words.language import translate as _
from scorekeeper.rooms.tournaments.access import current_tournament
from scorekeeper.rooms.tournaments.api.fixtures import MAX_LINE, TakeOut, named_lines, refuse_unread, taken_out
from scorekeeper.rooms.tournaments.faults import LIST_ASKS
from scorekeeper.rooms.tournaments.services.cache import load_tournament
from scorekeeper.rooms.tournaments.services.team_lists import TeamList, read_team_list
from scorekeeper.rooms.tournaments.services.teams import Entry, NameQuestion, enter_teams, entries_of, look_alikes

TABLE = {"list": "Team,Player 1,Player 2\nThe Aces,Ann,Abe\n,Bea,Ben\n"}
MAX_LETTERS = 60_000
"""Of a list, as on the page."""


def _asked(tournament: str, body: Json) -> tuple[TeamList, list[Entry], list[NameQuestion]]:
    """What was read of the list in the body, its teams, and names that look like others. Raises `InvalidInput`."""
    text = list_asked(body)
    if len(text) > MAX_LETTERS:
        raise InvalidInput(TEXT_TOO_LONG.at(BODY, {"what": "list", "found": len(text), "most": MAX_LETTERS}))
    with working_out(current_membership()):
        found = read_team_list(text)
        entries = entries_of(found.lines)
        return found, entries, look_alikes(tournament, [player for entry in entries for player in entry.players])


def _body() -> Json:
    return dict(BODY.mapping(json_body(MAX_FILE), "it", (*LIST_OR_FILE, "sure", "skip", "id")))


def _texts(alike: Sequence[NameQuestion]) -> list[str]:
    return [_("{name} looks like {known}.", name=each.name, known=each.known) for each in alike]


def _read(found: TeamList, entries: Sequence[Entry], alike: Sequence[NameQuestion]) -> Json:
    teams = [{"name": entry.name, "players": list(entry.players)} for entry in entries]
    lines = {"not_read": named_lines(found.not_read), "titles": named_lines(found.titles), "columns": found.unused}
    return {"teams": teams, "alike": _texts(alike), **lines}


@call(
    "POST /tournaments/<tournament>/teams/list/preview",
    SCORER,
    "preview_team_list",
    body="TeamList",
    examples={"table": TABLE},
    refused=(503,),
)
def look_at_team_list(tournament: str) -> Annotated[Json, "ReadTeams"]:
    """See how a list of teams is read

    The body is that of the import. Nothing is written.

    200: The teams, the names that look like others, and what is not read.
    """
    return _read(*_asked(tournament, _body()))


@call(
    "POST /tournaments/<tournament>/teams/list",
    SCORER,
    "import_team_list",
    body="TeamList",
    examples={"table": TABLE},
    refused=(503,),
)
def import_team_list(tournament: str) -> Annotated[Json, "ReadTeams"]:
    """Enter a list of teams

    `list` has a team a line, `Ann & Abe`, or a table with headings; `file` instead is CSV or .xlsx in base64, and
    `sheet` names its sheet if several have something in them. Names that look like others are refused unless `sure`,
    and lines that are not read until `skip` has their numbers. All teams enter, or none.

    200: The teams that entered.
    """
    body = _body()
    found, entries, alike = _asked(tournament, body)
    skip = [BODY.whole(line, "skip", 1, MAX_LINE) for line in BODY.listing(body.get("skip", []), "skip")]
    refuse_unread(found.not_read, skip)
    if alike and not BODY.switch(body.get("sure", False), "sure"):
        answers = (_("If they are different people, add them all the same."),)
        raise InvalidInput(
            LIST_ASKS.at(BODY, {"key": "sure", "question": " ".join(_texts(alike[:1])), "answers": answers})
        )
    if entries:
        enter_teams(tournament, entries, author(), posted_id(body.get("id")))
    return _read(found, entries, alike) | {"seq": load_tournament(current_tournament().id).state.seq}


@call("POST /tournaments/<tournament>/teams/list/take-out", SCORER, examples={"again": {}}, refused=(409,))
def take_team_list_out(tournament: str, body: Annotated[TakeOut, "TakeOut"]) -> Annotated[Json | Response, "TakenOut"]:
    """Take out the teams that were entered last

    All teams of the last list, as long as nothing was recorded since: 409 then.

    200: How many were taken out.
    """
    return taken_out(tournament, body, teams_alone=True)
