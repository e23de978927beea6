"""The Russian Campaign map: the lists of the printed map, written out hex by hex and drawn."""
