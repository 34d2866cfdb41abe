"""What importing the package costs."""

from __future__ import annotations

import subprocess
import sys

import tablier


def test_importing_the_package_imports_nothing_heavy() -> None:
    code = (
        "import sys, tablier; print([name for name in ('numpy', 'numba', 'llvmlite', 'rich') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_everything_promised_is_there() -> None:
    assert {"Match", "Record", "RecordError", "game", "games", "record"} <= set(tablier.__all__)
    for module in (tablier, tablier.record):
        assert sorted(module.__all__) == sorted(set(module.__all__))
        assert all(hasattr(module, name) for name in module.__all__)
