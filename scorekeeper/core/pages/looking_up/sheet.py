"""The score sheet: every hand, newest first, with all its lines; and the list of deals of a game that has one."""

from collections.abc import Iterable

from scorekeeper.core.analysis.changes import has_more_behind, is_penalty
from scorekeeper.core.game import Event, GameState, HandCorrected
from scorekeeper.core.inputs import Fault
from scorekeeper.core.pages import ALL_RULES, HANDS_PER_PAGE, PageContext, View, hand_url
from scorekeeper.core.pages.hand_words import bid_words, offense_words, sentence, side_bid_words, tricks_words
from scorekeeper.core.pages.looking_up.rulebook import own_rule
from scorekeeper.core.rules.club_steps import TricksTaken
from scorekeeper.core.rules.deal import HandRules
from scorekeeper.core.rules.lines import LineItem
from scorekeeper.core.rules.ruleset import HouseRules
from scorekeeper.core.rules.scoreboard import ScoredHand
from scorekeeper.core.rules.seating import Side
from scorekeeper.core.sheet.hands import PARTNERS
from scorekeeper.core.words.brief import score_marks
from scorekeeper.core.words.faults import objection_text
from scorekeeper.core.words.language import translate as _, with_note
from scorekeeper.core.words.lines import line_text
from scorekeeper.core.words.names import device_name
from scorekeeper.core.words.rules import step_texts
from scorekeeper.core.words.rulesets import deal_name, deal_rule, rules_name
from scorekeeper.core.words.vocabulary import counted, format_points, sentence_case


def sheet_view(state: GameState, context: PageContext, last: int = 0) -> View:
    """Values for `sheet` in `macros/sheet.html`: a page of hands, each drawn by its macro `hand`.

    The page ends with hand `last`; 0 is the game's last one.
    """
    hands = state.board.hands
    end = min(last or len(hands), len(hands))
    if end > len(hands) - HANDS_PER_PAGE:
        end = len(hands)
    start = max(0, end - HANDS_PER_PAGE)
    drawn = context.draw_hands(
        list(zip(hands[start:end], state.written[start:end], strict=True)),
        (state.setup.substitutes, end if end < len(hands) else 0),
        lambda index: _hand(state, hands[start + index], context),
    )
    return {
        "sides": [{"index": side, "name": name} for side, name in enumerate(state.setup.names)],
        "hands": drawn[::-1],
        "older": hand_url(context, start, len(hands)) if start else None,
        "newer": hand_url(context, min(end + HANDS_PER_PAGE, len(hands)), len(hands)) if end < len(hands) else None,
    }


def last_hands(state: GameState) -> list[View]:
    """Values for `last_hands` in `macros/sheet.html`: the two newest, for the space between board and keys."""
    seating = state.setup.rules.seating
    return [
        {"number": hand.number, "sides": [_figures(state, hand, side) for side in seating.sides]}
        for hand in state.board.hands[-2:][::-1]
    ]


def _hand(state: GameState, hand: ScoredHand, context: PageContext) -> View:
    """Values for `hand` in `macros/sheet.html`: from the hand, its event and the other arguments of `draw_hands`."""
    written = state.written[hand.number - 1]
    names = state.setup.names_at(hand.number)
    return {
        "number": hand.number,
        "deal": sentence_case(deal_name(hand.deal.name)),
        "counted": hand.counted,
        "open": False,
        "bids": spoken_bids(state, hand),
        "sides": [_side(state, hand, side, context) for side in state.setup.rules.seating.sides],
        "objections": objection_views(hand.objections, names, _("The table") if hand.record.overruled else None),
        "note": hand.record.note or None,
        "corrected": _corrected(written) if isinstance(written, HandCorrected) else None,
        "by": device_name(written.who) if written.who else None,
        "correct_url": context.link("corrections.new", hand=hand.number) if context.may_write else None,
    }


def spoken_bids(state: GameState, hand: ScoredHand) -> list[View]:
    """Values for `bids` in `macros/played.html`: who bid what in a recorded hand, in bidding order."""
    rules, bids = state.setup.rules, hand.record.bids
    order = [seat for seat in rules.seating.bidding_order(hand.dealer) if bids and bids[seat] != PARTNERS]
    starter = rules.seating.bidding_order(hand.dealer)[0] if rules.is_drawn else hand.dealer
    return [
        {
            "side": rules.seating.side_of[seat],
            "name": state.setup.player_at(seat, hand.number),
            "bid": bid_words(bids[seat]),
            "size": "",
            "leads": False,
            "deals": seat == starter,
            "change": None,
        }
        for seat in order
    ]


def _corrected(event: Event) -> str:
    return with_note(event.reason or "", device_name(event.who)) if event.who else str(event.reason)


def _side(state: GameState, hand: ScoredHand, side: Side, context: PageContext) -> View:
    why = context.link("why.hand", hand=hand.number, side=side)
    lines = line_views(hand.sides[side].lines, state.setup.rules, context, why)
    return _figures(state, hand, side) | {"lines": lines, "why_url": why}


def _figures(state: GameState, hand: ScoredHand, side: Side) -> View:
    scored = hand.sides[side]
    return {
        "index": side,
        "name": state.setup.names_at(hand.number)[side],
        "bid": side_bid_words(state, hand, side),
        "tricks": tricks_words(hand, side),
        "marks": [
            {"text": mark.text, "made": mark.made is True, "failed": mark.made is False}
            for mark in score_marks(scored.lines, state.setup.rules.scoring)
        ]
        + [
            {"text": offense_words(part.offense), "made": False, "failed": False}
            for part in hand.record.reneges
            if part.by == side
        ],
        "points": format_points(scored.points, state.setup.rules.scoring.unit),
        "total": format_points(scored.score.total, state.setup.rules.scoring.unit),
    }


def line_views(
    lines: Iterable[LineItem], rules: HouseRules, context: PageContext, why_url: str | None = None
) -> list[View]:
    """Values for `macros/lines.html`.

    Each line links to its rule, or to `why_url` if it needs more explanation.
    """
    all_rules = context.link(ALL_RULES)
    return [
        {
            "points": format_points(line.points, rules.scoring.unit),
            "text": line_text(line),
            "rule_url": why_url if why_url and has_more_behind(line) else f"{all_rules}#{line.rule}",
            "rule": None,
            "ledger": None,
            "penalty": is_penalty(line),
            "unit": None if line.in_total else "points",
        }
        for line in lines
    ]


def objection_views(objections: Iterable[Fault], names: tuple[str, ...], overruled_by: str | None = None) -> list[View]:
    """Values for `objections` in `macros/notices.html`."""
    return [{"text": sentence(objection_text(objection, names)), "by": overruled_by} for objection in objections]


def announcement(state: GameState, context: PageContext) -> View:
    """Values for `announced` in `macros/deals.html`."""
    deal, count = state.board.next_deal, len(state.board.rules.scoring.deals)
    number = (state.board.next_number - 1) % count + 1
    steps = state.board.rules.scoring.steps
    unbid = (
        [] if deal.is_bid else [text for step in steps if isinstance(step, TricksTaken) for text in step_texts(step)]
    )
    text = " ".join(text for text in (deal_rule(deal.text), *unbid) if text)
    return {
        "name": sentence_case(deal_name(deal.name)),
        "text": text,
        "place": _("{number} of {count}", number=number, count=count) if count > 1 else None,
        "url": f"{context.link('games.deals')}#deal-{number}" if count > 1 else None,
    }


def deals_page(state: GameState, context: PageContext) -> View:
    """Values for `games/deals.html`: every deal of the list, its hands so far, and the next deal."""
    deals, number = state.board.rules.scoring.deals, state.board.next_number
    now = None if state.board.outcome is not None else (number - 1) % len(deals) + 1
    return {
        "heading": counted(len(deals), "hand"),
        "subtitle": _("{game} · hand {number}", game=rules_name(state.setup.rules.ruleset), number=number),
        "deals": [
            deal_view(i, deal) | {"hands": _hands_by(state, context, i), "now": i == now}
            for i, deal in enumerate(deals, start=1)
        ],
    }


def _hands_by(state: GameState, context: PageContext, number: int) -> list[View]:
    """The hands that used this deal."""
    deals, played = state.board.rules.scoring.deals, state.board.hands
    return [
        {"number": hand.number, "url": hand_url(context, hand.number, len(played))}
        for hand in played
        if (hand.number - 1) % len(deals) + 1 == number
    ]


def deal_view(number: int, deal: HandRules) -> View:
    """One deal: its name, its rule as text, and its limits."""
    return {
        "number": number,
        "name": sentence_case(deal_name(deal.name)),
        "text": deal_rule(deal.text),
        "checked": own_rule(deal),
    }
