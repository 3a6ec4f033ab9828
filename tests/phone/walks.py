"""Walks through the pages of a game: random presses, and after each the following pages, as rendered by Python."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from scorekeeper.compiler.sources import environment
from scorekeeper.core.game import GameState, moves, payload_of, read_event, read_start, read_stored, replay, rulings
from scorekeeper.core.pages import Finished, GameContext, PageContext, TableContext, View
from scorekeeper.core.pages.correcting import Correction
from scorekeeper.core.pages.correcting.consequences import Clash
from scorekeeper.core.pages.correcting.hand_rulings import points_view, renege_view
from scorekeeper.core.pages.correcting.rulings import (
    forfeit_view,
    misdeal_view,
    rulings_view,
    substitute_view,
    time_view,
)
from scorekeeper.core.pages.ending import result_view, stop_view
from scorekeeper.core.pages.game import game_page
from scorekeeper.core.pages.looking_up.distance import live_view
from scorekeeper.core.pages.looking_up.explanations import why_hand, why_total
from scorekeeper.core.pages.looking_up.log import GameLog, Moment
from scorekeeper.core.pages.looking_up.sheet import deals_page
from scorekeeper.core.pages.looking_up.what_wins import what_wins_view
from scorekeeper.core.rules.deal import COSTS, OFFENSES
from scorekeeper.core.rules.seating import Seat, Side
from scorekeeper.core.sheet import SETUP
from scorekeeper.core.words.language import before_sign, number_text, translate_in
from scorekeeper.web import formatting, language
from tests.phone.answers import answer_of, given, shown
from tests.phone.presses import correction_query, press, query

Json = dict[str, Any]
TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
STARTED = "2026-11-25T20:00:00+00:00"
RECEIPT = {"short": "3F9A-72C1", "url": "http://localhost/r?a=1&b=2", "qr": Markup("<svg></svg>")}

PRESSES: dict[str, Callable[..., Any]] = {
    "recorded": lambda state, body: read_event("hand", body, state.setup, state.seq + 1),
    "bid": moves.bid,
    "keep_bids": moves.keep_bids,
    "save_hand": moves.save_hand,
    "correct": moves.correct,
    "undo": moves.undo,
    "redo": moves.redo,
    "undo_event": moves.undo_event,
    "stop": moves.stop,
    "reopen": moves.reopen,
    "sign": moves.sign,
    "misdeal": rulings.misdeal,
    "forfeit": rulings.forfeit,
    "call_time": rulings.call_time,
    "substitute": rulings.substitute,
    "name_seat": rulings.name_seat,
    "set_dealer": rulings.set_dealer,
    "renege": rulings.renege,
    "agreed_points": rulings.agreed_points,
}


def address(endpoint: str, **values: object) -> str:
    """`/why.hand?game=g1&hand=2`."""
    return f"/{endpoint}?" + "&".join(f"{name}={value}" for name, value in values.items() if value is not None)


def templates() -> Environment:
    """Jinja with the app's template functions."""
    made = environment(TEMPLATES)
    made.globals.update(
        _=language.translate_markup, _c=translate_in, _n=language.translate_plural_markup, listed=language.listed_markup
    )
    made.globals.update(number_text=number_text, before_sign=before_sign, link=language.link, url_for=address)
    made.globals.update(csrf=lambda: Markup('<input name="csrf">'), get_flashed_messages=lambda **_: [("error", "Oh")])
    made.filters.update(bdi=language.bdi, isolated=formatting.isolated, capital=formatting.capital)
    return made


def written(seq: int) -> Moment:
    """One event per minute; from the fifth on it is the next day."""
    day = "Friday" if seq < 5 else "Saturday"
    return Moment(day, {"clock": f"00:{seq:02}", "iso": f"event {seq}", "day": day})


class Walk:
    """A game on a phone: its steps, and Python's answer to each."""

    def __init__(self, made: Environment, sheet: Json, seed: int) -> None:
        self.templates, self.random = made, Random(seed)
        self.steps: list[Any] = []
        self.answers: list[Any] = []
        self.setup = {name: part for name, part in sheet.items() if name in SETUP}
        self.may_write = self.random.random() < 0.9
        self.own = self._own()
        self.rematches: list[tuple[str, int | None]] = self.random.choice([[], [("g2", 8)], [("g2", 8), ("g4", None)]])
        sides = len(self.setup["sides"])
        self.won: list[int] = self.random.choice([[], [0] * sides, [2] + [1] * (sides - 1)])
        self.state: GameState = replay([read_start(self.setup)])
        self.context = self._context()
        self.unseen = replace(self.context, draw_hands=lambda *_: [])  # for pages that are only read for their keys
        for number, hand in enumerate(sheet["hands"], start=1):
            self.press("recorded", {**hand, "hand": number, "overruled": True})

    def _own(self) -> tuple[Seat | None, tuple[str, ...], tuple[Seat, ...], str, tuple[str, ...]]:
        """Sometimes a player’s own phone: its seat, its waiting bid, the seats that wait, its mark. Else a notice."""
        if self.random.random() < 0.7:
            unsent = self.random.choice([(), ("Ann’s <phone> has 3 taps waiting.",)])
            return (None, (), self.random.choice([(), (Seat(1),)]), "-s", unsent)
        waiting: list[tuple[Seat, ...]] = [(), (Seat(0),), (Seat(0), Seat(1))]
        return (Seat(0), self.random.choice([(), ("4",)]), self.random.choice(waiting), "-w", ())

    def _context(self) -> PageContext:
        draw = self.templates.get_template("macros/sheet.html").module.hand  # type: ignore[attr-defined]
        return PageContext(
            TableContext("t1", "Thursday & <co>"),
            GameContext("g1", 7, started=STARTED, won=self.won, best_of=5 if self.won else 0, turns=bool(self.won)),
            self.may_write,
            address,
            lambda: "new-id",
            lambda made_of, _depends_on, view_of: [draw(view_of(index)) for index in range(len(made_of))],
            lambda: "Ben’s phone has the pen.",
            lambda: Finished("7F3-K2", RECEIPT, 1, rematches=self.rematches),
            *self.own,
        )

    def go(self, most: int, pages: int) -> None:
        """Some presses, then the game page and some others."""
        for _ in range(self.random.randrange(most + 1)):
            self.press(*press(self.state, self.unseen, self.random))
        self.page("games/show.html", query(self.state, self.unseen, self.random))
        self.look(pages)

    def press(self, name: str, *given: Any) -> None:
        """Press, and keep the new state unless the press means nothing or the rules object."""
        self.steps.append(["press", name, *given])
        self.answers.append(answer_of(lambda: self._pressed(name, given)))

    def _pressed(self, name: str, given: tuple[Any, ...]) -> Any:
        event = PRESSES[name](self.state, *given)
        if event is None:
            return None
        event = replace(event, who="Ann’s <phone>")
        after = self.state.apply(event)
        objected = self.state.objected(event, after)
        if objected is not None:
            raise objected
        stored = json.loads(json.dumps(payload_of(event, after.setup)))
        assert read_stored(event.kind, stored, self.state.setup, event.seq, event.reason, event.who) == event
        self.state = after
        return [event.kind, shown(payload_of(event, after.setup)), after.seq]

    def page(self, template: str, *given: Any) -> None:
        """Render a page."""
        self.steps.append(["page", template, *given])
        self.answers.append(self.drawn(template, self.values(template, given)))

    def drawn(self, template: str, values: View) -> str:
        """The title and the body of a page."""
        page = self.templates.get_template(template)
        # The browser's preferences change only the markup around the body, which the phone keeps.
        around = {"table": self.context.table, "game": self.context.game, "this_page": "/here"}
        text = page.render({**around, "preferences": {"text": "large", "hand": "left"}, **values})
        return f"{between(text, '<title>', '</title>')}: {between(text, '<body>', '</body>').removeprefix(chr(10))}"

    def values(self, template: str, given: tuple[Any, ...]) -> View:
        """The values of a page."""
        state, context = self.state, self.context
        plain: dict[str, Callable[..., View]] = {
            "games/show.html": lambda query: game_page(state, context, query),
            "games/live/across.html": lambda: live_view(state, context),
            "games/live/screen.html": lambda: live_view(state, context),
            "games/deals.html": lambda: deals_page(state, context),
            "games/what_wins.html": lambda: what_wins_view(state),
            "games/why/hand.html": lambda hand, side: why_hand(state, context, hand, Side(side)),
            "games/why/total.html": lambda side: why_total(state, context, Side(side)),
            "games/log.html": lambda before: GameLog(state, context, written).view(before) | {"zone": "UTC"},
            "games/correct.html": lambda hand, query: Correction(state, hand, query).view(context, "why?", ["No."]),
            "games/clash.html": lambda fields, hand: Clash(state, moves.save_hand(state, fields, hand)).view(context),
            "games/rulings/index.html": lambda: rulings_view(state, context),
            "games/stop.html": lambda: stop_view(state, context),
            "games/result_card/show.html": lambda: result_view(state),
        }
        if template in plain:
            return plain[template](*given)
        kind, *more = given
        views: dict[str, Callable[..., View]] = {
            "renege": lambda query: renege_view(state, context, query),
            "points": lambda query: points_view(state, context, query),
            "misdeal": lambda: misdeal_view(state, context),
            "forfeit": lambda reason: forfeit_view(state, context, reason, ["Who?"]),
            "time": lambda errors: time_view(state, context, errors),
            "substitute": lambda fields: substitute_view(state, context, ["Ann", "Zoë"], fields, {"player": ["Who?"]}),
        }
        return views[kind](*more)

    def look(self, many: int) -> None:
        """Open this many of the other pages."""
        state, pick = self.state, self.random
        side = pick.randrange(len(state.setup.sides))
        pages: list[tuple[Any, ...]] = [
            ("games/live/across.html",),
            ("games/live/screen.html",),
            ("games/deals.html",),
            ("games/why/total.html", side),
            ("games/log.html", pick.choice([-1, -1, 3])),
            ("games/rulings/index.html",),
            ("games/rulings/entry.html", "substitute", {"player": "Zoë", "seat": "1"}),
        ]
        if state.board.outcome is None:
            pages += [("games/what_wins.html",), ("games/rulings/entry.html", "misdeal"), ("games/stop.html",)]
            pages += [("games/rulings/entry.html", "forfeit", "late <now>")]
            if state.board.time is None:
                pages += [("games/rulings/entry.html", "time", ["Which <one>?"])]
        else:
            pages += [("games/result_card/show.html",)]
        if state.board.hands:
            number = pick.randrange(len(state.board.hands)) + 1
            query = {"books": str(pick.randrange(4)), "by": "1", "to": "0", "of": pick.choice(["new", "parts", "x"])}
            query |= pick.choice([{}, {"to": "nobody"}, {"costs": pick.choice(COSTS)}, {"for": pick.choice(OFFENSES)}])
            pages += [("games/why/hand.html", number, side)]
            pages += [("games/rulings/hand.html", "renege", pick.choice([{}, query]))]
            pages += [("games/rulings/hand.html", "points", {"points": pick.choice(["−30", "x"]), "side": "1"})]
            pages += [("games/correct.html", number, fields) for fields in self._corrections(number)]
        for page in pick.sample(pages, many):
            self.page(*page)

    def _corrections(self, number: int) -> list[Json]:
        """Queries of a correction: none, a tapped seat, and what its keys and those of the counts send."""
        seat = {"seat": str(self.random.randrange(4))}
        return [
            {},
            seat,
            correction_query(self.state, number, self.context, self.random) | {"note": "<b>late</b> \u05d3\u05df 3"},
        ]

    def asked(self) -> Any:
        """The walk in the form that the harness takes."""
        asked = {"head": self.setup, "may_write": self.may_write, "steps": self.steps}
        return asked | {"own": given(self.own), "rematches": given(self.rematches), "won": given(self.won)}


def between(text: str, start: str, end: str) -> str:
    return text.partition(start)[2].rpartition(end)[0]
