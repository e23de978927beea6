"""The games that come with eastfront: all facts and rules of a game are in its own folder."""
