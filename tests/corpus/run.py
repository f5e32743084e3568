#!/usr/bin/env python3
"""Check real libraries in full: no crash, no hang, no false alarm.

    cargo xtask corpora                    all four libraries
    cargo xtask corpora --library scipy    one of them (repeatable)
    cargo xtask corpora --bounded          the two smallest: what `cargo xtask test` runs
    cargo xtask corpora --timing           also the time of pyrefly on the same files
    cargo xtask corpora --show             also each finding's message
    cargo xtask corpora --verify           also hold each remembered call against its evaluation

The Python files of the libraries' pinned wheels (`requirements.txt`) are unpacked into `.corpora` at
the root of the repository; nothing is installed, but for `--timing`. Each is checked as it was
released, its tests included. An error that
is not in `known.toml` is a failure, and so are a crash of the checker (CF000), a run that takes
too long and one that takes too much memory. Each line of `known.toml` is a true error, with a
script that makes Python or NumPy fail there; `verify.py` runs the scripts.

Findings are matched by file, code and the text of the line, not by line number, so that a new
release of a library doesn't make all of them new.
"""

import argparse
import collections
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SOURCES = ROOT / ".corpora"
# For what must run them: pyrefly's imports, and `verify.py`.
VENV = ROOT / ".venv-corpora"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")

# The package's folder by the library's name, the smallest first.
LIBRARIES = {
    "scikit-image": "skimage",
    "scikit-learn": "sklearn",
    "statsmodels": "statsmodels",
    "scipy": "scipy",
}
BOUNDED = ["scikit-image", "scikit-learn"]
# Where a bounded run holds remembered calls against their evaluation: code that makes many of them.
VERIFIED = {"scikit-learn": ["sklearn/tests", "sklearn/utils"]}
# What one library may take. The time is a hang's, not a goal.
SECONDS = 1200
MEGABYTES = 2048
# Times pyrefly's wall time.
TIMES_PYREFLY = 3


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--library", action="append", choices=LIBRARIES, help="only this one")
    parser.add_argument("--bounded", action="store_true", help=f"only {' and '.join(BOUNDED)}")
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1), help="threads")
    parser.add_argument("--timing", action="store_true", help="time pyrefly on the same files")
    parser.add_argument("--show", action="store_true", help="show all that is found")
    parser.add_argument("--verify", action="store_true", help="evaluate remembered calls as well")
    parser.add_argument("--json", type=pathlib.Path, help="write the findings of all to this file")
    parser.add_argument("--timeout", type=float, default=SECONDS, help="seconds for a library")
    args = parser.parse_args()
    binary = os.environ.get("CONFORMABLE_BIN")
    if not binary:
        sys.exit("set CONFORMABLE_BIN to the checker")
    names = args.library or (BOUNDED if args.bounded else list(LIBRARIES))
    known = Known(HERE / "known.toml")
    tally = Tally()
    everything = {}
    for name in names:
        place = (pathlib.Path(binary).resolve(), sources(name))
        everything[name] = check(*place, name, args, known, tally)
        verified = (
            [LIBRARIES[name]] if args.verify else VERIFIED.get(name) if args.bounded else None
        )
        if verified:
            verify(*place, name, verified, args, tally)
    for entry in known.unused(LIBRARIES[name] for name in names):
        tally.fail(f"not found any more: {entry['file']} {entry['code']} {entry['text']}")
    if args.json:
        args.json.write_text(json.dumps(everything, indent=1))
    print(f"{tally.passed} passed, {tally.failed} failed")
    sys.exit(1 if tally.failed else 0)


def pins():
    """The requirement of each distribution, by its name."""
    lines = (HERE / "requirements.txt").read_text().splitlines()
    return {line.split("==")[0]: line for line in lines if "==" in line}


def sources(name):
    """A folder with the Python files of a library, from its wheel unless they are there already.

    Each library has one of its own, since a project does not contain what it depends on: side by
    side in `site-packages` each would be a module of the others'.
    """
    folder, wanted = SOURCES / name, pins()[name]
    stamp = folder / "requirement.txt"
    if not stamp.is_file() or stamp.read_text() != wanted:
        shutil.rmtree(folder, ignore_errors=True)
        with tempfile.TemporaryDirectory() as wheels:
            pip = [
                sys.executable,
                "-m",
                "pip",
                "download",
                "--quiet",
                "--disable-pip-version-check",
            ]
            only = ["--no-cache-dir", "--no-deps", "--only-binary=:all:", "--dest", wheels]
            subprocess.run([*pip, *only, wanted], check=True)
            (wheel,) = pathlib.Path(wheels).glob("*.whl")
            with zipfile.ZipFile(wheel) as archive:
                files = [file for file in archive.namelist() if file.endswith((".py", ".pyi"))]
                archive.extractall(folder, files)
        stamp.write_text(wanted)
    return folder


def install():
    """An environment in which the libraries can be imported; made if the pins have changed."""
    wanted = (HERE / "requirements.txt").read_text()
    stamp = VENV / "requirements.txt"
    if not stamp.is_file() or stamp.read_text() != wanted:
        subprocess.run([sys.executable, "-m", "venv", VENV], check=True)
        pip = [BIN / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        requirements = ["--no-cache-dir", "-r", HERE / "requirements.txt"]
        subprocess.run([*pip, *requirements], check=True)
        stamp.write_text(wanted)


def check(binary, site, name, args, known, tally):
    """Check one library; its findings."""
    package = LIBRARIES[name]
    files = sorted((site / package).rglob("*.py"))
    lines = sum(file.read_bytes().count(b"\n") for file in files)
    print(f"{name}: {len(files)} files, {lines:,} lines")
    command = [binary, "check", package, "--output-format", "json", "--no-cache"]
    if args.show:
        command.append("--statistics")
    run = measured([*command, "--jobs", str(args.jobs)], site, args.timeout)
    if run is None:
        tally.fail(f"{name}: no end after {args.timeout:.0f} s")
        return []
    seconds, cpu, megabytes, code, out, err = run
    speed = lines / seconds
    print(f"  {seconds:.1f} s, {cpu:.1f} s of CPU, {megabytes:.0f} MB, {speed:,.0f} lines/s")
    tally.expect(megabytes < MEGABYTES, f"{name}: {megabytes:.0f} MB")
    if code not in (0, 1):
        tally.fail(f"{name}: exit status {code}: {err[-500:]}")
        return []
    findings = json.loads(out)
    counts = collections.Counter((found["severity"], found["code"]) for found in findings)
    for (severity, rule), count in sorted(counts.items()):
        print(f"  {count:6}  {severity:8} {rule}")
    if args.show:
        print("\n".join(f"  {line}" for line in err.splitlines()))
    crashes = [found for found in findings if found["code"] == "CF000"]
    for found in crashes:
        tally.fail(f"{found['filename']}: {found['message']}")
    tally.expect(not crashes, f"{name}: {len(crashes)} crashes")
    for found in findings:
        if found["severity"] == "error" and found["code"] != "CF000":
            text = line_text(site / found["filename"], found["location"]["row"])
            if known.take(found, text):
                tally.passed += 1
            else:
                tally.fail(describe(found, text))
        elif args.show and found["severity"] == "warning":
            print(
                "  "
                + describe(found, line_text(site / found["filename"], found["location"]["row"]))
            )
    if args.timing:
        time_pyrefly(site, package, (seconds, cpu), args, tally)
    return findings


def verify(binary, site, name, paths, args, tally):
    """Evaluate what an earlier call answers all the same: CF000 where the two differ."""
    command = [binary, "check", *paths, "--verify", "--output-format", "json", "--no-cache"]
    run = measured([*command, "--jobs", str(args.jobs)], site, args.timeout)
    if run is None:
        tally.fail(f"{name}: no end of --verify after {args.timeout:.0f} s")
        return
    seconds, cpu, _, code, out, err = run
    print(f"  --verify {' '.join(paths)}: {seconds:.1f} s, {cpu:.1f} s of CPU")
    if code not in (0, 1):
        tally.fail(f"{name}: exit status {code}: {err[-500:]}")
        return
    wrong = [found for found in json.loads(out) if found["code"] == "CF000"]
    for found in wrong:
        tally.fail(f"{found['filename']}:{found['location']['row']}: {found['message']}")
    tally.expect(not wrong, f"{name}: {len(wrong)} remembered calls are wrong")


def describe(found, text):
    """One finding in one line, and the code it is about."""
    place = f"{found['filename']}:{found['location']['row']}:{found['location']['column']}"
    return f"{place}: {found['code']} {found['message']}\n      {text}"


def line_text(path, row):
    """A line of a file without what surrounds it."""
    with path.open(encoding="utf-8", errors="replace") as file:
        for number, line in enumerate(file, 1):
            if number == row:
                return line.strip()
    return ""


def time_pyrefly(site, package, ours, args, tally):
    """Time pyrefly, cold, on the same files and threads."""
    install()
    with tempfile.TemporaryDirectory() as folder:
        config = pathlib.Path(folder) / "pyrefly.toml"
        config.write_text(f'python-interpreter-path = "{BIN / "python"}"\n')
        command = [
            BIN / "pyrefly",
            "check",
            "-c",
            config,
            "--threads",
            str(args.jobs),
            "--summary",
            "none",
        ]
        # By pattern: a file in site-packages that is not named is not checked.
        run = measured([*command, f"{package}/**/*.py"], site, args.timeout)
    if run is None:
        print("  pyrefly: no end")
        return
    seconds, cpu, megabytes, code, _, err = run
    if code not in (0, 1):
        tally.fail(f"pyrefly: exit status {code}: {err[-300:]}")
        return
    times = ours[0] / seconds
    print(f"  pyrefly: {seconds:.1f} s, {cpu:.1f} s of CPU, {megabytes:.0f} MB")
    print(f"  ours is {times:.2f} times pyrefly's time, {ours[1] / cpu:.2f} times its CPU time")
    tally.expect(times <= TIMES_PYREFLY, f"{package}: {times:.2f} times pyrefly's time")


def measured(command, cwd, timeout):
    """Wall seconds, CPU seconds, peak megabytes, exit status and output; None if it doesn't end.

    The CPU time tells what the wall time is on a machine that does other things too.
    """
    before = os.times()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        start = time.perf_counter()
        process = subprocess.Popen(command, cwd=cwd, stdout=out, stderr=err)
        peak = 0
        while process.poll() is None:
            peak = max(peak, resident(process.pid))
            if time.perf_counter() - start > timeout:
                process.kill()
                process.wait()
                return None
            time.sleep(0.02)
        seconds = time.perf_counter() - start
        cpu = os.times().children_user - before.children_user
        out.seek(0)
        err.seek(0)
        text = [file.read().decode(errors="replace") for file in (out, err)]
        return seconds, cpu, peak / 1024, process.returncode, *text


def resident(pid):
    """The most kilobytes that a running process has had in memory."""
    try:
        with open(f"/proc/{pid}/status") as status:
            for line in status:
                if line.startswith("VmHWM:"):
                    return int(line.split()[1])
    except OSError:
        pass
    return 0


class Known:
    """The true errors, by file, code and line."""

    def __init__(self, path):
        self.entries = tomllib.loads(path.read_text()).get("error", []) if path.is_file() else []
        self.used = set()

    def take(self, found, text):
        """Whether the finding is one of them."""
        for index, entry in enumerate(self.entries):
            same = entry["file"] == found["filename"] and entry["code"] == found["code"]
            if same and entry["text"].strip() == text:
                self.used.add(index)
                return True
        return False

    def unused(self, packages):
        """Those of these packages that were not found."""
        packages = tuple(f"{package}/" for package in packages)
        rest = enumerate(self.entries)
        return [e for index, e in rest if index not in self.used and e["file"].startswith(packages)]


class Tally:
    """What held and what didn't."""

    def __init__(self):
        self.passed = 0
        self.failed = 0

    def fail(self, message):
        """Count and show a failure."""
        self.failed += 1
        print(f"  FAILED {message}")

    def expect(self, holds, message):
        """Count a check, and show it where it doesn't hold."""
        if holds:
            self.passed += 1
        else:
            self.fail(message)


if __name__ == "__main__":
    main()
