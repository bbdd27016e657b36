"""Many games between bots that play by rules of thumb, counted: how an edition or a board plays."""
