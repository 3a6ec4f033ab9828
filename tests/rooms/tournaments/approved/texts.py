"""All pages of three small tournaments as text, in a file of this folder. `make sentences` writes it.

One goes on by wins and has a bye each round; one is a knockout; in one, partners change. The director and a player
open what links lead to, in the middle of the second round and, in the knockout, at the end.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask import Flask

from tests.rooms.tournaments.conftest import fall_alike
from tests.rooms.tournaments.hall import EIGHT, Hall
from tests.web.walk import Walk, at_midday, of_a_new_app

FILE = Path(__file__).with_name("tournaments.txt")

LINKS = 3
"""Pages that this many links lead to, each with one word of a query at most."""
OF_TOURNAMENTS = re.compile(
    r"/(tables/[\w-]{22}/tournaments/presets|tournaments/[\w-]{22})\b(?!.*&)(?!.*(\.(csv|svg|png|zip)|/games/|/live|/version))"
)


def text_of(app: Flask) -> str:
    """The whole file."""
    with pytest.MonkeyPatch.context() as monkeypatch, at_midday(app):
        fall_alike(monkeypatch)
        walk = Walk()
        go_on_by_wins(app, walk)
        knock_out(app, walk)
        change_partners(app, walk)
    return walk.text


def go_on_by_wins(app: Flask, walk: Walk) -> None:
    """Nine teams in the second round of three, one match of which waits for a signature; the presets."""
    swiss = Hall(app)
    swiss.set_up([*EIGHT, "Ike & Ivy"], format="swiss")
    swiss.pair()
    swiss.play_round([*EIGHT, "Ike & Ivy"])
    swiss.pair()
    player = swiss.phone_of("Cal")
    first, second, *_rest = swiss.open_matches
    swiss.paper(first, 310, 250)
    swiss.paper(second, 190, 300, signed=False)
    swiss.set(public=True)
    presets = f"/tables/{swiss.director_table}/tournaments/presets"
    walk.follow(swiss.director, [swiss.at(), presets, swiss.at("settings/tie-breaks")], OF_TOURNAMENTS, LINKS)
    walk.follow(player, [swiss.at()], OF_TOURNAMENTS, LINKS)
    for name in ("matches.csv", "standings.csv"):
        walk.save(swiss.director, swiss.at(name))
    walk.follow(swiss.new_phone(), [swiss.at("public")], OF_TOURNAMENTS, LINKS)


def knock_out(app: Flask, walk: Walk) -> None:
    """Six teams from the second round to the end."""
    knockout = Hall(app)
    knockout.set_up(EIGHT[:6], format="single-elimination")
    knockout.pair()
    knockout.play_round()
    player = knockout.phone_of("Bea")
    for _ in range(2):
        knockout.pair()
        for phone in (knockout.director, player):
            walk.follow(phone, [knockout.at()], OF_TOURNAMENTS, LINKS)
        knockout.play_round()
    walk.follow(knockout.director, [knockout.at()], OF_TOURNAMENTS, LINKS)


def change_partners(app: Flask, walk: Walk) -> None:
    """Nine players, each for himself, in the second round."""
    rotation = Hall(app)
    rotation.set_up(["Ann", "Ben", "Cal", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida"], format="rotation")
    rotation.pair()
    for match in rotation.open_matches:
        rotation.paper(match, 280, 120)
    rotation.pair()
    for phone in (rotation.director, rotation.phone_of("Dan")):
        walk.follow(phone, [rotation.at()], OF_TOURNAMENTS, LINKS)


if __name__ == "__main__":
    FILE.write_text(of_a_new_app(text_of), "utf-8")
