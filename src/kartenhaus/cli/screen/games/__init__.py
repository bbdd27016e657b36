"""The painters of games in a terminal: a module with the game's name, or `plain` for games without one."""
