"""Whose connection it is: an address, or of IPv6 the network that one household has."""

import ipaddress


def household(address: str) -> str:
    """The address as it is counted: IPv4 as it is, IPv6 by its /64, `unknown` for what is neither."""
    try:
        found = ipaddress.ip_address(address.split("%", maxsplit=1)[0])
    except ValueError:
        return "unknown"
    if isinstance(found, ipaddress.IPv6Address):
        return str(found.ipv4_mapped or ipaddress.ip_network((found, 64), strict=False))
    return str(found)


def on_this_machine(address: str) -> bool:
    """Whether the address is this machine's own, as a proxy's beside the server is."""
    try:
        found = ipaddress.ip_address(address.split("%", maxsplit=1)[0])
    except ValueError:
        return True  # a socket in the file system has no address
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return (mapped or found).is_loopback
