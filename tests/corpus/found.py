#!/usr/bin/env python3
"""The page of the true errors in released libraries, made from `known.toml`.

    python tests/corpus/found.py            prints it
    python tests/corpus/found.py --write    writes `docs/found-in-libraries.md`

`test_found.py` holds the page against it.
"""

import argparse
import collections
import pathlib
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
PAGE = HERE.parent.parent / "docs" / "found-in-libraries.md"

HEAD = """\
# Found in released libraries

Errors that the checker reports in the libraries of the corpora, as they were released. Each is true:
with it stands a script in which Python or NumPy fails at that line. `tests/corpus/verify.py` runs the
scripts (`statement` runs the line itself with these names), and `cargo xtask corpora` fails on any
other error. This page is made from
`tests/corpus/known.toml` by `tests/corpus/found.py --write`.
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.name}")
    if parser.parse_args().write:
        PAGE.parent.mkdir(exist_ok=True)
        PAGE.write_text(page())
    else:
        print(page(), end="")


def page():
    """The page's text."""
    by_library = collections.defaultdict(list)
    for entry in tomllib.loads((HERE / "known.toml").read_text())["error"]:
        by_library[entry["file"].split("/")[0]].append(entry)
    parts = [HEAD]
    pins = versions()
    for library in sorted(by_library):
        parts.append(f"\n## {library} {pins.get(library, '')}".rstrip() + "\n")
        for entry in by_library[library]:
            parts.append(one(entry))
    return "".join(parts)


def versions():
    """The release of each package that is checked."""
    pins = (HERE / "requirements.txt").read_text().splitlines()
    pairs = (line.split("==") for line in pins if "==" in line)
    renamed = {"scikit-learn": "sklearn", "scikit-image": "skimage"}
    return {renamed.get(name, name): version for name, version in pairs}


def one(entry):
    """The part of one error."""
    return (
        f"\n`{entry['file']}`: {entry['code']}\n\n```python\n{entry['text'].strip()}\n```\n\n"
        f"{entry['note'].strip()}\n\n```python\n{entry['script'].strip()}\n```\n"
    )


if __name__ == "__main__":
    main()
