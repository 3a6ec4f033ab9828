"""A dispute and a ruling as the desk settles them: who objects to which hand, few taps, and the way back."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from flask import Flask

from scorekeeper.rooms.tournaments.domain.log.state import DISPUTED, DONE, TO_CONFIRM
from scorekeeper.rooms.tournaments.services.cache import load_tournament
from scorekeeper.rooms.tournaments.storage import tournament_row
from scorekeeper.services.invites import permanent_link
from scorekeeper.storage.members import Role
from tests.rooms.tournaments.directing import Directed, Json, hand
from tests.shared_app import Begun
from tests.web.browsing import Page, Phone


@dataclass
class Disputed:
    """A match of three hands that is over; its second side says that hand 3 is wrong."""

    app: Flask
    directed: Directed
    match: Json
    game: str

    def phone(self, role: Role) -> Phone:
        """A phone at the table with this role."""
        if role is Role.KEEPER:
            return self.directed.phone()
        phone = Phone(self.app.test_client())
        with self.app.app_context():
            token = permanent_link(tournament_row(self.directed.id).table_id, role).token
        phone.open(f"/join/{token}")
        if phone.page.url == "/join":
            phone.tap(next(button.label for button in phone.page.buttons if button.label.startswith("Join")))
        return phone

    def at(self, page: str) -> str:
        return f"/tournaments/{self.directed.id}/{page}"

    @property
    def names(self) -> list[str]:
        """The teams of the match, side by side."""
        with self.app.app_context():
            state = load_tournament(self.directed.id).state
        return [state.teams[team].name for team in self.match["teams"]]

    @property
    def status(self) -> str:
        with self.app.app_context():
            state = load_tournament(self.directed.id).state
        return state.match_status(state.matches[self.match["id"]])


@pytest.fixture
def disputed(app: Flask, begun: Begun) -> Disputed:
    def third_hand() -> Disputed:
        directed = Directed(app, {"format": "swiss", "rules": "partnership", "rounds": 1, "hands": 3})
        directed.enter(("Ann", "Abe"), ("Bea", "Ben"))
        match = directed.pair()[0]
        game = directed.game(match)
        for number in (1, 2, 3):
            directed.program.write(game, "hand", hand=number, **hand(5, 4, 6))
        directed.program.write(game, "sign", side=0, verdict="agreed")
        directed.program.write(game, "sign", side=1, verdict="disputed", hand=3, note="we took 8")
        return Disputed(app, directed, match, game)

    found = begun.continue_from(app, third_hand)
    assert found.status == DISPUTED
    return found


def correct(phone: Phone) -> Page:
    """From the page of the match: the third hand, six tricks become five, saved."""
    phone.tap("Correct hand 3")
    phone.tap("5")
    return phone.tap("Save correction")


def test_match_says_who_objects_to_which_hand(disputed: Disputed) -> None:
    page = disputed.phone(Role.KEEPER).open(disputed.at(f"desk/matches/{disputed.match['id']}"))
    assert f"{disputed.names[1]}: hand 3" in page.text
    assert "“we took 8”" in page.text


def test_director_corrects_a_disputed_hand_in_four_taps_and_it_counts(disputed: Disputed) -> None:
    director = disputed.phone(Role.KEEPER)
    director.open(disputed.at("desk"))
    director.tap("Look")
    correct(director)
    assert disputed.status == DONE


def test_undo_of_that_correction_brings_the_dispute_back(disputed: Disputed) -> None:
    director = disputed.phone(Role.KEEPER)
    director.open(disputed.at(f"desk/matches/{disputed.match['id']}"))
    correct(director)
    corrected = disputed.directed.program.get(f"/games/{disputed.game}")["seq"]
    disputed.directed.program.write(disputed.game, "take-back", entry=corrected)
    assert disputed.status == DISPUTED


def test_director_lets_a_disputed_result_stand_in_two_taps(disputed: Disputed) -> None:
    director = disputed.phone(Role.KEEPER)
    director.open(disputed.at("desk"))
    director.tap("Look")
    page = director.tap("Let it stand")
    assert disputed.status == DONE
    assert page.url == disputed.at("desk")


def test_helper_sees_the_objection_and_corrects_but_decides_nothing(disputed: Disputed) -> None:
    helper = disputed.phone(Role.SCORER)
    page = helper.open(disputed.at(f"desk/matches/{disputed.match['id']}"))
    assert "hand 3" in page.text
    assert "A director decides" in page.text
    assert not helper.can_tap("Let it stand")
    correct(helper)
    assert disputed.status == TO_CONFIRM


def test_scorer_at_the_table_corrects_the_disputed_hand_with_one_tap(disputed: Disputed) -> None:
    scorer = disputed.phone(Role.SCORER)
    page = scorer.open(f"/games/{disputed.game}")
    assert "Hand 3: we took 8" in page.text
    assert "Correct hand 3" in scorer.tap("Correct hand 3").heading


def test_watcher_of_a_dispute_is_offered_no_correction(disputed: Disputed) -> None:
    watcher = disputed.phone(Role.WATCHER)
    watcher.open(f"/games/{disputed.game}")
    assert not watcher.can_tap("Correct hand 3")


def test_dispute_at_the_desk_says_its_reason(app: Flask) -> None:
    directed = Directed(app, {"format": "swiss", "rules": "partnership", "rounds": 1})
    directed.enter(("Ann", "Abe"), ("Bea", "Ben"))
    match = directed.pair()[0]
    directed.call("POST", f"/matches/{match['id']}/result", {"scores": [300, 200]})
    directed.write("confirm", match=match["id"], verdict="disputed", reason="wrong sheet")
    director = directed.phone()
    page = director.open(f"/tournaments/{directed.id}/desk/matches/{match['id']}")
    assert "“wrong sheet”" in page.text
    director.tap("Let it stand")
    assert directed.match(match["id"])["status"] == DONE


def test_renege_is_ruled_from_the_match_in_five_taps(app: Flask) -> None:
    directed = Directed(app, {"format": "swiss", "rules": "partnership", "rounds": 1})
    directed.enter(("Ann", "Abe"), ("Bea", "Ben"))
    match = directed.pair()[0]
    game = directed.game(match)
    directed.program.write(game, "hand", hand=1, **hand(5, 4, 6))
    director = directed.phone()
    director.open(f"/tournaments/{directed.id}/desk")
    director.open(next(link.url for link in director.page.links if "Ann & Abe" in link.label))
    director.tap("Renege")
    director.tap("Ann & Abe")
    director.tap("A set")
    director.tap("Save ruling")
    written = directed.program.get(f"/games/{game}/sheet")
    assert written["hands"][0]["reneges"][0]["set"]


def test_way_back_from_a_game_or_a_ruling_is_the_match_on_the_desk(disputed: Disputed) -> None:
    director = disputed.phone(Role.KEEPER)
    desk = f"{disputed.at('desk')}#match-{disputed.match['id']}"
    for page in (disputed.at(f"desk/matches/{disputed.match['id']}"), f"/games/{disputed.game}",
                 f"/games/{disputed.game}/rulings", f"/games/{disputed.game}/rulings/renege"):  # fmt: skip
        director.open(page)
        assert director.page.links[1].url == desk, page
    director.open(f"/games/{disputed.game}")
    assert director.tap("The desk").url == disputed.at("desk")


def test_director_is_not_asked_whose_phone_it_is(disputed: Disputed) -> None:
    page = disputed.phone(Role.KEEPER).open(disputed.at("my-match"))
    assert "Whose phone is this?" not in page.text
    assert any(link.url.endswith("/desk") and link.label == "Go to the desk" for link in page.links)
