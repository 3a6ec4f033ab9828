"""What URLs of the club have, for the evening in which `tests/api` tries every call."""

from __future__ import annotations

from datetime import UTC, datetime

from tests.api.calling import EVEN, PAIRS, Program


def come(program: Program) -> dict[str, str]:
    """A season and a payment after a game for a stake."""
    at = f"/tables/{program.table}"
    spring = {"name": "Spring", "first_night": "2026-01-01", "last_night": "2026-03-31"}
    season = program.post(f"{at}/seasons", spring)["season"]
    program.call("PUT", f"{at}/stakes", {"currency": "EUR", "per": {"game": {"amount": 100}}})
    program.start(PAIRS | {"hands": [EVEN], "closed": {"reason": "late"}})
    (own,) = program.get(f"{at}/settling")["settlements"]
    paid = program.post(f"{at}/payments", {"currency": "EUR"} | own["transfers"][0])
    return {
        "year": str(datetime.now(UTC).year),
        "night": "2026-11-19",
        "season": str(season),
        "payment": str(paid["payment"]),
    }
