"""What URLs of tournaments have, for the evening in which `tests/api` tries every call."""

from __future__ import annotations

from tests.api.calling import Program


def come(program: Program) -> dict[str, str]:
    """A tournament that is not paired, one with a match that called the director, a league without fixtures, and
    one whose list of teams came last.
    """
    unpaired, tournament = begun(program, "Open"), begun(program, "Classic")
    paired = program.post(f"/tournaments/{tournament}/rounds", {})["matches"]
    match = str(next(match["id"] for match in paired if 3 in match["teams"]))
    program.post(f"/tournaments/{tournament}/matches/{match}/call", {})
    body = {"name": "League", "stages": [{"format": "fixtures", "rules": "partnership"}]}
    league: str = program.post(f"/tables/{program.table}/tournaments", body)["tournament"]
    brought: str = program.post(f"/tables/{program.table}/tournaments", body | {"name": "Brought"})["tournament"]
    program.post(f"/tournaments/{brought}/teams/list", {"list": "Ann & Abe\nBea & Ben"}, 200)
    parts = {"unpaired": unpaired, "league": league, "brought": brought, "tournament": tournament}
    return parts | {"team": "1", "match": match, "file": "matches"}


def begun(program: Program, name: str) -> str:
    """A tournament with four teams that have arrived; its id."""
    body = {"name": name, "stages": [{"format": "single-elimination", "rules": "partnership"}]}
    made: str = program.post(f"/tables/{program.table}/tournaments", body)["tournament"]
    for team in range(1, 5):
        program.post(f"/tournaments/{made}/teams", {"players": [f"North {team}", f"South {team}"]})
        program.call("PATCH", f"/tournaments/{made}/teams/{team}", {"status": "arrived"})
    return made
