"""The menu of a game: its rules, the views from afar, its list of hands, stopping it and taking it up again."""

from flask import url_for

from scorekeeper.core.game import GameState

View = dict[str, object]


def game_menu(state: GameState, game_id: str) -> list[View]:
    """The links behind the three dots.

    One with an `action` is a button that posts, one that `writes` is not for watchers.
    """
    menu: list[View] = [{"label": "The rules of this game", "url": url_for("rules.card", game=game_id)}]
    menu += [
        {"label": "View across the table", "url": url_for("live.across", game=game_id)},
        {"label": "View for a large screen", "url": url_for("live.screen", game=game_id)},
    ]
    if len(state.board.rules.play.deals) > 1:
        menu.append({"label": "All its hands", "url": url_for("games.deals", game=game_id)})
    menu += [
        {"label": "Rulings and substitutes", "url": url_for("rulings.index", game=game_id), "writes": True},
        {"label": "History", "url": url_for("history.show", game=game_id)},
        {"label": "The game as a picture", "url": url_for("played.picture", game=game_id)},
        {"label": "Exports and print", "url": url_for("exports.game", game=game_id)},
        {"label": "Does it count?", "url": url_for("played.counted", game=game_id), "writes": True},
    ]
    if state.closed is not None:
        menu.append({"label": "Take the game up again", "action": url_for("closing.reopen", game=game_id)})
    elif state.board.outcome is None:
        menu.append({"label": "Stop the game here", "url": url_for("closing.new", game=game_id), "writes": True})
    return menu
