"""The games that come with eastfront, one folder each: all that is known of a game stands there."""
