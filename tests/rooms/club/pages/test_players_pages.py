"""Players: the list with its records, one player, two players, and two names of one player."""

import re
from datetime import timedelta

import pytest
from flask import Flask
from selectolax.lexbor import LexborHTMLParser

from scorekeeper.rooms.club.pages.players import figures, leaderboard, ratings
from scorekeeper.rooms.club.services import statistics
from scorekeeper.storage.database import write_transaction
from scorekeeper.storage.models import Game
from scorekeeper.web import players
from tests.paper_game import paper_sheet
from tests.tables import sheet_of
from tests.web.browsing import Page, Phone
from tests.web.record import between, table_with

BIG = "Ann 9 took 9, Ben 1 took 4"


def follow(phone: Phone, label: str) -> str:
    link = next(link for link in phone.page.links if link.label.startswith(label))
    return phone.open(link.url).text


def leaders(phone: Phone, url: str) -> list[list[str]]:
    """The lines of the leaderboard: rank, if there is one, name and figures."""
    rows = LexborHTMLParser(phone.open(url).html).css(".leaders tbody tr")
    return [[text for cell in row.css(".rank, th a, td") if (text := cell.text(strip=True))] for row in rows]


def begin_earlier(app: Flask, game: str, earlier: timedelta) -> None:
    with app.app_context(), write_transaction() as session:
        found = session.get_one(Game, game.rpartition("/")[2])
        found.created -= earlier


def test_players_are_ranked_by_the_heading_that_is_tapped_from_the_least_games(app: Flask, phone: Phone) -> None:
    few = [between("Cal", "Ben", BIG) for _ in range(4)]
    table, _ = table_with(app, phone, *(between("Ann", "Ben") for _ in range(5)), *few)
    players = f"{table}/players?from=5"
    assert [row[:4] for row in leaders(phone, f"{players}&sort=won")] == [
        ["1", "Ann", "5", "100%"],
        ["2", "Ben", "9", "0%"],
        ["Fewer than 5 games"],
        ["Cal", "4", "100%", "–"],
    ]
    assert [row[:2] for row in leaders(phone, f"{players}&sort=games")][:2] == [["1", "Ben"], ["2", "Ann"]]
    assert [row[0] for row in leaders(phone, f"{players}&sort=name")] == ["Ann", "Ben", "Cal"]
    assert leaders(phone, f"{players}&sort=luck&page=x") == leaders(phone, players)
    assert leaders(phone, f"{players}&page=7") == []


def test_least_games_can_be_more_or_fewer(app: Flask, phone: Phone) -> None:
    table, _ = table_with(app, phone, *(between("Ann", "Ben") for _ in range(10)))
    assert [row[:2] for row in leaders(phone, f"{table}/players")] == [["1", "Ann"], ["2", "Ben"]]
    assert "Ranked from − fewer games 10 games+ more games" in phone.page.text
    more = next(link.url for link in phone.page.links if "more games" in link.label)
    assert leaders(phone, more)[0] == ["Fewer than 20 games"]
    for least, ways in ((1, [False, True]), (100, [True, False])):
        phone.open(f"{table}/players?from={least}")
        assert [any(way in link.label for link in phone.page.links) for way in ("fewer games", "more games")] == ways


def test_nobody_is_asked_from_how_many_games_below_ten(app: Flask, phone: Phone) -> None:
    table, _ = table_with(app, phone, *(between("Ann", "Ben") for _ in range(5)))
    assert leaders(phone, f"{table}/players")[0] == ["Fewer than 10 games"]
    assert "Ranked from" not in phone.page.text
    assert [row[:2] for row in leaders(phone, f"{table}/players?from=5")] == [["1", "Ann"], ["2", "Ben"]]
    assert "Ranked from" in phone.page.text


def test_leaderboard_fills_several_pages(app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    table, _ = table_with(app, phone, between("Ann", "Ben", BIG), between("Cal", "Dee", BIG))
    monkeypatch.setattr(leaderboard, "PAGE_SIZE", 3)
    found = [leaders(phone, f"{table}/players?sort=name")]
    found.append(leaders(phone, next(link.url for link in phone.page.links if link.label == "More players")))
    assert [[row[0] for row in rows] for rows in found] == [["Ann", "Ben", "Cal"], ["Dee"]]
    assert not phone.can_tap("More players")
    assert phone.can_tap("First page")


def test_ratings_come_first_and_say_which_places_are_likely(app: Flask, phone: Phone) -> None:
    table, _ = table_with(app, phone, *(between("Ann", "Ben") for _ in range(11)))
    first, second = leaders(phone, f"{table}/players")
    assert (first[:5], second[:4]) == (["1", "Ann", "11", "100%", "–"], ["2", "Ben", "11", "0%"])
    assert re.fullmatch(r"▲rising\d,\d{3}probably1st", first[-1].replace(" ", ""))
    assert second[-1].startswith("▼falling")
    text = follow(phone, "Ann")
    assert "probably 1st of 2" in text
    assert "±" not in text
    assert "in ten games" in text
    assert "" not in [link.url for link in phone.page.links], "each leads somewhere, as that of the last game"


def test_player_left_out_of_rankings_has_no_figure_there(app: Flask, phone: Phone) -> None:
    table, _ = table_with(app, phone, *(between("Ann", "Ben") for _ in range(11)))
    phone.open(f"{table}/players")
    follow(phone, "Ann")
    form = next(form for form in phone.page.forms if form.action.endswith("/ranked"))
    assert "Ann is left out of rankings" in phone.submit(form).text
    assert "probably" not in phone.page.text
    assert "beyond expectation" not in phone.page.text
    for query in ("", "?sort=won", "?sort=name", "?period=night"):
        assert [row[1] for row in leaders(phone, f"{table}/players{query}") if len(row) > 1] in (["Ben"], ["11"]), query
    assert "Ann" not in phone.open(f"{table}/players").text.split("Table records")[-1].split("Members and visitors")[0]
    phone.open(form.action.removesuffix("/ranked"))
    form = next(form for form in phone.page.forms if form.action.endswith("/ranked"))
    assert "Ann is ranked again" in phone.submit(form).text
    assert "probably 1st of 2" in phone.page.text


def test_nobody_is_told_chances_before_fifty_games(app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = sheet_of("partnership", "Ann 4 and Cal 3 took 8, Ben 3 and Dee 2 took 5", closed="late")
    table, _ = table_with(app, phone, *(pairs for _ in range(6)))
    phone.open(f"{table}/players")
    text = follow(phone, "Ann")
    assert "Last game +" in text
    assert not any(words in text for words in ("expected", "expectation", "emistry"))
    for module in (figures, ratings):
        monkeypatch.setattr(module, "KNOWN", 6)
    text = phone.open(phone.page.url).text
    assert re.search(r"Last game \+\d+, win expected at \d+%", text)
    assert re.search(r"Cal chemistry \+\d+%", text)
    assert re.search(r"Ben \+\d+% beyond expectation", text)
    assert "what the ratings expect, after 6 games." in text
    monkeypatch.setattr(ratings, "KNOWN", 7)
    assert "expected" not in phone.open(phone.page.url).text


def test_equal_players_share_a_rank_and_the_next_one_is_skipped(app: Flask, phone: Phone) -> None:
    games = [between("Ann", "Ben") for _ in range(5)] + [between("Cal", "Dee") for _ in range(6)]
    table, _ = table_with(app, phone, *games)
    assert [row[:2] for row in leaders(phone, f"{table}/players?sort=won&from=5")] == [
        ["1", "Cal"],
        ["1", "Ann"],
        ["3", "Dee"],
        ["3", "Ben"],
    ]


def test_partners_and_opponents_of_a_player_fill_several_pages(
    app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, _ = table_with(app, phone, *(between("Ann", other) for other in ("Ben", "Ben", "Cal", "Dee")))
    monkeypatch.setattr(figures, "COMPANY", 2)
    (ann,) = {link.url for link in phone.open(f"{table}/players").links if link.label == "Ann"}
    assert company(phone, ann) == ["Ben", "Cal"]
    assert [link.label for link in phone.page.links if link.label in PAGES] == ["More players"]
    assert company(phone, f"{ann}?page=1") == ["Dee"]
    assert [link.label for link in phone.page.links if link.label in PAGES] == ["First page"]


PAGES = ("First page", "More players")


def company(phone: Phone, url: str) -> list[str]:
    """Everyone in the lists of partners and of opponents on a player's page."""
    return [name.text() for name in LexborHTMLParser(phone.open(url).html).css(".players-table bdi")]


def test_a_long_word_in_a_name_has_a_line_of_its_own(app: Flask, phone: Phone) -> None:
    """Beside the figures a narrow phone would break it in the middle."""
    table, _ = table_with(app, phone, between("Bartholomew", "Ekaterina", BIG))
    rows = LexborHTMLParser(phone.open(f"{table}/players").html).css(".leaders tbody tr")
    long = {name.text(): "long" in (row.attributes["class"] or "") for row in rows if (name := row.css_first("bdi"))}
    assert long == {"Bartholomew": True, "Ekaterina": False}


def test_leaderboard_of_a_period_counts_only_its_games(app: Flask, phone: Phone) -> None:
    table, games = table_with(app, phone, *(between("Ann", "Ben") for _ in range(4)), between("Cal", "Ben", BIG))
    for game in games[:2]:
        begin_earlier(app, game, timedelta(days=40))
    assert [row[:3] for row in leaders(phone, f"{table}/players?sort=won&from=5")] == [
        ["1", "Ben", "5"],
        ["Fewer than 5 games"],
        ["Ann", "4", "100%"],
        ["Cal", "1", "100%"],
    ]
    assert [row[:3] for row in leaders(phone, f"{table}/players?period=month")] == [
        ["1", "Ben", "3"],
        ["Fewer than 3 games"],
        ["Ann", "2", "100%"],
        ["Cal", "1", "100%"],
    ]
    page = phone.open(f"{table}/players?period=month")
    duels = LexborHTMLParser(page.html).css(".duels tbody tr")
    assert duels[0].text(separator=" ", strip=True) == "Ben – 0/2 0/1"
    heading = next(link.url for link in page.links if link.label == "Set")
    assert [row[:2] for row in leaders(phone, heading) if len(row) > 1] == [["1", "Ben"], ["Ann", "2"], ["Cal", "1"]]


def test_tonight_is_empty_before_its_first_game(app: Flask, phone: Phone) -> None:
    table, (game,) = table_with(app, phone, between("Ann", "Ben"))
    tonight = f"{table}/players?period=night"
    assert [row[:2] for row in leaders(phone, tonight)] == [["1", "Ann"], ["2", "Ben"]]
    begin_earlier(app, game, timedelta(days=2))
    assert "No finished game yet" in phone.open(tonight).text
    phone.tap("All time")
    assert [row[0] for row in leaders(phone, phone.page.url)] == ["Fewer than 10 games", "Ann", "Ben"]


def test_games_of_the_other_kind_do_not_stand_below_too_few_games(app: Flask, phone: Phone) -> None:
    pairs = sheet_of("partnership", "Ann 4 and Cal 3 took 8, Ben 3 and Dee 2 took 5", closed="late")
    table, _ = table_with(app, phone, between("Ann", "Ben"), *(pairs for _ in range(3)))
    for kind, words in (("solo", "alone"), ("pairs", "with partners")):
        found = leaders(phone, f"{table}/players?sort=rating&games={kind}")
        assert [f"Fewer than 10 rated games {words}"] in [row[:1] for row in found]
        assert ["Fewer than 10 games"] not in [row[:1] for row in found]
    assert "the places that are likely" in phone.page.text


def test_pair_that_lost_more_than_it_won_is_no_best_pair(app: Flask, phone: Phone) -> None:
    won = "Ann 4 and Cal 3 took 8, Ben 3 and Dee 2 took 5"
    lost = "Ann 4 and Cal 3 took 2, Ben 3 and Dee 2 took 11"
    hands = (won, lost, won, lost)
    table, _ = table_with(app, phone, *(sheet_of("partnership", hand, closed="late") for hand in hands))
    assert "Best pair" not in phone.open(f"{table}/players?from=3").text


def test_best_pair_and_who_beat_whom(app: Flask, phone: Phone) -> None:
    hand = "Ann 4 and Cal 3 took 8, Ben 3 and Dee 2 took 5"
    table, _ = table_with(app, phone, *(sheet_of("partnership", hand, closed="late") for _ in range(5)))
    page = phone.open(f"{table}/players?from=5")
    assert "Best pair from 5 games together Ann and Cal 5 of 5 games won 100%" in page.text
    assert "Ben and Dee" not in page.text
    grid = LexborHTMLParser(page.html).css(".duels tbody tr")
    assert [row.text(separator=" ", strip=True) for row in grid][:2] == ["Ann – 5/5 – 5/5", "Ben 0/5 – 0/5 –"]


def test_pages_of_the_list_a_player_and_a_pair(app: Flask, phone: Phone) -> None:
    table, _ = table_with(app, phone, between("Ann", "Ben", BIG), between("Ann", "Ben"), between("Ben", "Ann", BIG))
    text = phone.open(f"{table}/players").text
    assert ["Ann", "3", "67%", "–"] in [row[:4] for row in leaders(phone, f"{table}/players")]
    assert "Ann: +90 in a hand Largest hand · hand 1" in text or "Ben: +90 in a hand Largest hand · hand 1" in text
    (largest,) = [link.url for link in phone.page.links if "Largest hand" in link.label]
    assert phone.open(largest).heading == "Why +90?"
    phone.open(f"{table}/players")
    assert "Ann: 2 wins in a row Longest winning streak" in text
    text = follow(phone, "Ann")
    assert "Won67% 2 games" in text
    assert "2 wins in the last 3" in phone.page.html
    ben = next(link.url for link in phone.page.links if link.label == "Ben" and "/with/" in link.url)
    text = phone.open(ben).text
    assert "AgainsteachotherGames3Annwon2Benwon1" in "".join(text.split())


def test_games_of_two_that_a_third_won_are_said(app: Flask, phone: Phone) -> None:
    third = sheet_of("cutthroat", "Ann 3 took 3, Ben 3 took 3, Cal 9 took 11", closed="late")
    table, _ = table_with(app, phone, between("Ann", "Ben", BIG), third, third)
    assert "Games3 2 won by others Ann won 1 Ben won0" in phone.open(f"{table}/players/1/with/2").text
    assert "by others" not in phone.open(f"{table}/players/1/with/3").text


@pytest.mark.parametrize("games", [12, 13])
def test_label_of_the_middle_line_is_off_the_rating(app: Flask, phone: Phone, games: int) -> None:
    """Who wins as often as they lose is rated near the middle."""
    two = ("Ann", "Ben")
    table, _ = table_with(app, phone, *(between(*(two if game % 2 else two[::-1])) for game in range(games)))
    chart = LexborHTMLParser(phone.open(f"{table}/players/1").html).css_first(".trail")
    assert chart is not None
    label, dot = (chart.css_first(each) for each in ("text", "circle"))
    assert label is not None
    assert dot is not None
    baseline, at = float(label.attributes["y"] or 0), float(dot.attributes["cy"] or 0)
    assert not baseline - 16 < at < baseline + 2
    assert 16 < baseline < 130


def test_records_of_a_side_name_both_partners(app: Flask, phone: Phone) -> None:
    hands = ("Ann 1 and Cal 1 took 9, Ben 3 and Dee 1 took 4", "Ann 5 took 5, Cal nil took 0, Ben 4 and Dee 3 took 8")
    table, _ = table_with(app, phone, sheet_of("partnership", *hands, closed="late"))
    text = phone.open(f"{table}/players").text
    assert "Ann & Cal: +150 in a hand" in text
    assert "Ann & Cal: 13 behind and won" in text
    assert "Cal: 1 nil in a row" in text, "a nil is one's own"


def test_records_have_the_names_of_today(app: Flask, phone: Phone) -> None:
    hands = ("Ann 1 and Cal 1 took 9, Ben 3 and Dee 1 took 4", "Ann 5 took 5, Cal nil took 0, Ben 4 and Dee 3 took 8")
    sheet = sheet_of("partnership", *hands, closed="late")
    carol = sheet | {"sides": [{"name": "Ann & Carol", "players": ["Ann", "Carol"]}, sheet["sides"][1]]}
    table, _ = table_with(app, phone, carol, between("Cal", "Ben", BIG))
    phone.submit(phone.open(f"{table}/players").form_with("into"), name="Carol", into="Cal")
    records = phone.open(f"{table}/players?records=partnership").text.partition("Table records")[2]
    records = records.partition("Members and visitors")[0]
    assert "Ann & Cal: +150 in a hand" in records
    assert "Cal: nil" in records
    assert "Cal: 1 nil in a row" in records
    assert "Carol" not in records


def test_names_are_merged_and_unmerged(app: Flask, phone: Phone) -> None:
    table, _ = table_with(app, phone, between("Mekenzie", "Ben"), between("Mekenzi", "Ben"))
    form = phone.open(f"{table}/players").form_with("into")
    assert (form.fields["name"], form.fields["into"]) == ("Mekenzi", "Mekenzie")  # they look alike
    page = phone.submit(form, name="Mekenzi", into="Mekenzie")
    assert "Mekenzi is now Mekenzie" in page.text
    assert [row[:2] for row in leaders(phone, page.url)][1:] == [["Mekenzie", "2"], ["Ben", "2"]]
    assert "also Mekenzi" in follow(phone, "Mekenzie")
    phone.open(f"{table}/players")
    part = next(form for form in phone.page.forms if form.action.endswith("/part"))
    assert "Mekenzi is a separate player again" in phone.submit(part).text


def test_many_merged_names_fill_several_pages(app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("Ann", "Anna", "Anne", "Anni")
    table, _ = table_with(app, phone, *(between(name, "Ben") for name in names))
    for name in names[1:]:
        phone.submit(phone.open(f"{table}/players").form_with("into"), name=name, into="Ann")
    monkeypatch.setattr(players, "MERGED", 2)
    assert separable(phone.open(f"{table}/players")) == ["Anna", "Anne"]
    assert separable(phone.tap("More names")) == ["Anni"]
    assert not phone.can_tap("More names")


def test_names_of_a_large_table_are_typed(app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    table, _ = table_with(app, phone, between("Mekenzie", "Ben"), between("Mekenzi", "Ben"))
    monkeypatch.setattr(players, "MAX_OFFERED", 3)
    page = phone.open(f"{table}/players")
    offered = [each.attributes["value"] for each in LexborHTMLParser(page.html).css("datalist#names option")]
    assert offered == ["Ben", "Mekenzi", "Mekenzie"]
    assert not LexborHTMLParser(page.html).css("select")
    form = page.form_with("into")
    assert (form.fields["name"], form.fields["into"]) == ("Mekenzi", "Mekenzie")
    assert "Nobody at this table is called Zoe" in phone.submit(form, None, 422, name="Mekenzi", into="Zoe").text
    assert "Choose two names" in phone.submit(form, None, 422, name="Mekenzi", into=" ").text
    refused = phone.submit(form, None, 422, name="Mekenzy", into="Ben")
    assert "Nobody at this table is called Mekenzy. The nearest name is Mekenzi" in refused.text
    assert refused.form_with("into").fields["name"] == "Mekenzy", "as it was typed"
    refused = phone.submit(form, None, 422, name=" Mekenzi", into="Mekenziee")
    assert phone.can_tap("Merge Mekenzi and Mekenzie")
    assert "Mekenzi is now Mekenzie" in phone.submit(refused.forms[-1]).text


def separable(page: Page) -> list[str]:
    """The merged names with a button that undoes their merge."""
    return [form.fields["name"] for form in page.forms if form.action.endswith("/part")]


def test_two_players_cannot_be_merged(app: Flask, phone: Phone) -> None:
    table, (game,) = table_with(app, phone, between("Ann", "Ben"))
    phone.open(f"{table}/players")
    form = phone.page.form_with("into")
    assert (form.fields["name"], form.fields["into"]) == ("", "")  # no two look alike
    assert first_error(phone.submit(form, None, 422)) == ("name", "Choose two names.")
    assert first_error(phone.submit(form, None, 422, name="Ann")) == ("into", "Choose two names.")
    refused = phone.submit(form, None, 422, name="Ann", into="Ben")
    assert first_error(refused) == ("into", "Ann and Ben both played in game 1, so they are two players.")
    assert (refused.form_with("into").fields["name"], refused.form_with("into").fields["into"]) == ("Ann", "Ben")
    assert phone.tap("Open game 1").url == game


def first_error(page: Page) -> tuple[str | None, str]:
    """The field at which a page that came back begins, which is in sight, and what is wrong with it."""
    html = LexborHTMLParser(page.html)
    first = html.css("main [autofocus]")[0]
    assert all("open" in fold.attributes for fold in html.css("details") if first in fold.css("[autofocus]"))
    name = first.attributes["name"]
    return name, html.css(f"#{name}-wrong")[0].text(strip=True)


def test_empty_list_and_unknown_player(app: Flask, phone: Phone) -> None:
    table, _ = table_with(app, phone)
    assert "Nobody yet" in phone.open(f"{table}/players").text
    assert phone.client.get(f"{table}/players/99").status_code == 404


def test_own_figures_lead_to_their_hands_and_the_pairs_stand_apart(app: Flask, phone: Phone) -> None:
    """Ann bids 4 and 2 of the pair's 7 and 5, and Ben is set on a nil beside Dee's 5."""
    hands = ("Ann 4 and Cal 3 took 8, Ben nil took 1, Dee 5 took 4", "Ann 2 and Cal 3 took 6, Ben 3 and Dee 2 took 7")
    table, (game,) = table_with(app, phone, sheet_of("partnership", *hands, closed="late"))
    phone.open(f"{table}/players")
    assert ["Ann", "1", "100%", "0%"] in [row[:4] for row in leaders(phone, f"{table}/players")]
    ann = "".join(follow(phone, "Ann").split())
    assert "Averagebid3.0withoutnils" in ann
    assert "Annbid3.0onaverage." in ann
    assert "Set0%of2contractswithpartners" in ann
    assert "Cal1toofewgamestosay" in ann
    phone.tap("Cal")
    assert "Averagebid6.0took7.0Set0%0of2" in "".join(phone.page.text.split())
    phone.open(f"{table}/players")
    follow(phone, "Ben")
    listed = phone.tap("0 of 1")
    (hand,) = [link for link in listed.links if link.label.startswith("Game 1")]
    assert (hand.label.split("  ")[0].startswith("Game 1, hand 1"), hand.url) == (True, f"{game}/why/hands/1/1")
    phone.open(f"{table}/players")
    assert "Set50%of2contractswithpartners" in "".join(follow(phone, "Dee").split())
    follow(phone, "50%")
    assert "Game 1, hand 1" in phone.page.text


def test_hands_of_an_unknown_figure_are_not_found(app: Flask, phone: Phone) -> None:
    table, _ = table_with(app, phone, between("Ann", "Ben"))
    ann = next(link.url for link in phone.open(f"{table}/players").links if link.label == "Ann")
    for query in ("figure=luck", "figure=nils&partner=999999"):
        assert phone.client.get(f"{ann}/hands?{query}").status_code == 404
    assert "No such hand" in phone.open(f"{ann}/hands?figure=nils").text


def test_hands_of_many_games_fill_several_pages(app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    table, _ = table_with(app, phone, between("Ann", "Ben"), between("Ann", "Ben"))
    monkeypatch.setattr(statistics, "GAMES_PER_PAGE", 1)
    phone.open(f"{table}/players")
    follow(phone, "Ann")
    latest = phone.open(next(link.url for link in phone.page.links if "figure=own_bids" in link.url))
    assert ("Game 2, hand 1" in latest.text, phone.can_tap("First page")) == (True, False)
    assert "Game 1, hand 1" in phone.tap("More hands").text
    assert not phone.can_tap("More hands")
    assert "Game 2, hand 1" in phone.tap("First page").text


def test_largest_hand_names_whose_nil_it_was(app: Flask, phone: Phone) -> None:
    hands = ("Ann 1 and Cal 1 took 9, Ben 3 and Dee 1 took 4", "Ann 5 took 5, Cal nil took 0, Ben 4 and Dee 3 took 8")
    table, _ = table_with(app, phone, sheet_of("partnership", *hands, closed="late"))
    phone.open(f"{table}/players")
    text = follow(phone, "Ann")
    assert "+150 in a hand Largest hand · hand 2 · Cal: nil" in text
    assert "13 behind and won Biggest comeback · after hand 1" in text


def test_pages_have_the_figures_on_paper(app: Flask, phone: Phone) -> None:
    table, _ = table_with(app, phone, paper_sheet())
    rows = {row[0]: row for row in leaders(phone, f"{table}/players") if len(row) > 1}
    assert {name: row[3] for name, row in rows.items()} == {"Ann": "33%", "Ben": "0%", "Cal": "33%", "Dee": "33%"}
    for name, made, more in (
        ("Ann", "Nils made1 of 1 100%", "Blind nils made1 of 1 100% Nils made, bid last1 of 1"),
        ("Cal", "Nils made1 of 1 100%", "Nils made, bid first1 of 1"),
        ("Dee", "Nils made0 of 1 0%", "Nils made, bid first0 of 1"),
        ("Ben", "Nils made0 of 1 0%", "Nils made, bid last0 of 1"),
    ):
        phone.open(f"{table}/players")
        text = follow(phone, name)
        assert text.index(made) < text.index("More figures") < text.index(more)
    dee = "".join(phone.page.text.split())
    assert "Dee1toofewgamestosay" in dee
    assert "Averagebid5.2took6.5Set25%1of4" in "".join(phone.tap("Dee").text.split())
    linked = [f"{link.label} {link.url.partition('figure=')[2]}" for link in phone.page.links]
    hands = ("5.2 contracts", "25% short", "1.0 short", "1.5 overtricks")
    assert [line.partition("&partner=")[0] for line in linked if "&partner=" in line] == list(hands)
    assert "Blind calls made" not in phone.page.text
    phone.open(f"{table}/players")
    follow(phone, "Ann")
    assert "Blind calls made1 of 1 100%" in phone.tap("Cal").text
    listed = phone.open(next(link.url for link in phone.page.links if "figure=side_blind" in link.url))
    assert "Blind calls as a pair" in listed.text
    (hand,) = [link.label for link in listed.links if link.label.startswith("Game 1")]
    assert hand.startswith("Game 1, hand 5")
    assert hand.endswith("blind nil · 5")


def test_records_of_a_side_are_of_one_rule_set_and_those_of_others_a_tap_further(app: Flask, phone: Phone) -> None:
    pairs = sheet_of("partnership", "Ann 6 and Cal 4 took 10, Ben 2 and Dee 2 took 3", closed="late")
    table, _ = table_with(app, phone, between("Ann", "Ben", "Ann 12 took 12, Ben 1 took 1"), pairs, pairs)
    text = phone.open(f"{table}/players").text
    assert "Table records Partnership Spades" in text
    assert "Ann & Cal: +100 in a hand" in text
    other = next(link.url for link in phone.page.links if link.label == "Two-player Spades")
    assert "Ann: +120 in a hand" in phone.open(other).text
    assert "Ann & Cal: +100" not in phone.page.text
    assert "+100 in a hand" in phone.open(f"{table}/players?records=luck").text
