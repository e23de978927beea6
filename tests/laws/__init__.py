"""Laws that every position of every game obeys, on positions from busy play."""
