"""Which examples a game's rules card works out: made and set, each special call, what many hands add up to, the end."""

from collections.abc import Iterator

from scorekeeper.examples.ends import end_examples
from scorekeeper.examples.hands import OURS, Example, Ours, empty_board, numbers, record, shown, told
from scorekeeper.examples.runs import run_examples
from scorekeeper.rules.calls import Aim, Answers, Call
from scorekeeper.rules.pot import Pot
from scorekeeper.rules.ruleset import HouseRules
from scorekeeper.words.plain import call_word, joined

USUAL_BID = 5


def worked_examples(rules: HouseRules) -> list[Example]:
    """Every kind of thing that can happen under exactly these rules, once."""
    if any(isinstance(step, Pot) for step in rules.play.steps):
        return [*_pot_examples(rules), *end_examples(rules)]
    singles = [*_number_examples(rules), *_zero_examples(rules), *_first_examples(rules), *_dear_examples(rules)]
    return [*singles, *run_examples(rules), *end_examples(rules)]


def usual(rules: HouseRules) -> Call:
    """The number that is nearest to a usual bid."""
    return min(numbers(rules), key=lambda call: abs(call.tricks - USUAL_BID))


def _example(rules: HouseRules, title: str, ours: Ours) -> list[Example]:
    """The example; none where a hand of this game has too few tricks for it."""
    if ours.tricks > rules.seating.tricks or not all(_is_bid(rules, bid) for bid in ours.bids):
        return []
    board = empty_board(rules).after(record(rules, ours))
    return [Example(title, told(rules, ours), (shown(board, OURS),))]


def _is_bid(rules: HouseRules, bid: tuple[str, ...]) -> bool:
    return all(code in rules.deal_of(1).by_code for code in bid)


def _bids(rules: HouseRules, call: Call) -> tuple[tuple[str, ...], ...]:
    """The call as our side bids it: partners share a number."""
    if len(rules.seating.bidders_of(OURS)) == 1:
        return ((call.code,),)
    low = call.tricks // 2
    return ((str(call.tricks - low),), (str(low),))


def _number_examples(rules: HouseRules) -> Iterator[Example]:
    call = usual(rules)
    bids = _bids(rules, call)
    yield from _example(rules, "Made to the trick", Ours(bids, call.tricks))
    if call.overtricks:
        yield from _example(rules, "Made, with two to spare", Ours(bids, call.tricks + 2))
    if call.aim is Aim.AT_MOST:
        yield from _example(rules, "Two tricks fewer", Ours(bids, call.tricks - 2))
        yield from _example(rules, "One trick too many", Ours(bids, call.tricks + 1))
    else:
        yield from _example(rules, "Set, one trick short", Ours(bids, call.tricks - 1))
    exact = [other for other in numbers(rules) if other.aim is Aim.EXACTLY]
    if exact:
        yield from _example(rules, "Exact, and made", Ours(_bids(rules, exact[-1]), exact[-1].tricks))
        yield from _example(rules, "Exact, and one too many", Ours(_bids(rules, exact[-1]), exact[-1].tricks + 1))


def _zero_examples(rules: HouseRules) -> Iterator[Example]:
    """Each promise to take nothing, kept and broken."""
    seen = set()
    for call in rules.deal_of(1).calls:
        kind = (call.reason, call.rule)
        if call.is_zero and kind not in seen:
            seen.add(kind)
            name = call.code if call.is_number else call.reason
            word = call_word(name)
            yield from _example(rules, f"{word}, made", _zero(rules, call, 0))
            yield from _example(rules, f"{word}, failed", _zero(rules, call, 2))


def _zero(rules: HouseRules, call: Call, took: int) -> Ours:
    number = usual(rules)
    if call.answers is Answers.HAND:
        seats = tuple(took if hand == call.hand else number.tricks for hand in range(len(rules.seating.hand_names)))
        return Ours(((number.code, call.code),), sum(seats), seats)
    if len(rules.seating.bidders_of(OURS)) == 1:
        return Ours(((call.code,),), took)
    return Ours(((call.code,), (number.code,)), took + number.tricks, (took, number.tricks))


def _first_examples(rules: HouseRules) -> Iterator[Example]:
    """Each call of first tricks, made and missed, beside a number."""
    number = usual(rules)
    for call in rules.deal_of(1).calls:
        if call.aim is Aim.FIRST:
            tricks = max(number.tricks, call.tricks)
            bids = ((number.code, call.code),)
            made, missed = Ours(bids, tricks, made=(call.code,)), Ours(bids, number.tricks)
            word = call_word(call.code)
            yield from _example(rules, f"{word}, made: the first {call.tricks} tricks", made)
            yield from _example(rules, f"{word}, missed", missed)


def _dear_examples(rules: HouseRules) -> Iterator[Example]:
    """A blind number, and a call that wins the game."""
    calls = [call for call in rules.deal_of(1).calls if call.is_number and call.tricks]
    blind = next((call for call in calls if call.blind and call.tricks >= USUAL_BID), None)
    if blind is not None:
        word = call_word(blind.code)
        yield from _example(rules, f"{word}, made", Ours(((blind.code,),), blind.tricks))
        over = blind.aim is Aim.EXACTLY
        off = blind.tricks + 1 if over else blind.tricks - 1
        yield from _example(rules, f"{word}, one trick too {'many' if over else 'few'}", Ours(((blind.code,),), off))
    wins = next((call for call in calls if call.wins), None)
    if wins is not None:
        ours = Ours(((wins.code,),), wins.tricks)
        board = empty_board(rules).after(record(rules, ours))
        yield Example(
            "An automatic win", told(rules, ours), (shown(board, OURS),), "The game is over, and this side won."
        )


def _pot_examples(rules: HouseRules) -> Iterator[Example]:
    """A pot that is won, and one that is shared, for all sides."""
    tricks, others = rules.seating.tricks, len(rules.seating.sides) - 2
    level = tricks // 3 + 1
    bid = (str(level - 1),)
    for title, first, second in (("The pot, won", level + 2, level - 1), ("The pot, shared", level, level)):
        left = tricks - first - second
        took = (first, second, *(left // others + (place < left % others) for place in range(others)))
        board = empty_board(rules).after(record(rules, Ours((bid,), first), bid, took=took))
        words = f"Everyone bids {bid[0]}; they take {joined([str(count) for count in took])}."
        yield Example(title, words, tuple(shown(board, side) for side in rules.seating.sides))
