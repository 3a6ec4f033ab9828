"""Verifies one game of a file: its checksums, its chain, and its scores by numbers and codes."""

from collections.abc import Iterator
from dataclasses import replace

from scorekeeper.core.game import GameState
from scorekeeper.core.inputs import NOWHERE, Fault, FieldPath, InvalidInput, faults
from scorekeeper.core.sheet import Sheet
from scorekeeper.formats.chain import Unwritable, verify
from scorekeeper.formats.checksums import Broken, broken_at, is_rules_code, rules_code
from scorekeeper.formats.files.game_json import read_game
from scorekeeper.formats.games import ImportedGame, replay_untrusted
from scorekeeper.formats.scored import differences, of_broken_chain
from scorekeeper.formats.strict_json import parse_json
from scorekeeper.formats.text_file import Block
from scorekeeper.formats.text_record.read import read_record
from scorekeeper.formats.verification import Verification, digest_of, line_changed


def check_block(block: Block, checked: Verification) -> ImportedGame | None:
    """Verify one game and add what was changed to `checked`. Returns the game if it can be read."""
    broken = None if block.checksums is None else broken_at(block.covered_lines, block.checksums)
    if broken is not None:
        checked.findings.append(_broken_line(block, broken))
    try:
        imported = read_block(block)
    except InvalidInput as error:
        checked.findings.append(error.fault)
        return None
    checked.games += 1
    checked.hands += len(imported.sheet.hands)
    damage, differing = list(chain_findings(imported)), list(score_findings(imported))
    checked.findings += [*damage, *differing]
    missing = None if broken or damage or differing else _without_checksums(block, imported)
    if missing is not None:
        checked.findings.append(missing)
    if (note := unknown_rules_code(imported, block.start)) is not None:
        checked.notes.append(note)
    traceless = block.checksums is None and not imported.events
    fits = checked.trust.note(
        differences=len(differing),
        undamaged=None if traceless else broken is None and not damage and missing is None,
        head=imported.head,
        signature=imported.signature,
        record=digest_of(block),
    )
    if not fits:
        checked.findings.append(faults.MISFIT.at(NOWHERE, {}))
    return imported


def read_block(block: Block) -> ImportedGame:
    """The game of a block. Raises `InvalidInput`."""
    if block.is_json:
        text = b"\n".join(block.lines)
        return read_game(parse_json(text.removesuffix(b",") if block.checksums is not None else text))
    try:
        lines = [line.decode("utf-8") for line in block.lines]
    except UnicodeDecodeError as error:
        raise InvalidInput(faults.NOT_UTF8.at(NOWHERE, {})) from error
    return read_record(lines, block.start)


def chain_findings(imported: ImportedGame) -> Iterator[Fault]:
    """Where the chain breaks, or the sheet does not match its events."""
    if imported.id is None and not imported.events:
        return
    try:
        broken = verify(imported.events)
        if broken is not None:
            yield faults.DIFFERS.at(NOWHERE, {"difference": of_broken_chain(broken)})
            return
        state = replay_untrusted(imported.events)
    except InvalidInput as error:
        yield error.fault
        return
    except Unwritable:
        yield faults.UNWRITABLE.at(NOWHERE, {})
        return
    yield from _unlike_events(imported, state)


def score_findings(imported: ImportedGame) -> Iterator[Fault]:
    """Where scores do not follow from the record."""
    try:
        board = imported.sheet.scoreboard()
    except InvalidInput as error:
        yield error.fault
        return
    for difference in differences(imported.sheet, board, imported.claimed):
        yield faults.DIFFERS.at(difference.path, {"difference": difference})


def _unlike_events(imported: ImportedGame, state: GameState) -> Iterator[Fault]:
    if imported.started is not None and imported.started != imported.events[0].at:
        yield faults.START_DIFFERS.at(NOWHERE, {})
    if imported.sheet != state.sheet:
        hand = _other_hand(imported.sheet, state.sheet)
        yield faults.HAND_DIFFERS.at(NOWHERE, {"hand": hand}) if hand else faults.HEAD_DIFFERS.at(NOWHERE, {})


def _other_hand(one: Sheet, other: Sheet) -> int:
    """The number of the first hand that differs; 0 if none does."""
    pairs = zip(one.hands, other.hands, strict=False)
    unlike = next((number for number, (a, b) in enumerate(pairs, start=1) if a != b), 0)
    if not unlike and len(one.hands) != len(other.hands):
        return min(len(one.hands), len(other.hands)) + 1
    return unlike


def _broken_line(block: Block, broken: Broken) -> Fault:
    finding = faults.LINES_MISSING.at(NOWHERE, {}) if broken.missing else line_changed(block, broken.line)
    return replace(finding, path=FieldPath.to("line", block.start + broken.line - 1))


def _without_checksums(block: Block, imported: ImportedGame) -> Fault | None:
    """Exports end with checksums: without them nothing protects the lines, and the end may be missing."""
    if block.checksums is not None or not imported.was_exported:
        return None
    code = faults.UNPROTECTED if block.is_json else faults.CHECKSUMS_MISSING
    return code.at(FieldPath.to("line", block.checksums_line), {})


def unknown_rules_code(imported: ImportedGame, line: int = 0) -> Fault | None:
    """Whether this version does not know the game's rules code; every score was compared all the same."""
    code, rules = imported.claimed.rules_code, imported.sheet.rules
    if code is None or is_rules_code(code, rules, imported.claimed.options):
        return None
    path = FieldPath.to("line", line) if line else NOWHERE
    return faults.UNKNOWN_RULES_CODE.at(path, {"code": code, "here": rules_code(rules)})
