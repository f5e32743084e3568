"""The JSON schemas that the command prints: of the configuration, and of findings."""

import copy
import itertools
import json
import random

import checker
import fastjsonschema
import pytest

RULES = ["CF1", "broadcast", "ALL", " CF101"]
#: Of each key values that it may have, and values of other kinds.
SETTINGS = {
    "select": ([[], ["CF1"], RULES], ["CF1", True, [1], [["CF1"]], {}]),
    "ignore": ([[], ["outer-broadcast"]], ["CF1", 3, [True], {"CF1": []}]),
    "exclude": ([[], ["gen/", "*.py"]], ["gen/", [1.5], {}]),
    "per-file-ignores": ([{}, {"tests/": ["CF1"], "*.py": []}], [["CF1"], "CF1", {"tests/": "CF1"}, {"a": [1]}]),
    "stubs": ([[]], ["stubs", [1], {}, False]),
    "strict": ([True, False], ["true", 1, 0, [], {}]),
    "all-code": ([True, False], ["yes", 1.0, [True]]),
    "dialect": (["numpy", "pyccel", "gt4py"], ["jax", "", 1, ["numpy"], True]),
    "dialects": (
        [{}, {"pyccel": ["kernels/"]}, {"gt4py": [], "pyccel": []}],
        [{"numba": []}, {"pyccel": "a"}, ["pyccel"], "pyccel", {"gt4py": [1]}],
    ),
    "python-version": (["3.12", "3", "3.12.1", " 3.9 "], ["", "new", 3.12, 3, ["3.12"], ">=3.9", "3.x"]),
    "numpy-version": (
        [">=1.26,<3", "2.1", "~=2.0", "==2.1.*", "> 1 , != 2.0.1, <= 3"],
        ["", "new", 2.1, [">=2"], "=>2", ">=", ">=2,,<3", True],
    ),
    "baseline": (["a.json"], ["", 1, ["a.json"], False]),
    "cache-dir": ([".cache"], ["", 1, [], {}]),
}


@pytest.fixture(scope="module")
def settings():
    schema = json.loads(checker.run("schema").stdout)
    assert set(schema["properties"]) == set(SETTINGS)
    return schema


def holds(validate, value):
    try:
        validate(value)
    except fastjsonschema.JsonSchemaValueException:
        return False
    return True


def toml(value):
    """The value in TOML."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {toml(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value)


def is_taken(table, folder):
    """Does the command take these settings?"""
    (folder / "conformable.toml").write_text("".join(f"{json.dumps(key)} = {toml(value)}\n" for key, value in table.items()))
    done = checker.run("check", "--config", "conformable.toml", "--show-settings", ".", cwd=folder)
    assert done.returncode in (0, 2), done.stderr
    return done.returncode == 0


def test_the_schema_of_settings_says_what_the_command_says(settings, tmp_path):
    validate = fastjsonschema.compile(settings)
    for key, (right, wrong) in SETTINGS.items():
        for value, expected in itertools.chain(((one, True) for one in right), ((one, False) for one in wrong)):
            table = {key: value}
            assert (holds(validate, table), is_taken(table, tmp_path)) == (expected, expected), table
    for table in ({}, {"selct": []}, {"tool": {"conformable": {}}}):
        assert holds(validate, table) is is_taken(table, tmp_path) is not bool(table), table


def test_random_settings(settings, tmp_path):
    validate, rng = fastjsonschema.compile(settings), random.Random(3)
    values = [value for right, wrong in SETTINGS.values() for value in right + wrong]
    taken = 0
    for _ in range(150):
        names = rng.sample(sorted(SETTINGS), rng.randint(1, 3))
        table = {name: rng.choice(SETTINGS[name][0] if rng.random() < 0.6 else values) for name in names}
        # Which rules, patterns and paths there are is beyond a schema.
        if any(name in ("select", "ignore", "per-file-ignores", "stubs") for name in names):
            table = {name: value for name, value in table.items() if value in SETTINGS[name][0] + SETTINGS[name][1]}
        assert holds(validate, table) == is_taken(table, tmp_path), table
        taken += holds(validate, table)
    assert 40 < taken < 140, taken


def test_findings_are_what_their_schema_says():
    validate = fastjsonschema.compile(json.loads(checker.run("schema", "findings").stdout))
    done = checker.run("check", "--no-cache", "--strict", "--output-format", "json", "examples")
    found = json.loads(done.stdout)
    assert len(found) > 60
    validate(found)
    for finding in found[:20]:
        for key in finding:
            without = {name: value for name, value in finding.items() if name != key}
            assert not holds(validate, [without]), key
            assert not holds(validate, [{**finding, key: 1.5}]), key
        other = copy.deepcopy(finding)
        other["location"]["line"] = 1
        assert not holds(validate, [other])
        assert not holds(validate, [{**finding, "more": None}])
    assert not holds(validate, found[0])
