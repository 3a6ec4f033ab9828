"""A hall with a director, a desk, and phones that sign up or scan the cards on the tables."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager

from flask import Flask

from scorekeeper.rooms.tournaments.domain.log.event_json import setup_json
from scorekeeper.rooms.tournaments.domain.log.events import ARRIVED, SETTINGS
from scorekeeper.rooms.tournaments.domain.log.reported import version
from scorekeeper.rooms.tournaments.domain.log.state import Match, TournamentState
from scorekeeper.rooms.tournaments.domain.pairing import final_ranking
from scorekeeper.rooms.tournaments.services.cache import load_tournament
from scorekeeper.rooms.tournaments.services.phones import accept_phone, join_tournament, key_of_card
from scorekeeper.rooms.tournaments.services.recording import record
from scorekeeper.rooms.tournaments.services.results import give_result
from scorekeeper.rooms.tournaments.services.rounds import pair_round, publish_round
from scorekeeper.rooms.tournaments.services.teams import enter_teams, entries_of, set_status
from scorekeeper.rooms.tournaments.storage import SIGN_UP, phones_of, tournament_row
from scorekeeper.services.membership import by_table
from scorekeeper.services.recording import Author, author_of
from tests.web.browsing import Page, Phone

EIGHT = ("Ann & Abe", "Bea & Ben", "Cal & Cleo", "Dan & Dot", "Eve & Ed", "Fay & Flo", "Gus & Gil", "Hal & Ida")


class Elsewhere(Page):
    """What the director’s phone shows after a service wrote: nothing that a test may read before it opens a page."""

    def __init__(self) -> None:
        """Have neither a URL nor a text."""

    def __getattr__(self, name: str) -> object:
        raise AssertionError(f"the director has no page open that shows its {name}")

    def again(self) -> Page:
        return self


class Hall:
    """One tournament; `director` set it up.

    What comes first is done once for the tests that begin alike (`Opening`). Services do it, as this director: the
    pages that do the same are tapped in `test_whole_tournaments.py`, and each in the tests about it.
    """

    def __init__(self, app: Flask, director: Phone | None = None) -> None:
        self.app = app
        self.director = director or Phone(app.test_client())
        self.id = ""

    def set_up(self, teams: Sequence[str] = EIGHT, **fields: str) -> None:
        """Set up a tournament with a table of its own, paste the teams, and say that all are here."""

        def tap() -> str:
            self.director.open("/tournaments/new")
            form = self.director.page.form_with("format")
            page = self.director.submit(
                form, None, 200, **{"name": "Harbour Open", "teams": str(len(teams) or 16), **fields}
            )
            self.id = page.url.split("/")[2]
            if teams:
                self.enter(teams)
                with self._as_director() as author:
                    set_status(self.id, [*range(1, len(teams) + 1)], ARRIVED, author)
            return self.id

        self.id = self.director.step(("set up", *teams, *sorted(fields.items())), tap)

    @contextmanager
    def _as_director(self) -> Iterator[Author]:
        """Let a service write as the director’s device, which has no page open after it."""
        secret = self.director.client.get_cookie("scorekeeper_device")
        with self.app.app_context():
            _table, membership = by_table(tournament_row(self.id).table_id, None if secret is None else secret.value)
            assert membership is not None
            yield author_of(membership)
        self.director.page = Elsewhere()

    def enter(self, teams: Sequence[str]) -> None:
        """Enter a list of teams, one a line."""

        def write() -> None:
            with self._as_director() as author:
                enter_teams(self.id, entries_of("\n".join(teams)), author)

        self.director.step(("enter", *teams), write)

    def paste(self, teams: Sequence[str], status: int = 200) -> Page:
        """Paste a list of teams into the page."""
        self.director.open(self.at("teams"))
        return self.director.submit(self.director.page.form_with("teams"), None, status, teams="\n".join(teams))

    def at(self, page: str = "") -> str:
        """The address of a page of the tournament."""
        return f"/tournaments/{self.id}/{page}".rstrip("/")

    def pair(self) -> None:
        """Pair the next round and publish it."""

        def write() -> None:
            with self._as_director() as author:
                pair_round(self.id, author)
                publish_round(self.id, author)

        self.director.step("pair", write)

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

    def paper(self, match: Match, first: int, second: int, *, signed: bool = True) -> None:
        """A result from paper, as the desk types it beside what it sees."""

        def write() -> None:
            with self._as_director() as author:
                body = {"scores": [first, second], "signed": signed, **self.seen(match)}
                give_result(self.id, match.id, body, author)

        self.director.step(("paper", match.id, first, second, signed), write)

    def seen(self, match: Match) -> dict[str, object]:
        """What the page of a match sends of what it showed."""
        state = self.state
        instead, record = version(state, state.matches[match.id])
        return {"instead": instead, "record": record}

    def play_round(self, better: Sequence[str] = EIGHT) -> None:
        """Type a result for each open match: the team that comes first in the list wins by 100."""

        def write() -> None:
            for match in self.open_matches:
                first, second = (better.index(name) for name in self.names(match))
                self.paper(match, 300 if first < second else 200, 200 if first < second else 300)

        self.director.step(("play", *better), write)

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
        """A phone that came by the sign-up code, and said that it is this player's."""
        phone = self._claims(player)
        phone.open(self.at("my-match"))
        return phone

    def _claims(self, player: str) -> Phone:
        phone = self.new_phone()
        with self.app.app_context():
            joined = join_tournament(self.id, None, player, player=player)
        phone.client.set_cookie("scorekeeper_device", str(joined.secret))
        return phone

    def phone_of(self, player: str) -> Phone:
        """A player's own phone, which the desk let in."""

        def accepted() -> Phone:
            phone = self._claims(player)
            with self.app.app_context():
                accept_phone(self.id, phones_of(self.id)[-1].member_id)
            phone.open(self.at("my-match"))
            return phone

        return self._after(("phone", player), accepted)

    def keeper(self, player: str) -> Phone:
        """The phone of this player, which keeps the score of the match and shows its pad."""

        def keeps() -> Phone:
            phone = self.phone_of(player)
            phone.tap("Keep score on this phone")
            return phone

        return self._after(("keeper", player), keeps)

    def _after(self, name: Hashable, tap: Callable[[], Phone]) -> Phone:
        """A phone as `tap` left it, for all tests that begin alike."""
        phone = self.new_phone()
        phone.take_over(self.director.step(name, tap))
        return phone
