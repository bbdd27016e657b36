"""Building the package: the pinned lit-html, a clear message if it cannot be fetched, the joined client, and complete archives."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

import hatch_build
from hatch_build import LIT_HTML, ROOT, Unbuildable, fetch_lit_html, has_lit_html, is_joined, join_client, locked
from kartenhaus.core.texts import LANGUAGES
from serving import Server, web


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project that was never built and has no npm packages."""
    for name in ("package.json", "package-lock.json", ".npmrc"):
        shutil.copy(ROOT / name, tmp_path)
    return tmp_path


def install(project: Path, version: str = "") -> Path:
    """Put there what npm would, in short; return the folder for lit-html."""
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
    packages = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    for package in packages.values():
        package.pop("funding", None)  # addresses for donations; nothing is fetched from them
    assert "resolved" not in str(packages)
    assert "://" not in str(packages)
    assert all(package["integrity"].startswith("sha512-") for name, package in packages.items() if name)
    wanted = json.loads((ROOT / "package.json").read_text("utf-8"))
    for name, version in {**wanted["dependencies"], **wanted["devDependencies"]}.items():
        assert packages[f"node_modules/{name}"]["version"] == version


# The joined client


@pytest.fixture
def client(project: Path) -> Path:
    """A project with a tiny client, and our node_modules."""
    (project / "node_modules").symlink_to(ROOT / "node_modules")
    web = project / "src/kartenhaus/web"
    (web / "style").mkdir(parents=True)
    (web / "app.js").write_text('import { word } from "./word.js";\nconsole.log(word);\n')
    (web / "word.js").write_text('export const word = "Größe";\n')
    for name in ("first", "second"):
        (web / f"style/{name}.css").write_text(f".{name} {{\n  color: red;\n}}\n")
    sheets = "".join(f'<link rel="stylesheet" href="/web/style/{name}.css">\n' for name in ("first", "second"))
    (web / "index.html").write_text(f'{sheets}<script type="module" src="/web/app.js"></script>\n')
    return project


def joined(project: Path) -> dict[str, str]:
    """The joined files by the beginnings of their names."""
    folder = project / "src/kartenhaus/web/joined"
    return {file.name.split("-")[0]: file.read_text("utf-8") for file in folder.iterdir()}


def test_modules_and_styles_are_joined_in_their_order(client: Path) -> None:
    join_client(client)
    made = joined(client)
    assert set(made) == {"app", "style", "index.html"}
    assert "Größe" in made["app"]
    assert "import" not in made["app"]
    assert made["style"].index(".first") < made["style"].index(".second")
    assert re.fullmatch(
        r'<link rel="stylesheet" href="/web/joined/style-\w{12}\.css">\n'
        r'<script type="module" src="/web/joined/app-\w{12}\.js"></script>\n',
        made["index.html"],
    )


def test_what_has_changed_is_joined_again_under_another_name(client: Path) -> None:
    join_client(client)
    assert is_joined(client)
    folder = client / "src/kartenhaus/web/joined"
    before = {file.name for file in folder.iterdir()}
    (client / "src/kartenhaus/web/word.js").write_text('export const word = "small";\n')
    os.utime(client / "src/kartenhaus/web/word.js", ns=(0, (folder / "index.html").stat().st_mtime_ns + 1))
    assert not is_joined(client)
    join_client(client)
    after = {file.name for file in folder.iterdir()}
    assert {name.split("-")[0] for name in before ^ after} == {"app"}
    assert len(after) == len(before)


def test_a_client_that_cannot_be_joined_says_where(client: Path) -> None:
    (client / "src/kartenhaus/web/word.js").write_text("export const = 3;\n")
    with pytest.raises(Unbuildable, match=r"(?s)^the browser client cannot be joined; esbuild says: .*word\.js:1"):
        join_client(client)


# What is built


def build(kind: str, root: Path, folder: Path) -> Path:
    """Build a wheel or a source archive as `pip install .` does, but without fetching the build tool."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)]
    subprocess.run(command, cwd=root, check=True, capture_output=True)
    return next(folder.iterdir())


def installed(wheel: Path, folder: Path) -> Path:
    """Install the wheel alone in a new environment that borrows our dependencies; return its programs."""
    venv.create(folder)
    programs = folder / "bin"
    pip = [sys.executable, "-m", "pip", "--python", str(programs / "python"), "install", "--quiet", "--no-index", "--no-deps"]
    subprocess.run([*pip, str(wheel)], check=True, capture_output=True)
    ours = sysconfig.get_path("purelib")
    theirs = next(folder.glob("lib/python*/site-packages"))
    (theirs / "lent.pth").write_text(f"{ours}\n")
    return programs


def test_what_is_installed_serves_pages_and_translations(tmp_path: Path) -> None:
    programs = installed(build("wheel", ROOT, tmp_path / "dist"), tmp_path / "there")
    where = subprocess.run(
        [programs / "python", "-c", "import kartenhaus; print(kartenhaus.__file__)"],
        cwd=tmp_path, check=True, capture_output=True, text=True,
    )  # fmt: skip
    assert where.stdout.startswith(str(tmp_path))
    program = [str(programs / "kartenhaus"), "serve"]
    with Server(tmp_path, program=program, interpret=1) as server:  # nothing is compiled for a new place
        page = web.get(server.url).raise_for_status().text
        named = re.findall(r"/web/joined/(?:app|style)-[0-9a-f]{12}\.(?:js|css)", page)
        assert [Path(name).suffix for name in named] == [".css", ".js"]
        for name in named:
            sent = web.get(server.url + name).raise_for_status()
            assert sent.headers["cache-control"].endswith("immutable")
        assert web.get(f"{server.url}/web/app.js").status_code == 404  # the sources stay at home
        for language in set(LANGUAGES) - {"en"}:
            assert web.get(f"{server.url}/web/texts/{language}.json").json()["Play now"] != "Play now"
        told = {language: refusal(server, language) for language in LANGUAGES}
        assert len(set(told.values())) == len(LANGUAGES), told


def refusal(server: Server, language: str) -> str:
    """What the server says about a table that does not exist."""
    answer = web.get(f"{server.url}/api/tables/nowhere", headers={"accept-language": language})
    return str(answer.json()["message"])


def test_the_source_archive_builds_the_same_wheel_without_a_network(tmp_path: Path) -> None:
    with tarfile.open(build("sdist", ROOT, tmp_path / "sdist")) as archive:
        archive.extractall(tmp_path / "source", filter="data")
    (source,) = (tmp_path / "source").iterdir()
    assert not {".venv", "node_modules"} & {path.name for path in source.iterdir()}
    ours, theirs = (zipfile.ZipFile(build("wheel", root, tmp_path / name)) for root, name in ((ROOT, "ours"), (source, "theirs")))
    with ours, theirs:
        assert {one.filename: one.CRC for one in ours.infolist()} == {one.filename: one.CRC for one in theirs.infolist()}
