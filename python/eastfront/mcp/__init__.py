"""A seat at a game for a language model, over the Model Context Protocol.

`running.run` serves the tools of `tools.Tools` over standard input and output or over HTTP, at a
table of `eastfront.serve`, so a person can play the other side in the page, or a bot. It needs the
extra ``mcp``: ``pip install eastfront[mcp]``. The command is ``eastfront mcp``.
"""
