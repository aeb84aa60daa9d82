"""The examples of README.md are executed: every console line is run and its output compared."""

from __future__ import annotations

import fnmatch
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
_BLOCK = re.compile(r"```(console|python)\n(.*?)```", re.DOTALL)


def blocks():
    return [(match[1], match[2], README[: match.start()].count("\n") + 1) for match in _BLOCK.finditer(README)]


def commands(block):
    """Yield each command of a console *block* with the output that README shows for it."""
    command, output = None, []
    for line in block.splitlines():
        if line.startswith("$ "):
            if command is not None:
                yield command, output
            command, output = line[2:], []
        elif line.startswith("> ") and command is not None and not output:
            command += "\n" + line[2:]
        else:
            output.append(line)
    if command is not None:
        yield command, output


def same(shown, got):
    """Return whether *got* is what README shows; a line ``...`` stands for any lines, ``...`` in a line for any text."""
    pattern = "\n".join(
        "*" if line.strip() == "..." else re.sub(r"([\[\]?*])", r"[\1]", line).replace("...", "*") for line in shown
    )
    return fnmatch.fnmatchcase("\n".join(got), pattern.rstrip("\n"))


@pytest.fixture(scope="module")
def workplace(tmp_path_factory):
    return tmp_path_factory.mktemp("readme")


def test_every_console_example_prints_what_readme_shows(workplace):
    environment = {
        **os.environ,
        "PYTHONUTF8": "1",
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
    }
    ran = 0
    for kind, block, line in blocks():
        if kind != "console":
            continue
        for command, shown in commands(block):
            if shlex.split(command)[0] != "kg":
                continue
            result = subprocess.run(
                shlex.split(command),
                cwd=workplace,
                env=environment,
                capture_output=True,
                text=True,
                encoding="utf-8",
                check=False,
            )
            got = [text.rstrip() for text in result.stdout.rstrip("\n").split("\n")]
            wanted = "\n".join(text.rstrip() for text in shown).rstrip("\n").split("\n")
            assert result.returncode == 0, f"README.md:{line}: {command}\n{result.stderr}"
            assert same(wanted, got), (
                f"README.md:{line}: {command}\n--- shown\n" + "\n".join(wanted) + "\n--- got\n" + "\n".join(got)
            )
            ran += 1
    assert ran >= 5


def test_python_examples_run_after_the_console_examples(workplace, monkeypatch):
    import doctest

    monkeypatch.chdir(workplace)
    if not (workplace / "graph.kg").exists():
        subprocess.run([sys.executable, "-m", "kg", "build", "seeds", "-o", "graph.kg"], check=True)
    for kind, block, line in blocks():
        if kind != "python":
            continue
        test = doctest.DocTestParser().get_doctest(block, {}, f"README.md:{line}", "README.md", line)
        failed, _ = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE).run(test)
        assert failed == 0, f"README.md:{line}"


def test_every_command_is_in_readme():
    from kg.cli import main

    for name in main.list_commands(None):
        assert f"kg {name}" in README, name
