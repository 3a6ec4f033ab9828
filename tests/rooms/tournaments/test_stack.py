"""Results by the stack: one paper after another, only what is missing, and totals to compare with the papers."""

from __future__ import annotations

from random import Random

import pytest

from scorekeeper.rooms.tournaments.domain.log.state import DONE, TO_CONFIRM
from scorekeeper.rooms.tournaments.pages.directing import stack
from tests.hypothesis_budget import examples
from tests.rooms.tournaments.hall import EIGHT, Hall
from tests.sampled import seed
from tests.web.browsing import Page


@pytest.fixture
def paired(hall: Hall) -> Hall:
    """Eight teams play on paper; the page of the stack is open."""
    hall.set_up(EIGHT, format="swiss", playoff="0", rounds="3", kept_on="paper")
    hall.pair()
    hall.director.open(hall.at("desk"))
    hall.director.tap("Results by the stack")
    return hall


def type_in(hall: Hall, status: int = 200, **typed: str | None) -> Page:
    return hall.director.submit(hall.director.page.form_with("table"), None, status, **typed)


def result(hall: Hall, table: int) -> tuple[str, tuple[int, ...]]:
    state = hall.state
    match = next(match for match in state.matches.values() if match.pairing.table == table)
    found = state.result(match)
    return state.match_status(match), () if found is None else found.scores


def test_papers_are_typed_one_after_another_until_none_is_missing(paired: Hall) -> None:
    for number in (3, 1, 4, 2):
        page = type_in(paired, table=str(number), first="300", second=str(100 + number), all_signed="yes")
        assert page.url == paired.at("desk/results")
        assert result(paired, number) == (DONE, (300, 100 + number))
    assert "No result is missing." in paired.director.page.text
    assert "4 sheets" in paired.director.page.text


def test_stack_has_only_what_is_missing_and_its_totals(paired: Hall) -> None:
    type_in(paired, table="2", first="-40", second="310")
    page = type_in(paired, table="3", first="300", second="1")
    assert "2 results are missing" in page.text
    missing = page.html.partition('class="list joined missing-papers"')[2].partition("</ul>")[0]
    assert 'data-table="2"' not in missing
    assert 'data-table="1"' in missing
    assert "Total 571" in page.text
    assert "260" in page.text  # of the first sides
    assert "311" in page.text


def test_new_stack_begins_with_no_sheets(paired: Hall) -> None:
    type_in(paired, table="2", first="300", second="200", all_signed="yes")
    page = paired.director.tap("Begin a new stack")
    assert "1 sheet" not in page.text
    assert "yes" in page.form_with("table").fields.getlist("all_signed")


def test_sheets_that_are_not_signed_wait_for_the_director(paired: Hall) -> None:
    type_in(paired, table="2", first="300", second="200")
    assert result(paired, 2) == (TO_CONFIRM, (300, 200))


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ({"table": "", "first": "300", "second": "200"}, "Type the number of the table."),
        ({"table": "77", "first": "300", "second": "200"}, "There is no table 77 in this round."),
        ({"table": "1", "first": "300", "second": ""}, "Type every final score"),
        ({"table": "1", "first": "2005", "second": "150"}, "2,005 is far above the target of 300."),
        ({"table": "1", "first": "300", "second": "300"}, "The scores are level, and nobody is ticked as the winner."),
        ({"table": "1", "first": "300", "second": "150", "ticked": "2"}, "is ticked as the winner with fewer points."),
    ],
)
def test_paper_that_cannot_be_or_is_unusual_is_asked_about(paired: Hall, typed: dict[str, str], why: str) -> None:
    page = type_in(paired, 422, **typed)
    assert why in page.text
    assert result(paired, 1)[1] == ()
    assert page.form_with("table").fields["first"] == typed["first"]


def test_unusual_paper_is_saved_all_the_same(paired: Hall) -> None:
    type_in(paired, 422, table="1", first="2005", second="150")
    assert "3,005" in type_in(paired, 422, first="3005").text
    paired.director.tap("Save it all the same")
    assert result(paired, 1)[1] == (3005, 150)


def test_paper_typed_a_second_time_is_refused(paired: Hall) -> None:
    type_in(paired, table="1", first="300", second="150")
    page = type_in(paired, 422, table="1", first="300", second="150")
    assert "The result of table 1 is here already." in page.text
    assert result(paired, 1)[1] == (300, 150)


def test_sheet_that_contradicts_is_asked_about_after_the_last_one_too(paired: Hall) -> None:
    for number in range(1, 5):
        type_in(paired, table=str(number), first="300", second="150", all_signed="yes")
    page = paired.director.open(paired.at("desk"))
    page = paired.director.tap("Results by the stack")
    assert "No result is missing." in page.text
    page = type_in(paired, 422, table="3", first="300", second="150")
    assert "The result of table 3 is here already." in page.text
    page = type_in(paired, 422, table="3", first="210", second="99")
    assert "Another score of table 3 is there. Which one counts?" in page.text
    assert all(name in page.text for match in paired.state.matches.values() for name in paired.names(match))
    paired.director.tap("Put mine beside it: the desk decides")
    assert result(paired, 3)[1] == (300, 150)
    assert "Two scores" in paired.director.open(paired.at("desk")).text


@pytest.mark.parametrize(
    ("choice", "scores"),
    [("Keep what is there", (300, 150)), ("Put mine beside it", (300, 150)), ("Take mine", (210, 99))],
)
def test_other_paper_of_a_table_with_a_result_is_asked_about(
    paired: Hall, choice: str, scores: tuple[int, int]
) -> None:
    type_in(paired, table="1", first="300", second="150", all_signed="yes")
    page = type_in(paired, 422, table="1", first="210", second="99")
    assert "Another score of table 1 is there. Which one counts?" in page.text
    assert "300 : 150 From the stack" in page.text
    assert "210 : 99 From the stack" in page.text
    assert result(paired, 1)[1] == (300, 150)
    page = paired.director.tap(next(each.label for each in page.buttons if each.label.startswith(choice)))
    assert page.url == paired.at("desk/results")
    assert result(paired, 1)[1] == scores
    assert ("Two scores" in paired.director.open(paired.at("desk")).text) == choice.startswith("Put")


def test_ticked_winner_of_a_level_paper_wins(paired: Hall) -> None:
    type_in(paired, table="1", first="300", second="300", ticked="2", all_signed="yes")
    state = paired.state
    match = next(match for match in state.matches.values() if match.pairing.table == 1)
    found = state.result(match)
    assert found is not None
    assert found.winner == 1


def test_two_waves_at_one_table_are_told_apart(hall: Hall) -> None:
    hall.set_up(EIGHT, format="swiss", playoff="0", rounds="2", kept_on="paper", tables="2")
    hall.pair()
    hall.director.open(hall.at("desk/results"))
    page = type_in(hall, 422, table="1", first="300", second="200")
    assert "Several matches are at this table." in page.text
    second = next(match for match in hall.state.matches.values() if match.pairing.table == 1 and match.pairing.wave > 1)
    type_in(hall, match=str(second.id))
    assert hall.state.matches[second.id].given is not None
    first = next(match for match in hall.open_matches if match.pairing.table == 1)
    type_in(hall, table="1", first="310", second="100", match=None)
    assert hall.state.matches[first.id].given is not None
    page = type_in(hall, 422, table="1", first="290", second="100", match=None)
    assert "Several matches are at this table." in page.text
    page = type_in(hall, 422, match=str(first.id))
    assert "310 : 100 From the stack" in page.text
    assert "You typed 290 : 100" in page.text


def test_same_form_sent_twice_is_one_result(paired: Hall) -> None:
    form = paired.director.page.form_with("table")
    for _ in range(2):
        paired.director.submit(form, None, 200, table="1", first="300", second="150")
    assert sum(event.kind == "result" for event in paired.state.events) == 1


def test_form_sent_twice_with_another_paper_is_two_results(paired: Hall) -> None:
    form = paired.director.page.form_with("table")
    for table in ("1", "2"):
        paired.director.submit(form, None, 200, table=table, first="300", second="150")
    assert sum(event.kind == "result" for event in paired.state.events) == 2


def test_open_play_at_its_tables(hall: Hall) -> None:
    hall.set_up(EIGHT, format="open", playoff="0", kept_on="paper")
    hall.pair()
    hall.director.open(hall.at("desk/results"))
    type_in(hall, table="1", first="300", second="200", all_signed="yes")
    assert sum(event.kind == "result" for event in hall.state.events) == 1


def test_sheet_typed_twice_is_not_taken_for_the_next_match_at_its_table(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall.set_up(EIGHT[:5], format="open", playoff="0", kept_on="paper")
    hall.pair()
    hall.director.open(hall.at("desk/results"))
    first = next(match for match in hall.open_matches if match.pairing.table == 1)
    type_in(hall, table="1", first="312", second="248", all_signed="yes")
    (then,) = [match for match in hall.open_matches if match.pairing.table == 1]
    assert then.id != first.id
    page = type_in(hall, 422, table="1", first="312", second="248", all_signed="yes")
    before, now = (" – ".join(hall.names(match)) for match in (first, then))
    asked = f"The match before at table 1 ended with this score, too: {before}. This would be of {now}."
    assert asked in page.text
    assert hall.state.result(then) is None
    page = type_in(hall, 422, table="1", first="312", second="246", all_signed="yes")
    assert f"{now} began at table 1 only a moment ago, after {before}." in page.text
    monkeypatch.setattr(stack, "A_MOMENT", 0)
    type_in(hall, table="1", first="312", second="246", all_signed="yes", sure="")
    found = hall.state.result(hall.state.matches[then.id])
    assert found is not None
    assert found.scores == (312, 246)


def test_sheet_of_open_play_from_before_its_match_names_who_began(hall: Hall) -> None:
    hall.set_up(EIGHT[:5], format="open", playoff="0", kept_on="paper")
    hall.pair()
    old = hall.director.open(hall.at("desk/results")).form_with("table")
    hall.paper(next(match for match in hall.open_matches if match.pairing.table == 1), 312, 248)
    (then,) = [match for match in hall.open_matches if match.pairing.table == 1]
    page = hall.director.submit(old, None, 422, table="1", first="300", second="90")
    names = " – ".join(hall.names(then))
    assert f"{names} began at table 1 since this sheet was typed. Save it only if it is theirs." in page.text
    assert hall.state.result(then) is None


def test_same_score_at_the_same_table_in_the_next_round_is_saved_all_the_same(paired: Hall) -> None:
    for match in paired.open_matches:
        paired.paper(match, 312, 248)
    paired.pair()
    paired.director.open(paired.at("desk/results"))
    page = type_in(paired, 422, table="1", first="312", second="248")
    assert "The match before at table 1 ended with this score, too" in page.text
    paired.director.tap("Save it all the same")
    assert all(match.pairing.table != 1 or match.given for match in paired.state.matches.values())


def test_no_paper_is_saved_with_scores_other_than_its_own(paired: Hall) -> None:
    """Papers in any order, some of them twice, unusual or unreadable."""
    lots, given = Random(seed()), dict[int, tuple[int, ...]]()
    for number in lots.choices(range(1, 5), k=examples(12, 200)):
        typed = [lots.choice(("300", "312", "−48", "120", "2005", "", "x", "3OO", "1e3")) for _side in range(2)]
        page = paired.director.open(paired.at("desk/results"))
        if len(given) == 4:
            break
        fields = page.form_with("table").fields.copy()
        for name, value in zip(("table", "first", "second"), (str(number), *typed), strict=True):
            fields[name] = value
        answer = paired.director.client.post(paired.at("desk/results"), data=fields, follow_redirects=True)
        if "Save it all the same" in answer.text:
            form = Page(answer.status_code, paired.at("desk/results"), answer.text).form_with("table")
            paired.director.client.post(paired.at("desk/results"), data=form.fields)
        scores = result(paired, number)[1]
        if number in given:
            assert scores == given[number]
        elif scores:
            assert [str(score).replace("-", "−") for score in scores] == typed
            given[number] = scores
    assert given


def test_paper_typed_before_the_next_round_was_paired_is_asked_about_and_not_taken(paired: Hall) -> None:
    old = paired.director.page.form_with("table")
    paired.play_round(EIGHT)
    paired.pair()
    page = paired.director.submit(old, None, 422, table="2", first="290", second="90", all_signed="yes")
    assert "Round 2 of 3 was paired since this sheet was typed." in page.text
    second = next(match for match in paired.open_matches if match.pairing.table == 2)
    assert paired.state.result(second) is None
    type_in(paired, table="2", first="290", second="90", all_signed="yes")
    found = paired.state.result(paired.state.matches[second.id])
    assert found is not None
    assert found.scores == (290, 90)
