"""The commands and their help. The module of the same name does the work, and is loaded on first use."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

import kartenhaus
from kartenhaus.bots.levels import ADVISER, LOOK_AHEAD, USUAL
from kartenhaus.bots.levels import NAMES as LEVELS
from kartenhaus.cli.options import (
    GAMES,
    TITLES,
    AsJson,
    Board,
    Choices,
    Database,
    Edition,
    GameName,
    Language,
    OneRule,
    Place,
    Players,
    Processes,
    Report,
    Seed,
    SettingsFile,
    Threads,
)
from kartenhaus.core.errors import KartenhausError
from kartenhaus.core.game import find

app = typer.Typer(
    name="kartenhaus",
    help=f"Play {', '.join(TITLES[:-1])} and {TITLES[-1]}.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,  # plain help, in half the time
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def version(show: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False) -> None:
    """Print the version, if that is asked."""
    if show:
        typer.echo(f"kartenhaus {kartenhaus.__version__}")
        raise typer.Exit


@app.command(epilog="Example: kartenhaus games")
def games() -> None:
    """List the games."""
    from kartenhaus.cli.rules import list_games

    list_games()


@app.command(epilog="Examples: kartenhaus rules mada  ·  kartenhaus rules mad --all  ·  kartenhaus rules mad not-me-chain")
def rules(
    game: GameName,
    rule: OneRule = None,
    everything: Annotated[bool, typer.Option("--all", help="Print every rule, with our rulings.")] = False,
    language: Language = None,
) -> None:
    """Print the rules of a game in short, its options and what we assume."""
    from kartenhaus.cli.inputs import language_of
    from kartenhaus.cli.rules import print_rules

    print_rules(game, rule, everything, language_of(language))


@app.command(
    epilog="Examples: kartenhaus play mada  ·  kartenhaus play mad --players 4 --humans 2  ·  kartenhaus play --resume evening.toml"
)
def play(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help=GAMES)] = None,
    players: Annotated[
        int | None,
        typer.Option(
            "--players",
            "-p",
            help="The number of players; by default as many as the people and bots you name, or the fewest possible.",
        ),
    ] = None,
    humans: Annotated[int, typer.Option(help="How many of them are people at this keyboard, in the first seats.")] = 1,
    bots: Annotated[
        str | None,
        typer.Option("--bots", "-b", help=f"Who has the other seats: {', '.join(LEVELS)}, module:Class …; by default {USUAL}."),
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", "-s", help="Any whole number; by default a random one.")] = None,
    names: Annotated[str | None, typer.Option(help="The players' names, separated by commas.")] = None,
    edition: Annotated[str | None, typer.Option("--edition", help="The name of an edition, or your own file (.toml).")] = None,
    board: Board = None,
    option: Choices = None,
    save: Annotated[Path | None, typer.Option(help="Save the record to this file after every move.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Continue the game in this record file, and save it there.")] = None,
    language: Language = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Lines of text instead of the whole screen; the default in a pipe.")
    ] = False,
) -> None:
    """Play in the terminal. Against bots, or with several people at one keyboard."""
    from kartenhaus.cli.compiling import GAME, compile_first
    from kartenhaus.cli.inputs import edition_of, names_of, options_of, record_of
    from kartenhaus.cli.play import play
    from kartenhaus.core.errors import OptionError
    from kartenhaus.core.history import History

    others = [] if bots is None else names_of(bots)
    if resume is not None:
        if any(given is not None for given in (game, players, seed, names, edition, board, option)):
            raise OptionError("a record says what is played, and how: kartenhaus play --resume {file}", file=resume)
        history = record_of(resume)
        play(history, min(humans, history.players), others, save or resume, plain, language)
        return
    if game is None:
        raise OptionError("say which game: {games}", games=", ".join(kartenhaus.game_names()))
    rules = find(game)
    chosen = options_of(rules, option or [], board)
    figures = edition_of(rules, edition or "standard")
    if players is None:
        players = max(rules.players[0], humans + len(others))
    rules.check_options(chosen, rules.check_players(players))
    compile_first(rules, *GAME, "weigh")
    called = names_of(names) if names else None
    play(History.deal(rules, players, seed, figures, chosen, called), humans, others, save, plain, language)


@app.command(epilog="Example: kartenhaus simulate mad --players 4 --games 100000 --seed 7 --json")
def simulate(
    game: GameName,
    players: Players = 2,
    games: Annotated[int, typer.Option("--games", "-n", help="The number of games.")] = 100_000,
    seed: Seed = 1,
    jobs: Threads = None,
    on: Place = None,
    json: AsJson = False,
    edition: Edition = "standard",
    board: Board = None,
    option: Choices = None,
) -> None:
    """Play random games on all cores. Prints speed, length, points and win rates."""
    from kartenhaus.cli.inputs import edition_of, options_of
    from kartenhaus.cli.simulate import run

    rules = find(game)
    run(rules, players, games, seed, jobs, on, json, edition_of(rules, edition), options_of(rules, option or [], board))


@app.command(epilog="Example: kartenhaus arena mada --bots greedy,random --games 2000 --seed 7 --report arena.html")
def arena(
    game: GameName,
    bots: Annotated[str, typer.Option("--bots", "-b", help="Who plays, separated by commas; module:Class is your own.")],
    players: Annotated[
        int | None, typer.Option("--players", "-p", help="The number of players; by default one for each bot.")
    ] = None,
    games: Annotated[int, typer.Option("--games", "-n", help="The number of games, rounded up to complete deals.")] = 1000,
    seed: Seed = 1,
    jobs: Processes = None,
    on: Place = None,
    json: AsJson = False,
    report: Report = None,
    edition: Edition = "standard",
    board: Board = None,
    option: Choices = None,
) -> None:
    """Let bots play each other. Plays each deal in every seating; prints win rates, ratings and times."""
    from kartenhaus.arena.tournament import contest_of
    from kartenhaus.cli.arena import run
    from kartenhaus.cli.inputs import edition_of, names_of, options_of

    rules = find(game)
    contest = contest_of(rules, names_of(bots), players, seed, edition_of(rules, edition), options_of(rules, option or [], board))
    raise typer.Exit(run(rules, contest, games, jobs, on, json, report))


@app.command(
    epilog="Examples: kartenhaus study mad --report mad.html  ·  kartenhaus study mada --edition mybox.toml --against standard"
    "  ·  kartenhaus study maumau --board clover --against board=one"
)
def study(
    game: GameName,
    players: Annotated[
        int | None, typer.Option("--players", "-p", help="The number of players; by default as many as usual.")
    ] = None,
    games: Annotated[
        int, typer.Option("--games", "-n", help="Games by rules of thumb; all else that is played is in proportion.")
    ] = 20_000,
    seed: Seed = 1,
    jobs: Processes = None,
    on: Place = None,
    json: AsJson = False,
    report: Report = None,
    edition: Edition = "standard",
    board: Board = None,
    option: Choices = None,
    against: Annotated[
        list[str] | None,
        typer.Option(metavar="EDITION or NAME=VALUE", help="Compare with another edition, board or option. Can be repeated."),
    ] = None,
    bots: Annotated[
        str | None, typer.Option("--bots", "-b", help="The ladder of players for luck and skill, the weakest first.")
    ] = None,
    judge: Annotated[
        str | None, typer.Option(help="Who judges chances: network or playouts; by default a network if one fits.")
    ] = None,
) -> None:
    """Measure what an edition, a board or a house rule does to a game. Can compare two."""
    from kartenhaus.cli.inputs import edition_of, names_of, options_of
    from kartenhaus.cli.study import changed, run
    from kartenhaus.study.ladder import LADDER
    from kartenhaus.study.plan import named, side_of

    rules = find(game)
    ladder = LADDER if bots is None else names_of(bots)
    one = (edition_of(rules, edition), options_of(rules, option or [], board))
    wanted = [one] if against is None else [one, changed(rules, one, against)]
    sides = [side_of(rules, players, seed, ladder, *each) for each in wanted]
    raise typer.Exit(run(rules, sides, named(sides), games, judge, jobs, on, json, report))


@app.command(epilog="Examples: kartenhaus train mada  ·  kartenhaus train mad --effort 0.2 --folder /tmp/mad")
def train(
    game: GameName,
    folder: Annotated[
        Path | None,
        typer.Option(help="Where to keep the networks, and every finished round; by default training-GAME, or exploiter-GAME."),
    ] = None,
    seed: Seed = 1,
    jobs: Threads = None,
    on: Place = None,
    effort: Annotated[float, typer.Option(help="The number of rounds, as a multiple of what our own networks had.")] = 1.0,
    games: Annotated[int, typer.Option("--games", "-n", help="Games of each contest in the arena at the end.")] = 600,
    exploit: Annotated[
        bool, typer.Option("--exploit", help="Train against the networks we ship: how much can somebody win who knows them?")
    ] = False,
    standing: Annotated[
        bool,
        typer.Option(
            "--standing", help="Train the networks of search:judgement=skilled instead; some minutes, always from the start."
        ),
    ] = False,
) -> None:
    """Train networks by self-play, for the bot “learned”. Can be stopped at any time, and goes on where it was."""
    from kartenhaus.cli.train import train, train_standing
    from kartenhaus.core.errors import OptionError

    if standing:
        if exploit or jobs is not None or on is not None:
            raise OptionError("--standing goes without --exploit, --jobs and --on")
        train_standing(find(game), folder or Path(f"training-{game}"), seed, effort)
        return
    raise typer.Exit(
        train(
            find(game), folder or Path(f"{'exploiter' if exploit else 'training'}-{game}"), seed, jobs, on, effort, games, exploit
        )
    )


@app.command(
    epilog="Examples: kartenhaus dataset mada --games 100000  ·  kartenhaus dataset mad --bots hard,medium --format parquet"
)
def dataset(
    game: GameName,
    folder: Annotated[Path | None, typer.Option(help="Where to write; by default dataset-GAME.")] = None,
    games: Annotated[int, typer.Option("--games", "-n", help="The number of games.")] = 10_000,
    players: Players = 2,
    bots: Annotated[
        str, typer.Option("--bots", "-b", help="Who plays, separated by commas; seats change from game to game.")
    ] = "greedy",
    seed: Seed = 1,
    form: Annotated[str, typer.Option("--format", help="npz or npy (NumPy); parquet or arrow, which need pyarrow.")] = "npz",
    shard: Annotated[int | None, typer.Option(help="Games in a file; by default 500, or 10 if bots think.")] = None,
    notation: Annotated[bool, typer.Option("--notation", help="Also write views and moves in notation; slow.")] = False,
    jobs: Processes = None,
    on: Place = None,
    edition: Edition = "standard",
    board: Board = None,
    option: Choices = None,
) -> None:
    """Write self-play for machine learning: views, legal moves, moves, search values, results. Can be stopped and continued."""
    from kartenhaus.cli.dataset import dataset
    from kartenhaus.cli.inputs import edition_of, names_of, options_of
    from kartenhaus.dataset.setting import Setting

    rules = find(game)
    figures, chosen = edition_of(rules, edition), options_of(rules, option or [], board)
    setting = Setting(game, players, games, seed, tuple(names_of(bots)), figures, chosen, form, shard, notation)
    raise typer.Exit(dataset(setting, folder or Path(f"dataset-{game}"), jobs, on))


@app.command(epilog="Examples: kartenhaus replay evening.toml  ·  kartenhaus replay evening.toml --move 12 --seat 0")
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record file.")],
    move: Annotated[int | None, typer.Option(help="Stop after this move; 0 is the deal.")] = None,
    seat: Annotated[int | None, typer.Option(help="Show the table as this seat sees it.")] = None,
    notation: Annotated[bool, typer.Option("--notation", help="Print the position in notation instead of a drawing.")] = False,
) -> None:
    """Replay a record. Checks and lists every move, and shows the table."""
    from kartenhaus.cli.inputs import record_of
    from kartenhaus.cli.replay import replay

    replay(record_of(file), move, seat, notation)


@app.command(epilog="Examples: kartenhaus hint evening.toml --move 12  ·  kartenhaus hint tests/best/mad/win.toml --scenario 3")
def hint(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record, or a scenario with a position.")],
    move: Annotated[
        int | None, typer.Option(help="In a record: the moment after this move; 0 is the deal, the default is the end.")
    ] = None,
    scenario: Annotated[
        str | None, typer.Option(help="In a file with several scenarios: the number, from 1, or a part of the title.")
    ] = None,
    bot: Annotated[
        str, typer.Option("--bot", "-b", help=f"The bot that thinks: search with settings, {' or '.join(LOOK_AHEAD)}.")
    ] = ADVISER,
    seed: Seed = 1,
    json: AsJson = False,
) -> None:
    """Ask the search bot what it thinks of every move. It knows only what the seat to act may know."""
    from kartenhaus.cli.hint import hint

    hint(file, move, scenario, bot, seed, json)


@app.command(epilog="Example: kartenhaus check tests/scenarios")
def check(
    paths: Annotated[list[Path], typer.Argument(metavar="FILE-OR-FOLDER…", help="Scenario files, or folders of them.")],
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print only failures.")] = False,
    bot: Annotated[str | None, typer.Option("--bot", help="Test a bot where a scenario says which moves are best.")] = None,
) -> None:
    """Run scenarios. Each has a position, moves, and what must be true afterwards."""
    from kartenhaus.cli.check import check

    raise typer.Exit(check(paths, quiet, bot))


@app.command(epilog="Examples: kartenhaus verify evening.toml  ·  kartenhaus verify evening.toml --published 5c1f… --nonce my-luck")
def verify(
    file: Annotated[Path, typer.Argument(metavar="RECORD", help="The record of a game played on a server.")],
    published: Annotated[str, typer.Option(help="The commitment shown before the deal, if you wrote it down.")] = "",
    nonce: Annotated[str, typer.Option(help="The nonce you added yourself, if you know it.")] = "",
) -> None:
    """Check offline that a game was fair. Says what the record proves, and what it cannot prove."""
    from kartenhaus.cli.verify import verify

    verify(file, published, nonce)


@app.command(epilog="Examples: kartenhaus serve  ·  kartenhaus serve --host 0.0.0.0 --port 8080")
def serve(
    host: Annotated[str | None, typer.Option(help="The address to listen on; 0.0.0.0 for every network.")] = None,
    port: Annotated[int | None, typer.Option(help="The port to listen on; 0 for any free port.")] = None,
    workers: Annotated[int | None, typer.Option(help="The number of processes; more than one needs PostgreSQL and Redis.")] = None,
    database: Annotated[str | None, typer.Option(help="sqlite:///FILE or postgresql://USER@HOST/NAME.")] = None,
    redis: Annotated[str | None, typer.Option(help="redis://HOST, to pass news between processes.")] = None,
    address: Annotated[str | None, typer.Option(help="The address in invitations.")] = None,
    settings: Annotated[Path | None, typer.Option(help="A settings file (.toml); docs/hosting.md lists all settings.")] = None,
    browse: Annotated[bool, typer.Option("--open", help="Open a browser once the server runs.")] = False,
) -> None:
    """Run a server, for tables that people join from anywhere."""
    from kartenhaus.cli.serve import serve

    flags = {"host": host, "port": port, "workers": workers, "database": database, "redis": redis, "address": address}
    serve(flags, settings, browse)


@app.command(epilog="Examples: kartenhaus export games  ·  kartenhaus export --jsonl games.jsonl --database sqlite:///tables.db")
def export(
    folder: Annotated[
        Path | None, typer.Argument(metavar="FOLDER", help="Where to write the record files, one for each game.")
    ] = None,
    jsonl: Annotated[
        str | None, typer.Option(help="Write one file instead, with a JSON record in each line; - prints them.")
    ] = None,
    database: Database = None,
    settings: SettingsFile = None,
) -> None:
    """Export every finished game of a server. The server may keep running."""
    from kartenhaus.cli.data import export, settings_of

    raise typer.Exit(export(settings_of(database, settings), folder, jsonl))


@app.command("import", epilog="Examples: kartenhaus import games  ·  kartenhaus import games.jsonl evening.toml --check")
def bring_in(
    paths: Annotated[
        list[Path], typer.Argument(metavar="FILE-OR-FOLDER…", help="Records (.toml), JSON lines (.jsonl), or folders.")
    ],
    check: Annotated[bool, typer.Option("--check", help="Only check the records; write nothing.")] = False,
    database: Database = None,
    settings: SettingsFile = None,
) -> None:
    """Import records into a server's database. Checks every move of each, and stores it as a finished game."""
    from kartenhaus.cli.data import bring_in, settings_of

    raise typer.Exit(bring_in(settings_of(database, settings), paths, check))


@app.command(epilog="Example: kartenhaus backup tables-monday.db")
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write the copy; existing files are not overwritten.")],
    database: Database = None,
    settings: SettingsFile = None,
) -> None:
    """Copy the database of a server. The server may keep running."""
    from kartenhaus.cli.data import backup, settings_of

    backup(settings_of(database, settings), file)


edition_app = typer.Typer(help="Write and check your own editions.", no_args_is_help=True)
app.add_typer(edition_app, name="edition")


@edition_app.command("new", epilog="Example: kartenhaus edition new mada mybox")
def new_edition(
    game: GameName,
    name: Annotated[str, typer.Argument(metavar="NAME", help="Its name: lower-case letters, digits, - and _.")],
    file: Annotated[Path | None, typer.Option(help="Where to write it; by default NAME.toml in this folder.")] = None,
) -> None:
    """Write an edition to start from, with notes."""
    from kartenhaus.cli.edition import new

    new(find(game), name, file)


@edition_app.command("check", epilog="Example: kartenhaus edition check mybox.toml")
def check_edition(file: Annotated[Path, typer.Argument(metavar="FILE", help="An edition (.toml).")]) -> None:
    """Check an edition. Lists everything that is wrong and what would be right, or prints its numbers."""
    from kartenhaus.cli.edition import check

    raise typer.Exit(check(file))


@app.command(epilog="Example: kartenhaus join http://127.0.0.1:8000/t/abcdefghjk --name Mia")
def join(
    link: Annotated[str, typer.Argument(metavar="LINK", help="The invitation: the address of a table.")],
    name: Annotated[str, typer.Option("--name", help="Your name at the table.")] = "",
    watch: Annotated[bool, typer.Option("--watch", help="Only watch.")] = False,
    language: Language = None,
) -> None:
    """Play at a table of a server, in this terminal."""
    from kartenhaus.cli.join import join

    join(link, name, watch, language)


@app.command(epilog="Example: kartenhaus bot mine:Saver --table http://127.0.0.1:8000/t/abcdefghjk")
def bot(
    name: Annotated[str, typer.Argument(metavar="BOT", help="One of our bots, or your own as module:Class.")],
    table: Annotated[str, typer.Option("--table", help="The invitation: the address of a table.")],
    called: Annotated[str, typer.Option("--name", help="The name of the bot at the table.")] = "",
) -> None:
    """Let a bot play at a table of a server, until the table closes."""
    from kartenhaus.cli.bot import sit

    sit(name, table, called)


@app.command(epilog="Example: kartenhaus perft mada --players 3 --depth 6")
def perft(
    game: GameName,
    players: Players = 2,
    depth: Annotated[int, typer.Option("--depth", "-d", help="The number of moves to look ahead.")] = 5,
    seed: Seed = 1,
    edition: Edition = "standard",
    board: Board = None,
    option: Choices = None,
) -> None:
    """Count all sequences of moves from a deal. The count is a fingerprint of the rules."""
    from kartenhaus.cli.inputs import edition_of, options_of
    from kartenhaus.cli.simulate import run_perft

    rules = find(game)
    run_perft(rules, players, depth, seed, edition_of(rules, edition), options_of(rules, option or [], board))


def main() -> None:
    """Run the command line; errors are one line, without a traceback."""
    try:
        app()
    except KartenhausError as error:
        from kartenhaus.cli.terminal import complain

        complain(f"{error}" + (f" [{error.rule}]" if error.rule else ""))
        sys.exit(2)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
