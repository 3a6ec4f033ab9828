"""Players' phones: signing up, table cards, keeping the score of one's own match, and nothing else."""

from __future__ import annotations

import pytest

from scorekeeper.access.limits import hit
from scorekeeper.core.game import NotNow
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.rooms.tournaments.access import HallLimit
from scorekeeper.rooms.tournaments.domain.log.state import Match
from scorekeeper.rooms.tournaments.services import phones
from scorekeeper.rooms.tournaments.services.matches import start_match
from scorekeeper.rooms.tournaments.services.phones import (
    accept_phone,
    join_tournament,
    max_phones,
    name_of_card,
    new_card,
)
from scorekeeper.rooms.tournaments.storage import SIGN_UP, accepted_phones, count_phones, phones_of, tournament_row
from scorekeeper.services.invites import keeper_link
from scorekeeper.services.recording import Author, record, undo
from scorekeeper.storage.events import events_of
from scorekeeper.storage.games import games_of
from tests.rooms.tournaments.fields import field_of
from tests.rooms.tournaments.hall import EIGHT, Hall
from tests.web.browsing import Page, Phone


@pytest.fixture
def paired(hall: Hall) -> Hall:
    """Eight teams are here, and round 1 is published."""
    hall.set_up(format="swiss", playoff="0", rounds="3")
    hall.pair()
    return hall


def match_of(hall: Hall, player: str) -> Match:
    state = hall.state
    return next(
        match for match in state.matches.values() for team in match.teams if player in state.teams[team].players
    )


def member_of_phone(hall: Hall, player: str) -> int:
    with hall.app.app_context():
        return next(phone.member_id for phone in phones_of(hall.id) if phone.player == player)


def table_of(hall: Hall, player: str) -> int:
    number = match_of(hall, player).pairing.table
    assert number is not None
    return number


def scan(hall: Hall, player: str, number: int | None = None) -> Phone:
    """A phone that the app does not know scans a card, and says that it is this player's."""
    phone = hall.new_phone()
    phone.open(hall.card(number or table_of(hall, player)))
    phone.tap(player)
    return phone


def test_players_phone_that_signed_up_keeps_the_score_of_its_match(paired: Hall) -> None:
    ann = paired.phone_of("Ann")
    page = ann.open(paired.at("my-match"))
    assert f"Table {table_of(paired, 'Ann')}" in page.text
    page = ann.tap("Keep score on this phone")
    match = match_of(paired, "Ann")
    assert page.url == f"/games/{match.game}"
    with paired.app.app_context():
        assert [event.kind for event in events_of(str(match.game))] == ["start"]
    assert "Ann" in page.text


def test_game_of_a_match_has_its_teams_rules_and_limits(paired: Hall) -> None:
    paired.phone_of("Ann").tap("Keep score on this phone")
    match = match_of(paired, "Ann")
    with paired.app.app_context():
        start = events_of(str(match.game))[0].payload
    assert [side["name"] for side in start["sides"]] == paired.names(match)
    assert start["options"]["target"] == 300


def test_score_kept_on_a_phone_is_on_the_desk(paired: Hall) -> None:
    ann = paired.phone_of("Ann")
    ann.tap("Keep score on this phone")
    game = match_of(paired, "Ann").game
    page = paired.director.open(paired.at("desk"))
    assert "Playing" in page.text
    assert "hand 1" in page.text
    assert game is not None


def test_card_alone_lets_no_phone_keep_score_until_the_desk_accepts_it(paired: Hall) -> None:
    phone = scan(paired, "Ann")
    assert "The desk lets this phone in as" in phone.page.text
    assert not phone.can_tap("Keep score on this phone")
    phone.client.post(paired.at("my-match/keep"), data={"csrf_token": token(phone)})
    assert match_of(paired, "Ann").game is None
    paired.director.open(paired.at("desk"))
    assert "Ann wants to keep score by phone" in paired.director.page.text
    paired.director.tap("Let in")
    phone.open(paired.at("my-match"))
    assert phone.tap("Keep score on this phone").url == f"/games/{match_of(paired, 'Ann').game}"


def token(phone: Phone) -> str:
    """The token of this phone's forms."""
    return phone.open("/settings").forms[0].fields["csrf_token"]


def test_photographed_card_opens_nothing_else(paired: Hall) -> None:
    scanned = scan(paired, "Ann")
    other = paired.phone_of(paired.state.teams[other_team(paired, "Ann")].players[0])
    other.tap("Keep score on this phone")
    game = f"/games/{match_of(paired, other_player(paired, 'Ann')).game}"
    table = paired.director_table
    for address in (
        game,
        f"{game}/log",
        f"/tables/{table}/players",
        f"/tables/{table}/share",
        paired.at("desk"),
        paired.at("teams"),
    ):
        assert scanned.client.get(address).status_code == 404, address


def other_team(hall: Hall, player: str) -> int:
    """A team that this player does not meet."""
    own = match_of(hall, player)
    return next(team for match in hall.open_matches if match.id != own.id for team in match.teams)


def other_player(hall: Hall, player: str) -> str:
    return hall.state.teams[other_team(hall, player)].players[0]


def test_accepted_phone_reaches_only_the_game_of_its_match(paired: Hall) -> None:
    ann = paired.phone_of("Ann")
    ann.tap("Keep score on this phone")
    other = paired.phone_of(other_player(paired, "Ann"))
    other.tap("Keep score on this phone")
    own, theirs = (match_of(paired, name).game for name in ("Ann", other_player(paired, "Ann")))
    assert ann.client.get(f"/games/{own}").status_code == 200
    assert ann.client.get(f"/games/{theirs}").status_code == 404
    assert ann.client.get(f"/tables/{paired.director_table}/history").status_code == 404


def test_back_link_of_the_game_leads_to_ones_match(paired: Hall) -> None:
    ann = paired.phone_of("Ann")
    ann.tap("Keep score on this phone")
    assert ann.open(f"/tables/{paired.director_table}").url == paired.at("my-match")


def test_opponents_phone_watches_until_it_takes_the_score_over(paired: Hall) -> None:
    ann = paired.phone_of("Ann")
    match = match_of(paired, "Ann")
    rival = next(
        paired.state.teams[team].players[0] for team in match.teams if "Ann" not in paired.state.teams[team].players
    )
    watching = paired.phone_of(rival)
    ann.tap("Keep score on this phone")
    page = watching.open(paired.at("my-match"))
    assert "Ann keeps score." in page.text
    game = watching.tap("Watch").url
    assert watching.client.post(f"{game}/bids", data={"csrf_token": token(watching)}).status_code == 403
    watching.open(paired.at("my-match"))
    watching.tap("Keep it here")
    page = ann.open(paired.at("my-match"))
    assert f"{rival} keeps score." in page.text


def test_desk_moves_the_score_to_another_phone(paired: Hall) -> None:
    ann, abe = paired.phone_of("Ann"), paired.phone_of("Abe")
    ann.tap("Keep score on this phone")
    match = match_of(paired, "Ann")
    paired.director.open(paired.at(f"desk/matches/{match.id}"))
    paired.director.tap("Keeps score")
    assert "Go on keeping score" in abe.open(paired.at("my-match")).text
    assert "Abe keeps score." in ann.open(paired.at("my-match")).text


def test_match_that_is_over_takes_no_score_any_more(paired: Hall) -> None:
    ann = paired.phone_of("Ann")
    ann.open(paired.at("my-match"))
    form = next(button.form for button in ann.page.buttons if button.label == "Keep score on this phone")
    match = match_of(paired, "Ann")
    paired.paper(match, 300, 200)
    page = ann.submit(form)
    assert "This phone has no match here now." in page.text
    assert match_of(paired, "Ann").game is None


def test_phone_of_a_team_that_has_not_arrived_keeps_nothing(hall: Hall) -> None:
    hall.set_up(EIGHT[:4], format="swiss", playoff="0", rounds="2")
    hall.pair()
    ann = hall.phone_of("Ann")
    hall.director.open(hall.at(f"teams/{hall.team('Ann & Abe')}"))
    hall.director.tap("Here")
    page = ann.open(hall.at("my-match"))
    assert "Your team has not arrived yet." in page.text
    ann.client.post(hall.at("my-match/keep"), data={"csrf_token": token(ann)})
    assert match_of(hall, "Ann").game is None
    ann.open(hall.at("my-match"))
    ann.tap("I’m here")
    assert hall.state.teams[hall.team("Ann & Abe")].plays
    assert ann.can_tap("Keep score on this phone")


def test_phone_may_record_only_while_its_match_is_open(paired: Hall) -> None:
    ann = paired.phone_of("Ann")
    page = ann.tap("Keep score on this phone")
    match = match_of(paired, "Ann")
    paired.paper(match, 300, 120)
    answer = ann.client.post(f"{page.url}/undo", data={"csrf_token": token(ann)})
    assert answer.status_code == 303, "its game goes on, although a paper is there"
    with paired.app.app_context():
        record(str(match.game), "close", {"reason": "enough"}, author=Author("Dora"))
    answer = ann.client.post(f"{page.url}/undo", data={"csrf_token": token(ann)})
    assert answer.status_code == 403
    assert "This match is closed." in answer.text


def test_second_phone_for_a_player_has_to_ask(paired: Hall) -> None:
    paired.phone_of("Ann")
    thief = paired.claims("Ann")
    page = thief.open(paired.at("my-match"))
    assert "The desk lets this phone in as" in page.text
    thief.client.post(paired.at("my-match/keep"), data={"csrf_token": token(thief)})
    assert match_of(paired, "Ann").game is None


def test_voided_card_is_worth_nothing(paired: Hall) -> None:
    number = table_of(paired, "Ann")
    old = paired.card(number)
    house = paired.new_phone()
    house.open(old)
    house.tap("The table’s own phone")
    match = match_of(paired, "Ann")
    paired.director.open(paired.at("desk"))
    paired.director.tap("Let in")
    house.open(paired.at("my-match"))
    assert house.can_tap("Keep score on this phone")
    paired.director.open(paired.at(f"desk/matches/{match.id}"))
    paired.director.tap("Void this card")
    assert paired.new_phone().open(old, 404).status == 404
    assert not house.open(paired.at("my-match")).text.count("Keep score on this phone")
    assert paired.new_phone().open(paired.card(number)).status == 200


def test_tables_own_phone_keeps_the_score_of_each_round(paired: Hall) -> None:
    number = table_of(paired, "Ann")
    house = paired.new_phone()
    house.open(paired.card(number))
    house.tap("The table’s own phone")
    paired.director.open(paired.at("desk"))
    paired.director.tap("Let in")
    for _ in range(2):
        house.open(paired.at("my-match"))
        page = house.tap("Keep score on this phone")
        assert page.url.startswith("/games/")
        paired.play_round()
        if len(paired.state.rounds) == 1:
            paired.pair()


def test_card_of_another_table_has_to_ask_again(paired: Hall) -> None:
    numbers = [match.pairing.table for match in paired.open_matches]
    house = paired.new_phone()
    house.open(paired.card(int(str(numbers[0]))))
    house.tap("The table’s own phone")
    paired.director.open(paired.at("desk"))
    paired.director.tap("Let in")
    house.open(paired.card(int(str(numbers[1]))))
    page = house.tap("The table’s own phone")
    assert "The desk lets this phone in as" in page.text


def test_removed_phone_is_out(paired: Hall) -> None:
    ann = paired.phone_of("Ann")
    match = match_of(paired, "Ann")
    paired.director.open(paired.at(f"desk/matches/{match.id}"))
    paired.director.tap("Remove")
    assert ann.client.get(paired.at("my-match")).status_code in (403, 404)


def test_wrong_key_is_a_guess(paired: Hall) -> None:
    phone = paired.new_phone()
    card = paired.card(1)
    wrong = card[:-1] + ("1" if card.endswith("0") else "0")
    assert phone.client.get(wrong).status_code == 404
    assert phone.client.get(paired.at("cards/1/x")).status_code == 404
    assert phone.client.get(paired.at("sign-up/x")).status_code == 404


def test_new_team_signs_up_by_phone(hall: Hall) -> None:
    hall.set_up(EIGHT[:3], format="swiss", playoff="0")
    phone = hall.new_phone()
    phone.open(hall.sign_up)
    page = phone.submit(phone.page.form_with("partner"), None, 200, player="Zoe", partner="Zack")
    assert page.url == hall.at("my-match")
    assert "Zoe & Zack" in page.text
    phone.tap("I’m here")
    assert hall.state.teams[4].here == ("Zoe",)


def test_name_that_looks_like_another_is_asked_about(hall: Hall) -> None:
    hall.set_up(["Meken & Abe", "Bea & Ben"], format="swiss", playoff="0")
    phone = hall.new_phone()
    phone.open(hall.sign_up)
    page = phone.submit(phone.page.form_with("partner"), None, 200, player="Mekem", partner="Zack")
    assert "Mekem looks like Meken." in page.text
    phone.tap("Sign up all the same")
    assert hall.state.teams[3].players == ("Mekem", "Zack")


def test_phone_that_signed_up_takes_its_team_off_the_list(hall: Hall) -> None:
    hall.set_up(EIGHT[:3], format="swiss", playoff="0")
    phone = hall.new_phone()
    phone.open(hall.sign_up)
    phone.submit(phone.page.form_with("partner"), None, 200, player="Zoe", partner="Zack")
    page = phone.tap("Take us off the list")
    assert "Your team is out." in page.text
    assert hall.state.teams[4].status == "dropped"
    assert "Take us off the list" not in page.text


def test_phone_with_the_pen_of_the_table_is_not_the_keeper_of_every_match(paired: Hall) -> None:
    ann = paired.phone_of("Ann")
    ann.tap("Keep score on this phone")
    page = paired.director.open(f"/games/{match_of(paired, 'Ann').game}")
    assert "Ann is keeping score. You can too." in page.text
    assert "is keeping score" not in ann.open(page.url).text


def test_match_has_no_rematch(paired: Hall) -> None:
    ann = paired.phone_of("Ann")
    game = ann.tap("Keep score on this phone").url
    ann.client.post(f"{game}/stop", data={"csrf_token": token(ann), "reason": "time"})
    answer = ann.client.post(f"{game}/rematch", data={"csrf_token": token(ann)}, follow_redirects=True)
    with paired.app.app_context():
        assert len(games_of(paired.director_table)) == 1, answer.text
    assert (answer.status_code, answer.history) == (422, ())  # a phone that asks for it need not ask again
    assert "A match has one game" in answer.text


def test_card_admits_only_so_many_phones_an_hour(hall: Hall) -> None:
    hall.set_up(EIGHT[:4], format="swiss", playoff="0")
    hall.pair()
    table = table_of(hall, "Ann")
    address = hall.card(table)
    phone = hall.new_phone()
    with hall.app.test_request_context():
        hit(HallLimit.CARDS, cost=59, whose=name_of_card(tournament_row(hall.id), table))
    phone.open(address)
    phone.tap("The table’s own phone")
    phone.open(address)
    page = phone.tap("The table’s own phone", 429)
    assert "Too many phones came by this table card." in page.text
    other = hall.card(
        next(match.pairing.table or 0 for match in hall.open_matches if match.id != match_of(hall, "Ann").id)
    )
    phone.open(other)
    assert phone.tap("The table’s own phone").status == 200


def test_new_sign_up_link_counts_anew(hall: Hall) -> None:
    """A stranger who used the link up keeps nobody out once the desk has replaced it."""
    hall.set_up(EIGHT[:4], format="swiss", playoff="0")
    hall.app.extensions["scorekeeper-limits"].enabled = True
    with hall.app.test_request_context():
        hit(HallLimit.SIGN_UPS, cost=600, whose=name_of_card(tournament_row(hall.id), SIGN_UP))
    phone = hall.new_phone()
    phone.open(hall.sign_up)
    page = phone.submit(phone.page.form_with("partner"), None, 429, player="Zoe", partner="Zack")
    assert "Too many phones signed up for this tournament." in page.text
    with hall.app.test_request_context():
        new_card(hall.id, SIGN_UP)
    phone.open(hall.sign_up)
    assert phone.submit(phone.page.form_with("partner"), None, 200, player="Zoe", partner="Zack").status == 200


def count(hall: Hall) -> int:
    with hall.app.app_context():
        return count_phones(hall.id)


def test_tournament_has_room_for_eight_phones_a_table(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phones, "LEAST_TABLES", 1)
    hall.set_up(EIGHT[:4], format="swiss", playoff="0")
    hall.pair()
    with hall.app.app_context():
        most = max_phones(hall.state)
        for _ in range(most):
            join_tournament(hall.id, None, "A phone", card=1)
    assert most == 16
    phone = hall.new_phone()
    phone.open(hall.card(table_of(hall, "Ann")))
    page = phone.tap("The table’s own phone")
    assert "This tournament has as many phones as it can." in page.text
    assert count(hall) == most


def test_room_for_phones_grows_with_the_tables() -> None:
    assert [max_phones(field_of(teams, "swiss")) for teams in (16, 17, 18, 19)] == [64, 72, 72, 80]
    assert max_phones(field_of(4, "swiss", settings={"tables": 12})) == 96


def test_director_who_plays_leaves_the_own_match_to_another_director(paired: Hall) -> None:
    match = match_of(paired, "Ann")
    paired.director.open(paired.at("my-match"))
    paired.director.tap("Ann")
    paired.paper(match, 300, 200, signed=False)
    assert paired.state.result(paired.state.matches[match.id]) is not None
    with paired.app.app_context():
        link = keeper_link(paired.director_table)
    other = paired.new_phone()
    other.open(f"/join/{link}")
    other.tap(next(button.label for button in other.page.buttons if button.label.startswith("Join")))
    other.open(paired.at("desk"))
    page = paired.director.open(paired.at(f"desk/matches/{match.id}"))
    page = paired.director.tap("Confirm the result")
    assert "You play in this match." in page.text or "the other director" in page.text
    assert not paired.state.is_over(paired.state.matches[match.id])
    other.open(paired.at(f"desk/matches/{match.id}"))
    other.tap("Confirm the result")
    assert paired.state.is_over(paired.state.matches[match.id])


RULED = {"bids": [["4", "3"], ["4", "2"]], "took": [7, 6], "reneges": [{"by": 1, "to": 0, "books": 2}]}
PLAIN = {name: part for name, part in RULED.items() if name != "reneges"}


def begun_by_director(hall: Hall) -> str:
    """The game that Ann, who directs, keeps on the own phone."""
    hall.director.open(hall.at("my-match"))
    hall.director.tap("Ann")
    hall.director.tap("Keep score on this phone")
    return str(match_of(hall, "Ann").game)


def test_director_who_plays_rules_on_the_own_match_only_while_alone(paired: Hall) -> None:
    game = begun_by_director(paired)
    author = Author("Ann", member_of_phone(paired, "Ann"), directs=True)
    with paired.app.app_context():
        record(game, "hand", {"hand": 1, **PLAIN}, author=author)
        record(game, "correction", {"hand": 1, **RULED, "reason": "talk"}, author=author)
        link = keeper_link(paired.director_table)
    assert paired.state.matches[match_of(paired, "Ann").id].alone, "it is marked"
    assert (
        "Decided by a director who plays in it"
        in paired.director.open(paired.at(f"desk/matches/{match_of(paired, 'Ann').id}")).text
    )
    other = paired.new_phone()
    other.open(f"/join/{link}")
    other.tap(next(button.label for button in other.page.buttons if button.label.startswith("Join")))
    with paired.app.app_context():
        record(game, "hand", {"hand": 2, **PLAIN}, author=author)
        record(game, "correction", {"hand": 2, **PLAIN, "took": [6, 7], "reason": "miscounted"}, author=author)
        for kind, body in (
            ("hand", {"hand": 3, **RULED}),
            ("correction", {"hand": 2, **RULED, "reason": "talk"}),
        ):
            with pytest.raises(NotNow) as refused:
                record(game, kind, body, author=author)
            assert refused.value.fault.code == "rules-own-match"
        with pytest.raises(InvalidInput) as nothing:
            record(game, "correction", {"hand": 9, **PLAIN, "reason": "miscounted"}, author=author)
        assert nothing.value.fault.code != "rules-own-match"
        ruled = Author("Abe")
        record(game, "correction", {"hand": 2, **RULED, "reason": "talk"}, author=ruled)
        with pytest.raises(NotNow):
            undo(game, author)
        with pytest.raises(NotNow):
            record(game, "correction", {"hand": 2, **PLAIN, "reason": "miscounted"}, author=author)
        record(game, "close", {}, author=author)
        with pytest.raises(NotNow):
            record(game, "correction", {"hand": 2, **PLAIN, "reason": "miscounted"}, author=author)
        player = Author("Abe", directs=False)
        record(game, "correction", {"hand": 2, **PLAIN, "reason": "miscounted"}, author=player)


def test_ruling_of_a_director_who_plays_is_refused_on_the_pad(paired: Hall) -> None:
    game = begun_by_director(paired)
    with paired.app.app_context():
        record(game, "hand", {"hand": 1, **PLAIN}, author=Author("Ann"))
        link = keeper_link(paired.director_table)
    other = paired.new_phone()
    other.open(f"/join/{link}")
    other.tap(next(button.label for button in other.page.buttons if button.label.startswith("Join")))
    ruled = "hand=1&by=0&to=1&books=2"
    paired.director.open(f"/games/{game}/rulings/renege?{ruled}")
    paired.director.tap("Save ruling", 422)
    assert "You play in this match; the other director has to decide" in paired.director.page.text


def test_beginning_a_match_reads_only_the_phones_that_can_be_at_it(paired: Hall) -> None:
    """At the start of a round all tables begin at once, and each waits for those before it to be saved."""
    match, other = paired.open_matches[:2]
    players = [[name for team in one.teams for name in paired.state.teams[team].players] for one in (match, other)]
    with paired.app.app_context():
        for player in (*players[0], *players[1]):
            joined = join_tournament(paired.id, None, player, player=player)
            accept_phone(paired.id, joined.member.id)
        there = accepted_phones(paired.id, players[0], match.pairing.table)
        assert sorted(str(phone.player) for phone in there) == sorted(players[0])
        game = start_match(paired.id, match.id, "Alice")
        let_in = [str(phone.player) for phone in phones_of(paired.id) if phone.game_id == game]
        assert sorted(let_in) == sorted(players[0])


def test_desk_refuses_a_phone_which_chooses_its_name_again(paired: Hall) -> None:
    phone = scan(paired, "Ann")
    assert "You’re in" not in phone.page.text
    page = paired.director.open(paired.at("desk"))
    version = page_version(page)
    page = paired.director.tap("Refuse")
    assert "Not let in as Ann." in page.text
    assert "wants to keep score by phone" not in page.text
    assert page_version(page) != version
    page = phone.open(paired.at("my-match"))
    assert "The desk does not know whose phone this is." in page.text
    phone.tap("Bea")
    assert "The desk lets this phone in as Bea’s." in phone.page.text
    assert "Bea wants to keep score by phone" in paired.director.open(paired.at("desk")).text


def page_version(page: Page) -> str:
    """What a page of the desk compares with news."""
    return page.html.split('data-version="')[1].split('"')[0]


def test_phone_says_that_it_is_not_whose_it_said(paired: Hall) -> None:
    phone = scan(paired, "Ann")
    page = phone.tap("I am not Ann")
    assert "Whose phone is this?" in page.text
    assert "wants to keep score by phone" not in paired.director.open(paired.at("desk")).text


def test_refusal_of_a_phone_that_says_now_that_it_is_another_s_is_none(paired: Hall) -> None:
    phone = scan(paired, "Ann")
    paired.director.open(paired.at("desk"))
    phone.tap("I am not Ann")
    phone.tap("Bea")
    assert "says now that it is another player’s" in paired.director.tap("Refuse").text
    assert "The desk lets this phone in as Bea’s." in phone.open(paired.at("my-match")).text


def test_phone_that_was_let_in_meanwhile_is_not_refused(paired: Hall) -> None:
    phone = scan(paired, "Ann")
    old = paired.director.open(paired.at("desk"))
    paired.director.tap("Let in")
    paired.director.page = old
    paired.director.tap("Refuse")
    phone.open(paired.at("my-match"))
    assert phone.can_tap("Keep score on this phone")


def test_table_s_own_phone_that_is_refused_asks_no_more(paired: Hall) -> None:
    phone = paired.new_phone()
    phone.open(paired.card(1))
    phone.tap("The table’s own phone")
    assert "as the table’s" in phone.page.text
    paired.director.open(paired.at("desk"))
    paired.director.tap("Refuse")
    assert "Whose phone is this?" in phone.open(paired.at("my-match")).text


def test_only_the_desk_refuses(paired: Hall) -> None:
    phone, other = scan(paired, "Ann"), scan(paired, "Bea")
    address = paired.at(f"desk/phones/{member_of_phone(paired, 'Ann')}/refuse")
    assert other.client.post(address, data={"csrf_token": token(other)}).status_code in (403, 404)
    assert "The desk lets this phone in as Ann’s." in phone.open(paired.at("my-match")).text
