"""The small changes that the recipes promise: one of each kind, the way a developer would make it."""

from __future__ import annotations

from tests.recipes.copies import CHECKOUT, Recipe, in_file, with_import, with_item

HOUSE_RULE = Recipe(
    "a house rule",
    edits={
        "scorekeeper/core/rules/steps.py": [
            ("    points: int = 1\n", "    points: int = 1\n    each: int = 1\n"),
            ("self.points * contract.overtricks, code", "self.points * self.each * contract.overtricks, code"),
        ],
        "scorekeeper/core/rulesets/two_player.py": [
            (
                "from scorekeeper.core.rules.ruleset import DefaultReading, Option, Options, RuleSet, ScoringRules\n",
                (
                    "from dataclasses import replace\n\n"
                    "from scorekeeper.core.rules.ruleset import "
                    "DefaultReading, Option, Options, RuleSet, ScoringRules\n"
                    "from scorekeeper.core.rules.steps import Overtricks\n"
                ),
            ),
            (
                "    return standard_scoring(seating(shape, tricks=13), options)\n",
                (
                    "    found = standard_scoring(seating(shape, tricks=13), options)\n"
                    "    steps = (replace(s, each=options['bag_points']) if isinstance(s, Overtricks) else s "
                    "for s in found.steps)\n"
                    "    return replace(found, steps=tuple(steps))\n"
                ),
            ),
            (
                "    return without_a_deal(standard_options(shape))\n",
                (
                    "    return (\n        *without_a_deal(standard_options(shape)),\n"
                    '        Option("bag_points", "Points a bag", "What each bag scores.", 1, low=0, high=5),\n    )\n'
                ),
            ),
        ],
    },
)

PAGE = Recipe(
    "a page",
    new={
        "scorekeeper/web/weather/__init__.py": '''"""The weather at the table."""

from flask import Blueprint, render_template

from scorekeeper.access import ANYONE

pages = Blueprint("weather", __name__, url_prefix="/weather")


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
)

VERSIONS = CHECKOUT / "scorekeeper/migrations/versions"
LATEST = max(path.name[:4] for path in VERSIONS.glob("[0-9]*.py"))

FIGURES = "scorekeeper/core/game/player_stats.py"
STATISTIC = Recipe(
    "a statistic",
    edits={
        FIGURES: [
            ("    overtricks: int = 0\n", "    overtricks: int = 0\n    loose: int = 0\n"),
            with_item(FIGURES, "LABELS", '"loose": "Hands with bags"'),
            ("    sums.hands += 1\n", "    sums.hands += 1\n    sums.loose += int(scored.overtricks > 0)\n"),
        ],
        "scorekeeper/storage/models.py": [
            ("    solo_overtricks: Mapped[int]\n", "    solo_overtricks: Mapped[int]\n    loose: Mapped[int]\n"),
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
    for table in ("tally", "result"):
        op.add_column(table, sa.Column("loose", sa.Integer(), nullable=False, server_default="0"))
''',
    },
)

WORDING = ('_("{winners} won {score}"', '_("{winners} took it {score}"')
SENTENCE = Recipe("a sentence about a game", edits={"scorekeeper/core/words/outcomes.py": [WORDING]})


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
    "a kind of event",
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
            with_item(EVENT_WORDS, "WORDS", 'RemarkMade.kind: lambda event, _head: f"a remark: {event.text}"'),
        ],
        "scorekeeper/api/schemas.py": [
            (
                '        "EntryReopen":',
                '        "EntryRemark": _entry("remark", {"text": text}),\n        "EntryReopen":',
            ),
        ],
    },
)

API_CALL = Recipe(
    "an API call",
    more={
        "scorekeeper/api/rule_sets.py": """

@calls.get(
    "/rules/<key>/idea",
    endpoint="idea",
    role=ANYONE,
    operation=Operation("Read what a rule set is about", {200: ("Its idea.", {"type": "object"})}, (404,)),
)
def idea(key: str) -> Json:
    return {"idea": rule_set(key).idea}
""",
    },
)

RECIPES = (HOUSE_RULE, PAGE, STATISTIC, SENTENCE, EVENT, API_CALL)
