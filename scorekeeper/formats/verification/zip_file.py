"""Verifies a ZIP of tables by its files: each game, and the list of what was exported. Any program may pack them."""

import re
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from typing import BinaryIO

from scorekeeper.core.inputs import NOWHERE, Fault, FieldPath, InvalidInput, faults
from scorekeeper.core.inputs.faults import ExportPart
from scorekeeper.formats.chain import Unwritable, head_of, verify
from scorekeeper.formats.checksums import broken_at
from scorekeeper.formats.files.table_zip import (
    check_table_file,
    content_of,
    files_of,
    is_left_out,
    kind_of,
    last_part,
    open_zip,
)
from scorekeeper.formats.games import ImportedGame
from scorekeeper.formats.parts import PartKind, begins_as_part
from scorekeeper.formats.scored import of_broken_chain
from scorekeeper.formats.strict_json import Budget, TooLarge
from scorekeeper.formats.table_zip import FOR_PEOPLE, LIST_FILE, README_FILE, TABLE_FILE
from scorekeeper.formats.text_file import Block, blocks, lines_of
from scorekeeper.formats.verification import Verification, signature_fits
from scorekeeper.formats.verification.game import check_block

LISTED = re.compile(r"([0-9a-f]{64})  (.+)")


class _NoGame(Exception):
    """A file is not a game, so nothing after it is read."""


def check_zip(file: BinaryIO, budget: Budget) -> Verification:
    """Verify a ZIP. Stops at the first file that is damaged or no game; raises `TooLarge` if it costs too much."""
    checked = Verification()
    try:
        with open_zip(file, budget) as packed:
            _Files(packed, budget, checked).check()
    except TooLarge:
        raise
    except InvalidInput as error:
        checked.findings.append(error.fault)
    except _NoGame:
        pass
    return checked


@dataclass(slots=True)
class _Files:
    """The files of a ZIP; `sums` are those that its lists name, with their checksums."""

    packed: zipfile.ZipFile
    budget: Budget
    checked: Verification
    sums: dict[str, str] = field(default_factory=dict)

    def check(self) -> None:
        """Read the lists, compare them with the files, and verify each table and game."""
        names = files_of(self.packed)
        files = [name for name in names if last_part(name) != LIST_FILE]
        for name in names:
            if last_part(name) == LIST_FILE:
                self._read_list(name)
        if len(files) < len(names):
            self._compare(set(files))
            files = [name for name in files if name in self.sums]
        else:
            self.checked.notes.append(faults.NO_LIST.at(NOWHERE, {}))
        stem, game = "", None
        for name in files:
            if last_part(name) == README_FILE or name.endswith(FOR_PEOPLE) or is_left_out(name):
                with self._opened(name):
                    pass  # to be read by people: only the list says whether it changed
            elif last_part(name) == TABLE_FILE:
                self._check_table(name)
            elif (kind := kind_of(name, self.budget)) is not None:
                self._check_part(name, kind)
            elif name == f"{stem}.txt":
                self._check_record(name, game)
            elif not self._is_unknown(name):
                stem, game = name.removesuffix(".json"), self._check_game(name)

    def _read_list(self, name: str) -> None:
        folder = name.removesuffix(LIST_FILE)
        with self._opened(name) as content:
            lines = [LISTED.fullmatch(line) for line in content.decode("utf-8", "replace").splitlines()]
            self.sums |= {folder + line[2]: line[1] for line in lines if line is not None}
            if None in lines:
                self.checked.findings.append(faults.FILE_CHANGED.at(NOWHERE, {}))

    def _compare(self, files: set[str]) -> None:
        missing, added = sorted(self.sums.keys() - files), sorted(files - self.sums.keys())
        for code, names in ((faults.FILE_MISSING, missing), (faults.FILE_ADDED, added)):
            self.checked.findings += [code.at(FieldPath.to(name), {}) for name in names]

    @contextmanager
    def _opened(self, name: str) -> Iterator[bytes]:
        """The content of a file; what is found or noted meanwhile is in that file."""
        findings, notes = self.checked.findings, self.checked.notes
        before, noted = len(findings), len(notes)
        content = content_of(self.packed, name)
        self.budget.spend_text(content)
        try:
            yield content
            if len(findings) == before and name in self.sums and sha256(content).hexdigest() != self.sums[name]:
                findings.append(faults.FILE_CHANGED.at(NOWHERE, {}))
        finally:
            findings[before:] = [finding.within(name) for finding in findings[before:]]
            notes[noted:] = [note.within(name) for note in notes[noted:]]

    def _check_table(self, name: str) -> None:
        with self._opened(name) as content:
            finding = check_table_file(content)
            if finding is not None:
                self.checked.findings.append(finding)

    def _check_part(self, name: str, kind: PartKind) -> None:
        with self._opened(name) as content:
            self.checked.parts[kind.folder] += 1
            self.checked.findings += part_faults(content, kind)

    def _is_unknown(self, name: str) -> bool:
        """Whether a file is a part that no room here can read: only the list says whether it changed."""
        if not begins_as_part(content_of(self.packed, name)):
            return False
        with self._opened(name):
            return True

    def _check_game(self, name: str) -> ImportedGame | None:
        """Verify a game; returns it if it is unchanged."""
        before = len(self.checked.findings)
        with self._opened(name) as content:
            game = _game(content, self.checked)
        return game if len(self.checked.findings) == before else None

    def _check_record(self, name: str, game: ImportedGame | None) -> None:
        """Verify the text record beside a game: it must be intact, and of that game, which was counted already."""
        alone = Verification()
        with self._opened(name) as content:
            try:
                record = _game(content, alone)
            finally:
                self.checked.findings += alone.findings
            if game is not None and record.sheet != game.sheet:
                self.checked.findings.append(faults.ANOTHER_RECORD.at(NOWHERE, {}))


def part_faults(content: bytes, kind: PartKind) -> list[Fault]:
    """What changed in the file of a room's part since the export: its lines, its chain, or its signature."""
    parts = [part for part in blocks(lines_of([content])) if isinstance(part, Block)]
    if len(parts) != 1 or parts[0].checksums is None:
        return [faults.CHECKSUMS_CHANGED.at(NOWHERE, {})]
    broken = broken_at(parts[0].covered_lines, parts[0].checksums)
    if broken is not None:
        line = FieldPath.to("line", broken.line)
        return [faults.PART_CHANGED.at(line, {"part": ExportPart.LINE, "number": 0, "name": ""})]
    try:
        part = kind.read(content)
        link = verify(part.events)
    except InvalidInput as error:
        return [error.fault]
    except Unwritable:
        return [faults.UNWRITABLE.at(NOWHERE, {})]
    if link is not None:
        return [faults.DIFFERS.at(NOWHERE, {"difference": of_broken_chain(link)})]
    signature = part.signature
    fits = signature is None or signature_fits(head_of(part.events), signature)
    return [] if fits else [faults.MISFIT.at(NOWHERE, {})]


def _game(content: bytes, checked: Verification) -> ImportedGame:
    parts = [part for part in blocks(lines_of([content])) if isinstance(part, Block)]
    if len(parts) != 1 or not content.endswith(b"\n"):
        checked.findings.append(faults.NOT_ONE_GAME.at(NOWHERE, {}))
        raise _NoGame
    imported: ImportedGame | None = check_block(parts[0], checked)
    if imported is None:
        raise _NoGame
    return imported
