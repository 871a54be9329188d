"""serve: the live page on this machine."""

from __future__ import annotations

from typing import Annotated

import typer

from casegen.cli.app import app
from casegen.cli.case import CasePath
from casegen.cli.printing import echo


@app.command()
def serve(
    case: CasePath,
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="Port on 127.0.0.1; 0 takes a free one.")
    ] = 8642,
) -> None:
    """The page on 127.0.0.1, rebuilt on save; errors are shown in the page. Stop with Ctrl-C."""
    from casegen.io.folder import find_root
    from casegen.model.diagnostic import InputError
    from casegen.serve import serve as serve_case

    root = find_root(case)
    try:
        serve_case(
            root,
            port,
            lambda address: echo(f"serving {root} on {address}  (stop with Ctrl-C)", err=True),
        )
    except OSError as error:
        raise InputError.call(
            f"port {port} cannot be used: {error.strerror}",
            hint="--port 0 takes a free one",
        ) from None
