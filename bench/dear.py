"""What costs most for one request, asked for without a pause: how long another table waits meanwhile."""

import json
import multiprocessing
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from itertools import count, cycle, islice
from pathlib import Path
from statistics import quantiles
from uuid import uuid4

from sqlalchemy import select

from bench.client import BY_A_TAP, Answer, Client
from bench.game import record
from bench.hall import called
from bench.many_games import fill
from bench.memory import Memory, megabytes, only_child
from bench.serving import served
from bench.table import new_games, open_table, settings, text_of, token_in
from scorekeeper import create_app
from scorekeeper.core.sheet import read_sheet
from scorekeeper.services.batches import MAX_BATCH
from scorekeeper.services.recording import Author
from scorekeeper.services.starting import start_game
from scorekeeper.storage.database import db
from scorekeeper.storage.models import Game
from scorekeeper.storage.setup import close_storage

PAGES = 100
PAUSE = 0.01
WARM_UP = 1.0
GAMES = 60  # with three languages more pictures than are kept
TEAMS, PLAYERS, ROUNDS = 256, 100, 60
LISTED_TEAMS = 256
LANGUAGES = ("en", "de", "es")
CAST = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay")
FOR_CHIPS = {
    "format": "scorekeeper-sheet/1",
    "rules": "gambling",
    "options": {},
    "sides": [{"name": name, "players": [name]} for name in CAST],
    "dealer": 0,
    "hands": [],
    "closed": None,
}
TOO_LONG = 120.0  # seconds
REQUESTS = 1000
"""By so many the numbers of one connection's requests are apart from the next one's."""

fork = multiprocessing.get_context("fork")
Attack = Callable[[Client, int], Answer]
"""One request of an attacker: its connection, and the number of the request."""


def measured() -> dict[str, float]:
    """For each attack, and with nobody else there: milliseconds of another table's page and save, 95 of 100, how many
    of them failed, and megabytes above idle.
    """
    found: dict[str, float] = {}
    with (
        tempfile.TemporaryDirectory() as folder,
        served("scorekeeper:create_app()", settings(Path(folder)) | {"SCOREKEEPER_RATE_LIMITS": "off"}) as port,
        Client(port, TOO_LONG) as browser,
        Client(port, TOO_LONG) as other,
    ):
        attacks = _attacks(Path(folder), browser)
        warm_up, *games = new_games(Path(folder), open_table(other), len(attacks) + 2)
        server = only_child()
        token = token_in(other.get(f"/games/{warm_up}"))
        _waits(other, warm_up, token)
        idle = megabytes(server)
        for game, (name, (connections, attack)) in zip(games, {"alone": (0, _nothing), **attacks}.items(), strict=True):
            before = megabytes(server)
            with _running(port, browser.cookies, connections, attack), Memory(server) as memory:
                waits = _waits(other, game, token)
            found |= {f"{name}_{what}": value for what, value in waits.items()}
            found[f"{name}_mb"] = memory.more + before - idle
    return found


def _nothing(_client: Client, _number: int) -> Answer:
    raise AssertionError("nobody asks")


def _attacks(folder: Path, browser: Client) -> dict[str, tuple[int, Attack]]:
    """How many connections ask, and what for, by name: at one table with large tournaments and many games."""
    made = called(browser, "/tables", {"name": "Harbour Club"})
    table, token = made["table"], made["tokens"]["keeper"]
    browser.get(f"/join/{token}", BY_A_TAP)
    app = create_app({"SQLALCHEMY_DATABASE_URI": settings(folder)["SCOREKEEPER_DATABASE_URL"]})
    with app.app_context():
        fill(table, GAMES)
        games = list(db.session.scalars(select(Game.id).where(Game.table_id == table)))
        chips = [start_game(table, read_sheet(FOR_CHIPS), author=Author()).game.id for _ in range(GAMES)]
    close_storage(app)
    for game in chips:
        called(browser, f"/games/{game}/entries", {"kind": "bids", "hand": 1, "bids": [["2"]] * len(CAST)}, token)
    swiss = _tournament(browser, table, token, TEAMS, {"format": "swiss", "rounds": 7}, 2, "Swiss")
    for number in range(1, 3):
        _play(browser, swiss, token, number)
    rotations = [
        _tournament(browser, table, token, PLAYERS, {"format": "rotation", "rounds": ROUNDS, "hands": 8}, 1, name)
        for name in ("East", "West")
    ]
    program = {"Authorization": f"Bearer {token}"}
    pictures = [(f"/games/{game}/card.png", {"Accept-Language": language}) for language in LANGUAGES for game in games]
    wins = [(f"/games/{game}/what-wins", {"Accept-Language": language}) for language in LANGUAGES for game in chips]
    prints = cycle((f"/tournaments/{swiss}/print/cards", f"/tournaments/{swiss}/print/sheets"))

    def pair(client: Client, number: int) -> Answer:
        path = f"/tournaments/{rotations[id(client) % 2]}"
        return client.call(f"{path}/rounds" if number % 2 else f"{path}/undo", {}, token)

    return {
        "pictures": (8, lambda client, number: client.get(*pictures[number * 7 % len(pictures)])),
        "public": (16, lambda client, _number: client.get(f"/tournaments/{swiss}/public")),
        "pairing": (4, pair),
        "entries": (8, lambda client, _number: client.get(f"/api/v1/tournaments/{swiss}/entries", program)),
        "tournament": (8, lambda client, _number: client.get(f"/api/v1/tournaments/{swiss}", program)),
        "prints": (8, lambda client, _number: client.get(next(prints))),
        "workbooks": (8, lambda client, _number: client.get(f"/tables/{table}/exports/xlsx")),
        "zips": (8, lambda client, _number: client.get(f"/tables/{table}/exports/zip")),
        "nights": (8, lambda client, _number: client.get(f"/tables/{table}/exports/nights")),
        "wins": (8, lambda client, number: client.get(*wins[number * 7 % len(wins)])),
        **_lists(browser, table, token),
        "batches": (8, _corrections(browser, table, token)),
    }


def _corrections(browser: Client, table: str, token: str) -> Attack:
    """As many corrections as one call may have, each of a long game's first hand: all its hands are scored again, so
    that the first few are recorded.
    """
    players = {"sides": [{"name": "Ann"}, {"name": "Ben"}], "options": {"target": 10_000}}
    games = [
        called(browser, f"/tables/{table}/games", {"rules": "two-player", **players}, token)["game"] for _ in range(8)
    ]
    for game in games:
        hands = [_hand("hand", number, number) for number in range(1, MAX_BATCH + 1)]
        called(browser, f"/games/{game}/entries", {"seq": 1, "entries": hands}, token)

    seen = [1 + MAX_BATCH] * len(games)

    def correct(client: Client, number: int) -> Answer:
        connection = number // REQUESTS
        corrections = [_hand("correction", 1, place) | {"reason": "again"} for place in range(MAX_BATCH)]
        body = {"seq": seen[connection], "entries": corrections}
        answer = client.call(f"/games/{games[connection]}/entries", body, token)
        seen[connection] = json.loads(text_of(answer))["seq"]
        return answer

    return correct


def _hand(kind: str, hand: int, number: int) -> dict[str, object]:
    """A hand of two players of whom one is set: in turn, so that nobody reaches the target."""
    took = [6, 7] if number % 2 else [7, 6]
    scored = {"hand": hand, "bids": ["7", "7"], "took": took, "overruled": True}
    return {"id": str(uuid4()), "kind": kind, **scored}


def _lists(browser: Client, table: str, token: str) -> dict[str, tuple[int, Attack]]:
    """Lists with as much as they may have, none of which is saved, but of teams, who enter and are taken back."""
    stages = [{"format": "fixtures", "rules": "partnership"}]
    league = called(browser, f"/tables/{table}/tournaments", {"name": "League", "stages": stages}, token)["tournament"]
    form = token_in(browser.get(f"/tournaments/{league}/fixtures"))
    teams = [f"Ann{chr(97 + number % 26)} {number} & Ben {number}" for number in range(LISTED_TEAMS)]
    matches = (
        f"{turn + 1}, {teams[number]}, {teams[(number + turn + 1) % LISTED_TEAMS]}, 300, 200"
        for turn in range(60)
        for number in range(0, LISTED_TEAMS, 2)
    )
    fixtures, hands = "\n".join(islice(matches, 1700)), "1,8,9,4,4\n" * 490

    def enter(client: Client, number: int) -> Answer:
        sent = {"csrf_token": form, "teams": "\n".join(teams), "sure": "yes", "entry_id": str(uuid4())}
        if number % 2:
            return client.post(f"/tournaments/{league}/teams", sent)
        return client.call(f"/tournaments/{league}/undo", {}, token)

    listed = {"csrf_token": form, "game": "partnership 2x2", "text": f"Hand,We bid,We took,They bid,They took\n{hands}"}
    return {
        "fixtures": (
            8,
            lambda client, _number: client.post(
                f"/tournaments/{league}/fixtures", {"csrf_token": form, "text": fixtures}
            ),
        ),
        "teams": (8, enter),
        "hands": (8, lambda client, _number: client.post(f"/tables/{table}/import/hands", listed)),
    }


def _tournament(
    browser: Client, table: str, token: str, teams: int, stage: Mapping[str, object], size: int, name: str
) -> str:
    """A tournament whose teams have arrived, that everybody may see."""
    body = {"name": name, "stages": [{"rules": "partnership", **stage}], "settings": {"public": True}}
    tournament = str(called(browser, f"/tables/{table}/tournaments", body, token)["tournament"])
    for team in range(1, teams + 1):
        players = [f"Ann {team}", f"Ben {team}"][:size]
        called(browser, f"/tournaments/{tournament}/teams", {"players": players}, token)
    arrived = {"kind": "team-status", "teams": list(range(1, teams + 1)), "status": "arrived"}
    called(browser, f"/tournaments/{tournament}/entries", arrived, token)
    return tournament


def _play(browser: Client, tournament: str, token: str, number: int) -> None:
    for match in called(browser, f"/tournaments/{tournament}/rounds", {}, token)["matches"]:
        result = {"scores": [300 + match["id"] % 9, 200 + number], "signed": True}
        called(browser, f"/tournaments/{tournament}/matches/{match['id']}/result", result, token)


@contextmanager
def _running(port: int, cookies: Mapping[str, str], connections: int, attack: Attack) -> Iterator[None]:
    """Attackers of one device ask again and again, in a process of their own: here they would delay who measures."""
    if not connections:
        yield
        return
    asking = fork.Process(target=_ask_from, args=(port, cookies, connections, attack))
    asking.start()
    time.sleep(WARM_UP)
    try:
        yield
    finally:
        asking.kill()
        asking.join()


def _ask_from(port: int, cookies: Mapping[str, str], connections: int, attack: Attack) -> None:
    def ask(first: int) -> None:
        while True:
            with suppress(OSError, AssertionError), Client(port, TOO_LONG) as client:  # cut off: it comes again
                client.cookies |= cookies
                for number in count(first):
                    attack(client, number)

    for number in range(connections):
        threading.Thread(target=ask, args=(1 + REQUESTS * number,)).start()


def _waits(other: Client, game: str, token: str) -> dict[str, float]:
    """Milliseconds of the pages and saves of another table's new game, 95 of 100, and how many failed."""
    pages, saves, failed = list[float](), list[float](), 0
    for number in range(1, PAGES + 1):
        for took, ask, well in (
            (pages, partial(other.get, f"/games/{game}"), 200),
            (saves, partial(_save, other, game, token, number), 303),
        ):
            answer = ask()
            took.append(answer.seconds * 1000)
            failed += answer.status != well
            time.sleep(PAUSE)
    return {"page_p95_ms": quantiles(pages, n=20)[-1], "save_p95_ms": quantiles(saves, n=20)[-1], "failed": failed}


def _save(browser: Client, game: str, token: str, number: int) -> Answer:
    form = {"hand": str(number), "record": json.dumps(record(number)), "entry_id": str(uuid4()), "seq": str(number)}
    return browser.post(f"/games/{game}/hands", {"csrf_token": token} | form)
