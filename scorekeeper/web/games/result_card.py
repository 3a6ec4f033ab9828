"""The result card: the end of a game as a picture to share, as SVG and, from that, as PNG; and two lines for a chat."""

from functools import lru_cache

import resvg_py
from flask import Blueprint, Response, abort, make_response, render_template, request

from scorekeeper.access import WATCHER, current_game
from scorekeeper.core.analysis.moments import key_moments
from scorekeeper.core.game import AGREED, GameState
from scorekeeper.core.pages import View
from scorekeeper.core.pages.board import game_subtitle
from scorekeeper.core.pages.ending import ending_view, moment_words, result_view
from scorekeeper.core.rules.seating import Side
from scorekeeper.core.words.language import current_language, listed, with_dots
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.outcomes import against_text
from scorekeeper.core.words.vocabulary import worth_text
from scorekeeper.formats.checksums import rules_code
from scorekeeper.services.game_cache import GameOnTable
from scorekeeper.web.formatting import short_day, zone_name
from scorekeeper.web.games.place import minutes_played, place_of, render_game_page
from scorekeeper.web.pictures.parts import (
    BOLD,
    COLOURS,
    HEIGHT,
    INK,
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
from scorekeeper.web.pictures.text import FONTS, fitted, has_fonts_for, line_of, one_or_two

pages = Blueprint("result_card", __name__, url_prefix="/games/<game>")

DRAWING = 2
"""Part of the ETag; increase it when the drawing changes."""

MOST_KEPT = 32

FIELD = 648
"""The height of the field in the winner's colour."""
OTHERS = 600
"""Where the list of the other sides begins, if there is more than one."""


@pages.get("/card", role=WATCHER)
def show(game: str) -> str:
    on_table = _over(game)
    picture: View = {"alt": _alt(on_table.state), "seq": on_table.state.seq, "width": WIDTH, "height": HEIGHT}
    view = result_view(on_table.state) | {"picture": picture}
    return render_game_page("games/result_card/show.html", place_of(on_table), view)


@pages.get("/card.svg", role=WATCHER)
def svg(game: str) -> Response:
    return _picture(_over(game), "image/svg+xml")


@pages.get("/card.png", role=WATCHER)
def png(game: str) -> Response:
    return _picture(_over(game), "image/png")


def _over(game: str) -> GameOnTable:
    """The finished game; a game in progress is a 404."""
    on_table = current_game()
    if on_table.state.board.outcome is None:
        abort(404)
    return on_table


def _picture(on_table: GameOnTable, mimetype: str) -> Response:
    """The picture, with an ETag, so it is rendered again only after the game changes."""
    answer = make_response()
    answer.set_etag(f"{on_table.state.seq}-{DRAWING}-{mimetype[6:9]}-{current_language()}-{zone_name()}")
    answer.headers["Cache-Control"] = "private, no-cache"
    answer.mimetype = mimetype
    if request.if_none_match.contains_weak(answer.get_etag()[0] or ""):
        answer.make_conditional(request)
        return answer
    view = card_view(
        on_table.state, on_table.game.table_name, short_day(on_table.game.last_activity), minutes_played(on_table)
    )
    drawn = render_template("pictures/game.svg", **view)
    answer.set_data(png_of(drawn) if mimetype == "image/png" else drawn)
    kind = mimetype[6:9]
    answer.headers["Content-Disposition"] = f'inline; filename="spades-{on_table.game.number}.{kind}"'
    return answer


@lru_cache(maxsize=MOST_KEPT)
def png_of(drawn: str) -> bytes:
    """The picture as PNG, in the fonts that ship with the app; the server's own only for letters that these lack."""
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=drawn,
            font_files=[*FONTS.values()],
            font_family="Roboto",
            skip_system_fonts=has_fonts_for(drawn),
        )
    )


def _alt(state: GameState) -> str:
    ending = ending_view(state)
    return f"{ending.heading}. {' '.join(ending.why)}"


def card_view(state: GameState, table: str, date: str, minutes: int) -> View:
    """Values for `pictures/game.svg`, of a finished game; `minutes` is 0 if nobody knows how long it took."""
    hands = [hand for hand in state.board.hands if hand.counted]
    places = {hand.number: place for place, hand in enumerate(hands, 1)}
    play = state.board.rules.play
    moments = [
        Moment(
            side=moment.side,
            text=moment_words(state, moment),
            hand=_("hand {number}", number=moment.hand),
            points=worth_text(moment.points, play.unit),
            lost=moment.points < 0,
            place=places[moment.hand],
        )
        for moment in key_moments(state.board)
    ]
    confirmed = _confirmed(state)
    last = last_row(confirmed)
    totals = [[0, *(hand.sides[side].score.total for hand in hands)] for side in state.board.rules.seating.sides]
    bottom = last - len(moments) * ROW + (5 if moments else 0)
    rules = with_dots([game_subtitle(state.head.rules), _("rules {code}", code=rules_code(state.head.rules))])
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
    unit = board.rules.play.unit
    totals = [score.total for score in board.scores]
    order = sorted(board.rules.seating.sides, key=lambda side: (side not in outcome.winners, -totals[side]))
    tied = outcome.decided_by == "shared"
    heading = _("Tied at {total}", total=figure(totals[order[0]], unit)) if tied else ending_view(state).heading
    heads = one_or_two(heading, 118, 84, RIGHT - LEFT, BOLD)
    lines = [(line, 252 if len(heads) == 1 else 194 + row * 94) for row, line in enumerate(heads)]
    under = one_or_two(against_text(outcome, state.head.names, minutes), 40, 34, RIGHT - LEFT)
    lower = lines[-1][1]
    below = [(line, lower + 70 + row * 48) for row, line in enumerate(under)]
    ground = height - 58
    room = ground - below[-1][1] - 44
    size = min(276, room / 0.72)
    listed_sides = [] if len(order) == 2 else order if tied else order[1:]
    first = figure(totals[order[0]], unit)
    if len(order) == 2:
        score = _pair(first, figure(totals[order[1]], unit), size, tied)
    else:
        score = {"first": fitted(first, size, OTHERS - LEFT - 40, BOLD, 60), "second": None}
    return {
        "colour": INK if tied else COLOURS[order[0] % len(COLOURS)],
        "height": height,
        "heading": lines,
        "below": below,
        "score": score,
        "ground": ground,
        "others": _others(state, listed_sides, totals, ground, room),
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


def _others(state: GameState, sides: list[Side], totals: list[int], ground: float, room: float) -> list[View]:
    """The sides that did not win, best first, as rows above the ground."""
    pitch = min(84.0, room / max(1, len(sides)))
    size = min(56.0, pitch * 0.8)
    rows: list[View] = []
    for row, side in enumerate(sides):
        total = line_of(figure(totals[side], state.board.rules.play.unit), size, BOLD)
        name = fitted(state.head.names[side], size, RIGHT - OTHERS - total.width - size * 1.4, smallest=size * 0.7)
        rows.append({"index": side, "name": name, "total": total, "y": ground - (len(sides) - 1 - row) * pitch})
    return rows


def _confirmed(state: GameState) -> str:
    """Who confirmed the score, if that is still valid; empty if nobody did."""
    agreed = [state.head.names[sign.side] for sign in state.signs if sign.verdict == AGREED and not sign.broken]
    if not agreed:
        return ""
    everyone = len(agreed) == len(state.head.names)
    who = (_("all") if len(agreed) > 2 else _("both")) if everyone else listed(agreed)
    return _("Confirmed by {who}", who=who)
