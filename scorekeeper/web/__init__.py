"""The pages, one folder per subject. They work without JavaScript, and know nothing about the rules."""

from collections.abc import Iterable, Iterator
from importlib import import_module
from itertools import chain
from pkgutil import walk_packages

from flask import Blueprint, Flask
from flask_wtf.csrf import generate_csrf
from markupsafe import Markup, escape

from scorekeeper import hooks
from scorekeeper.access.routes import has_page
from scorekeeper.web import errors, formatting, https_help, preferences
from scorekeeper.web.formatting import CONVERTERS
from scorekeeper.web.forms import refuse_control_characters
from scorekeeper.web.language import add_language


def register(app: Flask) -> None:
    """Add the pages to the app, and the functions that their templates use."""
    app.url_map.converters |= CONVERTERS
    app.before_request(refuse_control_characters)
    https_help.lead_to_https(app)
    with app.app_context():
        of_rooms = chain.from_iterable(room.blueprints() for room in hooks.open_parts())
        for pages in chain(blueprints(__path__, __name__), of_rooms):
            app.register_blueprint(pages)
    app.add_template_global(csrf)
    app.add_template_global(has_page)
    add_language(app)
    formatting.add_filters(app)
    preferences.add_preferences(app)
    errors.register(app)


def blueprints(path: Iterable[str], name: str) -> Iterator[Blueprint]:
    """The blueprints of every module of a package with this path and name."""
    inside = (found.name for found in walk_packages(path, f"{name}."))
    for each in sorted((name, *inside)):
        own = (value for value in vars(import_module(each)).values() if isinstance(value, Blueprint))
        yield from (pages for pages in own if pages.import_name == each)


def csrf() -> Markup:
    """The hidden CSRF field of a form that posts."""
    return Markup(f'<input type="hidden" name="csrf_token" value="{escape(generate_csrf())}">')
