"""The documents stay true: their commands run, their examples pass, their links lead somewhere."""

from __future__ import annotations

import dataclasses
import doctest
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
import typer
import yaml

import kartenhaus
from kartenhaus import bots
from kartenhaus.bots.brains import brain
from kartenhaus.bots.learned.files import brain_of
from kartenhaus.bots.levels import CHOICES
from kartenhaus.bots.reasons import FACTS
from kartenhaus.bots.search import Settings
from kartenhaus.bots.skilled.files import GAMES as SKILLED_GAMES
from kartenhaus.bots.skilled.files import skilled_brain
from kartenhaus.cli.main import app
from kartenhaus.core import recordfile
from kartenhaus.core.events import KINDS, Event
from kartenhaus.core.game import find, names
from kartenhaus.server import connection, conversation, metrics, models
from kartenhaus.server import settings as hosting
from kartenhaus.server.allowances import ALLOWED
from kartenhaus.server.app import create
from kartenhaus.server.edge import MOST_TARGET
from kartenhaus.server.http_protocol import LINES_PER_SOCKET, MOST_HEAD
from kartenhaus.server.unsent import MOST_UNSENT
from kartenhaus.server.websocket_protocol import MOST_SIGNS
from kartenhaus.server.wire import TOLD, structures
from kartenhaus.table import clock, entries, fairness, messages, states
from serving import Server, wait_until
from tools import wire

ROOT = Path(__file__).parent.parent
DOCUMENTS = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "deploy").glob("*.md")]
README = (ROOT / "README.md").read_text("utf-8")
BOTS = (ROOT / "docs/bots.md").read_text("utf-8")
WIRE = (ROOT / "docs/wire.md").read_text("utf-8")
HOSTING = (ROOT / "docs/hosting.md").read_text("utf-8")


def fences(text: str, language: str) -> list[str]:
    every: list[tuple[str, str]] = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [inside for said, inside in every if re.fullmatch(language, said)]


def lines_of(text: str) -> list[str]:
    """The command lines of a document."""
    lines = [line.split("  #")[0].strip() for fence in fences(text, "sh") for line in fence.splitlines()]
    return [line for line in lines if line]


def words_of(line: str) -> list[str]:
    """One of our command lines, for the Python that runs the tests."""
    program, *arguments = shlex.split(line)
    assert program == ".venv/bin/kartenhaus", line
    return [sys.executable, "-m", "kartenhaus", *arguments]


MAKE = ["make play", "make test"]  # test_setup.py tries the first, the second is running now
SERVE, BOT = (next(line for line in lines_of(README) if f"kartenhaus {name} " in line) for name in ("serve", "bot"))


def test_every_fence_of_the_readme_is_run() -> None:
    assert set(re.findall(r"^```(\w*)\n", README, re.MULTILINE)) == {"sh", "python"} | {""}
    assert len(re.findall(r"^```$", README, re.MULTILINE)) == len(re.findall(r"^```\w+$", README, re.MULTILINE))
    assert lines_of(README)[:2] == MAKE


def test_commands_of_the_readme_run(tmp_path: Path) -> None:
    for line in lines_of(README):
        if line in (*MAKE, SERVE, BOT):
            continue
        words = words_of(line)
        done = subprocess.run(
            words,
            input="quit\n",
            cwd=ROOT if any((ROOT / word).exists() for word in words[3:]) else tmp_path,
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "NO_COLOR": "1"},
        )
        assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"


def test_the_server_of_the_readme_takes_its_bot(tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.program = words_of(SERVE)
    with server:
        table = server.open("mada", players=2)
        words = words_of(re.sub(r"http://\S+", table.link, BOT))
        with subprocess.Popen(words) as bot:
            try:
                wait_until(lambda: server.get(f"tables/{table.table}").json()["seats"][1]["name"] == "greedy", "a bot sits down")
            finally:
                bot.kill()


def told_commands() -> list[str]:
    """Every command line in the documents that names our program."""
    texts = [fence.replace("\\\n", " ") for path in DOCUMENTS for fence in fences(path.read_text("utf-8"), "(?:sh)?")]
    lines = [line.strip() for text in texts for line in text.splitlines()]
    return [
        line.removeprefix(".venv/bin/").removeprefix("/opt/kartenhaus/bin/")
        for line in lines
        if "kartenhaus " in line.split("#")[0]
    ]


def test_every_command_line_of_the_documents_is_understood() -> None:
    command: Any = typer.main.get_command(app)
    tried = 0
    for line in told_commands():
        program, *arguments = shlex.split(line)
        if program == "kartenhaus" and not any("…" in word for word in arguments):
            context = command.make_context("kartenhaus", list(arguments), resilient_parsing=False)
            while hasattr(context.command, "get_command"):
                name, *arguments = arguments
                chosen = context.command.get_command(context, name)
                assert chosen is not None, line
                context = chosen.make_context(name, list(arguments), parent=context)
            tried += 1
    assert tried > 25


def test_python_examples_run() -> None:
    for example in fences(README, "python"):
        exec(compile(example, "README.md", "exec"), {})


PYTHON = ["python", "environments", "environments/mada", "environments/mad", "environments/maumau", "research", "dataset", "study"]


@pytest.mark.parametrize("page", PYTHON)
def test_the_pages_for_python_pass_their_doctests(page: str) -> None:
    failed, tried = doctest.testfile(str(ROOT / f"docs/{page}.md"), module_relative=False)
    assert tried > 5
    assert failed == 0


def test_the_bot_of_the_guide_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.py").write_text(fences(BOTS, "python")[0])
    monkeypatch.syspath_prepend(tmp_path)
    standings = kartenhaus.compete("mad", bots=["mine:Saver", "random"], games=20, jobs=1)
    assert standings.fault_count == 0
    assert standings.bots[0].win_rate > 0.5


def test_every_bot_setting_and_view_method_is_documented() -> None:
    for name in bots.NAMES:
        assert f"| `{name}` |" in BOTS
    for level in CHOICES:
        assert f"| `{level.name}` | {level.help}: " in BOTS
    for name, meaning in FACTS.items():
        assert f"| `{name}` | {meaning} |" in BOTS
    for setting in dataclasses.fields(Settings):
        default = str(setting.default).lower()
        assert f"| `{setting.name}` | {default} |" in BOTS
    for name in vars(bots.View) | bots.View.__annotations__:
        if not name.startswith("_") and name not in ("of", "seen"):  # these make a view
            assert f"`{name}" in BOTS, name
    minds = {find(name).short or find(name).title: brain(find(name)) for name in names()}
    figures = [
        {title: mind.HORIZON for title, mind in minds.items()},
        {title: mind.TURNS for title, mind in minds.items()},
    ]
    for figure in figures:
        assert f"({', '.join(f'{title} {value}' for title, value in figure.items())})" in BOTS
    for name in names():
        title = find(name).short or find(name).title
        skilled = tuned(skilled_brain(name).PLAYOUTS) if name in SKILLED_GAMES else "–"
        assert f"| {title} | {tuned(brain_of(name).PLAYOUTS)} | {skilled} | {tuned(brain(find(name)).PLAYOUTS)} |" in BOTS


def tuned(playouts: dict[int, tuple[int, int, int]]) -> str:
    """Iterations of three levels, from two players on, and from more."""
    said = [
        f"{'' if least == 2 else f'from {least} players on '}{few:,} / {many:,} / {most:,}"
        for least, (few, many, most) in playouts.items()
    ]
    return "; ".join(said)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(path: Path) -> None:
    for link, place in re.findall(r"\]\(([^)#]*)(?:#([^)]*))?\)", path.read_text("utf-8")):
        if "://" not in link:
            target = path.parent / link if link else path
            assert target.exists(), link
            assert not place or place in anchors(target), f"{link}#{place}"


def anchors(path: Path) -> set[str]:
    """The targets of links into a document: its headings, as GitHub names them."""
    headings = re.findall(r"^#+ (.*)$", path.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_lines_are_short_enough_to_read(path: Path) -> None:
    """mdformat cannot break rows of tables and code."""
    assert [line for line in path.read_text("utf-8").splitlines() if len(line) > 140] == []


def test_the_map_of_the_code_names_every_module() -> None:
    (code,) = fences((ROOT / "docs/architecture.md").read_text("utf-8"), "")
    named = set(re.findall(r"\w+", code))
    modules = {file.stem for file in (ROOT / "src/kartenhaus").rglob("*.py") if "migrations" not in file.parts}
    parts_of_rules = {"banks", "drawing", "placing", "result"}
    assert modules - named - parts_of_rules - {"__init__", "__main__"} == set()


def test_every_command_is_documented() -> None:
    documented = "\n".join(path.read_text("utf-8") for path in DOCUMENTS)
    groups = [("", app), *((f"{group.name} ", group.typer_instance) for group in app.registered_groups)]
    for before, group in groups:
        assert group is not None
        for command in group.registered_commands:
            assert command.callback is not None
            assert f"kartenhaus {before}{command.name or command.callback.__name__}" in documented


def test_every_option_position_key_and_form_is_documented() -> None:
    notation = (ROOT / "docs/notation.md").read_text("utf-8")
    everything = "\n".join(path.read_text("utf-8") for path in DOCUMENTS)
    for name in names():
        game = find(name)
        for option in game.options:
            assert f"`{option.name}`" in everything or f"{option.name} =" in everything, option.name
        for key in game.notation.KEYS:
            assert f"`{key}`" in notation, f"{name}: {key}"


def test_the_record_of_the_notation_page_replays() -> None:
    (written,) = [fence for fence in fences((ROOT / "docs/notation.md").read_text("utf-8"), "toml") if "kartenhaus = 1" in fence]
    history = recordfile.loads(written, "docs/notation.md")
    assert history.over
    assert history.rules == history.game.version


def test_environment_variables_are_documented() -> None:
    used = set(re.findall(r"KARTENHAUS_[A-Z]+", (ROOT / "src/kartenhaus/core/jit.py").read_text("utf-8")))
    everything = "\n".join(path.read_text("utf-8") for path in DOCUMENTS)
    assert all(name in everything for name in used)


def test_the_citation_is_well_formed_and_names_this_version() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert cited.pop("cff-version") == "1.2.0"
    assert cited.pop("version") == kartenhaus.__version__
    assert cited.pop("license") == "MIT"
    assert cited.pop("type") == "software"
    assert [set(author) for author in cited.pop("authors")] == [{"name"}]  # an entity
    assert set(cited) == {"message", "title", "abstract", "keywords"}
    assert all(isinstance(cited[name], str) and cited[name] for name in ("message", "title", "abstract"))
    assert len(set(cited["keywords"])) == len(cited["keywords"])


def test_changelog_names_this_version() -> None:
    assert kartenhaus.__version__ in (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert f'version = "{kartenhaus.__version__}"' in (ROOT / "pyproject.toml").read_text("utf-8")


# The wire


def section(text: str, title: str) -> str:
    """A section of a document, from its heading to the next."""
    found = re.search(rf"^#+ {re.escape(title)}\n(.*?)(?=^#|\Z)", text, re.MULTILINE | re.DOTALL)
    assert found is not None, title
    return found[1]


def rows(text: str) -> dict[str, str]:
    """The rows of all tables in a text, by every word in the first column."""
    found: dict[str, str] = {}
    for line in text.splitlines():
        if line.startswith("| "):
            found.update((word, line) for word in re.findall(r"`([^`]+)`", line.split("|")[1]))
    return found


def test_every_message_is_documented() -> None:
    told = rows(section(WIRE, "Messages"))
    kinds = {str(kind.__struct_config__.tag): kind for kind in get_args(messages.Message)}
    assert set(told) == {"do", *kinds}
    for do, kind in kinds.items():
        for field in msgspec.structs.fields(kind):
            assert field.name == "ref" or f"`{field.name}`" in told[do], f"{do}: {field.name}"
            if field.name != "ref" and do != "hello" and field.default not in (msgspec.NODEFAULT, False):
                assert f"`{field.name}` ({json.dumps(field.default)})" in told[do], f"{do}: {field.name}"


def test_what_is_made_from_the_structures_is_up_to_date() -> None:
    for path, text in wire.made().items():
        assert path.read_text("utf-8") == text, f"{path.name}: make wire"


def test_every_structure_is_documented() -> None:
    told = {kind.__name__ for kind in structures(*TOLD)}
    in_words = {
        "Clock",
        "Sitting",
        "Listed",
        "Outside",
        "Done",
        "Refused",
        "Why",
        "Story",
        "Pong",
        "Error",
        "Printing",
    }  # checked in other tests
    assert set(re.findall(r"^<!-- (\w+) -->$", WIRE, re.MULTILINE)) == told - in_words | {"Clocks", "EventKinds"}


def test_every_frame_is_documented() -> None:
    told = rows(section(WIRE, "Frames"))
    frames = {kind.__struct_config__.tag: kind for kind in get_args(states.Frame)}
    assert set(frames) <= set(told)
    for tag in ("done", "refused", "why", "story", "pong", "error", "printing"):
        for field in frames[tag].__struct_fields__:
            assert f"`{field}`" in told[tag], f"{tag}: {field}"
    for field in states.Outside.__struct_fields__:
        assert f"`{field}`" in section(WIRE, "Frames"), field


def test_every_entry_is_documented() -> None:
    told = rows(section(WIRE, "Entries"))
    for kind in set(get_args(entries.AnyEntry)) - {entries.Held}:  # nobody sees these
        name = str(kind.__struct_config__.tag)
        for field in msgspec.structs.fields(kind):
            told_of = field.name in states.Entry.__struct_fields__ and kind is not entries.Opened
            assert (f"`{field.name}`" in told[name]) == told_of, f"{name}: {field.name}"


def test_every_event_is_documented() -> None:
    told = section(WIRE, "Events")
    named = set(re.findall(r"`(\w+)`", told))
    fields = {field.encode_name for field in msgspec.structs.fields(Event)}
    assert {*KINDS[1:], "back"} <= named
    assert fields <= named


def test_every_route_is_documented() -> None:
    told = rows(section(WIRE, "HTTP"))
    paths = create(hosting.Settings()).openapi()["paths"]
    routes = {f"{method.upper()} {path}" for path, methods in paths.items() for method in methods}
    assert routes == set(told)
    for model, title in ((models.TableChoice, "Opening a table"), (models.SeatChoice, "Joining")):
        assert set(rows(section(WIRE, title))) >= set(model.model_fields)
    for name in models.ClockChoice.model_fields:
        assert f"`{name}`" in section(WIRE, "Opening a table")
    for name in models.SeatTaken.model_fields:
        assert f'"{name}"' in section(WIRE, "Opening a table")
    for name in models.Problem.model_fields:
        assert f"`{name}`" in section(WIRE, "When it is refused")


def test_every_allowance_is_documented() -> None:
    told = section(WIRE, "When something goes wrong")
    deeds = "set the table, take a seat, leave, bot, ready, chat, resign, pause, resume, regret, answer, lock, host".split(", ")
    for deed, (kind, (seat, table, address)) in zip(deeds, ALLOWED.items(), strict=True):
        line = next(line for line in told.splitlines() if line.startswith((f"| {deed} |", f"| `{deed}`")))
        assert line.endswith(f"| {seat} | {table} | {address} |"), kind


def test_every_kind_of_clock_is_documented() -> None:
    told = section(WIRE, "Clocks")
    assert all(f"`{name}`" in told for name in (*clock.KINDS, *clock.AT_ZERO))


def test_every_refusal_and_close_code_is_documented() -> None:
    told = rows(section(WIRE, "Refusals"))
    used = set()
    for room in ("table", "server"):
        for file in (ROOT / "src/kartenhaus" / room).glob("*.py"):
            used |= set(re.findall(r'(?:Refused\(|super\(\).__init__\()\s*"([a-z-]+)"', file.read_text("utf-8")))
    assert len(used) > 20
    assert used | {"refused", "unsaved", "invalid", "http"} == set(told) - {"code"}
    for code in (connection.BYE, connection.GONE, connection.RUDE, connection.SLOW, 1009, 1012):
        assert f"\n| {code} |" in WIRE


def test_the_verifier_of_the_wire_page_agrees_with_ours() -> None:
    verifier = next(example for example in fences(WIRE, "python") if "sha256" in example)
    space: dict[str, Any] = {}
    exec(compile(verifier, "wire.md", "exec"), space)
    fair = dict(re.findall(r'^(\w+) = "(\w+)"$', fences(WIRE, "toml")[0], re.MULTILINE))
    nonces = ["mias-own-luck", "bens"]
    assert space["is_fair"](fair["commitment"], fair["secret"], nonces, [], fair["seed"])
    assert not space["is_fair"](fair["commitment"], fair["secret"], nonces[::-1], [], fair["seed"])
    assert not space["is_fair"](fair["commitment"], fair["secret"], nonces, [1], fair["seed"])
    history = kartenhaus.deal("mada", players=2, seed=int(fair["seed"], 16))
    history.fair = {"commitment": fair["commitment"], "secret": fair["secret"], "nonces": nonces, "bots": []}
    fairness.verify(history)


def test_the_client_of_the_wire_page_plays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    example = next(example for example in fences(WIRE, "python") if "kartenhaus.client" in example)
    with Server(tmp_path) as running:
        exec(compile(example.replace("http://127.0.0.1:8000", running.url), "wire.md", "exec"), {})
    assert "Outcome(winners=[" in capsys.readouterr().out


def test_numbers_of_the_wire_page_are_the_defaults() -> None:
    def line(text: str) -> str:
        return " ".join(text.split())

    chosen = hosting.Settings()
    limits = section(WIRE, "When something goes wrong")
    assert f"{conversation.MOST_MESSAGE:,} bytes" in limits
    assert f"beyond {2 * conversation.MOST_MESSAGE:,} bytes" in limits
    assert f"{chosen.messages:g} a second on average, {3 * chosen.messages:g} at once" in limits
    assert f"| {chosen.hello:g} seconds |" in limits
    assert f"| {chosen.sockets} |" in limits
    assert f"{conversation.TOGETHER * chosen.messages:g} a second on average" in limits
    assert f"{MOST_SIGNS[0]:g} a second on average, {MOST_SIGNS[1]:g} at once" in limits
    assert f"| {chosen.requests:,} a minute" in limits
    assert f"| {LINES_PER_SOCKET * chosen.sockets}, then" in limits
    assert f"path and query {MOST_TARGET:,} (414)" in limits
    assert f"{MOST_HEAD:,} bytes" in limits
    assert f"{MOST_UNSENT >> 20} MB at most" in limits
    assert f"| {chosen.openings} a minute, and {chosen.tables_each} open at once" in limits
    assert f"| {chosen.joins} a minute |" in limits
    questions = line(section(WIRE, "Questions out of turn"))
    assert f"between {chosen.question_least:g} and {chosen.question_most:g} seconds" in questions
    assert f"between {chosen.bot_least:g} and {chosen.bot_most:g} seconds" in questions
    assert f"after {chosen.think:g} seconds" in questions
    assert f"only {chosen.grace:g} seconds" in line(section(WIRE, "Contested moves and grace"))
    assert f"for {chosen.away:g} seconds" in line(section(WIRE, "People come and go"))


# Hosting


def test_every_setting_is_documented() -> None:
    told = rows(section(HOSTING, "Settings"))
    flags = {"host", "port", "workers", "database", "redis", "address"}
    for one in dataclasses.fields(hosting.Settings):
        default = one.default if one.default is not dataclasses.MISSING else "sqlite:///…/kartenhaus/tables.db"
        said = f"`{default:.10g}`" if isinstance(default, float) else f"`{default}`" if default != "" else "none"
        assert [cell.strip() for cell in told[one.name].split("|")[1:3]] == [f"`{one.name}`", said]
    assert set(told) == {one.name for one in dataclasses.fields(hosting.Settings)}
    assert "PostgreSQL and Redis" in told["workers"]
    serve = next(
        command.callback for command in app.registered_commands if command.callback and command.callback.__name__ == "serve"
    )
    assert flags == set(serve.__annotations__) - {"settings", "browse", "return"}
    assert set(re.findall(r"`--(\w+)`", section(HOSTING, "Settings"))) == flags
    assert f"`{hosting.PREFIX}AWAY=120`" in section(HOSTING, "Settings")


def test_the_example_of_a_settings_file_is_read(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(fences(HOSTING, "toml")[0])
    assert hosting.read({}, file, {}).away == 120


def test_every_metric_is_documented() -> None:
    source = Path(metrics.__file__).read_text("utf-8")
    for name in [f"{name}_total" for name in metrics.HELP] + re.findall(r'^        "(\w+)": \(', source, re.MULTILINE):
        assert f"`kartenhaus_{name}`" in HOSTING, name
