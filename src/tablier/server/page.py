"""The built page, or, where it was not built, a plain one that says how to build it."""

from __future__ import annotations

from pathlib import Path

from starlette.responses import FileResponse, Response

__all__ = ["FOLDER", "page_file", "start_page"]

FOLDER = Path(__file__).parent / "page"

_PLAIN = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Tablier</title></head>
<body>
<h1>Tablier</h1>
<p>The server runs, but its page was not built. In the source folder: <code>make page</code>; then load this page again.
<code>make play</code> does all of it.</p>
<p lang="fr">Le serveur tourne, mais sa page n’a pas été construite. Dans le dossier des sources : <code>make page</code> ;
rechargez ensuite cette page. <code>make play</code> fait le tout.</p>
<p>The API for programs is described in <a href="./api/v1/openapi.json">api/v1/openapi.json</a>.</p>
</body>
</html>
"""


def start_page(folder: Path = FOLDER) -> Response:
    """The page everything begins with."""
    if (folder / "index.html").is_file():
        return FileResponse(folder / "index.html", headers={"cache-control": "no-cache"})
    return Response(_PLAIN, media_type="text/html", headers={"cache-control": "no-store"})


def page_file(path: str, folder: Path = FOLDER) -> Response | None:
    """A file of the built page, None when there is none; files whose names change with their content may be kept for ever."""
    name = path.lstrip("/")
    try:
        found = (folder / name).resolve()
        if not found.is_relative_to(folder.resolve()) or not found.is_file():
            return None
    except (OSError, ValueError):
        return None
    lasting = "public, max-age=31536000, immutable" if name.startswith("assets/") else "no-cache"
    return FileResponse(found, headers={"cache-control": lasting})
