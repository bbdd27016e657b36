"""One table, without any I/O: who sits there, what happened, and what each viewer may see. Time and chance are passed in."""
