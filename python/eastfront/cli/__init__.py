"""The command `eastfront`: play, count, check and show games from a shell."""
