"""Builds the explorer into the wheel; everything else about the package stands in pyproject.toml."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

EXPLORER = Path("kg", "serve", "explorer")
STATIC = Path("kg", "serve", "static")


class BuildWithExplorer(build_py):
    """Bundles the explorer beside the Python files. Without npm the package is built without it, with a warning."""

    def run(self) -> None:
        """Copy the Python files, and bundle the explorer unless this is a checkout that is only linked to."""
        super().run()
        if self.editable_mode:
            return
        target = Path(self.build_lib) / STATIC
        if target.is_dir():  # what `make explorer` left in the checkout may be old
            shutil.rmtree(target)
        problem = bundle(Path(self.get_finalized_command("build").build_temp) / "explorer", target)
        if problem:
            shutil.rmtree(target, ignore_errors=True)
            print(f"warning: the explorer is left out: {problem}", file=sys.stderr)


def bundle(folder: Path, target: Path) -> str:
    """Bundle the explorer into *target*, its packages being installed in *folder*; return what went wrong, empty where nothing did."""
    npm = shutil.which("npm")
    if npm is None:
        return "npm is not installed"
    shutil.copytree(EXPLORER, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("node_modules"))
    for command in (
        [npm, "ci", "--no-audit", "--no-fund"],
        [npm, "run", "--silent", "build", "--", str(target.resolve())],
    ):
        done = subprocess.run(command, cwd=folder, check=False, capture_output=True, text=True)
        if done.returncode:
            return f"{' '.join(command[:3])} failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
    return ""


setup(cmdclass={"build_py": BuildWithExplorer})
