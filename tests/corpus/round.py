#!/usr/bin/env python3
"""Check packages that nobody has looked at, and keep what was judged of each report.

    cargo xtask round NAME...              checks their wheels; prints each error with its source
    cargo xtask round NAME... --write R    also adds a row for each to judged.toml, as round R
    cargo xtask round --judge R            the rows of round R that have no verdict yet
    cargo xtask round --table              precision by round and by rule
    cargo xtask round --docs               writes these tables into docs/precision.md
    cargo xtask round NAME... --baseline B  which true reports of the program B aren't made any more
    cargo xtask round NAME... --statistics  files, lines, seconds, crashes
    cargo xtask round --again              which of all judged reports are still made, by verdict and by rule

A wheel (or an sdist) is unpacked without what it depends on into a folder outside of the tree
(`CONFORMABLE_CACHE`, else `~/.cache/conformable`), a package a folder, and checked whole: by default,
and with `--all-code` where the program has the option. A report is named by its file, rule, message
and the text of its line, so that a row outlives a release that moves lines.

`NAME.deb` is the package NAME of Debian's, which apt downloads: which of these need NumPy, its own index
says (`apt-cache rdepends python3-numpy`).

A row is judged before anything is repaired. Its verdict is "true" (it fails there), "false" (it
doesn't), or "unreachable" (it would, but nothing gets there), which counts as neither.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import tomllib
import urllib.parse
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
JUDGED = HERE / "judged.toml"
PAGE = ROOT / "docs" / "precision.md"
CACHE = pathlib.Path(
    os.environ.get("CONFORMABLE_CACHE") or pathlib.Path.home() / ".cache" / "conformable"
)
PACKAGES = CACHE / "rounds"
PIP = [
    sys.executable,
    "-m",
    "pip",
    "--disable-pip-version-check",
    "download",
    "--quiet",
    "--no-deps",
]
DEBIAN = re.compile(r"(.+)\.deb(?:==(.+))?")
SECONDS = 1800
# An sdist is asked for what it needs, which may build it.
DOWNLOAD_SECONDS = 120
# Lines of source before and behind a report.
AROUND = 4
VERDICTS = ("true", "false", "unreachable")
BEGIN, END = "<!-- judged: begin -->\n", "<!-- judged: end -->\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("packages", nargs="*", metavar="NAME", help="a package, or NAME==VERSION")
    parser.add_argument("--write", metavar="ROUND", help="add rows to judged.toml for this round")
    parser.add_argument("--judge", metavar="ROUND", help="show the rows that have no verdict")
    parser.add_argument("--table", action="store_true", help="show the tables of precision")
    parser.add_argument("--docs", action="store_true", help=f"write them into {PAGE.name}")
    parser.add_argument("--baseline", type=pathlib.Path, help="an earlier program to compare with")
    parser.add_argument("--again", action="store_true", help="check the judged packages again")
    parser.add_argument("--statistics", action="store_true", help="files, lines, seconds, crashes")
    parser.add_argument("--quiet", action="store_true", help="don't print the reports")
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1), help="threads")
    options = parser.parse_args()
    if options.judge:
        unjudged(options.judge)
    if options.docs:
        PAGE.write_text(page())
    if options.table:
        print(tables(), end="")
    if options.packages or options.again:
        binary = os.environ.get("CONFORMABLE_BIN")
        if not binary:
            sys.exit("set CONFORMABLE_BIN to the checker")
        program = pathlib.Path(binary).resolve()
        if options.again:
            print(again(program, options.jobs), end="")
        if options.packages:
            sys.exit(checked(program, options))


def checked(binary, options):
    """Check packages; whether something crashed or a true report was lost."""
    found, runs, missing = [], [], {}
    for requirement in options.packages:
        try:
            package = fetch(requirement)
        except Missing as reason:
            missing[requirement] = str(reason)
            continue
        run = check(binary, package, options.jobs)
        runs.append(run)
        found += run.reports
        print(f"{package.name} {package.version}: {run.summary()}", flush=True)
    failed = sum(run.crashes for run in runs)
    if not options.quiet:
        for report in found:
            print("\n" + show(report))
        print()
    if options.write:
        added = add(options.write, found)
        print(f"{added} rows added to {JUDGED.name}")
    if options.statistics:
        print(statistics(runs))
    if options.baseline:
        lost = compared(
            options.baseline.resolve(), [run.package for run in runs], found, options.jobs
        )
        failed += lost
    for requirement, reason in missing.items():
        print(f"passed over: {requirement}: {reason}")
    default = sum(report["default"] for report in found)
    print(f"{default} error reports by default, {len(found)} with --all-code")
    return 1 if failed else 0


# --- packages ------------------------------------------------------------------------------------


class Missing(Exception):
    """A package that can't be had."""


class Package:
    """An unpacked package."""

    def __init__(self, name, version, folder):
        self.name, self.version, self.folder = name, version, folder

    def files(self):
        """The Python files, in a stable order."""
        return sorted(path for path in self.folder.rglob("*.py") if path.is_file())


def fetch(requirement):
    """A package, from its wheel, its sdist or its archive of Debian's, unless it is there already."""
    key = requirement.replace("==", "-").lower()
    folder, stamp = PACKAGES / key, PACKAGES / f"{key}.txt"
    if not stamp.is_file():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        with tempfile.TemporaryDirectory() as scratch:
            get = download_debian if DEBIAN.fullmatch(requirement) else download
            version = unpack(get(requirement, pathlib.Path(scratch)), folder)
        stamp.write_text(version)
    return Package(requirement.split("==")[0].lower(), stamp.read_text(), folder)


def download(requirement, target):
    """The path of a wheel, or of an sdist, of which pip makes no more than the metadata."""
    for kind in (["--only-binary=:all:"], ["--no-binary=:all:"]):
        command = [*PIP, *kind, "--dest", target, requirement]
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, check=False, timeout=DOWNLOAD_SECONDS
            )
        except subprocess.TimeoutExpired:
            raise Missing(f"its metadata takes more than {DOWNLOAD_SECONDS} s") from None
        for path in sorted(target.iterdir()):
            return path
    last = done.stderr.strip().splitlines()[-1:] or ["pip fails"]
    raise Missing(last[0][:200])


def download_debian(requirement, target):
    """The path of an archive of Debian's."""
    name, version = DEBIAN.fullmatch(requirement).groups()
    command = ["apt-get", "--quiet", "download", f"{name}={version}" if version else name]
    done = subprocess.run(command, cwd=target, capture_output=True, text=True, check=False)
    for path in sorted(target.glob("*.deb")):
        return path
    last = done.stderr.strip().splitlines()[-1:] or ["apt fails"]
    raise Missing(last[0][:200])


def unpack(archive, folder):
    """Unpack the Python files; the version that the archive's name says."""
    if archive.suffix in (".whl", ".zip"):
        with zipfile.ZipFile(archive) as opened:
            names = [name for name in opened.namelist() if name.endswith((".py", ".pyi"))]
            opened.extractall(folder, names)
        return archive.name.split("-")[1]
    if archive.suffix == ".deb":
        command = ["dpkg-deb", "--fsys-tarfile", archive]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
            with tarfile.open(fileobj=process.stdout, mode="r|") as opened:
                for one in opened:
                    if one.isfile() and one.name.endswith((".py", ".pyi")):
                        opened.extract(one, folder, filter="data")
        return urllib.parse.unquote(archive.name.split("_")[1])
    with tarfile.open(archive) as opened:
        members = [one for one in opened if one.isfile() and one.name.endswith((".py", ".pyi"))]
        opened.extractall(folder, members, filter="data")
    return archive.name.removesuffix(".tar.gz").rpartition("-")[2]


# --- checking ------------------------------------------------------------------------------------


class Run:
    """One package, checked."""

    def __init__(self, package):
        self.package = package
        self.reports = []
        files = package.files()
        self.files = len(files)
        self.lines = sum(path.read_bytes().count(b"\n") for path in files)
        self.seconds = 0.0
        self.crashes = 0

    def summary(self):
        default = sum(report["default"] for report in self.reports)
        crashed = f", {self.crashes} CRASHES" if self.crashes else ""
        return (
            f"{self.files} files, {self.lines:,} lines, {self.seconds:.1f} s{crashed}; "
            f"{default} errors by default, {len(self.reports)} with --all-code"
        )


def check(binary, package, jobs):
    """Check a package whole, by default and in all of its code."""
    run = Run(package)
    default, run.seconds, run.crashes = errors(binary, package, [], jobs)
    everything = default
    if has_all_code(binary):
        everything, _, crashes = errors(binary, package, ["--all-code"], jobs)
        run.crashes += crashes
    names = collections.Counter(key(report) for report in default)
    seen = collections.Counter(key(report) for report in everything)
    # What is said by default only is a report too.
    everything = everything + [one for one in default if not seen[key(one)]]
    for report in everything:
        report["default"] = names[key(report)] > 0
        names[key(report)] -= 1
    run.reports = sorted(
        everything,
        key=lambda one: (one["file"], one["line"], one["column"], one["code"], one["message"]),
    )
    return run


_HAS = {}


def has_all_code(binary):
    """Whether the program has the option."""
    if binary not in _HAS:
        done = subprocess.run(
            [binary, "check", "--help"], capture_output=True, text=True, check=False
        )
        _HAS[binary] = "--all-code" in done.stdout
    return _HAS[binary]


def errors(binary, package, extra, jobs):
    """The error reports, the seconds that it took, and how often it crashed."""
    command = [binary, "check", ".", "--output-format", "json", "--no-cache", "--jobs", str(jobs)]
    start = time.perf_counter()
    try:
        done = subprocess.run(
            [*command, *extra],
            cwd=package.folder,
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return [], SECONDS, 1
    seconds = time.perf_counter() - start
    if done.returncode not in (0, 1):
        print(f"  exit status {done.returncode}: {done.stderr[-500:].decode(errors='replace')}")
        return [], seconds, 1
    found = json.loads(done.stdout)
    crashes = [one for one in found if one["code"] == "CF000"]
    for one in crashes:
        print(f"  {one['filename']}: {one['message']}")
    reports = [row(one, package) for one in found if one["severity"] == "error"]
    return [one for one in reports if one["code"] != "CF000"], seconds, len(crashes)


def row(found, package):
    """A report, as it is shown and written down."""
    file = os.path.relpath(package.folder / found["filename"], package.folder).replace(os.sep, "/")
    related = [
        f"{one['filename']}:{one['location']['row']}: {one['message']}" for one in found["related"]
    ]
    line = found["location"]["row"]
    return {
        "package": package.name,
        "version": package.version,
        "file": file,
        "line": line,
        "column": found["location"]["column"],
        "code": found["code"],
        "message": found["message"],
        "related": related,
        "text": source(package.folder / file)[line - 1].strip(),
        "folder": package.folder,
    }


def key(report):
    """What makes two reports the same."""
    return tuple(report[name] for name in ("package", "file", "code", "message", "text"))


def source(path):
    return path.read_text(encoding="utf-8", errors="replace").split("\n")


def show(report):
    """A report with its source and its calls."""
    head = "{package} {version} {file}:{line}:{column}: {code} {message}".format(**report)
    if not report["default"]:
        head += " (only with --all-code)"
    lines = source(report["folder"] / report["file"])
    first, last = max(1, report["line"] - AROUND), min(len(lines), report["line"] + AROUND)
    shown = [
        f"  {'>' if number == report['line'] else ' '} {number:5} {lines[number - 1]}".rstrip()
        for number in range(first, last + 1)
    ]
    return "\n".join([head, *shown, *(f"    = {one}" for one in report["related"])])


def statistics(runs):
    files, lines = sum(run.files for run in runs), sum(run.lines for run in runs)
    seconds, crashes = sum(run.seconds for run in runs), sum(run.crashes for run in runs)
    default = sum(report["default"] for run in runs for report in run.reports)
    each = 1000 * default / files if files else 0
    return (
        f"{len(runs)} packages, {files:,} files, {lines:,} lines, {seconds:.0f} s, {crashes} crashes; "
        f"{each:.1f} error reports for 1,000 files"
    )


def compared(baseline, packages, found, jobs):
    """Show which true reports of another program aren't made any more; how many."""
    now = {key(report) for report in found}
    places = {(one["package"], one["file"], one["code"], one["line"]) for one in found}
    verdicts = {key(one): one["verdict"] for one in rows() if "text" in one}
    lost, other = [], collections.Counter()
    for package in packages:
        for report in check(baseline, package, jobs).reports:
            place = (report["package"], report["file"], report["code"], report["line"])
            # A message that is worded anew is no loss.
            if key(report) in now or place in places:
                continue
            verdict = verdicts.get(key(report), "")
            other[verdict or "not judged"] += 1
            if verdict == "true":
                lost.append(report)
    for report in lost:
        print(f"LOST {show(report)}\n")
    print(f"not reported any more: {dict(other) or 'nothing'}")
    return len(lost)


def again(binary, jobs, path=None):
    """Of the rows that are made by default those that this program still makes: a table by round, one by rule, and
    the true ones that are lost and the false ones that are left."""
    judged = collections.defaultdict(list)
    for one in rows(path):
        if one["default"]:
            judged[one["package"], one["version"]].append(one)
    by_round, by_rule = (
        collections.defaultdict(collections.Counter),
        collections.defaultdict(collections.Counter),
    )
    listed = []
    for (name, version), reports in sorted(judged.items()):
        try:
            package = fetch_judged(name, version)
        except Missing as reason:
            listed.append(f"passed over: {name}: {reason}")
            continue
        found, _, _ = errors(binary, package, [], jobs)
        places = {(one["file"], one["code"], one["line"]) for one in found}
        for one in reports:
            made = (one["file"], one["code"], one["line"]) in places
            if made:
                by_round[one["round"]][one["verdict"]] += 1
                by_rule[one["code"]][one["verdict"]] += 1
            if (one["verdict"], made) in (("true", False), ("false", True)):
                state = "left" if made else "lost"
                listed.append(
                    f"{state}: {name} {one['file']}:{one['line']}: {one['code']} {one['message']}"
                )
    order = sorted(by_round.items(), key=lambda item: (len(item[0]), item[0]))
    return "\n".join([table("round", order), table("rule", sorted(by_rule.items())), *listed, ""])


def fetch_judged(name, version):
    """The package of a row: as it was unpacked for its round, if it is still there."""
    folder, stamp = PACKAGES / name, PACKAGES / f"{name}.txt"
    if stamp.is_file() and stamp.read_text() == version:
        return Package(name, version, folder)
    return fetch(f"{name}=={version}")


# --- what was judged -----------------------------------------------------------------------------


def rows(path=None):
    return tomllib.loads((path or JUDGED).read_text()).get("report", [])


def summaries(path=None):
    """Rounds of which only figures are known."""
    return tomllib.loads((path or JUDGED).read_text()).get("summary", [])


def add(name, found, path=None):
    """Write rows without a verdict for what isn't there yet; how many."""
    path = path or JUDGED
    known = collections.Counter(key(one) for one in rows(path))
    parts = []
    # Two columns of one line may be refused with the same words.
    for report in {(one["line"], *key(one)): one for one in found}.values():
        if known[key(report)] > 0:
            known[key(report)] -= 1
            continue
        one = {"round": str(name)}
        for field in ("package", "version", "file", "line", "code", "message", "text", "default"):
            one[field] = report[field]
        one |= {"verdict": "", "why": "", "script": ""}
        lines = [f"{field} = {toml(value)}" for field, value in one.items()]
        parts.append("\n[[report]]\n" + "\n".join(lines) + "\n")
    with path.open("a", encoding="utf-8") as file:
        file.write("".join(parts))
    return len(parts)


def toml(value):
    # A basic string of TOML is one of JSON, but for DEL.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def unjudged(name):
    left = [one for one in rows() if one["round"] == name and one["verdict"] not in VERDICTS]
    for one in left:
        print("{package} {version} {file}:{line}: {code} {message}\n    {text}".format(**one))
    print(f"{len(left)} rows of round {name} have no verdict")


def tables(path=None):
    """Precision by round, by rule and in all, by default and with `--all-code`."""
    reports = rows(path)
    parts = []
    for only, title in ((True, "By default"), (False, "With `--all-code`")):
        chosen = [one for one in reports if one["default"] or not only]
        parts.append(f"### {title}\n")
        rounds = collections.defaultdict(collections.Counter)
        rules = collections.defaultdict(collections.Counter)
        for one in chosen:
            rounds[one["round"]][one["verdict"]] += 1
            rules[one["code"]][one["verdict"]] += 1
        firsts = [(one["round"], figures(one)) for one in summaries(path)]
        order = sorted(rounds.items(), key=lambda item: (len(item[0]), item[0]))
        total = collections.Counter()
        for count in rounds.values():
            total += count
        parts.append(table("round", [*firsts, *order, *([("in all", total)] if rounds else [])]))
        if rules:
            parts.append(table("rule", sorted(rules.items())))
    notes = [f"{one['round']}: {one['what']}.\n" for one in summaries(path)]
    return "\n".join([*parts, *notes])


def figures(summary):
    count = collections.Counter({"true": summary["true"], "false": summary["false"]})
    count["unreachable"] = summary["reports"] - summary["true"] - summary["false"]
    return count


def table(title, counted):
    lines = [
        f"| {title} | reports | true | false | neither | precision |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for name, count in counted:
        true, false = count["true"], count["false"]
        whole = sum(count.values())
        precision = f"{100 * true / (true + false):.1f}%" if true + false else "–"  # noqa: RUF001
        lines.append(
            f"| {name} | {whole} | {true} | {false} | {whole - true - false} | {precision} |"
        )
    return "\n".join(lines) + "\n"


def page():
    """docs/precision.md, its tables made anew."""
    text = PAGE.read_text()
    before, _, rest = text.partition(BEGIN)
    after = rest.partition(END)[2]
    return before + BEGIN + "\n" + tables() + "\n" + END + after


if __name__ == "__main__":
    main()
