"""The documentation as a site: no link of it leads nowhere.

What mdBook does to pages is done here as far as links are concerned; where mdBook is installed it builds the site, whose links are
followed.
"""

import json
import re
import shutil
import subprocess
import sys
import tomllib
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest

ROOT = Path(__file__).resolve().parents[2]
MDBOOK = shutil.which("mdbook")


def chapter(name: str, path: str) -> dict[str, object]:
    text = (ROOT / "docs" / path).read_text(encoding="utf-8")
    fields = {"name": name, "content": text, "number": [1], "sub_items": [], "path": path}
    return {"Chapter": {**fields, "source_path": path, "parent_names": []}}


def test_links_of_pages_lead_somewhere() -> None:
    settings = tomllib.loads((ROOT / "book.toml").read_text(encoding="utf-8"))
    summary = (ROOT / "docs" / "SUMMARY.md").read_text(encoding="utf-8")
    items = [
        chapter(*found) for found in re.findall(r"^- \[(.*)\]\((.*)\)$", summary, re.MULTILINE)
    ]
    repository = settings["output"]["html"]["git-repository-url"]
    for name in ("sections", "items"):
        done = subprocess.run(
            [sys.executable, ROOT / "scripts" / "book.py"],
            input=json.dumps([{"config": settings}, {name: [*items, "Separator"]}]),
            capture_output=True,
            encoding="utf-8",
            check=True,
        )
        made = [item["Chapter"] for item in json.loads(done.stdout)[name] if item != "Separator"]
        made += [inner["Chapter"] for one in made for inner in one["sub_items"]]
        paths = {one["path"] for one in made}
        assert len(paths) == len(made) > 90
        for one in made:
            for link in re.findall(
                r"\]\(([^)#\s]+)[^)]*\)", re.sub(r"`[^`\n]*`", "", one["content"])
            ):
                if link.startswith(f"{repository}/blob/main/"):
                    assert (ROOT / link.removeprefix(f"{repository}/blob/main/")).exists(), link
                elif "://" not in link and re.search(r"\.\w+$", link):
                    there = (Path(one["path"]).parent / link).as_posix()
                    assert there in paths, (one["path"], link)


def test_it_is_for_sites_alone() -> None:
    for renderer, status in (("html", 0), ("epub", 1)):
        command = [sys.executable, ROOT / "scripts" / "book.py", "supports", renderer]
        assert subprocess.run(command, check=False).returncode == status


class Page(HTMLParser):
    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.places: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.places.update(value for value in (given.get("id"), given.get("name")) if value)
        for name in ("href", "src"):
            if value := given.get(name):
                self.links.append(value)


@pytest.mark.skipif(MDBOOK is None, reason="mdBook is not installed")
def test_links_of_the_site_lead_somewhere(tmp_path: Path) -> None:
    subprocess.run([MDBOOK, "build", "--dest-dir", tmp_path / "book", ROOT], check=True)
    site = (tmp_path / "book").resolve()
    pages = {path: Page(path) for path in site.rglob("*.html")}
    wrong = []
    for path, page in pages.items():
        # The page of what isn't there is shown at any address.
        for link in page.links if path.name != "404.html" else []:
            if re.match(r"\w+:|//", link):
                continue
            file, _, place = link.partition("#")
            there = (path.parent / unquote(file)).resolve() if file else path
            if there.is_dir():
                there /= "index.html"
            if not there.exists() or (
                place and there in pages and unquote(place) not in pages[there].places
            ):
                wrong.append((path.relative_to(site).as_posix(), link))
    assert len(pages) > 90 and wrong == []
