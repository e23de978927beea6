"""What a position holds, how it is written, and what a side may know of it."""
