"""The phone's module as files: those of the wheel, or built into a folder under the hash of their sources."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from scorekeeper.compiler.versions import PACKAGE, fingerprint

PARTS = ("phone", "pages", "along", "outbox", "new_game", "answers")
"""What a phone loads first, for the game page with all rules; a game's other pages; what takes games along, when asked

for; what sends taps, on every page; what begins a game; and what answers the questions of a table, when asked for.
"""


AHEAD = PACKAGE / "built"
"""The folder of the files in a wheel; a checkout has none."""


def built(folder: Path, templates: Path) -> dict[str, Path]:
    """The files of the current module, such as `phone.js`.

    Raises `Refused` for source that the compiler does not know, and OSError if the folder cannot be written.
    """
    version = fingerprint(templates)
    ahead = _files(AHEAD, version)
    return ahead if _exist(ahead) else cached_files(folder, version, lambda: _build(templates))


def _build(templates: Path) -> list[str]:
    """Compile, which takes a minifier that only a checkout has."""
    from scorekeeper.compiler.sources import build  # noqa: PLC0415

    return build(templates)


def build_apart(folder: Path, templates: Path) -> None:
    """Build the files unless they exist, in a process of its own: a thread would slow down the server's answers."""
    version = fingerprint(templates)
    if not _exist(_files(AHEAD, version)) and not _exist(_files(folder, version)):
        command = [sys.executable, "-m", __name__, str(folder), str(templates)]
        nowhere = subprocess.DEVNULL
        subprocess.run(command, cwd=PACKAGE.parent, stdout=nowhere, stderr=nowhere, check=False)


def cached_files(folder: Path, version: str, make: Callable[[], list[str]]) -> dict[str, Path]:
    """The files of this version, created if one is missing. Those of older versions are deleted."""
    files = _files(folder, version)
    if not _exist(files):
        for file, text in zip(files.values(), make(), strict=True):
            fresh = folder / f"{file.name}.{os.getpid()}"
            fresh.write_text(text, "utf-8")
            fresh.replace(file)  # atomic: another process may be reading it
        for part in PARTS:
            for old in folder.glob(f"{part}-*.js"):
                if old not in files.values():
                    old.unlink(missing_ok=True)
    return files


def _files(folder: Path, version: str) -> dict[str, Path]:
    return {f"{part}.js": folder / f"{part}-{version}.js" for part in PARTS}


def _exist(files: dict[str, Path]) -> bool:
    return all(file.is_file() for file in files.values())


if __name__ == "__main__":
    if sys.platform != "win32":
        os.nice(10)
    built(Path(sys.argv[1]), Path(sys.argv[2]))
