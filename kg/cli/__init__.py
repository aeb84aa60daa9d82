"""The command line: the only package that prints. Results go to stdout, everything else to stderr.

Exit status: 0, 1 (something failed, was rejected or was not found), 2 (usage). One command a module, found by its name.
"""

from __future__ import annotations

import errno
import importlib
import pkgutil
import sys
from typing import Any

import click

from kg.errors import KGError


class _Commands(click.Group):
    """Loads a command's module only when it is asked for, so that ``kg --help`` is quick."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(module.name for module in pkgutil.iter_modules(__path__) if not module.name.startswith("_"))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        command: click.Command = importlib.import_module(f"{__name__}.{cmd_name}").command
        return command

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except KGError as err:
            click.echo(f"kg: {err}", err=True)
            ctx.exit(1)
        except OSError as err:
            if err.errno == errno.EPIPE:  # the reader of our output has gone: click knows what to do
                raise
            where = f"{err.filename}: " if err.filename else ""
            click.echo(f"kg: {where}{err.strerror or err}", err=True)
            ctx.exit(1)


@click.command(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="paperkg", prog_name="kg")
def main() -> None:
    """Turn digests of research papers into a knowledge graph, and ask it."""
    for stream in (sys.stdout, sys.stderr):
        # Output is UTF-8 wherever it goes: papers speak Chinese, and a pipe may be set to ASCII.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
