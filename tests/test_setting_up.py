"""A step of setting up that fails ends in one sentence that says which step, why, and what helps; never in a traceback."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
NPM_SAYS = {
    "the disk is full": "npm error code ENOSPC\nnpm error syscall write\nnpm error nospc There appears to be insufficient space",
    "a certificate that is not known": (
        "npm error code SELF_SIGNED_CERT_IN_CHAIN\nnpm error request to https://registry.example/preact failed, reason: "
        "self-signed certificate in certificate chain"
    ),
    "no way to the network": (
        "npm error code ENOTFOUND\nnpm error network request to https://registry.example/preact failed, reason: getaddrinfo "
        "ENOTFOUND registry.example"
    ),
    "may not write": "npm error code EACCES\nnpm error syscall mkdir\nnpm error path /web/node_modules",
    "its fingerprint differs": "npm error code EINTEGRITY\nnpm error sha512-… integrity checksum failed",
    "a name and a password": "npm error 407 Proxy Authentication Required - GET https://registry.example/preact",
}
PIP_SAYS = {
    "the disk is full": "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device",
    "a certificate that is not known": (
        "WARNING: Retrying … SSLError(SSLCertVerificationError(1, '[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: "
        "unable to get local issuer certificate'))\nERROR: Could not find a version that satisfies the requirement numpy"
    ),
    "no way to the network": (
        "WARNING: Retrying … NewConnectionError('Failed to establish a new connection: [Errno -3] Temporary failure in name "
        "resolution')\nERROR: Could not find a version that satisfies the requirement numpy"
    ),
}


def _program(path: Path, source: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!{sys.executable}\n{source}", encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def _says(text: str) -> str:
    return f"import sys\nsys.exit({text!r})\n"


def _one_sentence(done: subprocess.CompletedProcess[str], step: str, why: str) -> None:
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    (line,) = done.stderr.splitlines()
    assert line.startswith("Setting up stopped while ")
    assert step in line
    assert why in line
    assert "What helps: " in line


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """As much of the sources as building the page looks at, with a Node that says it is new enough."""
    for name in ("web/build.py", "web/package-lock.json", "web/index.html", "requirements/step.py"):
        target = tmp_path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, target)
    (tmp_path / "src/tablier/server").mkdir(parents=True)
    for name in ("vite.config.ts", "tsconfig.json"):
        (tmp_path / "web" / name).touch()
    _program(tmp_path / "bin/node", "print('v22.1.0')\n")
    return tmp_path


def _build(checkout: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PATH": f"{checkout / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    command = [sys.executable, str(checkout / "web/build.py")]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("why", NPM_SAYS)
def test_npm_that_cannot_install(checkout: Path, why: str) -> None:
    _program(checkout / "bin/npm", _says(NPM_SAYS[why]))
    _one_sentence(_build(checkout), "installing what the page is built with", why)


def test_npm_that_fails_in_a_way_nobody_knows_is_heard_out(checkout: Path) -> None:
    _program(checkout / "bin/npm", _says("something\nquite new"))
    done = _build(checkout)
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        "something",
        "quite new",
        "Setting up stopped while installing what the page is built with: quite new",
    ]


def test_a_folder_that_cannot_be_written_to(checkout: Path) -> None:
    _program(checkout / "bin/npm", "")
    (checkout / "web/node_modules").touch()  # no folder: as unwritable for root as for anyone
    _one_sentence(_build(checkout), "installing what the page is built with", "may not write")


def test_npm_that_is_killed(checkout: Path) -> None:
    _program(checkout / "bin/npm", "import os\nos.kill(os.getpid(), 9)\n")
    _one_sentence(_build(checkout), "installing what the page is built with", "signal 9")


def test_a_build_that_succeeds_is_not_done_again(checkout: Path) -> None:
    made = (
        "import os, sys\nfor name in ('node_modules', '../src/tablier/server/page'): os.makedirs(name, exist_ok=True)\n"
    )
    _program(checkout / "bin/npm", made + "open('calls', 'a').write(sys.argv[1] + ' ')\n")
    for _ in range(2):
        done = _build(checkout)
        assert (done.returncode, done.stderr) == (0, "")
    assert (checkout / "web/calls").read_text() == "ci run "


@pytest.mark.parametrize("why", PIP_SAYS)
def test_pip_that_cannot_install(tmp_path: Path, why: str) -> None:
    pip = _program(tmp_path / "pip", _says(PIP_SAYS[why]))
    command = [sys.executable, str(ROOT / "requirements/step.py"), "installing Python packages", str(pip), "install"]
    _one_sentence(
        subprocess.run(command, capture_output=True, text=True, check=False), "installing Python packages", why
    )


@pytest.mark.skipif(sys.platform == "win32", reason="make and its shell are wanted")
def test_make_says_which_step_failed(tmp_path: Path) -> None:
    """The Makefile itself, with a Python that can make no environment, then with one whose pip has no network."""
    for name in ("Makefile", "requirements/step.py", "requirements/dev.lock", "pyproject.toml"):
        target = tmp_path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, target)

    def fake(*programs: tuple[str, str]) -> None:
        """A Python that makes an environment of these shell programs."""
        source = (
            "import os, subprocess, sys\n"
            "if sys.argv[1:3] != ['-m', 'venv']:\n"
            f"    sys.exit(subprocess.call([{sys.executable!r}, *sys.argv[1:]]))\n"
            "os.makedirs('.venv/bin')\n"
            f"for name, text in {programs!r}:\n"
            "    open(f'.venv/bin/{name}', 'w').write('#!/bin/sh\\n' + text + '\\n')\n"
            "    os.chmod(f'.venv/bin/{name}', 0o755)\n"
        )
        _program(tmp_path / "python", source if programs else source + _says("Error: No module named venv"))

    command = ["make", "-C", str(tmp_path), f"PYTHON={tmp_path / 'python'}", ".venv/ready"]
    fake()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "making a virtual environment: this Python was installed without venv. What helps: " in done.stderr
    assert not (tmp_path / ".venv").exists()  # a half made one would be taken for ready the next time
    for says, why in (
        ("No module named ensurepip", "this Python was installed without venv"),
        ("ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device", "the disk is full"),
    ):
        fake(("python", f"echo '{says}'; exit 1"))
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert f"putting pip into the virtual environment: {why}. What helps: " in done.stderr
        assert not (tmp_path / ".venv").exists()
    fake(("python", ""), ("pip", "echo ECONNREFUSED; exit 1"))
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "installing Python packages: there is no way to the network. What helps: " in done.stderr
    assert "Traceback" not in done.stdout + done.stderr


@pytest.mark.parametrize(("where", "why"), [("file", "Not a directory"), ("loop", "symbolic links")])
def test_compiled_code_that_cannot_be_kept(tmp_path: Path, where: str, why: str) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    environment = {**os.environ, "TABLIER_CACHE_DIR": str(tmp_path / where)}
    command = [sys.executable, "-c", "from tablier.cli import main; main()", "prepare", "--jobs", "1"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    line = done.stderr.splitlines()[-1]
    assert line.startswith("tablier: compiling the games stopped: ")
    assert why in line
    assert "TABLIER_CACHE_DIR" in line
