"""Tournaments: formats, pairing, standings, the desk, the wall, phones at their matches, prints."""

from flask import Blueprint

from scorekeeper.hooks import joins


@joins
def blueprints() -> list[Blueprint]:
    """The pages of tournaments."""
    from scorekeeper import web
    from scorekeeper.rooms.tournaments import pages

    return list(web.blueprints(pages.__path__, pages.__name__))


@joins
def api_subjects() -> dict[str, str]:
    """The calls of tournaments."""
    from scorekeeper.rooms.tournaments.api import tournaments, transfer  # noqa: F401 - adds them

    return {"tournaments": "Tournaments of a table: teams, rounds, matches and results."}
