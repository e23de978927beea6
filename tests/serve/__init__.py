"""The server: routes, seats, limits, hidden information, and its page."""
