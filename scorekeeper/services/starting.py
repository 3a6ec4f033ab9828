"""Starting a game: from a sheet's head, with or without hands, or as a rematch of the one that is over."""

from dataclasses import dataclass, replace

from scorekeeper.core.game import CLOSE, HAND, SUBSTITUTE, Course, NotNow, Proposed, fold
from scorekeeper.core.inputs import FieldPath
from scorekeeper.core.inputs.game_faults import NOT_OVER_YET
from scorekeeper.core.rules.record import HandRecord
from scorekeeper.core.sheet import Sheet, SideNames, hand_json, sheet_json
from scorekeeper.core.sheet.substitutes import substitutes_json
from scorekeeper.services.courses import COURSES, game_on_table
from scorekeeper.services.names import check_new_names
from scorekeeper.services.recording import Writer
from scorekeeper.services.standing import standing_of
from scorekeeper.services.statistics import keep_figures
from scorekeeper.storage import START, Game, Head, NewEntry, SideHead, create_game, players_of, writing

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

    Raises `InvalidInput` where a hand cannot be scored, `NoSuchTable`, and what `storage.create_game` raises. Nothing
    was written then.
    """
    head, written = head_of(sheet), entries_of_sheet(sheet)
    course = fold([Proposed(1, START, head.payload()), *written])
    known = [player.name for player in players_of(table_id)]
    check_new_names(_people(sheet), known)
    with writing():
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
            keep_figures(created.game.id, None, course)
    if created.new:
        COURSES.keep(created.game.id, fold(created.entries), created.entries[-1].at)
    return Started(created.game, game_on_table(created.game.id).course, created.new)


def _people(sheet: Sheet) -> list[str]:
    """Everyone who sits at the table in this game."""
    return [name for side in sheet.sides for name in side.players] + [change.player for change in sheet.substitutes]


def rematch(game_id: str, writer: Writer, entry_id: str | None = None) -> Started:
    """The same people by the same rules once more; the deal moves one seat on from who dealt first. Raises `NotNow`."""
    on_table = game_on_table(game_id)
    course = on_table.course
    if course.board.outcome is None:
        raise NotNow(NOT_OVER_YET, FieldPath.to("rematch"), None)
    dealer = course.head.rules.seating.left_of(course.head.dealer)
    sheet = replace(_seated_now(course.head), dealer=dealer)
    return start_game(on_table.game.table_id, sheet, writer=writer, entry_id=entry_id, rematch_of=game_id)


def _seated_now(head: Sheet) -> Sheet:
    """The head with the people who sit there at the end as those of the first hand."""
    names = head.names
    sides = [SideNames(names[side], head.players_of(side)) for side in head.rules.seating.sides]
    return replace(head, sides=tuple(sides), substitutes=())


def entries_of_sheet(sheet: Sheet) -> list[Proposed]:
    """The entries after the start that this sheet comes to: its hands, who came in, its stop."""
    seating = sheet.rules.seating
    parts: list[tuple[str, dict[str, object], str | None]] = []
    hands: list[HandRecord | None] = [*sheet.hands, None]
    for number, hand in enumerate(hands, start=1):
        parts += [
            (SUBSTITUTE, change, None) for change in substitutes_json(sheet.substitutes) if change["hand"] == number
        ]
        if hand is not None:
            parts.append((HAND, {"hand": number, **hand_json(hand, seating)}, None))
    if sheet.closed is not None:
        parts.append((CLOSE, {} if sheet.forfeit is None else {"forfeit": sheet.forfeit}, sheet.closed))
    return [Proposed(seq, kind, payload, reason) for seq, (kind, payload, reason) in enumerate(parts, start=2)]


def head_of(sheet: Sheet) -> Head:
    """The sheet's head as a new game keeps it."""
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
