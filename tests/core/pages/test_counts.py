"""The counts of a hand: nils come first, at any seat, and impossible counts are refused."""

from __future__ import annotations

from typing import Any

from scorekeeper.core.game import GameState
from scorekeeper.core.rules.seating import Shape
from tests.core.game.games import begin, bid, partnership, write
from tests.core.pages.contexts import page_of
from tests.each_case import each_case
from tests.tables import sheet_of


def counted(state: GameState, **query: object) -> dict[str, Any]:
    """What the page asks after these counts, in this order."""
    page = page_of(state, {name: str(value) for name, value in query.items()})
    assert page["phase"] == "tricks"
    return page


def values(page: dict[str, Any]) -> dict[str, int | None]:
    """All counts as shown."""
    return {count["name"]: count["value"] for count in page["took"]["counts"]}


def open_keys(page: dict[str, Any]) -> list[int]:
    """The keys that can be pressed."""
    return [key["value"] for key in page["took"]["keys"] if not key["disabled"]]


def answers(page: dict[str, Any], question: int = 0) -> dict[str, tuple[int, bool, bool]]:
    """For each answer to a question: what it sends, whether it is chosen, and whether it is disabled."""
    asked = page["took"]["questions"][question]
    return {key["label"]: (key["value"], key["chosen"], key["disabled"]) for key in (*asked["keys"], *asked["more"])}


@each_case("seat", range(4))
def test_nil_is_asked_about_first(seat: int) -> None:
    calls: list[str | None] = ["3", "3", "3", "3"]
    calls[seat] = "nil"
    took = counted(bid(partnership(), *calls), at="t0")["took"]
    player = ("Ann", "Ben", "Cal", "Dee")[seat]
    assert [question["label"] for question in took["questions"]] == [f"{player}’s nil: made?"]
    assert [count["name"] for count in took["counts"]] == ["t0", "t1"]


def test_nils_are_asked_about_in_bidding_order() -> None:
    took = counted(bid(partnership(), "4", "nil", "nil", "5"), at="t0")["took"]
    assert [question["name"] for question in took["questions"]] == ["s1", "s2"]


def test_nil_counts_as_made_by_default() -> None:
    page = counted(bid(partnership(), "4", "3", "nil", "2"), t0=6)
    assert answers(page) == {"Made": (0, True, False), "Set": (1, False, False)}
    assert page["save"]["hidden"]["record"] == '{"bids":[["4","nil"],["3","2"]],"took":[[6,0],7]}'


def test_set_nil_asks_for_its_tricks() -> None:
    page = counted(bid(partnership(), "4", "3", "nil", "2"), t0=6, s2=2)
    assert answers(page) == {
        "Made": (0, False, False),
        "Set": (1, True, False),
        "Took 1": (1, False, False),
        "2": (2, True, False),
        "3": (3, False, False),
        "4": (4, False, False),
        "5+": (5, False, False),
    }
    many = answers(counted(bid(partnership(), "4", "3", "nil", "2"), s2=5))
    assert list(many) == ["Made", "Set", "Took 5", "6", "7", "8", "9+"]
    assert list(answers(counted(bid(partnership(), "4", "3", "nil", "2"), s2=13)))[2:] == ["Took 13"]


def test_a_side_takes_no_fewer_than_its_nil() -> None:
    state = bid(partnership(), "4", "3", "nil", "2")
    assert open_keys(counted(state, s2=3)) == [*range(3, 14)]
    assert open_keys(counted(state, s2=3, at="t1")) == [*range(11)]


def test_a_nil_takes_no_more_than_its_side() -> None:
    state = bid(partnership(), "4", "3", "nil", "2")
    assert [answer for answer, (_, _, no) in answers(counted(state, t0=2, s2=1)).items() if no] == ["3", "4", "5+"]
    assert answers(counted(state, t0=0))["Set"] == (1, False, True)
    assert answers(counted(state, t1=13))["Set"] == (1, False, True)


@each_case(
    ("query", "shown"),
    [
        ({"s2": 5, "t0": 0}, {"t0": 0, "t1": 13}),  # the latest count wins
        ({"t0": 0, "s2": 5}, {"t0": None, "t1": None}),
        ({"s2": 9, "t1": 13}, {"t0": 0, "t1": 13}),
        ({"t1": 13, "s2": 9}, {"t0": None, "t1": None}),
    ],
)
def test_no_query_gives_impossible_counts(query: dict[str, int], shown: dict[str, int | None]) -> None:
    page = counted(bid(partnership(), "4", "3", "nil", "2"), **query)
    assert values(page) == shown
    assert page["wrong"] is None


def test_two_nils_of_a_side_must_be_answered() -> None:
    state = bid(partnership(), "nil", "6", "nil", "5")
    page = counted(state, at="t1")
    assert values(page) == {"t1": None}
    assert [key["chosen"] for question in page["took"]["questions"] for key in question["keys"]] == [False] * 4
    page = counted(state, t1=11, s0=0)
    assert answers(page, 1)["2"] == (2, True, False), "the rest is Cal's"
    assert page["save"]["hidden"]["record"].endswith('"took":[[0,2],11]}')


def test_three_sides_cannot_take_too_many_tricks() -> None:
    state = write(begin(sheet_of("cutthroat", shape=Shape(3))), "bids", hand=1, bids=["5", "6", "6"])
    assert open_keys(counted(state, t0=10)) == [*range(8)]
    assert values(counted(state, t0=10, t1=9)) == {"t0": None, "t1": 9, "t2": None}


def test_the_count_after_the_last_one_is_asked_for() -> None:
    state = write(begin(sheet_of("cutthroat", shape=Shape(3))), "bids", hand=1, bids=["5", "6", "6"])

    def asked(**query: int) -> list[str]:
        return [count["name"] for count in counted(state, **query)["took"]["counts"] if count["current"]]

    assert (asked(t0=5), asked(t0=5, t2=6), asked(t1=5, t0=6)) == (["t1"], ["t2"], ["t0"])


@each_case(("took", "asks"), [(13, False), (12, True), (6, True), (5, False), (0, False)])
def test_bemo_is_asked_about_only_where_the_tricks_allow_both(took: int, asks: bool) -> None:
    """Six first tricks are a bemo: with fewer it is missed, with all it is made, and nobody need say so."""
    state = write(begin(sheet_of("berkley-two")), "bids", hand=1, bids=["6+bemo", "4"])
    page = counted(state, t0=took)
    assert bool(page["took"]["questions"]) is asks
    assert (page["preview"] is None) is asks
