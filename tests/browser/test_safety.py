"""What people write stays text, and the page asks nobody but the house."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from serving import Server

EVIL = "<img src=x onerror=alert(1)>"


def test_names_and_chat_with_markup_are_only_text(desks: Any, house: Server) -> None:
    host = house.open("mad", players=2)
    desk = desks()
    page = desk.sit(host, "mad")
    page.on("dialog", lambda dialog: desk.complaints.append(f"alert: {dialog.message}"))
    house.join(host.table, EVIL)
    expect(page.locator(".places")).to_contain_text("<img src=x onerror=a")  # 24 letters are kept
    guest = desks("phone")
    watched = guest.go(f"/t/{host.table}")
    watched.wait_for_selector(".lobby")
    watched.click(".bar button >> nth=0")
    watched.fill(".chat input", EVIL + "<script>alert(2)</script>")
    watched.press(".chat input", "Enter")
    expect(watched.locator(".story .wrote")).to_contain_text("<script>alert(2)</script>")
    expect(page.locator(".story .wrote")).to_contain_text(EVIL)
    assert page.locator(".story img, .places img[src=x]").count() == 0


def test_the_policy_is_strict(house: Server) -> None:
    import httpx

    policy = httpx.get(house.url).headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy


def test_files_of_the_house_only(house: Server) -> None:
    import httpx

    for path in (
        "/web/../pyproject.toml",
        "/web/%2e%2e/cli/main.py",
        "/web/__init__.py",
        "/web/lib",
        "/web//etc/passwd",
        "/web/.hidden",
    ):
        assert httpx.get(house.url + path).status_code == 404, path
