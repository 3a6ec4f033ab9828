"""The pages, one folder per subject. They work without JavaScript, and know nothing about the rules."""

from itertools import chain

from flask import Flask
from flask_wtf.csrf import generate_csrf
from markupsafe import Markup, escape

from scorekeeper import hooks
from scorekeeper.access.routes import has_page
from scorekeeper.web import (
    custom_games,
    damaged,
    erasing,
    errors,
    formatting,
    games,
    https_help,
    offline,
    played,
    players,
    preferences,
    rulesets,
    sharing,
    tables,
)
from scorekeeper.web.custom_games import deals
from scorekeeper.web.formatting import CONVERTERS
from scorekeeper.web.forms import refuse_control_characters
from scorekeeper.web.games import events, hands, log, read_only_pages, result_card, rulings, seats, sign_off
from scorekeeper.web.language import add_language
from scorekeeper.web.played import running
from scorekeeper.web.sharing import claim_player, devices, join, pen
from scorekeeper.web.tables import home, presets
from scorekeeper.web.transfer import audit, check, exports, hand_lists, imports

BLUEPRINTS = (
    *(damaged.pages, erasing.pages, played.pages, running.pages, https_help.pages, offline.pages, players.pages),
    *(preferences.pages, rulesets.pages),
    *(games.pages, events.pages, hands.pages, hands.correction_pages, hands.own_bid_pages, log.pages),
    *(log.undo_pages, log.redo_pages, read_only_pages.live_pages, read_only_pages.what_wins_pages),
    *(read_only_pages.why_pages, result_card.pages, rulings.pages, rulings.stop_pages, seats.pages),
    sign_off.pages,
    *(custom_games.pages, deals.pages, deals.limit_pages),
    *(sharing.pages, claim_player.pages, devices.pages, devices.leaving_pages, join.pages, pen.pages),
    *(tables.pages, tables.settings_pages, home.pages, home.quick_game, presets.pages),
    *(audit.pages, check.pages, check.key_pages, check.receipt_pages, exports.pages, hand_lists.pages),
    imports.pages,
)


def register(app: Flask) -> None:
    """Add the pages to the app, and the functions that their templates use."""
    app.url_map.converters |= CONVERTERS
    app.before_request(refuse_control_characters)
    https_help.lead_to_https(app)
    with app.app_context():
        for pages in chain(BLUEPRINTS, *(room.blueprints() for room in hooks.open_parts())):
            app.register_blueprint(pages)
    app.add_template_global(csrf)
    app.add_template_global(has_page)
    add_language(app)
    formatting.add_filters(app)
    preferences.add_preferences(app)
    errors.register(app)


def csrf() -> Markup:
    """The hidden CSRF field of a form that posts."""
    return Markup(f'<input type="hidden" name="csrf_token" value="{escape(generate_csrf())}">')
