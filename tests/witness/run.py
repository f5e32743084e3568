#!/usr/bin/env python3
"""Run programs that exist, and hold what happened against what the checker says of them.

    cargo xtask witness                   all suites, in full
    cargo xtask witness --bounded         a slice of a few: what `cargo xtask test` runs
    cargo xtask witness --suite sympy     one of them (repeatable)
    cargo xtask witness --again           judge what was recorded last, without running it again
    cargo xtask witness --seconds 120     at most so long for each suite

Three things must hold:

    reports     no error where, with the report's calls above it, all went to its end each time
    signatures  each call that returned, and whose arguments are of the class and the kind that the
                signature assumes, is an instance of it, its names bound consistently; so are the
                names that were bound in it
    bindings    each value bound in a module or class body is of the type that `infer` shows

That a function returns an array where its author says so is a fact for the checker: annotations that
aren't so are counted apart.

A suite is run by `recorder.py` in an environment of its own (`suites.py`), and `judging.py` holds the
record. One that doesn't run is passed over with its reason.
"""

import argparse
import ast
import collections
import hashlib
import json
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import checker
import judging
import suites

HERE = Path(__file__).resolve().parent
# What a suite may take that is run bounded.
BOUNDED = 40


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", default=checker.BINARY, required=not checker.BINARY)
    parser.add_argument("--suite", action="append", choices=suites.NAMES, help="only this one")
    parser.add_argument(
        "--bounded", action="store_true", help="a slice of " + ", ".join(suites.BOUNDED)
    )
    parser.add_argument(
        "--all-code", action="store_true", help="what is no array code is checked too"
    )
    parser.add_argument("--again", action="store_true", help="judge the last record again")
    parser.add_argument("--seconds", type=float, help="to run each suite")
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1), help="threads")
    parser.add_argument(
        "--show", type=int, default=40, help="how many findings of a suite to print"
    )
    parser.add_argument("--json", type=Path, help="write all findings to this file")
    parser.add_argument(
        "--most-wrong", type=int, default=0, help="types and signatures that may not be so"
    )
    parser.add_argument("--min-values", type=int, default=0, help="values that must have been held")
    parser.add_argument("--min-places", type=int, default=0, help="places they must come from")
    options = parser.parse_args()
    start = time.perf_counter()
    everything, passed_over = judging.Held(), {}
    for name in options.suite or (suites.BOUNDED if options.bounded else suites.NAMES):
        try:
            held = one(name, options)
        except suites.Passed as reason:
            passed_over[name] = str(reason)
            print(f"{name}: passed over: {reason}", flush=True)
            continue
        everything.add(held, name)
    print(f"\nin all, {time.perf_counter() - start:.0f} s")
    print("\n".join(f"  {line}" for line in judging.lines(everything)))
    for name, reason in passed_over.items():
        print(f"  passed over: {name}: {reason}")
    if options.json:
        options.json.write_text(json.dumps([vars(one) for one in everything.findings], indent=1))
    wrong = sum(one.what != "report" for one in everything.findings)
    failed = len(everything.findings)
    if 0 < wrong <= options.most_wrong:
        # A ceiling that only goes down: false errors have none.
        print(f"  {wrong} types and signatures that aren't so, of {options.most_wrong} that may be")
        failed -= wrong
    for wanted, count, what in (
        (options.min_values, everything.values, "values"),
        (options.min_places, len(everything.places), "places"),
    ):
        if count < wanted:
            failed += 1
            print(f"  FAILED only {count:,} {what} were held, not {wanted:,}")
    held = everything.values + everything.reached
    print(f"{held - len(everything.findings)} passed, {failed} failed")
    sys.exit(1 if failed else 0)


def one(name, options):
    """Run one suite, and judge it."""
    place = suites.prepare(name, options.bounded)
    binary = Path(options.bin).resolve()
    start = time.perf_counter()
    reports = checked(binary, place, options.jobs, options.all_code or place.all_code)
    print(f"{name}: {len(place.files)} files, {len(reports)} error reports ", end="", flush=True)
    between = time.perf_counter()
    key = f"{name}-bounded" if options.bounded else name
    record = suites.CACHE / "records" / f"{key}.json"
    ran = "the last record"
    if not (options.again and record.is_file()):
        ran = recorded(place, reports, record, seconds(name, options))
    after = time.perf_counter()
    print(f"({between - start:.0f} s); {ran} ({after - between:.0f} s)", flush=True)
    if not record.is_file():
        raise suites.Passed("nothing was recorded")
    held = judge(json.loads(record.read_text()), place, reports, binary, options.jobs)
    print("\n".join(f"  {line}" for line in judging.lines(held)))
    print(f"  judged in {time.perf_counter() - after:.0f} s")
    for finding in held.findings[: options.show]:
        print(f"  FAILED {finding.text()}")
    if len(held.findings) > options.show:
        counts = collections.Counter(finding.what for finding in held.findings)
        print(f"  ({len(held.findings)} findings: {dict(counts)}; --show 9999 prints all)")
    for note in held.notes[:5]:
        print(f"  note: {note}")
    sys.stdout.flush()
    return held


def seconds(name, options):
    if options.seconds:
        return options.seconds
    if options.bounded:
        return BOUNDED
    return next((suite.seconds for suite in suites.SUITES if suite.name == name), 600)


# --- what the checker says -------------------------------------------------------------------------


def checked(binary, place, jobs, all_code):
    """The error reports in what is watched, by a name that is the same for the same report."""
    arguments = ["check", *place.checked, "--no-cache", "--jobs", str(jobs)]
    if all_code and "--all-code" in checker.run("check", "--help", binary=binary).stdout:
        arguments.append("--all-code")
    kept = keep(binary, place, " ".join(arguments), place.files)
    if kept.is_file():
        return json.loads(kept.read_text())
    try:
        _, found = checker.answer(*arguments, binary=binary, cwd=place.sources, timeout=1800)
    except checker.Crash as crash:
        raise suites.Passed(f"check: {crash}"[:300]) from None
    watched, reports = set(place.files), {}
    for report in found:
        file = relative(report["filename"], place.sources)
        if report["severity"] != "error" or file not in watched:
            continue
        end, path = report["end_location"], callers(report, place.sources)
        what = [file, report["code"], report["message"], report["location"], end, path]
        number = hashlib.sha256(json.dumps(what).encode()).hexdigest()[:16]
        reports[number] = {
            "id": number,
            "file": file,
            "code": report["code"],
            "message": report["message"],
            "row": report["location"]["row"],
            "column": report["location"]["column"],
            "end_row": end["row"],
            "end_column": end["column"],
            "path": path,
        }
    kept.write_text(json.dumps(reports))
    return reports


def keep(binary, place, what, files):
    """Where an answer is kept for as long as neither the program nor these files change."""
    key = hashlib.sha256(f"{digest(binary)} {place.sources} {what} ".encode())
    for file in files:
        key.update((place.sources / file).read_bytes())
    folder = suites.CACHE / "answers" / digest(binary)[:12]
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{key.hexdigest()[:24]}.json"


def relative(filename, sources):
    path = Path(os.path.normpath(sources / filename))
    return path.relative_to(sources).as_posix() if path.is_relative_to(sources) else filename


def callers(report, sources):
    """Where the calls above a report are, the innermost first."""
    calls = [row for row in report["related"] if row["message"].startswith("called from")]
    return [
        [relative(row["filename"], sources), row["location"]["row"], row["end_location"]["row"]]
        for row in calls
    ]


def statement(tree, row, column):
    """The innermost statement at a place; of a compound one no more than its head."""
    best = None
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and (node.lineno, node.col_offset) <= (row, column):
            if (row, column) < (node.end_lineno, node.end_col_offset):
                if best is None or (node.lineno, node.col_offset) >= (best.lineno, best.col_offset):
                    best = node
    if best is None:
        return [row, 0, row, 1 << 30]
    # `if`, `for`, `while`, `with`: the expressions of the head.
    if hasattr(best, "body"):
        for child in ast.iter_child_nodes(best):
            if isinstance(child, ast.withitem):
                child = child.context_expr
            if not isinstance(child, ast.expr):
                continue
            inside = (child.lineno, child.col_offset) <= (row, column)
            if inside and (row, column) < (child.end_lineno, child.end_col_offset):
                best = child
                break
        else:
            return [best.lineno, best.col_offset, best.body[0].lineno, best.body[0].col_offset]
    return [best.lineno, best.col_offset, best.end_lineno, best.end_col_offset]


def infer(binary, place, file):
    """What `infer` says of a file; None if it says nothing."""
    path = place.sources / file
    try:
        return checker.answer("infer", path, binary=binary, cwd=place.sources, timeout=300)[1]
    except checker.Crash:
        return None


# --- running, judging ------------------------------------------------------------------------------


def recorded(place, reports, record, limit):
    """Run the suite under the recorder; how it ended."""
    record.parent.mkdir(parents=True, exist_ok=True)
    record.unlink(missing_ok=True)
    files = {file: [] for file in place.files}
    trees = {}
    for report in reports.values():
        file = report["file"]
        if file not in trees:
            trees[file] = ast.parse((place.sources / file).read_bytes())
        where = statement(trees[file], report["row"], report["column"] - 1)
        files[file].append(report | {"statement": where})
    plan = record.with_suffix(".plan")
    plan.write_text(json.dumps({"root": str(place.root), "files": files}))
    log, end = record.with_suffix(".log"), time.perf_counter() + limit
    log.write_text("")
    records, said = [], "nothing ran"
    for number, batch in enumerate(place.batches):
        left = end - time.perf_counter()
        if left < 5 and number:
            said = f"{number} of {len(place.batches)} batches in {limit:.0f} s"
            break
        out = record.with_suffix(".batch")
        out.unlink(missing_ok=True)
        # One that takes long is cut, so that others are run too.
        said = run(place, batch, plan, out, min(left, max(60, limit / 10)), log)
        if out.is_file():
            records.append(json.loads(out.read_text()))
            out.unlink()
    record.write_text(json.dumps(records))
    return said


def run(place, batch, plan, out, limit, log):
    """Run one batch; how it ended."""
    at = place.command.index("RECORDER")
    mode = [HERE / "recorder.py", plan, out, f"{limit:.0f}"]
    command = [*place.command[:at], *mode, *place.command[at + 1 :], *batch]
    scratch = suites.CACHE / "scratch"
    scratch.mkdir(parents=True, exist_ok=True)
    environment = os.environ | {"PYTHONHASHSEED": "0", "MPLBACKEND": "agg", "OMP_NUM_THREADS": "1"}
    with log.open("a") as file:
        try:
            done = subprocess.run(
                command,
                cwd=scratch,
                env=environment,
                stdout=file,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
                timeout=limit + 300,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return "it did not end"
    if done.returncode == 4:
        errors = [line for line in log.read_text().splitlines() if "error" in line]
        raise suites.Passed(errors[0][:300] if errors else "pytest doesn't start")
    if done.returncode == 3:
        return f"run for {limit:.0f} s"
    said = [line for line in log.read_text(errors="replace").splitlines() if line.strip()]
    return f"run to its end: {said[-1].strip()[:100] if said else done.returncode}"


def judge(records, place, reports, binary, jobs):
    """Hold records against the checker's answers, file by file."""
    files = sorted({file for record in records for file in record["files"]})
    with ThreadPoolExecutor(jobs) as pool:
        each = pool.map(lambda file: answer(binary, place, file), files)
        answers = dict(zip(files, each, strict=True))
    return judging.judge_all(records, answers.get, reports)


def answer(binary, place, file):
    """What `infer` says of a file, and which results its author says to be arrays; None if it says nothing."""
    kept = keep(binary, place, file, [file])
    if kept.is_file():
        found = json.loads(kept.read_text())
    else:
        found = infer(binary, place, file)
        if found is None:
            return None
        found = {"functions": found["functions"], "bindings": found["bindings"]}
        kept.write_text(json.dumps(found))
    return found | {"annotated": judging.annotated((place.sources / file).read_bytes())}


_DIGESTS = {}


def digest(binary):
    if binary not in _DIGESTS:
        _DIGESTS[binary] = hashlib.sha256(binary.read_bytes()).hexdigest()
    return _DIGESTS[binary]


if __name__ == "__main__":
    main()
