"""The optional rules, variants and second readings of The Russian Campaign, one file each."""
