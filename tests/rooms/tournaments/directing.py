"""A director's program: sets a tournament up, pairs its rounds, and has its matches played over the API.

Teams, and results from paper, come by the services beneath the calls: `api/test_calls.py` makes those.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from flask import Flask

from scorekeeper.rooms.tournaments.domain.log.reported import version
from scorekeeper.rooms.tournaments.services.cache import load_tournament
from scorekeeper.rooms.tournaments.services.results import give_result
from scorekeeper.rooms.tournaments.services.teams import Entry, enter_teams
from scorekeeper.services.recording import Author
from tests.api.calling import Program
from tests.web.browsing import Page, Phone

Json = dict[str, Any]


def hand(first: int, second: int, took: int) -> Json:
    """A hand of two pairs: what each bids in all, and the tricks of the first one."""
    return {"bids": [_shared(first), _shared(second)], "took": [took, 13 - took]}


def _shared(bid: int) -> list[str]:
    return [str(bid - bid // 2), str(bid // 2)]


class Directed:
    """One tournament at a table of its own."""

    def __init__(self, app: Flask, *stages: Json, **settings: object) -> None:
        self.app = app
        self.program = Program(app)
        self._start({"stages": list(stages), "settings": settings})

    @classmethod
    def from_preset(cls, app: Flask, preset: str, *changes: Json, **settings: object) -> Directed:
        """A tournament from a preset, whose stages are then changed by these parts, and its settings by those.

        Seeds of the first stage are the order of entry, so that who plays whom does not depend on lots.
        """
        held = cls.__new__(cls)
        held.app, held.program = app, Program(app)
        held._start({"preset": preset})
        held.change({"seeds": "entry"}, **settings)
        if changes:
            held.change(*changes)
        return held

    def _start(self, body: Json) -> None:
        body = {"name": "Harbour Open", **body}
        self.id: str = self.program.post(f"/tables/{self.program.table}/tournaments", body)["tournament"]

    def change(self, *stages: Json, **settings: object) -> Json:
        """Change parts of the stages, in order, and of the settings; the tournament after it."""
        now = self.now
        shown = ("rounds", "set_rounds", "standings")
        found: list[Json] = [
            {part: value for part, value in stage.items() if part not in shown} | {"rounds": stage["set_rounds"]}
            for stage in now["stages"]
        ]
        for number, parts in enumerate(stages):
            found[number] |= parts
        return self.write("settings", name=now["name"], stages=found, settings=now["settings"] | settings)

    # The desk

    def call(self, method: str, path: str, body: Json | None = None, status: int = 201) -> Json:
        """One call below this tournament, which answers with this status."""
        answer = self.program.call(method, f"/tournaments/{self.id}{path}", body)
        assert answer.status_code == status, answer.text
        found: Json = answer.get_json()
        return found

    def refused(self, method: str, path: str, body: Json) -> str:
        """The code of a refusal."""
        answer = self.program.call(method, f"/tournaments/{self.id}{path}", body)
        assert answer.status_code in (409, 422), answer.text
        return str(answer.get_json()["error"]["fault"]["code"])

    def enter(self, *teams: Sequence[str]) -> list[int]:
        """Enter teams, who are here; their numbers."""
        with self.app.app_context():
            first = load_tournament(self.id).state.next_team
            enter_teams(self.id, [Entry(tuple(team)) for team in teams], Author("Alice"))
        entered = [*range(first, first + len(teams))]
        self.write("team-status", teams=entered, status="arrived")
        return entered

    def status(self, team: int, status: str) -> None:
        """A team arrives, drops out, or buys back."""
        self.call("PATCH", f"/teams/{team}", {"status": status}, 200)

    def write(self, kind: str, **parts: object) -> Json:
        """Write an entry; the tournament after it."""
        found: Json = self.call("POST", "/entries", {"kind": kind, **parts})["tournament"]
        return found

    def pair(self) -> list[Json]:
        """Pair and publish the next round; its matches with two sides."""
        return [match for match in self.call("POST", "/rounds", {})["matches"] if None not in match["teams"]]

    def play_on(self, result: Callable[[Json], object]) -> None:
        """Pair and play until all rounds are played; `result` plays a match."""
        while True:
            answer = self.program.call("POST", f"/tournaments/{self.id}/rounds", {})
            if answer.status_code == 409:
                assert answer.get_json()["error"]["code"] == "all-rounds-played"
                return
            for match in answer.get_json()["matches"]:
                if None not in match["teams"]:
                    result(match)

    @property
    def now(self) -> Json:
        """The tournament as it is now."""
        return self.call("GET", "", None, 200)

    def match(self, number: int) -> Json:
        """A match as it is now."""
        return next(match for match in self.matches() if match["id"] == number)

    def matches(self) -> list[Json]:
        """All matches, byes included."""
        rounds = [found for stage in self.now["stages"] for found in stage["rounds"]]
        return [match for found in rounds for match in found["matches"]]

    def byes(self) -> list[int]:
        """Who sits out in the latest round."""
        latest = [stage["rounds"] for stage in self.now["stages"] if stage["rounds"]][-1][-1]
        return [match["teams"][0] for match in latest["matches"] if None in match["teams"]]

    # Results

    def paper(self, match: Json, *scores: int, **parts: object) -> None:
        """A result from paper that both sides signed, typed beside what is there."""
        with self.app.app_context():
            state = load_tournament(self.id).state
            instead, record = version(state, state.matches[match["id"]])
            body = {"scores": list(scores), "signed": True, "instead": instead, "record": record, **parts}
            give_result(self.id, match["id"], body, Author("Alice", directs=True))

    def wins(self, match: Json, winner: int, by: int = 100) -> None:
        """A team wins on paper, 300 to 300 minus `by`."""
        self.paper(match, *(300 if team == winner else 300 - by for team in match["teams"]))

    def better_wins(self, matches: Iterable[Json], by: Callable[[Json], int] = lambda _match: 100) -> None:
        """On paper the team that entered first wins each of these."""
        for match in matches:
            self.wins(match, min(match["teams"]), by(match))

    def game(self, match: Json) -> str:
        """The game of a match."""
        return str(self.call("POST", f"/matches/{match['id']}/game", {}, 200)["game"])

    def play(self, match: Json, hands: Sequence[Json], after: dict[int, Json] | None = None) -> Json:
        """Play a match hand by hand, and both sides sign; `after` a hand comes another entry. The match then."""
        game = self.game(match)
        for number, played in enumerate(hands, start=1):
            self.program.write(game, "hand", hand=number, **played)
            if after and number in after:
                self.program.write(game, **after[number])
        for side in range(len(match["teams"])):
            self.program.write(game, "sign", side=side, verdict="agreed")
        return self.match(match["id"])

    def outcome(self, match: Json) -> Json:
        """How the game of a match ended."""
        found: Json = self.program.get(f"/games/{self.match(match['id'])['game']}")["scoreboard"]["outcome"]
        return found

    def rules(self, match: Json) -> Json:
        """The options of a match's game that differ from the usual ones."""
        found: Json = self.program.get(f"/games/{self.game(match)}/sheet").get("options", {})
        return found

    # Standings

    def standings(self, stage: int = -1) -> list[Json]:
        """The places of a stage, the last one at first."""
        found: list[Json] = self.now["stages"][stage]["standings"]
        return found

    def places(self, stage: int = -1) -> list[tuple[int, int]]:
        """Ranks and teams of a stage."""
        return [(place["rank"], place["team"]) for place in self.standings(stage)]

    def phone(self) -> Phone:
        """A director's phone."""
        phone = Phone(self.app.test_client())
        phone.open(self.program.made["links"]["keeper"].removeprefix("http://localhost"))
        if phone.page.url == "/join":
            phone.tap(next(button.label for button in phone.page.buttons if button.label.startswith("Join")))
        return phone

    def podium(self) -> Page:
        """The director ends the tournament with a tap on the podium, and sees the final standings."""
        phone = self.phone()
        phone.open(f"/tournaments/{self.id}/desk")
        page = phone.tap("Podium")
        assert page.url == f"/tournaments/{self.id}/podium"
        assert self.now["status"] == "ended"
        return page
