"""A model of a disk that loses what was not synced.

A file has its synced content and, in order, the edits since: writes and changes of its length. A folder has its synced
entries and the changes of these since. `fsync` of a file makes its edits durable, but not its name: that takes `fsync`
of its folder. After a power cut any of the other edits may be missing, and the last one may be torn.

POSIX promises no more. Real file systems lose less; SQLite is written for such a disk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from random import Random

SECTOR = 512
"""Bytes that a disk writes or does not write, never a part of them."""


@dataclass(frozen=True, slots=True)
class Write:
    """Bytes written at this offset."""

    offset: int
    data: bytes

    def apply(self, content: bytearray) -> None:
        """Write, with zeros between the end of the file and the offset."""
        content.extend(bytes(max(0, self.offset - len(content))))
        content[self.offset : self.offset + len(self.data)] = self.data


@dataclass(frozen=True, slots=True)
class Truncate:
    """A new length of a file."""

    length: int

    def apply(self, content: bytearray) -> None:
        """Cut the end off, or add zeros."""
        content.extend(bytes(max(0, self.length - len(content))))
        del content[self.length :]


@dataclass(slots=True, eq=False)
class File:
    """A file: what is synced, and the edits since."""

    synced: bytearray = field(default_factory=bytearray)
    edits: list[Write | Truncate] = field(default_factory=list)
    length: int = 0

    def edit(self, edit: Write | Truncate) -> None:
        """Note an edit."""
        self.edits.append(edit)
        self.length = edit.length if isinstance(edit, Truncate) else max(self.length, edit.offset + len(edit.data))

    def sync(self, number: int) -> None:
        """Make the first `number` edits durable."""
        for edit in self.edits[:number]:
            edit.apply(self.synced)
        del self.edits[:number]


Node = "File | Folder"


@dataclass(frozen=True, slots=True)
class Rename:
    """A file's or folder's change of name within a folder: from nothing if it is new, to nothing if it is removed."""

    old: str | None
    new: str | None
    node: File | Folder

    def apply(self, entries: dict[str, File | Folder]) -> None:
        """Rename, as far as the entry has the old name."""
        if self.old is not None and entries.get(self.old) is self.node:
            del entries[self.old]
        if self.new is not None:
            entries[self.new] = self.node


@dataclass(slots=True, eq=False)
class Folder:
    """A folder: its entries as programs see them, as they are synced, and the changes since."""

    entries: dict[str, File | Folder] = field(default_factory=dict)
    synced: dict[str, File | Folder] = field(default_factory=dict)
    edits: list[Rename] = field(default_factory=list)

    def edit(self, edit: Rename) -> None:
        """Note a change, which programs see at once."""
        self.edits.append(edit)
        edit.apply(self.entries)

    def sync(self, number: int) -> None:
        """Make the first `number` changes durable."""
        for edit in self.edits[:number]:
            edit.apply(self.synced)
        del self.edits[:number]


Edit = Write | Truncate | Rename
Survivors = Callable[[Sequence[Edit]], list[Edit]]
"""Which of the edits that are not synced survive a power cut."""


class Disk:
    """The files below one folder, which itself is safe."""

    def __init__(self) -> None:
        self.root = Folder()

    def folder_of(self, path: PurePosixPath) -> Folder:
        """The folder that has this path."""
        found = self.root
        for name in path.parts[:-1]:
            inside = found.entries[name]
            assert isinstance(inside, Folder)
            found = inside
        return found

    def node(self, path: PurePosixPath) -> File | Folder | None:
        """What programs find at this path."""
        return self.folder_of(path).entries.get(path.name) if path.parts else self.root

    def store(self, path: PurePosixPath, content: bytes) -> None:
        """A file that has been there for long, and its folders."""
        folder = self.root
        for name in path.parts[:-1]:
            inside = folder.entries.setdefault(name, Folder())
            folder.synced[name] = inside
            assert isinstance(inside, Folder)
            folder = inside
        folder.entries[path.name] = folder.synced[path.name] = File(bytearray(content), length=len(content))

    def after_power_cut(self, survivors: Survivors) -> Iterator[tuple[PurePosixPath, bytes | None]]:
        """Each path with its content, None for a folder; a folder comes before what is in it."""
        yield from _remaining(self.root, PurePosixPath(), survivors)


def _remaining(
    folder: Folder, path: PurePosixPath, survivors: Survivors
) -> Iterator[tuple[PurePosixPath, bytes | None]]:
    entries = dict(folder.synced)
    for edit in survivors(folder.edits):
        assert isinstance(edit, Rename)
        edit.apply(entries)
    for name, node in sorted(entries.items()):
        if isinstance(node, Folder):
            yield path / name, None
            yield from _remaining(node, path / name, survivors)
        else:
            content = bytearray(node.synced)
            for change in survivors(node.edits):
                assert not isinstance(change, Rename)
                change.apply(content)
            yield path / name, bytes(content)


def nothing(_edits: Sequence[Edit]) -> list[Edit]:
    """Nothing survives that was not synced."""
    return []


def everything(edits: Sequence[Edit]) -> list[Edit]:
    """Everything survives, as when only the program is killed."""
    return list(edits)


def some(random: Random) -> Survivors:
    """In each file the first edits, or any of them; the last write may be torn."""

    def chosen(edits: Sequence[Edit]) -> list[Edit]:
        how = random.randrange(4)
        if how == 0:
            return list(edits[: random.randint(0, len(edits))])
        if how == 1:
            share = random.random()
            return [edit for edit in edits if random.random() < share]
        return [] if how == 2 else _torn(list(edits), random)

    return chosen


def _torn(edits: list[Edit], random: Random) -> list[Edit]:
    last = edits.pop() if edits else None
    if isinstance(last, Write):
        start = last.offset % SECTOR  # the first sector ends sooner
        edits.append(Write(last.offset, last.data[: max(0, SECTOR * random.randint(0, 8) - start)]))
    return edits
