"""Static files carry their version in the address, so that a browser may keep them for good."""

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from flask import Flask


def version_static_files(app: Flask) -> None:
    """Add `v=…` to each address of a static file, made from its content."""
    folder = Path(app.static_folder or "")

    @cache
    def version(filename: str) -> str:
        path = folder / filename
        return sha256(path.read_bytes()).hexdigest()[:10] if path.is_file() else ""

    @app.url_defaults
    def _with_version(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "static" and "filename" in values:
            values.setdefault("v", version(values["filename"]))
