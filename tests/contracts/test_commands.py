"""What every command must do, whichever there are."""

from __future__ import annotations

import re

import click
import pytest
from click.testing import CliRunner

from kg.cli import main

COMMANDS = main.list_commands(None)


def command_of(name):
    return main.get_command(None, name)


@pytest.mark.parametrize("name", COMMANDS)
def test_it_is_called_like_its_module_and_explains_itself(name):
    result = CliRunner().invoke(main, [name, "--help"], prog_name="kg")
    assert result.exit_code == 0
    assert command_of(name).name == name
    assert result.output.startswith(f"Usage: kg {name}")
    assert re.match(r"[A-Z].*\.", command_of(name).help, re.DOTALL)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_has_a_help_text_or_names_its_choices(name):
    for parameter in command_of(name).params:
        if isinstance(parameter, click.Option):
            assert parameter.help or isinstance(parameter.type, click.Choice), parameter.name
            assert not parameter.help or parameter.help.endswith(".")


@pytest.mark.parametrize("name", COMMANDS)
def test_an_unknown_option_is_a_usage_error(name):
    assert CliRunner().invoke(main, [name, "--no-such-option"]).exit_code == 2


def test_the_help_of_kg_lists_every_command_with_a_word_on_it():
    output = CliRunner().invoke(main, ["--help"]).output
    for name in COMMANDS:
        assert re.search(rf"^  {name} +\w", output, re.MULTILINE), name


def test_the_version_is_that_of_the_package():
    import kg

    assert kg.__version__ in CliRunner().invoke(main, ["--version"]).output
