"""Play on the whole screen of a terminal: one picture for local tables and those of a server."""
