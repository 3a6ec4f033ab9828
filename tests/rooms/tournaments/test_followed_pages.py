"""A followed page is current once drawn, and hears of every change; one that asks something follows nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.rooms.tournaments.hall import EIGHT, Hall

TEMPLATES = Path(__file__).parents[3] / "templates"
DESK = ("desk", "teams")
HALL = ("standings", "tables", "bracket", "wall")
FOLD = re.compile(r"<details[^>]*>")
VERSION, FOLLOW = re.compile(r'data-version="([^"]*)"'), re.compile(r'data-follow="([^"]*)"')


@pytest.fixture
def played(hall: Hall) -> Hall:
    """Four teams with a first result: hands and results are part of the versions."""
    hall.set_up(EIGHT[:4], format="single-elimination", kept_on="paper")
    hall.pair()
    hall.paper(hall.open_matches[0], 300, 100)
    return hall


def followed(html: str) -> tuple[str, str]:
    """The version of a page, and the address that it asks for the version now."""
    version, address = VERSION.search(html), FOLLOW.search(html)
    assert version is not None
    assert address is not None
    return version[1], address[1]


def status(hall: Hall, page: str) -> tuple[int, int]:
    """How the server answers a page that asks for news: right after it was drawn, and after another result."""
    version, address = followed(hall.director.open(hall.at(page)).html)
    ask = {"If-None-Match": f'"{version}"'}
    before = hall.director.client.get(address, headers=ask).status_code
    hall.paper(hall.open_matches[0], 300, 200)
    return before, hall.director.client.get(address, headers=ask).status_code


@pytest.mark.parametrize("page", [*DESK, *HALL, "my-match"])
def test_followed_page_is_current_until_something_changes(played: Hall, page: str) -> None:
    assert status(played, page) == (304, 200)


def test_question_about_names_follows_nothing_until_it_is_answered(hall: Hall) -> None:
    hall.set_up(["Meken & Bea", "Cal & Cleo"], kept_on="paper")
    page = hall.paste(["Mekem & Dot"])
    assert "Mekem looks like Meken." in page.text
    assert "data-follow" not in page.html
    assert "data-follow" in hall.director.tap("Add all the same").html


def test_every_fold_has_an_id_by_which_it_stays_open() -> None:
    folds = [(path.name, fold) for path in TEMPLATES.rglob("*.html") for fold in FOLD.findall(path.read_text())]
    assert folds
    assert [(name, fold) for name, fold in folds if " id=" not in fold] == []
