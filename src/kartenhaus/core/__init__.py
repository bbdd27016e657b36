"""What every card game needs: no I/O, no names of games."""
