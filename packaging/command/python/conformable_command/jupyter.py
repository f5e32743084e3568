"""The language server as JupyterLab's extension for them finds it."""

from __future__ import annotations

from typing import Any

from conformable_command import find


def specs(manager: object = None) -> dict[str, Any]:
    """The server by its name, in the form of `jupyter_lsp_spec_v1`."""
    return {
        "conformable": {
            "version": 2,
            "argv": [find(), "server"],
            "languages": ["python"],
            "mime_types": ["text/x-python", "text/x-ipython"],
            "display_name": "Conformable",
        }
    }
