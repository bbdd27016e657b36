"""What operators start from names settings, commands and files that exist."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
import yaml

from kartenhaus.cli.main import app
from kartenhaus.server.settings import PREFIX, Settings, read

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
FILES = ("Caddyfile", "Containerfile", "README.md", "compose.yaml", "kartenhaus.service")
HOSTING = (ROOT / "docs/hosting.md").read_text("utf-8")
VARIABLES = {PREFIX + one.name.upper() for one in fields(Settings)} | {"KARTENHAUS_CACHE"}


def text(name: str) -> str:
    return (DEPLOY / name).read_text("utf-8")


def compose() -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load(text("compose.yaml"))
    return read


def settings_of(pairs: dict[str, str]) -> Settings:
    """The settings by some variables; an error says which is wrong."""
    return read(environment=pairs)


def test_all_files_are_there_and_told_of() -> None:
    assert {path.name for path in DEPLOY.iterdir() if path.name != ".env"} == set(FILES)
    for name in FILES:
        assert name == "README.md" or f"({name})" in text("README.md")
    assert "deploy/README.md" in HOSTING


@pytest.mark.parametrize("name", FILES)
def test_settings_and_commands_exist(name: str) -> None:
    assert set(re.findall(r"\bKARTENHAUS_[A-Z_]+", text(name))) <= VARIABLES
    commands = {command.callback.__name__ for command in app.registered_commands if command.callback is not None}
    started = re.findall(r'(?:bin/kartenhaus |"kartenhaus", ")([a-z]+)', text(name))
    assert set(started) <= commands
    assert started or name not in ("Containerfile", "kartenhaus.service")


def test_the_compose_file_has_everything() -> None:
    services = compose()["services"]
    assert set(services) == {"server", "postgres", "redis", "caddy"}
    assert services["server"]["build"]["dockerfile"] == "deploy/Containerfile"
    assert (ROOT / services["server"]["build"]["dockerfile"]).exists()
    assert services["server"]["deploy"]["replicas"] > 1
    assert "ports" not in services["server"], "only the proxy is reached from outside"
    named = {mount.split(":")[0] for one in services.values() for mount in one.get("volumes", []) if not mount.startswith(".")}
    assert named == set(compose()["volumes"])
    for one in services.values():
        assert set(one.get("depends_on", [])) <= set(services)


def test_the_settings_of_the_compose_file_are_valid() -> None:
    pairs = {name: re.sub(r"\$\{[^}]*\}", "x", value) for name, value in compose()["services"]["server"]["environment"].items()}
    settings = settings_of(pairs)
    assert settings.database == "postgresql://kartenhaus:x@postgres/kartenhaus"
    assert settings.redis == "redis://redis"
    postgres = compose()["services"]["postgres"]["environment"]
    assert postgres["POSTGRES_USER"] == postgres["POSTGRES_DB"] == "kartenhaus"


def test_the_proxy_serves_the_servers_of_the_compose_file() -> None:
    file = text("Caddyfile")
    assert file.count("{") == file.count("}")
    assert "dynamic a server 8000" in file
    assert "lb_policy uri_hash" in file, "the people of a table stay together"
    assert "KARTENHAUS_PORT=8000" in text("Containerfile")
    assert "./Caddyfile:/etc/caddy/Caddyfile:ro" in compose()["services"]["caddy"]["volumes"]
    assert "SITE" in compose()["services"]["caddy"]["environment"]


def test_the_container_copies_what_is_there_and_runs_without_root() -> None:
    file = text("Containerfile")
    for line in re.findall(r"^COPY (.*)$", file, re.MULTILINE):
        *sources, _ = line.split()
        assert all((ROOT / source).exists() for source in sources), line
    extras = re.findall(r"\[([a-z,]+)\]'", file)[0].split(",")
    assert set(extras) <= set(tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"])
    assert file.index("USER kartenhaus") < file.index("CMD [")
    assert "/api/health" in file
    pairs = dict(re.findall(r"(KARTENHAUS_[A-Z_]+)=(\S+)", file))
    assert settings_of(pairs).host == "0.0.0.0"
    assert pairs["KARTENHAUS_CACHE"] in file.partition("VOLUME")[2]


def unit() -> list[tuple[str, str]]:
    return [(line.partition("=")[0], line.partition("=")[2]) for line in text("kartenhaus.service").splitlines() if "=" in line]


def test_the_unit_is_hardened_and_its_settings_are_valid() -> None:
    lines = unit()
    settings = settings_of(dict(value.split("=", 1) for key, value in lines if key == "Environment"))
    assert settings.host == "127.0.0.1"
    assert settings.database == "sqlite:////var/lib/kartenhaus/tables.db"
    for line in (("DynamicUser", "yes"), ("StateDirectory", "kartenhaus"), ("ProtectSystem", "strict"), ("NoNewPrivileges", "yes")):
        assert line in lines
    assert "MemoryDenyWriteExecute" not in dict(lines), "the rules are compiled to machine code"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="NOT TESTED: there is no systemd here")
def test_systemd_reads_the_unit(tmp_path: Path) -> None:
    file = tmp_path / "kartenhaus.service"
    file.write_text(text("kartenhaus.service").replace("/opt/kartenhaus/bin/kartenhaus", "/bin/true"))
    done = subprocess.run(["systemd-analyze", "verify", "--man=no", str(file)], capture_output=True, text=True, check=False)
    assert "kartenhaus.service" not in done.stderr, done.stderr
