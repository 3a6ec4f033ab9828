"""The pages of a game as plain data for their templates, from its state, its `PageContext` and a query.

The context is what a page needs besides the state: its table, the reader's rights, and URLs.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scorekeeper.core.rules.seating import Seat, Shape

View = dict[str, object]
"""Values for a template."""

Address = Callable[..., str]
"""`address(endpoint, **values)` is a page's URL, like `url_for`: other values form the query, None is left out.

Where there is no such page, as without a server, it is empty, and a link to it is not drawn.
"""

DrawHands = Callable[[Sequence[tuple[object, ...]], tuple[object, ...], Callable[[int], View]], Sequence[object]]
"""Renders the hands of the score sheet, perhaps from a cache.

Its arguments are the objects that each hand is rendered from, everything else that the rendering depends on, and a
function that makes the values for the hand at an index.
"""


@dataclass(frozen=True, slots=True)
class TableContext:
    """The table of a game; `may_keep`: it is for quick games, and this phone may keep it by a name."""

    id: str
    name: str
    may_keep: bool = False


@dataclass(frozen=True, slots=True)
class GameContext:
    """A game; the games of a table are numbered from 1.

    `unnamed` are names of seats that began without a player's name; `names_later`: this phone closed the offer to add
    names. `started` is when it did, in ISO 8601; empty if that is not known. `won` are the games that each side has won
    in the series before this one, if it continues one; `best_of` are the games of a series that has an end, else 0.
    `turns`: the players of the table take turns tonight. `desk` is the address of its match on the desk of the
    room, for a device that is at the desk; else empty. `pictures`: the server draws pictures. `effect` is the address
    of what a correction changes beside the score once the game is over; empty if it changes nothing else.
    """

    id: str
    number: int
    unnamed: tuple[str, ...] = ()
    names_later: bool = False
    started: str = ""
    won: Sequence[int] = ()
    best_of: int = 0
    turns: bool = False
    desk: str = ""
    pictures: bool = True
    effect: str = ""


@dataclass(frozen=True, slots=True)
class PadNotice:
    """What the room of a match tells its pad.

    While the clock runs, `ends` is when its time is up, in milliseconds since 1970; else `left` is what is left, in
    milliseconds. Both are None without a limit. `last_hand` is the one that the director made the last. The `message`
    is shown until the moment `until`. `more` hands are played after the one that is played at time. `next_round` is the
    number of a later round that its players are in, or 0. `after` is the page where they go after the match, empty
    while the room is closed. `director` is where this phone may post a call of the director; `call` is the notice of a
    call that waits, as the server drew it.
    """

    after: str
    ends: int | None = None
    left: int | None = None
    last_hand: int | None = None
    message: str = ""
    until: int = 0
    more: int = 0
    next_round: int = 0
    director: str = ""
    call: str = ""


@dataclass(frozen=True, slots=True)
class Finished:
    """What only a finished game's page needs: codes of its rules and record, and the side of this phone.

    The rules code is empty while only a phone has the game. Its chart and how long it took only the server knows.
    """

    rules_code: str
    receipt: object
    own_side: int | None  # the side that this phone signs for
    curve: object = None  # the chart, as drawn
    minutes: int = 0
    rematches: Sequence[tuple[str, int | None]] = ()  # their ids, and numbers if the server has them


@dataclass(frozen=True, slots=True)
class PageContext:
    """The context of a game's pages: their URLs, and who reads them.

    Parts that need a database query are functions, which only the pages that need them call.
    """

    table: TableContext
    game: GameContext
    may_write: bool
    address: Address
    new_id: Callable[[], str]
    draw_hands: DrawHands
    pen: Callable[[], str | None]  # a sentence about who keeps score; None if this device does
    finished: Callable[[], Finished]
    own_seat: Seat | None = None  # the seat that this phone bids for, instead of for the whole table
    own_bid: tuple[str, ...] = ()  # its bid that waits
    waiting: tuple[Seat, ...] = ()  # the seats whose bids wait, so that nobody is asked for them
    mark: str = ""  # changes when this phone gets another role, or the pen: part of the version of its pages
    unsent: tuple[str, ...] = ()  # for a keeper: sentences about phones with taps that the server does not have
    notice: PadNotice | None = None  # of a match
    sealed: bool = False  # whether its bid waits on this phone, which has no connection

    def link(self, endpoint: str, **values: object) -> str:
        """The URL of one of this game's own pages."""
        return self.address(endpoint, game=self.game.id, **values)


HANDS_PER_PAGE = 50


def hand_url(context: PageContext, number: int, hands: int) -> str:
    """The URL of a hand on the score sheet of a game with this many hands."""
    last = number if number <= hands - HANDS_PER_PAGE else None
    return f"{context.link('games.show', hands=last)}#hand-{number}"


ALL_RULES = "rules.of_game"


def rule_url(context: PageContext, anchor: str) -> str:
    """The URL of a rule among all rules of this game."""
    return f"{context.link(ALL_RULES)}#{anchor}"


def shape_key(shape: Shape) -> str:
    """A shape in a URL: `2x2`."""
    return f"{shape.sides}x{shape.players_per_side}"
