"""``kg export``: write a graph in a format other programs read."""

from __future__ import annotations

import tempfile
from pathlib import Path

import click

from kg.errors import UnknownNameError


@click.command("export")
@click.argument("graph", required=False, type=click.Path(path_type=Path))
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), help="File to write, - for stdout; its suffix names the format."
)
@click.option("--format", "format_", help="Format, where the suffix does not name it.")
@click.option("--view", default="", help="What to show: full, entities, institutions, techniques or comparisons.")
@click.option("--since", default="", metavar="DATE", help="Only papers of this day, month or year and later ones.")
@click.option("--until", default="", metavar="DATE", help="Only papers of this day, month or year and earlier ones.")
@click.option("--type", "types", multiple=True, help="Only nodes of this type; may be given several times.")
@click.option("--min-papers", type=click.IntRange(min=0), default=0, help="Only things that so many papers name.")
@click.option("--list", "list_", is_flag=True, help="List the formats, their suffixes, and what each leaves out.")
def command(
    graph: Path | None,
    output: Path | None,
    format_: str | None,
    view: str,
    since: str,
    until: str,
    types: tuple[str, ...],
    min_papers: int,
    list_: bool,
) -> None:
    """Write GRAPH, or a part of it, to a file that other programs read.

    Formats of several files write a directory, or one file if its name ends in .zip; to stdout they are written as one zip file.
    """
    import exports

    if list_:
        for name in exports.format_names():
            module = exports.get_format(name)
            losses = f"loses {module.LOSES}" if module.LOSES else "loses nothing"
            view = exports.draws(module)
            shows = f"any view ({view})" if view else "full only"
            click.echo(f"{name:10} {' '.join(module.SUFFIXES):21} {shows:19} {losses}")
        return
    if graph is None or output is None:
        raise click.UsageError("say which GRAPH and where to write with -o FILE, or --list the formats")
    to_stdout = str(output) == "-"
    if to_stdout and not format_:
        raise click.UsageError("say with --format what to write to stdout; --list has the formats")
    try:
        module = exports.get_format(format_) if format_ else exports.find_format(output)
        if view:
            exports.get_view(view)
        exports.check_part(module, view=view, types=types, min_papers=min_papers)
        for date in (since, until):
            exports.check_date(date)
    except (UnknownNameError, exports.WholeGraphError, exports.DateError) as err:
        raise click.UsageError(str(err)) from err
    both = min(len(since), len(until))
    if since[:both] > until[:both]:
        raise click.UsageError(f"--since {since} is after --until {until}: no paper can be left")
    from kg import store

    def write(path: Path) -> str:
        return exports.write(
            store.load(graph),
            path,
            format=format_,
            view=view,
            since=since,
            until=until,
            types=types,
            min_papers=min_papers,
        )

    if not to_stdout:
        count = write(output)
        click.echo(f"{output}: {count}")
        _warn_of_nothing(count)
        return
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "graph.zip"  # the name makes one file of several
        count = write(made)
        with made.open("rb") as file:
            while piece := file.read(2**20):
                click.echo(piece, nl=False)
    click.echo(f"kg: {count}", err=True)
    _warn_of_nothing(count)


def _warn_of_nothing(count: str) -> None:
    if count.startswith("0 nodes"):
        click.echo("kg: nothing of the graph is left by that view and those filters", err=True)
