"""A place for game pages without a server: a URL shows its endpoint and values, ids are counted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import Any

from scorekeeper.core.game import GameState
from scorekeeper.core.pages import Finished, GameContext, PageContext, TableContext, View
from scorekeeper.core.pages.game import game_page
from scorekeeper.core.pages.setting_up.new_game import GamesTable, GameToBegin, name_checks


def address(endpoint: str, **values: object) -> str:
    """`/why.hand?game=g1&hand=2`."""
    query = "&".join(f"{name}={value}" for name, value in values.items() if value is not None)
    return f"/{endpoint}?{query}"


def draw(made_of: Any, depends_on: object, view_of: Callable[[int], View]) -> list[object]:
    """Each hand as its values."""
    return [view_of(index) for index in range(len(made_of))]


def not_shown() -> Any:
    """For values that this page must not look up."""
    raise AssertionError("this page looks up what it does not show")


def at_the_table(**other: Any) -> PageContext:
    """Game 7 of a table, read by a scorer without the pen."""
    ids = count(1)
    context = PageContext(
        table=TableContext("t1", "Thursday"),
        game=GameContext("g1", 7),
        may_write=True,
        address=address,
        new_id=lambda: f"id-{next(ids)}",
        draw_hands=draw,
        pen=lambda: "Ben’s phone has the pen.",
        finished=not_shown,
    )
    return replace(context, **other)


def signed_in(own_side: int | None) -> Callable[[], Finished]:
    """The codes of a finished game, on a phone that signs for this side."""
    return lambda: Finished("7F3-K2", "a receipt", own_side)


def page_of(state: GameState, query: dict[str, str] | None = None, **other: Any) -> dict[str, Any]:
    """The game page."""
    return game_page(state, at_the_table(**other), query or {})


def games_table(**other: Any) -> GamesTable:
    """A table of Ann, Ben, Cal and Dee that has not played yet, with Eve beside it and a limit of 40 minutes."""
    table = GamesTable(
        id="t1",
        address=address,
        agreed=("No phones.",),
        counts=True,
        last=None,
        played=(),
        to_begin=lambda _rules, _shape: GameToBegin(None, 40, ("Ann", "Ben", "Cal", "Dee")),
        presets=lambda _rules, _shape: [],
        names=lambda: name_checks(("Eve",), str.casefold, str.casefold),
        chips=lambda: ["Eve"],
        custom_games=lambda: [{"url": "/ours", "name": "Our own"}],
    )
    return replace(table, **other)
