"""A hall with a director, a desk, and phones that sign up or scan the cards on the tables."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from flask import Flask

from scorekeeper.rooms.tournaments.domain.event_json import setup_json
from scorekeeper.rooms.tournaments.domain.events import SETTINGS
from scorekeeper.rooms.tournaments.domain.pairing import final_ranking
from scorekeeper.rooms.tournaments.domain.state import Match, TournamentState
from scorekeeper.rooms.tournaments.services.cache import load_tournament
from scorekeeper.rooms.tournaments.services.phones import accept_phone, key_of_card
from scorekeeper.rooms.tournaments.services.recording import record
from scorekeeper.rooms.tournaments.storage import SIGN_UP, phones_of, tournament_row
from scorekeeper.services.recording import Author
from tests.web.browsing import Page, Phone

EIGHT = ("Ann & Abe", "Bea & Ben", "Cal & Cleo", "Dan & Dot", "Eve & Ed", "Fay & Flo", "Gus & Gil", "Hal & Ida")


class Hall:
    """One tournament; `director` set it up.

    What the director taps first is tapped once for the tests that begin alike (`Opening`).
    """

    def __init__(self, app: Flask, director: Phone | None = None) -> None:
        self.app = app
        self.director = director or Phone(app.test_client())
        self.id = ""

    def set_up(self, teams: Sequence[str] = EIGHT, **fields: str) -> Page:
        """Set up a tournament with a table of its own, paste the teams, and say that all are here."""

        def tap() -> str:
            self.director.open("/tournaments/new")
            form = self.director.page.form_with("format")
            page = self.director.submit(
                form, None, 200, **{"name": "Harbour Open", "teams": str(len(teams) or 16), **fields}
            )
            self.id = page.url.split("/")[2]
            if teams:
                self.paste(teams)
                self.director.tap("All are here")
            return self.id

        self.id = self.director.step(("set up", *teams, *sorted(fields.items())), tap)
        return self.director.page

    def paste(self, teams: Sequence[str], status: int = 200) -> Page:
        """Paste a list of teams."""

        def tap() -> None:
            self.director.open(self.at("teams"))
            self.director.submit(self.director.page.form_with("teams"), None, status, teams="\n".join(teams))

        return self._step(("paste", *teams, status), tap)

    def _step(self, name: Hashable, tap: Callable[[], object]) -> Page:
        """Tap this, or restore what the same taps left; the page that is shown then."""

        def tapped() -> None:
            tap()

        self.director.step(name, tapped)
        return self.director.page

    def at(self, page: str = "") -> str:
        """The address of a page of the tournament."""
        return f"/tournaments/{self.id}/{page}".rstrip("/")

    def pair(self) -> Page:
        """Pair the next round and publish it."""

        def tap() -> None:
            self.director.open(self.at("desk"))
            self._tap_first("Pair ")
            self._tap_first("Publish ")

        return self._step("pair", tap)

    def settle_tie(self) -> None:
        """Draw lots if teams are level at the cut, which depends on who met whom."""
        self.director.open(self.at("desk"))
        if self.director.can_tap("Settle it"):
            self.director.tap("Settle it")
            self.director.tap("Draw lots")

    def _tap_first(self, beginning: str) -> Page:
        """Tap the first button that begins with these words."""
        buttons = self.director.page.buttons
        return self.director.tap(next(button.label for button in buttons if button.label.startswith(beginning)))

    def undo(self) -> Page:
        """Take the latest event back."""
        self.director.open(self.at("desk"))
        return self._tap_first("Undo: ")

    def call_last_hand(self) -> Page:
        """Call the last hand of the round."""
        self.director.open(self.at("desk/clock/last-hand"))
        return self.director.tap("Call last hand")

    @property
    def director_table(self) -> str:
        """The id of the tournament's table."""
        with self.app.app_context():
            return tournament_row(self.id).table_id

    @property
    def state(self) -> TournamentState:
        """The tournament as it is now."""
        with self.app.app_context():
            return load_tournament(self.id).state

    @property
    def open_matches(self) -> list[Match]:
        """The matches that are published and still played."""
        state = self.state
        return [match for match in state.matches.values() if not state.is_over(match)]

    def team(self, name: str) -> int:
        """A team's number, by its name."""
        return next(team.id for team in self.state.teams.values() if team.name == name)

    def names(self, match: Match) -> list[str]:
        """The names of a match's teams."""
        return [self.state.teams[team].name for team in match.teams]

    def paper(self, match: Match, first: int, second: int, *, signed: bool = True, asked: bool = False) -> Page:
        """Type a result from paper at the desk; one that it is `asked` about is saved all the same."""

        def tap() -> None:
            self.director.open(self.at(f"desk/matches/{match.id}"))
            typed = {"first": str(first), "second": str(second), "signed": "yes" if signed else None}
            self.director.submit(self.director.page.form_with("first"), None, 422 if asked else 200, **typed)
            if asked:
                self.director.tap("Save it all the same")

        return self._step(("paper", match.id, first, second, signed, asked), tap)

    def play_round(self, better: Sequence[str] = EIGHT) -> None:
        """Type a result for each open match: the team that comes first in the list wins by 100."""

        def tap() -> None:
            for match in self.open_matches:
                first, second = (better.index(name) for name in self.names(match))
                self.paper(match, 300 if first < second else 200, 200 if first < second else 300)

        self._step(("play", *better), tap)

    def podium(self) -> list[str]:
        """The names of the teams, best first."""
        state = self.state
        return [state.teams[place.team].name for place in final_ranking(state)]

    def set(self, **settings: object) -> None:
        """Change settings of the tournament."""
        state = self.state
        body = setup_json(state.name, state.stages, state.settings)
        body["settings"] |= settings
        with self.app.app_context():
            record(self.id, SETTINGS, body, author=Author("Dora", directs=True))

    def card(self, number: int) -> str:
        """The address in the code of a table's card."""
        with self.app.app_context():
            return self.at(f"cards/{number}/{key_of_card(tournament_row(self.id), number)}")

    @property
    def sign_up(self) -> str:
        """The address in the sign-up code."""
        with self.app.app_context():
            return self.at(f"sign-up/{key_of_card(tournament_row(self.id), SIGN_UP)}")

    def new_phone(self) -> Phone:
        """A phone that the app does not know."""
        return Phone(self.app.test_client())

    def claims(self, player: str) -> Phone:
        """A phone that comes by the sign-up code, and says that it is this player's."""
        phone = self.new_phone()
        phone.open(self.sign_up)
        phone.tap(player)
        return phone

    def phone_of(self, player: str) -> Phone:
        """A player's own phone, which the desk let in."""
        phone = self.claims(player)
        with self.app.app_context():
            accept_phone(self.id, phones_of(self.id)[-1].member_id)
        phone.open(self.at("my-match"))
        return phone
