"""``kg export``: write a graph in a format other programs read."""

from __future__ import annotations

from pathlib import Path

import click

from kg.cli._shared import GRAPH


@click.command("export")
@GRAPH
@click.option("-o", "--output", type=click.Path(path_type=Path), help="File to write; its suffix names the format.")
@click.option("--format", "format_", help="Format, where the suffix does not name it.")
@click.option("--list", "list_", is_flag=True, help="List the formats and what each leaves out.")
def command(graph: Path, output: Path | None, format_: str | None, list_: bool) -> None:
    """Write GRAPH to a file that other programs read."""
    import exports

    if list_:
        for name in exports.format_names():
            module = exports.get_format(name)
            click.echo(f"{name:10} {' '.join(module.SUFFIXES):14} {module.LOSES or 'loses nothing'}")
        return
    if output is None:
        raise click.UsageError("say where to write with -o FILE, or --list the formats")
    from kg import store

    count = exports.write(store.load(graph), output, format=format_)
    click.echo(f"{output}: {count}")
