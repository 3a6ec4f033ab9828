"""The podium: the best three, the prizes, two lines for the chat, and a picture to send."""

from flask import Blueprint, Response, abort, render_template
from werkzeug.utils import secure_filename
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.access import may
from scorekeeper.core.pages import View
from scorekeeper.core.words.language import translate as _, with_dots
from scorekeeper.rooms.tournaments.access import OWN_TOURNAMENT
from scorekeeper.rooms.tournaments.domain.log.state import TournamentState
from scorekeeper.rooms.tournaments.domain.pairing import final_divisions
from scorekeeper.rooms.tournaments.domain.standings import RankedTeam
from scorekeeper.rooms.tournaments.domain.words import podium_lines, why_text
from scorekeeper.rooms.tournaments.pages.hall import sent_names
from scorekeeper.rooms.tournaments.pages.page import loaded, render_page, to
from scorekeeper.rooms.tournaments.pages.showing.standings import standing_words
from scorekeeper.rooms.tournaments.services.cache import LoadedTournament
from scorekeeper.web.formatting import date_text
from scorekeeper.web.pictures.answers import are_drawn, picture_answer
from scorekeeper.web.pictures.parts import BOLD, FOOT, HEIGHT, LEFT, RIGHT, WIDTH, top_line
from scorekeeper.web.pictures.text import fitted, line_of, one_or_two

pages = Blueprint("podium", __name__, url_prefix="/tournaments/<tournament>/podium")
STEPS = 3
FIELD = 560
"""The height of the picture's field with the winner."""
ROWS, PITCH, MOST_ROWS = 590, 63.0, 10
"""Where the rows of the other places begin, from one to the next, and how many there are."""


@pages.get("", role=OWN_TOURNAMENT)
def show(tournament: str) -> AnyResponse | str:
    """Before the end, there are only standings."""
    now = loaded()
    state, names = now.state, sent_names(now.state)
    if not state.ended:
        return to("standings.show")
    divisions = final_divisions(state)
    lines = podium_lines(state, divisions, names)
    podiums: list[View] = [
        {
            "title": title,
            "steps": [
                {
                    "rank": place.rank,
                    "name": names[place.team],
                    "figure": standing_words(state, place),
                    "why": why_text(place.why, names),
                }
                for place in places
                if place.rank <= STEPS
            ],
        }
        for title, places in divisions
        if title or len(divisions) == 1
    ]
    return render_page(
        "podium.html",
        "standings",
        now,
        podiums=podiums,
        prizes=state.settings.prizes,
        lines=lines,
        picture={"width": WIDTH, "height": HEIGHT, "alt": " ".join(lines), "name": _file_name(now)}
        if are_drawn()
        else None,
        at_desk=may("scorer"),
        may_direct=may("keeper"),
    )


def _file_name(now: LoadedTournament) -> str:
    return secure_filename(now.state.name)[:60] or "tournament"


@pages.get("/card.svg", role=OWN_TOURNAMENT)
def svg(tournament: str) -> Response:
    return _picture("svg")


@pages.get("/card.png", role=OWN_TOURNAMENT)
def png(tournament: str) -> Response:
    return _picture("png")


def _picture(kind: str) -> Response:
    """The podium as a picture; a tournament that is not over is a 404."""
    now = loaded()
    if not now.state.ended:
        abort(404)
    return picture_answer(lambda: render_template("pictures/night.svg", **podium_card(now)), kind, _file_name(now))


def podium_card(now: LoadedTournament) -> View:
    """Values for `pictures/night.svg`: the winner large, and the next places in rows."""
    state, names = now.state, sent_names(now.state)
    divisions = final_divisions(state)
    lines = podium_lines(state, divisions, names)
    several = len(divisions) > 1
    if several:
        names = names | {
            place.team: f"{names[place.team]} ({title})" for title, places in divisions for place in places if title
        }
    listed = [place for _title, places in divisions for place in places if not several or place.rank <= STEPS]
    first = [place for place in listed if place.rank == 1]
    others = [place for place in listed if place.rank > 1]
    heads = one_or_two(" & ".join(names[place.team] for place in first), 118, 72, RIGHT - LEFT, BOLD)
    why = why_text(first[0].why, names) if len(first) == 1 else ""
    under = with_dots([standing_words(state, first[0]), *([why] if why else [])]) if first else ""
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "alt": " ".join(lines),
        "top": top_line(state.name, date_text(now.end.at, "long")),
        "fields": [],
        "lines": [],
        "headline": {
            "height": FIELD,
            "label": line_of(_("Winner") if len(first) == 1 else _("Winners"), 44),
            "names": [(line, 406 - (len(heads) - 1 - row) * 96) for row, line in enumerate(heads)],
            "label_y": 260 if len(heads) == 1 else 196,
            "under": fitted(under, 44, RIGHT - LEFT),
        },
        "players": [_row(state, place, row, names) for row, place in enumerate(others[:MOST_ROWS])],
        "facts": [],
        "foot": {"name": line_of("Scorekeeper", 29, BOLD), "y": FOOT},
        "note": fitted(with_dots([lines[1].rstrip(".")]), 29, RIGHT - LEFT - 290, smallest=20),
    }


def _row(state: TournamentState, place: RankedTeam, row: int, names: dict[int, str]) -> View:
    return {
        "y": ROWS + (row + 0.5) * PITCH,
        "rule": row > 0,
        "top": ROWS + row * PITCH,
        "high": 38.0,
        "number": line_of(str(place.rank), 29),
        "name": fitted(names[place.team], 40, 600, BOLD),
        "tiles": [],
        "won": line_of("", 38),
        "points": line_of(standing_words(state, place), 38),
    }
