"""Writes the text record of a game: the lines of `core/sheet/record_text.py` with checksums, signed or not."""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from urllib.parse import quote

from scorekeeper.core.game import SignOff
from scorekeeper.core.rules.scoreboard import Scoreboard
from scorekeeper.core.sheet import Sheet
from scorekeeper.core.sheet.record_text import SEAL, SIGNATURE, SIGNED, record_hands, record_tags, tag
from scorekeeper.formats.chain import ChainHead, Signature, head_of, record_digest
from scorekeeper.formats.checksums import checksums_of, rules_code
from scorekeeper.formats.games import ExportedGame
from scorekeeper.formats.text_record.notation import NOT_SIGNED, sign_text

MINUTE = "%Y-%m-%d %H:%M"


RecordSigner = Callable[[str], tuple[ChainHead, Signature]]
"""Signs the digest of a record's lines, with the chain head of the game."""


def record_of(game: ExportedGame) -> str:
    """The record of a stored game, signed if it has a signer."""
    revision = game.events[0].payload.get("revision")
    revision_number = revision if isinstance(revision, int) else None
    return text_record(game.sheet, game.board, game.started, revision_number, _record_signer(game), game.state.signs)


def _record_signer(game: ExportedGame) -> RecordSigner | None:
    signer = game.signer
    if signer is None:
        return None
    head = head_of(game.events)
    return lambda digest: (head, signer(head, digest))


def text_record(
    sheet: Sheet,
    board: Scoreboard,
    started: datetime | None = None,
    revision: int | None = None,
    sign: RecordSigner | None = None,
    signs: Sequence[SignOff] = (),
) -> str:
    """The record of one game, with checksums.

    `revision` is the rule set's at the start of the game, if known; `signs` are how its sides signed.
    """
    minute = None if started is None else started.astimezone(UTC).strftime(MINUTE)
    tags = [
        *record_tags(sheet, board, rules_code(sheet.rules), minute, str(revision or sheet.rules.ruleset.revision)),
        *_signed(sheet, signs),
    ]
    hands = record_hands(board)
    if sign is not None:
        tags.append(tag(SIGNATURE, [signature_text(*sign(record_digest([*tags, *hands])))]))
    lines = [*tags, *hands]
    checksums = checksums_of([line.encode("utf-8") for line in lines])
    return "\n".join([*lines, tag(SEAL, [checksums]), ""])


def signature_text(head: ChainHead, signature: Signature) -> str:
    """A signature on one line: key, time, game (percent-encoded), number and hash of the last event, value."""
    return f"{signature.key} {signature.at} {quote(head.game, safe='')} {head.seq} {head.hash} {signature.value}"


def _signed(sheet: Sheet, signs: Sequence[SignOff]) -> Iterator[str]:
    """How each side signed the present sheet: `[Signed "agreed on own phone : -"]`; nothing if none did."""
    verdicts = {sign.side: sign_text(sign) for sign in signs if not sign.broken}
    if verdicts:
        yield tag(SIGNED, [" : ".join(verdicts.get(side, NOT_SIGNED) for side in sheet.rules.seating.sides)])
