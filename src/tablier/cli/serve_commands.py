"""The commands that serve, and that think for servers."""

from __future__ import annotations

from typing import Annotated

import typer

from tablier.cli.admin_commands import DatabaseOption

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add the commands to the program."""
    app.command(name="serve")(serve)
    app.command(name="think")(think)


def _option(name: str, text: str, **further: object) -> object:
    variable = "TABLIER_" + name.removeprefix("--").replace("-", "_").upper()
    return typer.Option(name, envvar=variable, help=text, **further)  # type: ignore[arg-type]


def serve(
    host: Annotated[str, _option("--host", "The address to listen on; 0.0.0.0 for everyone.")] = "127.0.0.1",
    port: Annotated[int, _option("--port", "The port; 0 for any free one.", min=0, max=65535)] = 8000,
    database: DatabaseOption = None,
    base_path: Annotated[str, _option("--base-path", "Everything lies below this path, such as /games.")] = "",
    hosts: Annotated[
        str, _option("--hosts", "Names under which the server is reached, such as games.example.org; with commas.")
    ] = "",
    origins: Annotated[
        str, _option("--origins", "Foreign pages that may use the API, such as https://example.org; with commas.")
    ] = "",
    proxies: Annotated[
        str, _option("--trusted-proxies", "Addresses or networks whose X-Forwarded-For is believed; with commas.")
    ] = "",
    metrics_from: Annotated[
        str, _option("--metrics-from", "Addresses or networks that may read /metrics; with commas.")
    ] = "127.0.0.0/8,::1",
    workers: Annotated[
        int, _option("--workers", "Processes that think for computers; 0: leave it to `tablier think`.", min=0, max=64)
    ] = 2,
    clerks: Annotated[
        int, _option("--clerks", "Processes that draw boards and play records through.", min=1, max=64)
    ] = 2,
    work_rate: Annotated[
        float, _option("--work-rate", "Seconds of the clerks' time a second for one address.", min=0.01)
    ] = 0.5,
    work_burst: Annotated[
        float, _option("--work-burst", "Seconds of the clerks' time at once for one address.", min=0.1)
    ] = 10.0,
    rate: Annotated[float, _option("--rate", "HTTP requests a second from one address.", min=0.1)] = 50.0,
    burst: Annotated[float, _option("--burst", "HTTP requests at once from one address.", min=1)] = 300.0,
    socket_rate: Annotated[float, _option("--socket-rate", "Messages a second on one socket.", min=0.1)] = 20.0,
    socket_burst: Annotated[float, _option("--socket-burst", "Messages at once on one socket.", min=1)] = 100.0,
    guest_rate: Annotated[float, _option("--guest-rate", "New guests a second from one address.", min=0.001)] = 0.2,
    guest_burst: Annotated[float, _option("--guest-burst", "New guests at once from one address.", min=1)] = 60.0,
    connections: Annotated[
        int, _option("--connections", "Connections from one address, and requests at once.", min=1)
    ] = 300,
    sockets: Annotated[int, _option("--sockets", "Open sockets from one address.", min=1)] = 200,
    outbox: Annotated[int, _option("--outbox", "Bytes that may wait for a slow reader.", min=10_000)] = 1_000_000,
    ping_every: Annotated[float, _option("--ping-every", "Seconds between pings on a socket.", min=0.1)] = 15.0,
    open_tables: Annotated[int, _option("--open-tables", "Unfinished tables a guest may have made.", min=1)] = 10,
    listed_tables: Annotated[int, _option("--listed-tables", "Tables a guest may have in the lobby.", min=1)] = 3,
    address_tables: Annotated[
        int, _option("--address-tables", "Unfinished tables all guests of one address may have made.", min=1)
    ] = 100,
    top_tables: Annotated[
        int, _option("--top-tables", "Unfinished tables with level 10 that one address may have made.", min=0)
    ] = 20,
    keep_days: Annotated[
        int, _option("--keep-days", "Days untouched tables are kept (their records stay); 0: for ever.", min=0)
    ] = 90,
    keep_guest_days: Annotated[
        int, _option("--keep-guest-days", "Days guests without games are kept; 0: for ever.", min=0)
    ] = 365,
    log_level: Annotated[str, _option("--log-level", "debug, info, warning or error.")] = "warning",
    open_page: Annotated[bool, typer.Option("--open/--no-open", envvar="TABLIER_OPEN", help="Open the page.")] = True,
) -> None:
    """Serve the page and the API: tables, here and for others."""
    from tablier.server.hosts import host_name  # noqa: PLC0415
    from tablier.server.run import run  # noqa: PLC0415
    from tablier.server.settings import ServerSettings, networks, origin, path_prefix  # noqa: PLC0415
    from tablier.service.limits import Rate  # noqa: PLC0415
    from tablier.service.settings import Settings  # noqa: PLC0415

    settings = ServerSettings(
        host=host,
        port=port,
        base_path=path_prefix(base_path),
        hosts=frozenset(host_name(part) for part in hosts.split(",") if part.strip()),
        origins=frozenset(origin(part) for part in origins.split(",") if part.strip()),
        proxies=networks(proxies),
        metrics_from=networks(metrics_from),
        requests=Rate(rate, burst),
        messages=Rate(socket_rate, socket_burst),
        connections=connections,
        sockets=sockets,
        polls=sockets,
        ping_every=ping_every,
        outbox=outbox,
        service=Settings(
            database=database,
            workers=workers,
            clerks=clerks,
            work=Rate(work_rate, work_burst),
            open_tables=open_tables,
            listed_tables=listed_tables,
            address_tables=address_tables,
            new_guests=Rate(guest_rate, guest_burst),
            top_tables=top_tables,
            keep_days=keep_days or None,
            keep_guest_days=keep_guest_days or None,
        ),
    )
    run(settings, _level(log_level), open_page)


def think(
    database: DatabaseOption = None,
    workers: Annotated[int, _option("--workers", "Processes that think; 0: one a core.", min=0, max=64)] = 0,
    log_level: Annotated[str, _option("--log-level", "debug, info, warning or error.")] = "warning",
) -> None:
    """Think for the computers of a database, for servers on this machine and on others."""
    import asyncio  # noqa: PLC0415
    import os  # noqa: PLC0415
    import signal  # noqa: PLC0415

    from tablier.server import logs  # noqa: PLC0415
    from tablier.service.settings import Settings  # noqa: PLC0415
    from tablier.service.thinker import Thinker  # noqa: PLC0415

    logs.configure(_level(log_level))
    count = workers or os.cpu_count() or 1

    import sqlalchemy as sa  # noqa: PLC0415

    async def until_stopped() -> None:
        stopped = asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, stopped.set)
        async with Thinker(Settings(database=database, workers=count)):
            print(f"Tablier: {count} workers think", flush=True)
            await stopped.wait()

    try:
        asyncio.run(until_stopped())
    except sa.exc.SQLAlchemyError as error:
        raise ValueError(
            f"the database cannot be used: {logs.hide(str(getattr(error, 'orig', None) or error))}"
        ) from None


def _level(given: str) -> str:
    if given not in ("debug", "info", "warning", "error"):
        raise ValueError(f"the log level is debug, info, warning or error, not {given!r}")
    return given
