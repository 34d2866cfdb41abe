"""The OpenAPI document against the running server: whatever is sent, answers are as documented, and refusals are problems."""

from __future__ import annotations

from typing import Any, cast
from unittest import SkipTest

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from pydantic import TypeAdapter
from schemathesis import GenerationMode
from schemathesis.checks import load_all_checks
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from tablier.server.app import make_app
from tablier.server.guard import Guard
from tablier.server.settings import ServerSettings
from tablier.server.site import Site
from tablier.wire import PROBLEMS, ProblemData
from tests.server.people import Guest
from tests.server.process import ServerProcess

load_all_checks()
CHECKS = (
    schemathesis.checks.not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
    unsupported_method,
)

PROBLEM = TypeAdapter(ProblemData)


def _document() -> dict[str, Any]:
    guard = make_app(Site(ServerSettings()))
    assert isinstance(guard, Guard)
    application: Any = guard.application
    found: dict[str, Any] = application.openapi()
    return found


DOCUMENT = _document()
OPERATIONS: list[Any] = [
    operation.ok() for operation in cast(Any, schemathesis.openapi.from_dict(DOCUMENT)).get_all_operations()
]


@pytest.fixture(scope="session")
def known(server: ServerProcess) -> dict[str, str]:
    """Things that exist, so that requests get further than `not-found`."""
    with httpx.Client(base_url=server.address + "/api/v1", timeout=60) as http:
        guest = Guest(http, "Contract")
        table = guest.create()["table"]
        assert guest.move(table).status_code == 200
        record = guest.act(table, "resign").json()["state"]["end"]["record"]
        running = guest.create()["table"]
    return {"token": guest.token, "table": running, "record": record, "game": "connexion", "language": "fr"}


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=["good", "bad"])
@pytest.mark.parametrize("operation", OPERATIONS, ids=[operation.label for operation in OPERATIONS])
def test_answers_are_as_documented(
    operation: Any, mode: GenerationMode, server: ServerProcess, known: dict[str, str]
) -> None:
    if operation.method == "delete" and operation.path.endswith("/guests/me"):
        known = {**known, "token": "g_" + "x" * 43}

    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
    def check(case: Any) -> None:
        _check(case, server.address, known, mode == GenerationMode.POSITIVE)

    try:
        check()
    except (Unsatisfiable, SkipTest):
        # There is no wrong way to ask for something without parameters.
        assert mode == GenerationMode.NEGATIVE


def _check(case: Any, address: str, known: dict[str, str], good: bool) -> None:
    for name in case.path_parameters or {}:
        if good and name in known:
            case.path_parameters[name] = known[name]
    if good and isinstance(case.body, dict) and "game" in case.body:
        case.body["game"] = known["game"]
    if "wait" in (case.query or {}) and good:
        case.query["wait"] = 0
    if good and case.path.endswith("/analyses") and isinstance(case.body, dict):
        case.body["seconds"] = 0.1
    response = case.call(base_url=address, headers={"Authorization": f"Bearer {known['token']}"})
    # A body that is too large is refused before anything in it is looked at; the library does not take that for a refusal.
    checks = [check for check in CHECKS if response.status_code != 413 or check is not negative_data_rejection]
    case.validate_response(response, checks=checks)
    if response.status_code >= 400:
        problem = response.json()
        PROBLEM.validate_python(problem, strict=True, extra="forbid")
        assert PROBLEMS[problem["code"]] == (response.status_code, problem["title"])
        assert "Traceback" not in response.text


def test_the_document_has_every_path_of_the_description(http: httpx.Client) -> None:
    paths = set(http.get("/openapi.json").json()["paths"])
    for wanted in (
        "/info", "/games", "/games/{game}", "/games/{game}/texts/{language}", "/positions", "/previews", "/explanations",
        "/analyses", "/guests", "/guests/me", "/guests/me/tokens", "/guests/me/tables", "/guests/me/records",
        "/guests/me/records/all", "/tables", "/tables/{table}", "/tables/{table}/acts", "/tables/{table}/board",
        "/tables/{table}/analyses", "/tables/{table}/events", "/tables/{table}/record",
        "/tables/{table}/seats/{seat}/invitations", "/tables/{table}/tokens",
        "/lobby", "/records/{record}", "/records/{record}/file", "/records/read",
    ):  # fmt: skip
        assert "/api/v1" + wanted in paths
        paths.discard("/api/v1" + wanted)
    assert not paths


@pytest.mark.parametrize(
    ("method", "path", "code"),
    [("GET", "/nothing", "not-found"), ("POST", "/nothing", "not-found"), ("PUT", "/info", "method-not-allowed")],
)
def test_unknown_paths_and_methods_are_problems(http: httpx.Client, method: str, path: str, code: str) -> None:
    answer = http.request(method, path)
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["code"] == code
