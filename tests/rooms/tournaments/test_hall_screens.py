"""What a hall reads: standings with reasons and the cut, the grid, the bracket, the wall in each of its states."""

from __future__ import annotations

import re

import pytest

from scorekeeper.rooms.tournaments.domain.readers import short_name
from scorekeeper.rooms.tournaments.domain.setting_up.setup import FULL_NAMES, INITIALS
from scorekeeper.rooms.tournaments.pages.showing import wall
from tests.rooms.tournaments.hall import EIGHT, Hall
from tests.web.browsing import Phone

FULL = ("Ann Miller & Abe Fox", "Bea Moss & Ben Hill", "Cal Reed & Cleo Lake", "Dan West & Dot Park")


@pytest.fixture
def four(hall: Hall) -> Hall:
    """Four teams play winners against winners, then the best two a final; round 1 is done."""
    hall.set_up(EIGHT[:4], format="swiss", playoff="2", rounds="2", kept_on="paper")
    hall.pair()
    hall.play_round()
    return hall


def rows(hall: Hall, address: str = "standings") -> list[str]:
    """The rows of the table on a page, as text."""
    html = hall.director.open(hall.at(address)).html
    found = re.findall(r"<tr.*?</tr>", html, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]+>", " ", row).split()) for row in found]


def later(monkeypatch: pytest.MonkeyPatch, minutes: float) -> None:
    """The wall is opened these minutes later."""
    monkeypatch.setattr(wall, "milliseconds", lambda moment: int(moment.timestamp() * 1000 + minutes * 60_000))


def play_apart(hall: Hall) -> None:
    """Type a result for each open match, each by another margin, so that nobody is level."""
    for number, match in enumerate(hall.open_matches, start=1):
        hall.paper(match, 300, 300 - 40 * number)


# Standings


def test_standings_after_a_round_say_so(four: Hall) -> None:
    assert "after round 1 of 2" in four.director.open(four.at("standings")).text


def test_standings_in_a_round_count_the_tables_that_are_done(four: Hall) -> None:
    four.pair()
    four.paper(four.open_matches[0], 300, 200)
    assert "as it stands, 1 of 2 done" in four.director.open(four.at("standings")).text


def test_standings_draw_the_cut_below_the_last_who_goes_on(four: Hall) -> None:
    found = rows(four)
    assert found[3] == "Top 2 go to the playoff"
    assert found[1].startswith("1 ")
    assert found[4].startswith("3 ")


def test_standings_name_the_order_of_tie_breaks(four: Hall) -> None:
    assert "Level teams: the match between them, opponents’ wins" in four.director.open(four.at("standings")).text


def test_standings_mark_a_result_on_paper_and_a_bye(hall: Hall) -> None:
    hall.set_up(EIGHT[:3], format="swiss", playoff="0", rounds="2", kept_on="paper")
    hall.pair()
    hall.play_round()
    text = hall.director.open(hall.at("standings")).text
    assert "b: a bye · p: a result on paper" in text


def test_standings_before_a_result_give_no_reason(hall: Hall) -> None:
    hall.set_up(EIGHT[:4], format="swiss", playoff="0", rounds="2", kept_on="paper")
    hall.pair()
    assert "Level with" not in hall.director.open(hall.at("standings")).html
    assert "level with" not in hall.director.open(hall.at("standings")).html


def test_own_row_is_washed_on_a_players_phone(four: Hall) -> None:
    page = four.phone_of("Cal").open(four.at("standings"))
    [own] = re.findall(r'<tr class="own">.*?</tr>', page.html, re.DOTALL)
    assert "Cal &amp; Cleo" in own
    assert "you" in own


def test_later_stage_has_tabs_for_each_stage(four: Hall) -> None:
    four.pair()
    play_apart(four)
    four.pair()
    page = four.director.open(four.at("standings"))
    assert "Overall" in page.text
    assert "Top 2 go to the playoff" not in page.text
    page = four.director.open(four.at("standings?stage=1"))
    assert "Top 2 go to the playoff" in page.text


def test_grid_has_both_scores_of_a_match(hall: Hall) -> None:
    hall.set_up(EIGHT[:3], format="round-robin", playoff="0", kept_on="paper")
    hall.pair()
    match = next(match for match in hall.open_matches)
    hall.paper(match, 312, 248)
    text = hall.director.open(hall.at("standings?stage=1&show=grid")).text
    assert "312–248" in text
    assert "248–312" in text


def test_rotation_ranks_players_by_points(hall: Hall) -> None:
    players = ["Ann", "Ben", "Cleo", "Dot"]
    hall.set_up(players, format="rotation", playoff="0", rounds="3", kept_on="paper")
    hall.pair()
    hall.paper(hall.open_matches[0], 90, 140)
    found = rows(hall)
    assert found[0] == "Place Player Won Points"
    assert found[1].endswith("140")
    assert found[4].endswith("90")


# Names that everybody reads


@pytest.mark.parametrize(
    ("name", "shown"), [("Ann Miller", "Ann M."), ("Ann", "Ann"), ("Ann Maria van der Berg", "Ann B.")]
)
def test_short_name_is_a_first_name_and_an_initial(name: str, shown: str) -> None:
    assert short_name(name) == shown


def test_wall_has_first_names_and_initials(hall: Hall) -> None:
    hall.set_up(FULL, format="swiss", playoff="0", rounds="2", kept_on="paper")
    hall.pair()
    html = hall.director.open(hall.at("wall")).html
    assert "Ann M. &amp; Abe F." in html
    assert "Miller" not in html


def test_player_and_desk_read_full_names(hall: Hall) -> None:
    hall.set_up(FULL, format="swiss", playoff="0", rounds="2", kept_on="paper")
    hall.pair()
    assert "Ann Miller & Abe Fox" in hall.director.open(hall.at("standings")).text
    assert "Ann Miller & Abe Fox" in hall.phone_of("Cal Reed").open(hall.at("tables")).text


@pytest.mark.parametrize("names", [FULL_NAMES, INITIALS])
def test_player_who_is_a_number_only_is_named_at_the_desk_alone(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, names: str
) -> None:
    hall.set_up(FULL, format="swiss", playoff="0", rounds="1", kept_on="paper")
    hall.director.open(hall.at("settings"))
    hall.director.submit(hall.director.page.form_with("names"), None, names=names)
    hall.director.open(hall.at(f"teams/{hall.team('Ann Miller & Abe Fox')}"))
    hall.director.tap("Call Ann Miller by number")
    hall.pair()
    assert "Ann Miller" in hall.director.open(hall.at("desk")).text
    cal = hall.phone_of("Cal Reed")
    later(monkeypatch, 6)

    def read(phone: Phone, *pages: str) -> None:
        for page in pages:
            text = phone.client.get(hall.at(page)).text
            assert "Miller" not in text, page
            assert "Ann" not in text, page
            assert "Player 1" in text, page

    read(hall.director, "wall", "print/pairings", "print/sheets", "print/standings")
    read(cal, "tables", "standings", "matches.csv", "standings.csv")
    hall.play_round(FULL)
    hall.director.open(hall.at("rounds/end"))
    hall.director.tap("End the tournament")
    read(hall.director, "podium", "podium/card.svg")


def test_watcher_reads_first_names_and_initials(hall: Hall) -> None:
    hall.set_up(FULL, format="swiss", playoff="0", rounds="2", kept_on="paper")
    hall.pair()
    hall.director.open(f"/tables/{hall.director_table}/share?role=watcher")
    link = re.search(r'id="link"[^>]* value="https?://[^/]+([^"]+)"', hall.director.page.html)
    assert link is not None
    watcher = hall.new_phone()
    watcher.open(link[1])
    for page in ("standings", "tables", "matches.csv", "standings.csv", "wall"):
        text = watcher.client.get(hall.at(page)).text
        assert "Ann M." in text, page
        assert "Miller" not in text, page


# The wall


def test_wall_before_the_first_round_has_the_code_to_sign_up(hall: Hall) -> None:
    hall.set_up(EIGHT[:3], format="swiss", playoff="0", rounds="2")
    page = hall.director.open(hall.at("wall"))
    assert "Scan to sign up" in page.text
    assert "3 teams are here" in page.text
    assert "Ann & Abe" in page.text


def test_new_pairing_is_large_for_a_minute_then_with_totals_and_names(
    four: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    four.pair()
    four.paper(four.open_matches[0], 312, 248)
    html = four.director.open(four.at("wall")).html
    assert "large" in html
    assert ">312<" not in html
    later(monkeypatch, 1.5)
    page = four.director.open(four.at("wall"))
    assert ">312<" in page.html
    assert "large" not in page.html
    assert "By name" in page.text
    assert "Standings 1–4" in page.text


def test_standings_that_nobody_has_played_for_wait_five_minutes(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    hall.set_up(EIGHT[:4], format="swiss", playoff="0")
    hall.pair()
    later(monkeypatch, 1.5)
    assert "Standings" not in hall.director.open(hall.at("wall")).text
    later(monkeypatch, 6)
    assert "Standings 1–4" in hall.director.open(hall.at("wall")).text


def test_wall_has_no_clock_once_all_tables_are_done(four: Hall) -> None:
    four.pair()
    assert "Starts soon" in four.director.open(four.at("wall")).text
    play_apart(four)
    page = four.director.open(four.at("wall"))
    assert "Starts soon" not in page.text
    assert 'role="timer"' not in page.html


def end(hall: Hall) -> None:
    """Play all that is left, to the podium."""
    while not hall.director.open(hall.at("desk")).text.count("Podium"):
        hall.pair()
        hall.play_round(EIGHT)
    hall.director.tap("Podium")


def test_nothing_is_left_over_once_the_tournament_is_over(hall: Hall) -> None:
    hall.set_up(EIGHT[:4], format="double-elimination", kept_on="paper")
    hall.pair()
    hall.play_round()
    end(hall)
    for kind in ("bracket", "podium"):
        assert "losses ·" not in hall.director.open(hall.at(f"wall?show={kind}")).text
    page = hall.director.open(hall.at("desk"))
    assert not hall.director.can_tap("Start")
    assert not hall.director.can_tap("+5 min")
    page = hall.director.open(hall.at("bracket"))
    assert page.html.count(">Final</a>") <= 1
    assert "Second final" not in page.html.split("</nav>")[0]


def test_done_counts_no_bye(hall: Hall) -> None:
    hall.set_up(EIGHT[:3], format="swiss", playoff="0")
    hall.pair()
    hall.play_round()
    page = hall.director.open(hall.at("desk"))
    assert "1 done" in page.text
    assert "2 done" not in page.text


def test_hands_of_a_tournament_are_said_only_if_all_are_known(hall: Hall) -> None:
    hall.set_up(EIGHT[:4], format="single-elimination", kept_on="paper")
    hall.pair()
    first, second = hall.open_matches
    hall.paper(first, 300, 200)
    hall.director.open(hall.at(f"desk/matches/{second.id}"))
    form = hall.director.page.form_with("first")
    hall.director.submit(form, None, 200, first="300", second="210", hands="4", signed="yes")
    end(hall)
    assert "hands" not in hall.director.open(hall.at("podium")).text


@pytest.mark.parametrize(
    ("tables", "letters", "expected"),
    [(24, 15, ("grid-24", 24)), (24, 24, ("grid-12 long", 12)), (16, 24, ("grid-16", 16)), (12, 24, ("grid-12", 12))],
)
def test_long_names_have_fewer_tables_beside_them(tables: int, letters: int, expected: tuple[str, int]) -> None:
    assert wall.grid_for(tables, letters) == expected


def test_wall_says_until_when_it_stays_as_it_is(four: Hall) -> None:
    four.pair()
    html = four.director.open(four.at("wall")).html
    changes = re.search(r'data-changes="(\d+)"', html)
    assert changes is not None
    assert int(changes[1]) == four.state.rounds[1].published_at + wall.LARGE_FOR


def test_wall_without_scripts_goes_on_to_the_next_view(four: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    four.pair()
    later(monkeypatch, 6)
    first = four.director.open(four.at("wall"))
    assert 'content="12; url=' in first.html
    assert "turn=1" in first.html
    shown = [re.findall(r'<section[^>]*data-view[^>]*>', four.director.open(four.at(f"wall?turn={turn}")).html)
             for turn in range(3)]  # fmt: skip
    assert [[" hidden" in section for section in page].index(False) for page in shown] == [0, 1, 2]


def test_wall_keeps_one_kind_of_view(four: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    four.pair()
    later(monkeypatch, 6)
    html = four.director.open(four.at("wall?show=names")).html
    assert html.count("data-view ") == 1
    assert "data-kept" in html
    assert four.director.open(four.at("wall?show=nothing")).html.count("data-view ") == 3


def test_wall_paused_says_at_which_time(four: Hall) -> None:
    four.pair()
    four.director.open(four.at("desk"))
    four.director.tap("Start")
    four.director.tap("Pause")
    assert re.search(r"Paused at (40:00|39:5\d)", four.director.open(four.at("wall")).text)


def test_wall_at_time_says_to_finish_the_hand(four: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    four.pair()
    four.director.open(four.at("desk"))
    four.director.tap("Start")
    later(monkeypatch, 41)
    page = four.director.open(four.at("wall"))
    assert "time-up" in page.html
    assert "Finish the hand you’re in" in page.text


def test_wall_shows_the_desks_message_to_all(four: Hall) -> None:
    director = four.director
    director.open(four.at("desk"))
    director.submit(director.page.form_with("text"), None, 200, text="Lunch at noon")
    assert "Lunch at noon" in director.open(four.at("wall")).text
    director.open(four.at("desk"))
    director.tap("Take the message away")
    assert "Lunch at noon" not in director.open(four.at("wall")).text


def test_wall_marks_a_table_that_is_done(four: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    four.pair()
    four.paper(four.open_matches[0], 312, 248)
    later(monkeypatch, 2)
    page = four.director.open(four.at("wall?show=tables"))
    assert page.html.count("wall-cell over") == 1
    assert "1 of 2 tables done" in page.text


def test_last_table_stands_alone_on_the_wall(four: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    four.pair()
    play_apart(four)
    four.pair()
    later(monkeypatch, 6)
    page = four.director.open(four.at("wall"))
    assert "Last table" in page.text
    four.play_round()
    four.director.open(four.at("desk"))
    four.director.tap("Podium")
    page = four.director.open(four.at("wall"))
    assert "Podium" in page.text
    assert "place-1" in page.html


def test_version_for_the_hall_changes_with_a_result(four: Hall) -> None:
    four.pair()
    client = four.director.client
    version = client.get(four.at("hall/version")).headers["ETag"]
    assert client.get(four.at("hall/version"), headers={"If-None-Match": version}).status_code == 304
    four.paper(four.open_matches[0], 312, 248)
    assert client.get(four.at("hall/version"), headers={"If-None-Match": version}).status_code == 200


# The bracket


def test_bracket_before_the_draw(hall: Hall) -> None:
    hall.set_up(EIGHT[:4], format="single-elimination", kept_on="paper")
    assert "Not drawn yet" in hall.director.open(hall.at("bracket")).text


def test_bracket_has_all_rounds_and_where_winners_come_from(hall: Hall) -> None:
    hall.set_up(EIGHT, format="single-elimination", kept_on="paper")
    hall.pair()
    page = hall.director.open(hall.at("bracket"))
    assert [title for title in ("Quarter-finals", "Semi-finals", "Final") if title in page.text] == [
        "Quarter-finals",
        "Semi-finals",
        "Final",
    ]
    assert "Winner of table 1" in page.text
    assert page.text.count("Winner of a semi-final") == 2
    assert "Winner: semi-final" in page.text
    assert "Winner of round" not in page.text
    assert page.html.count('class="bracket-match') == 7


def test_bracket_shows_a_players_way_to_the_final(hall: Hall) -> None:
    hall.set_up(EIGHT, format="double-elimination", kept_on="paper")
    hall.pair()
    match = hall.open_matches[0]
    player, other = hall.names(match)[0].split(" & ")[0], hall.names(match)[1]
    page = hall.phone_of(player).open(hall.at("bracket"))
    assert "Your way to the final" in page.text
    assert f"Now, table 1: {other}" in page.text
    assert "Winner of table 2" in page.text
    assert "No losses" in page.text
    assert "One loss" in page.text


def test_bracket_says_where_winner_and_loser_go(hall: Hall) -> None:
    hall.set_up(EIGHT[:4], format="double-elimination", kept_on="paper")
    hall.pair()
    text = hall.director.open(hall.at("bracket")).text
    assert "Winner: round 2" in text
    assert "Loser: round 2" in text


def test_walkover_is_called_so(hall: Hall) -> None:
    hall.set_up(EIGHT[:4], format="round-robin", playoff="0")
    hall.pair()
    hall.play_round(EIGHT[:4])
    hall.director.open(hall.at("teams/4"))
    hall.director.tap("Drops out")
    hall.pair()
    (free,) = [match for match in hall.state.matches.values() if match.pairing.is_bye]
    assert "Walkover" in hall.director.open(hall.at(f"desk/matches/{free.id}")).text


def test_walkover_after_a_double_forfeit_is_no_bye(hall: Hall) -> None:
    hall.set_up(EIGHT[:4], format="single-elimination", kept_on="paper")
    hall.pair()
    first, second = hall.open_matches
    hall.director.open(hall.at(f"desk/matches/{first.id}"))
    hall.director.tap("Both")
    hall.director.tap("Record the forfeit")
    hall.paper(second, 300, 200)
    page = hall.director.open(hall.at("bracket"))
    assert "Walkover" in page.text
    assert "Bye" not in page.text


def test_bye_in_the_bracket(hall: Hall) -> None:
    hall.set_up(EIGHT[:3], format="single-elimination", kept_on="paper")
    hall.pair()
    assert "Bye" in hall.director.open(hall.at("bracket")).text


def test_bracket_of_a_playoff_follows_the_rounds(four: Hall) -> None:
    assert "Bracket" not in four.director.open(four.at("standings")).text
    four.pair()
    play_apart(four)
    four.pair()
    page = four.director.open(four.at("bracket"))
    assert page.html.count('class="bracket-match') == 1


# Hidden until the end


def test_hidden_standings_stay_hidden_everywhere(four: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    four.set(hide_standings=True)
    four.pair()
    four.paper(four.open_matches[0], 312, 248)
    ann = four.phone_of("Ann")
    assert "Not shown until the end" in ann.open(four.at("standings")).text
    assert ann.client.get(four.at("standings.csv")).status_code == 403
    later(monkeypatch, 6)
    page = ann.open(four.at("wall"))
    assert "Standings" not in page.text
    assert ">312<" not in page.html


# Print


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("what", ["cards", "pairings", "sheets", "standings"])
def test_prints_on_a4_and_letter(four: Hall, what: str, paper: str) -> None:
    html = four.director.open(four.at(f"print/{what}?paper={paper}")).html
    assert f"on-paper {paper}" in html


def test_print_menu_offers_what_there_is(four: Hall) -> None:
    text = four.director.open(four.at("print")).text
    assert "Table cards" in text
    assert "Bracket" not in [link.label for link in four.director.page.links]
    assert "Cards for players" not in text
    four.director.open(four.at("print/players"), 404)
    four.director.open(four.at("print/nothing"), 404)


def test_printed_card_leads_a_phone_to_its_table(four: Hall) -> None:
    four.pair()
    html = four.director.open(four.at("print/cards")).html
    assert html.count('class="qr"') == 2


def test_sheet_is_headed_with_the_match(four: Hall) -> None:
    four.pair()
    page = four.director.open(four.at("print/sheets"))
    text = page.text
    assert "Table 1 · Round 2 · Harbour Open" in text
    assert "Play to 300 · 40 minutes" in text
    match = four.open_matches[0]
    assert f"Signed by {four.names(match)[0]}" in text
    assert text.count("Winner") == 4  # a box for each side of both matches
    for player in four.names(match)[0].split(" & "):
        assert f"<bdi>{player}</bdi></th>" in page.html  # a column for each bid, so that a nil fits
    assert "Tick the small box of a blind bid." in text


def test_card_of_a_player_has_every_round_with_another_partner(hall: Hall) -> None:
    players = ["Ann", "Ben", "Cleo", "Dot", "Eve", "Fay", "Gus", "Ida"]
    hall.set_up(players, format="rotation", playoff="0", kept_on="paper")
    hall.pair()
    html = hall.director.open(hall.at("print/players")).html
    cards = re.findall(r'<li class="paper-card player-card">.*?</li>', html, re.DOTALL)
    assert len(cards) == 8
    partners = re.findall(r"<td><bdi>(\w+)</bdi></td>", cards[0])
    assert sorted(partners) == sorted(set(players) - {"Ann"})
    taken = {(row, table, seat) for card in cards for row, table, seat in re.findall(
        r'<tr><th scope="row">(\d+)</th><td>(\d+)</td><td>(\w)</td>', card)}  # fmt: skip
    assert len(taken) == 8 * 7


def test_bracket_prints(hall: Hall) -> None:
    hall.set_up(EIGHT[:4], format="double-elimination", kept_on="paper")
    hall.pair()
    assert "across-paper" in hall.director.open(hall.at("print/bracket")).html


# Files


def test_matches_and_standings_are_files(four: Hall) -> None:
    for name in ("matches", "standings"):
        answer = four.director.client.get(four.at(f"{name}.csv"))
        assert answer.mimetype == "text/csv"
        assert f"Harbour_Open-{name}.csv" in answer.headers["Content-Disposition"]
        assert "Ann & Abe" in answer.text
