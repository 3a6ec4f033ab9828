"""Files that hold games: made for the account that runs the app, and for no other one of the machine."""

from __future__ import annotations

import os
from pathlib import Path

OWNER_ALONE = 0o600


def make_private(path: Path) -> None:
    """Make an empty file that its owner alone reads and writes; a file that is there stays as it is."""
    os.close(os.open(path, os.O_CREAT | os.O_WRONLY, OWNER_ALONE))
