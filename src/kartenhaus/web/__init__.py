"""The browser client: shows views, sends moves; no rules."""
