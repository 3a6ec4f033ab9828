"""The result card: the end of a game as a picture to share, as SVG and, from that, as PNG."""

import re
from functools import lru_cache
from importlib.metadata import distribution

import resvg_py
from flask import Blueprint, Response, abort, make_response, render_template, request

from scorekeeper.access import WATCHER, current_game
from scorekeeper.core.game import AGREED, GameState
from scorekeeper.core.pages import View
from scorekeeper.core.pages.ending import ending_view
from scorekeeper.core.words.language import current_language, listed, minus
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.outcomes import result_text
from scorekeeper.core.words.rulesets import rules_name
from scorekeeper.core.words.vocabulary import counted, total_text
from scorekeeper.formats.checksums import rules_code
from scorekeeper.services.game_cache import GameOnTable
from scorekeeper.web.formatting import short_day, zone_name
from scorekeeper.web.games.place import place_of, render_game_page

pages = Blueprint("result_card", __name__, url_prefix="/games/<game>")

FONT = distribution("ziafont").locate_file("ziafont/fonts/DejaVuSans.ttf")
"""A font from a package, since a server may have no fonts. Importing that package fails without a home folder."""

DRAWING = 1
"""Part of the ETag; increase it when the drawing changes."""

MOST_KEPT = 32

WIDTH, HEIGHT = 1080, 1350
MARGIN = 80
LETTER = 0.62
"""A letter's average width relative to its height, rounded up."""

COLOURS = ("#15616d", "#a8431f", "#65409b", "#765806", "#2455a4", "#95276e", "#40691d", "#4a5866")
HYPHEN_FOR_MINUS = re.compile(r"(?<!\w)-(?=\d)")
NOT_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

CHART_TOP, CHART_HEIGHT = 880, 270


@pages.get("/card", role=WATCHER)
def show(game: str) -> str:
    on_table = _over(game)
    alt = card_view(on_table, on_table.game.table_name)["alt"]
    view: View = {"alt": alt, "text": _result(on_table.state), "seq": on_table.state.seq, "size": (WIDTH, HEIGHT)}
    return render_game_page("games/result_card/show.html", place_of(on_table), view)


def _result(state: GameState) -> str:
    """The result in one line, to send with the picture or without it."""
    board = state.board
    assert board.outcome is not None
    totals = [score.total for score in board.scores]
    overtricks = [score.overtricks for score in board.scores]
    return result_text(board.outcome, state.head.names, totals, overtricks, board.rules.play.unit)


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
    drawn = render_template("games/result_card/recap.svg", **card_view(on_table, on_table.game.table_name))
    answer.set_data(png_of(drawn) if mimetype == "image/png" else drawn)
    kind = mimetype[6:9]
    answer.headers["Content-Disposition"] = f'inline; filename="spades-{on_table.game.number}.{kind}"'
    return answer


@lru_cache(maxsize=MOST_KEPT)
def png_of(drawn: str) -> bytes:
    """The picture as PNG, in the font that ships with the app; other fonts only for letters it lacks."""
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=drawn, font_files=[str(FONT)], font_family="DejaVu Sans", skip_system_fonts=False
        )
    )


def card_view(on_table: GameOnTable, table: str) -> View:
    """Values for `games/result_card/recap.svg`, of a finished game."""
    state = on_table.state
    ending = ending_view(state)
    hands = [hand for hand in state.board.hands if hand.counted]
    lines = _lines(ending.heading, 22)
    where = f"{table} · {_date(on_table)}"
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "heading": [fitted(line, 64) for line in lines],
        "why": [fitted(line, 32) for sentence in ending.why for line in _lines(sentence, 48)][:3],
        "sides": _sides(state),
        "chart": _chart(state),
        "chart_top": CHART_TOP,
        "chart_height": CHART_HEIGHT,
        "foot": [
            fitted(f"{rules_name(state.head.rules.ruleset)} · {counted(len(hands), 'hand')}", 30),
            fitted(where, 30),
            fitted(_signed(state, _("Rules {code}", code=rules_code(state.head.rules))), 26),
        ],
        "alt": f"{ending.heading}. {' '.join(ending.why)}",
    }


def fitted(text: str, size: int, width: int = WIDTH - 2 * MARGIN) -> View:
    """Text with the font size that fits its line; cut if it does not fit at half the size."""
    shown = HYPHEN_FOR_MINUS.sub("−", NOT_IN_XML.sub("�", text))
    most = int(width / (LETTER * size / 2))
    if len(shown) > most:
        shown = f"{shown[: most - 1]}…"
    return {"text": shown, "size": min(size, int(width / (LETTER * max(1, len(shown)))))}


def _lines(text: str, letters: int) -> list[str]:
    """Two lines of similar length if one is too long."""
    if len(text) <= letters:
        return [text]
    spaces = [i for i, letter in enumerate(text) if letter == " "]
    if not spaces:
        return [text]
    middle = min(spaces, key=lambda i: abs(i - len(text) / 2) - (12 if text[i - 1] == "," else 0))
    return [text[:middle], text[middle + 1 :]]


def _sides(state: GameState) -> list[View]:
    """The sides as rows, best first; taller if there are few."""
    board = state.board
    count = len(state.head.names)
    columns = 1 if count < 5 else 2
    height = min(150, 340 // -(-count // columns))
    width = (WIDTH - 2 * MARGIN - (columns - 1) * 60) // columns
    size = min(110, int(height * 0.72))
    return [
        {
            "index": side,
            "colour": COLOURS[side % len(COLOURS)],
            "name": fitted(state.head.names[side], min(48, int(height * 0.45)), width - size * 3),
            "total": minus(total_text(board.scores[side].total, board.rules.play.unit)),
            "size": size,
            "x": MARGIN + side % columns * (width + 60),
            "end": MARGIN + side % columns * (width + 60) + width,
            "y": 510 + side // columns * height + height // 2,
            "won": board.outcome is not None and side in board.outcome.winners,
        }
        for side in board.rules.seating.sides
    ]


def _chart(state: GameState) -> View:
    """Each side's total after each hand, as points of a line, and the target unless it is far away."""
    hands = [hand for hand in state.board.hands if hand.counted]
    totals = [[0, *(hand.sides[side].score.total for hand in hands)] for side in state.head.rules.seating.sides]
    low, high = min(min(own) for own in totals), max(max(own) for own in totals)
    target = state.board.rules.play.target
    high = max(high, target) if target and high > target / 2 else high
    span = max(1, high - low)

    def y(total: int) -> float:
        return round(CHART_TOP + CHART_HEIGHT * (1 - (total - low) / span), 1)

    width = WIDTH - 2 * MARGIN
    return {
        "lines": [
            {
                "colour": COLOURS[side % len(COLOURS)],
                "points": " ".join(
                    f"{MARGIN + round(width * i / max(1, len(hands)), 1)},{y(total)}" for i, total in enumerate(own)
                ),
                "end": (WIDTH - MARGIN, y(own[-1])),
            }
            for side, own in enumerate(totals)
        ]
        if hands
        else [],
        "zero": y(0) if low <= 0 <= high else None,
        "target": (y(target), target) if target and low <= target <= high else None,
    }


def _signed(state: GameState, rules: str) -> str:
    """Who confirmed the score, if that is still valid."""
    agreed = [state.head.names[sign.side] for sign in state.signs if sign.verdict == AGREED and not sign.broken]
    if not agreed:
        return rules
    everyone = len(agreed) == len(state.head.names)
    who = (_("all") if len(agreed) > 2 else _("both")) if everyone else listed(agreed)
    return _("{rules} · confirmed by {who}", rules=rules, who=who)


def _date(on_table: GameOnTable) -> str:
    return short_day(on_table.game.last_activity)
