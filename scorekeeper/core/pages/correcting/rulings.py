"""Rulings: the possible ones and those so far; forms of misdeals, concessions, time, substitutes and swaps."""

from collections.abc import Mapping, Sequence

from scorekeeper.core.game import (
    DealerCorrected,
    GameClosed,
    GameState,
    HandMisdealt,
    PlayerSubstituted,
    SeatsSwapped,
    TimeCalled,
    hand_of,
    in_force,
)
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.pages import PageContext, View, hand_url
from scorekeeper.core.pages.descriptions import describe_event
from scorekeeper.core.pages.fields import field, reasons_field
from scorekeeper.core.pages.hand_words import adjusted_words, goes_on, renege_words, sentence
from scorekeeper.core.pages.unavailable import unavailable_reason
from scorekeeper.core.rules.seating import Seat, Side
from scorekeeper.core.sheet.writing import outcome_text, would_end_text
from scorekeeper.core.words.endings import ranking_words
from scorekeeper.core.words.faults import fault_text
from scorekeeper.core.words.language import (
    full_stop,
    listed,
    spaced,
    translate as _,
    translate_plural as _n,
    with_commas,
    with_note,
)
from scorekeeper.core.words.vocabulary import format_points, sentence_case


def rulings_view(state: GameState, context: PageContext) -> View:
    """Values for `rulings/index.html`."""
    again = _("Hand {number} is dealt again by the same dealer.", number=state.board.next_number)
    if state.board.rules.scoring.misdeal_passes:
        again = full_stop(after_misdeal(state))
    elif state.board.rules.is_drawn:
        again = _("Hand {number} is drawn again; the same player draws first.", number=state.board.next_number)
    against = _("Up to three books, a set or the game; also for table talk, an exposed card or a phone.")
    offers = [
        ("rulings.renege", _("Renege"), against),
        ("rulings.points", _("Agreed points"), _("The table gives or takes points, with a reason.")),
        ("rulings.misdeal", _("Misdeal"), again),
        ("rulings.forfeit", _("Concede"), _("Ends the game.")),
        ("rulings.substitute", _("Substitute"), _("Someone takes over a seat.")),
        ("rulings.swap", _("Swap seats"), _("Two names are in the wrong seats, or two players changed places.")),
    ]
    return {
        "offers": [
            {"url": context.link(page), "title": title, "note": note}
            for page, title, note in offers
            if unavailable_reason(state, page) is None
        ],
        "ruled": _ruled(state, context),
    }


def _ruled(state: GameState, context: PageContext) -> list[View]:
    """The rulings so far, hand by hand."""
    rows: list[tuple[int, str]] = []
    unit = state.setup.rules.scoring.unit
    for hand in state.board.hands:
        names = state.setup.names_at(hand.number)
        rows += [(hand.number, renege_words(renege, names)) for renege in hand.record.reneges]
        rows += [(hand.number, adjusted_words(agreed, names, unit)) for agreed in hand.record.adjustments]
    for event in in_force(state.events):
        gave_up = isinstance(event, GameClosed) and state.forfeit is not None
        is_substitute = isinstance(event, PlayerSubstituted) and event.hand > 1  # from hand 1 on it is a name
        of_hand = isinstance(event, HandMisdealt | DealerCorrected | SeatsSwapped | TimeCalled)
        if of_hand or is_substitute or gave_up:
            words = describe_event(event, state.setup)
            if event.reason:
                words = with_note(words, event.reason)
            rows.append((hand_of(event) or len(state.board.hands), words))
    return [
        {
            "hand": number,
            "text": sentence_case(words),
            "url": hand_url(context, number, len(state.board.hands)),
        }
        for number, words in sorted(rows, key=lambda row: row[0])
    ]


def after_misdeal(state: GameState) -> str:
    """Who deals the hand after a misdeal that is not called yet."""
    board = state.board
    if not board.rules.scoring.misdeal_passes:
        return dealt_again(state)
    return _dealt(state, board.rules.seating.after(board.dealer))


def dealt_again(state: GameState) -> str:
    """Who deals the hand after a misdeal, or who draws first if nobody deals."""
    if state.board.rules.scoring.misdeal_passes:
        return _dealt(state, state.board.dealer)
    number, player = state.board.next_number, state.setup.player_at(state.board.starter)
    if state.board.rules.is_drawn:
        return _("{player} draws first again for hand {number}", player=player, number=number)
    return _("{dealer} deals hand {number} again", dealer=player, number=number)


def _dealt(state: GameState, seat: Seat) -> str:
    """That the deal has passed to this seat."""
    dealer, number = state.setup.player_at(seat), state.board.next_number
    return _("The deal passes: {dealer} deals hand {number}", dealer=dealer, number=number)


def misdeal_view(state: GameState, context: PageContext) -> View:
    """Values for `rulings/entry.html`: a misdeal."""
    names = state.setup.names
    callers: list[View] = [{"value": "", "label": _("The table")}]
    callers += [{"value": str(side), "label": name} for side, name in enumerate(names)]
    bids = sum(1 for bid in state.draft if bid is not None)
    return _entry(
        state,
        context,
        _("Misdeal"),
        after_misdeal(state),
        _("Call misdeal"),
        [
            field("segments", "called_by", _("Who called it?"), choices=callers),
            reasons_field(_("What happened?"), [_("Exposed card"), _("Wrong count")], None),
        ],
        [_n(bids, "1 bid will be dropped.", "{count} bids will be dropped.")] if bids else [],
    )


def forfeit_view(state: GameState, context: PageContext, reason: str = "", errors: Sequence[str] = ()) -> View:
    """Values for `rulings/entry.html`: a side concedes."""
    names = state.setup.names
    choices = [{"value": side, "label": name, "help": _then(state, Side(side))} for side, name in enumerate(names)]
    return _entry(
        state,
        context,
        _("Concede"),
        _("Ends the game"),
        _("Concede"),
        [
            field("segments", "forfeit", _("Who concedes?"), choices=choices) | {"errors": list(errors)},
            reasons_field(_("Reason (optional)"), [_("Had to go home"), _("No chance left")], reason or None),
        ],
        [],
    )


def time_view(state: GameState, context: PageContext, errors: Sequence[str] = ()) -> View:
    """Values for `rulings/entry.html`: time is called. The next hand is proposed once it has a bid."""
    hands, following = len(state.board.hands), state.board.next_number
    more = 0 if context.notice is None else context.notice.more
    notes: list[str] = []
    chosen = following + more if any(bid is not None for bid in state.draft) else ""
    choices: list[View] = [
        {"value": following + more, "label": _("Hand {number}, being played", number=following), "help": None}
    ]
    if hands:
        ends = None if more else _at_time(state, hands)
        saved = {"value": hands + more, "label": _("Hand {number}, just saved", number=hands), "help": ends}
        choices = [saved, *choices]
    title = _("Which hand was played at time?") if more else _("Which hand is the last?")
    asked = field("segments", "hand", title, chosen, choices=choices) | {"errors": list(errors)}
    if more:
        notes.append(_("One more hand is played after it."))
    elif not hands:
        notes.append(_("Hand 1 is the last."))
    notes.append(ranking_words(state.board.rules.ranking_at_time))
    least = state.board.rules.scoring.least_hands
    if least > following:
        notes.append(_("Neither does time end this game before hand {hand}.", hand=least))
    return _entry(
        state,
        context,
        _("Call time"),
        _("A hand that was dealt is played"),
        _("Call time"),
        [asked] if hands or more else [],
        notes,
    )


def _at_time(state: GameState, hand: int) -> str:
    """What the call does if this hand, which is saved, is the last."""
    after = state.apply(TimeCalled(seq=state.seq + 1, hand=hand, minutes=0))
    return goes_on(after.board, state.setup, hand) or sentence(would_end_text(after.board, state.setup))


def _then(state: GameState, side: Side) -> str:
    try:
        after = state.apply(GameClosed(seq=state.seq + 1, forfeit=side))
    except InvalidInput as error:
        return sentence_case(fault_text(error.fault))
    return sentence(outcome_text(after.board, state.setup.names))


MAX_CHIPS = 9
"""More players than these are found by typing."""


def substitute_view(
    state: GameState,
    context: PageContext,
    roster: Sequence[str],
    given: Mapping[str, str],
    errors: Mapping[str, Sequence[str]],
) -> View:
    """Values for `rulings/entry.html`: a substitute takes a seat."""
    setup = state.setup
    last = len(state.board.hands) + (1 if state.board.outcome is None else 0)
    seats = [{"value": seat, "label": setup.player_at(seat)} for seat in setup.rules.seating.bidders]
    hands = [{"value": number, "label": _("Hand {number}", number=number)} for number in range(last, 0, -1)]
    sitting = [setup.player_at(seat) for seat in setup.rules.seating.bidders]
    others = [name for name in roster if name not in sitting]
    known = [{"value": name, "label": name} for name in others[:MAX_CHIPS]]
    chips = [field("segments", "chosen", _("Who’s in?"), given.get("chosen", ""), choices=known)] if known else []
    typed = _("Or another name") if known else _("Who’s in?")
    return _entry(
        state,
        context,
        _("Substitute"),
        _("The side keeps its score"),
        _("Substitute"),
        [
            field("segments", "seat", _("Who’s leaving?"), given.get("seat", ""), choices=seats)
            | {"errors": list(errors.get("seat", ()))},
            *chips,
            field("text", "player", typed, given.get("player", ""), max_length=40, list="roster")
            | {"errors": list(errors.get("player", ())), "required": not known},
            field("select", "hand", _("From which hand?"), given.get("hand", last), choices=hands),
        ],
        [],
    ) | {"roster": others}


def swap_view(state: GameState, context: PageContext, given: Mapping[str, str], errors: Sequence[str] = ()) -> View:
    """Values for `rulings/entry.html`: two seats are swapped; `seat` of the query is one of them.

    Each pair says which sides it makes and what they have, each hand what becomes of figures.
    """
    bidders = state.setup.rules.seating.bidders
    pairs = [(one, other) for one in bidders for other in bidders if one < other]
    named = given.get("seat", "")
    if named in [str(seat) for seat in bidders]:
        pairs = [pair for pair in pairs if named in (str(pair[0]), str(pair[1]))]
    last = len(state.board.hands) + (1 if state.board.outcome is None else 0)
    firsts = [1] if last == 1 else [1, last]
    asked = [
        field(
            "segments", "seats", _("Which two?"), given.get("seats", ""), choices=[_pair(state, pair) for pair in pairs]
        )
        | {"errors": list(errors)}
    ]
    if last > 1:
        hands = [_from_hand(state, number) for number in firsts]
        asked.append(field("segments", "hand", _("From which hand?"), given.get("hand", 1), choices=hands))
    subtitle = _("Bids, tricks and points stay with the seats")
    return _entry(state, context, _("Swap seats"), subtitle, _("Swap"), asked, [])


def _pair(state: GameState, pair: tuple[Seat, Seat]) -> View:
    """Two players to swap, and the sides with their totals once they have."""
    setup, board = state.setup, state.board
    one, other = pair
    label = listed([setup.player_at(one), setup.player_at(other)])
    value = f"{one}-{other}"
    if setup.rules.seating.side_of[one] == setup.rules.seating.side_of[other]:
        return {"value": value, "label": label, "help": _("Partners: the sides stay as they are.")}
    last = len(board.hands) + (1 if board.outcome is None else 0)
    try:
        after = state.apply(SeatsSwapped(seq=state.seq + 1, hand=last, seats=pair))
    except InvalidInput as error:
        return {"value": value, "label": label, "help": sentence(fault_text(error.fault))}
    unit = setup.rules.scoring.unit
    totals = [
        spaced(name, format_points(score.total, unit))
        for name, score in zip(after.setup.names, board.scores, strict=True)
    ]
    return {"value": value, "label": label, "help": _("Then: {sides}.", sides=with_commas(totals))}


def _from_hand(state: GameState, number: int) -> View:
    """A hand to swap from, and what that does to the hands before it."""
    if number == 1:
        text = _("The names were wrong. The figures of all hands go to the other player.")
        return {"value": 1, "label": _("From the first hand"), "help": text}
    text = _("They changed places. The figures of the hands before stay theirs.")
    return {"value": number, "label": _("From hand {number} on", number=number), "help": text}


def _entry(
    state: GameState,
    context: PageContext,
    heading: str,
    subtitle: str,
    button: str,
    fields: list[View],
    notes: list[str],
) -> View:
    return {
        "heading": heading,
        "subtitle": subtitle,
        "button": button,
        "fields": fields,
        "notes": notes,
        "hidden": {"seq": state.seq, "entry_id": context.new_id()},
        "roster": [],
    }
