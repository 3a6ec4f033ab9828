"""An evening with a clumsy helper on a second laptop, and paper that contradicts phones: nothing counts unseen, nothing
is stuck.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.log.state import Match
from scorekeeper.storage.members import Role
from tests.rooms.tournaments.hall import EIGHT, Hall
from tests.rooms.tournaments.test_desk_roles import joined
from tests.web.browsing import Page, Phone

FORMATS = ("swiss", "single-elimination", "double-elimination", "round-robin")


class Evening:
    """A director at one laptop, and a helper at another."""

    def __init__(self, hall: Hall, form: str) -> None:
        hall.set_up(EIGHT, format=form, playoff="0", kept_on="paper")
        self.hall, self.director, self.helper = hall, hall.director, joined(hall, Role.SCORER)

    def scores(self, match: Match) -> tuple[int, ...]:
        """What counts of a match now."""
        state = self.hall.state
        found = state.result(state.matches[match.id])
        return () if found is None else found.scores

    def page(self, laptop: Phone, match: Match, more: str = "") -> Page:
        return laptop.open(self.hall.at(f"desk/matches/{match.id}{more}"))

    def types(self, laptop: Phone, match: Match, first: int, second: int, status: int = 200) -> Page:
        """Type a final score on the page that this laptop has open."""
        form = laptop.page.form_with("first")
        return laptop.submit(form, None, status, first=str(first), second=str(second), signed="yes")

    def two_at_once(self, match: Match) -> None:
        """Both have the match open; the director saves first, the helper is asked and puts the own score beside it."""
        self.page(self.helper, match)
        self.page(self.director, match)
        self.types(self.director, match, 300, 250)
        page = self.types(self.helper, match, 210, 299, 409)
        assert "Which one counts?" in page.text
        assert self.scores(match) == (300, 250)
        self.helper.tap("Put mine beside it: the desk decides")
        assert self.scores(match) == (300, 250), "it counts only once somebody chose it"
        assert "Two scores. Choose one" in self.director.open(self.hall.at("desk")).text
        assert "?: a score is disputed" in self.director.open(self.hall.at("standings")).text or self.is_bracket
        self.page(self.director, match)
        self.director.tap("300 : 250 counts")
        assert "Two scores" not in self.director.open(self.hall.at("desk")).text

    @property
    def is_bracket(self) -> bool:
        return "elimination" in self.hall.state.stages[0].format

    def wrong_forfeit(self, match: Match) -> None:
        """The helper taps the wrong side, sees what it would count, and leaves; then records and takes it out."""
        self.page(self.helper, match)
        page = self.helper.tap(self.hall.names(match)[0])
        assert "Gives up" in page.text
        self.helper.tap("Not now")
        assert self.scores(match) == ()
        self.helper.tap(self.hall.names(match)[1])
        self.helper.tap("Record the forfeit")
        assert self.hall.state.result(self.hall.state.matches[match.id]) is not None
        self.page(self.director, match)
        self.director.tap("Take the result out")
        self.director.tap("Take it out")
        assert self.hall.state.result(self.hall.state.matches[match.id]) is None

    def go_on(self) -> None:
        """The director types what is missing, pairs on and ends; no page leads nowhere."""
        while True:
            self.hall.play_round()
            page = self.director.open(self.hall.at("desk"))
            if self.director.can_tap("Podium"):
                break
            assert "Pair" in page.text
            self.hall.pair()
        self.director.tap("Podium")
        assert self.hall.state.ended
        for address in ("desk", "teams", "standings", "bracket", "wall", "rounds", "my-match", "print", "podium"):
            self.director.open(self.hall.at(address))


@pytest.fixture
def evening(hall: Hall) -> Callable[[str], Evening]:
    return lambda form: Evening(hall, form)


@pytest.mark.parametrize("form", FORMATS)
def test_an_evening_with_a_clumsy_helper_comes_to_its_podium(evening: Callable[[str], Evening], form: str) -> None:
    night = evening(form)
    night.hall.pair()
    first, second, *_others = night.hall.open_matches
    night.two_at_once(first)
    night.wrong_forfeit(second)
    helper = night.helper
    helper.open(night.hall.at("teams"))
    page = helper.submit(
        helper.page.form_with("teams"), None, 200, teams="Annn & Zoe"
    )  # a name that looks like another
    assert "looks like" in page.text
    assert len(night.hall.state.teams) == 8
    helper.open(night.hall.at("settings"), 403)  # a director’s
    assert all(team.status == ev.ARRIVED for team in night.hall.state.teams.values())
    night.go_on()
