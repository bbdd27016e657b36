"""Play on the whole screen of a terminal: one picture of a table, wherever it is."""
