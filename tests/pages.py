"""Reports, as tests read them."""

from __future__ import annotations

import re
from html.parser import HTMLParser

VOID = {"meta", "wbr", "br", "link"}


class Checker(HTMLParser):
    """Checks that every element is closed in order; collects ids, attributes and texts."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        self.ids += [value or "" for name, value in attrs if name == "id"]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def check(page: str) -> Checker:
    checker = Checker()
    checker.feed(page)
    checker.close()
    assert checker.open == []
    return checker


def stands_alone(page: str) -> Checker:
    """Check that a page is well formed, and needs nothing else: no scripts, no other files, nothing from the network."""
    checker = check(page)
    assert not {"script", "link", "img", "iframe", "object"} & set(checker.tags)
    assert len(checker.ids) == len(set(checker.ids))
    for name, value in checker.attributes:
        assert not name.startswith("on")
        if name in ("href", "src", "xlink:href"):
            assert value.startswith("#"), value
            assert value[1:] in checker.ids
    assert "://" not in page
    assert "@import" not in page
    assert all(target in checker.ids for target in re.findall(r"url\(#([^)]+)\)", page))
    return checker
