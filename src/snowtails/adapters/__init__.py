"""Doors for researchers: the engine behind the interfaces that people already use.

Thin shells, without a rule or a state of their own: `vector` steps thousands of races at once on
NumPy arrays; `pettingzoo`, `gymnasium` and `openspiel` offer the standard environments; `dataset`
writes races as Parquet. All of them share one flat action space and one observation, which
`encoding` documents. `pip install snowtails[research]` brings what they need, `snowtails[parquet]`
what a data set needs; each is imported by its own name, as in
`from snowtails.adapters import pettingzoo`.
"""
