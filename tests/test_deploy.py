"""The files that operators start from name only settings, commands and files that exist."""

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
from tools import hashes

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
FILES = (
    "Caddyfile", "Containerfile", "README.md", "compose.yaml", "kartenhaus.service", "prepare.sh", "requirements-build.txt",
    "requirements.txt",
)  # fmt: skip
HOSTING = (ROOT / "docs/hosting.md").read_text("utf-8")
VARIABLES = {PREFIX + one.name.upper() for one in fields(Settings)} | {"KARTENHAUS_CACHE"}


def text(name: str) -> str:
    return (DEPLOY / name).read_text("utf-8")


def compose() -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load(text("compose.yaml"))
    return read


def settings_of(pairs: dict[str, str]) -> Settings:
    """The settings from environment variables; an error says which one is wrong."""
    return read(environment=pairs)


def test_all_files_are_there_and_told_of() -> None:
    assert {path.name for path in DEPLOY.iterdir() if path.name not in (".env", "secrets")} == set(FILES)
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
    assert [name for name, one in services.items() if "ports" in one] == ["caddy"]
    named = {mount.split(":")[0] for one in services.values() for mount in one.get("volumes", []) if not mount.startswith(".")}
    assert named == set(compose()["volumes"])
    for one in services.values():
        assert set(one.get("depends_on", [])) <= set(services)


def test_the_settings_of_the_compose_file_are_valid() -> None:
    server = compose()["services"]["server"]
    pairs = {name: re.sub(r"\$\{[^}]*\}", "x", value) for name, value in server["environment"].items()}
    [*_, script] = server["command"]
    pairs |= {name: re.sub(r"\$\$\([^)]*\)", "x", value) for name, value in re.findall(r'export (\w+)="(.*)"', script)}
    settings = settings_of(pairs)
    assert settings.database == "postgresql://kartenhaus:x@postgres/kartenhaus"
    assert settings.redis == "redis://:x@redis"
    assert script.strip().endswith("exec kartenhaus serve")
    postgres = compose()["services"]["postgres"]["environment"]
    assert postgres["POSTGRES_USER"] == postgres["POSTGRES_DB"] == "kartenhaus"


@pytest.mark.parametrize("name", ["server", "postgres", "redis", "caddy"])
def test_every_service_has_what_it_needs_and_no_more(name: str) -> None:
    """docs/faults.md 45."""
    one = compose()["services"][name]
    assert one["cap_drop"] == ["ALL"]
    assert one.get("cap_add", []) == (["NET_BIND_SERVICE"] if name == "caddy" else [])
    assert one["read_only"] is True
    assert set(one["logging"]["options"]) == {"max-size", "max-file"}, "what is complained about does not fill the disk"
    assert one["security_opt"] == ["no-new-privileges:true"]
    assert set(one["deploy"]["resources"]["limits"]) == {"cpus", "memory", "pids"}
    assert "privileged" not in one
    assert name in ("server", "caddy") or one["user"] == name, "the image of the server has its own user"
    passwords = [value for variable, value in one.get("environment", {}).items() if "PASSWORD" in variable]
    assert all(value.startswith("/run/secrets/") for value in passwords), "in files, not in the environment"
    image = one.get("image") or one["build"]["args"]["PYTHON_IMAGE"]
    assert re.fullmatch(r"\$\{[A-Z]+_IMAGE:\?.*\}", image), "the operator says which, by its digest"
    assert image[2:].partition(":")[0] + "=" in text("prepare.sh")


def test_services_meet_only_whom_they_talk_to() -> None:
    """docs/faults.md 45: Redis and PostgreSQL have passwords and separate networks."""
    services, networks = compose()["services"], compose()["networks"]
    met = {name: {other for other, one in services.items() if name in one["networks"]} for name in networks}
    expected = {"outside": {"caddy"}, "front": {"caddy", "server"}, "tables": {"server", "postgres"}, "news": {"server", "redis"}}
    assert met == expected
    assert [name for name, one in networks.items() if not (one or {}).get("internal")] == ["outside"]
    secrets = {name: set(one.get("secrets", [])) for name, one in services.items()}
    both = {"postgres_password", "redis_password"}
    assert secrets == {"server": both, "postgres": {"postgres_password"}, "redis": {"redis_password"}, "caddy": set()}
    assert set(compose()["secrets"]) == both
    assert "requirepass" in services["redis"]["command"][-1]
    assert all(f"secrets/{name}" in str(compose()["secrets"][name]) for name in both)


def pins(text: str) -> dict[str, str]:
    """The pinned version of every package."""
    return {
        re.sub(r"[-_.]+", "-", name).lower(): version for name, version in re.findall(r"^([\w.-]+)==([\w.]+)", text, re.MULTILINE)
    }


@pytest.mark.parametrize("name", FILES[-2:])
def test_packages_come_by_hash_and_are_those_that_are_tested(name: str) -> None:
    """docs/faults.md 45: `make hashes` was not forgotten."""
    tested, file = pins((ROOT / "constraints.txt").read_text("utf-8")), text(name)
    assert pins(file).items() <= tested.items()
    assert "://" not in file
    packages = re.split(r"^(?=[\w.-]+==)", file, flags=re.MULTILINE)[1:]
    assert len(packages) == len(pins(file))
    assert all("--hash=sha256:" in package for package in packages)
    assert f"--require-hashes --only-binary :all: --requirement {'/source/deploy/' if 'build' in name else '/tmp/'}{name}" in text(
        "Containerfile"
    )


def test_everything_that_is_needed_is_hashed() -> None:
    """docs/faults.md 45."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    needed = [*project["dependencies"], *extras["postgresql"], *extras["redis"]]
    names = {re.sub(r"[-_.]+", "-", re.findall(r"^[\w.-]+", one)[0]).lower() for one in needed}
    assert names <= set(pins(text("requirements.txt")))
    assert set(hashes.BUILD) <= set(pins(text("requirements-build.txt")))
    assert f"python:{hashes.PYTHON}-slim" in text("Containerfile")


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
        if sources[0].startswith("--from="):
            continue
        assert all((ROOT / source).exists() for source in sources), line
    assert not re.findall(r"^FROM (?!\$\{PYTHON_IMAGE\})", file, re.MULTILINE), "by the digest that the operator gives"
    assert not [line for line in re.findall(r"pip install .*", file) if "--require-hashes" not in line and "--no-index" not in line]
    assert file.index("USER kartenhaus") < file.index("CMD [")
    assert "/api/health" in file
    pairs = dict(re.findall(r"(KARTENHAUS_[A-Z_]+)=(\S+)", file))
    assert settings_of(pairs).host == "0.0.0.0"
    assert pairs["KARTENHAUS_CACHE"] in file.partition("VOLUME")[2]


def unit() -> list[tuple[str, str]]:
    return [(line.partition("=")[0], line.partition("=")[2]) for line in text("kartenhaus.service").splitlines() if "=" in line]


CONFINED = (
    "LockPersonality", "NoNewPrivileges", "PrivateDevices", "PrivateIPC", "PrivateTmp", "PrivateUsers", "ProtectClock",
    "ProtectControlGroups", "ProtectHome", "ProtectHostname", "ProtectKernelLogs", "ProtectKernelModules", "ProtectKernelTunables",
    "RemoveIPC", "RestrictNamespaces", "RestrictRealtime", "RestrictSUIDSGID",
)  # fmt: skip


@pytest.mark.parametrize("name", CONFINED)
def test_the_unit_is_confined_in_every_way(name: str) -> None:
    """docs/faults.md 45: systemd's score hardly changes if one setting is missing, so each is checked."""
    assert (name, "yes") in unit()


def test_the_unit_is_hardened_and_its_settings_are_valid() -> None:
    lines = unit()
    settings = settings_of(dict(value.split("=", 1) for key, value in lines if key == "Environment"))
    assert settings.host == "127.0.0.1"
    assert settings.database == "sqlite:////var/lib/kartenhaus/tables.db"
    for line in (("DynamicUser", "yes"), ("StateDirectory", "kartenhaus"), ("ProtectSystem", "strict"), ("NoNewPrivileges", "yes")):
        assert line in lines
    assert ("CapabilityBoundingSet", "") in lines
    assert {"MemoryMax", "TasksMax", "CPUQuota"} <= set(dict(lines))
    assert "MemoryDenyWriteExecute" not in dict(lines), "the rules are compiled to machine code"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="NOT TESTED: there is no systemd here")
def test_systemd_reads_the_unit(tmp_path: Path) -> None:
    file = tmp_path / "kartenhaus.service"
    file.write_text(text("kartenhaus.service").replace("/opt/kartenhaus/bin/kartenhaus", "/bin/true"))
    done = subprocess.run(["systemd-analyze", "verify", "--man=no", str(file)], capture_output=True, text=True, check=False)
    assert "kartenhaus.service" not in done.stderr, done.stderr


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="NOT TESTED: there is no systemd here")
def test_systemd_finds_little_to_say_against_the_unit(tmp_path: Path) -> None:
    """docs/faults.md 45: at most 2 of 10 points, where 10 is fully exposed."""
    file = tmp_path / "kartenhaus.service"
    file.write_text(text("kartenhaus.service").replace("/opt/kartenhaus/bin/kartenhaus", "/bin/true"))
    asked = ["systemd-analyze", "security", "--offline=true", "--threshold=20", "--no-pager", str(file)]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-300:] + done.stderr
