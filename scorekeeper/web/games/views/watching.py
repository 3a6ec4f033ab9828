"""What a watcher's game page leaves out: everything that writes."""

from collections.abc import Mapping
from typing import Any

View = dict[str, Any]


def for_watcher(page: Mapping[str, Any]) -> View:
    """The game page without the keys, buttons and links that a watcher's role does not press."""
    bar = {**page["bar"], "undo": None, "redo": None}
    menu = [item for item in page["menu"] if "action" not in item and not item.get("writes")]
    return {**page, "bar": bar, "menu": menu, "watching": True}
