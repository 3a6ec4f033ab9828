"""The shipped schemas: each key once, for JSON keeps only the last of two; exports fit them, at any address."""

import json
from datetime import UTC, datetime
from uuid import UUID

from jsonschema import Draft202012Validator

from scorekeeper.core.game import START
from scorekeeper.formats.chain import NOTHING_BEFORE, UnsavedEvent, chained
from scorekeeper.rooms.tournaments.exports import ExportedTournament, tournament_json
from tests.formats.test_schemas import registry


def test_exported_tournament_fits_its_schema() -> None:
    start = UnsavedEvent(kind=START, payload={}, id=str(UUID(int=1)), at=datetime(2026, 11, 20, tzinfo=UTC))
    exported = ExportedTournament("t1", "Open", (chained("t1", start, seq=1, previous=NOTHING_BEFORE),), ["g1"])
    known = registry("https://cards.example/schemas")
    validator = Draft202012Validator({"$ref": "https://cards.example/schemas/tournament"}, registry=known)
    assert validator.is_valid(json.loads(tournament_json(exported)))
    assert not validator.is_valid(json.loads(tournament_json(exported)) | {"entries": [{}]})
