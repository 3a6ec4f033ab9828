"""The public keys of this server at a well-known address, so that anyone can check what it signed."""

from flask import Blueprint, Response, jsonify

from scorekeeper.access import ANYONE
from scorekeeper.formats.keys import published
from scorekeeper.services.signatures import public_keys

pages = Blueprint("published_keys", __name__, url_prefix="/.well-known")


@pages.get("/scorekeeper-keys.json", role=ANYONE)
def index() -> Response:
    return jsonify(published(public_keys()))
