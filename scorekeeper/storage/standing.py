"""Where a game stands, kept beside it for lists; the entries can always give it anew."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.storage.models import PLAYING


@dataclass(frozen=True, slots=True)
class Standing:
    """Whether the game is still played, why it ended if it did, and a summary of the caller's making."""

    status: str = PLAYING
    ended_by: str | None = None
    summary: Mapping[str, Any] = field(default_factory=dict)
