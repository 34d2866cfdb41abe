"""A client for bots and tests: plays at a Tablier server's tables over its public API and survives broken connections.

    async with Client("http://localhost:8000", token) as client:
        seen = await client.watch(table_id)
        await client.act(table_id, "move", move="c3*", expected=seen.number)

It needs nothing of the rest of the program and knows no rules.
"""

from tablier.core.extras import needs

needs("client", "websockets")

from tablier.client.client import Client
from tablier.client.http import Refused, call, create_table, new_guest
from tablier.client.seen import Seen

__all__ = ["Client", "Refused", "Seen", "call", "create_table", "new_guest"]
