"""How the package is built: never without the page, and with a README that also reads well outside the repository."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

ROOT = Path(__file__).parent
_PICTURE = re.compile(r"!\[([^\]]*)\]\(((?!https?:)[^)]+)\)")
_LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(((?!https?:)[^)]+)\)")


class Page(BuildHookInterface):  # type: ignore[type-arg]
    """Refuses to build a wheel or an sdist without the page as it is now."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Called before anything is packed."""
        if version != "editable" and (missing := fault_of_page(ROOT)):
            raise SystemExit(f"Tablier is not packed: {missing}. What helps: make page, then build again.")


def fault_of_page(root: Path) -> str | None:
    """What is wrong with the built page below a source folder, if anything."""
    page = root / "src" / "tablier" / "server" / "page"
    if not (page / "index.html").is_file():
        return "its page is not built"
    mark, builder = page / ".tablier", root / "web" / "build.py"
    if mark.is_file() and builder.is_file():
        web = runpy.run_path(str(builder))
        if mark.read_text(encoding="utf-8") != web["stamp"](*web["SOURCES"]):
            return "its page is older than its sources"
    return None


class Readme(MetadataHookInterface):
    """The README as the package's description. `files` is the address below which the repository's files are found; as long as
    there is none, the description has no pictures and names the files it cannot link to."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add it to what pyproject.toml says."""
        files = self.config.get("files", "").rstrip("/")
        text = (ROOT / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": description(text, files)}
        if files:
            metadata["urls"] = {"Source": files, "Changelog": f"{files}/CHANGELOG.md"}


def description(text: str, files: str) -> str:
    """A README with absolute addresses; without its pictures and relative links if there is no address to put before them."""
    if files:
        return re.sub(r"\]\((?!https?:)", f"]({files}/", text)
    text = re.sub(r"\n\|(?: *!\[[^\]]*\]\([^)]*\) *\|)+(?=\n)", "", text)  # a row of pictures
    return re.sub(r"\n{3,}", "\n\n", _LINK.sub(r"\1", _PICTURE.sub("", text)))
