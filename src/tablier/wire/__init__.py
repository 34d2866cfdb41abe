"""All words that go over HTTP and over the WebSocket, described once: requests are read and checked by these types, answers are
written as them, and from them come the OpenAPI document, the page's types and the tests of ``docs/api.md``.

A new message is a class in one of these files, in its union, and a handler: of an act in ``service/acts.py``, of a request of the
socket in ``server/answers.py``, of an event in ``service/table.py``.
"""

from tablier.core.extras import needs

needs("server", "pydantic")

from tablier.wire.acts import *
from tablier.wire.base import *
from tablier.wire.events import *
from tablier.wire.games import *
from tablier.wire.guests import *
from tablier.wire.limits import *
from tablier.wire.problems import *
from tablier.wire.reading import *
from tablier.wire.seats import *
from tablier.wire.socket import *
from tablier.wire.tables import *
