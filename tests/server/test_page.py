"""The built page, and what is shown where there is none."""

from __future__ import annotations

from pathlib import Path

from starlette.responses import FileResponse

from tablier.server.page import page_file, start_page


def test_without_a_built_page_there_is_a_plain_one_that_says_how_to_build_it(tmp_path: Path) -> None:
    plain = start_page(tmp_path)
    assert b"make page" in plain.body
    assert b"<script" not in plain.body
    assert b"style" not in plain.body


def test_the_built_page_is_served_and_what_never_changes_is_kept(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    for name in ("index.html", "icon.svg", "assets/main-1a2b.js"):
        (tmp_path / name).write_text("x")
    first = start_page(tmp_path)
    assert isinstance(first, FileResponse)
    assert first.headers["cache-control"] == "no-cache"
    icon, script = page_file("/icon.svg", tmp_path), page_file("/assets/main-1a2b.js", tmp_path)
    assert icon is not None
    assert icon.headers["cache-control"] == "no-cache"
    assert script is not None
    assert "immutable" in script.headers["cache-control"]


def test_nothing_outside_the_page_is_served(tmp_path: Path) -> None:
    page = tmp_path / "page"
    page.mkdir()
    (tmp_path / "secret").write_text("x")
    (page / "link").symlink_to(tmp_path / "secret")
    for path in ("/../secret", "/link", "/", "", "/none", "/\0", "/" + "x" * 5000):
        assert page_file(path, page) is None
