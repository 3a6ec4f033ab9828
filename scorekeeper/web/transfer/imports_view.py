"""What a file would bring, before it comes in: its games, its people, and where its scores and the rules part."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from flask import url_for

from scorekeeper.core.sheet.board import outcome_text
from scorekeeper.formats.exported_game import ExportedTable
from scorekeeper.services.import_states import Found
from scorekeeper.storage import Table
from scorekeeper.web.games.names import nearly
from scorekeeper.web.times import day

View = dict[str, object]

MOST_SHOWN = 100
MOST_DIFFERENCES = 8


@dataclass(slots=True)
class Look:
    """What was found in a file; the first games in full, of the others only how many."""

    games: list[View] = field(default_factory=list)
    coming: int = 0
    left: int = 0
    differing: int = 0
    people: set[str] = field(default_factory=set)
    known: set[str] = field(default_factory=set)

    @classmethod
    def at(cls, parts: Iterable[Found | ExportedTable], known: set[str]) -> "Look":
        """Look at each game of a file."""
        look = cls(known=known)
        for part in parts:
            if isinstance(part, ExportedTable):
                look.people.update(part.players)
            else:
                look.add(part)
        return look

    def add(self, found: Found) -> None:
        """One more game."""
        self.coming += found.comes_in
        self.left += not found.comes_in
        self.differing += bool(found.differences)
        sheet = found.told.sheet
        if found.comes_in:
            self.people.update(name for side in sheet.sides for name in side.players)
            self.people.update(change.player for change in sheet.substitutes)
        if len(self.games) < MOST_SHOWN:
            self.games.append(_game(found))


def _game(found: Found) -> View:
    sheet = found.told.sheet
    words = outcome_text(found.part.board, sheet.names)
    when = day(found.told.started) if found.told.started else "no date"
    return {
        "title": words or " – ".join(sheet.names),
        "note": f"{sheet.rules.ruleset.name} · {when} · {len(sheet.hands)} hands",
        "comes_in": found.comes_in,
        "words": found.words,
        "url": url_for("games.show", game=found.game.id) if found.game is not None else None,
        "differences": [str(difference) for difference in found.differences[:MOST_DIFFERENCES]],
        "more": max(0, len(found.differences) - MOST_DIFFERENCES),
    }


def import_view(table: Table, look: Look, held: str) -> View:
    """Values for `imports/look.html`."""
    new = sorted(look.people - look.known)
    return {
        "table": table,
        "games": look.games,
        "others": look.coming + look.left - len(look.games),
        "coming": look.coming,
        "left": look.left,
        "differing": look.differing,
        "people": [{"name": name, "near": nearly(name, look.known)} for name in new],
        "known": sorted(look.people & look.known),
        "held": held,
    }
