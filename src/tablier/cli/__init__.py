"""The ``tablier`` command."""

from __future__ import annotations

import os
import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line. Bad input is one line on standard error and exit code 2."""
    import warnings  # noqa: PLC0415

    import typer  # noqa: PLC0415

    from tablier.cli.app import app  # noqa: PLC0415
    from tablier.core.extras import MissingExtraError  # noqa: PLC0415

    warnings.showwarning = lambda message, *_: print(f"tablier: {message}", file=sys.stderr)
    try:
        code = app(standalone_mode=False)
        sys.stdout.flush()
    except typer.TyperException as error:
        _fail(error.format_message())
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader went away: nothing to say
        sys.exit(1)
    except OSError as error:
        _fail(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except (MissingExtraError, ValueError) as error:
        _fail(str(error))
    except (KeyboardInterrupt, typer.Abort):
        sys.exit(130)
    sys.exit(code if isinstance(code, int) else 0)


def _fail(message: str) -> None:
    print(f"tablier: {' '.join(message.split())}", file=sys.stderr)
    sys.exit(2)
