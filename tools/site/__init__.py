"""The documentation site: the pages that are generated while it is built.

`mkdocs.yml` names the hooks (`hooks.py`). They add the reference of the public modules, the
commands, the catalogue of each game's rules, and a listing of each source file that a page links
to, so that the site needs neither a network nor the address of a repository.
"""
