"""Packages with games, installed into folders of their own that are put on the path of other processes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "quarte"


def install(project: Path, into: Path) -> None:
    """Install a project as pip does, without what it depends on."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    subprocess.run([*command, "--no-build-isolation", "--target", str(into), str(project)], check=True)


def announce(into: Path, package: str, value: str, name: str = "trouble") -> None:
    """What pip leaves of a package `package` that announces a game, without a package."""
    info = into / f"{package}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[tablier.games]\n{name} = {value}\n")


def with_path(*folders: Path) -> dict[str, str]:
    """The environment of a process that finds what is installed in these folders."""
    paths = [*map(str, folders), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
    return {"PYTHONPATH": os.pathsep.join(filter(None, paths))}


def run(
    *command: str, stdin: str = "", cwd: Path = ROOT, env: Mapping[str, str] = MappingProxyType({})
) -> subprocess.CompletedProcess[str]:
    """Run Python."""
    return subprocess.run(
        [sys.executable, *command],
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        timeout=1200,
        cwd=cwd,
        env={**os.environ, "TABLIER_LANG": "en", **env},
    )


def tablier(
    *arguments: str, stdin: str = "", cwd: Path = ROOT, env: Mapping[str, str] = MappingProxyType({})
) -> subprocess.CompletedProcess[str]:
    """Run the command line."""
    return run("-c", "from tablier.cli import main; main()", *arguments, stdin=stdin, cwd=cwd, env=env)
