"""For who works on Kartenhaus; no part of the package."""
