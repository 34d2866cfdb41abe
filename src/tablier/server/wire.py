"""JSON as it goes over the wire: read strictly, written compactly."""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

__all__ = ["dumps", "dumps_bytes", "loads"]

_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")


def _refuse(constant: str) -> NoReturn:
    raise json.JSONDecodeError(f"{constant} is not JSON", constant, 0)


def loads(given: str | bytes) -> Any:
    """The data; JSONDecodeError when it is not JSON, or not such as could be written as UTF-8 again."""
    try:
        data = json.loads(given, parse_constant=_refuse)
        raw = given if isinstance(given, bytes) else given.encode()
        if _SURROGATE.search(raw):
            json.dumps(data, ensure_ascii=False).encode()
    except json.JSONDecodeError:
        raise
    except UnicodeError:
        raise json.JSONDecodeError("not UTF-8 throughout", "", 0) from None
    except RecursionError:
        raise json.JSONDecodeError("nested too deeply", "", 0) from None
    except ValueError:
        raise json.JSONDecodeError("a number is too long", "", 0) from None
    return data


def dumps(data: Any) -> str:
    """JSON without needless spaces."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def dumps_bytes(data: Any) -> bytes:
    """The same as UTF-8."""
    return dumps(data).encode("utf-8", "replace")
