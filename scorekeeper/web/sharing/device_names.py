"""What a device is called before its owner gives it a name: what its browser says that it is."""

import re

from flask import request

KINDS = (
    (re.compile(r"iPhone"), "iPhone"),
    (re.compile(r"iPad"), "iPad"),
    (re.compile(r"Android.*Mobile"), "Android phone"),
    (re.compile(r"Android"), "Android tablet"),
    (re.compile(r"Macintosh"), "Mac"),
    (re.compile(r"Windows"), "Windows PC"),
    (re.compile(r"CrOS"), "Chromebook"),
    (re.compile(r"Linux"), "Linux PC"),
)


def device_name() -> str | None:
    """`Android phone`; None where the browser does not say."""
    said = request.headers.get("User-Agent", "")
    return next((name for pattern, name in KINDS if pattern.search(said)), None)
