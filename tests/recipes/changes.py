"""The small changes that the recipes promise: one of each kind, the way a developer would make it."""

from __future__ import annotations

from tests.recipes.copies import CHECKOUT, Recipe, in_file, with_import, with_item

CLUB_OPTIONS, STANDARD = (f"scorekeeper/core/rulesets/{name}.py" for name in ("_club_options", "_standard"))
LINE_WORDS, RULE_WORDS = (f"scorekeeper/core/words/{name}.py" for name in ("lines", "rules"))
FIRST_OPTION = in_file(CLUB_OPTIONS, r"^    return \((?:\n.*)*?,\n(?=        OVERTRICK)")
LAST_STEP = in_file(STANDARD, r"^    return \(\*steps, .*\n")

SNAP = '''
"""Snap Spades: two players, five tricks, seven points a trick."""

from scorekeeper.core.rules.calls import Aim, CountedOver, Call
from scorekeeper.core.rules.deal import hand_rules
from scorekeeper.core.rules.endings import PLAY_ON, Ranking, Target
from scorekeeper.core.rules.ruleset import Option
from scorekeeper.core.rules.ruleset import ScoringRules, RuleSet
from scorekeeper.core.rules.seating import Shape, seating
from scorekeeper.core.rules.steps import Contracts

GOAL = Option(
    "target",
    "Goal",
    "This many points win.",
    70,
    low=50,
    high=10_000,
    sentence="Play to {value}",
    question="When is the game over?",
    examples=("two-at-target",),
)


def scoring(shape, options):
    calls = [Call(str(n), Aim.AT_LEAST, n, 7 * n, -7 * n, counted_over=CountedOver.SIDE) for n in range(1, 6)]
    endings = (Target(options["target"], Ranking(PLAY_ON)),)
    hand = hand_rules(calls)
    return ScoringRules(seating(shape, tricks=5), (hand,), (Contracts(),), endings, target=options["target"])


RULES = RuleSet(
    key="snap",
    name="Snap Spades",
    source="Made up for a test",
    idea="Two players share five tricks. A bid is worth seven a trick. That is all.",
    shapes=(Shape(2),),
    options=lambda shape: (GOAL,),
    scoring=scoring,
    order=5,
)
'''

RULE_SET = Recipe(
    "A rule set",
    new={"scorekeeper/core/rulesets/snap.py": SNAP},
    pins={
        "test_menu_of_rule_sets": "tests/core/rulesets/test_options.py",
        "test_each_rule_set_has_two_games": "tests/games/",
        "test_each_option_matters_in_two_games_of_each_rule_set": "tests.draw_games KEY",
        "test_sentences_match_the_approved_file": "make sentences",
    },
)

HOUSE_RULE = Recipe(
    "A house rule",
    new={
        "scorekeeper/core/rules/clean_hands.py": '''"""A bonus for a hand without bags."""

from dataclasses import dataclass

from scorekeeper.core.rules.lines import Code, RuleText, rule_text_of
from scorekeeper.core.rules.scoring import Scoring


@dataclass(frozen=True, slots=True)
class CleanLine:
    """What the side bid."""

    bid: int


@dataclass(frozen=True, slots=True)
class CleanHand:
    """A side that makes all that it bid, and takes no bag, scores `points` more."""

    points: int

    def score(self, hand: Scoring) -> None:
        for side in hand.seating.sides:
            made = [contract.made for contract in hand.contracts[side]]
            if made and all(made) and not hand.overtricks(side):
                hand.add(side, self.points, CLEAN, CleanLine(hand.tricks_bid(side)), "clean-hand")

    def rule_texts(self) -> tuple[RuleText, ...]:
        return (rule_text_of("clean-hand", CLEAN_HANDS, self),)


CLEAN = Code("clean-hand", CleanLine)
CLEAN_HANDS = Code("clean-hand", CleanHand)
''',
    },
    more={
        CLUB_OPTIONS: """

CLEAN_HAND = Option(
    "clean_hand",
    "A hand without bags",
    "What a side scores more that makes its bid without a bag. 0: nothing.",
    0,
    low=0,
    high=20,
    sentence="A hand without bags scores {value} more",
    question="We made it without a bag: is there more?",
    examples=("to-the-trick",),
)
""",
    },
    edits={
        CLUB_OPTIONS: [(FIRST_OPTION, f"{FIRST_OPTION}        CLEAN_HAND,\n")],
        STANDARD: [
            with_import(STANDARD, "from scorekeeper.core.rules.clean_hands import CleanHand"),
            (
                LAST_STEP,
                f"""    if options.get("clean_hand"):
        steps.append(CleanHand(whole(options["clean_hand"])))
{LAST_STEP}""",
            ),
        ],
        LINE_WORDS: [
            with_import(LINE_WORDS, "from scorekeeper.core.rules.clean_hands import CLEAN"),
            (
                "LINES = dict(\n    [\n",
                'LINES = dict(\n    [\n        text_for(CLEAN, lambda line: _("{bid} without bags", bid=line.bid)),\n',
            ),
        ],
        RULE_WORDS: [
            with_import(RULE_WORDS, "from scorekeeper.core.rules.clean_hands import CLEAN_HANDS"),
            (
                "text_for(SET_BY_THE_TRICK, ",
                """text_for(
                CLEAN_HANDS,
                lambda step: _("A bid made without a bag scores {points} more.", points=step.points),
            ),
            text_for(SET_BY_THE_TRICK, """,
            ),
        ],
    },
    pins={
        "test_every_house_rule_of_the_standard_family_is_named": "docs/command-line.md",
        "test_both_scorers_agree_on_any_game": "tests/second_scorer.py",
        "test_each_option_matters_in_two_games_of_each_rule_set": "tests/games/house_rules.jsonl",
        "test_pages_match_the_approved_file": "make sentences",
        "test_text_matches_the_approved_one": "make sentences",
        "test_exports_are_in_utc_wherever_the_server_is": "make sentences",
        "test_every_code_has_a_sentence_in_the_file": "tests/core/words/sentences/",
        "test_every_ruling_has_a_sentence_in_the_file": "tests/core/words/sentences/",
    },
)

PAGE = Recipe(
    "A page",
    new={
        "scorekeeper/web/weather/__init__.py": '''"""The weather at the table."""

from flask import Blueprint, render_template

from scorekeeper.access import ANYONE

pages = Blueprint("weather", __name__, url_prefix="/rules/weather")


@pages.get("", role=ANYONE)
def show() -> str:
    return render_template("weather/show.html", sky="clear")
''',
        "templates/weather/show.html": """{%- extends "base.html" -%}
{% block title %}Weather{% endblock %}
{% block heading %}Weather{% endblock %}
{% block content %}<p>The sky is {{ sky }}.</p>{% endblock %}
""",
    },
    edits={
        "scorekeeper/web/__init__.py": [
            ("    tables,\n)", "    tables,\n    weather,\n)"),
            ("BLUEPRINTS = (\n", "BLUEPRINTS = (\n    weather.pages,\n"),
        ],
    },
    pins={
        "test_routes_have_the_pinned_roles": "tests/access/roles.py",
        "test_every_page_is_in_the_table": "tests/screens/states.py",
    },
)

NOTCHES = '''
"""Notches: a line a game, its sheet behind a sign of its own."""

import json

from scorekeeper.core.sheet import read_sheet, sheet_json
from scorekeeper.formats.games import ImportedGame
from scorekeeper.formats.files import Format, Reader
from scorekeeper.formats.text_file import text_lines

SIGN = b"NOTCHES "


def write(export):
    for game in export.games:
        yield SIGN + json.dumps(sheet_json(game.sheet)).encode() + b"\\n"


def read(file, budget):
    for number, line in enumerate(text_lines(file), start=1):
        yield ImportedGame(f"game {number}", read_sheet(json.loads(line.removeprefix(SIGN.decode()))))


FORMAT = Format(
    key="notches",
    name="Notches",
    note="Cut into a stick",
    suffix=".notch",
    media_type="text/x-notches",
    order=55,
    write_game=write,
    write_table=write,
    reader=Reader("a stick with notches", lambda start: start.startswith(SIGN), read),
)
'''

EXPORT_FORMAT = Recipe(
    "An export format",
    new={"scorekeeper/formats/files/notches.py": NOTCHES},
    pins={"test_text_matches_the_approved_one": "make sentences"},
)

VERSIONS = CHECKOUT / "scorekeeper/migrations/versions"
LATEST = max(path.name[:4] for path in VERSIONS.glob("[0-9]*.py"))

FIGURES = "scorekeeper/core/game/player_stats.py"
STATISTIC = Recipe(
    "A statistic",
    edits={
        FIGURES: [
            ("    overtricks: int = 0\n", "    overtricks: int = 0\n    loose: int = 0\n"),
            with_item(FIGURES, "LABELS", '"loose": "Hands with bags"'),
            ("    sums.hands += 1\n", "    sums.hands += 1\n    sums.loose += int(scored.overtricks > 0)\n"),
        ],
        "scorekeeper/rooms/club/storage/models.py": [
            (
                "    side_blind_made: Mapped[int]\n",
                """    side_blind_made: Mapped[int]
    loose: Mapped[int] = mapped_column(server_default="0")
""",
            ),
        ],
    },
    new={
        "scorekeeper/migrations/versions/9999_loose.py": f'''"""Hands with bags; the next start fills them in."""

import sqlalchemy as sa
from alembic import op

revision, down_revision, branch_labels, depends_on = "9999", "{LATEST}", None, None


def upgrade() -> None:
    for table in ("together", "tally", "result"):
        op.execute(f"DELETE FROM {{table}}")
    for table in ("together", "tally", "result"):
        op.add_column(table, sa.Column("loose", sa.Integer(), nullable=False, server_default="0"))
''',
    },
)

WORDING = ('_("{winners} won {score}"', '_("{winners} took it {score}"')
SENTENCE = Recipe(
    "A sentence about a game",
    edits={"scorekeeper/core/words/outcomes.py": [WORDING]},
    pins={
        "test_sentences_match_the_approved_file": "make sentences",
        "test_20_hurricane_after_three_hands": "quote",
        "test_end_names_the_sets_that_lost_even_if_a_made_hand_came_after_them": "quote",
        "test_evil_may_be_played_to_its_last_hand": "quote",
        "test_hurricane_tied_after_three_hands_plays_another": "quote",
    },
)


def file_with(text: str) -> str:
    """The one module with this text, below the checkout."""
    (found,) = [path for path in (CHECKOUT / "scorekeeper").rglob("*.py") if text in path.read_text("utf-8")]
    return found.relative_to(CHECKOUT).as_posix()


EVENTS, EVENT_JSON, STATE = (f"scorekeeper/core/game/{name}.py" for name in ("events", "event_json", "state"))
EVENT_WORDS = file_with("HandRecorded.kind: lambda")
IMPORT = "from scorekeeper.core.game.events import RemarkMade"

SHORTEST_READER = in_file(EVENT_JSON, r"^def _reopen\((?:.*\n)+?    return .*\n")
READER = (
    SHORTEST_READER.replace("_reopen", "_remark")
    .replace('("reason",)', '("reason", "text")')
    .replace("GameReopened(", 'RemarkMade(text=FieldPath.to("remark").text(parts.get("text"), "text"), ')
)

EVENT = Recipe(
    "A kind of event",
    more={
        EVENTS: '''

@dataclass(frozen=True, slots=True, kw_only=True)
class RemarkMade(Event):
    """Somebody said something that is worth keeping."""

    kind: ClassVar[str] = "remark"
    text: str
''',
    },
    edits={
        EVENT_JSON: [
            with_import(EVENT_JSON, IMPORT),
            with_item(EVENT_JSON, "READERS", '"remark": _remark'),
            with_item(EVENT_JSON, "WRITERS", '"remark": lambda event, _head: {"text": event.text}'),
            ("READERS: dict[", f"{READER}\n\nREADERS: dict["),
        ],
        STATE: [
            with_import(STATE, IMPORT),
            (
                "    @property\n    def undo(self)",
                '''    @property
    def remarks(self) -> tuple[str, ...]:
        """What was said, and not taken back."""
        return tuple(event.text for event in in_force(self.events) if isinstance(event, RemarkMade))

    @property
    def undo(self)''',
            ),
        ],
        EVENT_WORDS: [
            with_import(EVENT_WORDS, IMPORT),
            with_item(EVENT_WORDS, "UNDONE", 'RemarkMade.kind: lambda event, _head: "a remark"'),
            with_item(EVENT_WORDS, "WORDS", 'RemarkMade.kind: lambda event, _head: f"a remark: {event.text}"'),
        ],
        "scorekeeper/api/schemas.py": [
            (
                '        "EntryReopen":',
                '        "EntryRemark": _entry("remark", {"text": text}),\n        "EntryReopen":',
            ),
        ],
    },
    pins={
        "test_every_kind_survives_storage": "tests/core/game/test_event_json.py",
        "test_every_key_of_an_export_and_of_an_entry_is_named": "docs/record.md",
    },
)

API_CALL = Recipe(
    "An API call",
    more={
        "scorekeeper/api/rule_sets.py": """

@call("GET /rules/<key>/idea", ANYONE, refused=(404,))
def idea(key: str) -> Annotated[Json, {"type": "object"}]:
    \"\"\"Read what a rule set is about

    As on its page.

    200: Its idea.
    \"\"\"
    return {"idea": rule_set(key).idea}
""",
    },
    pins={
        "test_routes_have_the_pinned_roles": "tests/access/roles.py",
        "test_every_call_is_listed_with_its_role": "docs/api.md",
        "test_every_call_has_an_example_that_is_as_described": "tests/api/answers.py",
        "test_every_property_is_described": "api/words.py",
    },
)

RECIPES = (RULE_SET, HOUSE_RULE, STATISTIC, EXPORT_FORMAT, PAGE, SENTENCE, EVENT, API_CALL)
