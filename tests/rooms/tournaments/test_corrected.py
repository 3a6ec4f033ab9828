"""A game that is corrected after its result was confirmed: that stays in force beside the hands until one is chosen."""

from __future__ import annotations

from datetime import timedelta

import pytest
from flask import Flask

from scorekeeper.clock import utc_now
from scorekeeper.core.game import NotNow
from scorekeeper.rooms.tournaments.domain.log.reported import undecided
from scorekeeper.rooms.tournaments.domain.log.state import DONE, PLAYING, TO_CONFIRM, Match
from scorekeeper.rooms.tournaments.domain.pairing.corrections import corrections
from scorekeeper.rooms.tournaments.domain.score_words import score_text
from scorekeeper.rooms.tournaments.services.by_time import record_due
from scorekeeper.rooms.tournaments.services.choosing import choose, take_out
from scorekeeper.rooms.tournaments.services.may_change import DirectorsOnly
from scorekeeper.services.recording import Author, record as record_in_game, undo as undo_in_game
from tests.rooms.tournaments.directing import Directed, hand
from tests.rooms.tournaments.hall import EIGHT, Hall
from tests.rooms.tournaments.test_contradictions import ALICE, HELPER, Table

CORRECTED = {**hand(5, 4, 5), "hand": 3, "reason": "miscounted"}
A_CHOICE = "Corrected after it was confirmed"


class Corrected(Table):
    """A match that counted, and whose third hand a helper's phone then corrects."""

    def __init__(self, app: Flask, **parts: object) -> None:
        super().__init__(app, **parts)
        self.finish()
        self.before = self.scores

    def correct(self, took: int = 5, **parts: object) -> None:
        with self.app.app_context():
            body = {**CORRECTED, **hand(5, 4, took), **parts}
            record_in_game(self.game, "correction", body, author=HELPER)

    def sign(self, *sides: int, verdict: str = "agreed") -> None:
        with self.app.app_context():
            for side in sides:
                record_in_game(self.game, "sign", {"side": side, "verdict": verdict}, author=HELPER)

    def chosen(self, entry: int) -> None:
        with self.app.app_context():
            choose(self.directed.id, self.match["id"], entry, ALICE, seen=self.seen)

    @property
    def now(self) -> tuple[str, tuple[int, ...], list[tuple[int, ...]], int]:
        return self.status, self.scores, self.beside, self.wins


@pytest.fixture
def table(app: Flask) -> Corrected:
    return Corrected(app)


def test_confirmed_result_stays_in_force_and_the_desk_is_asked(table: Corrected) -> None:
    table.correct()
    hands = table.played.scores
    assert hands != table.before
    with table.app.app_context():
        record_due(table.directed.id, utc_now() + timedelta(hours=2))
    assert table.now == (DONE, table.before, [hands], 1)
    page = table.desk()
    assert A_CHOICE in page.text
    there, beside = (score_text(one) for one in (table.state.result(table.state.matches[table.match["id"]]),
                                                 table.played.as_result) if one is not None)  # fmt: skip
    assert f"{there} as confirmed · {beside} from the hands" in page.text
    page = table.director.open(table.at())
    assert "As confirmed" in page.text
    assert "From the hands · Hugo" in page.text
    assert "Until then it stays so, and is marked." in page.text
    assert "?: a score is disputed" in table.director.open(f"/tournaments/{table.directed.id}/standings").text
    shown = table.directed.match(table.match["id"])
    assert (shown["status"], shown["result"]["by"], shown["result"]["scores"]) == (DONE, "game", list(table.before))
    assert [(one["scores"], one["source"]) for one in shown["reported"]] == [(list(hands), "game")]


@pytest.mark.parametrize("chosen", ["there", "hands"])
def test_director_chooses_with_one_tap(table: Corrected, chosen: str) -> None:
    table.correct()
    takes = table.before if chosen == "there" else table.played.scores
    table.director.open(table.at())
    labels = [each.label for each in table.director.page.buttons if each.label.endswith("counts")]
    assert len(labels) == 2
    table.director.tap(labels[0 if chosen == "there" else 1])
    assert table.now == (DONE, takes, [], 1)
    assert A_CHOICE not in table.desk().text
    table.answer("Undo: ")
    assert table.now == (DONE, table.before, [table.played.scores], 1)


def test_both_sides_choose_by_confirming_again(table: Corrected) -> None:
    table.correct()
    table.sign(0)
    assert table.now == (DONE, table.before, [table.played.scores], 1)
    table.sign(1)
    assert table.now == (DONE, table.played.scores, [], 1)
    assert A_CHOICE not in table.desk().text


def test_undo_of_the_correction_leaves_nothing_to_choose(table: Corrected) -> None:
    table.correct()
    with table.app.app_context():
        undo_in_game(table.game, HELPER)
    assert table.now == (DONE, table.before, [], 1)
    assert A_CHOICE not in table.desk().text


def test_undo_of_the_last_hand_is_a_correction_too(table: Corrected) -> None:
    with table.app.app_context():
        for _ in range(3):  # two signatures, and the hand
            undo_in_game(table.game, HELPER)
    assert table.played.goes_on
    assert (table.status, table.scores) == (DONE, table.before)
    assert A_CHOICE in table.desk().text


def test_correction_that_changes_no_total_needs_nothing(table: Corrected) -> None:
    table.correct(6, bids=[["2", "3"], ["3", "1"]])
    assert table.now == (DONE, table.before, [], 1)
    assert A_CHOICE not in table.desk().text


def test_director_who_corrects_has_chosen(table: Corrected) -> None:
    table.directed.program.write(table.game, "correction", **CORRECTED)
    assert table.now == (DONE, table.played.scores, [], 1)
    assert table.played.scores != table.before


def test_director_who_corrects_again_has_chosen_the_hands(table: Corrected) -> None:
    table.correct()
    table.directed.program.write(table.game, "correction", **{**CORRECTED, **hand(5, 4, 4)})
    assert table.now == (DONE, table.played.scores, [], 1)


def test_result_that_the_director_confirmed_stays_too(app: Flask) -> None:
    table = Table(app)
    table.finish("agreed")
    table.directed.write("confirm", match=table.match["id"])
    before = table.scores
    with app.app_context():
        record_in_game(table.game, "correction", CORRECTED, author=HELPER)
    assert (table.status, table.scores, table.beside) == (DONE, before, [table.played.scores])


def test_what_did_not_count_yet_is_corrected_without_a_question(app: Flask) -> None:
    table = Table(app)
    table.finish("agreed")
    with app.app_context():
        record_in_game(table.game, "correction", CORRECTED, author=HELPER)
    assert (table.status, table.scores, table.beside) == (TO_CONFIRM, table.played.scores, [])


def test_only_a_director_chooses_between_them(table: Corrected) -> None:
    table.correct()
    with table.app.app_context():
        with pytest.raises(DirectorsOnly):
            choose(table.directed.id, table.match["id"], 0, HELPER, seen=table.seen)
        with pytest.raises(DirectorsOnly):
            take_out(table.directed.id, table.match["id"], HELPER)
        with pytest.raises(NotNow):
            choose(table.directed.id, table.match["id"], 0, ALICE, seen=(0, 1))
    assert table.now == (DONE, table.before, [table.played.scores], 1)


def test_paper_beside_both_is_a_question_and_settles_them(table: Corrected) -> None:
    table.correct()
    page = table.stack()
    assert "As confirmed" in page.text
    table.answer("Take mine")
    assert table.now == (DONE, (210, 20), [], 1)


def test_director_lets_the_corrected_game_go_on(app: Flask) -> None:
    table = Corrected(app, hands=None, options={"target": 150})
    assert table.status == DONE
    table.correct(1)
    assert table.played.goes_on
    assert (table.status, table.scores) == (DONE, table.before)
    table.save(4)
    table.director.open(table.at())
    table.director.tap("Let the game go on")
    assert (table.status, table.beside) == (PLAYING, [])


def test_next_round_is_paired_from_what_was_confirmed_until_the_hands_are_chosen(table: Corrected) -> None:
    other = next(match for match in table.directed.now["stages"][0]["rounds"][0]["matches"] if match["game"] is None)
    table.directed.paper(other, 300, 200)
    table.correct()
    table.directed.pair()
    assert corrections(table.state) == []
    table.chosen(0)
    assert [found.match for found in corrections(table.state)] == [table.match["id"]]
    assert table.now[:3] == (DONE, table.played.scores, [])


def test_once_protests_are_closed_nobody_else_corrects(table: Corrected) -> None:
    other = next(match for match in table.directed.now["stages"][0]["rounds"][0]["matches"] if match["game"] is None)
    table.directed.paper(other, 300, 200)
    later = table.directed.pair()[0]
    table.directed.paper(later, 300, 200)
    with table.app.app_context(), pytest.raises(NotNow):
        record_in_game(table.game, "correction", CORRECTED, author=HELPER)
    assert table.now[:3] == (DONE, table.before, [])


# On the phones of players, and in other formats


class Played:
    """A match of a hall that Ann's phone kept, and both sides confirmed."""

    def __init__(self, hall: Hall, **fields: str) -> None:
        hall.set_up(EIGHT[:4], playoff="0", **fields)
        hall.pair()
        self.hall, self.phone = hall, hall.keeper("Ann")
        self.match = next(m for m in hall.open_matches if m.game is not None)
        with hall.app.app_context():
            played = {"hand": 1, "bids": [["4", "3"], ["4", "2"]], "took": [7, 6]}
            record_in_game(str(self.match.game), "hand", played, author=Author("Ann"))
            record_in_game(str(self.match.game), "close", {"reason": "time"}, author=Author("Ann"))
        self.confirm()

    def confirm(self) -> None:
        """Both sides confirm on this phone."""
        for _side in (0, 1):
            self.phone.open(f"/games/{self.match.game}")
            self.phone.tap("Confirm")

    def correct(self) -> None:
        """The other side has won."""
        self.phone.open(f"/games/{self.match.game}")
        self.phone.tap("Correct hand 1")
        self.phone.tap("6")
        self.phone.tap("Save correction")

    @property
    def now(self) -> tuple[str, bool, int]:
        """The status, whether the first side has won, and how many scores differ."""
        state = self.hall.state
        match: Match = state.matches[self.match.id]
        found = state.result(match)
        assert found is not None
        return state.match_status(match), found.winner == 0, len(undecided(state, match))


@pytest.mark.parametrize("form", ["swiss", "single-elimination", "open", "round-robin"])
def test_phone_of_a_player_is_not_refused_and_the_result_stays(hall: Hall, form: str) -> None:
    table = Played(hall, format=form)
    assert table.now == (DONE, True, 0)
    paired = [match.teams for match in hall.state.matches.values()]
    table.correct()
    assert table.now == (DONE, True, 1)
    assert A_CHOICE in hall.director.open(hall.at("desk")).text
    assert [match.teams for match in hall.state.matches.values()] == paired
    table.confirm()
    assert table.now == (DONE, False, 0)
    assert A_CHOICE not in hall.director.open(hall.at("desk")).text


def test_league_keeps_a_confirmed_result_beside_a_correction(app: Flask) -> None:
    held = Directed(app, {"format": "fixtures", "rules": "partnership"})
    held.call("POST", "/fixtures", {"list": "Round,Home,Away\n1,Ann & Abe,Bea & Ben\n"}, 200)
    match = held.pair()[0]
    game = held.game(match)
    with app.app_context():
        record_in_game(game, "hand", {"hand": 1, **hand(5, 4, 6)}, author=HELPER)
        record_in_game(game, "close", {"reason": "time"}, author=HELPER)
        for side in (0, 1):
            record_in_game(game, "sign", {"side": side, "verdict": "agreed"}, author=HELPER)
    before = held.match(match["id"])["result"]["scores"]
    with app.app_context():
        record_in_game(game, "correction", {**CORRECTED, "hand": 1}, author=HELPER)
    shown = held.match(match["id"])
    assert (shown["status"], shown["result"]["scores"], len(shown["reported"])) == (DONE, before, 1)
    assert A_CHOICE in held.phone().open(f"/tournaments/{held.id}/desk").text
