"""What is packed: never without the page; installed where there is no checkout it plays, serves, and says what it lacks."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

import tablier
from hatch_build import description, fault_of_page
from tablier.core.extras import MissingExtraError, needs

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "src" / "tablier" / "server" / "page"


def _run(*command: object, cwd: Path, code: int = 0, **more: str) -> str:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | more
    done = subprocess.run(
        [str(word) for word in command], cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


def _tablier(python: Path) -> Path:
    return python.with_name("tablier" + python.suffix)


def test_what_is_packed_plays_where_there_is_no_checkout(tmp_path: Path) -> None:
    """One test for all of it, so that only one environment is made."""
    if not (PAGE / "index.html").is_file():
        if os.environ.get("CI") == "true":
            pytest.fail("the page is not built: make page")
        pytest.skip("the page is not built (make page): nothing can be packed")
    _run(sys.executable, "-m", "build", "--no-isolation", "--outdir", tmp_path, ROOT, cwd=tmp_path)
    (wheel,), (source,) = tmp_path.glob("*.whl"), tmp_path.glob("*.tar.gz")
    _both_hold_the_page(wheel, source)
    venv.create(tmp_path / "env", with_pip=False)
    python = tmp_path / "env" / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    _install(python, str(wheel))
    _plays_and_thinks(python, tmp_path)
    _says_what_it_lacks(python, tmp_path)
    _install(python, f"{wheel}[server]")
    said = _run(sys.executable, ROOT / "web/build.py", "run", "package", cwd=tmp_path, TABLIER_PYTHON=str(python))
    shutil.rmtree(tmp_path / "env")
    if "No Chromium here" in said:
        pytest.skip("no Chromium here: the page of the package was not looked at")  # in CI the run above has failed
    assert "1 passed" in said


def _install(python: Path, what: str) -> None:
    """Into an environment of its own; the versions are those we know."""
    known = re.sub(r" \\\n *--hash=\S+", "", (ROOT / "requirements" / "run.lock").read_text(encoding="utf-8"))
    (python.parent / "known.txt").write_text(known, encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--disable-pip-version-check"]
    _run(*pip, "--no-compile", "--constraint", python.parent / "known.txt", what, cwd=python.parent)


def _both_hold_the_page(wheel: Path, source: Path) -> None:
    page = {path.relative_to(ROOT / "src").as_posix() for path in PAGE.rglob("*") if path.is_file()}
    with zipfile.ZipFile(wheel) as files:
        assert page <= set(files.namelist())
        metadata = files.read(f"tablier-{tablier.__version__}.dist-info/METADATA").decode()
    with tarfile.open(source) as files_of_source:
        names = {name.partition("/")[2] for name in files_of_source.getnames()}
    assert {f"src/{name}" for name in page} <= names
    assert not any("node_modules" in name for name in names)
    assert f"\nVersion: {tablier.__version__}\n" in metadata
    head, _, text = metadata.partition("\n\n")
    assert "Description-Content-Type: text/markdown" in head
    assert text.startswith("# Tablier\n")
    # Addresses that lead nowhere outside the repository are left out.
    assert not re.search(r"\]\((?!https?:)", text)


def _plays_and_thinks(python: Path, folder: Path) -> None:
    """Without any extra."""
    code = "import tablier\ngame = tablier.game('polygone')\nprint(tablier.__file__, game.perft(game.start(), 2))"
    where, count = _run(python, "-c", code, cwd=folder).split()
    assert Path(where).is_relative_to(python.parents[1])
    game = tablier.game("polygone")
    assert int(count) == game.perft(game.start(), 2)
    out = folder / "match"
    _run(_tablier(python), "match", "polygone", "level:1", "random", "--games", 2, "--out", out, cwd=folder)
    assert "2 of 2 games" in (out / "report.txt").read_text(encoding="utf-8")


def _says_what_it_lacks(python: Path, folder: Path) -> None:
    for arguments in (["serve", "--no-open"], ["think"], ["admin", "tables"], ["backup", "b"], ["restore", "b"]):
        said = _run(_tablier(python), *arguments, cwd=folder, code=2)
        assert said.startswith("tablier: this needs packages that are not installed (")
        assert said.endswith("pip install 'tablier[server]'\n")
    assert "pip install 'tablier[client]'" in _run(python, "-c", "import tablier.client", cwd=folder, code=1)
    for command in ("strength", "levels"):
        (said,) = _run(_tablier(python), command, cwd=folder, code=2).splitlines()
        assert said.startswith("tablier: there is no plan docs/")
        assert "source folder of Tablier" in said


def test_a_page_that_is_missing_or_old_is_not_packed(tmp_path: Path) -> None:
    for name in ("web/build.py", "requirements/step.py", "hatch_build.py", "pyproject.toml", "README.md", "LICENSE"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "src/tablier/server/page").mkdir(parents=True)
    shutil.copy(ROOT / "src/tablier/__init__.py", tmp_path / "src/tablier")
    for kind in ("sdist", "wheel"):
        said = _run(sys.executable, "-m", "hatchling", "build", "-t", kind, cwd=tmp_path, code=1)
        assert "Tablier is not packed: its page is not built. What helps: make page, then build again." in said
        assert "Traceback" not in said
    assert not (tmp_path / "dist").exists() or not list((tmp_path / "dist").iterdir())
    (tmp_path / "src/tablier/server/page/index.html").touch()
    assert fault_of_page(tmp_path) is None
    (tmp_path / "src/tablier/server/page/.tablier").write_text("of other sources", encoding="utf-8")
    assert fault_of_page(tmp_path) == "its page is older than its sources"


README = """# T

![a](docs/a.png)

| A | B |
|---|---|
| ![A](docs/a.svg) | ![B](docs/b.svg) |
| x | y |

See [the docs](docs/x.md) and [PyPI](https://pypi.org).
"""


def test_the_description_of_a_package() -> None:
    assert description(README, "") == (
        "# T\n\n| A | B |\n|---|---|\n| x | y |\n\nSee the docs and [PyPI](https://pypi.org).\n"
    )
    absolute = description(README, "https://files.example")
    assert "![a](https://files.example/docs/a.png)" in absolute
    assert "[the docs](https://files.example/docs/x.md) and [PyPI](https://pypi.org)" in absolute


def test_what_is_there_is_not_missed() -> None:
    needs("server", "json", "sqlite3")
    with pytest.raises(MissingExtraError, match=r"no_such_package.*pip install 'tablier\[server\]'"):
        needs("server", "json", "no_such_package")
