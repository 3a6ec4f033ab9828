"""Walks through the pages of a game: random presses, and after each the following pages, as rendered by Python."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from jinja2 import ChoiceLoader, DictLoader, Environment
from markupsafe import Markup

from scorekeeper.core.game import GameState, moves, payload_of, read_event, read_start, replay, rulings
from scorekeeper.core.pages.consequences import Clash
from scorekeeper.core.pages.correction import Correction, reason_field
from scorekeeper.core.pages.explanations import why_hand, why_total
from scorekeeper.core.pages.game import game_page, live_view
from scorekeeper.core.pages.hand_rulings import points_view, renege_view
from scorekeeper.core.pages.log import GameLog, Moment
from scorekeeper.core.pages.place import Finished, GamePlace, Place, TablePlace, View
from scorekeeper.core.pages.rulings import forfeit_view, misdeal_view, rulings_view, substitute_view
from scorekeeper.core.pages.sheet import deals_page
from scorekeeper.core.pages.what_wins import what_wins_view
from scorekeeper.core.rules.seating import Seat, Side
from scorekeeper.core.sheet import HEAD
from scorekeeper.core.words.language import number_text
from scorekeeper.phone.sources import environment
from scorekeeper.web import formatting, language
from tests.phone.answers import given, said, shown
from tests.phone.presses import press, query

Json = dict[str, Any]
TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
BLOCKS = ["title", "back", "heading", "subtitle", "more", "main_class", "messages", "content", "bar"]
"""The body of a page, without its head."""

RECEIPT = {"short": "3F9A-72C1", "url": "http://localhost/r?a=1&b=2", "qr": Markup("<svg></svg>")}

PRESSES: dict[str, Callable[..., Any]] = {
    "recorded": lambda state, body: read_event("hand", body, state.head, state.seq + 1),
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
    assert made.loader is not None
    blocks = "".join(f"{name}: {{% block {name} %}}{{% endblock %}}" for name in BLOCKS)
    made.loader = ChoiceLoader([DictLoader({"base.html": blocks}), made.loader])
    made.globals.update(_=language.translate_markup, _n=language.translate_plural_markup, listed=language.listed_markup)
    made.globals.update(number_text=number_text, link=language.link, url_for=address)
    made.globals.update(csrf=lambda: Markup('<input name="csrf">'), get_flashed_messages=lambda **_: [("error", "Oh")])
    made.filters.update(bdi=language.bdi, isolated=formatting.isolated)
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
        self.head = {name: part for name, part in sheet.items() if name in HEAD}
        self.may_write = self.random.random() < 0.9
        self.own = self._own()
        self.state: GameState = replay([read_start(self.head)])
        self.place = self._place()
        for number, hand in enumerate(sheet["hands"], start=1):
            self.press("recorded", {**hand, "hand": number, "overruled": True})

    def _own(self) -> tuple[Seat | None, tuple[str, ...], tuple[Seat, ...], str]:
        """Sometimes a player's own phone: its seat, its bid that waits, the seats that wait, and its mark."""
        if self.random.random() < 0.7:
            return (None, (), self.random.choice([(), (Seat(1),)]), "-s")
        waiting: list[tuple[Seat, ...]] = [(), (Seat(0),), (Seat(0), Seat(1))]
        return (Seat(0), self.random.choice([(), ("4",)]), self.random.choice(waiting), "-w")

    def _place(self) -> Place:
        draw = self.templates.get_template("macros/sheet.html").module.hand  # type: ignore[attr-defined]
        return Place(
            TablePlace("t1", "Thursday & <co>"),
            GamePlace("g1", 7),
            self.may_write,
            address,
            lambda: "new-id",
            lambda made_of, _depends_on, view_of: [draw(view_of(index)) for index in range(len(made_of))],
            lambda: "Ben’s phone has the pen.",
            lambda: Finished("7F3-K2", RECEIPT, 1),
            *self.own,
        )

    def go(self, most: int, pages: int) -> None:
        """Some presses, then the game page and some others."""
        for _ in range(self.random.randrange(most + 1)):
            self.press(*press(self.state, self.place, self.random))
        self.page("games/show.html", query(self.state, self.place, self.random))
        self.look(pages)

    def press(self, name: str, *given: Any) -> None:
        """Press, and keep the new state unless the press means nothing or the rules object."""
        self.steps.append(["press", name, *given])
        self.answers.append(said(lambda: self._pressed(name, given)))

    def _pressed(self, name: str, given: tuple[Any, ...]) -> Any:
        event = PRESSES[name](self.state, *given)
        if event is None:
            return None
        event = replace(event, who="Ann’s <phone>")
        after = self.state.apply(event)
        objected = self.state.objected(event, after)
        if objected is not None:
            raise objected
        self.state = after
        return [event.kind, shown(payload_of(event, after.head)), after.seq]

    def page(self, template: str, *given: Any) -> None:
        """Render a page."""
        self.steps.append(["page", template, *given])
        self.answers.append(self.drawn(template, self.values(template, given)))

    def drawn(self, template: str, values: View) -> str:
        """All blocks of a page."""
        page = self.templates.get_template(template)
        return page.render({"table": self.place.table, "game": self.place.game, "request": {"path": "/here"}, **values})

    def values(self, template: str, given: tuple[Any, ...]) -> View:
        """The values of a page."""
        state, place = self.state, self.place
        plain: dict[str, Callable[..., View]] = {
            "games/show.html": lambda query: game_page(state, place, query),
            "games/live/across.html": lambda: live_view(state, place),
            "games/live/screen.html": lambda: live_view(state, place),
            "games/deals.html": lambda: deals_page(state, place),
            "games/what_wins.html": lambda: what_wins_view(state),
            "games/why/hand.html": lambda hand, side: why_hand(state, place, hand, Side(side)),
            "games/why/total.html": lambda side: why_total(state, place, Side(side)),
            "games/history.html": lambda before: GameLog(state, place, written).view(before) | {"zone": "UTC"},
            "games/correct.html": lambda hand, query: Correction(state, hand, query).view(place, reason_field("why?")),
            "games/clash.html": lambda fields, hand: Clash(state, moves.save_hand(state, fields, hand)).view(place),
            "games/rulings/index.html": lambda: rulings_view(state, place),
        }
        if template in plain:
            return plain[template](*given)
        kind, *more = given
        views: dict[str, Callable[..., View]] = {
            "renege": lambda query: renege_view(state, place, query),
            "points": lambda query: points_view(state, place, query),
            "misdeal": lambda: misdeal_view(state, place),
            "forfeit": lambda reason: forfeit_view(state, place, reason, ["Who?"]),
            "substitute": lambda fields: substitute_view(state, place, ["Ann", "Zoë"], fields, {"player": ["Who?"]}),
        }
        return views[kind](*more)

    def look(self, many: int) -> None:
        """Open this many of the other pages."""
        state, pick = self.state, self.random
        side = pick.randrange(len(state.head.sides))
        pages: list[tuple[Any, ...]] = [
            ("games/live/across.html",),
            ("games/live/screen.html",),
            ("games/deals.html",),
            ("games/why/total.html", side),
            ("games/history.html", pick.choice([-1, -1, 3])),
            ("games/rulings/index.html",),
            ("games/rulings/entry.html", "substitute", {"player": "Zoë", "seat": "1"}),
        ]
        if state.board.outcome is None:
            pages += [("games/what_wins.html",), ("games/rulings/entry.html", "misdeal")]
            pages += [("games/rulings/entry.html", "forfeit", "late <now>")]
        if state.board.hands:
            number = pick.randrange(len(state.board.hands)) + 1
            query = {"books": str(pick.randrange(4)), "by": "1", "to": "0", "of": pick.choice(["new", "parts", "x"])}
            pages += [("games/why/hand.html", number, side)]
            pages += [("games/rulings/hand.html", "renege", pick.choice([{}, query]))]
            pages += [("games/rulings/hand.html", "points", {"points": "−30", "side": "1", "why": "late"})]
            pages += [("games/correct.html", number, fields) for fields in self._corrections(number)]
        for page in pick.sample(pages, many):
            self.page(*page)

    def _corrections(self, number: int) -> list[Json]:
        """The fields of a correction: none, and those of the hand with one more trick or none."""
        fields = dict(Correction(self.state, number, {}).fields)
        names = [name for name in fields if name != "note"]
        if not names:  # a hand that was not played has no tricks to correct
            return [{}]
        name = self.random.choice(names)
        tried = fields | {name: self.random.choice(["0", "1", "5", "", "x"]), "note": "<b>late</b> \u05d3\u05df 3"}
        return [{}, tried]

    def asked(self) -> Any:
        """The walk, in the harness's form."""
        asked = {"blocks": BLOCKS, "head": self.head, "may_write": self.may_write, "steps": self.steps}
        return asked | {"own": given(self.own)}
