"""Entries over the API: whatever is written on a score sheet."""

from scorekeeper.access import SCORER
from scorekeeper.api.answers import Json
from scorekeeper.api.bodies import entry_id, last_seen, object_body
from scorekeeper.api.calls import calls
from scorekeeper.api.games import writer
from scorekeeper.core.game import PROGRAM, SIGN
from scorekeeper.core.inputs import FieldPath, InvalidInput
from scorekeeper.core.inputs.game_faults import SET_BY_SERVER, OfSide
from scorekeeper.core.sheet import scoreboard_json
from scorekeeper.services import record


@calls.post("/games/<game>/entries", endpoint="new_entry", role=SCORER)
def new_entry(game: str) -> tuple[Json, int]:
    """Write an entry; the same id again is the same entry, and changes nothing."""
    body = object_body()
    parts = {name: value for name, value in body.items() if name not in ("id", "seq", "kind")}
    if body.get("kind") == SIGN:
        if "device" in parts:
            raise InvalidInput(SET_BY_SERVER, FieldPath.to("sign"), OfSide("device"))
        parts["device"] = PROGRAM
    recorded = record(
        game, body.get("kind"), parts, writer=writer(), entry_id=entry_id(body.get("id")), seq=last_seen(body)
    )
    course = recorded.course
    written: Json = {
        "entry": recorded.entry.seq,
        "seq": course.seq,
        "scoreboard": scoreboard_json(course.board, course.head.names),
    }
    return written, 201 if recorded.new else 200
