"""The compiler's settings do what they say: bounds checks, the cache, running interpreted."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tablier.kernel import jit
from tablier.kernel.bits import bit, count, has, lowest, plus64, times64, without_lowest
from tablier.kernel.dice import below, die, roll
from tablier.kernel.protocol import register
from tests.kernel import toy

OUT_OF_BOUNDS = "from tests.kernel import toy; print(toy.read_cell(toy.start(), 9 + 20))"


def _run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("mode", ["NUMBA_BOUNDSCHECK", "NUMBA_DISABLE_JIT"])
def test_an_index_out_of_bounds_raises_when_checked(mode: str) -> None:
    assert _run(OUT_OF_BOUNDS, NUMBA_BOUNDSCHECK="0").returncode in (0, -11)
    done = _run(OUT_OF_BOUNDS, **{mode: "1"})
    assert done.returncode == 1
    assert "IndexError" in done.stderr


def test_compiled_code_is_kept_between_processes(tmp_path: Path) -> None:
    code = (
        "from tablier.kernel import run; from tests.kernel import toy; run.perft(toy.start(), 3, toy.MAX_MOVES);"
        "print(sum(run._count.stats.cache_misses.values()), sum(run._count.stats.cache_hits.values()))"
    )
    assert _run(code, TABLIER_CACHE_DIR=str(tmp_path)).stdout.split() == ["1", "0"]
    assert _run(code, TABLIER_CACHE_DIR=str(tmp_path)).stdout.split() == ["0", "1"]


def test_the_cache_depends_on_the_check_flag(tmp_path: Path) -> None:
    code = "from tablier.kernel import jit; print(jit.cache_folder())"
    folders = {_run(code, TABLIER_CACHE_DIR=str(tmp_path), NUMBA_BOUNDSCHECK=flag).stdout for flag in ("0", "1")}
    assert len(folders) == 2


def test_a_change_in_a_folder_changes_its_hash(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("one")
    first = jit.hash_of(tmp_path)
    jit.hash_of.cache_clear()
    (tmp_path / "a.py").write_text("two")
    assert jit.hash_of(tmp_path) != first


def test_a_record_type_is_registered_once() -> None:
    with pytest.raises(ValueError, match="registered already"):
        register(toy.STATE, toy.legal_moves, toy.play, toy.to_act, toy.places)


def test_words_of_bits() -> None:
    word = bit(0) | bit(5) | bit(63)
    assert (count(word), lowest(word), lowest(without_lowest(word))) == (3, 0, 5)
    assert has(word, 63)
    assert not has(word, 62)
    assert int(times64(np.uint64(2**63 + 1), np.uint64(3))) == (3 * (2**63 + 1)) % 2**64
    assert int(plus64(np.uint64(2**64 - 1), np.uint64(5))) == 4


def test_dice_are_splitmix64() -> None:
    # The first outputs of SplitMix64 for seed 1234567, as published with the algorithm.
    state = die(1234567)
    assert [int(roll(state)) for _ in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]
    state = die(-1)
    rolled = [below(state, 6) for _ in range(600)]
    assert set(rolled) == set(range(6))
