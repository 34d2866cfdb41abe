"""Parts that need packages of their own are extras of the package; who uses one without them is told how to install it."""

from __future__ import annotations

import importlib.util

__all__ = ["MissingExtraError", "needs"]


class MissingExtraError(ImportError):
    """Packages are missing that a part of the program needs."""


def needs(extra: str, *packages: str) -> None:
    """Say that a room needs an extra's packages: `MissingExtraError`, with the command that installs them, if one is missing."""
    missing = [package for package in packages if importlib.util.find_spec(package) is None]
    if missing:
        raise MissingExtraError(
            f"this needs packages that are not installed ({', '.join(missing)}). What helps: pip install 'tablier[{extra}]'"
        )
