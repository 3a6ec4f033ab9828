from __future__ import annotations

from typing import Any

CACHES: tuple[Any, ...] = ()
"""What the room keeps in memory, which is forgotten before each test."""
