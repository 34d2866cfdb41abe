"""What ``docs/server.md`` shows works as it stands there."""

from __future__ import annotations

import ast
import asyncio
import re
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest
from typer.main import get_command

from tablier.cli.app import app
from tablier.client import call, new_guest
from tests.server.process import ServerProcess

_ROOT = Path(__file__).parents[2]
_TEXT = (_ROOT / "docs" / "server.md").read_text()


def test_the_python_example_runs(server: ServerProcess) -> None:
    examples = re.findall(r"```python\n(.*?)```", _TEXT, re.DOTALL)
    assert len(examples) == 1
    source = examples[0].replace("http://localhost:8000", server.address)
    code = compile(source, "docs/server.md", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    names: dict[str, Any] = {}

    async def other() -> None:
        while "seen" not in names:
            await asyncio.sleep(0.01)
        guest = await new_guest(server.address, "Ada")
        sit = {"request": "sit", "act": "sit", "seat": 1}
        await call(server.address, "POST", f"/tables/{names['seen'].table}/acts", sit, guest["token"])

    async def main() -> dict[str, Any]:
        async with asyncio.timeout(60):
            example = FunctionType(code, names)
            await asyncio.gather(example(), other())
        found: dict[str, Any] = await call(server.address, "GET", f"/tables/{names['made']['table']}")
        return found

    move = asyncio.run(main())["moves"][0]
    assert (move["player"], move["move"]) == (0, names["board"]["board"]["moves"][0]["move"])


def test_every_option_of_serve_is_described() -> None:
    described = set(re.findall(r"`(--[a-z-]+)`", _TEXT.partition("**Stopping.**")[0]))
    command: Any = get_command(app)
    options = {(*option.secondary_opts, *option.opts)[0] for option in command.commands["serve"].params}
    assert described == options


@pytest.mark.parametrize("path", sorted(set(re.findall(r"\]\(\.\./([^)]+)\)", _TEXT))))
def test_what_is_linked_is_there(path: str) -> None:
    assert (_ROOT / path).is_file()
