"""Why something was refused, in one line: the place, what is wrong, what to do."""

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.inputs import file_faults as faults
from scorekeeper.core.words.faults import HANDS, RULES
from scorekeeper.core.words.file_refusals import FILES
from scorekeeper.core.words.inputs import INPUTS
from scorekeeper.core.words.objections import objection_text
from scorekeeper.core.words.outcomes import outcome_text
from scorekeeper.core.words.plain import says


def _ended(fault: faults.GameOver) -> str:
    return outcome_text(fault.outcome, fault.names, fault.totals, fault.overtricks, fault.unit)


def _objected(fault: faults.Objected) -> str:
    words = "; ".join([objection_text(objection, fault.names) for objection in fault.objections])
    return f"{words}; record it as overruled where the table allows it"


GAME = dict(
    [
        says(faults.RECORDED_ALREADY, lambda _: "it is recorded already, to change it correct it"),
        says(faults.RECORDED_SINCE, lambda _: "it was recorded again since, so the first cannot come back"),
        says(faults.NOT_RECORDED_YET, lambda _: "it is not recorded yet, only a recorded hand can be corrected"),
        says(
            faults.GAME_IS_OVER,
            lambda fault: f"the game is over: {_ended(fault)}; undo or correct a hand, or start a rematch",
        ),
        says(faults.STOPPED_TOO_LATE, lambda fault: f"the game is over already: {_ended(fault)}"),
        says(
            faults.NOTHING_TO_REOPEN,
            lambda _: "the table has not stopped this game, there is nothing to reopen",
        ),
        says(faults.ANOTHER_HAND_IS_NEXT, lambda fault: f"the next hand of this game is {fault.hand}"),
        says(faults.HAND_BEFORE_IT, lambda fault: f"hand {fault.hand} comes before it"),
        says(
            faults.NOT_TO_SIGN_YET,
            lambda fault: f"hand {fault.hand} is not recorded, this game has {fault.other}",
        ),
        says(faults.NOT_TO_SIT_YET, lambda fault: f"hand is {fault.hand}, it can be 1 to {fault.other}"),
        says(
            faults.NO_SUCH_ENTRY,
            lambda fault: f"there is no entry {fault.entry}, the last one is {fault.last}",
        ),
        says(faults.TAKEN_BACK_ALREADY, lambda fault: f"entry {fault.entry} is taken back already"),
        says(faults.NAME_IS_ERASED, lambda fault: f"entry {fault.entry} erased a name, which cannot be undone"),
        says(faults.ENTRY_STARTS_GAME, lambda _: "entry 1 starts the game, it is not taken back"),
        says(
            faults.HAND_STANDS_ON_IT,
            lambda fault: f"hand {fault.other} stands on hand {fault.hand}, correct hand {fault.hand} instead",
        ),
        says(faults.NO_REASON, lambda _: "a correction has no reason, say why in a few words"),
        says(faults.NOTHING_TO_UNDO, lambda _: "nothing was recorded yet, there is nothing to undo"),
        says(faults.NOTHING_TO_REDO, lambda _: "nothing was undone, or something was recorded since"),
        says(faults.NOT_OVER_YET, lambda _: "this game is not over yet, finish it or close it first"),
        says(
            faults.TOO_MANY_EVENTS,
            lambda fault: f"the game has {fault.last:,} entries, as many as a game may have; close it",
        ),
        says(faults.TOO_MANY_PHONES, lambda _: "too many phones write at once, try again"),
        says(faults.OBJECTED, _objected),
        says(faults.NO_SUCH_KEY, lambda _: "That was no bid of this game: tap one of the keys"),
        says(faults.WHO_GIVES_UP, lambda _: "Say who gives up"),
        says(faults.WHO_GETS_UP, lambda _: "Say who gets up"),
        says(faults.WHO_SITS_DOWN, lambda _: "Who sits down? Give a name"),
        says(faults.NOT_AGREED_POINTS, lambda _: "Give a whole number that is not 0, such as -30"),
        says(faults.POINTS_FOR_WHAT, lambda _: "Say what for, such as “talking across the table”"),
        says(faults.SET_BY_SERVER, lambda fault: f"{fault.name} is written by the server, leave it out"),
        says(
            faults.SIDE_CODE_NEEDED,
            lambda _: (
                "This phone is watching. To confirm for your side, scan the code that the scorekeeper’s phone "
                "shows for it"
            ),
        ),
        says(
            faults.SIGNED_ELSEWHERE,
            lambda fault: f"This phone signs for {fault.name}. To sign for {fault.other} too, tick that you share it",
        ),
        says(
            faults.JUST_SIGNED_ELSEWHERE,
            lambda _: "This phone just signed for the other side. Look at the sheet, then sign",
        ),
    ]
)


SENTENCES = INPUTS | GAME | FILES | RULES


def refusal_text(fault: InvalidInput) -> str:
    """One line: `hand 3, Ann: took 14 tricks, a hand of this game has 0 to 13`."""
    return ": ".join([*fault.path.parts, refusal_words(fault)])


def refusal_words(fault: InvalidInput) -> str:
    """What is wrong, and what would be right, without saying where."""
    if fault.code in HANDS:
        return ", ".join(HANDS[fault.code](fault.figures))
    return str(SENTENCES[fault.code](fault.figures))


def error_text(error: Exception) -> str:
    """One line for any error: an `InvalidInput` is put in words, another error says by itself what is wrong."""
    return refusal_text(error) if isinstance(error, InvalidInput) else str(error)
