"""Processes of Kartenhaus that start at once: forks of one process that has loaded everything.

Starting Python and loading the server takes seconds of CPU time, and the tests do it hundreds of times. Here, each worker of the
tests loads everything once, in one process, and forks it for each process that a test needs. From then on, a fork does what
`kartenhaus` does: it has its own session, files, environment and arguments. Two things differ from a real start: everything is in
memory already, and deals are those of `dealt.py`. Tests that care start the program itself.
"""

from __future__ import annotations

import array
import atexit
import functools
import gc
import json
import os
import signal
import socket as sockets
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import Any, NoReturn

LONGEST = 1 << 18  # bytes of a message: arguments and environment


class Forked:
    """A process of Kartenhaus, used like `subprocess.Popen`."""

    def __init__(
        self, arguments: Sequence[str], environment: Mapping[str, str], files: Sequence[int], folder: Path | None = None
    ) -> None:
        asked = {"arguments": list(arguments), "environment": dict(environment), "folder": str(folder or Path.cwd())}
        self.pid: int = _original().ask(asked, files)
        self._code: int | None = None

    def poll(self) -> int | None:
        """Its exit code; None while it runs."""
        if self._code is None:
            self._code = _original().ask({"pid": self.pid})
        return self._code

    def wait(self, timeout: float | None = None) -> int:
        """Its exit code, once it has ended."""
        end = None if timeout is None else time.monotonic() + timeout
        while (code := self.poll()) is None:
            if end is not None and time.monotonic() > end:
                raise subprocess.TimeoutExpired("kartenhaus", timeout or 0.0)
            time.sleep(0.005)
        return code

    def send_signal(self, what: signal.Signals) -> None:
        """Send a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, what)


def run(
    *arguments: str, text: str = "", folder: Path | None = None, environment: Mapping[str, str] = os.environ
) -> subprocess.CompletedProcess[str]:
    """Run a command with a text as its input; return its output and exit code."""
    with (
        TemporaryFile("w+", encoding="utf-8") as told,
        TemporaryFile("w+", encoding="utf-8") as out,
        TemporaryFile("w+", encoding="utf-8") as complaints,
    ):
        told.write(text)
        told.seek(0)
        done = Forked(arguments, environment, [told.fileno(), out.fileno(), complaints.fileno()], folder)
        code = done.wait()
        said = [(file.seek(0), file.read())[1] for file in (out, complaints)]
    return subprocess.CompletedProcess(arguments, code, *said)


_making = threading.Lock()  # servers that start at the same time are forks of one process


class _Original:
    """The process that is forked, and how to talk to it."""

    def __init__(self) -> None:
        self._line, far = sockets.socketpair(sockets.AF_UNIX, sockets.SOCK_SEQPACKET)
        with far:
            environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}  # only a process with one thread can be forked
            command = [sys.executable, __file__, str(far.fileno())]
            self._process = subprocess.Popen(command, env=environment, pass_fds=[far.fileno()], start_new_session=True)
        self._lock = threading.Lock()
        atexit.register(self.end)

    def ask(self, what: dict[str, Any], files: Sequence[int] = ()) -> Any:
        """Send it a request; return its answer."""
        with self._lock:
            passed = [(sockets.SOL_SOCKET, sockets.SCM_RIGHTS, array.array("i", files))] if files else []
            self._line.sendmsg([json.dumps(what).encode()], passed)
            answer = self._line.recv(LONGEST)
        assert answer, "the process that is copied has ended"
        return json.loads(answer)

    def end(self) -> None:
        """Close the connection, so that the process ends."""
        self._line.close()
        self._process.wait()


@functools.cache
def _make_original() -> _Original:
    return _Original()


def _original() -> _Original:
    with _making:
        return _make_original()


# In the process that is forked


def load() -> None:
    """Load everything that a server needs."""
    import kartenhaus.cli.serve
    import kartenhaus.server.serve  # noqa: F401
    from kartenhaus.bots.parts import load
    from kartenhaus.core import game
    from kartenhaus.server.database import connect, migrate

    for name in game.names():
        load(game.find(name))
    with TemporaryDirectory() as folder:
        engine = connect(f"sqlite:///{folder}/tables.db")
        migrate(engine)
        engine.dispose()
    gc.collect()
    gc.freeze()


def be_copied(line: sockets.socket) -> None:
    """Fork on every request; only the forks return."""
    while True:
        message, files, _, _ = sockets.recv_fds(line, LONGEST, 3)
        if not message:
            sys.exit()
        asked = json.loads(message)
        if "pid" in asked:
            ended, status = os.waitpid(asked["pid"], os.WNOHANG)
            line.send(json.dumps(os.waitstatus_to_exitcode(status) if ended else None).encode())
            continue
        pid = os.fork()
        if not pid:
            line.close()
            _become(asked, files)
            return
        for file in files:
            os.close(file)
        line.send(json.dumps(pid).encode())


def _become(asked: dict[str, Any], files: Sequence[int]) -> None:
    os.setsid()
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    os.chdir(asked["folder"])
    os.environ.clear()
    os.environ.update(asked["environment"])
    paths = os.environ.get("PYTHONPATH")
    sys.path[:1] = [asked["folder"], *(paths.split(os.pathsep) if paths else [])]
    sys.argv[:] = ["kartenhaus", *asked["arguments"]]


def end(main: Callable[[], None]) -> NoReturn:
    """Run `main` and exit as Python would, but without the slow teardown of everything that was loaded."""
    code: object = None
    try:
        main()
    except SystemExit as ended:
        code = ended.code
    except BaseException:
        sys.excepthook(*sys.exc_info())
        code = 1
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code if isinstance(code, int) else int(code is not None))


if __name__ == "__main__":
    import dealt
    from kartenhaus.cli.main import main

    load()
    dealt.fix()
    be_copied(sockets.socket(fileno=int(sys.argv[1])))
    end(main)
