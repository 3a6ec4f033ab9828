"""The blueprint that every call of the API stands on."""

from flask import Blueprint

PREFIX = "/api/v1"

calls = Blueprint("api", __name__, url_prefix=PREFIX)
