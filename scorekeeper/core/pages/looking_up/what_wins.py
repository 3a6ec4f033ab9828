"""The page of what wins: a sentence for each side, and a table of what each number of tricks brings."""

from scorekeeper.core.analysis.possible_ends import End
from scorekeeper.core.analysis.target_bids import target_bids
from scorekeeper.core.analysis.what_wins import Chance, Row, Rows, what_wins
from scorekeeper.core.game import GameState
from scorekeeper.core.pages import View
from scorekeeper.core.pages.bidding import tally
from scorekeeper.core.pages.clock import last_hand
from scorekeeper.core.pages.hand_words import bid_words
from scorekeeper.core.rules.deal import Bid, HandRecord
from scorekeeper.core.rules.offers import settled
from scorekeeper.core.rules.ruleset import ScoringRules
from scorekeeper.core.rules.scoreboard import Scoreboard
from scorekeeper.core.rules.seating import Side
from scorekeeper.core.words.language import either, minus, spaced, translatable, translatable_in, translate as _
from scorekeeper.core.words.vocabulary import call_word, format_points, ordinal, total_text
from scorekeeper.core.words.what_wins import last_words, lead_words, needs_words, reach_sentence, side_sentence

ENDS = {
    End.WINS: translatable("wins"),
    End.SHARES: translatable("shares the win"),
    End.LOSES: translatable("loses"),
    End.PLAYS_ON: translatable("plays on"),
}

RESULTS = {
    Chance.ALWAYS: translatable_in("call", "made"),
    Chance.NEVER: translatable_in("call", "set"),
    Chance.CAN: translatable("made or set"),
}
NIL_RESULTS = {**RESULTS, Chance.NEVER: translatable_in("call", "failed"), Chance.CAN: translatable("made or failed")}

PENALTIES = {
    "bag": translatable("the {place} bag"),
    "overtrick": translatable("the {place} overtrick"),
}


def what_wins_view(state: GameState, worked_out: tuple[Rows, ...] | None = None) -> View:
    """Values for `games/what_wins.html`, from what `what_wins` says of the `settled_draft`, or has said already."""
    board, draft = state.board, settled_draft(state)
    rows_by_side = what_wins(board, draft) if worked_out is None else worked_out
    all_bid = None not in draft
    last = last_hand(board)
    is_last = last is not None and board.next_number >= last[0]
    return {
        "number": board.next_number,
        "tally": tally(state, draft),
        "all_bid": all_bid,
        "last": last_words(last[1], board.next_number - last[0]) if last is not None and is_last else None,
        "sides": [_side(state, draft, rows_by_side[side], side, is_last) for side in board.rules.seating.sides],
        "plays_alone": state.setup.plays_alone,
        "can_end": any(row.ends not in ((), (End.PLAYS_ON,)) for rows in rows_by_side for row in rows),
    }


def settled_draft(state: GameState) -> tuple[Bid | None, ...]:
    """The bids of this hand so far, an offer as what it comes to."""
    return tuple(None if bid is None else settled(bid) for bid in state.draft)


def _side(state: GameState, draft: tuple[Bid | None, ...], rows: Rows, side: Side, is_last: bool) -> View:
    board, scoring = state.board, state.board.rules.scoring
    return {
        "index": side,
        "name": state.setup.names[side],
        "bid": _bid_so_far(state, draft, side),
        "needs": _needs(board, side, is_last),
        "sentence": _sentence(state, draft, rows, side, is_last),
        "rows": [_row(group, scoring) for group in _alike(rows, scoring)],
    }


def _needs(board: Scoreboard, side: Side, is_last: bool) -> str | None:
    """How far the target is; in a last hand, which the leader wins, how far the side leads or trails."""
    scoring, ours = board.rules.scoring, board.scores[side]
    if not is_last:
        return needs_words(scoring.target - ours.total, scoring.unit) if scoring.target else None
    others = [board.scores[other] for other in scoring.seating.sides if other != side]
    rivals = [score.total for score in others if not score.lost] or [score.total for score in others]
    return lead_words(ours.total - max(rivals), scoring.unit)


def _bid_so_far(state: GameState, draft: tuple[Bid | None, ...], side: Side) -> str:
    """The side's bids so far."""
    if not draft:
        return _("nobody bids")
    own_bids = [draft[seat] for seat in state.board.rules.seating.bidders_of(side)]
    words = [bid_words(bid) for bid in own_bids if bid is not None]
    if not words:
        return _("no bid yet")
    bids = " + ".join(words)
    return _("bid {bids} so far", bids=bids) if None in own_bids else _("bid {bids}", bids=bids)


def _sentence(state: GameState, draft: tuple[Bid | None, ...], rows: Rows, side: Side, is_last: bool) -> str:
    if not state.board.bidding(draft).is_played:
        return _unplayed(state.board, draft, side)
    if rows:
        return side_sentence(rows, state.board.rules.scoring)
    return _to_come(state, draft, side, is_last)


def _unplayed(board: Scoreboard, draft: tuple[Bid | None, ...], side: Side) -> str:
    """What a side scores for a hand whose bids are too low to play it, and whether that ends the game."""
    unit = board.rules.scoring.unit
    after = board.after(HandRecord(tuple([bid for bid in draft if bid is not None]), ()))
    scored = after.hands[-1].sides[side]
    scores = _(
        "The bids are too low: the hand is not played. It scores {points}, for {total} in all.",
        points=minus(total_text(scored.points, unit)),
        total=minus(total_text(scored.score.total, unit)),
    )
    if after.outcome is None:
        return scores
    winners = after.outcome.winners
    if side not in winners:
        return _("{scores} That loses the game.", scores=scores)
    if len(winners) > 1:
        return _("{scores} That shares the win.", scores=scores)
    return _("{scores} That wins the game.", scores=scores)


def _to_come(state: GameState, draft: tuple[Bid | None, ...], side: Side, is_last: bool) -> str:
    """What a side that is still bidding could bid to reach the target with this hand; in a last hand it need not."""
    board, scoring = state.board, state.board.rules.scoring
    if scoring.pooled:
        return _("The pot is known when all have bid.")
    if is_last or not scoring.target:
        return ""
    return reach_sentence(target_bids(board, draft, side), scoring)


def _alike(rows: Rows, scoring: ScoringRules) -> list[list[Row]]:
    """Group neighbouring counts with the same result."""
    groups: list[list[Row]] = []
    for row in rows:
        if groups and _what(groups[-1][-1], scoring) == _what(row, scoring):
            groups[-1].append(row)
        else:
            groups.append([row])
    return groups


def _what(row: Row, scoring: ScoringRules) -> tuple[object, ...]:
    return row.points, row.total, row.ends, tuple(_notes(row, scoring))


def _row(rows: list[Row], scoring: ScoringRules) -> View:
    row = rows[0]
    low, high = rows[0].tricks, rows[-1].tricks
    return {
        "tricks": str(low) if low == high else f"{low}–{high}",
        "notes": _notes(row, scoring),
        "points": tuple(format_points(points, scoring.unit) for points in row.points),
        "total": tuple(format_points(total, scoring.unit) for total in row.total),
        "ends": [_(ENDS[end]) for end in row.ends],
        "end": _end(row),
        "wins": row.chance_to(End.WINS) is Chance.ALWAYS,
        "loses": row.chance_to(End.LOSES) is Chance.ALWAYS,
        "penalty": row.chance_of(f"{scoring.overtrick_word}-penalty") is not Chance.NEVER,
    }


def _end(row: Row) -> str:
    """How the hand can end the game: `wins`, or every possibility: `wins or plays on`."""
    return either([_(ENDS[end]) for end in row.ends])


def _notes(row: Row, scoring: ScoringRules) -> list[str]:
    """Made or set, call by call; the penalty, the bonus, the pot."""
    several = len(row.contracts) > 1
    notes = []
    for call, chance in row.contracts:
        result = _((RESULTS if call.is_number else NIL_RESULTS)[chance])
        named = several or not call.is_number
        notes.append(spaced(call_word(call.code), result) if named else result)
    extra = (
        (
            f"{scoring.overtrick_word}-penalty",
            _(PENALTIES[scoring.overtrick_word], place=ordinal(scoring.bags_per_penalty)),
        ),
        ("perfect-run", _("bonus for perfect bids")),
        ("perfect-run-goes-on", _("bonus for perfect bids")),
        ("pot", _("the pot")),
        ("pot-share", _("a share of the pot")),
    )
    for reason, words in extra:
        chance = row.chance_of(reason)
        if chance is not Chance.NEVER:
            notes.append(words if chance is Chance.ALWAYS else _("maybe {what}", what=words))
    return notes
