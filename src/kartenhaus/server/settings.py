"""The settings of a server, all in one place: flags, environment and file.

A flag wins over the environment, the environment over the file, the file over the default. docs/hosting.md describes each setting.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from ipaddress import ip_network
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from kartenhaus.core import bounds, toml
from kartenhaus.core.errors import OptionError
from kartenhaus.core.game import suggestion
from kartenhaus.table.book import BOOK
from kartenhaus.table.book import LEAST as LEAST_BOOK
from kartenhaus.table.timing import Pace

PREFIX = "KARTENHAUS_"
OTHERS = ("bounds", "cache", "interpret")  # variables with our prefix that are not settings
NAME = re.compile(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*")  # of a host
TOKEN = re.compile(r"[A-Za-z0-9_-]{16,200}")
LEAST = {
    "workers": 1,
    "hello": 0.1,
    "patience": 0.1,
    "messages": 1,
    "sockets": 1,
    "requests": 1,
    "entries": 1,
    "book": LEAST_BOOK,
}  # with less nobody could play


def _data() -> str:
    home = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return f"sqlite:///{home / 'kartenhaus' / 'tables.db'}"


@dataclass(frozen=True)
class Settings:
    """How a server runs. Times are in seconds."""

    host: str = "127.0.0.1"
    """The address to listen on; 0.0.0.0 for every network this machine is in."""
    port: int = 8000
    """The port to listen on; 0 for any that is free."""
    workers: int = 1
    """Processes that serve; more than one needs PostgreSQL and Redis."""
    database: str = field(default_factory=_data)
    """Where tables are kept: sqlite:///FILE, or postgresql://USER@HOST/NAME."""
    redis: str = ""
    """redis://HOST, to carry news between processes; without it they check the database every second."""
    address: str = ""
    """The address in invitations, such as https://cards.example; by default the one that the browser used."""
    hosts: str = ""
    """Further host names of the server, separated by commas; * for any."""
    origins: str = ""
    """Further web origins that may open sockets, separated by commas."""
    proxies: str = "127.0.0.1"
    """Addresses of proxies trusted to say who the visitor is, separated by commas; * for the nearest one, whoever it is."""
    metrics_token: str = field(default="", repr=False)
    """Clients that send it may read /metrics from anywhere; without it, only programs on this machine may."""
    hello: float = 10.0
    """How long a new connection may stay silent."""
    patience: float = 10.0
    """How long a client may read next to nothing of what it is sent."""
    messages: float = 20.0
    """Messages a second from one connection, on average; it may send some more at once."""
    sockets: int = 200
    """Connections from one address."""
    requests: int = 1_800
    """Requests and new connections from one address in a minute."""
    openings: int = 30
    """Tables that one address may open in a minute."""
    joins: int = 120
    """Seats that one address may take in a minute."""
    studies: int = 120
    """Records, reviews and steps of lessons that one address may ask for in a minute."""
    checks: int = 300
    """Editions and boards of their own that one address may have looked through in a minute."""
    trials: int = 10
    """How often one address may have an edition or a board played by bots in a minute."""
    chats: int = 60
    """Chat messages that one player, or all spectators of a table together, may write in a minute."""
    entries: int = 300
    """How often one address may do any other thing at its tables in a minute, such as pause; moves do not count."""
    book: int = BOOK
    """Entries that the log of a table may have; near the end no new game begins, and finally the table closes."""
    tables: int = 20_000
    """Open tables in all."""
    tables_each: int = 300
    """Open tables that one address may have opened."""
    idle_unplayed: float = 7_200.0
    """When a table at which no person has moved yet is closed, if nothing happens and nobody is connected."""
    idle_waiting: float = 86_400.0
    """The same for a table between two games."""
    idle_playing: float = 30 * 86_400.0
    """The same for a table in the middle of a game."""
    bot_least: float = 0.7
    """The least time before a bot moves."""
    bot_most: float = 1.6
    """The most, unless it thinks longer."""
    question_least: float = 1.0
    """The least time before a question out of turn is answered."""
    question_most: float = 3.0
    """The longest time before a question without a choice is answered."""
    grace: float = 1.5
    """How long a player who forgot to say Mau cannot be caught."""
    away: float = 60.0
    """How long a player may be disconnected before a bot plays for them."""
    think: float = 5.0
    """How long a bot may think before a plain move is made for it."""

    def __post_init__(self) -> None:
        for one in fields(self):
            value = getattr(self, one.name)
            if not isinstance(value, str) and value < 0:
                raise OptionError("the setting {name} is not negative", name=one.name)
        for name, least in LEAST.items():
            if getattr(self, name) < least:
                raise OptionError("the setting {name} is at least {least}", name=name, least=least)
        if self.redis:
            _check("redis", self.redis, _is_url(self.redis, "redis", "rediss", "unix"), "redis://HOST")
        if self.address:
            _check("address", self.address, _is_origin(self.address, "http", "https"), "https://cards.example")
        for name in parts(self.hosts):
            _check("hosts", name, name == "*" or NAME.fullmatch(name) is not None, "cards.example or *")
        if self.metrics_token and not TOKEN.fullmatch(self.metrics_token):
            raise OptionError("the setting metrics_token has 16 to 200 letters, digits, - and _")
        for origin in parts(self.origins):
            _check("origins", origin, _is_origin(origin), "https://cards.example")
        for proxy in parts(self.proxies):
            _check("proxies", proxy, self.proxies == "*" or _is_network(proxy), "10.0.0.7, 10.0.0.0/8 or *")
        if self.workers > 1 and not (self.database.startswith("postgresql") and self.redis):
            raise OptionError("several workers need PostgreSQL and Redis: set database to postgresql://USER@HOST/NAME, and redis")
        if self.bot_least > self.bot_most or self.question_least > self.question_most:
            raise OptionError("the least time is not more than the most")

    @property
    def pace(self) -> Pace:
        """The times at a table."""
        return Pace((self.bot_least, self.bot_most), (self.question_least, self.question_most), self.grace, self.away)


def parts(text: str) -> list[str]:
    """Split a text at its commas."""
    return [part.strip() for part in text.split(",") if part.strip()]


def _check(name: str, text: str, fine: bool, like: str) -> None:
    if not fine:
        raise OptionError("the setting {name} is written like {like}, not “{text}”", name=name, like=like, text=text[:60])


def _is_url(text: str, *schemes: str) -> bool:
    """Whether a text is a URL of these schemes, or of any, and its port, if any, is a number."""
    try:
        parts = urlsplit(text)
        return bool(parts.scheme) and (parts.scheme in schemes or not schemes) and parts.port != 0
    except ValueError:
        return False


def _is_origin(text: str, *schemes: str) -> bool:
    """Whether a text is a URL with a host and nothing after it."""
    if not _is_url(text, *schemes):
        return False
    _, host, *rest = urlsplit(text.rstrip("/"))
    return bool(host) and not any(rest)


def _is_network(text: str) -> bool:
    try:
        ip_network(text)
    except ValueError:
        return False
    return True


def read(flags: Mapping[str, Any] | None = None, file: Path | None = None, environment: Mapping[str, str] = os.environ) -> Settings:
    """Read the settings from flags (None: not given), environment and file."""
    kinds = {one.name: str(one.type) for one in fields(Settings)}
    chosen: dict[str, Any] = {}
    if file is not None:
        for name, value in toml.read(_text(file), str(file), "settings file", OptionError).items():
            if name not in kinds:
                raise OptionError("{file}: no setting “{name}”{hint}", file=file, name=name, hint=suggestion(name, list(kinds)))
            chosen[name] = _value(name, kinds[name], value, str(file))
    for variable in environment:
        name = variable.removeprefix(PREFIX).lower()
        if variable.startswith(PREFIX) and name not in (*kinds, *OTHERS):
            raise OptionError("{file}: no setting “{name}”{hint}", file=variable, name=name, hint=suggestion(name, list(kinds)))
    for name, kind in kinds.items():
        variable = PREFIX + name.upper()
        if environment.get(variable):
            chosen[name] = _value(name, kind, environment[variable], variable)
    chosen.update((name, value) for name, value in (flags or {}).items() if value is not None)
    return Settings(**chosen)


def _text(file: Path) -> str:
    try:
        return bounds.read(file)
    except (OSError, UnicodeDecodeError) as error:
        raise OptionError("{file} cannot be read: {error}", file=file, error=error) from None


def _value(name: str, kind: str, value: Any, where: str) -> Any:
    """Convert a value, which may be text or a number in a file."""
    if kind == "str" and isinstance(value, str):
        return value
    try:
        number = {"int": int, "float": float}[kind](str(value))
        if not math.isfinite(number):
            raise ValueError
        return number
    except (KeyError, ValueError):
        right = "a text" if kind == "str" else "a number"
        raise OptionError(
            "{where}: {name} is {right}, not “{text}”", where=where, name=name, right=right, text=str(value)[:40]
        ) from None
