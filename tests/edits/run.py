#!/usr/bin/env python3
"""What the language server says while somebody types in a package: the same as `check` says of the same texts.

    cargo xtask edits FOLDER... --states 40 --seed 7

Some files of a copy of each folder are opened. Between two states lines of them are removed, repeated, changed by a character,
put back, and added at the end. In each state the server's findings of the open files are those of `check`, which
is given the texts on the disk; in some of them its hovers are those of a server that has just been started.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benches"))

import checker
from editor import Server

OPEN = 4
#: One state in so many is compared with a fresh server, at so many places of a file.
FRESH, PLACES = 5, 12
SIZES = range(500, 60_000)
ADDED = ["q = np.ones(3) + np.ones({size})", "def added(a):\n    return a @ np.ones(({size}, 2))"]


def edited(text: str, original: str, random: Random) -> str:
    """A text after a small edit."""
    lines = text.split("\n")
    place, kind = random.randrange(len(lines)), random.randrange(10)
    if kind < 2:
        del lines[place]
    elif kind < 4:
        lines.insert(place, random.choice(lines))
    elif kind < 6:
        lines.append(
            "import numpy as np\n" + random.choice(ADDED).format(size=random.randint(3, 5))
        )
    elif kind < 8:
        return original
    elif line := lines[place]:
        at = random.randrange(len(line))
        lines[place] = line[:at] + random.choice("0()x.=1 ") + line[at + 1 :]
    return "\n".join(lines)


def of_server(server: Server, path: Path) -> set[tuple[str, int, str]]:
    """Places and codes in a file. What it remembers of before, and what is shown at a call of another file, isn't `check`'s."""
    items = server.answer("textDocument/diagnostic", {"textDocument": {"uri": path.as_uri()}})[
        "items"
    ]
    is_own = [
        one
        for one in items
        if not (one.get("data") or {}).get("stale") and not one["message"].startswith("in ")
    ]
    return {(str(path), one["range"]["start"]["line"] + 1, one["code"]) for one in is_own}


def hovers(server: Server, path: Path, text: str, random: Random) -> list[object]:
    lines = text.split("\n")
    rows = [random.randrange(len(lines)) for _ in range(PLACES)]
    places = [{"line": row, "character": random.randrange(len(lines[row]) + 1)} for row in rows]
    asked = [{"textDocument": {"uri": path.as_uri()}, "position": place} for place in places]
    return [server.answer("textDocument/hover", one) for one in asked]


class Session:
    """Files of a folder, open in a server."""

    def __init__(self, folder: Path, random: Random) -> None:
        self.folder, self.random = folder, random
        files = [path for path in sorted(folder.rglob("*.py")) if path.stat().st_size in SIZES]
        chosen = random.sample(files, min(OPEN, len(files)))
        self.original = {path: path.read_text(errors="replace") for path in chosen}
        self.texts = dict(self.original)
        self.version = 0
        self.server = self.fresh()

    def fresh(self) -> Server:
        server = Server([checker.BINARY, "server"], self.folder)
        for path, text in self.texts.items():
            server.open(path.as_uri(), text)
        return server

    def edit(self) -> None:
        path = self.random.choice(list(self.texts))
        self.texts[path] = edited(self.texts[path], self.original[path], self.random)
        self.version += 1
        self.server.change(path.as_uri(), self.version, self.texts[path])

    def differences(self) -> tuple[int, list[str]]:
        """How many findings there are, and what one of the two doesn't say."""
        said = set().union(*(of_server(self.server, path) for path in self.texts))
        for path, text in self.texts.items():
            path.write_text(text)
        _, findings = checker.answer("check", *self.texts, cwd=self.folder, timeout=600)
        places = [
            (str(self.folder / one["filename"]), one["location"]["row"], one["code"])
            for one in findings
        ]
        checked = {place for place in places if Path(place[0]) in self.texts}
        alone = [f"the server alone: {one}" for one in sorted(said - checked)]
        return len(checked), alone + [f"check alone: {one}" for one in sorted(checked - said)]

    def other_hovers(self) -> list[str]:
        fresh, seed, differ = self.fresh(), self.random.random(), []
        for path, text in self.texts.items():
            # Text that isn't Python keeps what was known of it, which a fresh server doesn't have.
            if any(code in ("CF002", "CF003") for _, _, code in of_server(fresh, path)):
                continue
            both = [hovers(server, path, text, Random(seed)) for server in (self.server, fresh)]
            differ += [
                f"{path}: {known} for {new}"
                for known, new in zip(*both, strict=True)
                if known != new
            ]
        fresh.end()
        return differ


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--states", type=int, default=40)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--bin", dest="binary", help="the program")
    options = parser.parse_args()
    checker.BINARY = options.binary or checker.BINARY
    failed = 0
    for folder in options.folders:
        with tempfile.TemporaryDirectory() as place:
            copy = Path(place).resolve() / folder.name
            shutil.copytree(
                folder,
                copy,
                ignore=lambda at, names: [n for n in names if not is_source(Path(at, n))],
            )
            session = Session(copy, Random(f"{folder.name}/{options.seed}"))
            if not session.texts:
                parser.error(f"there is no file of Python of a usual size in {folder}")
            count = 0
            for state in range(options.states):
                for _ in range(session.random.randint(1, 4)):
                    session.edit()
                found, differ = session.differences()
                count += found
                if state % FRESH == 0:
                    differ += session.other_hovers()
                failed += bool(differ)
                for one in differ[:5]:
                    print(f"  state {state}: {one}", flush=True)
            session.server.end()
            print(
                f"{folder.name}: {options.states} states of {len(session.texts)} files, {count} findings",
                flush=True,
            )
    print(f"{failed} states differ")
    return int(failed > 0)


def is_source(path: Path) -> bool:
    return path.is_dir() or path.suffix in (".py", ".pyi", ".toml")


if __name__ == "__main__":
    sys.exit(main())
