"""HTTP and WebSocket: what the service does, offered as ``docs/api.md`` says, and the built page."""

from tablier.core.extras import needs

needs("server", "fastapi", "uvicorn", "websockets", "sqlalchemy", "alembic", "psycopg")
