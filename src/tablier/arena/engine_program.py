"""``tablier engine``: an engine that speaks the line protocol. Whatever comes in, it answers or says what is wrong."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import IO

import tablier
from tablier.arena.chooser import UNLIMITED, engine_of
from tablier.arena.contestant import BEST, LIMITS, Contestant, contestant, limits_of
from tablier.arena.protocol import HELLO, MAX_LINE, READY, info_lines, one_line, option_value
from tablier.core.game import Game
from tablier.core.match import Match
from tablier.search import Engine, Limits

__all__ = ["EngineProgram"]


class EngineProgram:
    """Reads commands from one stream, answers on another. A search runs in a thread, so that `stop` is heard."""

    def __init__(self, commands: IO[bytes], answers: IO[str], player: str = BEST, seed: int = 0) -> None:
        self._commands = commands
        self._answers = answers
        self._writing = threading.Lock()
        self._who = self._checked(player)
        self._seed = seed
        self._game: Game | None = None
        self._match: Match | None = None
        self._engine: Engine | None = None
        self._search: threading.Thread | None = None
        self._stop = threading.Event()
        self._verbs: dict[str, Callable[[str], None]] = {
            HELLO: self._hello,
            READY: self._ready,
            "game": self._choose_game,
            "setoption": self._set_option,
            "newgame": self._new_game,
            "position": self._set_position,
            "go": self._go,
            "stop": self._end_search,
            "query": self._query,
        }

    def run(self) -> None:
        """Serve until ``quit`` or the end of the input."""
        try:
            while (line := self._next()) is not None:
                verb, _, rest = line.partition(" ")
                if verb == "quit":
                    break
                if verb:
                    self._serve(verb, rest.strip())
        finally:
            self._end_search("")

    def _next(self) -> str | None:
        """The next line, None at the end of the input; lines that are none are answered here."""
        while raw := self._commands.readline(MAX_LINE):
            if len(raw) == MAX_LINE and not raw.endswith(b"\n"):
                while (more := self._commands.readline(MAX_LINE)) and not more.endswith(b"\n"):
                    pass
                self._say(f"error a line is at most {MAX_LINE} bytes long")
                continue
            try:
                line = raw.decode("utf-8").strip()
            except UnicodeDecodeError:
                self._say("error a line is UTF-8 text")
                continue
            if line.isprintable():
                return line
            self._say("error a line has no control characters")
        return None

    def _serve(self, verb: str, rest: str) -> None:
        act = self._verbs.get(verb)
        if act is None:
            self._say(f"error unknown command {verb:.40}; there are {' '.join(self._verbs)} quit")
            return
        try:
            act(rest)
        except (ValueError, OSError) as error:
            self._say(f"error {one_line(error)}")

    def _say(self, *lines: str) -> None:
        with self._writing:
            self._answers.write("".join(line + "\n" for line in lines))
            self._answers.flush()

    def _hello(self, _rest: str) -> None:
        games = [
            " ".join(
                [f"game {game.id}"]
                + [
                    f"{option.name}={'|'.join(str(value).lower() for value in option.values)}"
                    for option in game.definition.options
                ]
            )
            for game in map(tablier.game, tablier.games())
        ]
        self._say(
            f"id name Tablier {tablier.__version__}",
            *games,
            f"option player {self._who.text}",
            f"option seed {self._seed}",
            f"{HELLO}ok",
        )

    def _ready(self, _rest: str) -> None:
        self._say("readyok")

    def _choose_game(self, rest: str) -> None:
        self._idle()
        name, *settings = rest.split()[:50] or [""]
        known = tablier.game(name)
        options: dict[str, object] = {}
        for setting in settings:
            option, equals, value = setting.partition("=")
            if not equals or option in options:
                raise ValueError(f"an option of the game is given once, as NAME=VALUE, not {setting!r:.100}")
            options[option] = option_value(known, option, value)
        game = tablier.game(name, **options)
        chosen = engine_of(self._who, game)
        match = Match(game)
        chosen.search(match, Limits(nodes=1))  # compile now, not when time counts
        self._game, self._engine, self._match = game, chosen, match

    def _set_option(self, rest: str) -> None:
        self._idle()
        name, _, value = rest.partition(" ")
        if name == "player":
            who = self._checked(value.strip())
            if who.weights is not None:
                raise ValueError("weights are read only when the engine is started with them: tablier engine --player")
            if self._game is not None:
                self._engine = engine_of(who, self._game)
            self._who = who
        elif name == "seed":
            if not value.lstrip("-").isdecimal() or len(value) > 20:
                raise ValueError(f"a seed is a whole number, not {value!r:.100}")
            self._seed = int(value)
        else:
            raise ValueError(f"no option {name!r:.100}; there are player and seed")

    def _checked(self, text: str) -> Contestant:
        who = contestant(text)
        if who.kind == "program":
            raise ValueError(f"the player is an engine or a level, not another program: {text!r:.100}")
        return who

    def _new_game(self, _rest: str) -> None:
        self._idle()
        self._match = Match(self._playing().game)

    def _set_position(self, rest: str) -> None:
        self._idle()
        game = self._playing().game
        before, _, moves = f"{rest} ".partition(" moves ")
        kind, _, text = before.strip().partition(" ")
        if kind == "start" and not text:
            match = Match(game)
        elif kind == "text":
            match = Match(game, game.position(text))
        else:
            raise ValueError(f"a position is 'start' or 'text …', then 'moves …' if any, not {rest!r:.100}")
        for move in moves.split():
            match.play(move)
        self._match = match

    def _go(self, rest: str) -> None:
        self._idle()
        match = self._playing()
        if match.is_over:
            raise ValueError("the match is over: there is no move to look for")
        limits = self._read_limits(rest)
        assert self._engine is not None  # noqa: S101
        self._stop.clear()
        self._search = threading.Thread(target=self._think, args=(self._engine, match, limits), daemon=True)
        self._search.start()

    def _read_limits(self, rest: str) -> Limits:
        words = rest.split()
        given: dict[str, float] = dict(self._who.limits)
        if words:
            given = {}
        for name, value in zip(words[::2], [*words[1::2], ""], strict=False):
            try:
                number = float(value)
            except ValueError:
                number = -1
            if name not in LIMITS or name in given or number <= 0:
                wanted = " ".join(f"[{limit} N]" for limit in LIMITS)
                raise ValueError(f"go takes {wanted}, numbers above 0, not {rest!r:.100}")
            given[name] = number
        if not given.keys() & {"nodes", "seconds", "depth"}:
            given["nodes"] = UNLIMITED
        return limits_of(given, cpu=False)

    def _think(self, player: Engine, match: Match, limits: Limits) -> None:
        try:
            found = None
            for found in player.stream(match, limits, self._seed, self._stop):
                self._say(*info_lines(found))
            assert found is not None  # noqa: S101
        except Exception as error:
            self._say(f"error the search failed: {one_line(repr(error))}")
            return
        self._search = None
        self._say(f"bestmove {found.move}")

    def _end_search(self, _rest: str) -> None:
        self._stop.set()
        if (search := self._search) is not None:
            search.join()

    def _query(self, rest: str) -> None:
        match = self._playing()
        if rest == "toact":
            self._say(f"toact {'-' if match.to_act is None else match.to_act}")
        elif rest == "moves":
            self._say(" ".join(["moves", *match.moves()]))
        elif rest == "position":
            self._say(f"position {match.position}")
        elif rest == "result":
            self._say(" ".join(["result", *(map(str, match.places) if match.places else "*")]))
        else:
            raise ValueError(f"query takes toact, moves, position or result, not {rest!r:.100}")

    def _idle(self) -> None:
        if self._search is not None and self._search.is_alive():
            raise ValueError("a search is going on: say stop and wait for bestmove")

    def _playing(self) -> Match:
        if self._match is None:
            raise ValueError("no game is chosen: say game ID first")
        return self._match
