"""Training: networks for bots, from nothing but self-play."""
