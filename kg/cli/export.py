"""``kg export``: write a graph in a format other programs read."""

from __future__ import annotations

from pathlib import Path

import click

from kg.errors import UnknownNameError


@click.command("export")
@click.argument("graph", required=False, type=click.Path(path_type=Path))
@click.option("-o", "--output", type=click.Path(path_type=Path), help="File to write; its suffix names the format.")
@click.option("--format", "format_", help="Format, where the suffix does not name it.")
@click.option("--list", "list_", is_flag=True, help="List the formats and what each leaves out.")
def command(graph: Path | None, output: Path | None, format_: str | None, list_: bool) -> None:
    """Write GRAPH to a file that other programs read."""
    import exports

    if list_:
        for name in exports.format_names():
            module = exports.get_format(name)
            losses = f"loses {module.LOSES}" if module.LOSES else "loses nothing"
            click.echo(f"{name:10} {' '.join(module.SUFFIXES):14} {losses}")
        return
    if graph is None or output is None:
        raise click.UsageError("say which GRAPH and where to write with -o FILE, or --list the formats")
    try:
        exports.get_format(format_) if format_ else exports.find_format(output)
    except UnknownNameError as err:
        raise click.UsageError(str(err)) from err
    from kg import store

    count = exports.write(store.load(graph), output, format=format_)
    click.echo(f"{output}: {count}")
