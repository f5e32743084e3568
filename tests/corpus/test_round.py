"""The table of precision says what `judged.toml` says, and `round.py` keeps its promises."""

import importlib.util
import json
import pathlib
import stat
import sys
import tomllib
import zipfile

import pytest

HERE = pathlib.Path(__file__).resolve().parent


@pytest.fixture
def round_():
    spec = importlib.util.spec_from_file_location("round_py", HERE / "round.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_has_the_tables_of_what_was_judged(round_):
    assert round_.PAGE.read_text() == round_.page(), "run cargo xtask round --docs"


def test_every_row_has_a_verdict_and_a_reason(round_):
    for one in round_.rows():
        place = f"{one['package']} {one['file']}:{one['line']}"
        assert one["verdict"] in round_.VERDICTS, place
        assert one["why"].strip(), place


def test_no_row_is_written_twice(round_):
    names = [(one["round"], one["line"], *round_.key(one)) for one in round_.rows()]
    assert len(names) == len(set(names))


FAKE = """#!{python}
import json, sys
if "--help" in sys.argv:
    print("--all-code" if {all_code} else "")
    sys.exit()
def report(code, row, message):
    place = {{"row": row, "column": 1}}
    return {{"code": code, "severity": "error", "filename": "pkg/a.py", "location": place,
            "end_location": place, "message": message,
            "related": [{{"filename": "pkg/a.py", "location": {{"row": 9, "column": 1}},
                         "end_location": place, "message": "called from here"}}]}}
found = {found}
if "--all-code" not in sys.argv:
    found = found[:1]
print(json.dumps([report(*one) for one in found]))
"""


@pytest.fixture
def package(round_, tmp_path):
    folder = tmp_path / "package"
    (folder / "pkg").mkdir(parents=True)
    lines = "".join(f"line_{number} = {number} / 0\n" for number in range(1, 31))
    (folder / "pkg" / "a.py").write_text(lines)
    return round_.Package("pkg", "1.0", folder)


def program(tmp_path, name, found, all_code=True):
    path = tmp_path / name
    path.write_text(FAKE.format(python=sys.executable, found=found, all_code=all_code))
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def test_judged_packages_are_checked_again(round_, package, tmp_path, monkeypatch):
    judged = tmp_path / "judged.toml"
    judged.write_text("")
    first = program(tmp_path, "first", [("CF101", 3, "a"), ("CF101", 4, "b")])
    round_.add("1", round_.check(first, package, 1).reports, judged)
    judged.write_text(
        judged.read_text().replace('verdict = ""', 'verdict = "true"').replace("false\n", "true\n")
    )
    monkeypatch.setattr(round_, "fetch_judged", lambda name, version: package)
    monkeypatch.setattr(round_, "rows", lambda path=None, own=round_.rows: own(judged))
    second = program(tmp_path, "second", [("CF101", 4, "b")])
    told = round_.again(second, 1)
    assert "| 1 | 1 | 1 | 0 | 0 | 100.0% |" in told
    assert "lost: pkg pkg/a.py:3: CF101 a" in told
    assert "left:" not in told


def test_a_report_is_shown_with_its_source_and_says_when_it_is_made(round_, package, tmp_path):
    found = [("CF101", 3, "shapes"), ("CF501", 20, "arguments")]
    run = round_.check(program(tmp_path, "new", found), package, 1)
    assert [(one["code"], one["default"]) for one in run.reports] == [
        ("CF101", True),
        ("CF501", False),
    ]
    shown = round_.show(run.reports[1])
    assert "(only with --all-code)" in shown and ">    20 line_20" in shown
    assert (
        "   24 line_24" in shown
        and "line_25" not in shown
        and "= pkg/a.py:9: called from here" in shown
    )


def test_an_option_that_is_not_there_is_not_passed(round_, package, tmp_path):
    run = round_.check(
        program(tmp_path, "old", [("CF101", 3, "a"), ("CF501", 4, "b")], False), package, 1
    )
    assert [one["default"] for one in run.reports] == [True]


def test_rows_are_added_once_and_judged_by_hand(round_, package, tmp_path, monkeypatch, capsys):
    judged = tmp_path / "judged.toml"
    judged.write_text("")
    monkeypatch.setattr(round_, "JUDGED", judged)
    hostile = 'it says "\\x00\x7f" \\'
    binary = program(tmp_path, "new", [("CF101", 3, hostile), ("CF501", 4, "b")])
    run = round_.check(binary, package, 1)
    assert round_.add("1", run.reports) == 2
    assert round_.add("1", run.reports) == 0
    assert round_.rows()[0]["message"] == hostile
    round_.unjudged("1")
    assert "2 rows of round 1 have no verdict" in capsys.readouterr().out
    with pytest.raises(AssertionError):
        test_every_row_has_a_verdict_and_a_reason(round_)


def test_precision_is_that_of_the_verdicts(round_, tmp_path):
    judged = tmp_path / "judged.toml"
    row = '[[report]]\nround = "{}"\ncode = "{}"\ndefault = {}\nverdict = "{}"\n'
    verdicts = [("1", "CF101", "true", "true"), ("1", "CF101", "true", "false")]
    verdicts += [("2", "CF501", "true", "true"), ("2", "CF501", "false", "unreachable")]
    judged.write_text("".join(row.format(*one) for one in verdicts))
    text = round_.tables(judged)
    default, everything = text.split("### With")
    assert "| in all | 3 | 2 | 1 | 0 | 66.7% |" in default
    assert "| CF501 | 1 | 1 | 0 | 0 | 100.0% |" in default
    assert "| CF501 | 2 | 1 | 0 | 1 | 100.0% |" in everything


def test_a_true_report_that_is_lost_is_a_failure(round_, package, tmp_path, monkeypatch, capsys):
    judged = tmp_path / "judged.toml"
    judged.write_text("")
    monkeypatch.setattr(round_, "JUDGED", judged)
    old = program(tmp_path, "old", [("CF101", 3, "a"), ("CF501", 4, "b"), ("CF502", 5, "c")])
    new = program(tmp_path, "new", [("CF101", 3, "a, worded anew")])
    round_.add("1", round_.check(old, package, 1).reports)
    text = judged.read_text()
    first, second, third = text.split('verdict = ""')[:3]
    rest = text.split('verdict = ""')[3]
    judged.write_text(
        f'{first}verdict = "true"{second}verdict = "true"{third}verdict = "false"{rest}'
    )
    found = round_.check(new, package, 1).reports
    assert round_.compared(old, [package], found, 1) == 1
    said = capsys.readouterr().out
    assert "LOST pkg 1.0 pkg/a.py:4:1: CF501 b" in said
    assert round_.compared(old, [package], round_.check(old, package, 1).reports, 1) == 0


def test_a_crash_is_counted(round_, package, tmp_path):
    binary = tmp_path / "crashes"
    binary.write_text(f"#!{sys.executable}\nimport os\nos.abort()\n")
    binary.chmod(0o755)
    assert round_.check(binary, package, 1).crashes == 1


def test_a_wheel_is_unpacked_without_what_is_no_python(round_, tmp_path):
    wheel = tmp_path / "some_package-2.1-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("some/a.py", "")
        archive.writestr("some/data.json", json.dumps({}))
    assert round_.unpack(wheel, tmp_path / "out") == "2.1"
    assert [path.name for path in (tmp_path / "out").rglob("*.*")] == ["a.py"]


def test_the_first_figures_are_those_that_were_measured(round_):
    (first,) = [
        one
        for one in tomllib.loads(round_.JUDGED.read_text())["summary"]
        if one["round"] == "551bd17"
    ]
    assert (first["reports"], first["true"], first["false"]) == (352, 63, 274)
