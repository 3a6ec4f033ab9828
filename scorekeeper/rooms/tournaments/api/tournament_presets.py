"""Whole tournaments as presets over the API, and what a new tournament may begin with."""

from typing import Annotated, Any

from flask import abort

from scorekeeper.access import ANYONE
from scorekeeper.api.making import posted_id
from scorekeeper.api.operations import call
from scorekeeper.api.serializers import BODY, author
from scorekeeper.core.inputs import InvalidInput, Json
from scorekeeper.core.words.language import translate as _
from scorekeeper.rooms.tournaments.domain.log.event_json import read_start
from scorekeeper.rooms.tournaments.domain.setting_up.presets import (
    TOURNAMENT_PRESETS,
    TournamentPreset,
    find_tournament_preset,
)
from scorekeeper.rooms.tournaments.domain.setting_up.setup import NEW_BYE_POINTS
from scorekeeper.rooms.tournaments.domain.setting_up.setup_words import settings_lines, stage_lines, stage_title
from scorekeeper.rooms.tournaments.services.presets import preset_setup, start_like
from scorekeeper.rooms.tournaments.services.recording import start_tournament
from scorekeeper.rooms.tournaments.storage import TournamentRow, find_tournament

LIKE = ("like", "people", "teams")


@call("GET /tournament-presets", ANYONE, "tournament_presets")
def all_tournament_presets() -> Annotated[Json, "TournamentPresets"]:
    """List the ready-made tournaments

    Whole tournaments that a new one may begin as: format, stages, rules, clock and cut.

    200: Each with its stages and settings, and in words.
    """
    return {"presets": [_preset_json(preset) for preset in TOURNAMENT_PRESETS]}


def _preset_json(preset: TournamentPreset) -> Json:
    name = _(preset.name)
    start = preset_setup(preset, name)
    return {
        "preset": preset.key,
        "name": name,
        "idea": _(preset.idea),
        "teams": preset.teams,
        "words": [
            *(" ".join([f"{stage_title(stage)}.", *stage_lines(stage)]) for stage in start.stages),
            *settings_lines(start.settings),
        ],
        "stages": list(preset.stages),
        "settings": dict(preset.settings),
    }


def start_asked(table: str, body: Json) -> tuple[TournamentRow, bool]:
    """Start the tournament that a body asks for: from its own stages, from a preset, or like an earlier one."""
    event_id = posted_id(body.get("id"))
    given: dict[str, Any] = {name: part for name, part in body.items() if name != "id"}
    if given.get("like") is not None:
        return _start_like(table, given, event_id)
    try:
        if given.get("preset") is None:
            own = given.get("settings", {})
            given["settings"] = {"bye_points": NEW_BYE_POINTS, **own} if isinstance(own, dict) else own
            start = read_start(given)
        else:
            BODY.mapping(given, "it", ("name", "preset", "stages", "settings"), required=("name",))
            preset = find_tournament_preset(BODY.text(given["preset"], "preset", 40))
            start = preset_setup(preset, BODY.name(given["name"], "name"), given)
    except InvalidInput as problem:
        raise problem.within("body") from problem
    return start_tournament(table, start.name, start.stages, start.settings, author(), event_id)


def _start_like(table: str, given: Json, event_id: str | None) -> tuple[TournamentRow, bool]:
    BODY.mapping(given, "it", ("name", *LIKE), required=("name",))
    before = find_tournament(BODY.text(given["like"], "like", 40))
    if before is None or before.table_id != table:
        abort(404)
    people, teams = (BODY.switch(given.get(part, False), part) for part in ("people", "teams"))
    name = BODY.name(given["name"], "name")
    return start_like(before.id, name, author(), people=people, teams=teams, event_id=event_id)
