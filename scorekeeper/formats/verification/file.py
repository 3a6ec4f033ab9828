"""Verifies an exported file as a stream; its first bytes say whether it is a text record, JSON or ZIP."""

from collections.abc import Iterable
from typing import BinaryIO

from scorekeeper.core.inputs import FieldPath, InvalidInput, faults
from scorekeeper.core.inputs.faults import FaultCode, Nothing
from scorekeeper.formats.files import carried, csv_hands
from scorekeeper.formats.games import ImportedGame, UnreadGame
from scorekeeper.formats.parts import begins_as_part
from scorekeeper.formats.strict_json import Budget, without_end
from scorekeeper.formats.text_file import GAMES_LINE, START, Between, Block, blocks, is_games_end, lines_of, pieces_of
from scorekeeper.formats.travelled import as_exported
from scorekeeper.formats.verification import NO_TRUSTED_KEYS, TrustedKeys, Verification
from scorekeeper.formats.verification.game import check_block, score_findings
from scorekeeper.formats.verification.zip_file import check_zip, part_faults

ZIP_SIGN = b"PK"


def check_file(file: BinaryIO, budget: Budget | None = None, trusted: TrustedKeys = NO_TRUSTED_KEYS) -> Verification:
    """Verify an export and compare it with the known keys and games.

    Raises `TooLarge` if it costs more than the budget (None: no limit), and nothing else.
    """
    allowed = budget or without_end()
    if file.read(len(ZIP_SIGN)) == ZIP_SIGN:
        checked = check_zip(file, allowed)
    else:
        file.seek(0)
        checked = _check_text_file(file, allowed)
    checked.trust.compare(trusted)
    return checked


def _check_text_file(file: BinaryIO, budget: Budget) -> Verification:
    for _ in budget.counted(pieces_of(file)):
        pass
    file.seek(0)
    with as_exported(file) as text:
        start = text.read(START)
        text.seek(0)
        bare = next((form for form in (csv_hands, carried) if form.recognizes(start)), None)
        if bare is not None:
            return _compared(bare.read(text, without_end()))
        found = budget.kinds() if begins_as_part(start) else ()
        kind = next((kind for kind in found if start.startswith(kind.first_line.encode())), None)
        if kind is None:
            return check_text(pieces_of(text))
        checked = Verification()
        checked.parts[kind.folder] += 1
        checked.findings += part_faults(text.read(), kind)
        return checked


def _compared(parts: Iterable[ImportedGame | UnreadGame]) -> Verification:
    """Compare the scores of a CSV of hands, or of games from a phone, with the rules; nothing in them proves more."""
    checked = Verification()
    try:
        for part in parts:
            if isinstance(part, UnreadGame):
                checked.findings.append(part.placed)
                continue
            differing = list(score_findings(part))
            checked.games += 1
            checked.hands += len(part.sheet.hands)
            checked.findings += differing
            checked.trust.note(differences=len(differing), undamaged=None, head=None, signature=None, record=None)
    except InvalidInput as error:
        checked.findings.append(error.fault)
    return checked


def check_text(pieces: Iterable[bytes]) -> Verification:
    """Verify a text record or JSON: one game, or many in a row."""
    checked = Verification()
    layout = _Layout(checked)
    for part in blocks(lines_of(pieces)):
        if isinstance(part, Block):
            if part.checksums is None and not part.lines[0].lstrip(b"\xef\xbb\xbf \t").startswith((b"{", b"[")):
                checked.findings.append(faults.NO_EXPORT.at(FieldPath.to("line", part.start), {}))
                return checked
            layout.game(part)
            check_block(part, checked)
        else:
            layout.between(part)
    layout.end()
    return checked


class _Layout:
    """Checks that the lines between games are as exported."""

    def __init__(self, checked: Verification) -> None:
        self._checked = checked
        self._parts: list[tuple[str, int]] = []  # the kinds since the last game
        self._games = 0
        self._last: Block | None = None
        self._listed = False

    def game(self, block: Block) -> None:
        """A game begins."""
        if block.checksums is None and self._had_checksums(block):
            self._add(block.checksums_line, faults.CHECKSUMS_CHANGED)
        between = [kind for kind, _ in self._parts]
        expected: list[str] = []
        if self._games == 0:
            self._listed = "head" in between
            expected = ["head"] if self._listed else []
        if between != expected:
            self._add(block.start, faults.BEFORE_GAME)
        if self._last is not None and self._last.is_json and not self._last.lines[-1].endswith(b","):
            self._add(self._last.end, faults.COMMA_MISSING)
        self._parts, self._last = [], block
        self._games += 1

    def between(self, part: Between) -> None:
        """A line that belongs to no game."""
        kind = "head" if part.line == GAMES_LINE else "foot" if is_games_end(part.line) else None
        if kind is not None:  # an empty line means nothing
            self._parts.append((kind, part.number))

    def end(self) -> None:
        """The file ends."""
        if self._last is None:
            self._add(1, faults.NO_EXPORT)
            return
        if self._last.checksums is None:
            return
        kinds = [kind for kind, _ in self._parts]
        if kinds != (["foot"] if self._listed else []):
            self._add(self._last.end, faults.END_CHANGED)
        elif self._last.is_json and self._last.lines[-1].endswith(b","):
            self._add(self._last.end, faults.COMMA_TOO_MANY)

    def _had_checksums(self, block: Block) -> bool:
        """Whether a game without checksums must have lost them: hand-made sheets and records have none."""
        return block.is_json and len(block.lines) > 1 and any(b'"about"' in line for line in block.lines[:2])

    def _add(self, line: int, code: FaultCode[Nothing]) -> None:
        self._checked.findings.append(code.at(FieldPath.to("line", line), {}))
