"""Verifies one game of a file: its checksums, its chain, and its scores by figures and codes."""

from collections.abc import Iterator

from scorekeeper.core.game import GameState
from scorekeeper.core.inputs import NOWHERE, InvalidInput
from scorekeeper.core.inputs import file_faults as faults
from scorekeeper.core.sheet import Sheet
from scorekeeper.core.words.refusals import error_text, refusal_text, refusal_words
from scorekeeper.formats.chain import Unwritable, verify
from scorekeeper.formats.checksums import Broken, broken_at, fingerprint, is_fingerprint
from scorekeeper.formats.game_json.read import read_game
from scorekeeper.formats.games import ImportedGame, replay_untrusted
from scorekeeper.formats.scored import differences
from scorekeeper.formats.strict_json import parse_json
from scorekeeper.formats.text_file import Block
from scorekeeper.formats.text_record.read import NO_SEAL, read_record
from scorekeeper.formats.verification.findings import Checked, Finding, label
from scorekeeper.formats.verification.levels import MISFIT, digest_of


def check_block(block: Block, checked: Checked) -> ImportedGame | None:
    """Verify one game and add what was changed to `checked`. Returns the game if it can be read."""
    broken = None if block.checksums is None else broken_at(block.sealed, block.checksums)
    if broken is not None:
        checked.findings.append(_seal_finding(block, broken))
    try:
        imported = read_block(block)
    except InvalidInput as error:
        checked.findings.append(Finding(refusal_words(error) if error.line else refusal_text(error), error.line))
        return None
    checked.games += 1
    checked.hands += len(imported.sheet.hands)
    damage, found = list(chain_findings(imported)), list(score_findings(imported))
    checked.findings += [Finding(what) for what in (*damage, *found)]
    missing = None if broken or damage or found else _without_seal(block, imported)
    if missing is not None:
        checked.findings.append(missing)
    if (note := card_note(imported)) is not None:
        checked.notes.append(f"line {block.start}: {note}")
    traceless = block.checksums is None and not imported.entries
    fits = checked.levels.note(
        differences=len(found),
        undamaged=None if traceless else broken is None and not damage and missing is None,
        head=imported.head,
        signature=imported.signature,
        record=digest_of(block),
    )
    if not fits:
        checked.findings.append(Finding(MISFIT))
    return imported


def read_block(block: Block) -> ImportedGame:
    """The game of a block. Raises `InvalidInput`."""
    if block.is_json:
        text = b"\n".join(block.lines)
        return read_game(parse_json(text.removesuffix(b",") if block.checksums is not None else text))
    try:
        lines = [line.decode("utf-8") for line in block.lines]
    except UnicodeDecodeError as error:
        raise InvalidInput(faults.NOT_UTF8, NOWHERE, None) from error
    return read_record(lines, block.start)


def chain_findings(imported: ImportedGame) -> Iterator[str]:
    """Where the chain breaks, or the sheet is not what its events give."""
    if imported.id is None and not imported.entries:
        return
    try:
        broken = verify(imported.entries)
        if broken is not None:
            yield f"the chain is broken: {broken.message}"
            return
        state = replay_untrusted(imported.entries)
    except (InvalidInput, Unwritable) as error:
        yield error_text(error)
        return
    yield from _against_entries(imported, state)


def score_findings(imported: ImportedGame) -> Iterator[str]:
    """Where scores are not what the record gives."""
    try:
        board = imported.sheet.scoreboard()
    except InvalidInput as error:
        yield refusal_text(error)
        return
    yield from (str(difference) for difference in differences(imported.sheet, board, imported.said))


def _against_entries(imported: ImportedGame, state: GameState) -> Iterator[str]:
    if imported.started is not None and imported.started != imported.entries[0].at:
        yield "the game's beginning is not that of its first entry"
    if imported.sheet != state.sheet:
        yield f"{_other_hand(imported.sheet, state.sheet)} is not as its entries give it"


def _other_hand(one: Sheet, other: Sheet) -> str:
    pairs = zip(one.hands, other.hands, strict=False)
    found = next((number for number, (a, b) in enumerate(pairs, start=1) if a != b), None)
    if found is None and len(one.hands) != len(other.hands):
        found = min(len(one.hands), len(other.hands)) + 1
    return f"hand {found} of the sheet" if found else "the head of the sheet"


def _seal_finding(block: Block, broken: Broken) -> Finding:
    place = label(block, broken.line)
    what = "is missing something after it" if broken.missing else "is not as it was exported"
    return Finding(f"{place} {what}", block.start + broken.line - 1)


def _without_seal(block: Block, imported: ImportedGame) -> Finding | None:
    """Exports end with checksums: without them nothing protects the lines, and the end may be missing."""
    if block.checksums is not None or not imported.was_exported:
        return None
    if block.is_json:
        what = "it is not laid out as it was exported, so that no seal holds its lines; what it says is right"
    else:
        what = NO_SEAL
    return Finding(what, block.seal_line)


def card_note(imported: ImportedGame) -> str | None:
    """Whether the code of its rules sheet is unknown here; every score was still compared."""
    code, rules = imported.said.rules_card, imported.sheet.rules
    if code is None or is_fingerprint(code, rules, imported.said.options):
        return None
    return (
        f"its rules card is {code}, a code that this version does not know for these house rules "
        f"(here it is {fingerprint(rules)}); every score was compared all the same"
    )
