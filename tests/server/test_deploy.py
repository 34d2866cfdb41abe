"""The deployment files fit the program, and the guide names all of a host's commands."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]
from typer.main import get_command

from tablier.cli.app import app

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "server.md").read_text()


def _options(command: str) -> dict[str, Any]:
    found: Any = get_command(app)
    for name in command.split():
        found = found.commands[name]
    return {option: parameter for parameter in found.params for option in parameter.opts + parameter.secondary_opts}


def test_the_guide_names_every_command_of_a_host() -> None:
    found: Any = get_command(app)
    told = GUIDE.partition("`tablier admin tables`")[2].partition(";")[0]
    assert set(re.findall(r"`([a-z-]+)`", told)) | {"tables"} == set(found.commands["admin"].commands)


def test_compose_gives_variables_that_the_program_reads() -> None:
    compose = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text())
    read = {parameter.envvar for parameter in _options("serve").values() if parameter.envvar}
    services = compose["services"]
    assert {"app1", "app2", "database", "proxy"} == set(services)
    for name in ("app1", "app2"):
        assert set(services[name]["environment"]) <= read
        assert (ROOT / "deploy" / services[name]["build"]["context"] / services[name]["build"]["dockerfile"]).is_file()
    subnet = compose["networks"]["inside"]["ipam"]["config"][0]["subnet"]
    assert services["app1"]["environment"]["TABLIER_TRUSTED_PROXIES"] == subnet
    for service in services.values():
        assert set(service.get("depends_on", ())) <= set(services)
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            assert source in compose["volumes"] or (ROOT / "deploy" / source).is_file()
    proxied = (ROOT / "deploy" / "Caddyfile").read_text()
    assert "reverse_proxy app1:8000 app2:8000" in proxied


def test_the_container_file_copies_and_runs_what_is_there() -> None:
    text = (ROOT / "deploy" / "Containerfile").read_text()
    read = {parameter.envvar for parameter in _options("serve").values() if parameter.envvar}
    sources = "".join(path.read_text() for path in (ROOT / "src" / "tablier").rglob("*.py"))
    for name in re.findall(r"(TABLIER_[A-Z_]+)=", text):
        assert name in read or name in sources, name
    stages = set(re.findall(r"AS (\w+)", text))
    assert set(re.findall(r"--from=(\w+)", text)) == stages
    assert '"build": "vite build"' in (ROOT / "web" / "package.json").read_text()
    assert re.search(r'CMD \["tablier", "serve"\]', text)
