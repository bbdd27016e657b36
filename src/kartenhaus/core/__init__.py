"""What any card game needs: no I/O, no game's name."""
