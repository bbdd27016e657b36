"""Real PostgreSQL and Redis servers for tests, empty and on loopback."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import socket as sockets
import subprocess
import tempfile
from itertools import count
from pathlib import Path
from typing import TypeVar

import pytest

from serving import PATIENCE, wait_until


def free_port() -> int:
    """A free port on loopback."""
    with sockets.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


Found = TypeVar("Found")


class Missing(Exception):
    """This machine does not have a program."""


def program(name: str, *folders: str) -> str:
    """The path of a program; raises Missing if there is none."""
    for folder in folders:
        for found in sorted(Path("/").glob(f"{folder.strip('/')}/{name}"), reverse=True):
            return str(found)
    path = shutil.which(name)
    if path is None:
        raise Missing(f"NOT TESTED: {name} is not installed on this machine")
    return path


class Postgres:
    """A PostgreSQL server for tests only, on loopback."""

    def __init__(self) -> None:
        self.binary = program("postgres", "/usr/lib/postgresql/*/bin", "/usr/local/pgsql/bin", "/opt/homebrew/opt/postgresql*/bin")
        self.port = free_port()
        self.folder = Path(tempfile.mkdtemp(prefix="kartenhaus-postgres-"))
        self.process: subprocess.Popen[bytes] | None = None
        self._names = count()
        self._as: list[str] = []
        if os.getuid() == 0:  # it does not run as root
            user = "postgres" if _is_user("postgres") else "nobody"
            shutil.chown(self.folder, user)
            self._as = [program("setpriv"), f"--reuid={user}", "--clear-groups"]
        initdb = str(Path(self.binary).parent / "initdb")
        options = ["-D", str(self.folder / "data"), "-U", "house", "-A", "trust", "-E", "UTF8", "--no-sync", "--locale=C"]
        subprocess.run([*self._as, initdb, *options], check=True, capture_output=True, cwd=self.folder)

    def start(self, durable: bool = False) -> None:
        """Start it, and wait until it answers."""
        # The machine stays up, so written data survives a stop, and tests need not wait for the disk.
        fsync = "on" if durable else "off"
        settings = f"listen_addresses=127.0.0.1 port={self.port} fsync={fsync} max_connections=200 unix_socket_directories="
        options = [part for setting in settings.split() for part in ("-c", setting)]
        with (self.folder.parent / f"{self.folder.name}.log").open("ab") as out:
            self.process = subprocess.Popen(
                [*self._as, self.binary, "-D", str(self.folder / "data"), *options], stdout=out, stderr=out, cwd=self.folder
            )
        wait_until(self._answers, "PostgreSQL")

    def _answers(self) -> bool:
        import psycopg

        assert self.process is not None
        assert self.process.poll() is None, "PostgreSQL ended"
        try:
            psycopg.connect(f"{self._url}/postgres", connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    def stop(self) -> None:
        """Stop it immediately, whatever it is doing."""
        if self.process is not None:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait(PATIENCE)
            self.process = None

    def tell_all(self, what: signal.Signals) -> None:
        """Send a signal to all its processes: SIGSTOP makes it hang, SIGCONT resumes it."""
        assert self.process is not None
        pid = self.process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        for one in [pid, *map(int, children)]:
            os.kill(one, what)

    def remove(self) -> None:
        """Stop it, and leave nothing behind."""
        self.stop()
        shutil.rmtree(self.folder)
        (self.folder.parent / f"{self.folder.name}.log").unlink()

    @property
    def _url(self) -> str:
        return f"postgresql://house@127.0.0.1:{self.port}"

    def database(self) -> str:
        """The address of a new, empty database."""
        import psycopg

        name = f"tables{next(self._names)}"
        with psycopg.connect(f"{self._url}/postgres", autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"'.encode())
        return f"{self._url}/{name}"

    def run(self, line: str) -> None:
        """Run a command line with the tools that belong to this PostgreSQL."""
        tool, *words = shlex.split(line)
        subprocess.run([str(Path(self.binary).parent / tool), *words], check=True, capture_output=True)


def _is_user(name: str) -> bool:
    import pwd

    return name in {one.pw_name for one in pwd.getpwall()}


class Redis:
    """A Redis server for tests only, on loopback, that saves nothing."""

    def __init__(self) -> None:
        self.binary = program("redis-server")
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Its address."""
        return f"redis://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", tempfile.gettempdir()]
        self.process = subprocess.Popen([self.binary, *options], stdout=subprocess.DEVNULL)
        wait_until(self._answers, "Redis")

    def _answers(self) -> bool:
        try:
            with sockets.create_connection(("127.0.0.1", self.port), 1) as line:
                line.sendall(b"PING\r\n")
                return line.recv(7) == b"+PONG\r\n"
        except OSError:
            return False

    def stop(self) -> None:
        """Kill it."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


def found(kind: type[Found]) -> Found:
    """A server of this kind; if this machine has none, skip with a warning."""
    try:
        return kind()
    except Missing as missing:
        pytest.skip(str(missing))  # the summary of the run repeats it in red
