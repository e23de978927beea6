"""The rules of Barbarossa Deluxe, a file a section of the rulebook."""
