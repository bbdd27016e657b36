"""Tables for people anywhere: HTTP and WebSocket, storage, and what goes between processes."""
