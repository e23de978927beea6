"""Tests of the regression net: whether games play as before."""
