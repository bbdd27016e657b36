"""What building the package makes: lit-html as it is pinned, once, and a plain word where it cannot be had."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import hatch_build
from hatch_build import LIT_HTML, ROOT, Unbuildable, fetch_lit_html, has_lit_html, locked


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project that was never built, with no package of npm in it."""
    for name in ("package.json", "package-lock.json", ".npmrc"):
        shutil.copy(ROOT / name, tmp_path)
    return tmp_path


def install(project: Path, version: str = "") -> Path:
    """What npm would put there, in short."""
    package = project / "node_modules/lit-html"
    for name in LIT_HTML:
        for kind in ("js", "d.ts"):
            file = package / f"{name}.{kind}"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(f"// {name}\n//# sourceMappingURL={name}.{kind}.map\n")
    (package / "LICENSE").write_text("free")
    lock = json.loads((project / "package-lock.json").read_text("utf-8"))
    if version:
        lock["packages"]["node_modules/lit-html"]["version"] = version
    (project / "node_modules/.package-lock.json").write_text(json.dumps(lock))
    return project / "src/kartenhaus/web/lib/lit-html"


def forbidden(*words: str, folder: str) -> None:
    raise Unbuildable(f"npm {words[0]}")


def test_lit_html_is_copied_without_source_maps_and_only_once(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hatch_build, "_npm", forbidden)
    folder = install(project)
    fetch_lit_html(project)
    assert has_lit_html(project)
    assert (folder / "VERSION").read_text() == locked(project)
    assert (folder / "directives/repeat.js").read_text() == "// directives/repeat\n"
    assert (folder / "lit-html.d.ts").read_text() == "// lit-html\n"
    assert (folder / "LICENSE").exists()
    shutil.rmtree(project / "node_modules")
    fetch_lit_html(project)


@pytest.mark.parametrize("missing", ["lit-html.js", "VERSION"])
def test_what_is_missing_is_fetched_again(project: Path, missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hatch_build, "_npm", forbidden)
    folder = install(project)
    fetch_lit_html(project)
    (folder / missing).unlink()
    assert not has_lit_html(project)
    fetch_lit_html(project)
    assert (folder / missing).exists()


def test_another_version_is_not_taken(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hatch_build, "_npm", forbidden)
    install(project, version="0.0.1")
    with pytest.raises(Unbuildable, match="npm ci"):
        fetch_lit_html(project)


def test_without_npm_it_says_what_to_do(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(hatch_build, "find_spec", lambda name: None)
    with pytest.raises(Unbuildable, match=r"^lit-html cannot be fetched: there is no npm here; install Node\.js, or pip install"):
        fetch_lit_html(project)


def test_without_a_network_it_says_so(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    npm = project / "npm"
    npm.write_text("#!/bin/sh\necho 'npm error code ECONNREFUSED' >&2\necho 'npm error request failed' >&2\nexit 1\n")
    npm.chmod(0o755)
    monkeypatch.setattr(shutil, "which", lambda name: str(npm))
    with pytest.raises(Unbuildable, match=r"needs the network for; npm says: request failed$"):
        fetch_lit_html(project)


def test_the_lock_names_no_registry_and_pins_by_hash() -> None:
    text = (ROOT / "package-lock.json").read_text("utf-8")
    assert "resolved" not in text
    assert "://" not in text
    packages = json.loads(text)["packages"]
    assert all(package["integrity"].startswith("sha512-") for name, package in packages.items() if name)
    wanted = json.loads((ROOT / "package.json").read_text("utf-8"))
    for name, version in {**wanted["dependencies"], **wanted["devDependencies"]}.items():
        assert packages[f"node_modules/{name}"]["version"] == version
