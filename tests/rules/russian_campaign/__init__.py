"""The rules of The Russian Campaign, a file a section of the rulebook."""
