"""How a game ended: in one line, as a heading, and as the sentences below it."""

from collections.abc import Sequence

from scorekeeper.core.rules.endings import Outcome
from scorekeeper.core.rules.seating import Side
from scorekeeper.core.words.language import fill, listed, minus, spaced, with_commas, with_note
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.language import translate_plural as _n
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
    return _ended(outcome, names, _("{winners} won {score}", winners=winners, score=score))


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


def would_end(
    outcome: Outcome, names: Sequence[str], totals: Sequence[int], plays_alone: bool, unit: str = POINTS
) -> str:
    """What is not saved yet and ends the game: `This ends the game: Ann & Cal win 520–322`."""
    return _("This ends the game: {ending}", ending=headline(outcome, names, totals, plays_alone, unit))


def reached(outcome: Outcome, unit: str = POINTS) -> str:
    """Why the game is over, where a target ended it: `Reached 500 by hand 12.`"""
    return _("Reached {points} by hand {hand}.", points=minus(total_text(outcome.figure, unit)), hand=outcome.hand)


def often_set(name: str, times: int, plays_alone: bool) -> str:
    """What cost a side the game: `Ben & Dee were set 3 times.`"""
    count = 1 if plays_alone else 2
    if times == 2:
        return _n(count, "{name} was set twice.", "{name} were set twice.", name=name)
    return _n(count, "{name} was set {times} times.", "{name} were set {times} times.", name=name, times=times)


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


def outcome_why(
    outcome: Outcome,
    names: Sequence[str],
    totals: Sequence[int],
    overtricks: Sequence[int],
    word: str,
    unit: str = POINTS,
) -> list[str]:
    """The sentences below the heading."""
    order = _best_first(outcome.winners, totals)
    score = score_text([totals[side] for side in order], unit)
    if outcome.decided_by == "outright":
        return [
            _("A bid that wins the game was made in hand {hand}.", hand=outcome.hand),
            _("Totals {score}.", score=score),
        ]
    why = [_how_it_ended(outcome, names, score)]
    if outcome.reason:
        why.append(_("Reason: {reason}.", reason=outcome.reason))
    if outcome.decided_by == "fewest-overtricks":
        counts = score_text(_of_those_level(outcome, order, totals, overtricks))
        bags = word == "bag"
        why.append(_("Bags in the game {counts}.", counts=counts) if bags else _("Overtricks {counts}.", counts=counts))
    return why


def _how_it_ended(outcome: Outcome, names: Sequence[str], score: str) -> str:
    if outcome.ended_by == "floor":
        return _(
            "{score}. A side was at {points} or below after hand {hand}.",
            score=score,
            points=outcome.figure,
            hand=outcome.hand,
        )
    if outcome.ended_by == "sets":
        ended = _n(outcome.hand, "{score} in 1 hand.", "{score} in {count} hands.", score=score)
        lost = _("A side took too few tricks in the first hand.")
        if outcome.figure:
            lost = _("A side was set {sets} times.", sets=outcome.figure)
        return spaced(ended, lost)
    if outcome.ended_by == "time":
        ended = _n(outcome.hand, "{score} in 1 hand.", "{score} in {count} hands.", score=score)
        called = _n(outcome.figure, "Time was called after 1 minute.", "Time was called after {count} minutes.")
        return spaced(ended, called)
    if outcome.ended_by == "forfeit" and outcome.forfeit is not None:
        ended = _n(outcome.hand, "{score} in 1 hand.", "{score} in {count} hands.", score=score)
        lost = _("A ruling cost {name} the game.", name=names[outcome.forfeit])
        return spaced(ended, lost)
    if outcome.ended_by != "closed":
        return _n(outcome.hand, "{score} in 1 hand.", "{score} in {count} hands.", score=score)
    if outcome.forfeit is None:
        return _n(
            outcome.hand,
            "{score}. The table stopped after 1 hand.",
            "{score}. The table stopped after {count} hands.",
            score=score,
        )
    return _n(
        outcome.hand,
        "{score}. {name} conceded after 1 hand.",
        "{score}. {name} conceded after {count} hands.",
        score=score,
        name=names[outcome.forfeit],
    )


def _of_those_level(
    outcome: Outcome, order: Sequence[int], totals: Sequence[int], overtricks: Sequence[int]
) -> list[int]:
    """The overtricks of the sides tied at the top, fewest first."""
    return sorted(overtricks[side] for side in order if totals[side] == totals[outcome.winners[0]])


def _best_first(winners: Sequence[Side], totals: Sequence[int]) -> list[int]:
    return sorted(range(len(totals)), key=lambda side: (side not in winners, -totals[side]))
