"""The record of a game: read, written, replayed. `parse` and `to_text` are for one record as text, `read` and `write` for
files of many; the same for JSON."""

from tablier.core.record_json import from_json, read_json, to_json, write_json
from tablier.core.record_model import Line, Move, Record, RecordError, Tag
from tablier.core.record_text import parse, read, to_text, write

__all__ = [
    "Line",
    "Move",
    "Record",
    "RecordError",
    "Tag",
    "from_json",
    "parse",
    "read",
    "read_json",
    "to_json",
    "to_text",
    "write",
    "write_json",
]
