"""The table of pages has every page of the app."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scorekeeper import create_app
from scorekeeper.storage.setup import close_storage
from tests.access.roles import PAGES
from tests.screens.camera import IN_README, LOOKS
from tests.screens.states import STATES
from tests.served import CHECKOUT

NO_PAGES = {
    "static": "files",
    "health.alive": "a word for probes",
    "health.ready": "a word for probes",
    "latest_api.documentation": "a redirect",
    "events.index": "JSON",
    "live.live": "a stream",
    "live.version": "a number",
    "metrics.show": "figures for Prometheus",
    "nights.show": "the page of the last night, for another one",
    "settling.night": "the page of the running balance, for a night",
    "damaged.record": "a file",
    "settling.export": "a file",
    "settling.export_night": "a file",
    "settling.export_season": "a file",
    "settling.season": "the page of the running balance, for a season",
    "nights.hands": "a list like that of a player's figure, for a night",
    "nights.svg": "a picture",
    "podium.svg": "a picture",
    "public.version": "a number",
    "podium.png": "a picture",
    "nights.png": "a picture",
    "years.png": "a picture",
    "years.latest": "a redirect",
    "pen.holder": "a number",
    "published_keys.index": "keys",
    "result_card.svg": "a picture",
    "result_card.png": "a picture",
    "games.begin": "JSON",
    "offline.begin": "empty until a phone draws a new game on it",
    "offline.game": "empty until a phone draws a game on it",
    "offline.worker": "a script",
    "quick.blank": "JSON",
    "custom_games.export": "a file",
    "rules.of_game": "a redirect",
    "custom_games.moved": "a redirect",
    "secure.certificate": "a file",
    "exports.game_file": "a file",
    "exports.table_file": "a file",
    "exports.progress": "a number",
    "calendars.own": "a file",
    "calendars.public": "a file",
    "tournament_files.matches": "a file",
    "tournament_files.standings": "a file",
    "tournament_files.with_games": "a file",
    "tournament_live.stream": "a stream",
    "tournament_live.version": "a number",
    "tournaments.show": "a redirect",
    "tables.moved": "the address of a page that moved",
}


def test_every_page_is_in_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    app = create_app()
    read = {rule.endpoint for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())}
    close_storage(app)
    missing = (read & set(PAGES)) - {state.endpoint for state in STATES} - set(NO_PAGES)
    assert not missing, f"add a line for each of {sorted(missing)} to tests/screens/states.py"


def test_names_of_states_are_unique() -> None:
    names = [state.name for state in STATES]
    assert len(names) == len(set(names))


def test_every_page_has_a_picture() -> None:
    missing = {state.endpoint for state in STATES} - {state.endpoint for state in STATES if state.pictured}
    assert not missing, f"say `pictured` for one state of each of {sorted(missing)}"


def test_the_pictures_of_the_readme_are_screens() -> None:
    drawn = {f"{state.name}-{size}-{theme}.png" for state in STATES if state.pictured for size, theme in LOOKS}
    shown = set(re.findall(r'src="docs/screens/([^"]+)"', (CHECKOUT / "README.md").read_text("utf-8")))
    assert shown == {picture.name for picture in IN_README.glob("*.png")} <= drawn
