"""The client's files: joined ones while nothing is newer, each sent with what a browser needs to keep it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from kartenhaus.server import pages
from serving import Server, web


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A client with a module, a page, and the same joined."""
    (tmp_path / "joined").mkdir()
    for name in ("app.js", "index.html", "joined/app-1.js", "joined/index.html"):
        (tmp_path / name).write_text(name)
        os.utime(tmp_path / name, ns=(0, 1000))
    monkeypatch.setattr(pages, "WEB", tmp_path)
    caches = (pages._known, pages._asset, pages._page)
    for one in caches:
        one.cache_clear()
    yield tmp_path
    for one in caches:
        one.cache_clear()


def test_the_joined_page_is_sent_while_no_source_is_newer(folder: Path) -> None:
    assert pages.front() == "joined/index.html"
    os.utime(folder / "app.js", ns=(0, 1001))
    assert pages.front() == "index.html"
    os.utime(folder / "joined/index.html", ns=(0, 1001))
    assert pages.front() == "joined/index.html"


def test_a_package_has_only_joined_files(folder: Path) -> None:
    (folder / "app.js").unlink()
    (folder / "index.html").unlink()
    assert pages.front() == "joined/index.html"


def test_a_client_that_was_never_joined_is_sent_as_it_is(folder: Path) -> None:
    (folder / "joined/index.html").unlink()
    assert pages.front() == "index.html"


def test_a_source_that_was_edited_is_sent_anew(folder: Path) -> None:
    assert pages.asset("app.js") == pages._made(b"app.js", "text/javascript; charset=utf-8")
    (folder / "app.js").write_text("edited")
    found = pages.asset("app.js")
    assert found is not None
    assert found.data == b"edited"


def test_files_joined_again_are_found_by_a_running_server(folder: Path) -> None:
    assert pages.asset("joined/app-2.js") is None
    (folder / "joined/app-1.js").rename(folder / "joined/app-2.js")
    assert pages.asset("joined/app-1.js") is None
    os.utime(folder / "joined/index.html", ns=(0, 2000))
    assert pages.asset("joined/app-2.js") is not None


@pytest.mark.parametrize(
    ("path", "about"),
    [
        ("/", 'data-room="page"'),
        ("/rules/mad", 'data-room="page" data-game="mad"'),
        ("/learn/mada", 'data-room="table" data-game="mada"'),
        ("/rules/%22nothing", 'data-room="page"'),
        ("/t/anything", 'data-room="table"'),
        ("/review/x/1", 'data-room="table"'),
    ],
)
def test_the_page_says_what_to_show_first(tmp_path: Path, path: str, about: str) -> None:
    with Server(tmp_path) as server:
        sent = web.get(server.url + path)
        assert f"<body {about}>" in sent.text
        assert sent.headers["cache-control"] == "no-cache"
        again = web.get(server.url + path, headers={"if-none-match": sent.headers["etag"]})
        assert (again.status_code, again.text) == (304, "")
