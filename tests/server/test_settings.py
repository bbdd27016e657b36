"""Every setting is read from flags, the environment and a file, and a wrong one is explained in a sentence."""

from __future__ import annotations

import re
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from kartenhaus.cli.serve import serve
from kartenhaus.core.errors import OptionError
from kartenhaus.server.settings import PREFIX, Settings, read

NAMES = [one.name for one in fields(Settings)]
KINDS = {one.name: str(one.type) for one in fields(Settings)}
PARTNERS = {
    "workers": {"database": "postgresql://house@db.example/house", "redis": "redis://db.example"}
}  # other settings that a value needs


def values(name: str) -> list[Any]:
    """Three values of a setting that differ from its default, and from each other."""
    if KINDS[name] == "str":
        like = {
            "redis": "redis://db.example/{}",
            "address": "https://cards{}.example",
            "origins": "https://a.example, https://b.example:{}",
            "proxies": "10.0.0.{}, fd00::/64",
            "hosts": "cards{}.example, gamebox",
            "metrics_token": "0123456789-abcde{}",
        }
        return [like.get(name, f"postgresql://{name}@db.example/{{}}").format(number) for number in (1, 2, 3)]
    few = {"bot_least": (0.1, 0.2, 0.3), "question_least": (0.1, 0.2, 0.3), "book": (101, 102, 103)}.get(name, (11, 12, 13))
    return [float(value) if KINDS[name] == "float" else value for value in few]


def text_of(settings: dict[str, Any]) -> str:
    return "".join(f"{name} = {value!r}\n" for name, value in settings.items())


@pytest.mark.parametrize("name", NAMES)
def test_a_flag_wins_over_the_environment_and_the_environment_over_the_file(name: str, tmp_path: Path) -> None:
    by_file, by_environment, by_flag = values(name)
    needed = PARTNERS.get(name, {})
    file = tmp_path / "house.toml"
    file.write_text(text_of({name: by_file, **needed}))
    environment = {PREFIX + name.upper(): str(by_environment)}
    default = getattr(read(environment={}), name)
    found = [
        read(None, file, {}),
        read(None, file, environment),
        read({name: by_flag}, file, environment),
        read({name: None}, file, {}),
        read({name: None}, file, {PREFIX + name.upper(): ""}),
    ]
    assert [getattr(one, name) for one in found] == [by_file, by_environment, by_flag, by_file, by_file]
    assert default not in values(name)
    assert all(type(getattr(one, name)).__name__ == KINDS[name] for one in found)


@pytest.mark.parametrize("name", [name for name in NAMES if KINDS[name] != "str"])
@pytest.mark.parametrize("text", ["many", "1,5", "", "nan", "-1", "inf", "1e999", "٣x"])
def test_a_number_that_is_none_is_refused_with_its_name(name: str, text: str, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(f'{name} = "{text}"\n')
    with pytest.raises(OptionError, match=name):
        read(None, file, {})
    if text:
        with pytest.raises(OptionError, match=f"(?i){name}"):
            read(environment={PREFIX + name.upper(): text})


@pytest.mark.parametrize("value", ["true", "[1, 2]", "{ a = 1 }", "1979-05-27", "1.5"])
def test_values_of_another_kind_are_refused(value: str, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    for name in ("port", "database"):
        file.write_text(f"{name} = {value}\n")
        with pytest.raises(OptionError, match=name):
            read(None, file, {})


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"workers": 0}, "workers is at least 1"),
        ({"workers": 2, "database": "sqlite:///x.db"}, "need PostgreSQL"),
        ({"bot_least": 2.0, "bot_most": 1.0}, "least time is not more than the most"),
        ({"question_least": 4.0}, "least time is not more than the most"),
        ({"hello": -1.0}, "hello is not negative"),
        ({"hello": 0.0}, "hello is at least 0.1"),
        ({"messages": 0.0}, "messages is at least 1"),
        ({"sockets": 0}, "sockets is at least 1"),
        ({"redis": "foo"}, "redis is written like redis://HOST, not “foo”"),
        ({"redis": "redis://host:port"}, "redis is written like"),
        ({"redis": "https://host"}, "redis is written like"),
        ({"address": "nonsense"}, "address is written like https://cards.example, not “nonsense”"),
        ({"address": "ftp://cards.example"}, "address is written like"),
        ({"address": "https://[::1"}, "address is written like"),
        ({"address": "https://"}, "address is written like"),
        ({"address": "https://cards.example/mad"}, "address is written like"),
        ({"origins": "https://a.example, b.example"}, "origins is written like https://cards.example, not “b.example”"),
        ({"hosts": "cards.example:8000"}, "hosts is written like cards.example or \\*, not “cards.example:8000”"),
        ({"hosts": "https://cards.example"}, "hosts is written like"),
        ({"metrics_token": "short"}, "metrics_token has 16 to 200"),
        ({"proxies": "notanaddress"}, "proxies is written like 10.0.0.7, 10.0.0.0/8 or \\*, not “notanaddress”"),
        ({"proxies": "127.0.0.1, *"}, "proxies is written like"),
        ({"proxies": "10.0.0.7/8"}, "proxies is written like"),
    ],
)
def test_settings_that_do_not_fit_together_are_refused(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(OptionError, match=said):
        read(settings, environment={})


def test_a_name_that_is_no_setting_is_refused_with_a_hint(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text("prot = 8080\n")
    with pytest.raises(OptionError, match=r"prot.*did you mean “port”"):
        read(None, file, {})


@pytest.mark.parametrize(
    "settings",
    [
        {"redis": "rediss://user:word@host:6380/2"},
        {"redis": "unix:///run/redis.sock"},
        {"address": "http://[::1]:8000/"},
        {"origins": "app://house,https://a.example/,"},
        {"proxies": "*"},
        {"proxies": ""},
        {"hosts": "*"},
    ],
)
def test_settings_that_make_sense_are_taken(settings: dict[str, Any]) -> None:
    read(settings, environment={})


def test_a_variable_that_is_no_setting_is_refused_with_a_hint() -> None:
    with pytest.raises(OptionError, match=r"^KARTENHAUS_TABELS: no setting “tabels” \(did you mean “tables”\?\)$"):
        read(environment={"KARTENHAUS_TABELS": "5"})
    read(environment={"KARTENHAUSEN": "1", "HOME": "/"})


def test_every_variable_of_the_project_is_known() -> None:
    """Otherwise a server would not start with one of them set."""
    root = Path(__file__).parent.parent.parent
    files = [file for folder in ("src", "tools", "bench", "deploy") for file in (root / folder).rglob("*") if file.is_file()]
    texts = [file.read_text("utf-8") for file in files if file.suffix in ("", ".py", ".sh", ".md", ".yaml", ".service")]
    found = {name for text in texts for name in re.findall(r"\bKARTENHAUS_[A-Z]+(?:_[A-Z]+)*\b", text)}
    assert "KARTENHAUS_CACHE" in found
    read(environment=dict.fromkeys(found, ""))


def test_a_file_that_is_missing_or_no_toml_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="cannot be read"):
        read(None, tmp_path / "nothing.toml", {})
    for data in (b"port 8080", b"\xff\xfe", b"port = 1\nport = 2\n"):
        (tmp_path / "house.toml").write_bytes(data)
        with pytest.raises(OptionError, match=r"house\.toml"):
            read(None, tmp_path / "house.toml", {})


def test_what_redis_needs_is_said_before_the_house_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "redis", None)
    monkeypatch.setattr("kartenhaus.server.serve.bound", lambda _: pytest.fail("too late"))
    with pytest.raises(OptionError, match="Redis needs its client"):
        serve({"redis": "redis://db.example"}, None, False)
