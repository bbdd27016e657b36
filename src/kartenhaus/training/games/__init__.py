"""What training needs to know of each game: where chance decides what follows a move."""
