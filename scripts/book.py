"""A preprocessor of mdBook: the pages of rules are chapters of the book, and links to other files of the repository lead there.

The pages of `docs` link to `../spec/errors/CF101.md` and other files beside them, as they are read in the repository; a site has
none of these. `book.toml` names this script, which mdBook starts.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
RULES = "spec/errors/"
LINK = re.compile(r"\]\(\.\./([^)#\s]+)((?:#[^)\s]*)?)\)")


def with_links(text: str, repository: str) -> str:
    """The text of a page, each link that leads out of `docs` as the book has it."""

    def link(found: re.Match[str]) -> str:
        path, place = found.groups()
        if path.startswith(RULES):
            return f"](errors/{path.removeprefix(RULES)}{place})"
        return f"]({repository}/blob/main/{path}{place})"

    return LINK.sub(link, text)


def rule(path: Path, number: list[int] | None, parents: list[str]) -> dict[str, Any]:
    """The page of a rule as a chapter."""
    text = path.read_text(encoding="utf-8")
    return {
        "Chapter": {
            "name": text.partition("\n")[0].lstrip("# "),
            "content": text,
            "number": number,
            "sub_items": [],
            "path": f"errors/{path.name}",
            "source_path": None,
            "parent_names": parents,
        }
    }


def rewrite(items: list[Any], repository: str) -> None:
    for item in items:
        chapter = item.get("Chapter") if isinstance(item, dict) else None
        if chapter is None:
            continue
        named = [path for path, _ in LINK.findall(chapter["content"]) if path.startswith(RULES)]
        chapter["content"] = with_links(chapter["content"], repository)
        rewrite(chapter["sub_items"], repository)
        if chapter["path"] == "rules.md":
            parents = [*chapter["parent_names"], chapter["name"]]
            for place, path in enumerate(dict.fromkeys(named), start=1):
                number = chapter["number"] and [*chapter["number"], place]
                chapter["sub_items"].append(rule(ROOT / path, number, parents))


def main() -> None:
    if sys.argv[1:2] == ["supports"]:
        sys.exit(0 if sys.argv[2] == "html" else 1)
    # Whatever the console's encoding is.
    sys.stdin.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    context, book = json.load(sys.stdin)
    repository = context["config"]["output"]["html"]["git-repository-url"]
    # The first is what mdBook 0.5 calls them.
    rewrite(book.get("items", book.get("sections")), repository)
    json.dump(book, sys.stdout)


if __name__ == "__main__":
    main()
