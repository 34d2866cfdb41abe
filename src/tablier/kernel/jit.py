"""The one decorator that turns rules written in Python into machine code, and the cache it keeps.

Numba's own cache looks at one file at a time and does not notice when a function called from another file has changed. Ours
is keyed by a hash of every file that could be compiled into the result: this room and ``geometry`` for everything, the
function's own folder, and the game's folder, data files included, for whatever works on that game's records.
"""

from __future__ import annotations

import functools
import hashlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba.core import caching, types

__all__ = ["CHECKED", "INTERPRETED", "cache_folder", "hash_of", "inlined", "jit", "own_record"]

F = TypeVar("F", bound=Callable[..., Any])

INTERPRETED: bool = bool(numba.config.DISABLE_JIT)
"""True when ``NUMBA_DISABLE_JIT=1``: the same rules run as plain Python."""

CHECKED: bool = bool(numba.config.BOUNDSCHECK)
"""True when ``NUMBA_BOUNDSCHECK=1``: an index outside its array raises IndexError."""

_PACKAGE = Path(__file__).resolve().parent.parent
_SHARED_ROOMS = ("geometry", "kernel")
_owners: dict[types.Record, Path] = {}


def own_record(record: types.Record, folder: Path) -> None:
    """Remember that the files in `folder` decide what is compiled for `record`, and for every record that holds one."""
    _owners[record] = folder


def _folders(kind: types.Type) -> set[Path]:
    """The folders that decide what is compiled for a type: those of its records, and of the records these hold."""
    while isinstance(kind, types.Array):
        kind = kind.dtype
    if not isinstance(kind, types.Record):
        return set()
    found = {folder for field in kind.fields.values() for folder in _folders(field.type)}
    if kind in _owners:
        found.add(_owners[kind])
    if not found:
        raise KeyError(f"nobody owns the record type {kind}: own_record")
    return found


@functools.cache
def hash_of(folder: Path) -> str:
    """A hash of all files in a folder, but for what Python itself keeps there."""
    digest = hashlib.sha256()
    for file in sorted(path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts):
        digest.update(file.relative_to(folder).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


@functools.cache
def cache_folder() -> Path:
    """Where compiled code is kept: a folder of its own for every state of the shared sources, Python and Numba."""
    root = os.environ.get("TABLIER_CACHE_DIR")
    if root is None:
        if sys.platform == "win32":
            root = os.environ.get("LOCALAPPDATA", str(Path.home()))
        else:
            root = os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache"))
        root = str(Path(root) / "tablier")
    state = "-".join(
        [numba.__version__, f"py{sys.version_info[0]}{sys.version_info[1]}", "checked" if CHECKED else "fast"]
        + [hash_of(_PACKAGE / room) for room in _SHARED_ROOMS if (_PACKAGE / room).is_dir()]
    )
    return Path(root) / hashlib.sha256(state.encode()).hexdigest()[:16]


class _Locator(caching._CacheLocator):  # type: ignore[misc]
    """Puts every function's files into `cache_folder`; the stamp is constant because the folder and the key say it all."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._name = function.__module__

    def get_cache_path(self) -> str:
        return str(cache_folder())

    def get_source_stamp(self) -> str:
        return "tablier"

    def get_disambiguator(self) -> str:
        return self._name

    def ensure_cache_path(self) -> None:
        cache_folder().mkdir(parents=True, exist_ok=True)

    @classmethod
    def from_function(cls, function: Callable[..., Any], _path: str) -> _Locator:
        return cls(function)


class _Implementation(caching.CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = (_Locator,)


class _Cache(caching.FunctionCache):  # type: ignore[misc]
    _impl_class = _Implementation

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        self._folder = Path(function.__code__.co_filename).resolve().parent

    def _index_key(self, sig: tuple[types.Type, ...], codegen: Any) -> Any:
        folders = {self._folder}.union(*(_folders(argument) for argument in sig))
        sources = tuple(sorted(hash_of(folder) for folder in folders))
        return (*super()._index_key(sig, codegen), sources)


def jit(function: F) -> F:
    """Compile `function` on first use, without the GIL, and keep the result between processes."""
    if INTERPRETED:
        return function
    dispatcher = numba.njit(nogil=True)(function)
    dispatcher._cache = _Cache(function)
    return dispatcher  # type: ignore[no-any-return]


def inlined(function: F) -> F:
    """Compile `function` anew wherever compiled code calls it, so that constants given to it are constants inside."""
    if INTERPRETED:
        return function
    return numba.njit(nogil=True, inline="always")(function)  # type: ignore[no-any-return]
