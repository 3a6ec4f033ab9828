"""Taking games along from a phone that no server answers: as files, into a table of a server, or to another phone."""

from scorekeeper.core.game import GameState
from scorekeeper.core.pages import View
from scorekeeper.core.pages.ending import result_lines
from scorekeeper.core.sheet.record_text import record_hands, record_tags
from scorekeeper.core.words.language import listed, minus, translate as _
from scorekeeper.core.words.vocabulary import counted, format_points


def record_lines(state: GameState, code: str, started: str | None, revision: str) -> list[str]:
    """The lines of the game's text record, without checksums."""
    return [*record_tags(state.sheet, state.board, code, started, revision), *record_hands(state.board)]


def carry_view(state: GameState, record: str, games: int, link: str) -> View:
    """Values for `games/carry.html`: the text record, how many games this phone has, the link that hands it on."""
    return {
        "lines": result_lines(state),
        "record": record,
        "handing": link,
        "games": games,
        "players": [player for side in state.setup.sides for player in side.players],
    }


def carried_words(state: GameState) -> str:
    """A game that comes to this phone, in a line: `Ann & Cal 120 and Ben & Dee 98 · 3 hands`."""
    unit = state.board.rules.scoring.unit
    scores = zip(state.setup.names, state.board.scores, strict=True)
    sides = listed([f"{name} {minus(str(format_points(score.total, unit)))}" for name, score in scores])
    return f"{sides} · {counted(len(state.board.hands), 'hand')}"


def handed_words(who: str) -> str:
    """Who goes on with a game that this phone has handed over."""
    return _("{name} goes on with this game.", name=who) if who else _("Another phone goes on with this game.")


def take_back_words() -> str:
    """What gets it back."""
    return _("Take it back")
