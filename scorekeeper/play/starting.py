"""Starting a game: from a sheet's head, with or without hands, or as a rematch of the one that is over."""

from dataclasses import dataclass, replace

from scorekeeper.log import CLOSE, HAND, Course, NotNow, Proposed, fold
from scorekeeper.play.courses import COURSES, game_on_table
from scorekeeper.play.recording import Writer
from scorekeeper.play.standing import standing_of
from scorekeeper.sheet import Sheet, hand_json, sheet_json
from scorekeeper.storage import START, Game, Head, NewEntry, SideHead, create_game


MORE = ("deals", "tags")  # what only some sheets have


@dataclass(frozen=True, slots=True)
class Started:
    """The game with its course; `new` is false where an earlier post of the same id had started it."""

    game: Game
    course: Course
    new: bool


def start_game(
    table_id: str, sheet: Sheet, *, writer: Writer, entry_id: str | None = None, rematch_of: str | None = None
) -> Started:
    """Start a game at the table by this sheet, with the hands that it has, objections and all.

    Raises `BadSheet` where a hand cannot be scored, `NoSuchTable`, and what `storage.create_game` raises. Nothing was
    written then.
    """
    head, written = _head(sheet), _entries(sheet)
    course = fold([Proposed(1, START, head.payload()), *written])
    created = create_game(
        table_id,
        head,
        id=entry_id,
        who=writer.name,
        hands=[NewEntry(kind=e.kind, payload=e.payload, who=writer.name, reason=e.reason) for e in written],
        standing=standing_of(course),
        rematch_of=rematch_of,
    )
    if created.new:
        COURSES.keep(created.game.id, fold(created.entries))
    return Started(created.game, COURSES.get(created.game.id, created.game.last_seq), created.new)


def rematch(game_id: str, writer: Writer, entry_id: str | None = None) -> Started:
    """The same people by the same rules once more; the deal moves one seat on from who dealt first. Raises `NotNow`."""
    on_table = game_on_table(game_id)
    course = on_table.course
    if course.board.outcome is None:
        raise NotNow("rematch: this game is not over yet, finish it or close it first")
    dealer = course.head.rules.seating.left_of(course.head.dealer)
    sheet = replace(course.head, dealer=dealer)
    return start_game(on_table.game.table_id, sheet, writer=writer, entry_id=entry_id, rematch_of=game_id)


def _entries(sheet: Sheet) -> list[Proposed]:
    seating = sheet.rules.seating
    written = [
        Proposed(number + 1, HAND, {"hand": number, **hand_json(hand, seating)})
        for number, hand in enumerate(sheet.hands, start=1)
    ]
    if sheet.closed is not None:
        written.append(Proposed(len(written) + 2, CLOSE, {}, sheet.closed))
    return written


def _head(sheet: Sheet) -> Head:
    written = sheet_json(sheet)
    return Head(
        rules=sheet.rules.ruleset.key,
        revision=sheet.rules.ruleset.revision,
        options_given=dict(sheet.rules.options),
        options=dict(sheet.rules.options),
        sides=[SideHead(side.name, side.players) for side in sheet.sides],
        dealer=sheet.dealer,
        more={part: written[part] for part in MORE if part in written},
    )
