"""The result card: the end of a game as a picture to share, as SVG and, from that, as PNG; and two lines for a chat."""

from collections.abc import Sequence

from flask import Blueprint, Flask, Response, abort, render_template

from scorekeeper.access import WATCHER, current_game
from scorekeeper.core.analysis.moments import key_moments
from scorekeeper.core.game import AGREED, GameState
from scorekeeper.core.pages import View
from scorekeeper.core.pages.board import game_subtitle
from scorekeeper.core.pages.ending import ending_view, moment_words, result_view
from scorekeeper.core.words.language import listed, translate as _, with_dots
from scorekeeper.core.words.outcomes import against_text
from scorekeeper.core.words.vocabulary import worth_text
from scorekeeper.formats.checksums import rules_code
from scorekeeper.services.game_cache import LoadedGame, load_game
from scorekeeper.services.recording import game_ended
from scorekeeper.web.formatting import short_day
from scorekeeper.web.games.page_context import context_of, minutes_played, render_game_page
from scorekeeper.web.pictures.answers import AHEAD, are_drawn, picture_answer
from scorekeeper.web.pictures.parts import (
    BOLD,
    HEIGHT,
    LEFT,
    RIGHT,
    ROW,
    WIDTH,
    Moment,
    curve_view,
    figure,
    foot_view,
    last_row,
    moments_view,
    top_line,
)
from scorekeeper.web.pictures.text import fitted, line_of, one_or_two

pages = Blueprint("result_card", __name__, url_prefix="/games/<game>")

FIELD = 648
"""The height of the field in the winner's colour."""
FIRST_ALONE = 500
"""How wide the winner's total may be beside a list of the others."""


@pages.get("/card", role=WATCHER)
def show(game: str) -> str:
    loaded = _over(game)
    picture: View = {"alt": _alt(loaded.state), "seq": loaded.state.seq, "width": WIDTH, "height": HEIGHT}
    view = result_view(loaded.state) | {"picture": picture if are_drawn() else None}
    return render_game_page("games/result_card/show.html", context_of(loaded), view)


@pages.get("/card.svg", role=WATCHER)
def svg(game: str) -> Response:
    return _picture(_over(game), "svg")


@pages.get("/card.png", role=WATCHER)
def png(game: str) -> Response:
    return _picture(_over(game), "png")


def _over(game: str) -> LoadedGame:
    """The finished game; a game in progress is a 404."""
    loaded = current_game()
    if loaded.state.board.outcome is None:
        abort(404)
    return loaded


def _picture(loaded: LoadedGame, kind: str) -> Response:
    return picture_answer(lambda: _drawn(loaded), kind, f"spades-{loaded.game.number}")


def _drawn(loaded: LoadedGame) -> str:
    game = loaded.game
    view = card_view(loaded.state, game.table_name, short_day(game.last_activity), minutes_played(loaded))
    return render_template("pictures/game.svg", **view)


def draw_ahead(app: Flask) -> None:
    """Draw the picture of a game when it ends, so that it is there for the first who asks for it."""

    def draw(_sender: object, game: str) -> None:
        try:
            AHEAD.draw(game, _drawn(load_game(game)))
        except Exception:  # the hand is saved, whatever becomes of its picture
            app.logger.exception("A picture could not be drawn ahead.")

    if are_drawn():
        game_ended.connect(draw, weak=False)


def _alt(state: GameState) -> str:
    ending = ending_view(state)
    return f"{ending.headline}. {' '.join(ending.reason)}"


def card_view(state: GameState, table: str, date: str, minutes: int) -> View:
    """Values for `pictures/game.svg`, of a finished game; `minutes` is 0 if nobody knows how long it took."""
    hands = [hand for hand in state.board.hands if hand.counted]
    positions = {hand.number: position for position, hand in enumerate(hands, 1)}
    play = state.board.rules.scoring
    moments = [
        Moment(
            side=moment.side,
            text=moment_words(state, moment),
            hand=_("hand {number}", number=moment.hand),
            points=worth_text(moment.points, play.unit),
            lost=moment.points < 0,
            position=positions[moment.hand],
        )
        for moment in key_moments(state.board)
    ]
    confirmed = _confirmed(state)
    last = last_row(confirmed)
    totals = [[0, *(hand.sides[side].score.total for hand in hands)] for side in state.board.rules.seating.sides]
    bottom = last - len(moments) * ROW + (5 if moments else 0)
    rules = with_dots([game_subtitle(state.setup.rules), _("rules {code}", code=rules_code(state.setup.rules))])
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "alt": _alt(state),
        "top": top_line(table, date),
        "field": _field(state, minutes, FIELD if hands else last - 40),
        "curve": curve_view(totals, play.target, moments, FIELD + 66, bottom, play.unit) if hands else None,
        "moments": moments_view(moments, last),
        "foot": foot_view(rules, confirmed),
    }


def _field(state: GameState, minutes: int, height: float) -> View:
    """The winner, the final score, and between more than two sides a list of the others."""
    board = state.board
    outcome = board.outcome
    assert outcome is not None
    unit = board.rules.scoring.unit
    totals = [score.total for score in board.scores]
    order = sorted(board.rules.seating.sides, key=lambda side: (side not in outcome.winners, -totals[side]))
    tied = outcome.decided_by == "shared"
    heading = _("Tied at {total}", total=figure(totals[order[0]], unit)) if tied else ending_view(state).heading
    heads = one_or_two(heading, 118, 84, RIGHT - LEFT, BOLD)
    lines = [(line, 252 if len(heads) == 1 else 194 + row * 94) for row, line in enumerate(heads)]
    under = one_or_two(against_text(outcome, state.setup.names, minutes), 40, 34, RIGHT - LEFT)
    lower = lines[-1][1]
    below = [(line, lower + 70 + row * 48) for row, line in enumerate(under)]
    ground = height - 58
    room = ground - below[-1][1] - 44
    size = min(276, room / 0.72)
    figures = [figure(totals[side], unit) for side in order]
    others: list[View] = []
    if len(order) == 2:
        score = _pair(figures[0], figures[1], size, tied)
    else:
        first = fitted(figures[0], size, FIRST_ALONE, BOLD, 60)
        score = {"first": first, "second": None}
        names = [(side, state.setup.names[side], text) for side, text in zip(order, figures, strict=True)]
        others = _others(names if tied else names[1:], LEFT + first.width + 56, ground, room)
    return {
        "side": None if tied else order[0],
        "height": height,
        "heading": lines,
        "below": below,
        "score": score,
        "ground": ground,
        "others": others,
    }


GAP = 40
DASH = 64


def _pair(first: str, second: str, size: float, tied: bool) -> View:
    """Two totals in one line, the second smaller unless it is as good; a bar between them if one is below zero.

    A dash there would look like another minus.
    """
    is_bar = "−" in first + second
    between = 2 * GAP + (6 if is_bar else DASH)
    ratio = 1 if tied else 176 / 276
    wide = line_of(first, size, BOLD).width + line_of(second, size * ratio, BOLD).width
    size *= min(1, (RIGHT - LEFT - between) / wide)
    one, other = line_of(first, size, BOLD), line_of(second, size * ratio, BOLD)
    left = LEFT + one.width + GAP
    return {
        "first": one,
        "second": other,
        "second_x": LEFT + one.width + between,
        "paler": not tied,
        "dash": None if is_bar else {"x": left, "width": DASH, "rise": size * ratio * 0.27},
        "bar": {"x": left, "height": size * ratio * 0.72} if is_bar else None,
    }


def _others(sides: Sequence[tuple[int, str, str]], left: float, ground: float, room: float) -> list[View]:
    """Sides with names and totals as rows above the ground, in two columns if there are many."""
    columns = 1 if len(sides) < 5 else 2
    rows = -(-len(sides) // columns)
    pitch = min(84.0, room / rows)
    size = min(56.0 / columns**0.5, pitch * 0.8)
    width = (RIGHT - left - 44 * (columns - 1)) / columns
    views: list[View] = []
    for position, (side, name, text) in enumerate(sides):
        x, total = left + position // rows * (width + 44), line_of(text, size, BOLD)
        views.append(
            {
                "index": side,
                "name": fitted(name, size, width - total.width - size * 1.4, smallest=size * 0.7),
                "total": total,
                "x": x,
                "end": x + width,
                "y": ground - (rows - 1 - position % rows) * pitch,
            }
        )
    return views


def _confirmed(state: GameState) -> str:
    """Who confirmed the score, if that is still valid; empty if nobody did."""
    agreed = [state.setup.names[sign.side] for sign in state.signs if sign.verdict == AGREED and not sign.broken]
    if not agreed:
        return ""
    everyone = len(agreed) == len(state.setup.names)
    who = (_("all") if len(agreed) > 2 else _("both")) if everyone else listed(agreed)
    return _("Confirmed by {who}", who=who)
