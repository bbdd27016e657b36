"""The browser client: one page for all addresses, and its files, sent compressed and cached by the browser."""

from __future__ import annotations

import gzip
import mimetypes
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.exceptions import HTTPException

router = APIRouter(include_in_schema=False)
MEDIA = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".html": "text/html; charset=utf-8"}


class Asset(NamedTuple):
    """A file as it is sent."""

    data: bytes
    small: bytes
    tag: str
    media: str


@cache
def known() -> frozenset[str]:
    """The paths of all files of the client; any other path is neither looked up nor cached."""
    return frozenset(_paths(files("kartenhaus.web"), ""))


def _paths(folder: Traversable, above: str) -> Iterator[str]:
    for one in folder.iterdir():
        if one.name.startswith((".", "_")):
            continue
        if one.is_dir():
            yield from _paths(one, f"{above}{one.name}/")
        elif not one.name.endswith((".py", ".ts", ".pyc")):
            yield above + one.name


def asset(path: str) -> Asset | None:
    """A file of the client; None where there is none."""
    return _asset(path) if path in known() else None


@cache
def _asset(path: str) -> Asset:
    data = files("kartenhaus.web").joinpath(*path.split("/")).read_bytes()
    media = MEDIA.get(f".{path.rpartition('.')[2]}") or mimetypes.guess_type(path)[0] or "application/octet-stream"
    return Asset(data, gzip.compress(data, 9, mtime=0), f'"{sha256(data).hexdigest()[:24]}"', media)


def answer(request: Request, path: str) -> Response:
    """Answer with a file, or with 304 if it has not changed."""
    found = asset(path)
    if found is None:
        raise HTTPException(404, "no such page")
    headers = {"etag": found.tag, "cache-control": "no-cache", "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == found.tag:
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(found.small, media_type=found.media, headers={**headers, "content-encoding": "gzip"})
    return Response(found.data, media_type=found.media, headers=headers)


@router.get("/web/{path:path}")
async def show_file(request: Request, path: str) -> Response:
    """A file of the client."""
    return answer(request, path)


@router.get("/favicon.ico")
async def show_icon(request: Request) -> Response:
    """The icon, at the address where browsers look for it."""
    return answer(request, "icon.svg")


@router.get("/")
@router.get("/review")
@router.get("/review/{code}/{number}")
@router.get("/rules/{game}")
@router.get("/learn/{game}")
@router.get("/t/{code}")
async def show_page(request: Request) -> Response:
    """The one page; its script reads the address."""
    return answer(request, "index.html")
