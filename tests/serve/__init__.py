"""The server: routes, seats, limits, what is hidden, and its page."""
