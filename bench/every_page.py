"""Every page and every reading call of the API, at a table with 5,000 players and 100,000 games and at a small one.

Each player has a phone there, some a link that nobody has used, or another name. Two sit in each of the latest games,
so that a page which lists games, phones or links has as many of them at the small table: a full page.

It asks for all routes that the app has, but for a few that are not about a table; each must take about as long at both.
"""

import http.client
import json
import re
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from flask import Flask
from sqlalchemy import insert, select

from bench.client import BY_A_TAP, Client
from bench.many_games import fill
from bench.memory import processor_seconds
from bench.serving import served
from bench.table import new_games, settings, text_of
from scorekeeper import create_app
from scorekeeper.rooms.club.pages.players import leaderboard
from scorekeeper.rooms.club.storage.models import PairTotals
from scorekeeper.rooms.club.storage.results import every_sum
from scorekeeper.storage.database import Base, db, write_transaction
from scorekeeper.storage.games import count_games, games_from
from scorekeeper.storage.invites import limited_invites
from scorekeeper.storage.members import members_of
from scorekeeper.storage.models import Player
from scorekeeper.storage.search import GameFilter, search_games
from scorekeeper.storage.setup import close_storage
from scorekeeper.web import sharing
from scorekeeper.web.paging import cursor_text

SMALL, LARGE = (300, 100), (100_000, 5_000)  # games, players
RUNS, WARM_UP = 5, 1
NOTICED = 3.0
"""Milliseconds more that count as slower: what a person could notice, and more than chance."""
ALLOWED = 1.3
ELSEWHERE = (
    "/static/",
    "/https",
    "/offline",
    "/metrics",
    "/.well-known",
    "/worker.js",
    "/join/<token>",
    "/check/receipt",
)
STREAMS = ("/games/<game>/live", "/api/v1/games/<game>/events")
FORMS = ("json", "csv", "text", "zip")
QUERIES = {
    "/tables/<table>/history": (
        "who={player}",
        "who={player}&with={other}",
        "who={player}&rules=miser",
        "rules=miser",
        "rules=miser&state=over",
        "rules=whiz",
        "state=playing",
        "q=0007",
        "q=Xantippe",
        "from=2016-01-02",
        "before={middle}",
        "who={player}&before={middle}",
        "rules=miser&before={middle}",
        "who={player}&state=playing",
        "who={player}&q=7",
    ),
    "/tables/<table>/games/new": ("rules=whiz",),
    "/tables/<table>/share": ("phones={phones}", "links={links}"),
    "/tables/<table>/players": (
        "merged=1",
        "sort=name",
        "sort=games",
        "period=month",
        "page=1",
        "page={last}",
        "sort=name&page={last}",
    ),
    "/api/v1/tables/<table>/players": ("sort=name", "page={last}"),
    "/api/v1/tables/<table>": ("members=30",),
}
"""Searches and later pages that a page or a call offers. Nobody played whiz; the middle is that of all games."""


@dataclass(frozen=True)
class Walk:
    """A served table: its client, the keeper's token, and an address for every route."""

    port: int
    client: Client
    token: str
    addresses: Mapping[str, str]

    def milliseconds(self, route: str) -> float | None:
        """The processor time until the first bytes; None if the page does not exist for this table or game."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        cookies = "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())
        headers = {"Authorization": f"Bearer {self.token}"} if route.startswith("/api") else {"Cookie": cookies}
        began = processor_seconds()
        connection.request("GET", self.addresses[route], headers=headers)
        answer = connection.getresponse()
        answer.read(1 << 16)
        taken = processor_seconds() - began
        connection.close()
        assert answer.status < 500, (route, answer.status)
        return taken * 1000 if answer.status in (200, 303) else None


def measured(games: int = LARGE[0]) -> dict[str, float]:
    """How many pages there are, and how many of them are slower at the large table. Prints all."""
    with (
        tempfile.TemporaryDirectory() as few,
        tempfile.TemporaryDirectory() as many,
        served("scorekeeper:create_app()", _settings(few)) as small,
        served("scorekeeper:create_app()", _settings(many)) as large,
    ):
        walks = [_walk(Path(few), small, *SMALL), _walk(Path(many), large, games, LARGE[1])]
        return {"games": games, "players": LARGE[1]} | compare(walks)


def compare(walks: Sequence[Walk]) -> dict[str, float]:
    """Ask for each page of both in turn."""
    pages, slower, slowest = 0, 0, 0.0
    for route in walks[0].addresses:
        times = [[walk.milliseconds(route) for walk in walks] for _ in range(RUNS + WARM_UP)][WARM_UP:]
        own = [[taken for taken in column if taken is not None] for column in zip(*times, strict=True)]
        if not all(own):
            print(f"{'not there':>26} {route}", file=sys.stderr)
            continue
        few, many = map(min, own)
        is_slower = many > few * ALLOWED and many > few + NOTICED
        pages, slower, slowest = pages + 1, slower + is_slower, max(slowest, many)
        print(f"{few:8.1f} {many:8.1f} ms  {'slower' if is_slower else '':6} {route}", file=sys.stderr, flush=True)
    return {"pages": pages, "slower": slower, "slowest_ms": slowest}


def _settings(instance: str) -> dict[str, str]:
    return settings(Path(instance)) | {"SCOREKEEPER_RATE_LIMITS": "off"}


def _walk(instance: Path, port: int, games: int, players: int) -> Walk:
    """A table with this many games and players, served at the port."""
    with Client(port) as browser:
        made = json.loads(text_of(browser.call("/tables", {"name": "Thursday"})))
    app = create_app({"SQLALCHEMY_DATABASE_URI": settings(instance)["SCOREKEEPER_DATABASE_URL"]})
    with app.app_context():
        fill(made["table"], games, names=[f"Player {n:04}" for n in range(1, players + 1)], lately=SMALL[0])
        _add_crowd(made["table"])
    close_storage(app)
    return walk_at(instance, port, made["table"], made["tokens"]["keeper"])


def _add_crowd(table: str) -> None:
    """Every player of the table has a phone, one in three a link that nobody has used, one in ten another name."""
    rows = {model: Base.metadata.tables[model] for model in ("player", "member", "invite")}
    with write_transaction() as session:
        players = session.execute(select(Player.id, Player.name).where(Player.table_id == table)).all()
        own = {"table_id": table, "role": "scorer"}
        phones = [{"device": f"device {id_}", "name": f"{name}’s phone", "player_id": id_} for id_, name in players]
        links = [
            {"token": f"for {id_}", "uses_left": 1, "guests": False, "hands_pen": False} for id_, _ in players[::3]
        ]
        names = [{"table_id": table, "name": f"{name} B.", "merged_into": id_} for id_, name in players[::10]]
        for model, added in (
            ("member", [own | phone | {"last_seen": datetime.now(UTC)} for phone in phones]),
            ("invite", [own | link for link in links]),
            ("player", names),
        ):
            session.connection().execute(insert(rows[model]), added)


def walk_at(instance: Path, port: int, table: str, token: str) -> Walk:
    """A walk through this filled table."""
    (playing,) = new_games(instance, table, 1, hands=3)
    app = create_app({"SQLALCHEMY_DATABASE_URI": settings(instance)["SCOREKEEPER_DATABASE_URL"]})
    with app.app_context():
        addresses = _addresses(app, table, playing)
    close_storage(app)
    client = Client(port)
    client.get(f"/join/{token}", BY_A_TAP)
    return Walk(port, client, token, addresses)


def _addresses(app: Flask, table: str, playing: str) -> dict[str, str]:
    """An address for each route that reads: of a finished game and of one in progress, and with searches."""
    player, finished = every_sum(table)[0].player.id, search_games(table, GameFilter(status="over"), limit=1)[0].id
    met = select(PairTotals.other_id).where(PairTotals.player_id == player).order_by(PairTotals.games.desc()).limit(1)
    other = db.session.scalar(met)
    values = {"table": table, "player": player, "other": other, "key": "partnership", "hand": 2, "side": 0, "member": 1}
    given = {"player": player, "other": other, **_places(table)}
    found = {}
    for rule in app.url_map.iter_rules():
        route = rule.rule
        if "GET" not in (rule.methods or ()) or route.startswith(ELSEWHERE) or route in STREAMS:
            continue
        games = {"": finished, " (in progress)": playing} if "<game>" in route else {"": ""}
        forms = FORMS if "<form>" in route else ("",)
        for search in ("", *QUERIES.get(route, ())):
            for state, game in games.items():
                for form in forms:
                    path = _filled_in(route, values | {"game": game, "form": form})
                    name = f"{route.replace('<form>', form)}{'?' if search else ''}{search}{state}"
                    if path:
                        found[name] = path + (f"?{search.format_map(given)}" if search else "")
    return {name: path.replace(" ", "%20") for name, path in found.items()}


def _places(table: str) -> dict[str, object]:
    """Where later pages begin: the second one of phones and of links, the last one of players, and half the games."""
    phone, link = members_of(table, limit=sharing.PAGE_SIZE)[-1], limited_invites(table, sharing.PAGE_SIZE)[-1]
    [game] = games_from(table, count_games(table) // 2, limit=1)
    return {
        "phones": cursor_text(phone.last_seen or phone.joined, phone.id),
        "links": cursor_text(link.created, link.id),
        "middle": cursor_text(game.created, game.number),
        "last": len(every_sum(table)) // leaderboard.PAGE_SIZE - 1,
    }


def _filled_in(route: str, values: Mapping[str, object]) -> str | None:
    """The address with these values; None if a value is missing."""
    names = re.findall(r"<(?:[^:<>]+(?:\([^)]*\))?:)?(\w+)>", route)
    if any(name not in values for name in names):
        return None
    return re.sub(r"<(?:[^:<>]+(?:\([^)]*\))?:)?(\w+)>", lambda found: str(values[found[1]]), route)
