"""Tables by plain HTTP: made, joined, played, watched by long-poll, recorded."""

from __future__ import annotations

import threading
import time

import httpx

import tablier
from tests.server.people import Guest


def test_a_whole_game_by_http_ends_in_a_record(http: httpx.Client) -> None:
    ada, bob = Guest(http, "Ada"), Guest(http, "Bob")
    made = ada.create(seats=("mine", "open"))
    table = made["table"]
    assert made["state"]["status"] == "open"
    assert bob.act(table, "sit", seat=1).status_code == 200
    for player in (ada, bob) * 3:
        assert player.move(table).status_code == 200
    over = ada.act(table, "resign")
    assert over.json()["state"]["status"] == "over", over.text
    end = over.json()["state"]["end"]
    assert (end["reason"], end["places"]) == ("resigned", [2, 1])
    replay = http.get(f"/records/{end['record']}").json()
    assert replay["names"] == ["Ada", "Bob"]
    assert len(replay["positions"]) == len(replay["moves"]) + 1 == 7
    text = http.get(f"/records/{end['record']}/file")
    assert text.headers["content-disposition"].startswith("attachment")
    again = http.post("/records/read", json={"text": text.text}).json()
    assert again["positions"] == replay["positions"]
    mine = bob.ask("GET", "/guests/me/records").json()["records"]
    assert [(record["record"], record["seat"]) for record in mine] == [(end["record"], [1])]
    assert "Ada" in bob.ask("GET", "/guests/me/records/all").text
    assert len(bob.ask("GET", "/guests/me/records/all?format=json").text.splitlines()) == 1


def test_a_repeated_act_is_done_once_and_a_stale_one_not_at_all(http: httpx.Client) -> None:
    ada = Guest(http)
    table = ada.create()["table"]
    number = http.get(f"/tables/{table}").json()["state"]["number"]
    move = http.get(f"/tables/{table}/board").json()["moves"][0]["move"]
    act = {"request": "once", "act": "move", "move": move, "expected": number}
    first = ada.ask("POST", f"/tables/{table}/acts", json=act)
    second = ada.ask("POST", f"/tables/{table}/acts", json=act)
    assert first.status_code == second.status_code == 200
    assert first.json()["number"] == second.json()["number"]
    assert first.json()["events"] == second.json()["events"]
    stale = ada.act(table, "move", move=move, expected=number)
    assert (stale.status_code, stale.json()["code"]) == (409, "stale")
    assert stale.json()["update"]["state"]["plies"] == 1
    reused = ada.ask("POST", f"/tables/{table}/acts", json={"request": "once", "act": "undo"})
    assert reused.json()["code"] in ("request-reused", "not-now")
    assert http.get(f"/tables/{table}").json()["state"]["plies"] == 1


def test_a_repeated_creation_makes_one_table(http: httpx.Client) -> None:
    ada = Guest(http)
    body = {"request": "same", "game": "connexion", "seats": [{"kind": "mine"}, {"kind": "open"}]}
    first, second = (ada.ask("POST", "/tables", json=body) for _ in range(2))
    assert (first.status_code, second.status_code) == (201, 200)
    assert first.json()["table"] == second.json()["table"]


def test_a_long_poll_answers_as_soon_as_something_happens(http: httpx.Client) -> None:
    ada = Guest(http)
    table = ada.create()["table"]
    number = http.get(f"/tables/{table}").json()["state"]["number"]
    assert http.get(f"/tables/{table}", params={"after": number, "wait": 0.2}).json()["events"] == []
    timer = threading.Timer(0.5, lambda: ada.move(table))
    timer.start()
    begun = time.monotonic()
    found = http.get(f"/tables/{table}", params={"after": number, "wait": 20}).json()
    timer.join()
    assert time.monotonic() - begun < 10
    assert [event["kind"] for event in found["events"]] == ["moved"]


def test_the_lobby_lists_open_tables_and_its_long_poll_tells_changes(http: httpx.Client) -> None:
    ada = Guest(http, "Ada")
    hidden = ada.create(seats=("mine", "open"))["table"]
    before = http.get("/lobby").json()
    assert hidden not in [table["table"] for table in before["tables"]]
    listed: list[str] = []
    timer = threading.Timer(0.3, lambda: listed.append(ada.create(seats=("mine", "open"), listed=True)["table"]))
    timer.start()
    after = http.get("/lobby", params={"after": before["tag"], "wait": 20}).json()
    timer.join()
    assert listed[0] in [table["table"] for table in after["tables"]]
    assert ada.act(listed[0], "close").status_code == 200
    assert listed[0] not in [table["table"] for table in http.get("/lobby").json()["tables"]]


def test_invitations_seat_tokens_and_lists(http: httpx.Client) -> None:
    ada, bob, eve = Guest(http), Guest(http), Guest(http)
    table = ada.create(seats=("mine", "invited"))["table"]
    assert eve.ask("POST", f"/tables/{table}/seats/1/invitations").json()["code"] == "forbidden"
    invitation = ada.ask("POST", f"/tables/{table}/seats/1/invitations").json()["invitation"]
    assert eve.act(table, "sit", seat=1).json()["code"] == "forbidden"
    assert bob.act(table, "sit", seat=1, invitation=invitation).status_code == 200
    seat_token = ada.ask("POST", f"/tables/{table}/tokens").json()["token"]
    other_device = {"Authorization": f"Bearer {seat_token}"}
    number = http.get(f"/tables/{table}").json()["state"]["number"]
    move = http.get(f"/tables/{table}/board").json()["moves"][0]["move"]
    act = {"request": "from-phone", "act": "move", "move": move, "expected": number}
    assert http.post(f"/tables/{table}/acts", json=act, headers=other_device).status_code == 200
    assert http.get("/guests/me/tables", headers=other_device).json()["code"] == "forbidden"
    assert ada.ask("DELETE", f"/tables/{table}/tokens").status_code == 204
    again = {**act, "request": "later"}
    assert http.post(f"/tables/{table}/acts", json=again, headers=other_device).json()["code"] == "token-unknown"
    assert [found["table"] for found in bob.ask("GET", "/guests/me/tables").json()["tables"]] == [table]
    assert eve.ask("GET", "/guests/me/tables").json()["tables"] == []


def test_a_deleted_guest_is_forgotten(http: httpx.Client) -> None:
    ada = Guest(http, "Ada Lovelace")
    table = ada.create()["table"]
    assert ada.ask("PATCH", "/guests/me", json={"name": "  Countess\tAda "}).json()["name"] == "Countess Ada"
    assert ada.ask("DELETE", "/guests/me").status_code == 204
    assert ada.ask("GET", "/guests/me").json()["code"] == "token-unknown"
    assert "Lovelace" not in http.get(f"/tables/{table}/events").text


def test_a_computer_answers(http: httpx.Client) -> None:
    ada = Guest(http)
    body = {"request": "vs", "game": "connexion", "seats": [{"kind": "mine"}, {"kind": "computer", "level": 1}]}
    table = ada.ask("POST", "/tables", json=body).json()["table"]
    number = ada.move(table).json()["number"]
    for _ in range(6):
        found = http.get(f"/tables/{table}", params={"after": number, "wait": 15}).json()
        if found["state"]["plies"] == 2:
            break
    assert [event["player"] for event in found["events"] if event["kind"] == "moved"] == [1]


def test_an_analysis_streams_lines_and_ends(http: httpx.Client) -> None:
    lines: list[str] = []
    with http.stream("POST", "/analyses", json={"game": "connexion", "seconds": 1, "best": 3}) as answer:
        assert answer.headers["content-type"].startswith("application/x-ndjson")
        lines = list(answer.iter_lines())
    assert '"done":true' in lines[-1]
    assert '"candidates":[{"move":' in lines[-1]


def test_games_and_texts_are_cached_by_tag(http: httpx.Client) -> None:
    games = http.get("/games")
    assert [game["id"] for game in games.json()["games"]] == list(tablier.games())
    assert http.get("/games", headers={"If-None-Match": games.headers["etag"]}).status_code == 304
    for game in tablier.games():
        assert http.get(f"/games/{game}/texts/fr").json()["name"] == tablier.game(game).names["fr"]
