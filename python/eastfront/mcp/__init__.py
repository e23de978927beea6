"""A seat at a game for a language model, over the Model Context Protocol.

`running` serves the tools of `tools.Tools` over standard input and output or over HTTP. The game is
one of the server `eastfront.serve`, so the other side can be played by a bot, or by a person in the
server's page. The module needs the extra ``mcp``: ``pip install eastfront[mcp]``. The command is
``eastfront mcp``.
"""
