"""What must hold of an evening, by what phones stored, what the server has, and what people were asked and told.

It knows what a tap says, and nothing of how the program decides what becomes of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from scorekeeper.core.sheet import scoreboard_json, sheet_json
from scorekeeper.core.words.faults import fault_text
from scorekeeper.formats.chain import StoredEvent
from scorekeeper.formats.games import replay_stored
from scorekeeper.services.game_cache import load_game
from scorekeeper.services.verifying import verify_stored
from scorekeeper.storage.events import events_of
from scorekeeper.storage.games import every_game, every_table
from scorekeeper.storage.players import players_named
from tests.berkley_scorer import score

Json = dict[str, Any]
NOT_AGAIN = ("sign", "erase", "start")
"""Kinds of events that no phone records for another."""


@dataclass
class Tap:
    """A tap that a phone stored: as it was stored last, and whether a person was asked about it."""

    device: str
    row: Json
    is_asked: bool = False


@dataclass
class Oracle:
    """What was heard since the evening began."""

    given_own: list[Json]  # the bids for an own seat that the server took: the fields of each
    taps: dict[str, Tap] = field(default_factory=dict)
    saved: dict[str, Json] = field(default_factory=dict)  # every event that a phone has shown as saved, by its id
    here: dict[str, dict[tuple[str, int], str]] = field(default_factory=dict)  # those that each phone has now
    let_go: set[str] = field(default_factory=set)  # what a person gave up, with a file of it
    refusals: Counter[str] = field(default_factory=Counter)  # notices of each device
    dropped: Counter[tuple[str, int]] = field(default_factory=Counter)  # taps that each page says it did not save
    again: dict[tuple[str, str], int] = field(default_factory=dict)  # when a person had a device's game recorded again
    is_dropped: bool = False  # a person drops the own bid
    before: dict[str, list[Json]] = field(default_factory=dict)  # the bids that each tap was ever put on
    line: dict[str, dict[str, Json]] = field(default_factory=dict)  # the taps that each device keeps now, by id
    given_up: set[str] = field(default_factory=set)  # taps that a person was asked about, and let go
    left: dict[tuple[str, str], set[str]] = field(default_factory=dict)  # what each device had of a game it let go

    def hear(self, word: Json) -> None:
        """Something that a phone says, or that a person does with it."""
        hears: dict[str, Callable[[str, Json], object]] = {
            "stored": self._hear_stored,
            "flash": self._hear_flash,
            "refusals": lambda device, about: self.dropped.update({(device, about["page"]): about["count"]}),
            "drops own bid": lambda *_: setattr(self, "is_dropped", True),
            "mistake": self._hear_mistake,
            "records again": self._hear_again,
            "takes out": lambda _, about: self.let_go.add(about["tap"]),
            "let go": self._let_go,
            "leaves": lambda _, about: self.given_up.add(about["tap"]),
            "sends": self._hear_sends,
            "starts": self._hear_starts,
            "warning": self._hear_warning,
        }
        if word["kind"] in hears:
            hears[word["kind"]](word["device"], word)

    def _hear_stored(self, device: str, word: Json) -> None:
        for note in word["notes"]:
            self._stored(device, note["what"], note["name"], note["row"])

    def _hear_sends(self, device: str, word: Json) -> None:
        """A tab that begins to lead may not know yet what its page has just read, and asks about: that it sends after
        an event which is no longer the last one here, so the server records none of it.
        """
        rows = [self.line[device][name] for name in word["ids"] if name in self.line.get(device, {})]
        asked = [row for row in rows if row.get("asks")]
        if asked:
            last = max((seq, name) for (game, seq), name in self.here[device].items() if game == asked[0]["game"])[1]
            assert word["hash"] != self.saved[last]["hash"], f"{device} sends what it asks about: {asked}"

    def _hear_flash(self, device: str, word: Json) -> None:
        self.refusals[device] += word["category"] == "error"

    @staticmethod
    def _hear_mistake(device: str, word: Json) -> None:
        raise AssertionError(f"the outbox of {device}: {word['text']}")

    def _hear_again(self, device: str, word: Json) -> None:
        self.again[device, word["game"]] = word["now"]
        self.left.pop((device, word["game"]), None)

    def _let_go(self, device: str, word: Json) -> None:
        game = word["game"]
        if self.again.get((device, game)) != word["now"]:  # else two windows were told different things at once
            self.left[device, game] = {name for (of, _), name in self.here.get(device, {}).items() if of == game}
        self.let_go |= {*self.here.get(device, {}).values()}
        self.let_go |= {tap for tap, about in self.taps.items() if about.device == device}

    @staticmethod
    def _hear_warning(device: str, word: Json) -> None:
        is_fault = any(kind in word["text"] for kind in ("TypeError", "ReferenceError", "RangeError", "AssertionError"))
        assert not is_fault or "TypeError: no connection" in word["text"], f"a page of {device} fails: {word['text']}"

    def _stored(self, device: str, what: str, name: str, row: Json) -> None:
        if what == "sealed":
            self._sealed(row["before"], row["sealed"])
        elif name == "events":
            here = self.here.setdefault(device, {})
            here.pop((row["game"], row["seq"]), None)
            if what == "put" and row.get("hash"):
                here[row["game"], row["seq"]] = row["id"]
                self.saved[row["id"]] = row
        elif what == "gone":
            self.line.get(device, {}).pop(row["id"], None)
        elif what == "put":
            self.line.setdefault(device, {})[row["id"]] = row
            is_new = row["id"] not in self.taps or self.taps[row["id"]].device != device
            is_meant = (device, row["game"]) in self.again or not (is_new and row.get("again"))
            is_meant = is_meant and not (row.get("again") and row["id"] in self.left.get((device, row["game"]), ()))
            assert is_meant, f"{device} let go of {row}"
            tap = self.taps.setdefault(row["id"], Tap(device, row))
            tap.device, tap.row = device, row
            tap.is_asked = tap.is_asked or bool(row.get("asks"))
            self.before.setdefault(row["id"], []).append(row)

    def _hear_starts(self, device: str, word: Json) -> None:
        waits = any(row["game"] == word["game"] for row in self.line.get(device, {}).values())
        assert bool(word["taps"]) == waits, f"{device} starts a game, and does not say whether taps wait: {word}"

    def _sealed(self, before: Json | None, now: Json | None) -> None:
        """A bid that nobody has seen leaves its phone by a tap, or since the server took it; or it is asked about."""
        if before is None or now is not None or before.get("asks") or self.is_dropped:
            self.is_dropped = False
            return
        fields = before["fields"]
        is_given = any(all(given.get(name) == value for name, value in fields.items()) for given in self.given_own)
        assert is_given, f"an own bid is gone, and nobody was asked: {before}"

    # At the end; of a game that a restored server lacks, phones have what there was

    def check(self, screens: dict[str, Json], kept: dict[str, dict[str, list[Json]]], latest: datetime) -> list[str]:
        """Compare the server's record, the second scorer's points, each screen, and the rows that each device has
        `kept`, by their stores; nothing is later than `latest`, the server's latest moment. The record's hashes.
        """
        found = [fault_text(fault) for fault in verify_stored().findings]
        assert found == [], f"the record does not verify: {found}"
        games = {game.id: events_of(game.id) for game in _every_game()}
        record = {event.id: event for events in games.values() for event in events}
        assert len(record) == sum(map(len, games.values())), "an event is there twice"
        hashes = {event.hash for event in record.values()}
        here = {row["id"] for rows in kept.values() for row in (*rows["events"], *rows["taps"])}
        for saved in self.saved.values():
            is_there = (
                saved["id"] in record or saved["hash"] in hashes or (saved["game"] not in games and saved["id"] in here)
            )
            if not is_there and saved["kind"] not in NOT_AGAIN:
                tap = self.taps.get(saved["id"])  # of bids, it says which seat is meant
                is_accounted = self._is_accounted(saved["id"], tap.row if tap else saved, games)
                assert is_accounted, f"seen as saved, and gone: {saved}"
        self._check_more(games, record, kept, latest)
        for events in games.values():
            self._check_bids(events)
            self._check_undos(events)
        for (device, _), counted in self.dropped.items():  # two windows may both say so
            unsaved = [name for name, tap in self.taps.items() if tap.device == device and name not in record]
            assert counted <= len(unsaved), f"{device} says that {counted} were not saved, and {len(unsaved)} were not"
        self.check_points(games)
        for device, screen in screens.items():
            events = games.get(screen["game"], [])
            if not events:
                continue
            assert not (screen["own"] or {}).get("sealed"), f"{device} still has its own bid: {screen}"
            assert screen["waiting"] == [], f"{device} still has taps: {screen}"
            assert screen["status"]["phase"] == "ready", f"{device} does not rest: {screen}"
            assert (screen["seen"], screen["seq"]) == (events[-1].seq, events[-1].seq), f"{device} is behind: {screen}"
            state = load_game(screen["game"]).state
            totals = [side.total for side in state.board.scores]
            assert screen["totals"] == totals, f"{device} shows other points"
            bids = ["+".join(bid.calls) if bid else "" for bid in state.draft]
            assert screen["was"] == bids, f"{device} shows other bids than {bids}: {screen}"
            name = device.split()[0]
            ours = [_kept(row) for row in kept[name]["events"] if row["game"] == screen["game"]]
            there = [_kept(event.columns() | {"game": event.game_id}) for event in events]
            assert ours == there, f"{name} keeps another record: {_difference(ours, there)}"
        gone = [
            tap
            for name, tap in self.taps.items()
            if name not in record
            and not (tap.row["game"] not in games and name in here)
            and not self._is_accounted(name, tap.row, games)
        ]
        for device, refusals in ((name, self.refusals[name]) for name in {tap.device for tap in gone}):
            lost = [tap.row for tap in gone if tap.device == device]
            assert len(lost) <= refusals, f"taps of {device} are gone, and {refusals} refused: {lost}"
        return [event.hash for event in record.values()]

    def _is_accounted(self, name: str, row: Json, games: dict[str, list[StoredEvent]]) -> bool:
        """Whether somebody decided about an event that is not on the record, or another one there says the same."""
        if self._is_decided(name):
            return True
        if any(about.row.get("undoes") == name for about in self.taps.values()):
            return True  # it was taken back
        if row.get("undoes"):
            return not _is_in_force(row["undoes"], games)
        payload, kind = row["payload"], row["kind"]
        if kind == "bids":
            for about in self.taps.values():
                if about.row["kind"] == "hand" and about.row["payload"]["hand"] == payload["hand"]:
                    return True  # the hand says what was bid
        if any(_says(event.kind, event.payload, row) for events in games.values() for event in events):
            return True
        others = {other: tap.row for other, tap in self.taps.items()} | self.saved  # also one that went with it
        decided = [each for other, each in others.items() if other != name and self._is_decided(other)]
        return any(_says(each["kind"], each["payload"], row) for each in decided)

    def _is_decided(self, name: str) -> bool:
        """Whether somebody let this event go, or was asked about it."""
        tap = self.taps.get(name)
        return name in self.let_go or (tap is not None and tap.is_asked)

    def _check_more(
        self,
        games: dict[str, list[StoredEvent]],
        record: dict[str, StoredEvent],
        kept: dict[str, dict[str, list[Json]]],
        latest: datetime,
    ) -> None:
        """Nothing waits anywhere, moments are in order, and what a person let go is not there."""
        assert not (again := self.given_up & record.keys()), f"recorded, though a person let it go: {again}"
        for name, stored in kept.items():
            waits = [row["id"] for row in stored["taps"] if row["game"] in games]
            assert waits == [], f"{name} still keeps taps: {waits}"
            starts = [row["id"] for row in stored["games"] if row["around"].get("start")]
            assert starts == [], f"{name} still waits for games to begin: {starts}"
        for events in games.values():
            moments = [event.at for event in events]
            assert moments == sorted(moments), f"entries are older than those before them: {moments}"
            assert moments[-1] <= latest, f"an entry is of {moments[-1]}, after {latest}"

    def check_known(self) -> None:
        """The table knows the players that were added; what a server died before is left out."""
        for game in _every_game():
            names = [event.payload["player"] for event in events_of(game.id) if event.kind == "substitute"]
            known = players_named(game.table_id, names)
            assert set(names) <= known.keys(), f"the table does not know all of {names}"

    def check_points(self, games: Iterable[str] = ()) -> None:
        """What this process of the server knows of each game, and the points of the second scorer."""
        for game in games or [game.id for game in _every_game()]:
            self._check_points(game)

    def _check_bids(self, events: list[StoredEvent]) -> None:
        """Nobody's bid is overwritten by a phone that did not show it, unless somebody was asked."""
        hand, bids = 0, dict[int, Any]()
        for event in events:
            if event.kind != "bids":
                bids = {} if event.kind in ("hand", "misdeal", "take-back") else bids
                continue
            payload = dict(event.payload)
            now = dict(enumerate(_flat(payload["bids"])))
            if payload["hand"] == hand:
                tapped = self._seats_tapped(event.id, hand)
                for seat, bid in bids.items():
                    is_other = tapped is not None and seat not in tapped and now[seat] != bid
                    assert not is_other, f"{event.id} changes the bid {bid} of seat {seat}, which nobody tapped"
                    if bid is not None and now[seat] != bid and event.id in self.before:
                        seen = [_flat(row["before"])[seat] for row in self.before[event.id] if row.get("before")]
                        is_known = bid in seen or self.taps[event.id].is_asked
                        assert is_known, f"the bid {bid} of seat {seat} is overwritten unseen by {event.id}"
            hand, bids = payload["hand"], now

    def _seats_tapped(self, name: str, hand: int) -> set[int] | None:
        """Where the bids that a tap was first stored with differ from those on the screen; None if nobody knows."""
        row = self.before[name][0] if name in self.before else None
        if row is None or not row.get("before") or row["payload"].get("hand") != hand:
            return None
        pairs = zip(_flat(row["before"]), _flat(row["payload"]["bids"]), strict=True)
        return {seat for seat, (seen, mine) in enumerate(pairs) if seen != mine}

    def _check_undos(self, events: list[StoredEvent]) -> None:
        """An undo takes back what its phone showed as undone, whatever came before it meanwhile."""
        ids = {event.seq: event.id for event in events}
        for event in (each for each in events if each.kind == "take-back" and each.id in self.taps):
            meant, undone = self.taps[event.id].row.get("undoes"), ids.get(event.payload["entry"])
            assert meant in (None, undone), f"{event.id} undoes {undone}, not {meant}"

    @staticmethod
    def _check_points(game: str) -> None:
        state = load_game(game).state
        assert sheet_json(state.sheet) == sheet_json(replay_stored(events_of(game)).sheet), (
            "a process knows another game"
        )
        sheet, board = sheet_json(state.sheet), state.sheet.scoreboard()
        second = score(sheet)
        assert second["totals"] == [side.total for side in board.scores], "the second scorer has other points"
        status = scoreboard_json(board, state.sheet.names)["outcome"]
        assert isinstance(status, dict)
        assert status["status"] == second["outcome"]["status"] or state.closed is not None


def _every_game() -> list[Any]:
    return [game for table in every_table() for game in every_game(table)]


def _is_in_force(name: str, games: dict[str, list[StoredEvent]]) -> bool:
    """Whether an event is on the record, and nobody took it back."""
    for events in games.values():
        ids = {event.seq: event.id for event in events}
        undone = [ids.get(event.payload["entry"]) for event in events if event.kind == "take-back"]
        if name in ids.values():
            return name not in undone
    return False


KEPT = ("game", "seq", "id", "kind", "payload", "who", "reason", "hash")


def _kept(event: Mapping[str, Any]) -> Json:
    """An event as phones keep it."""
    return {name: event[name] for name in KEPT} | {"payload": dict(event["payload"])}


def _difference(here: list[Json], there: list[Json]) -> object:
    return next((pair for pair in zip(here, there, strict=False) if pair[0] != pair[1]), (len(here), len(there)))


def _flat(bids: Any) -> list[Any]:
    """The bids by seat: sides list theirs, and each seat is one of its side's."""
    if all(isinstance(side, list) for side in bids):
        return [side[player] for player in range(len(bids[0])) for side in bids]
    return list(bids)


def _says(kind: str, other: Mapping[str, Any], row: Json) -> bool:
    """Whether an event of this kind and payload says what this row does."""
    payload = row["payload"]
    if row["kind"] == "bids" and other.get("hand") == payload["hand"] and kind in ("bids", "hand"):
        there = _flat(other["bids"])
        before = _flat(row["before"]) if row.get("before") else [None] * len(there)
        return all(
            mine in (seen, theirs) for mine, seen, theirs in zip(_flat(payload["bids"]), before, there, strict=True)
        )
    return bool(kind == row["kind"]) and dict(other) == payload
