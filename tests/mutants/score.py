"""Scores a checker on generated mutants, with NumPy's outcome as the truth.

    python tests/mutants/score.py --bin PATH --manifest DIR/manifest.json --min 80

A mutant that NumPy rejects is caught if the checker reports an error in it. An error in a mutant
that runs to its end is a false alarm, unless the statement it's reported at was never executed:
those are listed, and count neither way. Exits with 1 on a false alarm, on a crash of the checker,
and when the average share caught over the operators is below the least one asked for.
"""

import argparse
import json
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import checker
from operators import rows_around
from runner import run_all


@dataclass
class Tally:
    rejected: int = 0
    caught: int = 0
    at_line: int = 0

    def share(self, number: int) -> float:
        return 100 * number / self.rejected if self.rejected else 0.0


@dataclass
class Verdict:
    row: dict
    folder: Path
    errors: list[dict] = field(default_factory=list)
    warnings: list[dict] = field(default_factory=list)
    crash: str = ""

    def describe(self, error: dict) -> str:
        where = f"{self.folder / error['filename']}:{error['location']['row']}"
        change = f"{self.row['before']}  ->  {self.row['after']}"
        return f"{where}: {error.get('code')} {error.get('message')}\n    {change}"

    def rows(self, error: dict) -> range:
        text = (self.folder / error["filename"]).read_text()
        return rows_around(text, error["location"]["row"])

    def at_failing_line(self, found: list[dict]) -> bool:
        raised = self.row["raised"]
        return any(
            e["filename"] == raised["file"] and raised["line"] in self.rows(e) for e in found
        )

    def missed(self) -> str:
        raised = self.row["raised"]
        change = f"{self.row['before']}  ->  {self.row['after']}"
        failure = f"{self.row['exception']}: {self.row['message']}"
        return f"{self.folder / raised['file']}:{raised['line']}: {failure}\n    {change}"


def check(binary: Path, row: dict, folder: Path, timeout: int) -> Verdict:
    """The checker's errors on one mutant."""
    verdict = Verdict(row, folder)
    try:
        _, found = checker.answer("check", ".", binary=binary, cwd=folder, timeout=timeout)
        verdict.errors = [d for d in found if d["severity"] == "error"]
        verdict.warnings = [d for d in found if d["severity"] == "warning"]
    except checker.Crash as error:
        verdict.crash = str(error)
    return verdict


def split_alarms(alarms: list[Verdict], jobs: int) -> tuple[list[str], list[str]]:
    """False alarms, and reports at statements that the running mutant never executes."""
    entries = [(v.folder, v.folder / v.row["entry"]) for v in alarms]
    false, unreached = [], []
    for verdict, outcome in zip(alarms, run_all(entries, jobs, 60, trace=True), strict=True):
        for error in verdict.errors:
            executed = outcome.executed.get(error["filename"], ())
            reached = any(line in verdict.rows(error) for line in executed)
            (false if reached else unreached).append(verdict.describe(error))
    return false, unreached


def table(tallies: dict[str, Tally]) -> tuple[str, float]:
    """The report by operator, and the average share caught."""
    lines = [f"{'operator':22}{'mutants':>9}{'caught':>8}{'%':>7}{'at line %':>11}"]
    for name, t in sorted(tallies.items()):
        lines.append(
            f"{name:22}{t.rejected:9}{t.caught:8}{t.share(t.caught):7.1f}{t.share(t.at_line):11.1f}"
        )
    count = max(len(tallies), 1)
    average = sum(t.share(t.caught) for t in tallies.values()) / count
    at_line = sum(t.share(t.at_line) for t in tallies.values()) / count
    total = sum(t.rejected for t in tallies.values())
    caught = sum(t.caught for t in tallies.values())
    lines.append(f"{'average':22}{total:9}{caught:8}{average:7.1f}{at_line:11.1f}")
    return "\n".join(lines), average


def score(
    binary: Path,
    manifest: Path,
    least: float = 0.0,
    jobs: int = 2,
    timeout: int = 30,
    show: int = 0,
) -> bool:
    """Check every mutant of a manifest and print the report; whether all is well."""
    binary, root = binary.resolve(), manifest.resolve().parent
    mutants = [r for r in json.loads(manifest.read_text())["mutants"] if r["outcome"] != "other"]
    with ThreadPoolExecutor(jobs) as pool:
        verdicts = list(pool.map(lambda r: check(binary, r, root / r["path"], timeout), mutants))

    tallies: dict[str, Tally] = {}
    for verdict in verdicts:
        if verdict.row["outcome"] == "rejected":
            tally = tallies.setdefault(verdict.row["operator"], Tally())
            tally.rejected += 1
            tally.caught += bool(verdict.errors)
            tally.at_line += verdict.at_failing_line(verdict.errors)
    alarms = [v for v in verdicts if v.row["outcome"] == "runs" and v.errors]
    false, unreached = split_alarms(alarms, jobs)
    crashes = [f"{v.folder}: {v.crash}" for v in verdicts if v.crash]

    report, average = table(tallies)
    print(report)
    missed = [v for v in verdicts if v.row["outcome"] == "rejected" and not v.errors]
    warned = sum(v.at_failing_line(v.warnings) for v in missed)
    print(
        f"\n{len(missed)} aren't caught; at the failing line of {warned} of these there is a warning"
    )
    for title, items in (
        ("false alarms", false),
        ("crashes", crashes),
        ("errors at statements that never ran", unreached),
        ("not caught", [verdict.missed() for verdict in missed[:show]]),
    ):
        if items:
            print(f"\n{title}:")
            print("\n".join(f"  {item}" for item in items))
    if average < least:
        print(f"\nthe average caught is {average:.1f}%, below {least:.1f}%")
    failed = len(false) + len(crashes)
    print(f"\n{len(verdicts) - failed} passed, {failed} failed")
    return not failed and average >= least


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--bin", type=Path, required=True)
    parser.add_argument("--manifest", type=Path, required=True)
    parser.add_argument("--min", type=float, default=0.0, help="least average percentage")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    sys.exit(not score(args.bin, args.manifest, args.min, args.jobs))


if __name__ == "__main__":
    main()
