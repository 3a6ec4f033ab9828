"""Addresses to pass on: in links and QR codes that another phone opens."""

import ipaddress
from typing import Any
from urllib.parse import urlsplit

from flask import current_app, url_for


def address_for_others(endpoint: str, **values: Any) -> str:
    """The whole URL of a page.

    Opened on the server's own machine, a page has an address that leads other phones nowhere. They get the network's,
    where `scorekeeper serve` knows it.
    """
    url, network = url_for(endpoint, _external=True, **values), current_app.config.get("NETWORK_URL")
    asked = urlsplit(url)
    if network and not current_app.config["PUBLIC_URL"] and asked.scheme == "http" and is_this_machine(asked.hostname):
        return f"{network}{url.removeprefix(f'http://{asked.netloc}')}"
    return url


def is_this_machine(host: str | None) -> bool:
    """Whether a host name always means the machine that asks."""
    try:
        return host == "localhost" or ipaddress.ip_address(host or "").is_loopback
    except ValueError:
        return False
