"""The options of The Russian Campaign, a folder each."""
