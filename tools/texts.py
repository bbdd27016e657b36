"""Find every text that people read, and update the catalogues: `make texts`.

It adds new texts empty, removes unused ones, and compiles everything. It finds texts where they are written:

- the sentence of an error, or of a phrase inside one;
- arguments of `translate`;
- the tables of a game's words, its title, summary, options and points, its figures and the titles of its editions, its lessons
  and its guide;
- the tables of the terminal screen's words, and the levels of bots;
- `t("…")` and `tn("…", "…", count)` in the browser client.
"""

from __future__ import annotations

import ast
import io
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from hatch_build import CARD, ROOT, compile_texts, read_catalogue

PACKAGE = ROOT / "src/kartenhaus"
READ = ("core", "games", "bots/levels.py", "table", "server", "cli/rules.py", "cli/screen")
"""Folders and files whose texts reach players; texts for the command line, authors of files and operators are English only."""
UNREAD = (
    "core/edition.py",
    "core/jit.py",
    "core/kept.py",
    "core/scenario.py",
    "core/simulation.py",
    "server/archive.py",
    "server/backplane.py",
    "server/database.py",
    "server/serve.py",
    "server/settings.py",
    "table/record.py",
)
ARTICLED = {"ARTICLES", "A_COLOURED", "A_NUMBERED"}
MOVES = {
    *ARTICLED,
    "ATTACKS",
    "EFFECTS",
    "ENDINGS",
    "HAPPENINGS",
    "HINTS",
    "LEVELS",
    "NUMBERS",
    "PHRASES",
    "PROMPTS",
    "QUESTIONS",
    "REACTIONS",
    "SPECIALS",
    "WAYS",
    "ZEROS",
}
TOLD = {"COUNTED", "DRAWS", "NEW", "PENALTIES", "SENTENCES"}
"""Tables without names of cards, and those of stories."""
TABLES = {"CARDS", "COLOURED", "COLOURS", "NUMBERED", "OTHERS", "SYMBOLS", "WILDS", *MOVES, *TOLD}
WORDED = ("words.py", "edition.py", "stories.py", "clock.py")
"""Modules with such tables."""
SAID = {"ages", "goal", "more", "name", "say", "title"}
"""The keys of texts in lessons and guides."""
FIGURES = {"Number": (1,), "Numbers": (1, 5), "Sum": (2,), "Most": (0,)}
"""What declares the figures of an edition, and where its texts are among the arguments."""
NAMES = {"GROUPS"}  # tables whose keys are texts
LITERAL = r"""(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')"""
LITERALS = rf"{LITERAL}(?:\s*\+\s*{LITERAL})*"
CALL = re.compile(rf"(?<![\w.$])(?:t\(\s*(?P<one>{LITERALS})|tn\(\s*(?P<first>{LITERALS})\s*,\s*(?P<many>{LITERALS}))")
HEADER = """msgid ""
msgstr ""
"Language: {language}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: {plural};\\n"

"""


@dataclass
class Text:
    """A text: where it is written, whether it names a card, and its plural."""

    places: set[str] = field(default_factory=set)
    is_card: bool = False
    plural: str = ""


def found(root: Path = ROOT) -> dict[str, Text]:
    """Every text of the project by its key."""
    texts: dict[str, Text] = {}
    package = root / "src/kartenhaus"
    trees = {
        file: ast.parse(file.read_text("utf-8"))
        for room in READ
        for file in ([package / room] if room.endswith(".py") else sorted((package / room).rglob("*.py")))
        if file.relative_to(package).as_posix() not in UNREAD and "migrations" not in file.parts
    }
    errors = _errors([ast.parse(file.read_text("utf-8")) for file in package.rglob("*.py")])
    for file, tree in trees.items():
        place = file.relative_to(root).as_posix()
        for key, is_card in (*_in_calls(tree, errors), *(_in_tables(tree) if file.name in WORDED else ())):
            text = texts.setdefault(key, Text())
            text.places.add(place)
            text.is_card |= is_card
        for one, many in _counted(tree):
            text = texts.setdefault(one, Text())
            text.places.add(place)
            text.plural = many
    for file in sorted((package / "games").glob("*/editions/*.toml")):
        texts.setdefault(tomllib.loads(file.read_text("utf-8"))["title"], Text()).places.add(file.relative_to(root).as_posix())
    for file in sorted([*(package / "games").glob("*/lesson*.toml"), *(package / "games").glob("*/guide.toml")]):
        for key in _told(tomllib.loads(file.read_text("utf-8"))):
            texts.setdefault(key, Text()).places.add(file.relative_to(root).as_posix())
    for file in sorted((package / "web").rglob("*.js")):
        if file.relative_to(package / "web").parts[0] not in ("lib", "joined"):
            for key, plural in in_javascript(file.read_text("utf-8")):
                text = texts.setdefault(key, Text())
                text.places.add(file.relative_to(root).as_posix())
                text.plural = text.plural or plural
    return texts


def _told(table: Any) -> Iterator[str]:
    """The texts of a lesson or a guide, by their keys."""
    if isinstance(table, list):
        for one in table:
            yield from _told(one)
    elif isinstance(table, dict):
        for key, value in table.items():
            if key in SAID and isinstance(value, str):
                yield value
            else:
                yield from _told(value)


def in_javascript(source: str) -> Iterator[tuple[str, str]]:
    """The texts of a module, each with its plural. They are literals, so a pattern finds them everywhere: Babel's own extractor
    misses calls inside templates that have an object among their arguments.
    """
    for call in CALL.finditer(source):
        yield _text(call["one"] or call["first"]), _text(call["many"] or "")


def _text(literals: str) -> str:
    """The value of JavaScript's string literals, joined by +."""
    parts = [part[1:-1] for part in re.findall(LITERAL, literals)]
    return "".join(re.sub(r"\\(.)", lambda found: {"n": "\n"}.get(found[1], found[1]), part) for part in parts)


def _errors(trees: list[ast.Module]) -> dict[str, int]:
    """Every class of errors and phrases, with the position of the sentence among its arguments."""
    bases = {
        node.name: [base.attr if isinstance(base, ast.Attribute) else getattr(base, "id", "") for base in node.bases]
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    }
    errors = {"Phrase": 0, "KartenhausError": 0, "Refused": 1}
    grown = True
    while grown:
        new = {name: errors[base] for name, its in bases.items() for base in its if base in errors and name not in errors}
        errors |= new
        grown = bool(new)
    return errors


def _in_calls(tree: ast.Module, errors: dict[str, int]) -> Iterator[tuple[str, bool]]:
    within = {id(call): owner for owner in ast.walk(tree) if isinstance(owner, ast.ClassDef) for call in ast.walk(owner)}
    cards = {id(node) for owner in tree.body if getattr(owner, "name", "") == "card_words" for node in ast.walk(owner)}
    constants = {getattr(node.targets[0], "id", ""): node.value for node in tree.body if isinstance(node, ast.Assign)}
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call):
            continue
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        owner = within.get(id(call))
        read: list[ast.expr] = []
        if name == "translate":
            read = call.args[:1]
        elif name == "__init__" and owner is not None and owner.name in errors:
            read = call.args[errors[owner.name] : errors[owner.name] + 1]
        elif name in errors:
            read = call.args[errors[name] : errors[name] + 1]
        elif name == "Game":
            read = [word.value for word in call.keywords if word.arg in ("title", "summary")]
        elif name == "Level":
            read = call.args[1:4]
        elif name == "Option":
            read = [*call.args[1:3], *(word.value for word in call.keywords if word.arg == "printed")]
        elif name == "Offer":
            read = call.args[:1]
        elif name == "Choice":
            read = call.args[1:2]
        elif name in FIGURES:
            read = [call.args[place] for place in FIGURES[name] if place < len(call.args)]
        for expression in read:
            written = constants.get(expression.id, expression) if isinstance(expression, ast.Name) else expression
            yield from ((key, id(call) in cards) for key in _sentences(written))


def _counted(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """The names of points, singular and plural."""
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "Points":
            match [text for word in call.args[:2] for text in _sentences(word)]:
                case [one, many]:
                    yield one, many


def _in_tables(tree: ast.Module) -> Iterator[tuple[str, bool]]:
    for node in tree.body:
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target if isinstance(node, ast.AnnAssign) else None
        name = getattr(target, "id", "")
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Dict) and name in TABLES | NAMES:
            for expression in node.value.keys if name in NAMES else node.value.values:
                if expression is not None:
                    yield from ((key, name not in MOVES | TOLD | NAMES) for key in _sentences(expression))


def _sentences(expression: ast.expr) -> Iterator[str]:
    """The texts in an expression: one, or several to choose from. Texts with the gap `{message}` are for authors of files."""
    match expression:
        case ast.Constant(value=str(text)) if text and "{message}" not in text:
            yield text
        case ast.Tuple(elts=parts):
            for part in parts:
                yield from _sentences(part)
        case ast.IfExp(body=this, orelse=that):
            yield from _sentences(this)
            yield from _sentences(that)


def updated(file: Path, texts: dict[str, Text]) -> bytes:
    """A catalogue's file with exactly these texts; existing translations stay."""
    old = read_catalogue(file)
    new = Catalog(locale=file.stem)
    for key in sorted(texts, key=lambda key: (min(texts[key].places), key)):
        text = texts[key]
        known: Any = old.get(key)
        string = known.string if known else ""
        if text.plural and isinstance(string, str):
            string = (string, "")
        new.add(
            (key, text.plural) if text.plural else key,
            string if text.plural or isinstance(string, str) else string[0],
            locations=[(place, 0) for place in sorted(text.places)],
            auto_comments=[CARD] if text.is_card else [],
            user_comments=known.user_comments if known else [],
        )
    body = io.BytesIO()
    write_po(body, new, width=0, omit_header=True, include_lineno=False, sort_output=False)
    plural = str(dict(old.mime_headers).get("Plural-Forms", "nplurals=2; plural=(n != 1)")).rstrip(";")
    return HEADER.format(language=file.stem, plural=plural).encode() + body.getvalue().strip() + b"\n"


def main() -> None:
    """Update all catalogues, and print what is left to translate."""
    texts = found()
    for file in sorted((PACKAGE / "locale").glob("*.po")):
        file.write_bytes(updated(file, texts))
        empty = [message.id for message in read_catalogue(file) if message.id and not all(_forms(message.string))]
        print(f"{file.relative_to(ROOT)}: {len(texts)} texts, {len(empty)} to translate")  # noqa: T201, this is a command
    compile_texts()


def _forms(string: Any) -> tuple[str, ...]:
    return (string,) if isinstance(string, str) else tuple(string)


if __name__ == "__main__":
    main()
