"""The browser client: one page for all addresses, and its files, sent compressed and cached by the browser.

A package holds the client joined into few files, made by `hatch_build.py`. A clone holds its sources too; as soon as one of them is
newer than the joined files, the server sends the sources instead, so that whoever edits them only has to load the page again.
"""

from __future__ import annotations

import gzip
import mimetypes
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from kartenhaus.core import game as games

router = APIRouter(include_in_schema=False)
WEB = Path(str(files("kartenhaus.web")))
JOINED = "joined/"
PAGE = "index.html"
SOURCES = (".js", ".css", ".html")
MEDIA = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".html": "text/html; charset=utf-8"}
ASK_AGAIN = "no-cache"
FOR_EVER = "public, max-age=31536000, immutable"  # its name changes with its contents


class Asset(NamedTuple):
    """A file as it is sent."""

    data: bytes
    small: bytes
    tag: str
    media: str


def known() -> frozenset[str]:
    """The paths of all files of the client; any other path is neither looked up nor cached."""
    return _known(changed(JOINED + PAGE))


@cache
def _known(joined: int) -> frozenset[str]:  # noqa: ARG001, once the client is joined again, there are other files
    return frozenset(_paths(WEB, ""))


def changed(path: str) -> int:
    """When a file of the client changed last; 0 if there is none."""
    try:
        return (WEB / path).stat().st_mtime_ns
    except FileNotFoundError:
        return 0


def _paths(folder: Path, above: str) -> Iterator[str]:
    for one in folder.iterdir():
        if one.name.startswith((".", "_")):
            continue
        if one.is_dir():
            yield from _paths(one, f"{above}{one.name}/")
        elif not one.name.endswith((".py", ".ts", ".pyc")):
            yield above + one.name


def asset(path: str) -> Asset | None:
    """A file of the client; None where there is none."""
    return _asset(path, when) if path in known() and (when := changed(path)) else None


@cache
def _asset(path: str, when: int) -> Asset:  # noqa: ARG001, a file that has changed is read again
    media = MEDIA.get(f".{path.rpartition('.')[2]}") or mimetypes.guess_type(path)[0] or "application/octet-stream"
    return _made((WEB / path).read_bytes(), media)


def _made(data: bytes, media: str) -> Asset:
    return Asset(data, gzip.compress(data, 9, mtime=0), f'"{sha256(data).hexdigest()[:24]}"', media)


def front() -> str:
    """The page to send: the joined one, unless a source is newer."""
    sources = [path for path in known() if path.endswith(SOURCES) and not path.startswith(JOINED)]
    newest = max(map(changed, sources), default=0)  # a package has none
    return PAGE if newest > changed(JOINED + PAGE) else JOINED + PAGE


@cache
def _page(path: str, when: int, room: str, game: str) -> Asset:
    """The page of a room: a table or a page of text, in the colours of a game."""
    found = _asset(path, when)
    about = f'data-room="{room}"' + (f' data-game="{game}"' if game else "")
    return _made(found.data.replace(b'data-room="page"', about.encode(), 1), found.media)


def answer(request: Request, found: Asset | None, caching: str = ASK_AGAIN) -> Response:
    """Answer with a file, or with 304 if it has not changed."""
    if found is None:
        raise HTTPException(404, "no such page")
    headers = {"etag": found.tag, "cache-control": caching, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == found.tag:
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(found.small, media_type=found.media, headers={**headers, "content-encoding": "gzip"})
    return Response(found.data, media_type=found.media, headers=headers)


@router.get("/web/{path:path}")
async def show_file(request: Request, path: str) -> Response:
    """A file of the client."""
    return answer(request, asset(path), FOR_EVER if path.startswith(JOINED) and path != JOINED + PAGE else ASK_AGAIN)


@router.get("/favicon.ico")
async def show_icon(request: Request) -> Response:
    """The icon, at the address where browsers look for it."""
    return answer(request, asset("icon.svg"))


def _show(request: Request, room: str, game: str = "") -> Response:
    """The one page, which shows a frame at once; its script reads the address."""
    path = front()
    return answer(request, _page(path, changed(path), room, game if game in games.names() else ""))


@router.get("/")
@router.get("/review")
async def show_page(request: Request) -> Response:
    """The start page, and the one that asks for a record."""
    return _show(request, "page")


@router.get("/rules/{game}")
@router.get("/box/{game}")
@router.get("/board/{game}")
async def show_rules(request: Request, game: str) -> Response:
    """The rules of a game, and the pages on which people fill a box or paint a board of their own."""
    return _show(request, "page", game)


@router.get("/learn/{game}")
@router.get("/learn/{game}/{number}")
async def show_lesson(request: Request, game: str) -> Response:
    """A lesson of a game."""
    return _show(request, "table", game)


@router.get("/t/{code}")
@router.get("/review/{code}/{number}")
async def show_table(request: Request) -> Response:
    """A table, or a finished game of one."""
    return _show(request, "table")
