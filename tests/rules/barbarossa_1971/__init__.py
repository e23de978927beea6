"""The rules of Barbarossa (1971), a file a section of the rulebook."""
