"""How a game ended: in one line, as a heading, and as the sentences below it; and why one goes on past a limit."""

from collections.abc import Sequence

from scorekeeper.core.rules.endings import HIGHER_CONTRACT, LEVEL_OVERTRICKS, TOO_EARLY, Outcome
from scorekeeper.core.rules.scoreboard import Scoreboard
from scorekeeper.core.rules.seating import Side
from scorekeeper.core.words.language import (
    fill,
    full_stop,
    in_sentences,
    listed,
    minus,
    spaced,
    translate as _,
    translate_plural as _n,
    with_commas,
    with_note,
)
from scorekeeper.core.words.vocabulary import POINTS, counted, format_points, total_text


def outcome_text(
    outcome: Outcome, names: Sequence[str], totals: Sequence[int], overtricks: Sequence[int], unit: str = POINTS
) -> str:
    """Who won and why, in one line: `Ann won 512–486`."""
    winners = listed([names[side] for side in outcome.winners])
    order = _best_first(outcome.winners, totals)
    if outcome.decided_by == "outright":
        return _("{winners} won outright in hand {hand}", winners=winners, hand=outcome.hand)
    if outcome.decided_by == "shared":
        return _ended(
            outcome,
            names,
            _("{winners} share the win at {total}", winners=winners, total=format_points(totals[order[0]], unit)),
        )
    if outcome.decided_by == "fewest-overtricks":
        return _(
            "{winners} won at {total} on fewest overtricks, {overtricks}",
            winners=winners,
            total=format_points(totals[order[0]], unit),
            overtricks=score_text(_of_those_level(outcome, order, totals, overtricks)),
        )
    score = score_text([totals[side] for side in order], unit)
    won = _("{winners} won {score}", winners=winners, score=score)
    if outcome.decided_by == HIGHER_CONTRACT:
        won = _("{won} with the higher bid", won=won)
    return _ended(outcome, names, won)


def score_text(totals: Sequence[int], unit: str = POINTS) -> str:
    """Scores as in a result: `512–486`; with one below zero `512 to −20`."""
    message = _("{before} to {next}") if any(figure < 0 for figure in totals) else "{before}–{next}"
    score = minus(total_text(totals[0], unit))
    for figure in totals[1:]:
        score = fill(message, {"before": score, "next": minus(total_text(figure, unit))})
    return score


def _ended(outcome: Outcome, names: Sequence[str], won: str) -> str:
    """Who won, and how the game ended if nobody reached the target."""
    if outcome.ended_by == "hands":
        return _n(outcome.hand, "{won} after 1 hand", "{won} after {count} hands", won=won)
    if outcome.ended_by == "floor":
        return _("{won}; a side fell to {points}", won=won, points=outcome.figure)
    if outcome.ended_by == "sets":
        if not outcome.figure:
            return _("{won}; a side took too few tricks in the first hand", won=won)
        return _("{won}; a side was set {sets} times", won=won, sets=outcome.figure)
    if outcome.ended_by == "target":
        return won
    if outcome.ended_by == "time":
        return _n(
            outcome.figure,
            "{won}; time was called after 1 minute",
            "{won}; time was called after {count} minutes",
            won=won,
        )
    return _stopped(outcome, names, won)


def _stopped(outcome: Outcome, names: Sequence[str], won: str) -> str:
    """Who won, and who ended the game: the table, a concession or a ruling."""
    if outcome.ended_by == "forfeit" and outcome.forfeit is not None:
        return _("{won}; a ruling cost {name} the game", won=won, name=names[outcome.forfeit])
    if outcome.forfeit is None:
        return _n(
            outcome.hand,
            "{won}; the table stopped after 1 hand",
            "{won}; the table stopped after {count} hands",
            won=won,
        )
    return _n(
        outcome.hand,
        "{won}; {name} conceded after 1 hand",
        "{won}; {name} conceded after {count} hands",
        won=won,
        name=names[outcome.forfeit],
    )


def outcome_heading(outcome: Outcome, names: Sequence[str], plays_alone: bool) -> str:
    """Who won and by what, as a heading: `Ben & Dee win on fewest overtricks`."""
    winners = listed([names[side] for side in outcome.winners])
    count = 1 if plays_alone and len(outcome.winners) == 1 else 2
    if outcome.decided_by == "shared":
        return _("{winners} share the win", winners=winners)
    if outcome.decided_by == "outright":
        return _n(count, "{winners} wins outright", "{winners} win outright", winners=winners)
    if outcome.decided_by == "fewest-overtricks":
        return _n(count, "{winners} wins on fewest overtricks", "{winners} win on fewest overtricks", winners=winners)
    if outcome.decided_by == HIGHER_CONTRACT:
        return _n(count, "{winners} wins with the higher bid", "{winners} win with the higher bid", winners=winners)
    return _n(count, "{winners} wins", "{winners} win", winners=winners)


def headline(
    outcome: Outcome, names: Sequence[str], totals: Sequence[int], plays_alone: bool, unit: str = POINTS
) -> str:
    """The heading of the last page: between two sides with the score, `Ann & Cal win 520–322`."""
    heading = outcome_heading(outcome, names, plays_alone)
    if len(totals) != 2 or outcome.decided_by != "highest":
        return heading
    score = score_text([totals[side] for side in _best_first(outcome.winners, totals)], unit)
    return spaced(heading, score)


def would_end(board: Scoreboard, names: Sequence[str], plays_alone: bool) -> str:
    """What is not saved yet and ends the game: `This ends the game: Ann & Cal win 520–322`.

    With the reason where a side has more points than the winners.
    """
    outcome = board.outcome
    assert outcome is not None
    totals = [score.total for score in board.scores]
    ending = headline(outcome, names, totals, plays_alone, board.rules.scoring.unit)
    words = _("This ends the game: {ending}", ending=ending)
    if outcome.decided_by == "outright" or max(totals) == totals[outcome.winners[0]]:
        return words
    why = (
        [_("The higher bid of hand {hand} decides", hand=outcome.hand)] if outcome.decided_by == HIGHER_CONTRACT else []
    )
    return in_sentences([words, _cause(board, outcome, names, plays_alone), *why])


def goes_on_text(board: Scoreboard, names: Sequence[str], number: int) -> str:
    """Why the game goes on after a hand that reaches a limit: `502 all: another hand decides`; else empty."""
    end = board.open_end(number)
    if end is None:
        return ""
    if end.decided_by == TOO_EARLY:
        return _("Hand {number} is the first that can end the game", number=board.rules.scoring.least_hands)
    score = board.hands[number - 1].sides[end.winners[0]].score
    total = format_points(score.total, board.rules.scoring.unit)
    is_all = len(end.winners) == len(names)
    tied = listed([names[side] for side in end.winners])
    level = _("{total} all", total=total) if is_all else _("{names} level at {total}", names=tied, total=total)
    if end.decided_by == LEVEL_OVERTRICKS:
        overtricks = counted(score.overtricks, board.rules.scoring.overtrick_word)
        level = _("{level}, {overtricks} each", level=level, overtricks=overtricks)
    return _("{level}: another hand decides", level=level)


def open_words(board: Scoreboard, names: Sequence[str]) -> str:
    """What a hand is played for after a limit was reached: `Tied at 502. This hand decides.`; else empty."""
    end = board.open_end(len(board.hands)) if board.hands else None
    if end is None:
        return ""
    if end.decided_by == TOO_EARLY:
        return _("Ends with hand {number} at the earliest.", number=board.rules.scoring.least_hands)
    total = format_points(board.scores[end.winners[0]].total, board.rules.scoring.unit)
    if len(end.winners) == len(names):
        return _("Tied at {total}. This hand decides.", total=total)
    tied = listed([names[side] for side in end.winners])
    return _("{names} tied at {total}. This hand decides.", names=tied, total=total)


def end_reasons(board: Scoreboard, names: Sequence[str], plays_alone: bool) -> list[str]:
    """Why the game is over, and what decided it: the sentences below a heading that has the score if two sides play."""
    outcome, scoring = board.outcome, board.rules.scoring
    assert outcome is not None
    totals = [score.total for score in board.scores]
    why: list[str] = []
    if len(totals) > 2 or outcome.decided_by not in ("highest", "outright"):
        why.append(full_stop(score_text([totals[side] for side in _best_first(outcome.winners, totals)], scoring.unit)))
    before = _open_before(board, outcome)
    if before and outcome.ended_by == "time":
        why.append(full_stop(_cause(board, outcome, names, plays_alone)))
    why.append(full_stop(before or _cause(board, outcome, names, plays_alone)))
    if outcome.decided_by == "outright":
        return why
    if outcome.reason:
        why.append(_("Reason: {reason}.", reason=outcome.reason))
    if outcome.decided_by == "fewest-overtricks":
        overtricks = [score.overtricks for score in board.scores]
        level = _of_those_level(outcome, _best_first(outcome.winners, totals), totals, overtricks)
        bags, counts = scoring.overtrick_word == "bag", score_text(level)
        why.append(_("Bags in the game {counts}.", counts=counts) if bags else _("Overtricks {counts}.", counts=counts))
    if outcome.decided_by == HIGHER_CONTRACT:
        why.append(_("The higher bid of hand {hand} decided it.", hand=outcome.hand))
    return why


def _open_before(board: Scoreboard, outcome: Outcome) -> str:
    """Which limit was reached before the hand that ended the game: `Tied at 502 after hand 8; hand 9 decided`."""
    if outcome.ended_by in ("outright", "closed", "forfeit"):
        return ""
    ends = [end for end in (board.open_end(hand.number) for hand in board.hands if hand.number < outcome.hand) if end]
    ties = [end for end in ends if end.decided_by != TOO_EARLY]
    if len(ties) > 1:
        hands = listed([str(end.hand) for end in ties])
        return _("Tied after hands {hands}; hand {number} decided", hands=hands, number=outcome.hand)
    if ties:
        total = board.hands[ties[0].hand - 1].sides[ties[0].winners[0]].score.total
        return _(
            "Tied at {total} after hand {hand}; hand {number} decided",
            total=format_points(total, board.rules.scoring.unit),
            hand=ties[0].hand,
            number=outcome.hand,
        )
    if ends and ends[-1].hand == outcome.hand - 1:
        return _("Hand {number} was the first that could end the game", number=outcome.hand)
    return ""


def _cause(board: Scoreboard, outcome: Outcome, names: Sequence[str], plays_alone: bool) -> str:
    """What ended the game, and by which rule if several sides were past its limit."""
    if outcome.decided_by == "outright":
        return _("A bid that wins whatever the totals was made in hand {hand}", hand=outcome.hand)
    if outcome.ended_by == "time":
        return _n(outcome.figure, "Time was called after 1 minute", "Time was called after {count} minutes")
    if outcome.ended_by == "hands":
        return _("Hand {hand} was the last", hand=outcome.hand)
    if outcome.ended_by == "forfeit" and outcome.forfeit is not None:
        return _("A ruling cost {name} the game", name=names[outcome.forfeit])
    if outcome.forfeit is not None:
        name = names[outcome.forfeit]
        return _n(outcome.hand, "{name} conceded after 1 hand", "{name} conceded after {count} hands", name=name)
    if outcome.ended_by == "closed":
        return _n(outcome.hand, "The table stopped after 1 hand", "The table stopped after {count} hands")
    past = [side for side in board.rules.seating.sides if _is_past(board, outcome, side)]
    words = _past_limit(board, outcome, [names[side] for side in past], plays_alone)
    if outcome.decided_by == "highest" and len(past) > 1 and outcome.winners[0] in past:
        return in_sentences([words, _("The highest total wins")])
    return words


def _is_past(board: Scoreboard, outcome: Outcome, side: Side) -> bool:
    """Whether this side is past the limit that ended the game."""
    score = board.scores[side]
    if outcome.ended_by == "sets":
        return score.lost
    return score.total >= outcome.figure if outcome.ended_by == "target" else score.total <= outcome.figure


def _past_limit(board: Scoreboard, outcome: Outcome, past: Sequence[str], plays_alone: bool) -> str:
    """Which sides are past the limit that ended the game."""
    who, count = listed(past), 1 if plays_alone and len(past) == 1 else 2
    if len(past) == len(board.scores) == 2:
        who = _("Both sides")
    limit = minus(total_text(outcome.figure, board.rules.scoring.unit))
    if outcome.ended_by == "target":
        if len(past) == 1:
            return _("Reached {points} by hand {hand}", points=limit, hand=outcome.hand)
        return _("{names} reached {points} in hand {hand}", names=who, points=limit, hand=outcome.hand)
    if outcome.ended_by == "floor":
        return _("{names} fell to {points} or below in hand {hand}", names=who, points=limit, hand=outcome.hand)
    if outcome.figure:
        return often_set(who, outcome.figure, count)
    return _("{names} took too few tricks in the first hand", names=who)


def often_set(name: str, times: int, count: int) -> str:
    """What cost a side the game: `Ben & Dee were set 3 times`; `count` is 1 for one player alone."""
    if times == 2:
        return _n(count, "{name} was set twice", "{name} were set twice", name=name)
    return _n(count, "{name} was set {times} times", "{name} were set {times} times", name=name, times=times)


def result_text(
    outcome: Outcome, names: Sequence[str], totals: Sequence[int], overtricks: Sequence[int], unit: str = POINTS
) -> str:
    """The result to send: `Ann & Cal beat Ben & Dee 520–322 (8 hands)`, `Dee won with 520, Ann 322 …`."""
    if outcome.decided_by != "highest":
        return outcome_text(outcome, names, totals, overtricks, unit)
    first, *others = _best_first(outcome.winners, totals)
    if len(others) == 1:
        score = score_text([totals[first], totals[others[0]]], unit)
        won = _("{winners} beat {losers} {score}", winners=names[first], losers=names[others[0]], score=score)
    else:
        won = _("{winners} won with {total}", winners=names[first], total=format_points(totals[first], unit))
        rest = [spaced(names[side], format_points(totals[side], unit)) for side in others]
        won = with_commas([won, *rest])
    if outcome.ended_by in ("target", "hands"):
        return with_note(won, counted(outcome.hand, "hand"))
    return _ended(outcome, names, won)


def against_text(outcome: Outcome, names: Sequence[str], minutes: int) -> str:
    """Below the winner's name: `Against Ben & Dee, in 9 hands and 1 h 14`; without minutes only the hands."""
    hands = counted(outcome.hand, "hand")
    time = _("{hands} and {duration}", hands=hands, duration=duration_text(minutes)) if minutes else hands
    if outcome.ended_by == "forfeit" and outcome.forfeit is not None:
        return _("A ruling cost {name} the game after {time}", name=names[outcome.forfeit], time=time)
    if outcome.forfeit is not None:
        return _("{name} conceded after {time}", name=names[outcome.forfeit], time=time)
    stopped = outcome.ended_by == "closed"
    if outcome.decided_by == "shared":
        tied = listed([names[side] for side in outcome.winners])
        return (
            _("{names}, stopped after {time}", names=tied, time=time)
            if stopped
            else _("{names}, in {time}", names=tied, time=time)
        )
    if len(names) == 2:
        losers = names[1 - outcome.winners[0]]
        return (
            _("Against {losers}, stopped after {time}", losers=losers, time=time)
            if stopped
            else _("Against {losers}, in {time}", losers=losers, time=time)
        )
    return _("Stopped after {time}", time=time) if stopped else _("In {time}", time=time)


def duration_text(minutes: int) -> str:
    """How long a game took: `48 min`, `1 h 12`."""
    if minutes < 60:
        return _("{minutes} min", minutes=minutes)
    rest = minutes % 60
    return _("{hours} h {minutes}", hours=minutes // 60, minutes=f"0{rest}" if rest < 10 else rest)


def _of_those_level(
    outcome: Outcome, order: Sequence[int], totals: Sequence[int], overtricks: Sequence[int]
) -> list[int]:
    """The overtricks of the sides tied at the top, fewest first."""
    return sorted(overtricks[side] for side in order if totals[side] == totals[outcome.winners[0]])


def _best_first(winners: Sequence[Side], totals: Sequence[int]) -> list[int]:
    return sorted(range(len(totals)), key=lambda side: (side not in winners, -totals[side]))
