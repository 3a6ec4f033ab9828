"""Cards that lead to a game: the one in progress, and those before."""

from flask import url_for

from scorekeeper.services import GameOnTable
from scorekeeper.storage import PLAYING, Game
from scorekeeper.web.games.views.board import board_view

View = dict[str, object]


def game_card(on_table: GameOnTable, title: str) -> View:
    """Values for `game_card` in `macros/cards.html`."""
    course = on_table.course
    return {
        "url": url_for("games.show", game=on_table.game.id),
        "title": title,
        "subtitle": game_subtitle(on_table),
        "board": board_view(course.board, course.head.names),
        "go": f"Go on with hand {course.board.next_number}",
    }


def game_subtitle(on_table: GameOnTable) -> str:
    """`Partnership Spades · to 500`."""
    rules = on_table.course.head.rules
    target = f" · to {rules.play.target}" if rules.play.target else ""
    return f"{rules.ruleset.name}{target}"


def finished_row(game: Game) -> View:
    """Values for `row_card`: a game in a list, from its row alone."""
    names = [side["name"] for side in game.sides]
    totals = game.summary.get("totals", [0] * len(names))
    hands = game.summary.get("hands", 0)
    title = game.summary.get("text") or f"{' – '.join(names)}"
    when = f"{game.created:%-d %B %Y}"
    state = "in progress, " if game.status == PLAYING else ""
    return {
        "url": url_for("games.show", game=game.id),
        "title": title,
        "note": f"{when} · {state}{hands} {'hand' if hands == 1 else 'hands'}",
        "figures": [{"index": side, "text": str(total).replace("-", "−")} for side, total in enumerate(totals)],
    }
