"""The playground says what the command says, to the byte; no input leaves it without an answer.

The page's own worker and client run in node. It is built as a user builds it, once for all tests.
"""

import json
import os
import shutil
import subprocess
import sys
from base64 import b64decode
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import checker
import pytest

sys.path.append(str(Path(__file__).resolve().parents[1] / "examples"))

from test_examples import EXAMPLES, sources

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).parent
NODE = shutil.which("node")
TARGET = "wasm32-unknown-unknown"

needs_binary = pytest.mark.skipif(not checker.BINARY, reason="CONFORMABLE_BIN is not set")


def can_be_built() -> bool:
    """Is the target installed, as far as the compiler knows?"""
    command = ["rustc", "--print", "target-libdir", "--target", TARGET]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    return done.returncode == 0 and Path(done.stdout.strip()).is_dir()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not can_be_built():
        pytest.skip(f"the target {TARGET} is not installed")
    out = tmp_path_factory.mktemp("playground")
    command = ["cargo", "xtask", "playground", "--out", str(out)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
    assert str(out / "index.html") in done.stdout
    return out


def node(script: str, *args: Any, given: Any = None) -> Any:
    if NODE is None:
        pytest.skip("node is not installed")
    done = subprocess.run(
        [NODE, HERE / script, *map(str, args)],
        input=json.dumps(given),
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr[-4000:]
    return json.loads(done.stdout)


def request(text: str, settings: str = "") -> dict[str, Any]:
    return {"files": [{"name": "a.py", "text": text}], "settings": settings}


def programs() -> dict[str, dict[str, str]]:
    """The examples: the modules of each by their names within it."""
    found = {}
    for path in sorted([*EXAMPLES.glob("correct/*"), *EXAMPLES.glob("broken/*")]):
        modules = sources(str(path.relative_to(EXAMPLES)))
        if modules:
            name = f"{path.parent.name}/{path.name}"
            found[name] = {file or path.name: text for file, text in modules.items()}
    return found


def test_the_examples_are_in_the_menu(folder: Path) -> None:
    text = (folder / "examples.js").read_text(encoding="utf-8")
    listed = json.loads(text[text.index("[") :].removesuffix(",\n];\n") + "]")
    (name, start), *others = listed
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert name == "model.py" and start[0][1] in readme
    assert {name: dict(files) for name, files in others} == programs()


@needs_binary
def test_it_says_what_the_command_says(folder: Path, tmp_path: Path) -> None:
    files = [
        {"files": [{"name": name, "text": text} for name, text in modules.items()]}
        for modules in programs().values()
    ]
    told = node("answers.mjs", folder, given=files)
    assert len(told["answers"]) > 70 and told["workers"] == 1
    for (name, modules), answer in zip(programs().items(), told["answers"], strict=True):
        project = tmp_path / name
        for module, text in modules.items():
            (project / module).parent.mkdir(parents=True, exist_ok=True)
            (project / module).write_text(text, encoding="utf-8")
        expected = checker.run("check", "--output-format", "json", cwd=project).stdout
        assert answer["findings"] == expected, name
        # What is told of expressions is held to the pages of reports by `conformable/tests/report.rs`.
        shown = "".join(finding["text"] for finding in answer["shown"])
        said = checker.run("check", cwd=project).stdout
        assert said.endswith(answer["closing"]), name
        # The command has findings of one cause together, the page each where it stands.
        assert "= the same at " in said or shown + answer["closing"] == said, name


def test_it_can_reach_nothing(folder: Path) -> None:
    told = node("answers.mjs", folder, given=[])
    assert told["imports"] == []
    page = (folder / "index.html").read_text(encoding="utf-8")
    (policy,) = [line for line in page.splitlines() if "Content-Security-Policy" in line]
    assert "default-src 'none'" in policy and "connect-src 'self'" in policy
    for file in folder.iterdir():
        # What the examples and the wasm as a script say is no address that anything is loaded from.
        if file.suffix in (".html", ".css", ".js") and file.name not in ("examples.js", "wasm.js"):
            assert "://" not in file.read_text(encoding="utf-8"), file.name


NEVER_MEANT = {
    "nothing": "",
    "no Python": "def (:\n\0",
    "half a character": "x = '\ud800'\n",
    "parentheses": "(" * 100_000,
    "lists": "x = " + "[" * 900 + "]" * 900,
    "a long sum": "import numpy as np\nx = " + "+".join(["np.ones(3)"] * 3000),
    "calls": "import numpy as np\nx = " + "np.sin(" * 900 + "1" + ")" * 900,
    "a line": "x = '" + "a" * 1_000_000 + "'\n",
    "recursion": "def f(n):\n    return f(n + 1) + f(n + 2)\nf(0)\n",
}


def test_each_input_has_an_answer(folder: Path) -> None:
    good = request("import numpy as np\nnp.ones(3)[7]\n")
    asked = [one for text in NEVER_MEANT.values() for one in (request(text), good)]
    latin = {"name": "a.py", "bytes": [*b"# coding: latin-1\nx = '", 0xE9, *b"'\n"]}
    others = [
        {"files": [{"name": "a.py", "bytes": [120, 255, 254]}]},
        {"files": [latin]},
        {"files": []},
        {"files": 3},
        {},
        request("x = 1", settings="strict = 3"),
        request("x = 1", settings="exclude = ['a']"),
    ]
    told = node("answers.mjs", folder, given=[*asked, *others, good])
    answers = told["answers"]
    for name, answer, after in zip(NEVER_MEANT, answers[::2], answers[1::2], strict=False):
        assert answer.get("message") or json.loads(answer["findings"]) is not None, name
        assert "CF301" in after["findings"], name
    assert answers[0]["findings"] == "[]\n"
    assert all("CF00" in answers[at]["findings"] for at in (2, 6)), answers[:8]
    unreadable, decoded, nothing, *refused = answers[len(asked) : -1]
    assert "this can't be read" in unreadable["findings"]
    assert decoded["findings"] == nothing["findings"] == "[]\n"
    assert all(answer["message"] for answer in refused)
    # Instances end, the worker doesn't.
    assert "CF301" in answers[-1]["findings"] and told["workers"] == 1


def test_a_stack_that_overflows_ends_an_instance_and_no_more(folder: Path) -> None:
    deep, good = request(NEVER_MEANT["a long sum"]), request("import numpy as np\nnp.ones(3)[7]\n")
    told = node("answers.mjs", folder, 0.5, given=[good, deep, good, deep])
    found, failed, found_again, failed_again = told["answers"]
    assert found["findings"] == found_again["findings"] and "CF301" in found["findings"]
    assert "too deeply" in failed["message"] and "too deeply" in failed_again["message"]
    assert told["workers"] == 1


# A program whose `check` is a trap, and whose `failure` says why.
PANICKING = (
    "AGFzbQEAAAABCgJgAAF/YAF/AX8DBQQBAAAABQMBAAEHLQUGbWVtb3J5AgAFaW5wdXQAAAVjaGVjawAB"
    "Bm91dHB1dAACB2ZhaWx1cmUAAwoVBAUAQYAICwMAAAsEAEEQCwQAQRsLCyEBAEEQCxtpbmRleCBvdXQg"
    "b2YgYm91bmRzLCB4LnJzOjE="
)


def test_a_panic_says_what_it_says(folder: Path, tmp_path: Path) -> None:
    for name in ("worker.js", "client.js"):
        shutil.copy(folder / name, tmp_path)
    (tmp_path / "conformable.wasm").write_bytes(b64decode(PANICKING))
    told = node("answers.mjs", tmp_path, given=[request("")] * 2)
    expected = "the checker failed on this program: index out of bounds, x.rs:1"
    assert [answer["message"] for answer in told["answers"]] == [expected] * 2
    assert told["workers"] == 1


def test_only_the_newest_request_matters(folder: Path) -> None:
    told = node("cancelled.mjs", folder)
    texts = [answer["text"] for answer in told["typed"]]
    assert texts[-1] == "x = 49\n" and len(texts) < 5
    # The one took too long, the other was dropped for a newer one.
    late, newer = told["slow"]
    assert "took longer than" in late and newer is None
    assert told["workers"] == 4


def test_programs_are_shared_by_their_addresses(folder: Path) -> None:
    told = node("shared.mjs", folder)
    assert told["back"] == told["program"] and told["none"] == [None, None]
    assert len(told["fragment"]) < 250 and all(told["refused"])
    assert set(told["fragment"].removeprefix("#program=")) <= set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    )
    assert told["moved"] == [[[0, 3], [7, 10]], [[0, 3], [2, 6], [5, 8]], []]


def test_another_page_is_left_alone(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("mine", encoding="utf-8")
    command = ["cargo", "xtask", "playground", "--out", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "left alone" in done.stderr
    assert [file.name for file in tmp_path.iterdir()] == ["index.html"]


def test_what_is_missing_is_said(tmp_path: Path) -> None:
    """A compiler without the target."""
    compiler = tmp_path / "rustc"
    compiler.write_text("#!/bin/sh\necho /nowhere\n", encoding="utf-8")
    compiler.chmod(0o755)
    built = subprocess.run(["cargo", "build", "-q", "-p", "xtask"], cwd=ROOT, check=False)
    assert built.returncode == 0
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    environment = os.environ | {"RUSTC": str(compiler), "CARGO_MANIFEST_DIR": str(ROOT / "xtask")}
    command = [target / "debug" / "xtask", "playground", "--out", str(tmp_path / "out")]
    done = subprocess.run(
        command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1 and f"rustup target add {TARGET}" in done.stderr
    assert not (tmp_path / "out").exists()


@pytest.fixture(params=["the disk", "a server"])
def address(folder: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    if request.param == "the disk":
        yield (folder / "index.html").as_uri()
        return
    handler = partial(Quiet, directory=folder)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/index.html"
        server.shutdown()


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


BROWSER = shutil.which("chromium") or shutil.which("google-chrome")


@pytest.mark.skipif(BROWSER is None, reason="there is no Chromium")
def test_a_browser_shows_it(folder: Path, address: str) -> None:
    told = node("page.mjs", BROWSER, address)
    assert told["closing"].startswith("Found 1 error in 1 file.\n9 of 12 expressions")
    # What the README shows.
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert told["findings"] in readme and told["findings"].startswith("error[CF101]: ")
    assert told["tip"] == "self.w1: float64[3, 4]\nMade at model.py:6, by `np.zeros((inputs, 4))`."
    assert told["selected"] == "h @ self.w2" and "error[CF101]" in told["here"]
    assert told["marked"] == ["h @ self.w2"] and told["shared"]
    kind, images, typed, marked = told["hostile"]
    assert (kind, images) == ("undefined", 0)
    assert typed == told["hostileText"] and marked == typed + "\n"
    assert told["file"] == "layers.py" and told["others"].startswith("Found 3 errors in 5 files.")
    assert told["complaints"] == []
    own = (address.removesuffix("index.html"), "blob:", "data:")
    assert all(url.startswith(own) for url in told["requests"]), told["requests"]
