"""A table's name, its place on the home page, its players' names, and games that were started by mistake."""

from collections.abc import Iterable
from contextlib import suppress
from functools import partial

from scorekeeper.clock import utc_now
from scorekeeper.core.game import GameState, HandRecorded, NotNow, rulings
from scorekeeper.core.inputs import NOWHERE, InvalidInput
from scorekeeper.core.inputs.faults import HAS_HANDS
from scorekeeper.core.inputs.spelling import composed
from scorekeeper.core.words.language import translate as _
from scorekeeper.services import merging
from scorekeeper.services.game_cache import load_game, sound_state
from scorekeeper.services.names import check_name, check_new_names, nearly, plain, skeleton_of
from scorekeeper.services.recording import Author, record_event
from scorekeeper.services.security_log import security_event
from scorekeeper.storage import erasing, games
from scorekeeper.storage.database import write_transaction
from scorekeeper.storage.games import games_of
from scorekeeper.storage.merging import CannotMerge
from scorekeeper.storage.models import PLAYING
from scorekeeper.storage.players import find_main_player, names_of, shown_names_of

MAX_PLAYING = 1000
"""Games in progress in which a player is renamed: more than a table ever plays at once."""


def rename_table(table_id: str, name: str) -> None:
    """Give the table another name; a table of quick games is one like any other then. Raises `InvalidInput`."""
    check_name(name)
    with write_transaction() as session:
        erasing.rename_table(session, table_id, composed(name))
        session.expire_all()


def set_zone(table_id: str, zone: str) -> None:
    """Set the time zone in which the table's nights end."""
    games.store_zone(table_id, zone)


def show_club(table_id: str, shown: bool) -> None:
    """Show all that a table makes of its games, or nothing of it. What it is made of stays, and is counted on."""
    games.store_without_club(table_id, not shown)


def archive_table(table_id: str, archived: bool) -> None:
    """List the table below the others on the home page, until it is brought back or starts a game."""
    games.archive_table(table_id, utc_now() if archived else None)


class NameOfAnother(CannotMerge):
    """Another player of the table has the name; the two may be merged."""

    def __init__(self, words: str, other: str) -> None:
        super().__init__(words)
        self.other = other


class LikeAnother(NameOfAnother):
    """The name looks like that of another player; `may_stay` if these can be two people all the same."""

    def __init__(self, words: str, other: str, *, may_stay: bool) -> None:
        super().__init__(words, other)
        self.may_stay = may_stay


def rename_player(table_id: str, player_id: int, name: str, author: Author, *, sure: bool = True) -> str:
    """Give a player another name, from now on and in the games in progress; returns the name so far.

    Finished score sheets keep the name they were played under. Raises `NoSuchPlayer`, `InvalidInput`, and
    `NameOfAnother`; unless somebody is `sure`, `LikeAnother`.
    """
    name = composed(name)
    with write_transaction():
        games.hold_table(table_id)
        main_player = find_main_player(table_id, player_id)
        old = main_player.player.name
        others = [known for known in names_of(table_id) if known not in (old, *main_player.other_names)]
        if name in map(composed, others):
            raise NameOfAnother(_("{name} plays here already. Same person? Merge the two", name=name), name)
        if not sure and name != old:
            _ask_about(table_id, name, others)
        check_new_names([name], others)
        if name == old:
            return old
        merging.rename_player(table_id, main_player.player, name)
    for game in games_of(table_id, status=PLAYING, limit=MAX_PLAYING):
        _rename_in(game.id, old, name, author)
    return old


def ask_about_new(table_id: str, names: Iterable[str]) -> None:
    """Ask about names that are new to the table and look like a player's: raises `LikeAnother` at the first one."""
    known = names_of(table_id)
    for name in names:
        if name not in known:
            _ask_about(table_id, name, known)


def _ask_about(table_id: str, name: str, known: Iterable[str]) -> None:
    """By the name that a player has now, unless only another one of theirs is near."""
    known, shown = list(known), set(shown_names_of(table_id).values())
    near = nearly(name, [each for each in known if each in shown]) or nearly(name, known)
    if near is not None:
        may_stay = plain(name) == plain(near) or skeleton_of(name) != skeleton_of(near)
        words = _("“{name}” looks like “{other}”, who plays here. Same person? Merge the two", name=name, other=near)
        raise LikeAnother(words, near, may_stay=may_stay)


def _rename_in(game_id: str, old: str, name: str, author: Author) -> None:
    """Name the player at each seat, from the hand in which they sat down; a game where the name is taken stays."""
    state = sound_state(game_id)
    if state is None:
        return
    seats = state.setup.rules.seating.bidders

    for seat in seats:
        if load_game(game_id).state.setup.player_at(seat) == old:
            with suppress(InvalidInput):
                fields = {"seat": str(seat), "player": name}
                record_event(game_id, partial(rulings.name_seat, fields=fields), author=author)


def is_empty(state: GameState) -> bool:
    """Whether no hand of the game was ever saved: it may have been started by mistake."""
    return not any(isinstance(event, HandRecorded) for event in state.events)


def remove_empty_game(game_id: str) -> None:
    """Delete a game in which no hand was ever saved. Raises `NotNow` if one was."""
    with write_transaction():
        found = load_game(game_id)
        if not is_empty(found.state):
            raise NotNow(HAS_HANDS.at(NOWHERE, {}))
        table_id = found.game.table_id
        erasing.remove_game(table_id, game_id)
    security_event("game deleted", table=table_id)
