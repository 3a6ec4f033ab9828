"""The pages: one small module a resource, complete without JavaScript. No rule of the game lives here."""

from flask import Flask
from flask_wtf.csrf import generate_csrf
from markupsafe import Markup

from scorekeeper.web import (
    audit,
    card,
    closing,
    corrections,
    devices,
    erasing,
    errors,
    exports,
    games,
    hands,
    history,
    home,
    imports,
    join,
    leaving,
    live,
    night_deals,
    nights,
    pen,
    people,
    played,
    proof,
    published_keys,
    receipts,
    rules,
    rulings,
    share,
    signing,
    tables,
    theme,
    undo,
    what_wins,
    why,
)
from scorekeeper.web.control_characters import refuse_control_characters
from scorekeeper.web.numbers import ShortIntegerConverter

BLUEPRINTS = (
    home.pages,
    theme.pages,
    tables.pages,
    games.pages,
    hands.pages,
    corrections.pages,
    closing.pages,
    undo.pages,
    undo.redo_pages,
    history.pages,
    what_wins.pages,
    why.pages,
    rulings.pages,
    signing.pages,
    card.pages,
    live.pages,
    join.pages,
    share.pages,
    devices.pages,
    leaving.pages,
    pen.pages,
    rules.pages,
    exports.pages,
    imports.pages,
    proof.pages,
    receipts.pages,
    published_keys.pages,
    audit.pages,
    played.pages,
    people.pages,
    erasing.pages,
    nights.pages,
    night_deals.pages,
    night_deals.limit_pages,
)


def register(app: Flask) -> None:
    """Add the pages to the app, and what their templates need."""
    app.url_map.converters["int"] = ShortIntegerConverter
    app.before_request(refuse_control_characters)
    for pages in BLUEPRINTS:
        app.register_blueprint(pages)
    app.add_template_global(csrf)
    theme.add_theme(app)
    errors.register(app)


def csrf() -> Markup:
    """The hidden field that every form which changes something carries."""
    return Markup('<input type="hidden" name="csrf_token" value="{}">').format(generate_csrf())
