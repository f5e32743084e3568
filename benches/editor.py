"""Language servers as somebody types, side by side: `cargo xtask bench --editor`.

Each server has one file open, of a hundred to a few thousand lines. A line is added to its longest function in two keys:
the first leaves it open (`name = (`), the second closes it, and is what is timed: from the notification until the
findings of that version are there, the pause that a server makes for more keys with it. Our server may answer twice; a
second client, which asks for findings and can't be told to ask again, waits for the whole answer. Somebody who types has
looked at the findings before the next key. How fast a check ends that nobody wants any more is seen from outside: a file with
nothing in it takes the place of the one that is checked, at moments all over its check. What the servers find is of no interest
here.
"""

import argparse
import ast
import importlib.util
import json
import queue
import shutil
import statistics
import subprocess
import tempfile
import threading
import time
from pathlib import Path

import wild

PAGE = wild.ROOT / "docs" / "editors.md"
SERVERS = {"conformable": ["server"], "ty": ["server"], "pyrefly": ["lsp"]}
KEYS, HOVERS, INTERRUPTIONS, STOPS = 24, 200, 40, 60
#: Seconds between what was shown and the next key.
LOOK = 0.15
#: Seconds after which an answer isn't waited for.
PATIENCE = 60
TINY = "import numpy as np\nx = np.zeros(3) @ np.ones(4)\n"


class Server:
    """One server, which has been initialised."""

    def __init__(self, command, root, pulls=False):
        self.process = subprocess.Popen(
            [str(part) for part in command],
            cwd=root,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self.arrived = queue.Queue()
        self.last = 0
        threading.Thread(target=self.read, daemon=True).start()
        offered = {
            "textDocument": {
                "publishDiagnostics": {"versionSupport": True},
                "hover": {"contentFormat": ["markdown", "plaintext"]},
                "synchronization": {},
            }
        }
        if pulls:
            offered["textDocument"]["diagnostic"] = {}
        self.pulls = pulls
        asked = {"processId": None, "rootUri": root.as_uri(), "capabilities": offered}
        folder = {"uri": root.as_uri(), "name": root.name}
        began = time.perf_counter()
        self.ask("initialize", {**asked, "workspaceFolders": [folder]})
        self.started = time.perf_counter() - began
        self.tell("initialized", {})

    def read(self):
        """Puts what arrives into the queue, with the time."""
        stream = self.process.stdout
        while True:
            length = 0
            while (line := stream.readline().strip()) != b"":
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            if length == 0:
                return
            body = json.loads(stream.read(length))
            if "method" in body and "id" in body:
                # Registrations and settings: nobody has any.
                items = body.get("params", {}).get("items")
                self.send({"id": body["id"], "result": items and [None] * len(items)})
            self.arrived.put((time.perf_counter(), body))

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def tell(self, method, params):
        self.send({"method": method, "params": params})

    def wait(self, is_it):
        """When the message arrives of which that holds."""
        return self.awaited(is_it)[0]

    def awaited(self, is_it):
        """The same, with the message."""
        until = time.perf_counter() + PATIENCE
        while True:
            at, body = self.arrived.get(timeout=max(until - time.perf_counter(), 0.001))
            if is_it(body):
                return at, body

    def ask(self, method, params):
        """Seconds until the answer."""
        began = time.perf_counter()
        return self.asked(method, params)[0] - began

    def answer(self, method, params):
        """What is answered."""
        return self.asked(method, params)[1]["result"]

    def asked(self, method, params):
        """When the answer arrived, and the message."""
        self.last += 1
        number = self.last
        self.send({"id": number, "method": method, "params": params})
        return self.awaited(lambda body: body.get("id") == number and "method" not in body)

    def called_off(self, method, uri):
        """Seconds until the answer to a request that is called off as soon as it is made."""
        began = time.perf_counter()
        self.last += 1
        number = self.last
        params = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 0}}
        self.send({"id": number, "method": method, "params": params})
        self.tell("$/cancelRequest", {"id": number})
        at, _ = self.awaited(lambda body: body.get("id") == number and "method" not in body)
        return at - began

    def findings(self, uri, version, began):
        """Seconds until the findings of that version of a file are there."""
        if self.pulls:
            self.ask("textDocument/diagnostic", {"textDocument": {"uri": uri}})
            return time.perf_counter() - began

        def are_there(body):
            params = body.get("params", {})
            is_of_it = params.get("uri") == uri and params.get("version") in (version, None)
            return body.get("method") == "textDocument/publishDiagnostics" and is_of_it

        return self.wait(are_there) - began

    def open(self, uri, text):
        began = time.perf_counter()
        document = {"uri": uri, "languageId": "python", "version": 0, "text": text}
        self.tell("textDocument/didOpen", {"textDocument": document})
        return self.findings(uri, 0, began)

    def close(self, uri):
        self.tell("textDocument/didClose", {"textDocument": {"uri": uri}})

    def change(self, uri, version, text):
        """The whole text is another; when that was said."""
        began = time.perf_counter()
        changes = [{"text": text}]
        self.tell(
            "textDocument/didChange",
            {"textDocument": {"uri": uri, "version": version}, "contentChanges": changes},
        )
        return began

    def memory(self):
        """MB of the process and of those that it has started."""
        listed = subprocess.run(
            ["ps", "-e", "-o", "pid=,ppid=,rss="], capture_output=True, text=True, check=True
        )
        rows = [tuple(map(int, line.split())) for line in listed.stdout.splitlines()]
        own = {self.process.pid}
        while more := {pid for pid, parent, _ in rows if parent in own} - own:
            own |= more
        return sum(rss for pid, _, rss in rows if pid in own) / 1024

    def end(self):
        self.ask("shutdown", None)
        self.tell("exit", None)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()


def parted(text):
    """The text in front of where somebody types, what is behind it, and the blanks in front of the line."""
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    found = [node for node in ast.walk(ast.parse(text)) if isinstance(node, functions)]
    longest = max(found, key=lambda node: node.end_lineno - node.lineno)
    first = next((node for node in longest.body if not isinstance(node, ast.Expr)), longest.body[0])
    lines = text.splitlines(keepends=True)
    at = min(node.lineno for node in [first, *getattr(first, "decorator_list", [])]) - 1
    return "".join(lines[:at]), "".join(lines[at:]), " " * first.col_offset


def typed(server, uri, text):
    """Seconds of each closing key until its findings."""
    seconds, version = [], 0
    before, behind, blanks = parted(text)
    for key in range(KEYS):
        for end in ("(", "(1)\n"):
            version += 1
            time.sleep(LOOK)
            line = f"{blanks}added_{key} = {end}"
            began = server.change(uri, version, before + line + behind)
            took = server.findings(uri, version, began)
        seconds.append(took)
    return seconds


def hovered(server, uri, text):
    """Seconds of hovers over names all over a file."""
    lines = text.splitlines()
    places = [
        (row, column)
        for row, line in enumerate(lines)
        if (column := len(line) - len(line.lstrip())) < len(line) and line[column].isalpha()
    ]
    chosen = places[:: max(len(places) // HOVERS, 1)]
    return [
        server.ask(
            "textDocument/hover",
            {"textDocument": {"uri": uri}, "position": {"line": row, "character": column}},
        )
        for row, column in chosen
    ]


def interrupted(server, uri, text, took):
    """Seconds until the findings of a tiny file that takes a long one's place in the middle of its check."""
    seconds = []
    for turn in range(INTERRUPTIONS):
        time.sleep(LOOK)
        server.change(uri, 2 * KEYS + turn + 1, f"{text}\nagain_{turn} = 1\n")
        time.sleep(took / 2)
        began = time.perf_counter()
        server.close(uri)
        tiny = uri.replace(".py", f"_{turn}.py")
        server.open(tiny, TINY)
        seconds.append(time.perf_counter() - began)
        server.close(tiny)
        server.open(uri, text)
    return seconds


def stopped(server, uri, text, took):
    """Seconds until an empty file has its findings that takes a file's place, and until a request about that file is called off,
    while the file is checked."""
    empty, called_off = [], []
    for turn in range(STOPS):
        time.sleep(LOOK + took)
        server.change(uri, turn + 1, f"{text}\nlast_{turn} = 1\n")
        time.sleep(took * (turn + 0.5) / STOPS)
        called_off.append(server.called_off("textDocument/hover", uri))
        began = time.perf_counter()
        server.close(uri)
        nothing = uri.replace(".py", f"_nothing_{turn}.py")
        server.open(nothing, "")
        empty.append(time.perf_counter() - began)
        server.close(nothing)
        server.open(uri, text)
    return empty, called_off


def tail(seconds):
    """The median and the 95th percentile, in milliseconds."""
    ordered = sorted(seconds)
    last = ordered[min(int(len(ordered) * 0.95), len(ordered) - 1)]
    return f"{statistics.median(ordered) * 1000:.1f} / {last * 1000:.1f}"


def measured(command, path, package, answers_twice):
    """The cells of one server and one file, of a program or of a package that is copied as a whole."""
    text = path.read_text()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        for one in package.rglob("*.py*") if package else [path]:
            copy = root / one.relative_to(package.parent if package else path.parent)
            if one.suffix in (".py", ".pyi"):
                copy.parent.mkdir(parents=True, exist_ok=True)
                copy.write_bytes(one.read_bytes())
        uri = (root / path.relative_to(package.parent if package else path.parent)).as_uri()
        server = Server(command, root)
        opened = server.open(uri, text)
        seconds = typed(server, uri, text)
        hovers = hovered(server, uri, text)
        memory = server.memory()
        newer = interrupted(server, uri, text, statistics.median(seconds))
        whole = []
        if answers_twice:
            second = Server(command, root, pulls=True)
            second.open(uri, text)
            whole = typed(second, uri, text)
            second.end()
        empty, called_off = stopped(server, uri, text, statistics.median(whole or seconds))
        server.end()
    of_one = [f"{server.started * 1000:.0f}", f"{opened * 1000:.0f}"]
    times = [tail(one) if one else "" for one in (seconds, whole, hovers, newer, empty, called_off)]
    return [*of_one, *times, f"{memory:.0f}"]


def files():
    """Programs of some hundred lines, and modules of some thousand with the package that they are of."""
    correct = wild.ROOT / "examples" / "correct"
    numpy, scipy = (
        Path(importlib.util.find_spec(name).origin).parent for name in ("numpy", "scipy")
    )
    return [
        (correct / "kmeans.py", None),
        (correct / "gaussian_process.py", None),
        (scipy / "optimize" / "_differentialevolution.py", scipy),
        (scipy / "stats" / "_hypotests.py", scipy),
        (numpy / "lib" / "_nanfunctions_impl.py", numpy),
        (numpy / "lib" / "_function_base_impl.py", numpy),
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", type=Path, help="a released program that is built already")
    parser.add_argument("--environment", type=Path, default=wild.ROOT / ".venv-peers")
    parser.add_argument("--only", choices=SERVERS, help="one server alone")
    parser.add_argument("--docs", action="store_true", help=f"write the table into {PAGE.name}")
    options = parser.parse_args()
    own = wild.released(options.binary)
    scripts = None if options.only == "conformable" else wild.peers(options.environment)
    head = [
        "file",
        "server",
        "initialize",
        "opened",
        "a key",
        "the whole answer",
        "hover",
        "a tiny file",
        "a stop",
        "called off",
        "MB",
    ]
    text = ["| " + " | ".join(head) + " |", "|---" * len(head) + "|"]
    for path, package in files():
        for name, arguments in SERVERS.items():
            if options.only not in (name, None):
                continue
            program = own if name == "conformable" else shutil.which(name, path=scripts)
            lines = path.read_bytes().count(b"\n")
            cells = [f"`{path.name}`, {lines:,} lines", name]
            cells += measured([program, *arguments], path, package, name == "conformable")
            text.append("| " + " | ".join(cells) + " |")
            print(text[-1], flush=True)
    if options.docs:
        wild.write("editor", "\n".join(text) + "\n", PAGE)


if __name__ == "__main__":
    main()
