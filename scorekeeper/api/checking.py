"""Checking over the API: whether a file’s scores follow from its record, and where a paper score sheet goes wrong."""

from dataclasses import dataclass
from typing import Annotated

from flask import request

from scorekeeper.access import ANYONE
from scorekeeper.access.limits import RateLimit, hit
from scorekeeper.access.quotas import timed_slot
from scorekeeper.api.operations import A_FILE, call
from scorekeeper.api.schemas import TEXT, WHOLE, listed, of, ref
from scorekeeper.api.sending import AsIs
from scorekeeper.api.serializers import BODY, found_json
from scorekeeper.core.inputs import Json
from scorekeeper.core.sheet import read_sheet
from scorekeeper.core.words.slips import mistake_text
from scorekeeper.formats.heavy import run_sandboxed
from scorekeeper.formats.paper_audit import audited
from scorekeeper.formats.verification import ServerMatch, Verification
from scorekeeper.services import untrusted
from scorekeeper.services.export_keys import this_server

VERIFICATION = of(
    {
        "games": WHOLE,
        "hands": WHOLE,
        "holds": {"type": "boolean", "description": "Whether nothing was found."},
        "adds_up": {"type": "boolean", "description": "Whether every score follows from the hands."},
        "undamaged": {"type": ["boolean", "null"], "description": "Null if nothing in the file could show damage."},
        "signed_by": listed(TEXT),
        "unknown_keys": listed(TEXT),
        "on_this_server": {"enum": [*ServerMatch, None], "description": "Null if the file has no game."},
        "findings": listed(ref("Found")),
        "notes": listed(ref("Found")),
    }
)
AUDIT = of(
    {
        "mistakes": listed(of({"hand": WHOLE, "side": TEXT, "text": TEXT})),
        "totals": listed(listed(WHOLE)),
        "searched": {"type": "boolean", "description": "Whether every other way to read the sheet was tried."},
    }
)
MAX_TOTAL = 1_000_000
TOTALS = {
    "type": "array",
    "description": "After each hand the total that the paper has for each side; null where it has none.",
    "items": {"type": "array", "items": {"type": ["integer", "null"]}},
}


@call("POST /check", ANYONE, body=A_FILE, refused=(429, 503))
def check() -> Annotated[Json, VERIFICATION]:
    """Verify a file

    Scores every game of an export again, and checks its chain and signatures: JSON, a text record or a table’s ZIP.
    `on_this_server` says whether this server has the games as the file claims.

    200: What was checked and found. Nothing is stored.
    """
    hit(RateLimit.CHECKS)
    content = request.get_data()
    with timed_slot(RateLimit.CHECKS):
        (checked,) = run_sandboxed(untrusted.check, content)
    assert isinstance(checked, Verification)
    checked.trust.compare(this_server())
    match = checked.trust.on_server
    return {
        "games": checked.games,
        "hands": checked.hands,
        "holds": checked.holds,
        "adds_up": checked.trust.adds_up,
        "undamaged": checked.undamaged,
        "signed_by": checked.trust.known_signers,
        "unknown_keys": checked.trust.unknown_keys,
        "on_this_server": None if match is None else match.value,
        "findings": [found_json(finding) for finding in checked.findings],
        "notes": [found_json(note) for note in checked.notes],
    }


PAPER: Json = {
    "sheet": {
        "rules": "two-player",
        "sides": [{"name": "Ann"}, {"name": "Ben"}],
        "hands": [{"bids": ["5", "6"], "took": [6, 7]}],
    },
    "totals": [[51, 71]],
}


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper score sheet."""

    sheet: Annotated[object, AsIs(ref("Sheet"))]
    totals: Annotated[object, AsIs(TOTALS)]


@call(
    "POST /audit",
    ANYONE,
    "audit",
    examples={"one mistake": PAPER},
    refused=(429, 503),
)
def audit_paper(body: Paper) -> Annotated[Json, AUDIT]:
    """Compare a paper score sheet with the rules

    The sheet as it was written, with the totals on paper after each hand.

    200: The mistakes, and every total as it should be. Nothing is stored.
    """
    sheet = read_sheet(body.sheet)
    totals = [_totals(row, len(sheet.sides)) for row in BODY.listing(body.totals, "totals", len(sheet.hands))]
    hit(RateLimit.CHECKS)
    with timed_slot(RateLimit.CHECKS):
        found = audited(sheet, totals)
    return {
        "mistakes": [
            {"hand": mistake.hand, "side": mistake.side, "text": mistake_text(mistake)} for mistake in found.mistakes
        ],
        "totals": [list(row) for row in found.totals],
        "searched": found.searched,
    }


def _totals(row: object, sides: int) -> list[int | None]:
    return [
        None if total is None else BODY.whole(total, "total", -MAX_TOTAL, MAX_TOTAL)
        for total in BODY.listing(row, "totals", sides)
    ]
