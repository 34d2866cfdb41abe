"""Runs one step of setting up: ``python requirements/step.py "installing Python packages" pip install …``.

A step that fails ends in one sentence: which step, why, what helps. Only when the reason is not a known one is all the tool said
shown as well. Needs nothing but Python's own library, as nothing else is there yet.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

__all__ = ["failed", "run"]

_AGAIN = "what is done is kept, so just start it again"
_CAUSES = (
    (
        r"ENOSPC|EDQUOT|No space left on device|Disk quota exceeded|\[Errno 28\]",
        "the disk is full",
        f"free some space; {_AGAIN}",
    ),
    (
        r"EACCES|EPERM|EROFS|ENOTDIR|Permission denied|Read-only file system|\[Errno (?:1|13|20|30)\]",
        "it may not write where it must",
        "work in a folder that belongs to you and can be written to",
    ),
    (
        r"UNABLE_TO_GET_ISSUER_CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE|SELF_SIGNED_CERT|CERT_(?:UNTRUSTED|HAS_EXPIRED|NOT_YET_VALID)"
        r"|CERTIFICATE_VERIFY_FAILED|certificate verify failed|self[- ]signed certificate|unable to get (?:local )?issuer",
        "the network shows a certificate that is not known here, as some proxies do",
        "name the file with the proxy's certificate: NODE_EXTRA_CA_CERTS=file.pem for npm, PIP_CERT=file.pem for pip",
    ),
    (
        r"\b407\b|Proxy Authentication Required",
        "the proxy wants a name and a password",
        "put them into HTTPS_PROXY, as in http://name:password@proxy:3128",
    ),
    (
        r"EINTEGRITY|DO NOT MATCH THE HASHES",
        "a package is not the one we know: its fingerprint differs",
        "start it again; if that does not help, the registry or a proxy on the way changes packages",
    ),
    (
        r"ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET|network request to"
        r"|Temporary failure in name resolution|Name or service not known|Failed to establish a new connection|NewConnectionError"
        r"|Connection refused|Network is unreachable|ConnectTimeout|ReadTimeout|Read timed out|Cannot connect to proxy",
        "there is no way to the network",
        f"connect, or name your proxy in HTTPS_PROXY; {_AGAIN}",
    ),
    (
        r"ensurepip is not available|No module named (?:venv|ensurepip)",
        "this Python was installed without venv",
        "install it (Debian, Ubuntu: apt install python3-venv)",
    ),
    (r"Cannot allocate memory|heap out of memory|MemoryError", "there is too little memory", "end other programs"),
)


def failed(what: str, said: str) -> SystemExit:
    """The end of a step that failed, in one sentence, by what the tool said."""
    for pattern, why, help_with in _CAUSES:
        if re.search(pattern, said):
            return SystemExit(f"Setting up stopped while {what}: {why}. What helps: {help_with}.")
    last = next((line.strip() for line in reversed(said.splitlines()) if line.strip()), "it said nothing")
    sys.stderr.write(said if said.endswith("\n") or not said else said + "\n")
    return SystemExit(f"Setting up stopped while {what}: {last}")


def run(what: str, command: Sequence[str], cwd: Path | None = None) -> None:
    """Do a step; ends the program with one sentence when it fails."""
    print(f"{what[0].upper()}{what[1:]} …", flush=True)
    try:
        done = subprocess.run(  # noqa: S603
            command, cwd=cwd, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
        )
    except OSError as error:
        raise failed(what, str(error)) from None
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    if done.returncode < 0:
        raise SystemExit(
            f"Setting up stopped while {what}: {Path(command[0]).name} was ended from outside (signal {-done.returncode}), "
            "perhaps for lack of memory. What helps: end other programs."
        )
    if done.returncode:
        raise failed(what, done.stdout)


if __name__ == "__main__":
    run(sys.argv[1], sys.argv[2:])
