"""Games that are taken along from a phone without a server, in words."""

from __future__ import annotations

from scorekeeper.core.pages import View
from scorekeeper.core.pages.ending.carry import carried_words, carry_view, handed_words, record_lines, take_back_words
from scorekeeper.core.pages.ending.copies import copies_view
from tests.core.game.games import BIG, EVEN, partnership, play


def test_game_that_comes_to_a_phone_is_said_in_a_line() -> None:
    assert carried_words(partnership()) == "Ann & Cal 0 and Ben & Dee 0 · 0 hands"
    assert carried_words(play(partnership(), EVEN)) == "Ann & Cal 70 and Ben & Dee 51 · 1 hand"
    assert carried_words(play(partnership(), BIG)) == "Ann & Cal 130 and Ben & Dee \u221220 · 1 hand"


def test_page_has_the_record_the_link_and_who_played() -> None:
    page = carry_view(play(partnership(), EVEN), "a record", 3, "/take#k")
    assert (page["record"], page["games"], page["handing"]) == ("a record", 3, "/take#k")
    assert page["players"] == ["Ann", "Cal", "Ben", "Dee"]
    over = carry_view(play(partnership(), BIG, BIG, BIG, BIG), "a record", 1, "")
    assert "520" in str(over["lines"])


def test_record_has_its_tags_and_a_line_for_each_hand() -> None:
    lines = record_lines(play(partnership(), EVEN, EVEN), "7F3", "2026-11-27T20:00:00Z", "1")
    text = "\n".join(lines)
    assert '"2026-11-27T20:00:00Z"' in text
    assert '[Result "140 : 102"]' in text
    assert sum("70 : 51 |" in line for line in lines) == 2
    assert "2026" not in "\n".join(record_lines(partnership(), "7F3", None, "1"))


def test_phone_says_who_goes_on_with_a_game() -> None:
    assert handed_words("Eve") == "Eve goes on with this game."
    assert handed_words("") == "Another phone goes on with this game."
    assert take_back_words() == "Take it back"


def test_two_copies_of_a_game_are_shown_hand_by_hand() -> None:
    here, there = play(partnership(), EVEN, EVEN), play(partnership(), EVEN, BIG, EVEN)
    view = copies_view(here, there, is_server=True)
    assert (view["same"], view["there"]) == (1, "On the server")
    rows = {str(row["title"]): row for row in rows_of(view)}
    assert list(rows) == ["Hand 2", "Hand 3", "Bids of the next hand", "Total"]
    assert rows["Hand 2"]["here"] != rows["Hand 2"]["there"]
    assert rows["Hand 3"]["here"] == []
    assert "140" in str(rows["Total"]["here"])


def test_copies_that_are_the_same_have_totals_only() -> None:
    state = play(partnership(), EVEN)
    assert [row["title"] for row in rows_of(copies_view(state, state, is_server=False))] == ["Total"]


def rows_of(view: View) -> list[View]:
    rows = view["rows"]
    assert isinstance(rows, list)
    return rows
