"""Why something was refused, in one line: the place, what is wrong, what to do."""

from scorekeeper.core.inputs import FieldPath, InvalidInput
from scorekeeper.core.inputs import file_faults as faults
from scorekeeper.core.inputs.fields import Step
from scorekeeper.core.words.faults import HANDS
from scorekeeper.core.words.file_refusals import FILES
from scorekeeper.core.words.inputs import INPUTS
from scorekeeper.core.words.language import in_sentences, number_text, translatable
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.objections import objection_text
from scorekeeper.core.words.outcomes import outcome_text
from scorekeeper.core.words.rule_faults import RULES
from scorekeeper.core.words.vocabulary import bid_in_text, placed, says


def _ended(fault: faults.GameOver) -> str:
    return outcome_text(fault.outcome, fault.names, fault.totals, fault.overtricks, fault.unit)


def _objected(fault: faults.Objected) -> str:
    objections = in_sentences([objection_text(objection, fault.names) for objection in fault.objections])
    return _("{objections}. Record it as overruled if the table allows it", objections=objections)


GAME = dict(
    [
        says(faults.RECORDED_ALREADY, lambda fault: _("It is already recorded; correct it to change it")),
        says(faults.RECORDED_SINCE, lambda fault: _("It was recorded again since; the first cannot come back")),
        says(faults.NOT_RECORDED_YET, lambda fault: _("It is not recorded yet; only a recorded hand can be corrected")),
        says(
            faults.GAME_IS_OVER,
            lambda fault: _(
                "The game is over. {ending}. Undo or correct a hand, or start a rematch", ending=_ended(fault)
            ),
        ),
        says(faults.STOPPED_TOO_LATE, lambda fault: _("The game is already over. {ending}", ending=_ended(fault))),
        says(faults.NOTHING_TO_REOPEN, lambda fault: _("Nobody ended this game early; there is nothing to resume")),
        says(faults.ANOTHER_HAND_IS_NEXT, lambda fault: _("The next hand is {hand}", hand=fault.hand)),
        says(faults.HAND_BEFORE_IT, lambda fault: _("Hand {hand} comes before it", hand=fault.hand)),
        says(
            faults.NOT_TO_SIGN_YET,
            lambda fault: _("Hand {hand} is not recorded; the last one is {last}", hand=fault.hand, last=fault.other),
        ),
        says(
            faults.NOT_TO_SIT_YET,
            lambda fault: _("The hand is {hand}; it can be 1 to {last}", hand=fault.hand, last=fault.other),
        ),
        says(
            faults.NO_SUCH_ENTRY,
            lambda fault: _("There is no entry {entry}; the last one is {last}", entry=fault.entry, last=fault.last),
        ),
        says(faults.TAKEN_BACK_ALREADY, lambda fault: _("Entry {entry} is already undone", entry=fault.entry)),
        says(
            faults.NAME_IS_ERASED,
            lambda fault: _("Entry {entry} erased a name; that cannot be undone", entry=fault.entry),
        ),
        says(faults.ENTRY_STARTS_GAME, lambda fault: _("Entry 1 starts the game; it cannot be undone")),
        says(
            faults.HAND_PLAYED_AFTER,
            lambda fault: _(
                "Hand {other} was played after hand {hand}; correct hand {hand} instead",
                other=fault.other,
                hand=fault.hand,
            ),
        ),
        says(faults.HAS_HANDS, lambda fault: _("Only a game without hands can be deleted; end this one instead")),
        says(faults.NO_REASON, lambda fault: _("The correction has no reason; add one in a few words")),
        says(faults.NOTHING_TO_UNDO, lambda fault: _("Nothing to undo; nothing is recorded yet")),
        says(
            faults.NOTHING_TO_REDO,
            lambda fault: _("Nothing to redo; nothing was undone, or something was recorded since"),
        ),
        says(faults.NOT_OVER_YET, lambda fault: _("This game is not over; finish it or end it first")),
        says(
            faults.TOO_MANY_EVENTS,
            lambda fault: _(
                "The game has {entries} entries, the most a game can have; end it", entries=number_text(fault.last)
            ),
        ),
        says(faults.TOO_MANY_PHONES, lambda fault: _("Too many phones save at once; try again")),
        says(faults.OBJECTED, _objected),
        says(
            faults.BID_SINCE,
            lambda other: _("{name} bid {bid} on another phone", name=other.player, bid=bid_in_text(other.bid)),
        ),
        says(faults.BIDDING_IS_OVER, lambda fault: _("All bids are in; ask the scorekeeper to fix yours")),
        says(faults.NO_SUCH_KEY, lambda fault: _("This game has no such bid; tap one of the keys")),
        says(faults.WHO_GIVES_UP, lambda fault: _("Choose the side that concedes")),
        says(faults.WHO_GETS_UP, lambda fault: _("Choose who is leaving")),
        says(faults.WHO_SITS_DOWN, lambda fault: _("Give the name of the substitute")),
        says(faults.NOT_AGREED_POINTS, lambda fault: _("Give a whole number other than 0, such as −30")),
        says(
            faults.NOT_AGREED_TENTHS,
            lambda fault: _("Give a number other than 0 with one decimal at most, such as −1.5"),
        ),
        says(faults.POINTS_FOR_WHAT, lambda fault: _("Say what for, such as “talking across the table”")),
        says(faults.SET_BY_SERVER, lambda fault: _("The server writes {name}; leave it out", name=fault.name)),
        says(
            faults.SIDE_CODE_NEEDED,
            lambda fault: _(
                "This phone is watching. To confirm for your side, scan the code that the scorekeeper’s phone "
                "shows for it"
            ),
        ),
        says(
            faults.SIGNED_ELSEWHERE,
            lambda fault: _(
                "This phone confirms for {name}. To confirm for {other} too, tick that you share it",
                name=fault.name,
                other=fault.other,
            ),
        ),
        says(
            faults.JUST_SIGNED_ELSEWHERE,
            lambda fault: _("This phone just confirmed for the other side. Look at the sheet, then confirm"),
        ),
    ]
)


SENTENCES = INPUTS | GAME | FILES | RULES


PLACES = {
    "hand": translatable("hand {number}"),
    "line": translatable("line {number}"),
    "entry": translatable("entry {number}"),
    "deal": translatable("deal {number}"),
    "game": translatable("game {number}"),
    "score line": translatable("score line {number}"),
    "side": translatable("side {number}"),
    "seat": translatable("seat {number}"),
    "limit": translatable("limit {number}"),
    "agreed line": translatable("agreed line {number}"),
    "number": translatable("number {number}"),
}
"""The words for numbered places; other places are keys of a file, or names."""


def refusal_text(fault: InvalidInput) -> str:
    """One line: `Took 14 tricks; a hand of this game has 0 to 13 (hand 3, Ann)`."""
    return placed(refusal_words(fault), path_words(fault.path))


def path_words(path: FieldPath) -> list[str]:
    """The place, from the largest part to the smallest: `games/000001.json`, `line 20`."""
    return [step_words(step) for step in (*path.outside, *path.steps)]


def step_words(step: Step) -> str:
    """One place: `hand 3`."""
    if step.number and step.name in PLACES:
        return _(PLACES[step.name], number=step.number)
    return step.words


def refusal_words(fault: InvalidInput) -> str:
    """What is wrong, and what would be right, without the place."""
    return sentence_of(fault.code, fault.figures)


def sentence_of(code: str, figures: object) -> str:
    """The sentence of a code, with the figures that belong to it."""
    return HANDS[code](figures) if code in HANDS else SENTENCES[code](figures)


def error_text(error: Exception) -> str:
    """One line for any error: an `InvalidInput` gets its sentence, another error has its own text."""
    return refusal_text(error) if isinstance(error, InvalidInput) else str(error)
