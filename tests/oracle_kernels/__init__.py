"""The kernels once more, in plain Python with networkx: slow, obvious, written apart from them."""
