"""The setup says in one sentence what is missing, and the next try starts afresh."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from hatch_build import ROOT

PYTHON = """#!/bin/sh
case "$*" in
*version_info*) echo 3.12 ;;
*"import pip"*) {own_pip} ;;
*"-m venv"*) mkdir -p .venv/bin && cp "$0" .venv/bin/python; {venv} ;;
*"-m ensurepip"*) {ensurepip} ;;
*"-m pip"*" uv") {uv} ;;
*"-m pip"*) {pip} ;;
esac
"""
NOTHING = {"own_pip": "true", "venv": "true", "ensurepip": "echo made >> made", "uv": "exit 1", "pip": "true"}
UV = "printf '#!/bin/sh\\ncase \"$*\" in *install*) echo uv $* >> asked; {} ;; esac\\n' > .venv/bin/uv; chmod +x .venv/bin/uv"
NO_NETWORK = "echo 'WARNING: Retrying: Failed to establish a new connection'; echo 'ERROR: No matching distribution found'; exit 1"
NO_ROOM = "echo 'ERROR: Could not install packages: [Errno 28] No space left on device'; exit 1"
NO_VENV = "echo 'not created successfully because ensurepip is not available.'; exit 1"
NO_ENSUREPIP = "echo 'No module named ensurepip'; exit 1"
STRANGE = "echo 'Collecting sand'; echo 'ERROR: the moon is full'; exit 1"


def program(project: Path, name: str, text: str) -> str:
    file = project / name
    file.write_text(text)
    file.chmod(0o755)
    return str(file)


def python(project: Path, **doing: str) -> str:
    """A fake Python that does only what `doing` says; by default it cannot get uv."""
    return program(project, "python", PYTHON.format(**{**NOTHING, **doing}))


def make(project: Path, python: str, *wanted: str) -> tuple[int, list[str]]:
    """Run make: the setup for `make play`, or what is wanted; return the exit code and all error lines except make's own."""
    shutil.copytree(ROOT / "tools", project / "tools", dirs_exist_ok=True)
    for name in ("Makefile", "hatch_build.py", "package-lock.json", "pyproject.toml", "constraints.txt"):
        shutil.copy2(ROOT / name, project)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    done = subprocess.run(
        ["make", f"PYTHON={python}", *(wanted or [".venv/play.stamp"])],
        cwd=project,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, [line for line in done.stderr.splitlines() if not line.startswith("make:")]


def test_it_is_done_once(tmp_path: Path) -> None:
    counted = python(tmp_path, pip="echo once >> count")
    assert make(tmp_path, counted) == (0, [])
    assert make(tmp_path, counted) == (0, [])
    assert (tmp_path / "count").read_text() == "once\n"
    (tmp_path / ".venv/bin/python").unlink()  # as if the system got another Python
    assert make(tmp_path, counted) == (0, [])
    assert (tmp_path / "count").read_text() == "once\nonce\n"


def test_then_it_serves(tmp_path: Path) -> None:
    played = python(tmp_path, venv="printf '#!/bin/sh\\necho $* >> asked\\n' > .venv/bin/kartenhaus; chmod +x .venv/bin/kartenhaus")
    assert make(tmp_path, played, "play") == (0, [])
    assert make(tmp_path, played, "play", "PORT=8080") == (0, [])
    assert (tmp_path / "asked").read_text().splitlines() == [f"serve --host 0.0.0.0 --port {port} --open" for port in (8000, 8080)]


def test_uv_installs_what_is_pinned(tmp_path: Path) -> None:
    assert make(tmp_path, python(tmp_path, uv=UV.format(""), pip="echo pip >> asked")) == (0, [])
    asked = "uv pip install --quiet --python .venv/bin/python --constraint constraints.txt --editable . pip\n"
    assert (tmp_path / "asked").read_text() == asked
    assert not (tmp_path / "made").exists()  # Python's own pip is enough


@pytest.mark.parametrize("uv", ["exit 1", UV.format("exit 1")], ids=["none", "fails"])
@pytest.mark.parametrize("own_pip", ["true", "exit 1"], ids=["", "made"])
def test_where_uv_does_not_get_there_pip_does(tmp_path: Path, uv: str, own_pip: str) -> None:
    assert make(tmp_path, python(tmp_path, uv=uv, own_pip=own_pip, pip="echo pip $* >> asked")) == (0, [])
    last = (tmp_path / "asked").read_text().splitlines()[-1]
    assert last.startswith("pip -m pip ")
    assert last.endswith("--constraint constraints.txt --retries 2 --editable . pip")
    assert (tmp_path / "made").exists() == (own_pip != "true")


def test_without_python_it_says_which(tmp_path: Path) -> None:
    wanted = "error: Kartenhaus needs Python 3.11 or newer, and"
    old = program(tmp_path, "old", "#!/bin/sh\necho 3.9\nexit 1\n")
    assert make(tmp_path, old) == (2, [f"{wanted} {old} is 3.9; name another with: make PYTHON=python3.12"])
    none = str(tmp_path / "none")
    assert make(tmp_path, none) == (2, [f"{wanted} there is no {none} here; name yours with: make PYTHON=python3.12"])
    assert not (tmp_path / ".venv").exists()


@pytest.mark.parametrize(
    ("failing", "sentence"),
    [
        ({"pip": NO_NETWORK}, "the package registry cannot be reached, and the setup needs it; check your network and try again"),
        ({"pip": NO_ROOM}, "the disk is full: "),
        (
            {"venv": NO_VENV},
            "cannot create virtual environments; install its venv module (Debian and Ubuntu: apt install python3-venv)",
        ),
        (
            {"own_pip": "exit 1", "ensurepip": NO_ENSUREPIP},
            "cannot create virtual environments; install its venv module (Debian and Ubuntu: apt install python3-venv)",
        ),
        ({"uv": UV.format("exit 1"), "pip": NO_NETWORK}, "the package registry cannot be reached"),
        ({"pip": STRANGE}, "the setup failed: ERROR: the moon is full"),
    ],
)
def test_a_failure_is_one_sentence_and_the_next_try_works(tmp_path: Path, failing: dict[str, str], sentence: str) -> None:
    code, complaints = make(tmp_path, python(tmp_path, **failing))
    assert code == 2
    assert len(complaints) == 1
    assert complaints[0].startswith("error: ")
    assert sentence in complaints[0]
    assert make(tmp_path, python(tmp_path)) == (0, [])


def test_without_a_network_a_whole_environment_stays(tmp_path: Path) -> None:
    assert make(tmp_path, python(tmp_path)) == (0, [])
    os.utime(tmp_path / ".venv/play.stamp", (0, 0))
    assert make(tmp_path, python(tmp_path, pip=NO_NETWORK))[0] == 2
    assert (tmp_path / ".venv/play.stamp").exists()
