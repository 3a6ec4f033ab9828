"""Dear work is counted for each device, and done apart or once."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from flask import Flask

from scorekeeper.access import quotas
from scorekeeper.access.quotas import drawing
from scorekeeper.access.refusals import Busy
from scorekeeper.api import entries
from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.log.event_json import read_start
from scorekeeper.rooms.tournaments.domain.log.replay import apply, replay
from scorekeeper.rooms.tournaments.domain.log.state import TournamentState
from scorekeeper.rooms.tournaments.domain.pairing import pair_free, propose
from scorekeeper.rooms.tournaments.pages.showing import public
from scorekeeper.rooms.tournaments.services import pairing, recording as tournaments
from scorekeeper.rooms.tournaments.services.cache import load_tournament
from scorekeeper.rooms.tournaments.services.pairing import is_dear, proposed
from scorekeeper.services.membership import by_token
from scorekeeper.services.recording import Author
from tests.rooms.tournaments.directing import Directed


class Turn(threading.BoundedSemaphore):
    """A turn that one has at a time; `asked` counts who has asked for it, with the longest that they wait."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked = threading.Semaphore(0)

    def acquire(self, blocking: bool = True, timeout: float | None = None) -> bool:
        self.asked.release()
        return super().acquire(blocking, timeout)


def test_device_waits_for_two_drawings_at_most(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    turn = Turn()
    monkeypatch.setattr(quotas, "OWN_WORKER", turn)
    held = Directed(app, {"format": "swiss", "rules": "partnership"})
    with app.test_request_context():
        own = by_token(held.program.made["tokens"]["watcher"])
        assert own is not None
        begun, refused = threading.Barrier(3), []

        def draw() -> None:
            with app.test_request_context():
                begun.wait(10)
                with drawing(own):
                    pass

        with turn:
            waiting = [threading.Thread(target=draw) for _ in range(2)]
            for thread in waiting:
                thread.start()
            begun.wait(10)
            for _ in waiting:
                turn.asked.acquire()
            monkeypatch.setattr(quotas, "MAX_WAIT", 0.05)
            with pytest.raises(Busy) as busy, drawing(own):
                refused.append("drawn")
        assert not refused
        assert "already waiting for two" in busy.value.message
        for thread in waiting:
            thread.join()
        with drawing(own):
            pass


def test_large_field_is_paired_apart_as_it_would_be_here() -> None:
    state = replay([read_start({"name": "Open", "stages": [{"format": "swiss", "rules": "partnership"}]})])
    for team in range(1, pairing.MANY_TEAMS + 1):
        state = apply(state, ev.TeamEntered(seq=state.seq + 1, team=team, players=(f"Ann {team}", f"Ben {team}")))
    assert not is_dear(state)
    arrived = ev.TeamStatusChanged(seq=state.seq + 1, teams=tuple(range(1, pairing.MANY_TEAMS + 1)), status=ev.ARRIVED)
    state = apply(state, arrived)
    assert is_dear(state)
    assert proposed(state, seq=state.seq + 1, lot_seed=7) == propose(state, seq=state.seq + 1, lot_seed=7)


def test_open_play_pairs_again_if_another_event_came_first(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    held = Directed(app, {"format": "open", "rules": "partnership", "seeds": "entry"})
    held.enter(("Ann", "Abe"), ("Bea", "Ben"), ("Cal", "Cleo"), ("Dan", "Dot"))
    first, second = held.pair()
    held.write("clock", stage=1, round=1, act="start")
    held.wins(first, first["teams"][0])
    real, lost = pair_free, list[int]()

    def and_lose_once(state: TournamentState, **asked: int) -> ev.RoundPaired | None:
        found = real(state, **asked)
        if found is not None and not lost:
            lost.append(found.seq)
            tournaments.record(held.id, ev.MESSAGE, {"text": "Tea is ready"}, author=Author("Alice"))
        return found

    monkeypatch.setattr(tournaments, "pair_free", and_lose_once)
    held.wins(second, second["teams"][0])
    assert lost
    with app.app_context():
        state = load_tournament(held.id).state
    assert len(state.matches) == 4
    assert [event.kind for event in state.events[lost[0] - 1 :]] == [ev.MESSAGE, ev.ROUND]


def test_public_page_is_made_once_a_second(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """For all who see the same: another language is another page, and so is the page after another result."""
    held = Directed(app, {"format": "swiss", "rules": "partnership"}, public=True)
    held.enter(("Ann", "Abe"), ("Bea", "Ben"))
    (match,) = held.pair()
    monkeypatch.setattr(public, "A_SECOND", 3_600_000)
    made: list[str] = []
    values = public._values

    def counted(*of: Any) -> Any:
        made.append("page")
        return values(*of)

    monkeypatch.setattr(public, "_values", counted)
    path = f"/tournaments/{held.id}/public"
    first = app.test_client().get(path)
    assert first.status_code == 200
    assert app.test_client().get(path).data == first.data
    assert len(made) == 1
    assert "Clasificación" in app.test_client().get(path, headers={"Accept-Language": "es"}).text
    assert len(made) == 2
    held.wins(match, match["teams"][0])
    assert app.test_client().get(path).data != first.data
    assert len(made) == 3


def test_cookie_with_a_message_does_not_have_the_page_made_again(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever sends the cookie of before again gets the message again, in a page that is kept with it."""
    held = Directed(app, {"format": "swiss", "rules": "partnership"}, public=True)
    monkeypatch.setattr(public, "A_SECOND", 3_600_000)
    made: list[str] = []
    values = public._values

    def counted(*of: Any) -> Any:
        made.append("page")
        return values(*of)

    monkeypatch.setattr(public, "_values", counted)
    path, asks = f"/tournaments/{held.id}/public", app.test_client()
    plain = asks.get(path).text
    assert "Saved with care" not in plain
    pages = []
    for _ in range(3):
        with asks.session_transaction() as session:
            session["_flashes"] = [("message", "Saved with care")]
        pages.append(asks.get(path).text)
    assert (len(made), len(set(pages))) == (2, 1)
    assert asks.get(path).text == plain
    assert len(made) == 2


def test_long_record_of_a_tournament_is_sent_in_pieces(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the same bytes as a short one, and at most some entries read at once."""
    held = Directed(app, {"format": "swiss", "rules": "partnership"})
    for number in range(20):
        held.write("message", text=f"Tea {number}")
    path = f"/api/v1/tournaments/{held.id}/entries"
    own = {"Authorization": f"Bearer {held.program.made['tokens']['keeper']}"}
    whole = app.test_client().get(path, headers=own)
    monkeypatch.setattr(entries, "LARGE_GAME", 10)
    monkeypatch.setattr(entries, "MAX_READ", 3)
    in_pieces = app.test_client().get(path, headers=own)
    assert in_pieces.is_streamed
    assert in_pieces.data == whole.data
    few = app.test_client().get(f"{path}?limit=4", headers=own)
    assert (len(few.json["entries"]), few.json["next"]) == (4, 4)  # type: ignore[index]


def test_workbook_is_made_in_its_turn(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """It can still be refused, since the answer begins only when the file is complete."""
    held = Directed(app, {"format": "swiss", "rules": "partnership"})
    own = {"Authorization": f"Bearer {held.program.made['tokens']['watcher']}"}
    path = f"/api/v1/tables/{held.program.made['table']}/exports"
    monkeypatch.setattr(quotas, "MAX_WAIT", 0.05)
    with quotas.FILE_WORKER:
        busy = app.test_client().get(f"{path}/xlsx", headers=own)
        assert (busy.status_code, busy.json["error"]["code"]) == (503, "busy")  # type: ignore[index]
        assert app.test_client().get(f"{path}/csv", headers=own).status_code == 200
    made = app.test_client().get(f"{path}/xlsx", headers=own)
    assert made.status_code == 200
    assert made.data.startswith(b"PK")
    with quotas.FILE_WORKER:  # it is free again
        pass
