"""Other programs that read what is exported: where they are found, and what happens where they are not."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "paperkg-tests"
_PACKAGES = {
    "rapper": "raptor2-utils",
    "mvn": "maven",
    "java": "openjdk-17-jre-headless",
    "npm": "npm",
    "chromium": "chromium",
    "node": "nodejs",
}


def require(*tools):
    """Skip the test where one of *tools* is not installed; under CI=true it fails instead."""
    for tool in tools:
        if shutil.which(tool) is None:
            reason = f"{tool} is not installed (Debian: apt-get install {_PACKAGES.get(tool, tool)})"
            pytest.fail(reason) if os.environ.get("CI") == "true" else pytest.skip(reason)


def run(*command, **options):
    """Return the finished process of *command*; a failure shows what the program said."""
    done = subprocess.run(
        list(map(str, command)), capture_output=True, text=True, encoding="utf-8", check=False, **options
    )
    assert done.returncode == 0, f"{command[0]} failed:\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done


def jars(folder):
    """Return the class path of the jars that ``pom.xml`` in *folder* names, fetched once into a cache outside of the checkout."""
    require("java", "mvn")
    pom = folder / "pom.xml"
    target = CACHE / f"{folder.name}-{hashlib.sha256(pom.read_bytes()).hexdigest()[:16]}"
    CACHE.mkdir(parents=True, exist_ok=True)
    # Several workers may come here at once; what is half fetched never gets the name that is looked for.
    with (CACHE / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not target.is_dir():
            partial = target.with_name(target.name + ".partial")
            shutil.rmtree(partial, ignore_errors=True)
            run("mvn", "-q", "-B", "-f", pom, "dependency:copy-dependencies", f"-DoutputDirectory={partial}")
            partial.rename(target)
    return f"{target}/*"


def java(folder, program, *arguments):
    """Return what the Java source file *program* of *folder* prints, run with the jars of its pom."""
    classes = jars(folder)
    return run(
        "java", "-Xmx1g", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", classes, folder / program, *arguments
    ).stdout


def packages(folder, *, build=None):
    """Return a copy of *folder* outside of the checkout with the npm packages of its ``package.json`` installed, made once.

    *build* is a script of it that is run then.
    """
    require("node", "npm")
    names = sorted(file for file in folder.rglob("*") if file.is_file() and "node_modules" not in file.parts)
    digest = hashlib.sha256(b"\0".join(file.read_bytes() for file in names)).hexdigest()[:16]
    target = CACHE / f"{folder.name}-{digest}"
    CACHE.mkdir(parents=True, exist_ok=True)
    with (CACHE / "npm.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not target.is_dir():
            partial = target.with_name(target.name + ".partial")
            shutil.rmtree(partial, ignore_errors=True)
            shutil.copytree(folder, partial, ignore=shutil.ignore_patterns("node_modules"))
            locked = (folder / "package-lock.json").exists()
            run("npm", "ci" if locked else "install", "--silent", "--no-audit", "--no-fund", cwd=partial)
            if build is not None:
                run("npm", "run", "--silent", *build, cwd=partial)
            partial.rename(target)
    return target
