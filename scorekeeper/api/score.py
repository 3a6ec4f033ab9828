"""Scoring a sheet that is not kept."""

from typing import cast

from flask import request

from scorekeeper.access import ANYONE
from scorekeeper.access.limits import Limit, spend
from scorekeeper.access.slots import slot
from scorekeeper.api.answers import Json
from scorekeeper.api.bodies import json_body
from scorekeeper.api.calls import calls
from scorekeeper.core.sheet import read_sheet, scoreboard_json
from scorekeeper.formats.heavy.processes import results

SMALL = 16 * 1024
"""Bytes of a sheet that is scored at once, as any evening's is; a longer one goes to a worker process."""


@calls.post("/score", endpoint="score", role=ANYONE)
def score() -> Json:
    content = request.get_data()
    spend(Limit.SCORES, 1 + len(content) // SMALL)
    with slot():
        if len(content) > SMALL:
            (found,) = results("score", content)
            return cast(Json, found)
        sheet = read_sheet(json_body())
        return scoreboard_json(sheet.scoreboard(), sheet.names)
