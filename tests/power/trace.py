"""Records with strace what a program does to the files below a folder, and what it says, and reads the record."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from tests.power.disk import Disk, File, Folder, Rename, Truncate, Write

MODELLED = (
    *("open", "openat", "creat", "write", "pwrite64", "ftruncate", "fsync", "fdatasync"),
    *("rename", "renameat", "renameat2", "unlink", "unlinkat", "mkdir", "mkdirat", "rmdir"),
)
SAYING = ("sendto",)
NOT_MODELLED = (
    *("writev", "pwritev", "pwritev2", "truncate", "fallocate", "link", "linkat", "symlink", "symlinkat"),
    *("copy_file_range", "sendfile", "splice", "io_uring_setup", "sync_file_range"),
)
"""Other calls that change files: the record is refused if one of them names a file below the folder."""

STRACE = shutil.which("strace")
NO_STRACE = "no strace here: apt install strace"


def command(record: Path) -> list[str]:
    """What to put before a command so that it is recorded."""
    calls = ",".join((*MODELLED, *SAYING, *NOT_MODELLED))
    assert STRACE is not None
    how = ("-f", "--seccomp-bpf", "-y", "-xx", "-s", "4194304", "-qq")  # all threads, paths, and bytes in full
    return [STRACE, *how, "-e", f"trace={calls}", "-o", str(record)]


@dataclass(frozen=True, slots=True)
class Said:
    """Bytes on their way to a client or a terminal."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Changed:
    """A file or folder gets an edit."""

    node: File | Folder
    edit: Write | Truncate | Rename


@dataclass(frozen=True, slots=True)
class Synced:
    """The first edits of a file or folder, this many of those that are not synced, are durable now."""

    node: File | Folder
    number: int


Step = Said | Changed | Synced

RESULT = r"(?P<arguments>.*)\) += (?P<result>-?\d+)(?P<rest>.*)"
CALL = re.compile(rf"(?P<thread>\d+) +(?P<name>\w+)\({RESULT}")
BEGUN = re.compile(r"(?P<thread>\d+) +(?P<name>\w+)\((?P<arguments>.*) <unfinished \.\.\.>")
ENDED = re.compile(rf"(?P<thread>\d+) +<\.\.\. (?P<name>\w+) resumed>{RESULT}")
ESCAPED = re.compile(r'"((?:\\x[0-9a-f]{2})*)"(\.\.\.)?')
DESCRIPTOR = re.compile(r"(\w+)<([^>]*)>(\(deleted\))?")


def _bytes(escaped: str) -> bytes:
    return bytes.fromhex(escaped.replace("\\x", ""))


def _text(escaped: str) -> str:
    return _bytes(escaped).decode(errors="replace") if escaped.startswith("\\x") else escaped


@dataclass(slots=True)
class Reader:
    """Reads a record of what happened below `folder`, whose files were on `disk` before."""

    folder: PurePosixPath
    disk: Disk
    _positions: dict[tuple[str, File], int] = field(default_factory=dict)  # of descriptors that do not append
    _begun: dict[str, str] = field(default_factory=dict)  # the arguments of a thread's call that has not ended
    _syncs: dict[str, int] = field(default_factory=dict)  # how many edits there were when a thread's sync began

    def steps(self, record: Path) -> Iterator[Step]:
        """All steps in order. The disk's folders show what programs see after each."""
        with record.open(encoding="ascii") as lines:
            for line in lines:
                yield from self._of_line(line)

    def _of_line(self, line: str) -> Iterator[Step]:
        if begun := BEGUN.match(line):
            thread, name, arguments = begun["thread"], begun["name"], begun["arguments"]
            self._begun[thread] = arguments
            if name in ("fsync", "fdatasync"):
                node = self._opened(arguments)[1]
                self._syncs[thread] = len(node.edits) if node else 0
            elif name in ("sendto", "write"):
                yield from self._said(arguments)
            return
        found = CALL.match(line)
        if found:
            thread, name, arguments = found["thread"], found["name"], found["arguments"]
            if name in ("sendto", "write"):
                yield from self._said(arguments)
        else:
            found = ENDED.match(line)
            if not found:
                return
            thread, name = found["thread"], found["name"]
            arguments = self._begun.pop(thread) + found["arguments"]
        if int(found["result"]) >= 0:
            yield from self._done(thread, name, arguments, int(found["result"]), f"{found['result']}{found['rest']}")

    def _said(self, arguments: str) -> Iterator[Step]:
        descriptor = DESCRIPTOR.match(arguments)
        is_file = descriptor is None or _text(descriptor[2]).startswith("/")
        if not is_file and (output := ESCAPED.search(arguments)):
            yield Said(_bytes(output[1]))

    def _done(self, thread: str, name: str, arguments: str, result: int, rest: str) -> Iterator[Step]:
        if name in ("open", "openat", "creat"):
            yield from self._open(arguments, rest)
        elif name in ("fsync", "fdatasync"):
            _, node = self._opened(arguments)
            if node:
                number = self._syncs.pop(thread, len(node.edits))
                node.sync(number)
                yield Synced(node, number)
        elif name in ("write", "pwrite64", "ftruncate"):
            yield from self._edit(name, arguments, result)
        elif name in NOT_MODELLED:
            assert all(self._inside(found[2]) is None for found in DESCRIPTOR.finditer(arguments)), arguments
            assert all(path is None for path in self._paths(arguments)), arguments
        else:
            yield from self._rename(name, arguments)

    def _rename(self, name: str, arguments: str) -> Iterator[Step]:
        if name in ("mkdir", "mkdirat"):
            (path,) = self._paths(arguments)
            if path is not None:
                yield self._renamed(path.parent, Rename(None, path.name, Folder()))
        elif name in ("unlink", "unlinkat", "rmdir"):
            (path,) = self._paths(arguments)
            if path is not None:
                yield self._renamed(path.parent, Rename(path.name, None, self._at(path)))
        elif name in ("rename", "renameat", "renameat2"):
            old, new = self._paths(arguments)
            if old is not None or new is not None:
                assert old is not None, arguments
                assert new is not None, arguments
                assert old.parent == new.parent, "a file that moves to another folder is not modelled"
                yield self._renamed(old.parent, Rename(old.name, new.name, self._at(old)))

    def _renamed(self, folder: PurePosixPath, edit: Rename) -> Step:
        node = self.disk.node(folder)
        assert isinstance(node, Folder)
        node.edit(edit)
        return Changed(node, edit)

    def _at(self, path: PurePosixPath) -> File | Folder:
        node = self.disk.node(path)
        assert node is not None, path
        return node

    def _open(self, arguments: str, rest: str) -> Iterator[Step]:
        opened = DESCRIPTOR.match(rest)  # with the path that the system found
        path = self._inside(opened[2]) if opened else None
        if opened is None or path is None or "O_DIRECTORY" in arguments:
            return
        if self.disk.node(path) is None:
            assert "O_CREAT" in arguments, arguments
            yield self._renamed(path.parent, Rename(None, path.name, File()))
        node = self._at(path)
        if isinstance(node, Folder):
            return
        if "O_TRUNC" in arguments and node.length:
            edit = Truncate(0)
            node.edit(edit)
            yield Changed(node, edit)
        self._positions.pop((opened[1], node), None)
        if "O_APPEND" not in arguments:
            self._positions[opened[1], node] = 0

    def _edit(self, name: str, arguments: str, result: int) -> Iterator[Step]:
        number, node = self._opened(arguments)
        if not isinstance(node, File):
            return
        if name == "ftruncate":
            edit: Write | Truncate = Truncate(int(arguments.rpartition(",")[2]))
        else:
            written = ESCAPED.search(arguments)
            assert written is not None
            assert written[2] is None, "a write that is longer than the record shows"
            if name == "pwrite64":
                offset = int(arguments.rpartition(",")[2])
            else:
                offset = self._positions.get((number, node), node.length)
                if (number, node) in self._positions:
                    self._positions[number, node] = offset + result
            edit = Write(offset, _bytes(written[1])[:result])
        node.edit(edit)
        yield Changed(node, edit)

    def _opened(self, arguments: str) -> tuple[str, File | Folder | None]:
        """The descriptor that the call names first, and its file or folder; None if it is elsewhere or deleted."""
        found = DESCRIPTOR.match(arguments)
        path = self._inside(found[2]) if found and not found[3] else None
        return (found[1] if found else ""), None if path is None else self.disk.node(path)

    def _paths(self, arguments: str) -> list[PurePosixPath | None]:
        """The paths in a call's arguments; None for one elsewhere."""
        return [self._inside(found[1]) for found in ESCAPED.finditer(arguments)]

    def _inside(self, escaped: str) -> PurePosixPath | None:
        """A path below the folder, relative to it."""
        path = PurePosixPath(_text(escaped))
        return path.relative_to(self.folder) if path.is_relative_to(self.folder) else None
