"""The pages of the house: what somebody sees who opens its address, or an invitation, in a browser."""

from __future__ import annotations

from html import escape
from importlib.resources import files

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from kartenhaus.core import game as games
from kartenhaus.server.api import Code, house_of
from kartenhaus.table import frames

router = APIRouter(include_in_schema=False)
PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<link rel="stylesheet" href="/page.css">
<main>
{body}
</main>
</html>
"""


@router.get("/", response_class=HTMLResponse)
async def front(request: Request) -> str:
    """What the house is, and what can be done here."""
    about = "".join(
        f"<li><b>{escape(game.title)}</b>, {game.players[0]} to {game.players[1]} players: {escape(game.summary)}</li>"
        for game in map(games.find, games.names())
    )
    body = f"""<h1>Kartenhaus is open</h1>
<ul>{about}</ul>
<p>Open a table: <code>POST /api/tables</code>, as <a href="/api/openapi.json">the description of the interface</a> says. Seat a bot
at it: <code>kartenhaus bot hard --table {escape(str(request.base_url))}t/CODE</code>. Play at the keyboard:
<code>kartenhaus play mada</code>.</p>"""
    return PAGE.format(title="Kartenhaus", body=body)


@router.get("/t/{code}", response_class=HTMLResponse)
async def invitation(request: Request, code: Code) -> str:
    """A table from outside; looking changes nothing."""
    about = frames.about((await house_of(request).room(code)).table)
    seats = "".join(f"<li>{escape(seat['name'] or 'free')}</li>" for seat in about["seats"])
    body = f"<h1>{escape(about['title'])}</h1><p>Table {escape(code)}, {escape(about['phase'])}</p><ol start='0'>{seats}</ol>"
    return PAGE.format(title=escape(about["title"]), body=body)


@router.get("/page.css")
async def style() -> Response:
    """How the pages look."""
    return Response((files("kartenhaus.server") / "page.css").read_text("utf-8"), media_type="text/css")
