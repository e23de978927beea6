#!/usr/bin/env bash
# A graph written as GML is read back with other attributes, without an error: true is 1, 2^31 a text.
#
# Guess: `read_gml` returns the attributes that `write_gml` accepted; or at least all tuples change in
#   the same way.
# Seen with networkx 3.6.1: true and false become 1 and 0, whole numbers beyond 32 bits become texts,
#   the texts "[]" and "()" become a list and a tuple, and tuples become lists, except the empty tuple.
#   GraphML keeps all of these unchanged, and refuses tuples and lists.
# Stands on it: python/eastfront/interop/graphs.py, docs/interop.md
set -euo pipefail
packages=(networkx==3.6.1)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet "${packages[@]%%${NEWEST:+==*}}"
cat >"$folder/expected" <<'END'
True: GML 1, GraphML True
2147483647: GML 2147483647, GraphML 2147483647
2147483648: GML '2147483648', GraphML 2147483648
'[]': GML [], GraphML '[]'
'()': GML (), GraphML '()'
(): GML (), GraphML refuses it
('a',): GML ['a'], GraphML refuses it
('a', 'b'): GML ['a', 'b'], GraphML refuses it
END
"$folder/venv/bin/python" - >"$folder/seen" <<'END'
import io

import networkx as nx


def back(write, read, value):
    graph = nx.Graph()
    graph.add_node("node", attribute=value)
    file = io.BytesIO()
    try:
        write(graph, file)
    except nx.NetworkXError:
        return "refuses it"
    file.seek(0)
    return repr(read(file).nodes["node"]["attribute"])


for value in (True, 2**31 - 1, 2**31, "[]", "()", (), ("a",), ("a", "b")):
    gml = back(nx.write_gml, nx.read_gml, value)
    print(f"{value!r}: GML {gml}, GraphML {back(nx.write_graphml, nx.read_graphml, value)}")
END
diff "$folder/expected" "$folder/seen"
