"""The Russian Campaign map: the lists of the printed map, expanded hex by hex and drawn."""
