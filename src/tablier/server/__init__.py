"""HTTP and WebSocket: what the service does, offered as ``docs/api.md`` says, and the built page."""
