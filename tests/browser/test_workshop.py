"""Boxes and boards of one's own in the browser: filled in, looked through, saved, loaded, and played with."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from kartenhaus.core import edition as editions
from kartenhaus.core.game import find
from serving import Server, wait_until, web

PEARS = "input[aria-label='Prickly pears: Cactus 13']"


def test_a_box_is_filled_saved_loaded_and_played(desks: Any, house: Server, tmp_path: Path) -> None:
    """What is wrong stands beside its figure; the file is one that the command line reads; the table plays with it."""
    desk = desks("phone")
    page = desk.go("/box/mada")
    page.wait_for_selector(".foot .kept:has-text('Everything fits')")
    page.fill(PEARS, "10")
    wrong = page.wait_for_selector("li:has(> img) .fault")
    assert "whole number from 0 to 9, not 10" in wrong.text_content()
    assert page.get_attribute(PEARS, "aria-invalid") == "true"
    page.fill(PEARS, "9")
    page.click("button[aria-label='One less: Cactus 1'] >> nth=0")
    page.wait_for_selector(".totals .broken:has-text('59 of 60')")
    page.click("button[aria-label='One more: Cactus 2'] >> nth=0")
    page.fill(".called input", "Tante <b>Emmas</b> Schachtel")
    page.wait_for_selector(".foot .kept:has-text('Everything fits')")
    with page.expect_download() as saved:
        page.click("button:has-text('Download')")
    assert saved.value.suggested_filename == "tante-b-emmas-b-schachtel.toml"
    file = tmp_path / "mine.toml"
    saved.value.save_as(file)
    mine = editions.parse(find("mada"), file.read_text("utf-8"), "mine.toml")
    assert (mine["pears"]["13"], mine["deck"]["1"], mine["deck"]["2"]) == (9, 4, 6)
    page.click(".tools button:has-text('Save')")
    page.wait_for_selector(".shelf li:has-text('Tante <b>Emmas</b> Schachtel')")
    kept = json.loads(page.evaluate("localStorage.getItem('kartenhaus.boxes.mada')"))
    assert [(one["name"], one["edition"], one["text"]) for one in kept] == [(mine["title"], mine, file.read_text("utf-8"))]
    page.click("button:has-text('Start from ours')")
    page.wait_for_selector(".foot .kept:has-text('Everything fits')")
    assert page.input_value(PEARS) == "6"
    (tmp_path / "huge.toml").write_bytes(b"#" * 70_000)
    (tmp_path / "latin.toml").write_bytes('title = "Fuß"'.encode("latin-1"))
    for name, said in (("huge", "too large"), ("latin", "UTF-8")):
        page.set_input_files("input[type=file]", tmp_path / f"{name}.toml")
        page.wait_for_selector(f".foot .broken:has-text('{said}')")
    page.set_input_files("input[type=file]", file)
    wait_until(lambda: page.input_value(PEARS) == "9", "the file is loaded")
    page.click("button:has-text('Play at once')")
    page.wait_for_selector(".hand")
    code = page.url.split("/t/")[1].split("#")[0].split("?")[0]
    assert web.get(f"{house.url}/api/tables/{code}").json()["edition"] == mine
