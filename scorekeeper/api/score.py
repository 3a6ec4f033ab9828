"""Scoring a sheet that is not kept."""

from scorekeeper.api.answers import Json
from scorekeeper.api.bodies import json_body
from scorekeeper.api.calls import calls
from scorekeeper.sheet import read_sheet, scoreboard_json


@calls.post("/score", endpoint="score")
def score() -> Json:
    sheet = read_sheet(json_body())
    return scoreboard_json(sheet.scoreboard(), sheet.names)
