"""What all reports share: one self-contained HTML file, with plots that take their colours from it."""
