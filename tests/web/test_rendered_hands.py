"""An unchanged hand is rendered once; any change to it renders it again."""

from collections.abc import Callable, Iterator

import pytest
from flask import Flask
from markupsafe import Markup

from scorekeeper.web.games.rendering import MadeOf, RenderedHandCache

Draw = Callable[[int], Markup]


@pytest.fixture
def drawings() -> list[int]:
    """The places that were rendered, in order."""
    return []


@pytest.fixture
def draw(drawings: list[int]) -> Draw:
    def hand(place: int) -> Markup:
        drawings.append(place)
        return Markup(f"drawing {len(drawings)}")

    return hand


@pytest.fixture(autouse=True)
def app() -> Iterator[Flask]:
    app = Flask("scorekeeper")
    with app.app_context():
        yield app


def hand(points: int) -> MadeOf:
    """A hand and its event, equal to any other with the same points."""
    return ([points], [f"{points} points"])


def test_unchanged_hand_is_not_rendered_again(draw: Draw, drawings: list[int]) -> None:
    hands, first, second = RenderedHandCache(), hand(50), hand(62)
    assert hands.drawn("game", [first], draw) == [Markup("drawing 1")]
    assert hands.drawn("game", [first, second], draw) == [Markup("drawing 1"), Markup("drawing 2")]
    assert drawings == [0, 1]


def test_hand_that_moved_up_is_not_rendered_again(draw: Draw, drawings: list[int]) -> None:
    hands, first, second, third = RenderedHandCache(), hand(50), hand(62), hand(71)
    hands.drawn("game", [first, second], draw)
    assert hands.drawn("game", [second, third], draw) == [Markup("drawing 2"), Markup("drawing 3")]
    assert drawings == [0, 1, 1]


def test_corrected_hand_and_later_ones_are_rendered_again(draw: Draw, drawings: list[int]) -> None:
    hands, first = RenderedHandCache(), hand(50)
    hands.drawn("game", [first, hand(62), hand(71)], draw)
    drawings.clear()
    hands.drawn("game", [first, hand(62), hand(71)], draw)  # equal, but not identical
    assert drawings == [1, 2]


def test_undone_hand_is_not_rendered(draw: Draw) -> None:
    hands, first, second = RenderedHandCache(), hand(50), hand(62)
    hands.drawn("game", [first, second], draw)
    assert hands.drawn("game", [first], draw) == [Markup("drawing 1")]
    assert hands.drawn("game", [], draw) == []


def test_other_sheet_is_rendered_separately(draw: Draw, drawings: list[int]) -> None:
    hands, first = RenderedHandCache(), hand(50)
    hands.drawn("game", [first], draw)
    hands.drawn("another", [first], draw)
    assert drawings == [0, 0]


def test_least_recently_used_sheet_is_dropped(draw: Draw, drawings: list[int]) -> None:
    hands, first = RenderedHandCache(most=2), hand(50)
    for game in ("old", "new", "old", "newest"):
        hands.drawn(game, [first], draw)
    drawings.clear()
    hands.drawn("old", [first], draw)
    assert drawings == []
    hands.drawn("new", [first], draw)
    assert drawings == [0]


def test_nothing_is_cached_with_template_auto_reload(app: Flask, draw: Draw, drawings: list[int]) -> None:
    app.jinja_env.auto_reload = True
    hands, first = RenderedHandCache(), hand(50)
    hands.drawn("game", [first], draw)
    hands.drawn("game", [first], draw)
    assert drawings == [0, 0]
