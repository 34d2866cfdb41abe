"""The compiler's settings do what they say: bounds checks, the cache, running interpreted."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest

from tablier.kernel import jit
from tablier.kernel.bits import bit, count, has, lowest, plus64, times64, without_lowest
from tablier.kernel.dice import below, die, roll
from tablier.kernel.protocol import record_type, register
from tablier.kernel.records import plain_record, record_of
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


def test_a_change_in_a_data_file_changes_the_hash_and_pythons_own_files_do_not(tmp_path: Path) -> None:
    (tmp_path / "network.json").write_text("one")
    hashes = [jit.hash_of(tmp_path)]
    for path, text in ((tmp_path / "network.json", "two"), (tmp_path / "__pycache__" / "a.pyc", "three")):
        jit.hash_of.cache_clear()
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        hashes.append(jit.hash_of(tmp_path))
    assert hashes[0] != hashes[1]
    assert hashes[1] == hashes[2]


def test_code_for_a_record_that_holds_others_depends_on_the_folders_of_all() -> None:
    toys = Path(toy.__file__).resolve().parent
    inner = record_of(toys.parent, [("number", np.int64)])
    both = plain_record([("inside", inner), ("stack", toy.STATE, 3), ("words", np.uint64, (2, 5))])
    assert jit._folders(numba.typeof(np.zeros(1, both))) == {toys, toys.parent}
    nobodys = plain_record([("anything", np.int64)])
    with pytest.raises(KeyError, match="nobody owns"):
        jit._folders(numba.typeof(np.zeros(1, nobodys)))


@pytest.mark.parametrize("name", ["size", "shape", "max", "T", "item", "dtype", "fill"])
def test_a_field_that_would_be_read_otherwise_when_interpreted_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=repr(name)):
        record_type("toy2", [("cell", np.int8, 9), (name, np.int8)])
    with pytest.raises(ValueError, match=repr(name)):
        record_type(name, [("cell", np.int8, 9)])


def test_every_other_field_is_read_as_itself() -> None:
    made = np.zeros(1, record_type("toy3", [("turn", np.int8), ("place", np.int8, 2)]))
    made[0].turn, made[0].place[1] = 3, 4
    assert (made[0].turn, made[0].place.tolist()) == (3, [0, 4])


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
