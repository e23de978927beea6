"""The kernels in plain Python with networkx: slow, obvious, written independently."""
