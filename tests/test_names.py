"""One word for each thing: the names and the phrases that were replaced do not come back.

A name is looked for as a whole identifier of Python, a phrase in everything that is written for people.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator, Set
from functools import cache
from pathlib import Path

from tests.mutants import reasons, unknown_names
from tests.rooms import all_there
from tests.served import CHECKOUT

NAMES = {
    "what a game is after its events": "Course Courses COURSES",
    "one thing that was written": "Entered Proposed NewEntry",
    "a game as a file tells it": "Told told Telling telling said SaidGame KeptGame KeptTable KeptNight",
    "the log of a game, and past games": "Wanted",
    "a score": "Standing standing_seq standing_at standing_json",
    "a link that lets a device in": "Way ways_in standing_way is_standing WaysIn",
    "taking away access": "PutOut put_out PUT_OUT",
    "who may do what": "let_through may_found founding",
    "bidding again": "Later",
    "a failed nil": "Spill is_zero",
    "bad input": "BadSheet Where",
    "imports and exports": "taking_in take_in secrets_kept look_at as_written",
    "writing": "inserting restreak sum_people_anew sum_table_anew BEGIN_ANEW anew",
    "limits of bidding": "Check Limit bidding_checks",
    "rules": "Chosen ZERO_BESIDE BESIDE_NUMBER all_stand AllStandForm",
    "drawn hands": "DrawnHands",
    "custom games": "MOST_NIGHTS night_id",
    "requests that come in": "Arriving CannotArrive CountedBodies",
    "connections": "FOR_HEAD FOR_BODY FOR_NEXT FOR_LEAVING FOR_READING SLOWEST_READING",
    "storage": "in_our_words refuse_to_lose",
    "events, posted and stored": "EntryForm entry_json entry_line entry_stream entry_text count_entries read_entries",
    "backups": "put_back",
    "splits of tricks": "ways_to_take ways_of_sides ways_of_table",
    "undo": "taken_back HAND_STANDS_ON_IT",
    "agreed lines": "keep_agreed_lines",
    "verification": "KeptState Witness NO_SEAL as_kept kept_as seal_line",
    "a paper audit": "slip_words",
    "players": "Person persons PersonErased",
    "possible ends": "GOES_ON PERFECT_RUN_GOES_ON",
    "the context of a page": "Place TablePlace GamePlace",
    "the cursor of a list": "place_text numbered_place",
    "params of a code, statistics of a player": "Figures figures_of figures_by_name figures_on hand_figures",
    "a line of the rules page": "Ruling ruling_of ruling_text",
    "who makes an event, and what makes a file": "Writer this_writer",
    "keys that are trusted": "NOTHING_KNOWN",
    "a bid that differs": "OtherBid OtherCount",
    "a game's setup": "Head SideHead read_head rematch_head",
    "how a kind of hand is bid": "Deal standard_deal deal_of may_answer_for_both",
    "whose turn it is, and the lock": "turn_of",
    "limits of time and number": "PATIENCE AT_ONCE A_PAGE GAMES_A_PAGE HANDS_A_PAGE TRIES",
    "how a game is scored": "Play standard_play AsPrinted Answers Floor Heard is_idle idle_when after_parts",
    "what a file claims": "Due",
    "a wait in a browser that takes a promise for true: `until`": "wait_for_function",
    "choices of a bid": "Offer offer_of INSISTS before_looking absent_words",
    "totals of players": "Together Tally Met",
    "erasing": "Wording Written",
    "a game that was loaded": "GameOnTable game_on_table on_table",
    "access": "spend spend_after household BesideEvents Unchanged say_whose glance",
    "values of forms": "AName Takes",
    "exports": "Texts Levels Checked",
    "tests": "how_many_examples one_app OneApp one_instance",
}
OF_THE_API = {"a custom game": "scripted scripted_game scripted_games"}
"""What only the API, old migrations and addresses still say: in code it has one word too."""
API = ("scorekeeper/api/", "scorekeeper/migrations/", "tests/api/")
ADDRESSES = ("scorekeeper/web/custom_games/at_table.py", "scorekeeper/web/games/__init__.py")
"""Which have `?scripted=`."""
MODULES = """
    absent anew arriving because bodies courses described drawn draws ends entered how_many import_states
    inserting one_app played proving reaching seal secrets_kept secure sitting sums taking_in telling told
"""
SCRIPT_NAMES = ("wishes", "stumble", "leftOver", "lifted", "voice")

PHRASES = """
    Go on with hand|As the device ·|Start another table|Keep score at the card table|The table is set
    Bring games in|How many sit down|Who sits where|gets up|change places|names must be told apart
    Deal the first hand|for this side|The first one stands here|the table allowed it:|if the table insists
    It was written wrong|may lower from|All stand ·|Taken back:|Back again:|Nothing is lost:|Send now
    Theirs, it stands|Yours is right|Theirs is right|wrote something in between|The game as a picture
    Does it count?|Stop the game here|the last bus|taken up again|sign here|sealed with the sheet|Sign again
    Something is wrong|Dispute it|Save the picture|every number below|See what it changes|Save the correction
    like anything else|Somebody else sits down|Who gets up|All at once?|a card lay open|stands in the history
    whoever holds this link|Show a code to type|Hand it over|has the pen. What|Put out|Lets in for
    out when it ends|End a whole role|the table reads out|no such code now|no longer in|took it off
    Take it with you|comes back in, and can be|for people; comes back in|To paste into a chat|Bring it in
    what would come in|no file that Scorekeeper knows|Is this sheet right|Nothing that you give
    They part in|parts here|the paper goes from|One person, two names|Make them one|tall and filled
    Brought back:|Bring it back|Write a night|Go on to its deals|What its bids are held to
    nothing here for this device|Keep the table http|That look was too long ago|Nothing came in|This game is not here
    did not arrive whole|front hand, beside the number|reached 500 in this hand|hangs on who takes
    was reached in hand|breaks the seal|is scored anew|is not as it was exported|in the file, the record gives
    kept on this server|As kept|A stranger’s key|Blind nil before looking|Scripted night|is objected to
    came in, |put aside|say --force|what was kept was|gave up after|Bags for a penalty|Behind for a blind call
    made exactly, reach|New or more?|More books in other hands|Count in statistics|Presets and lines of|Save lines
    is scored all the same|Before looking|amper-evident|re-imported|_("Receipt|You can reverse this|Spastic
    hours more|fix it.|Skip to the page|needs a side {|kept on the standard table|pinned to those
"""
EVERYWHERE = ("anew", "so many", "is told", "are told", "held against")
"""What nobody would say aloud, also in comments."""

SOURCES = [*sorted((CHECKOUT / "scorekeeper").rglob("*.py")), *sorted((CHECKOUT / "tests").rglob("*.py"))]
TEXTS = [
    *sorted((CHECKOUT / "scorekeeper").rglob("*.py")),
    *sorted((CHECKOUT / "scorekeeper" / "static" / "js").rglob("*.js")),
    *sorted((CHECKOUT / "templates").rglob("*.*")),
    *sorted((CHECKOUT / "docs").glob("*.md")),
    CHECKOUT / "README.md",
]
OLD = CHECKOUT / "tests" / "golden"  # files of released versions
HERE = Path(__file__)


REPLACED = {name for names in NAMES.values() for name in names.split()}


def identifiers(path: Path, wanted: Set[str]) -> set[str]:
    """Which of these names a module has: most have none in their text, and are quickly read."""
    source = path.read_text("utf-8")
    if wanted.isdisjoint(re.findall(r"\w+", source)):
        return set()
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return {token.string for token in tokens if token.type == tokenize.NAME and token.string in wanted}


def ours(paths: list[Path]) -> Iterator[Path]:
    return (path for path in paths if path != HERE and OLD not in path.parents)


def test_no_code_has_a_replaced_name() -> None:
    concepts = {name: concept for concept, names in NAMES.items() for name in names.split()}
    subset = CHECKOUT / "tests" / "core" / "python_subset.py"  # names the syntax of Python
    found = [
        (str(path.relative_to(CHECKOUT)), name, concepts[name])
        for path in ours(SOURCES)
        if path != subset
        for name in identifiers(path, REPLACED)
    ]
    assert found == []


def test_only_the_api_says_its_older_words() -> None:
    wanted = {name for names in OF_THE_API.values() for name in names.split()}
    found = {str(path.relative_to(CHECKOUT)) for path in ours(SOURCES) if identifiers(path, wanted)}
    assert [path for path in sorted(found) if not path.startswith((*API, *ADDRESSES))] == []


def test_limits_begin_with_max() -> None:
    limits = re.compile(r"^_?(?:MOST|LONGEST|LARGEST)_\w+(?=: int\b|: float\b| = [\d(])", re.MULTILINE)
    found = {str(path): limits.findall(path.read_text("utf-8")) for path in ours(SOURCES)}
    assert {name: names for name, names in found.items() if names} == {}


def test_no_module_has_a_replaced_name() -> None:
    assert [path.name for path in ours(SOURCES) if path.stem in MODULES.split()] == []


def test_no_script_has_a_replaced_name() -> None:
    scripts = sorted((CHECKOUT / "scorekeeper" / "static" / "js").rglob("*.js"))
    comment = re.compile(r"//[^\n]*|/\*\*.*?\*/", re.DOTALL)
    code = {path.name: comment.sub("", path.read_text("utf-8")) for path in scripts}
    pattern = re.compile(rf"\b({'|'.join(SCRIPT_NAMES)})\b")
    assert {name: found for name, text in code.items() if (found := pattern.findall(text))} == {}


def test_no_replaced_phrase_is_in_code_templates_or_documents() -> None:
    phrases = [phrase.strip() for line in PHRASES.strip().split("\n") for phrase in line.split("|")]
    found = [
        (str(path.relative_to(CHECKOUT)), phrase)
        for path in ours(TEXTS)
        for phrase in phrases
        if phrase in (text := one_line(path)) or phrase.capitalize() in text
    ]
    assert found == []


def test_no_text_has_a_stilted_phrase() -> None:
    stilted = re.compile(rf"\b({'|'.join(EVERYWHERE)})\b", re.IGNORECASE)
    found = {path: stilted.findall(one_line(path)) for path in ours(sorted({*SOURCES, *TEXTS}))}
    assert {str(path.relative_to(CHECKOUT)): phrases for path, phrases in found.items() if phrases} == {}


@cache
def one_line(path: Path) -> str:
    """The text of a file without line breaks, including those inside strings."""
    return re.sub(r"\s+", " ", re.sub(r'"\s*\n\s*"', "", path.read_text("utf-8", "replace")))


def test_reasons_for_mutants_name_functions_that_exist() -> None:
    if all_there():
        assert unknown_names(reasons()) == []
    moved = [{"mutants": ["storage.sums.add_to_sums: *", "storage.events.bids_wait: *"]}]
    assert unknown_names(moved) == ["storage.sums.add_to_sums: *"]
