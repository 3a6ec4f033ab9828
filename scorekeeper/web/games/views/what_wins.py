"""What wins it, as a page: a sentence a side, and its counts of tricks with what they bring."""

from scorekeeper.core.analysis.possible_ends import End
from scorekeeper.core.analysis.what_wins import Chance, Row, Rows, numbers_that_reach, what_wins
from scorekeeper.core.game import GameState
from scorekeeper.core.rules.deal import Bid
from scorekeeper.core.rules.offers import settled
from scorekeeper.core.rules.ruleset import Play
from scorekeeper.core.rules.seating import Side
from scorekeeper.core.words.plain import call_word, ordinal
from scorekeeper.core.words.what_wins import counts_words, needs_words, side_sentence
from scorekeeper.web.games.views.bidding import tally
from scorekeeper.web.games.views.sheet import bid_words

View = dict[str, object]

ENDS = {
    End.WINS: "wins",
    End.SHARES: "shares it",
    End.LOSES: "loses",
    End.GOES_ON: "goes on",
}


def what_wins_view(state: GameState) -> View:
    """Values for `games/what_wins.html`."""
    board = state.board
    draft = tuple(None if bid is None else settled(bid) for bid in state.draft)
    found = what_wins(board, draft)
    all_bid = None not in draft
    return {
        "number": board.next_number,
        "tally": tally(state, draft),
        "all_bid": all_bid,
        "sides": [_side(state, draft, found[side], side) for side in board.rules.seating.sides],
        "plays_alone": len(state.head.sides[0].players) == 1,
        "can_end": any(row.ends not in ((), (End.GOES_ON,)) for rows in found for row in rows),
    }


def _side(state: GameState, draft: tuple[Bid | None, ...], rows: Rows, side: Side) -> View:
    board, play = state.board, state.board.rules.play
    return {
        "index": side,
        "name": state.head.names[side],
        "said": _said(state, draft, side),
        "needs": needs_words(play.target - board.scores[side].total, play.unit) if play.target else None,
        "sentence": side_sentence(rows, play) if rows else _to_come(state, draft, side),
        "rows": [_row(group, play) for group in _alike(rows, play)],
    }


def _said(state: GameState, draft: tuple[Bid | None, ...], side: Side) -> str:
    """What the side has bid so far."""
    said = [draft[seat] for seat in state.board.rules.seating.bidders_of(side)]
    words = [bid_words(bid) for bid in said if bid is not None]
    return f"bid {' + '.join(words)}{' so far' if None in said else ''}" if words else "no bid yet"


def _to_come(state: GameState, draft: tuple[Bid | None, ...], side: Side) -> str:
    """What a side that is still bidding could bid to get home with this hand."""
    board, play = state.board, state.board.rules.play
    if play.pooled:
        return "The pot is known when all have bid."
    if not play.target:
        return ""
    reach = numbers_that_reach(board, draft, side)
    if not reach:
        return f"No number that is still open reaches {play.target} in this hand."
    return f"Bids of {counts_words(reach, play.seating.tricks)}, just made, reach {play.target} in this hand."


def _alike(rows: Rows, play: Play) -> list[list[Row]]:
    """Counts side by side that bring the same are one row."""
    groups: list[list[Row]] = []
    for row in rows:
        if groups and _what(groups[-1][-1], play) == _what(row, play):
            groups[-1].append(row)
        else:
            groups.append([row])
    return groups


def _what(row: Row, play: Play) -> tuple[object, ...]:
    return row.points, row.total, row.ends, tuple(_notes(row, play))


def _row(rows: list[Row], play: Play) -> View:
    row = rows[0]
    low, high = rows[0].tricks, rows[-1].tricks
    return {
        "tricks": str(low) if low == high else f"{low}–{high}",
        "notes": _notes(row, play),
        "points": row.points,
        "total": row.total,
        "ends": [ENDS[end] for end in row.ends],
        "end": _end(row),
        "wins": row.chance_to(End.WINS) is Chance.ALWAYS,
        "loses": row.chance_to(End.LOSES) is Chance.ALWAYS,
        "penalty": row.chance_of(f"{play.word}-penalty") is not Chance.NEVER,
    }


def _end(row: Row) -> str:
    """What the hand brings at its end: `wins`, or all that it can be: `wins, or goes on`."""
    words = [ENDS[end] for end in row.ends]
    return f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else "".join(words)


def _notes(row: Row, play: Play) -> list[str]:
    """Made or set, call by call; the penalty, the bonus, the pot."""
    several = len(row.contracts) > 1
    notes = []
    for call, chance in row.contracts:
        missed = "set" if call.is_number else "failed"
        result = {Chance.ALWAYS: "made", Chance.NEVER: missed, Chance.CAN: f"made or {missed}"}[chance]
        word = call_word(call.code)
        notes.append(f"{word} {result}" if several or not call.is_number else result)
    extra = (
        (f"{play.word}-penalty", f"the {ordinal(play.every)} {play.word}"),
        ("perfect-run", "bonus for perfect bids"),
        ("perfect-run-goes-on", "bonus for perfect bids"),
        ("pot", "the pot"),
        ("pot-share", "a share of the pot"),
    )
    for reason, words in extra:
        chance = row.chance_of(reason)
        if chance is not Chance.NEVER:
            notes.append(words if chance is Chance.ALWAYS else f"perhaps {words}")
    return notes
