"""Two versions of one result: who enters the second is asked, the desk chooses, and nothing counts unseen."""

from __future__ import annotations

import json
from datetime import timedelta
from uuid import uuid4

import pytest
from flask import Flask

from scorekeeper.clock import utc_now
from scorekeeper.core.game import NotNow
from scorekeeper.rooms.tournaments.domain.log.reported import undecided, version
from scorekeeper.rooms.tournaments.domain.log.state import (
    DISPUTED,
    DONE,
    PLAYING,
    TO_CONFIRM,
    GameResult,
    TournamentState,
)
from scorekeeper.rooms.tournaments.domain.pairing import standings
from scorekeeper.rooms.tournaments.domain.score_words import score_text
from scorekeeper.rooms.tournaments.services.by_time import record_due
from scorekeeper.rooms.tournaments.services.cache import load_tournament
from scorekeeper.rooms.tournaments.services.choosing import choose, take_out
from scorekeeper.rooms.tournaments.services.may_change import DirectorsOnly
from scorekeeper.rooms.tournaments.services.results import give_result
from scorekeeper.rooms.tournaments.services.rounds import pair_round
from scorekeeper.services.recording import Author
from tests.api.calling import Program
from tests.rooms.tournaments.directing import Directed, Json, hand
from tests.rooms.tournaments.hall import EIGHT, Hall
from tests.web.browsing import Page, Phone

ALICE, HELPER = Author("Alice", directs=True), Author("Hugo")


class Table:
    """A match that is kept on a phone: two hands are saved, of at most six; `director` is at the desk."""

    def __init__(self, app: Flask, **parts: object) -> None:
        self.app = app
        stage = {"format": "swiss", "rules": "partnership", "rounds": 2, "hands": 3, **parts}
        self.directed = Directed(app, stage, confirm_minutes=10)
        self.directed.enter(("Ann", "Abe"), ("Bea", "Ben"), ("Cal", "Cleo"), ("Dan", "Dot"))
        self.match = self.directed.pair()[0]
        self.game = self.directed.game(self.match)
        for number in (1, 2):
            self.save(number)
        self.director: Phone = self.directed.phone()

    def save(self, number: int, status: int = 201) -> None:
        self.directed.program.write(self.game, "hand", status, hand=number, **hand(5, 4, 6))

    def finish(self, *verdicts: str) -> None:
        """The last hand is saved, and both sides sign, unless said otherwise."""
        self.save(3)
        for side, verdict in enumerate(verdicts or ("agreed", "agreed")):
            self.directed.program.write(self.game, "sign", side=side, verdict=verdict)

    @property
    def state(self) -> TournamentState:
        with self.app.app_context():
            return load_tournament(self.directed.id).state

    @property
    def status(self) -> str:
        return self.state.match_status(self.state.matches[self.match["id"]])

    @property
    def scores(self) -> tuple[int, ...]:
        found = self.state.result(self.state.matches[self.match["id"]])
        return () if found is None else found.scores

    @property
    def beside(self) -> list[tuple[int, ...]]:
        return [one.result.scores for one in undecided(self.state, self.state.matches[self.match["id"]])]

    @property
    def seen(self) -> tuple[int, int]:
        return version(self.state, self.state.matches[self.match["id"]])

    @property
    def wins(self) -> int:
        return sum(place.record.wins for place in standings(self.state, 1))

    @property
    def is_closed(self) -> bool:
        return not self.played.goes_on

    @property
    def played(self) -> GameResult:
        """What the hands of the game say."""
        found = self.state.results[self.game]
        assert found.hands
        return found

    def at(self, page: str = "") -> str:
        return f"/tournaments/{self.directed.id}/desk/matches/{self.match['id']}{page}"

    def desk(self) -> Page:
        return self.director.open(f"/tournaments/{self.directed.id}/desk")

    def type(self, first: str, second: str, status: int, phone: Phone | None = None) -> Page:
        """A result on the page of the match."""
        phone = phone or self.director
        phone.open(self.at())
        form = phone.page.form_with("first")
        return phone.submit(form, None, status, first=first, second=second, signed="yes")

    def stack(self, status: int = 422) -> Page:
        """`1 / 210 / 20` from the stack."""
        self.director.open(f"/tournaments/{self.directed.id}/desk/results")
        table = str(self.match["hall_table"])
        form = self.director.page.form_with("table")
        return self.director.submit(form, None, status, table=table, first="210", second="20", all_signed="yes")

    def answer(self, beginning: str) -> Page:
        buttons = self.director.page.buttons
        return self.director.tap(next(each.label for each in buttons if each.label.startswith(beginning)))

    def beside_it(self) -> None:
        """A paper is put beside what is there."""
        with self.app.app_context():
            body = {"scores": [210, 20], "signed": True, "beside": True}
            give_result(self.directed.id, self.match["id"], body, HELPER, source="stack")


@pytest.fixture
def table(app: Flask) -> Table:
    return Table(app)


def test_paper_for_a_table_that_plays_on_is_a_question_and_not_taken(table: Table) -> None:
    page = table.stack()
    assert "Another score of table" in page.text
    assert "From the hands · hand 3" in page.text
    assert "210 : 20" in page.text
    assert (table.scores, table.beside) == ((), [])
    table.answer("Keep what is there")
    table.finish()
    assert (table.status, table.beside, table.wins) == (DONE, [], 1)


def test_paper_beside_a_running_game_waits_for_a_choice_and_hands_go_on(table: Table) -> None:
    table.stack()
    table.answer("Put mine beside it")
    assert (table.status, table.beside) == (PLAYING, [(210, 20)])
    page = table.desk()
    assert "Two scores. Choose one" in page.text
    assert "210 : 20" in page.text
    table.finish()
    assert (table.status, table.wins) == (DISPUTED, 0)
    with table.app.app_context():
        record_due(table.directed.id, utc_now() + timedelta(hours=2))
        with pytest.raises(NotNow):
            pair_round(table.directed.id, ALICE)
    assert table.status == DISPUTED
    page = table.director.open(table.at())
    assert score_text(table.played.as_result) in page.text
    assert "Until then the match is not over." in page.text


def test_director_chooses_the_hands(table: Table) -> None:
    table.beside_it()
    table.finish()
    table.director.open(table.at())
    table.director.tap(score_text(table.played.as_result) + " counts")
    assert (table.status, table.scores, table.beside, table.wins) == (DONE, table.played.scores, [], 1)
    assert "Two scores" not in table.desk().text


def test_director_chooses_the_paper_and_undoes_it(table: Table) -> None:
    table.beside_it()
    table.finish()
    table.director.open(table.at())
    table.director.tap("210 : 20 counts")
    assert (table.status, table.scores, table.beside) == (DONE, (210, 20), [])
    page = table.director.open(table.at())
    assert "What did not count" in page.text
    table.desk()
    table.answer("Undo: ")
    assert (table.status, table.beside) == (DISPUTED, [(210, 20)])


def test_paper_that_is_chosen_closes_the_game_and_tells_its_pads(table: Table) -> None:
    table.stack()
    table.answer("Take mine: the game ends there")
    assert (table.status, table.scores, table.beside) == (DONE, (210, 20), [])
    assert table.is_closed
    pad = table.director.open(f"/games/{table.game}")
    assert "The desk took another result: 210 : 20" in pad.text


def test_undo_of_a_paper_that_closed_a_game_lets_it_go_on_and_redo_closes_it_again(table: Table) -> None:
    table.stack()
    table.answer("Take mine")
    table.desk()
    table.answer("Undo: result of table")
    assert (table.is_closed, table.status) == (False, PLAYING)
    table.answer("Redo: result of table")
    assert (table.is_closed, table.status, table.beside) == (True, DONE, [])
    table.desk()
    table.answer("Undo: result of table")
    table.save(3)


def test_hand_saved_meanwhile_is_asked_about_again(table: Table) -> None:
    table.stack()
    table.save(3)
    page = table.director.tap("Take mine: the game ends there", 422)
    assert "Another score of table" in page.text
    assert table.beside == []


def test_hands_after_a_paper_are_never_refused_and_stand_beside_it(hall: Hall) -> None:
    hall.set_up(EIGHT[:4], format="swiss", playoff="0", rounds="3")
    hall.pair()
    keeper = hall.keeper("Ann")
    match = next(m for m in hall.open_matches if m.game is not None)
    hall.paper(match, 210, 20)
    assert hall.state.is_over(hall.state.matches[match.id])
    body = {"hand": 1, "bids": [["4", "3"], ["4", "2"]], "took": [7, 6]}
    url = f"/games/{match.game}/events"
    sent = {"kind": "hand", "payload": json.dumps(body), "seq": "1", "entry_id": str(uuid4())}
    answer = keeper.client.post(url, data=sent | {"csrf_token": keeper.client.get(url).get_json()["csrf"]})
    assert answer.status_code < 300, answer.text
    page = hall.director.open(hall.at("desk"))
    assert "Two scores. Choose one" in page.text
    assert hall.state.is_over(hall.state.matches[match.id])
    hall.director.open(hall.at(f"desk/matches/{match.id}"))
    assert "Until then it stays so, and is marked." in hall.director.page.text
    hall.director.tap("Let the game go on")
    assert not hall.state.is_over(hall.state.matches[match.id])
    assert undecided(hall.state, hall.state.matches[match.id]) == []


def test_second_of_two_directors_is_asked(table: Table) -> None:
    other = table.directed.phone()
    other.open(table.at())
    form = other.page.form_with("first")
    with table.app.app_context():
        instead, record = table.seen
        body = {"scores": [201, 150], "signed": True, "instead": instead, "record": record}
        give_result(table.directed.id, table.match["id"], body, Author("Bob", directs=True))
    page = other.submit(form, None, 409, first="210", second="99", signed="yes")
    assert "201 : 150" in page.text
    assert "Bob" in page.text
    assert "210 : 99" in page.text
    assert table.scores == (201, 150)
    other.tap("Put mine beside it: the desk decides")
    assert (table.scores, table.beside, table.status) == ((201, 150), [(210, 99)], DONE)
    third = Author("Eve", directs=True)
    with table.app.app_context():
        choose(table.directed.id, table.match["id"], table.seen[0], third, seen=table.seen)
    assert (table.scores, table.beside) == ((210, 99), [])


def test_correction_beside_what_it_replaces_is_the_choice(table: Table) -> None:
    table.finish()
    table.type("210", "99", 200)
    assert (table.scores, table.beside) == ((210, 99), [])
    table.type("210", "98", 200)
    assert table.scores == (210, 98)
    assert "210 : 99" in table.director.open(table.at()).text


def test_paper_with_the_score_of_the_game_is_no_question(table: Table) -> None:
    table.finish("agreed", "disputed")
    with table.app.app_context():
        give_result(table.directed.id, table.match["id"], {"scores": list(table.played.scores), "signed": True}, HELPER)
    assert (table.status, table.beside) == (DONE, [])


def test_forfeit_of_a_table_that_plays_is_asked_about(table: Table) -> None:
    table.director.open(f"{table.at()}/forfeit?team={table.match['teams'][0]}")
    page = table.director.submit(table.director.page.form_with("team"), None, 409)
    assert "forfeit of Ann & Abe" in page.text or "forfeit of" in page.text
    assert table.status == PLAYING
    table.director.tap("Keep what is there")
    assert table.status == PLAYING


def test_unsigned_paper_does_not_count_by_waiting_while_another_score_is_there(table: Table) -> None:
    with table.app.app_context():
        body = {"scores": [210, 20], "instead": 0, "record": table.seen[1]}
        give_result(table.directed.id, table.match["id"], body, HELPER)
        give_result(table.directed.id, table.match["id"], {"scores": [211, 20], "beside": True}, HELPER)
        record_due(table.directed.id, utc_now() + timedelta(hours=2))
    assert (table.status, table.beside) == (TO_CONFIRM, [(211, 20)])


def test_only_a_director_chooses(table: Table) -> None:
    table.beside_it()
    with table.app.app_context():
        with pytest.raises(DirectorsOnly):
            choose(table.directed.id, table.match["id"], table.seen[0], HELPER, seen=table.seen)
        with pytest.raises(NotNow):
            choose(table.directed.id, table.match["id"], 999, ALICE, seen=table.seen)
        with pytest.raises(NotNow):
            choose(table.directed.id, table.match["id"], 0, ALICE, seen=(1, 1))
    assert table.beside == [(210, 20)]


def test_director_leaves_a_paper_out_while_the_game_goes_on(table: Table) -> None:
    table.beside_it()
    table.director.open(table.at())
    table.answer("Let the game go on")
    assert (table.status, table.beside) == (PLAYING, [])
    table.finish()
    assert table.status == DONE


def test_contradiction_of_an_earlier_round_is_on_the_desk(table: Table) -> None:
    table.finish()
    other = next(match for match in table.directed.now["stages"][0]["rounds"][0]["matches"] if match["game"] is None)
    table.directed.paper(other, 300, 200)
    table.directed.pair()
    table.beside_it()
    assert table.status == DONE
    assert "Two scores. Choose one Round 1" in table.desk().text
    assert "210\xa0:\xa020 from the stack" in table.director.page.html  # a narrow row keeps it whole
    assert "Done · two scores" in table.director.open(f"/tournaments/{table.directed.id}/desk?round=1.1").text


# Taken out where it was put in


def test_result_is_taken_out_once_it_is_said_what_follows(table: Table) -> None:
    other = next(match for match in table.directed.now["stages"][0]["rounds"][0]["matches"] if match["game"] is None)
    table.directed.paper(other, 300, 200)
    table.type("210", "99", 409)
    table.director.tap("Take mine: the game ends there")
    table.directed.pair()
    table.director.open(table.at())
    page = table.director.tap("Take the result out")
    assert "Its game goes on where it was closed." in page.text
    assert "Round 2 was paired from it, and stays as it is." in page.text
    page = table.director.tap("Take it out")
    assert "The result is taken out." in page.text
    assert (table.status, table.is_closed) == (PLAYING, False)
    table.desk()
    table.answer("Undo: result of table")
    assert (table.status, table.is_closed, table.beside) == (DONE, True, [])
    table.answer("Redo: result of table")
    assert (table.status, table.is_closed) == (PLAYING, False)
    table.save(3)


def test_result_of_paper_alone_is_taken_out_and_an_undo_brings_it_back(hall: Hall) -> None:
    hall.set_up(EIGHT[:4], format="swiss", playoff="0", rounds="3", kept_on="paper")
    hall.pair()
    match = hall.open_matches[0]
    hall.paper(match, 210, 99)
    hall.paper(match, 211, 99)
    hall.paper(hall.open_matches[0], 300, 200)
    hall.director.open(hall.at(f"desk/matches/{match.id}"))
    page = hall.director.tap("Take the result out")
    assert "The match is open again." in page.text
    assert "What was typed before stays out, too: 210 : 99." in page.text
    assert "The standings follow at once." in page.text
    hall.director.tap("Take it out")
    assert hall.state.result(hall.state.matches[match.id]) is None
    assert f"Undone: result of table {match.pairing.table} taken out" in hall.undo().text
    assert hall.state.is_over(hall.state.matches[match.id])


def test_closed_result_is_taken_out_by_a_director_with_a_reason(hall: Hall) -> None:
    hall.set_up(EIGHT[:4], format="swiss", playoff="0", rounds="3", kept_on="paper")
    hall.pair()
    match = hall.open_matches[0]
    hall.play_round(EIGHT[:4])
    hall.pair()
    hall.paper(hall.open_matches[0], 300, 200)
    hall.director.open(hall.at(f"desk/matches/{match.id}/out"))
    form = hall.director.page.form_with("reason")
    page = hall.director.submit(form, None, 200, reason="")
    assert "Protests are closed; say why the result changes" in page.text
    assert hall.state.is_over(hall.state.matches[match.id])
    hall.director.open(hall.at(f"desk/matches/{match.id}/out"))
    hall.director.submit(hall.director.page.form_with("reason"), None, 200, reason="sheets were swapped")
    assert not hall.state.is_over(hall.state.matches[match.id])


# Programs


def refused(program: Program, path: str, body: Json) -> Json:
    answer = program.call("POST", path, body)
    assert answer.status_code == 409, answer.text
    error: Json = answer.get_json()["error"]
    assert error["code"] == "result-differs"
    return error


def test_program_is_told_both_scores_and_chooses(table: Table) -> None:
    program, number = table.directed.program, table.match["id"]
    path = f"/tournaments/{table.directed.id}/matches/{number}/result"
    error = refused(program, path, {"scores": [210, 20], "signed": True})
    params = error["fault"]["params"]
    there = score_text(table.played.as_result)
    assert (params["match"], params["yours"], params["there"]) == (number, "210 : 20", there)
    match = program.post(path, {"scores": [210, 20], "signed": True, "beside": True})
    assert [(one["scores"], one["source"]) for one in match["reported"]] == [([210, 20], "program")]
    assert match["result"] is None
    entries = f"/tournaments/{table.directed.id}/entries"
    again = refused(program, entries, {"kind": "result", "match": number, "scores": [211, 20]})["fault"]["params"]
    assert (again["instead"], again["record"]) == (table.seen[0], table.seen[1])
    seen = {"instead": again["instead"], "record": again["record"]}
    match = program.post(path, {"scores": [211, 20], "signed": True, **seen})
    assert (match["status"], match["result"]["scores"], match["reported"]) == (DONE, [211, 20], [])
    assert table.is_closed
    listed = {"kind": "results", "results": [{"match": number, "scores": [1, 2]}]}
    refused(program, entries, listed)
    program.post(entries, {"kind": "take-out", "match": number})
    assert table.status == PLAYING


def test_same_answer_of_a_program_twice_is_one(table: Table) -> None:
    path = f"/tournaments/{table.directed.id}/matches/{table.match['id']}/result"
    body = {"scores": [210, 20], "beside": True, "id": "0a3f9d0e-8a14-4d4b-9d58-1f0a6c7be009"}
    table.directed.program.post(path, body)
    table.directed.program.post(path, body, 200)
    params = refused(table.directed.program, path, {"scores": [211, 20]})["fault"]["params"]
    taken = {"scores": [211, 20], "instead": params["instead"], "record": params["record"]}
    taken["id"] = "0a3f9d0e-8a14-4d4b-9d58-1f0a6c7be00a"
    for status in (201, 200):
        table.directed.program.post(path, taken, status)
    assert (table.scores, table.is_closed) == ((211, 20), True)


def test_watcher_reads_no_score_beside_the_result(table: Table) -> None:
    table.beside_it()
    watcher = table.directed.program.again()
    watcher.token = table.directed.program.made["tokens"]["watcher"]
    matches = watcher.get(f"/tournaments/{table.directed.id}")["stages"][0]["rounds"][0]["matches"]
    assert all(match["reported"] == [] for match in matches)


# Lists


LISTED = "Round,Home,Away,Home Score,Away Score\n1,Ann & Abe,Bea & Ben,{}\n1,Cal & Cleo,Dan & Dot,{}\n"


@pytest.fixture
def league(app: Flask) -> Directed:
    """Two matches: one has a result, the other a hand on a phone."""
    held = Directed(app, {"format": "fixtures", "rules": "partnership"})
    body = {"list": LISTED.format("510,200", ","), "signed": True}
    held.call("POST", "/fixtures", body, 200)
    other = next(match for match in held.matches() if match["result"] is None)
    held.program.write(held.game(other), "hand", hand=1, **hand(5, 4, 6))
    return held


def listed(league: Directed, **answers: str) -> Json:
    body = {"list": LISTED.format("480,510", "520,30"), "signed": True, "answers": answers}
    answer = league.program.call("POST", f"/tournaments/{league.id}/fixtures", body)
    found: Json = answer.get_json()
    return found


def results(league: Directed) -> list[tuple[list[int] | None, list[list[int]]]]:
    found = league.matches()
    return [
        (each["result"] and each["result"]["scores"], [one["scores"] for one in each["reported"]]) for each in found
    ]


def test_list_against_a_result_and_a_game_is_asked_about(league: Directed) -> None:
    before = results(league)
    asked = league.program.post(
        f"/tournaments/{league.id}/fixtures/preview", {"list": LISTED.format("480,510", "520,30")}, 200
    )
    assert [(each["key"], [one["answer"] for one in each["answers"]]) for each in asked["questions"]] == [
        ("line 2 result", ["keep", "beside", "take"]),
        ("line 3 result", ["keep", "beside"]),
    ]
    assert "Ann & Abe – Bea & Ben has 510 : 200 (from a list). What about 480 : 510?" in asked["questions"][0]["text"]
    assert listed(league)["error"]["fault"]["code"] == "list-asks"
    assert results(league) == before


def test_answers_to_a_list_are_taken(league: Directed) -> None:
    answers = {"line 2 result": "take", "line 3 result": "beside"}
    assert listed(league, **answers)["results"] == 2
    assert results(league) == [([480, 510], []), (None, [[520, 30]])]
    taken = league.call("POST", "/fixtures/take-out", {}, 200)
    assert taken["results"] == 2
    assert results(league) == [([510, 200], []), (None, [])]


def test_what_is_there_stays_although_a_list_says_otherwise(league: Directed) -> None:
    before = results(league)
    assert listed(league, **{"line 2 result": "keep", "line 3 result": "keep"})["known"] == 2
    assert results(league) == before


def test_standings_mark_the_teams_of_a_disputed_score(hall: Hall) -> None:
    hall.set_up(EIGHT[:4], format="swiss", playoff="0", kept_on="paper")
    hall.pair()
    match = hall.open_matches[0]
    hall.paper(match, 300, 200)
    assert "a score is disputed" not in hall.director.open(hall.at("standings")).text
    with hall.app.app_context():
        give_result(hall.id, match.id, {"scores": [150, 310], "signed": True, "beside": True}, Author("Ann"))
    page = hall.director.open(hall.at("standings"))
    assert "?: a score is disputed" in page.text
    assert page.html.count("p ?</sup>") == 2


# What was confirmed is a director's to change


def helper_of(table: Table) -> Phone:
    """A helper's phone."""
    phone = Phone(table.app.test_client())
    phone.open(table.directed.program.made["links"]["scorer"].removeprefix("http://localhost"))
    return phone


def test_helper_puts_another_score_beside_what_was_confirmed_and_takes_nothing_out(table: Table) -> None:
    table.finish()
    confirmed, helper = table.scores, helper_of(table)
    page = table.type("210", "99", 409, helper)
    assert "It was confirmed: only a director takes another score." in page.text
    assert not helper.can_tap("Take mine")
    helper.tap("Put mine beside it: the desk decides")
    assert (table.scores, table.beside, table.status) == (confirmed, [(210, 99)], DONE)
    assert "Two scores. Choose one" in table.desk().text

    table.director.open(table.at())
    table.answer("210 : 99 counts")
    assert table.scores == (210, 99)
    assert "Take the result out" not in helper.open(table.at()).text
    with table.app.app_context(), pytest.raises(DirectorsOnly):
        take_out(table.directed.id, table.match["id"], HELPER)
    table.type("210", "98", 409, helper)
    assert table.scores == (210, 99)


def test_helper_corrects_an_own_sheet_that_nobody_confirmed(hall: Hall) -> None:
    hall.set_up(EIGHT[:4], kept_on="paper")
    hall.pair()
    match = hall.open_matches[0]
    helper = Author("Hugo")
    with hall.app.app_context():
        give_result(hall.id, match.id, {"scores": [210, 99], "signed": True}, helper)
        instead, record = version(hall.state, hall.state.matches[match.id])
        typed = {"scores": [99, 210], "signed": True, "instead": instead, "record": record}
        give_result(hall.id, match.id, typed, helper)
    result = hall.state.result(hall.state.matches[match.id])
    assert result is not None
    assert result.scores == (99, 210)


def test_desk_says_what_a_result_to_confirm_came_instead_of(table: Table) -> None:
    table.finish("agreed", "disputed")
    played, helper = score_text(table.played.as_result), helper_of(table)
    helper.open(table.at())
    helper.submit(helper.page.form_with("first"), None, 200, first="210", second="97")
    assert table.status == TO_CONFIRM
    assert f"instead of {played} from the hands" in table.desk().text
