"""Games that end because the desk takes another result: their pads say so, and an undo opens them again."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from scorekeeper.core.game import EventUndone, GameClosed, GameState, events as game_events, moves
from scorekeeper.core.words.language import after_colon, translate as _
from scorekeeper.rooms.tournaments.domain.log.results import ResultGiven, result_of
from scorekeeper.rooms.tournaments.domain.log.state import TournamentState
from scorekeeper.rooms.tournaments.domain.score_words import score_text
from scorekeeper.services.recording import Author, record_event


def with_closed_game(state: TournamentState, given: ResultGiven, author: Author) -> ResultGiven:
    """The result, once the game is closed that it goes before, if that goes on and is as its writer saw it."""
    match = state.matches[given.match]
    game = state.game_result(match)
    if match.game is None or game is None or not (game.goes_on and game.hands) or game.record != given.record:
        return given
    words = after_colon(_("The desk took another result"), score_text(result_of(given, match.pairing.sides)))
    closed = record_event(match.game, partial(_close, words), author=author)
    return given if closed is None else replace(given, record=closed.stored.seq, closes=True)


def reopen_game(state: TournamentState, given: ResultGiven | None, author: Author) -> None:
    """Open the game again that a result closed, unless something of it changed since."""
    _change(state, given, _reopen, author)


def close_again(state: TournamentState, given: ResultGiven | None, author: Author) -> None:
    """Close the game again that a result had closed, which is in force again, if nothing of the game changed since."""
    _change(state, given, _redo, author)


def _change(
    state: TournamentState,
    given: ResultGiven | None,
    change: Callable[[int, GameState], game_events.Event | None],
    author: Author,
) -> None:
    match = None if given is None else state.matches.get(given.match)
    if given is not None and given.closes and match is not None and match.game is not None:
        record_event(match.game, partial(change, given.record), author=author)


def _close(words: str, now: GameState) -> GameClosed | None:
    return None if now.board.outcome is not None else GameClosed(seq=now.seq + 1, reason=words)


def _reopen(seq: int, now: GameState) -> EventUndone | None:
    latest = next((event for event in reversed(game_events.in_force(now.events)) if event.seq >= seq), None)
    is_latest = isinstance(latest, GameClosed) and latest.seq == seq
    return moves.undo_event(now, seq) if is_latest else None


def _redo(seq: int, now: GameState) -> EventUndone | None:
    undone = now.redo
    return moves.redo(now) if undone is not None and undone.event == seq else None
