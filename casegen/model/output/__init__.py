"""The JSON documents that commands print with ``--json``, as types: the builders are checked against them, and
``casegen schema "assess --json"`` is drawn from them (:mod:`casegen.cli.json_schema`).
"""
