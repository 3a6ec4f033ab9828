"""The table of routes: for each endpoint who may use it. A route that is not here does not start.

A page's endpoint is asked with the device's cookie, an endpoint of the API with a bearer token, never the other way
round. To strangers a table that they are not in looks like one that does not exist.
"""

from collections.abc import Mapping

from scorekeeper.access.decisions import ANYONE, AT_GAME, AT_TABLE, FOUNDING, Decision
from scorekeeper.storage import Role

WATCHER, SCORER, KEEPER = Role.WATCHER, Role.SCORER, Role.KEEPER

PAGES: Mapping[str, Decision] = {
    "static": ANYONE,
    "home.index": ANYONE,
    "rules.index": ANYONE,
    "rules.show": ANYONE,
    # Getting in: whoever holds a link or a code is in.
    "join.open": ANYONE,
    "join.show": ANYONE,
    "join.create": ANYONE,
    # Tables.
    "tables.new": FOUNDING,
    "tables.create": FOUNDING,
    "tables.show": AT_TABLE[WATCHER],
    "games.new": AT_TABLE[SCORER],
    "games.create": AT_TABLE[SCORER],
    # Nights: lists of deals that the table writes.
    "nights.index": AT_TABLE[SCORER],
    "nights.new": AT_TABLE[SCORER],
    "nights.create": AT_TABLE[SCORER],
    "nights.show": AT_TABLE[SCORER],
    "nights.edit": AT_TABLE[SCORER],
    "nights.update": AT_TABLE[SCORER],
    "nights.remove": AT_TABLE[SCORER],
    "nights.copy": AT_TABLE[SCORER],
    "nights.export": AT_TABLE[SCORER],
    "nights.from_file": AT_TABLE[SCORER],
    "nights.create_from_file": AT_TABLE[SCORER],
    "night_deals.new": AT_TABLE[SCORER],
    "night_deals.create": AT_TABLE[SCORER],
    "night_deals.edit": AT_TABLE[SCORER],
    "night_deals.update": AT_TABLE[SCORER],
    "night_deals.move": AT_TABLE[SCORER],
    "night_deals.remove": AT_TABLE[SCORER],
    "night_limits.new_limit": AT_TABLE[SCORER],
    "night_limits.create_limit": AT_TABLE[SCORER],
    "night_limits.remove_limit": AT_TABLE[SCORER],
    # Games: reading.
    "games.show": AT_GAME[WATCHER],
    "games.deals": AT_GAME[WATCHER],
    "rules.card": AT_GAME[WATCHER],
    "history.show": AT_GAME[WATCHER],
    "what_wins.show": AT_GAME[WATCHER],
    "why.hand": AT_GAME[WATCHER],
    "why.total": AT_GAME[WATCHER],
    "card.show": AT_GAME[WATCHER],
    "card.svg": AT_GAME[WATCHER],
    "card.png": AT_GAME[WATCHER],
    "live.version": AT_GAME[WATCHER],
    "live.across": AT_GAME[WATCHER],
    "live.screen": AT_GAME[WATCHER],
    # Games: recording.
    "games.rematch": AT_GAME[SCORER],
    "hands.bid": AT_GAME[SCORER],
    "hands.stand": AT_GAME[SCORER],
    "hands.create": AT_GAME[SCORER],
    "corrections.new": AT_GAME[SCORER],
    "history.take_back": AT_GAME[SCORER],
    "rulings.index": AT_GAME[SCORER],
    "rulings.renege": AT_GAME[SCORER],
    "rulings.points": AT_GAME[SCORER],
    "rulings.misdeal": AT_GAME[SCORER],
    "rulings.create_misdeal": AT_GAME[SCORER],
    "rulings.forfeit": AT_GAME[SCORER],
    "rulings.create_forfeit": AT_GAME[SCORER],
    "rulings.substitute": AT_GAME[SCORER],
    "rulings.create_substitute": AT_GAME[SCORER],
    "signing.new": AT_GAME[SCORER],
    "signing.create": AT_GAME[SCORER],
    "corrections.create": AT_GAME[SCORER],
    "closing.new": AT_GAME[SCORER],
    "closing.create": AT_GAME[SCORER],
    "closing.reopen": AT_GAME[SCORER],
    "undo.create": AT_GAME[SCORER],
    "redo.create": AT_GAME[SCORER],
    # Sharing: everyone sees who is in, and may pass on the links of their own role and those below (share.py).
    "share.show": AT_TABLE[WATCHER],
    "share.code": AT_TABLE[WATCHER],
    "devices.rename": AT_TABLE[WATCHER],
    "pen.show": AT_TABLE[SCORER],
    "pen.create": AT_TABLE[SCORER],
    "pen.take": AT_TABLE[SCORER],
    "share.limited": AT_TABLE[KEEPER],
    "share.end": AT_TABLE[KEEPER],
    "share.end_role": AT_TABLE[KEEPER],
    "devices.put_out": AT_TABLE[KEEPER],
}

API: Mapping[str, Decision] = {
    "api.page": ANYONE,
    "api.openapi": ANYONE,
    "api.rules": ANYONE,
    "api.rule_set": ANYONE,
    "api.score": ANYONE,
    "api.new_table": FOUNDING,
    "api.table": AT_TABLE[WATCHER],
    "api.games": AT_TABLE[WATCHER],
    "api.game": AT_GAME[WATCHER],
    "api.sheet": AT_GAME[WATCHER],
    "api.entries": AT_GAME[WATCHER],
    "api.new_game": AT_TABLE[SCORER],
    "api.new_entry": AT_GAME[SCORER],
    "api.rematch": AT_GAME[SCORER],
    "api.new_invite": AT_TABLE[KEEPER],
    "api.end_invite": AT_TABLE[KEEPER],
    "api.put_out": AT_TABLE[KEEPER],
    "api.end_role": AT_TABLE[KEEPER],
}

ROUTES: Mapping[str, Decision] = {**PAGES, **API}
