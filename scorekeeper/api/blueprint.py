"""The blueprint of every API call."""

from flask import Blueprint

PREFIX = "/api/v1"

calls = Blueprint("api", __name__, url_prefix=PREFIX)
