"""The face-to-face and TV views: totals, bids, goals and the race to the target, to be read across a room."""

from scorekeeper.core.game import GameState
from scorekeeper.core.pages import PageContext, View
from scorekeeper.core.pages.bidding import round_heading, seats_view, tally
from scorekeeper.core.pages.bidding.offers import Turn, next_bidder
from scorekeeper.core.pages.board import board_sides, is_set, last_counted, series_line
from scorekeeper.core.pages.clock import clock_view, hand_title, is_open
from scorekeeper.core.pages.counting.playing import goals_view
from scorekeeper.core.pages.ending import ending_view, moment_views
from scorekeeper.core.pages.hand_words import sentence
from scorekeeper.core.pages.seats import short_names
from scorekeeper.core.rules.endings import AfterHands, LosingScore
from scorekeeper.core.rules.offers import settled
from scorekeeper.core.rules.ruleset import ScoringRules
from scorekeeper.core.rules.scoreboard import Scoreboard
from scorekeeper.core.rules.seating import Side
from scorekeeper.core.sheet import Sheet
from scorekeeper.core.sheet.writing import outcome_text
from scorekeeper.core.words.language import minus, translate as _
from scorekeeper.core.words.outcomes import open_words
from scorekeeper.core.words.vocabulary import total_text

SHORTEST, LONGEST = 3, 6
"""The lengths of totals that have a size of their own: those of a game all have that of the longest."""

BIG, MIDDLE = 2, 4
"""The maximum length of a bid in the largest type, and in the next."""

LONG_NAME = 18
"""A side's name with more letters is made of its players' short names."""

BETWEEN = " & "

NEAR_FLOOR = 100
"""A side with this many points or fewer to lose is warned."""


def live_view(state: GameState, context: PageContext) -> View:
    """Values for `live/across.html` and `live/screen.html`."""
    board = state.board
    over = board.outcome is not None
    turn = None if over else next_bidder(state, {}, context.waiting)
    sides = _sides(state, context, turn)
    return {
        "game": {"id": context.game.id, "title": _title(board)},
        "series": series_line(state, context),
        "clock": clock_view(state, context),
        "board": {
            "sides": sides,
            "digits": max(SHORTEST, min(LONGEST, max([len(str(side["total"])) for side in sides]))),
            "bag_limit": board.rules.scoring.bags_per_penalty,
            "target": board.rules.scoring.target or None,
            "word": board.rules.scoring.overtrick_word,
            "unit": board.rules.scoring.unit,
            "race": _race(board),
        },
        "words": _now(state, turn),
        "open": open_words(board, state.setup.names) if is_open(board) else None,
        "asks": turn is not None and turn.seat is None,
        "tally": tally(state, state.draft),
        "all_bid": None not in state.draft,
        "ending": ending_view(state) if over else None,
        "moments": moment_views(state) if over else [],
        "version": f"{state.seq}{context.mark}",
        "follow": context.link("live.version"),
        "live": context.link("live.live"),
        "awake": not over,
    }


def _title(board: Scoreboard) -> str:
    if board.outcome is not None:
        return _("Game over")
    most = [ending.hands for ending in board.rules.scoring.endings if isinstance(ending, AfterHands)]
    if most and not board.rules.scoring.target and board.next_number <= most[0]:
        return _("Hand {number} of {hands}", number=board.next_number, hands=most[0])
    return hand_title(board)


def _now(state: GameState, turn: Turn | None) -> str:
    """What happens now, in one sentence."""
    if state.board.outcome is not None:
        return sentence(outcome_text(state.board, state.setup.names))
    if turn is not None and turn.seat is not None:
        return _("{name} bids.", name=state.setup.player_at(turn.seat))
    if turn is not None and state.board.next_deal.rebid is not None:
        return round_heading(state.board.next_deal.rebid)
    if not state.board.next_deal.is_bid:
        return _("Nobody bids in this hand. Play it.")
    if not state.board.bidding(state.draft).is_played:
        return _("The bids are too low: the hand is not played.")
    return _("All bids are in. Play the hand.")


def _sides(state: GameState, context: PageContext, turn: Turn | None) -> list[View]:
    board = state.board
    scores = board_sides(board, state.setup.names)
    last = last_counted(board)
    losing_score = _losing_score(board.rules.scoring)
    bids = _bids(state, context, turn)
    hands = _goals(state, turn)
    return [
        score
        | {
            "name": _name(state.setup, side),
            "last": None if last is None else last.number,
            "set": last is not None and is_set(last, side),
            "loses_at": losing_score
            if losing_score is not None and board.scores[side].total - losing_score <= NEAR_FLOOR
            else None,
            "bids": [bid for bid in bids if bid["side"] == side],
            "alone": len(board.rules.seating.bidders_of(side)) == 1,
            "goal": hands[side] if hands else None,
            "bidder": next((bid["name"] for bid in bids if bid["side"] == side and bid["current"]), None),
        }
        for side, score in zip(board.rules.seating.sides, scores, strict=True)
    ]


def _name(setup: Sheet, side: Side) -> str:
    """A side's name; if it is long and made of its players' names, only of their short ones."""
    name = setup.names[side]
    short = short_names(setup)
    players = [short[seat] for seat in setup.rules.seating.bidders_of(side)]
    if len(name) <= LONG_NAME or BETWEEN not in name or not name.startswith(players[0]):
        return name
    return BETWEEN.join(players)


def _bids(state: GameState, context: PageContext, turn: Turn | None) -> list[View]:
    """Every bid so far, in the order of the seats; none in a hand without bids."""
    if state.board.outcome is not None or not state.board.next_deal.is_bid:
        return []
    seats = seats_view(state, turn or Turn(None), context.waiting)
    leads = state.board.rules.scoring.left_leads
    first = state.board.bidding_order[0]
    return [
        seats[seat] | {"size": _size(str(seats[seat]["bid"] or "")), "leads": leads and seat == first}
        for seat in sorted(seats)
    ]


def _size(bid: str) -> str:
    return "" if len(bid) <= BIG else "middle" if len(bid) <= MIDDLE else "long"


def _goals(state: GameState, turn: Turn | None) -> list[View]:
    """What each side needs in the hand that is played; nothing before and after."""
    bids = tuple([settled(bid) for bid in state.draft if bid is not None])
    ready = turn is None and state.board.outcome is None and None not in state.draft
    if not ready or not bids or not state.board.bidding(bids).is_played:
        return []
    return goals_view(state, bids)


def _losing_score(scoring: ScoringRules) -> int | None:
    """The total at which a side loses."""
    return next((ending.points for ending in scoring.endings if isinstance(ending, LosingScore)), None)


STEPS = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000)
MAX_STEPS = 8


def _race(board: Scoreboard) -> View | None:
    """Each side's way to the target, as shares of a line that begins at 0, or below the lowest total."""
    scoring = board.rules.scoring
    if not scoring.target:
        return None
    totals = [score.total for score in board.scores]
    lowest, end = min([0, *totals]), max([scoring.target, *totals])
    losing_score = _losing_score(scoring)
    if losing_score is not None and lowest * 2 > losing_score:
        losing_score = None
    low = lowest if losing_score is None else min(losing_score, lowest)
    step = next((step for step in STEPS if (end - low) <= step * MAX_STEPS), STEPS[-1])
    start = low // step * step if losing_score is None else low
    marks = [point for point in range(low // step * step, end + 1, step) if start <= point]
    # A mark close to the target, or to the floor, would overlap it.
    room = (end - start) // 12
    fixed = [scoring.target] if losing_score is None else [scoring.target, losing_score]
    marks = [point for point in marks if all(abs(point - other) >= room for other in fixed)]
    return {
        "zero": _share(0, start, end),
        "lanes": [_share(total, start, end) for total in totals],
        "marks": [
            {
                "at": _share(point, start, end),
                "label": minus(total_text(point, scoring.unit)),
                "kind": "target" if point == scoring.target else "floor" if point == losing_score else "ground",
            }
            for point in sorted([*marks, *fixed])
        ],
    }


def _share(point: int, start: int, end: int) -> str:
    """How far a total is from the start to the end of the line: `48.3%`."""
    tenths = (point - start) * 1000 // max(1, end - start)
    return f"{tenths // 10}.{tenths % 10}%"
