"""All tournaments of a table: found by name, year and format, taken again, exported, and deleted once they are over."""

from __future__ import annotations

import pytest

from scorekeeper.rooms.tournaments.domain.log.events import TournamentEnded
from scorekeeper.rooms.tournaments.services.presets import start_like
from scorekeeper.rooms.tournaments.services.recording import record_event
from scorekeeper.storage.members import Role
from tests.rooms.tournaments.hall import Hall
from tests.rooms.tournaments.test_desk_roles import joined


@pytest.fixture
def playing(hall: Hall) -> Hall:
    """Eight teams in their first round."""
    hall.set_up()
    hall.pair()
    return hall


def more(hall: Hall, *names: str) -> list[str]:
    """Tournaments of the same table that were set up and never began."""
    with hall._as_director() as author:
        return [start_like(hall.id, name, author, people=True, teams=False)[0].id for name in names]


def ended(hall: Hall) -> None:
    with hall._as_director() as author:
        record_event(hall.id, lambda state: TournamentEnded(seq=state.seq + 1, reason="late"), author=author)


def cards(hall: Hall, query: str = "") -> list[str]:
    """The names on the archive, as it lists them."""
    page = hall.director.open(f"/tables/{hall.director_table}/tournaments?{query}")
    return [link.label for link in page.links if link.url.startswith("/tournaments/") and link.url.count("/") == 2]


def test_every_tournament_is_in_the_archive_and_the_running_one_stays_on_the_table(playing: Hall) -> None:
    more(playing, *(f"Winter {number}" for number in range(1, 8)))
    table = playing.director.open(f"/tables/{playing.director_table}")
    assert any(link.label.startswith("Harbour Open") for link in table.links), "older than five others, but running"
    assert [link.url for link in table.links if link.label.startswith("All tournaments")] == [
        f"/tables/{playing.director_table}/tournaments"
    ]
    found = cards(playing)
    assert len(found) == 8
    assert "In progress" in found[-1]
    assert [label for label in found if "Never began" in label] == found[:-1]


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("q=harbour", 1),
        ("q=WINTER 2", 1),
        ("q=summer", 0),
        ("q=WÍNTER", 2),
        ("q=cafe cup", 1),
        ("year=1999", 0),
        ("format=swiss", 4),
        ("format=fixtures", 0),
        ("format=nonsense", 4),
        ("page=2", 0),
        ("page=x", 4),
    ],
)
def test_archive_is_searched(playing: Hall, query: str, count: int) -> None:
    more(playing, "Winter 1", "Winter 2", "Café Cup")
    assert len(cards(playing, query)) == count


def test_tournament_that_never_began_is_deleted_after_a_question(playing: Hall) -> None:
    (other,) = more(playing, "Winter")
    playing.director.open(f"/tournaments/{other}/delete")
    assert "The games of its matches stay" in playing.director.page.text
    assert "is deleted" in playing.director.tap("Delete for ever").text
    assert [label.split()[0] for label in cards(playing)] == ["Harbour"]


def test_tournament_that_is_played_is_not_deleted_and_one_that_is_over_leaves_its_games(playing: Hall) -> None:
    playing.director.open(playing.at("delete"))
    assert "is played now; end it first" in playing.director.tap("Delete for ever").text
    assert len(cards(playing)) == 1
    ended(playing)
    assert "In progress" not in cards(playing)[0]
    assert cards(playing)[0].endswith(" win")
    playing.director.open(playing.at("delete"))
    gone = playing.director.tap("Delete for ever")
    assert "is deleted" in gone.text
    assert "No tournament yet" in gone.text


def test_watcher_finds_all_and_changes_nothing(playing: Hall) -> None:
    watcher = joined(playing, Role.WATCHER)
    page = watcher.open(f"/tables/{playing.director_table}/tournaments")
    assert "Harbour Open" in page.text
    assert not [link for link in page.links if link.url.endswith(("/delete", "/again", ".zip"))]
    watcher.open(playing.at("delete"), 403)
