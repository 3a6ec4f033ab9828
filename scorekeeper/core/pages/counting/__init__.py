"""A hand after the bidding, on the game page: in play, while tricks are counted, and before it is saved."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from scorekeeper.core.game import GameState
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.pages import PageContext, View
from scorekeeper.core.pages.bidding import tally
from scorekeeper.core.pages.bidding.pad import across
from scorekeeper.core.pages.counting.playing import bids_view, goals_view, questions_view, stakes_view
from scorekeeper.core.pages.counting.trick_entry import Count, Counted, hand_record, read_counts
from scorekeeper.core.pages.fields import MAX_NOTE_LENGTH, renege_fields, renege_given
from scorekeeper.core.pages.hand_words import bids_words, goes_on, renege_words, sentence
from scorekeeper.core.pages.looking_up.sheet import line_views, objection_views
from scorekeeper.core.rules.deal import Bid, HandRecord, Took
from scorekeeper.core.rules.offers import settled
from scorekeeper.core.rules.scoreboard import Scoreboard
from scorekeeper.core.rules.seating import Seating, Side
from scorekeeper.core.sheet.writing import hand_line, would_end_text
from scorekeeper.core.words.brief import brief_parts
from scorekeeper.core.words.faults import fault_text
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.vocabulary import format_points


def played_view(state: GameState, context: PageContext, query: Mapping[str, str]) -> View:
    """Values for a hand in play, in `games/show.html`, or for counting it once the query has or asks for a count."""
    bids = tuple(settled(bid) for bid in state.draft if bid is not None)
    board = state.board
    rebid = board.next_deal.rebid
    counted = read_counts(board.next_deal, board.rules.seating, bids, query)
    bidding = board.bidding(bids)
    renege = renege_given(query, len(state.setup.sides)) if bidding.is_played else None
    given = ({} if renege is None else renege_fields(0, renege)) | given_counts(counted, query)
    took = took_view(state, context, counted, bids, query, given)
    objections = board.objections(bidding)
    page: View = {
        "phase": "played",
        "tally": tally(state, bids),
        "bids": bids_view(state, context, bids),
        "took": took,
        "raise_url": context.link("games.show", later="yes") if rebid and not rebid.prompts else None,
        "objections": objection_views(objections, state.setup.names),
        "ruled": None if renege is None else sentence(renege_words(renege, state.setup.names)),
        "preview": None,
        "stakes": [],
        "save": None,
        "wrong": None,
    }
    if not context.may_write or (bids and bidding.is_played and not (given or "at" in query)):
        return page | {"goals": goals_view(state, bids)}
    page = page | {"phase": "tricks", "undo_count": _undo_count(context, given)}
    record: HandRecord | None = HandRecord(bids, ())
    if bidding.is_played:
        record = hand_record(counted, board.rules.seating, board.next_deal, bids)
        if record is not None and renege is not None:
            record = replace(record, reneges=(renege,))
    else:
        page = page | {"took": took | {"counts": [], "current": None, "keys": [], "questions": [], "waits": None}}
    if record is not None:
        return page | _preview(state, context, record, bool(objections), query.get("note"))
    return page | {"stakes": stakes_view(state, bids) if bidding.is_played else []}


def given_counts(counted: Counted, query: Mapping[str, str]) -> dict[str, str]:
    """The fields of the counts and answers so far, in the order in which they were given."""
    answered = counted.facts | {name: str(counted.values[name]) for name in counted.given}
    return {name: answered[name] for name in query if name in answered}


def _undo_count(context: PageContext, given: Mapping[str, str]) -> View:
    """Where Undo leads: without the latest count or, if there is none, without the renege, to the hand in play."""
    counts = [name for name in given if not name.startswith("r")]
    left = {name: value for name, value in given.items() if counts and name != counts[-1]}
    return {"action": context.link("games.show"), "label": _("Undo the last count"), "hidden": left}


def _preview(state: GameState, context: PageContext, record: HandRecord, objected: bool, note: str | None) -> View:
    try:
        after = state.board.after(record)
    except InvalidInput as error:  # both sides claim the first tricks
        return {"wrong": sentence(fault_text(error.fault.with_names(state.setup.names)))}
    hidden = {
        "hand": state.board.next_number,
        "record": hand_line(record, state.setup.rules.seating),
        "seq": state.seq,
        "entry_id": context.new_id(),
    }
    if objected:
        hidden["overruled"] = "yes"
    return {
        "preview": preview_view(state, after, context),
        "save": {
            "action": context.link("hands.create"),
            "hidden": hidden,
            "overrule": objected,
            "note_value": note,
            "longest_note": MAX_NOTE_LENGTH,
        },
        "ending_text": sentence(would_end_text(after, state.setup)) if after.outcome else None,
        "goes_on": goes_on(after, state.setup, len(after.hands)),
    }


def preview_view(state: GameState, after: Scoreboard, context: PageContext) -> list[View]:
    """Values for `preview` in `macros/preview.html`."""
    hand, rules = after.hands[-1], state.setup.rules
    unit = rules.scoring.unit
    return [
        {
            "index": side,
            "name": state.setup.names[side],
            "before": format_points(state.board.scores[side].total, unit),
            "after": format_points(scored.score.total, unit),
            "points": format_points(scored.points, unit),
            "brief": [{"text": text, "loss": loss} for text, loss in brief_parts(scored.lines, rules.scoring)],
            "lines": line_views(scored.lines, rules, context),
        }
        for side, scored in enumerate(hand.sides)
    ]


def took_view(
    state: GameState,
    context: PageContext,
    counted: Counted,
    bids: tuple[Bid, ...],
    query: Mapping[str, str],
    given: Mapping[str, str],
    was: Sequence[Took] = (),
) -> View:
    """Values for `tiles`, `questions` and `count_keys` in `macros/played.html`.

    `given` are the fields so far; `was` is what was recorded, in a correction.
    """
    seating = state.board.rules.seating
    current = _current(counted, query.get("at"))
    questions = questions_view(state, counted, bids)
    return {
        "action": context.link("games.show"),
        "given": [{"name": name, "value": value} for name, value in given.items()],
        "counts": [
            _count_view(state, counted, count, bids, was) | {"current": count == current} for count in counted.sides
        ],
        "current": None if current is None else {"name": current.name, "label": state.setup.names[current.side]},
        "keys": [] if current is None else _count_keys(counted, current, seating),
        "across": across(seating.tricks + 1),
        "questions": questions,
        "waits": _waits_for(state, counted, questions),
    }


def _current(counted: Counted, at: str | None) -> Count | None:
    """The count that the keys set: the tapped one, else the first missing one, else the latest."""
    named = {count.name: count for count in counted.sides}
    missing = [count for count in counted.sides if count.name not in counted.values]
    last = [named[name] for name in counted.given if name in named]
    if at is not None and at in named:
        return named[at]
    return next((count for count in [*missing, *last[::-1], *counted.sides]), None)


def _waits_for(state: GameState, counted: Counted, questions: list[View]) -> object:
    """What is still missing before the hand can be saved; None if nothing is."""
    for count in counted.sides:
        if count.name not in counted.values:
            return _("Count {side}", side=state.setup.names[count.side])
    return next((question["label"] for question in questions if not question["answered"]), None)


def _count_keys(counted: Counted, current: Count, seating: Seating) -> list[View]:
    value = counted.values.get(current.name)
    least, most = counted.least(current), counted.most(current, seating)
    return [
        {"value": n, "label": n, "chosen": n == value, "disabled": not least <= n <= most}
        for n in range(seating.tricks + 1)
    ]


def _count_view(state: GameState, counted: Counted, count: Count, bids: tuple[Bid, ...], was: Sequence[Took]) -> View:
    bid = _bid_of(state, count.side, bids)
    return {
        "name": count.name,
        "side": count.side,
        "label": state.setup.names[count.side],
        "bid": _("{bid} · counted {tricks}", bid=bid, tricks=was[count.side].tricks) if was else bid,
        "value": counted.values.get(count.name),
    }


def _bid_of(state: GameState, side: Side, bids: tuple[Bid, ...]) -> str:
    if not bids:
        return _("bid nothing")
    side_bids = [bids[seat] for seat in state.board.rules.seating.bidders_of(side)]
    return _("bid {bid}", bid=bids_words(state.board.next_deal, side_bids))
