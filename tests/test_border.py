"""A room deleted leaves no word behind: outside its folders its words stand only where this list says, and why."""

from __future__ import annotations

import re
from collections import Counter

from tests.each_case import each_case
from tests.nearest import CHECKOUT, git

OUTSIDE = re.compile(r"(?!.*/(?:rooms|migrations|translations)/).*\.(?:py|js|ts|css|html)")
"""Migrations are one history, translations one catalogue."""

WORDS = {
    "tournaments": re.compile("tournament", re.IGNORECASE),
    "club": re.compile(r"season|settling|leaderboard|\brat(?:ed|ings?)\b|\bpayments?\b|\bstakes\b", re.IGNORECASE),
}

POT, PUBLIC, HELP, ADDRESS, COLUMN, FILES = (
    "the pot of a game for chips, or what is at stake in a hand",
    "a key, a parameter or a sentence of the API or of a file, the same for ever",
    "the help of a command or a setting, or a sentence on a page of the table",
    "an address that a phone knows, and a key of the notice on its pad",
    "a column of the table's rows, which stays when the room is gone",
    "the README of a table's ZIP",
)
FOUND = "which rooms come with the program, and their packages"

ALLOWED = {
    "tournaments": {
        "scorekeeper/api/rule_sets.py": (1, PUBLIC),
        "scorekeeper/api/sharing.py": (1, PUBLIC),
        "scorekeeper/api/transfer.py": (1, PUBLIC),
        "scorekeeper/cli/demo.py": (1, HELP),
        "scorekeeper/cli/tables.py": (1, HELP),
        "scorekeeper/core/rules/presets.py": (1, "the preset of that name"),
        "scorekeeper/core/words/rulesets.py": (1, "the preset of that name"),
        "scorekeeper/extras.py": (1, FOUND),
        "scorekeeper/formats/schema/__init__.py": (1, PUBLIC),
        "scorekeeper/formats/table_zip.py": (1, PUBLIC),
        "scorekeeper/found_rooms.py": (1, FOUND),
        "scorekeeper/server/declared_settings.py": (1, HELP),
        "scorekeeper/storage/members.py": (1, COLUMN),
        "scorekeeper/storage/models.py": (2, COLUMN),
    },
    "club": {
        "scorekeeper/api/games.py": (3, PUBLIC),
        "scorekeeper/api/tables.py": (1, PUBLIC),
        "scorekeeper/api/words.py": (1, PUBLIC),
        "scorekeeper/cli/demo.py": (1, HELP),
        "scorekeeper/cli/transfer.py": (1, HELP),
        "scorekeeper/core/analysis/changes.py": (2, POT),
        "scorekeeper/core/pages/bidding/__init__.py": (3, POT),
        "scorekeeper/core/pages/counting/__init__.py": (2, POT),
        "scorekeeper/core/pages/looking_up/explanations.py": (2, POT),
        "scorekeeper/core/rules/pot.py": (4, POT),
        "scorekeeper/core/rulesets/custom_game.py": (1, POT),
        "scorekeeper/core/rulesets/evil.py": (1, POT),
        "scorekeeper/core/rulesets/gambling.py": (3, POT),
        "scorekeeper/formats/table_zip.py": (1, FILES),
        "scorekeeper/server/headers.py": (1, "a permission of browsers"),
        "scorekeeper/storage/models.py": (2, COLUMN),
        "scorekeeper/web/played/__init__.py": (3, ADDRESS),
        "scorekeeper/web/tables/__init__.py": (1, HELP),
        "templates/games/show.html": (2, POT),
        "templates/games/why/hand.html": (2, POT),
        "templates/macros/played.html": (3, POT),
        "templates/tables/settings.html": (5, HELP),
    },
}
"""For each room: the files outside it that have its words, on how many lines, and why. A line less is welcome."""


@each_case("room", list(WORDS))
def test_words_of_a_room_stand_outside_it_only_where_the_list_says(room: str) -> None:
    files = [name for name in git("ls-files", "scorekeeper", "templates") if OUTSIDE.fullmatch(name)]
    assert len(files) > 500
    found = Counter[str]()
    for name in files:
        lines = (CHECKOUT / name).read_text("utf-8").splitlines() if (CHECKOUT / name).is_file() else []
        found[name] = sum(bool(WORDS[room].search(line)) for line in lines)
    assert {name: lines for name, lines in found.items() if lines} == {
        name: lines for name, (lines, _why) in ALLOWED[room].items()
    }
