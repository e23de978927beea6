"""The options of Barbarossa (1971), a folder each."""
