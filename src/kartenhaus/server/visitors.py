"""Who sends a request, and to which host: the address behind proxies, and the host names of this server."""

from __future__ import annotations

import re
import socket
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

from kartenhaus.server.settings import Settings, parts

Headers = list[tuple[bytes, bytes]]
Address = IPv4Address | IPv6Address
MOST_HOST = 260  # characters of a Host: the longest possible name, and a port
HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(:[0-9]{1,5})?")
NOWHERE = (".localhost", ".local", ".home.arpa", ".internal", ".lan", ".home")
"""Endings of names that do not exist in the public DNS, so that nobody outside can point one of them here."""


def read_address(text: str) -> Address | None:
    """Read an address as proxies and systems write it, perhaps with a port; a mapped IPv4 address becomes a plain one.

    >>> read_address("[2001:db8::1]:443"), read_address("::ffff:192.0.2.7"), read_address("192.0.2.7:80"), read_address("unknown")
    (IPv6Address('2001:db8::1'), IPv4Address('192.0.2.7'), IPv4Address('192.0.2.7'), None)
    """
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def group(text: str) -> str:
    """Return what limits count by: an IPv4 address, or the /64 network of an IPv6 address, which belongs to one household.

    >>> group("192.0.2.7"), group("2001:db8:0:1:a:b:c:d"), group("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8:0:1::/64', '192.0.2.7')
    """
    address = read_address(text)
    return str(ip_network((address, 64), strict=False)) if isinstance(address, IPv6Address) else str(address or text)


class Proxies:
    """The trusted proxies, which say who the visitor is; with `*` only the nearest one is trusted, whoever it is."""

    def __init__(self, settings: Settings) -> None:
        self.any = settings.proxies == "*"
        self.networks = [] if self.any else [ip_network(part) for part in parts(settings.proxies)]

    def believes(self, address: Address | None) -> bool:
        """Whether an address belongs to a trusted proxy."""
        return self.any or (address is not None and any(address in network for network in self.networks))

    def visitor(self, peer: str, headers: Headers) -> str:
        """The visitor's address: the last one in X-Forwarded-For that is not a trusted proxy. Those before it prove nothing."""
        visitor, address = peer, read_address(peer)
        said = b",".join(value for name, value in headers if name == b"x-forwarded-for").decode("latin-1")
        for hop in reversed(parts(said)):
            if not self.believes(address) or (address := read_address(hop)) is None:
                break
            visitor = str(address)
            if self.any:
                break
        return visitor

    def scheme(self, peer: str, headers: Headers) -> str:
        """The visitor's scheme, http or https, if a trusted proxy says so; else ""."""
        said = dict(headers).get(b"x-forwarded-proto", b"").decode("latin-1").strip()
        return said if said in ("http", "https") and self.believes(read_address(peer)) else ""


class Hosts:
    """The host names of this server. A page under another name that points here (DNS rebinding) must not use it."""

    def __init__(self, settings: Settings) -> None:
        self.names = {name.lower() for name in parts(settings.hosts)}
        self.names |= {urlsplit(settings.address).hostname or "", socket.gethostname().lower()}

    def knows(self, host: str | None) -> bool:
        """Whether a Host header names this server.

        Addresses are fine, and so are names that exist only in a home network: no page from outside can have one.
        """
        found = HOST.fullmatch(host.lower()) if host is not None and len(host) <= MOST_HOST else None
        if found is None:
            return False
        name = found["name"].rstrip(".")
        return bool(name) and (
            "*" in self.names
            or name in self.names
            or "." not in name
            or name.endswith(NOWHERE)
            or read_address(found["name"]) is not None
        )


def host_of(headers: Headers) -> str | None:
    """The Host header of a request; None if there is none, or several."""
    hosts = [value for name, value in headers if name == b"host"]
    return hosts[0].decode("latin-1") if len(hosts) == 1 else None


def is_local(peer: str, headers: Headers) -> bool:
    """Whether a request comes from a program on this machine, and is not forwarded for somebody else."""
    address, host = read_address(peer), read_address(host_of(headers) or "")
    passed_on = any(name.startswith(b"x-forwarded") or name in (b"forwarded", b"via", b"x-real-ip") for name, _ in headers)
    named = (host is not None and host.is_loopback) or (host_of(headers) or "").partition(":")[0].lower() == "localhost"
    return address is not None and address.is_loopback and named and not passed_on
