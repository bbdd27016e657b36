"""What people write stays text, and the page loads only files of the house."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from serving import Line, Server, web

EVIL = "<img src=x onerror=alert(1)>"


def test_names_and_chat_with_markup_are_only_text(desks: Any, house: Server) -> None:
    host = house.open("mad", players=2)
    desk = desks()
    page = desk.sit(host, "mad")
    page.on("dialog", lambda dialog: desk.complaints.append(f"alert: {dialog.message}"))
    house.join(host.table, EVIL)
    expect(page.locator(".places")).to_contain_text("<img src=x onerror=a")  # names keep 24 letters
    guest = desks("phone")
    watched = guest.go(f"/t/{host.table}")
    watched.wait_for_selector(".lobby")
    watched.click(".bar .to-chat")
    watched.fill(".chat input", EVIL + "<script>alert(2)</script>")
    watched.press(".chat input", "Enter")
    expect(watched.locator(".story .wrote")).to_contain_text("<script>alert(2)</script>")
    expect(page.locator(".story .wrote")).to_contain_text(EVIL)
    assert page.locator(".story img:not(.avatar, .card), .places img[src=x]").count() == 0


def test_long_texts_and_those_that_turn_around_stay_in_their_place(desks: Any, house: Server) -> None:
    """Long words are cut, characters that reverse text are removed, and nothing is wider than the page."""
    host = house.open("mad", players=3)
    page = desks("phone").sit(host, "mad")
    turned = house.join(host.table, "\u202egnaw\u2066\u200f evil")
    long = house.join(host.table, "W" * 200)
    with Line(turned) as line, Line(long) as other:
        assert line.do("chat", text="\u202ereversed\u2067 <b>bold</b>")["type"] == "done"
        assert other.do("chat", text="x" * 7_000)["type"] == "done"
    page.click(".bar .to-chat")
    expect(page.locator(".story .wrote")).to_have_count(2)
    shown = page.locator("body").inner_text()
    assert "reversed <b>bold</b>" in shown
    assert not set(shown) & set("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
    assert "W" * 24 in shown
    assert "W" * 25 not in shown
    assert "x" * 301 not in shown
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate(
        "[...document.querySelectorAll('.story .wrote')].every((one) => one.scrollWidth <= one.parentElement.clientWidth)"
    )


def test_the_policy_is_strict(house: Server) -> None:
    policy = web.get(house.url).headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy


def test_files_of_the_house_only(house: Server) -> None:
    for path in (
        "/web/../pyproject.toml",
        "/web/%2e%2e/cli/main.py",
        "/web/__init__.py",
        "/web/lib",
        "/web//etc/passwd",
        "/web/.hidden",
    ):
        assert web.get(house.url + path).status_code == 404, path
