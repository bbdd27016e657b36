"""What an edition, a board or a house rule does to a game: length, fairness, luck and skill, drama, choices, rules and cards."""
