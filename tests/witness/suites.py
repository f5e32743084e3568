"""The suites that are run: where each comes from, in which environment, and what is watched.

An environment is made once for each list of requirements, under the cache folder
(`CONFORMABLE_CACHE`, else `~/.cache/conformable`). What is checked is a copy of the package's
Python files in a folder of its own: a project does not contain what it depends on.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CACHE = Path(os.environ.get("CONFORMABLE_CACHE") or Path.home() / ".cache" / "conformable")
PYTEST = [
    "-q",
    "--continue-on-collection-errors",
    "-p",
    "no:cacheprovider",
    "-p",
    "no:xdist",
    "--no-header",
]
PIP = ["-m", "pip", "--disable-pip-version-check", "install", "--quiet"]


# Test files in one process: what crashes takes no more with it.
BATCH = 12


class Passed(Exception):
    """A suite that doesn't run here, and why."""


@dataclass(frozen=True)
class Suite:
    """A suite: `tests` and `bounded` are paths below the folder that has the package."""

    name: str
    package: str
    requirements: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    # What a bounded run takes of it: tests, and the files and folders that are watched.
    bounded: tuple[str, ...] = ()
    watched: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    # Seconds to run in full; what is not reached by then is left.
    seconds: float = 600
    # Its wheel has no tests, its source distribution has.
    sdist: bool = False


@dataclass
class Place:
    """A suite that is ready: what is run, in which folder, and where its files are."""

    command: list[str]
    cwd: Path
    #: The folder that the running files are in, and the one that the checker sees.
    root: Path
    sources: Path
    files: list[str] = field(default_factory=list)
    checked: list[str] = field(default_factory=list)
    #: What is behind the command in one process after the other, until the time is over.
    batches: list[list[str]] = field(default_factory=lambda: [[]])
    #: Without it there would be nothing to hold: no module has to do with arrays.
    all_code: bool = False


SCIENCE = (
    "numpy==2.4.6",
    "sympy==1.14.0",
    "networkx==3.6.1",
    "pytest==9.2.0",
    "hypothesis==6.170.15",
)

SUITES = [
    Suite(
        "numpy",
        "numpy",
        SCIENCE,
        bounded=(
            "numpy/lib/tests/test_shape_base.py",
            "numpy/lib/tests/test_stride_tricks.py",
            "numpy/lib/tests/test_twodim_base.py",
            "numpy/polynomial/tests/test_chebyshev.py",
            "numpy/linalg/tests/test_linalg.py",
        ),
        watched=("numpy/lib", "numpy/polynomial", "numpy/linalg"),
        options=("-m", "not slow"),
    ),
    Suite(
        "sympy",
        "sympy",
        SCIENCE,
        bounded=(
            "sympy/ntheory/tests/test_factor_.py",
            "sympy/combinatorics/tests/test_permutations.py",
        ),
        watched=(
            "sympy/ntheory",
            "sympy/combinatorics/permutations.py",
            "sympy/combinatorics/tests/test_permutations.py",
        ),
    ),
    Suite(
        "networkx",
        "networkx",
        SCIENCE,
        bounded=("networkx/linalg", "networkx/classes/tests/test_graph.py"),
        watched=("networkx/linalg", "networkx/classes", "networkx/generators"),
    ),
    Suite(
        "scipy",
        "scipy",
        ("scipy==1.17.1", "pytest", "hypothesis"),
        options=("-m", "not slow and not xslow"),
    ),
    Suite("scikit-learn", "sklearn", ("scikit-learn==1.9.1", "pytest")),
    Suite("scikit-image", "skimage", ("scikit-image==0.26.0", "pytest", "pooch")),
    Suite(
        "statsmodels", "statsmodels", ("statsmodels==0.15.0", "pytest"), options=("-m", "not slow")
    ),
    Suite(
        "pandas",
        "pandas",
        ("pandas==3.1.1", "pytest", "hypothesis"),
        options=("-m", "not slow and not network and not db and not single_cpu"),
    ),
    Suite("arch", "arch", ("arch==8.0.0", "pytest")),
    Suite("ase", "ase", ("ase", "pytest", "pytest-mock")),
    Suite("astropy", "astropy", ("astropy[test]",)),
    Suite("autograd", "autograd", ("autograd", "pytest"), sdist=True),
    Suite("colour-science", "colour", ("colour-science", "pytest")),
    Suite("control", "control", ("control", "pytest", "pytest-timeout"), sdist=True),
    Suite("dask", "dask", ("dask[array,dataframe]==2026.8.0", "pytest")),
    Suite("dipy", "dipy", ("dipy", "pytest")),
    Suite("formulaic", "formulaic", ("formulaic", "pytest"), sdist=True),
    Suite("gensim", "gensim", ("gensim==4.4.0", "pytest", "testfixtures")),
    Suite("geopandas", "geopandas", ("geopandas==1.2.0", "pytest")),
    Suite("getdist", "getdist", ("getdist==1.7.7", "pytest")),
    Suite("healpy", "healpy", ("healpy==1.20.1", "pytest")),
    Suite("hyperspy", "hyperspy", ("hyperspy==2.5.0", "pytest", "pytest-rerunfailures")),
    Suite("imbalanced-learn", "imblearn", ("imbalanced-learn==0.14.2", "pytest")),
    Suite("joblib", "joblib", ("joblib==1.6.0", "numpy", "pytest")),
    Suite("lifelines", "lifelines", ("lifelines", "pytest"), sdist=True),
    Suite("lmfit", "lmfit", ("lmfit", "pytest"), sdist=True),
    Suite("mapclassify", "mapclassify", ("mapclassify==2.10.0", "geopandas", "libpysal", "matplotlib", "pytest")),
    Suite("matplotlib", "matplotlib", ("matplotlib", "pytest")),
    Suite("metric-learn", "metric_learn", ("metric-learn", "pytest"), sdist=True),
    Suite("mlxtend", "mlxtend", ("mlxtend", "pytest")),
    Suite("mne", "mne", ("mne", "pytest", "pytest-timeout")),
]

# Modules of CPython's own tests that are quick, and the modules that they are of.
CPYTHON = {
    "test_bisect": ("bisect",),
    "test_heapq": ("heapq",),
    "test_textwrap": ("textwrap",),
    "test_fractions": ("fractions",),
    "test_dataclasses": ("dataclasses",),
    "test_calendar": ("calendar",),
    "test_configparser": ("configparser",),
    "test_shlex": ("shlex",),
    "test_string": ("string",),
    "test_copy": ("copy",),
    "test_random": ("random",),
    "test_colorsys": ("colorsys",),
    "test_graphlib": ("graphlib",),
    "test_ipaddress": ("ipaddress",),
    "test_fnmatch": ("fnmatch",),
    # The longest, last.
    "test_statistics": ("statistics", "fractions"),
}
# The others of a full run.
CPYTHON_FULL = {
    "test_argparse": ("argparse",),
    "test_ast": ("ast",),
    "test_collections": ("collections",),
    "test_contextlib": ("contextlib",),
    "test_csv": ("csv",),
    "test_difflib": ("difflib",),
    "test_email": ("email",),
    "test_enum": ("enum",),
    "test_functools": ("functools",),
    "test_html": ("html",),
    "test_inspect": ("inspect",),
    "test_json": ("json",),
    "test_list": (),
    "test_dict": (),
    "test_set": (),
    "test_tuple": (),
    "test_generators": (),
    "test_grammar": (),
    "test_descr": (),
    "test_class": (),
    "test_itertools": (),
    "test_optparse": ("optparse",),
    "test_pathlib": ("pathlib",),
    "test_pickle": ("pickle",),
    "test_pprint": ("pprint",),
    "test_re": ("re",),
    "test_sched": ("sched",),
    "test_string_literals": (),
    "test_tarfile": ("tarfile",),
    "test_tokenize": ("tokenize",),
    "test_traceback": ("traceback",),
    "test_typing": ("typing",),
    "test_unittest": ("unittest",),
    "test_urlparse": ("urllib",),
    "test_weakref": ("weakref",),
    "test_xml_etree": ("xml",),
    "test_zipfile": ("zipfile",),
}
NAMES = ["examples", "cpython", *(suite.name for suite in SUITES)]
BOUNDED = ["examples", "cpython", "numpy", "sympy", "networkx"]


def prepare(name: str, bounded: bool) -> Place:
    """Where a suite is and how it is run; `Passed` if it isn't."""
    if name == "examples":
        return examples()
    if name == "cpython":
        return cpython(bounded)
    return package(next(suite for suite in SUITES if suite.name == name), bounded)


def examples() -> Place:
    """All programs and their broken twins, in one process."""
    folder = ROOT / "examples"
    manifest = tomllib.loads((folder / "twins.toml").read_text())
    entries = [one["entry"] for one in [*manifest["program"], *manifest["twin"]]]
    place = Place([sys.executable, "-B"], folder, folder, folder)
    place.command += ["RECORDER", "path", *(str(folder / entry) for entry in entries)]
    place.files = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.py"))
    place.checked = ["correct", "broken"]
    return place


def cpython(bounded: bool) -> Place:
    """Modules of Python's own library, by its own tests."""
    library = Path(sysconfig.get_path("stdlib"))
    chosen = CPYTHON if bounded else CPYTHON | CPYTHON_FULL
    # What other distributions of Python leave out is left out.
    tests = [
        name
        for name in chosen
        if (library / "test" / f"{name}.py").is_file() or (library / "test" / name).is_dir()
    ]
    if not tests:
        raise Passed("this Python has no package `test`")
    sources = copied("cpython", library, ["."], f"{sys.version} {library}")
    wanted = sorted(
        {f"test/{name}" for name in tests} | {name for test in tests for name in chosen[test]}
    )
    checked = [name if (sources / name).is_dir() else f"{name}.py" for name in wanted]
    place = Place([sys.executable, "-B", "RECORDER", "module", "unittest"], CACHE, library, sources)
    modules = [f"test.{name}" for name in tests]
    place.batches = [modules[at : at + BATCH] for at in range(0, len(modules), BATCH)]
    place.checked, place.all_code = checked, True
    place.files = below(sources, checked)
    return place


def package(suite: Suite, bounded: bool) -> Place:
    """A released package in an environment of its own."""
    python = environment(suite.requirements)
    site = Path(ask(python, "import sysconfig; print(sysconfig.get_path('platlib'))"))
    if not (site / suite.package).is_dir():
        raise Passed(f"there is no folder {suite.package} in its environment")
    stamp = ask(python, f"import importlib.metadata as m; print(m.version({suite.name!r}))")
    if suite.sdist:
        with_tests(suite, python, site, stamp)
    version = f"{suite.name} {stamp}{' with tests' if suite.sdist else ''}"
    sources = copied(suite.name, site, [suite.package], version)
    # Packages' own settings ask for plugins that aren't there.
    settings = CACHE / "pytest.ini"
    settings.write_text("[pytest]\n")
    command = [str(python), "-B", "RECORDER", "module", "pytest", *PYTEST]
    command += ["-c", str(settings), f"--rootdir={site}"]
    place = Place(command, CACHE, site, sources)
    tests = suite.bounded if bounded else suite.tests or test_files(sources, suite.package)
    if not tests:
        raise Passed("its wheel has no tests")
    place.command += suite.options
    paths = [str(site / test) for test in tests]
    place.batches = [paths[at : at + BATCH] for at in range(0, len(paths), BATCH)]
    place.checked = list(suite.watched if bounded and suite.watched else [suite.package])
    place.files = below(sources, place.checked)
    return place


def with_tests(suite: Suite, python: Path, site: Path, version: str) -> None:
    """Lay the tests of a source distribution beside the installed modules that they are of."""
    stamp = site / suite.package / "tests-of-sdist.txt"
    if stamp.is_file():
        return
    with tempfile.TemporaryDirectory() as folder:
        command = [python, "-m", "pip", "--disable-pip-version-check", "download", "--quiet", "--no-deps"]
        command += ["--no-binary=:all:", "--dest", folder, f"{suite.name}=={version}"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        archives = list(Path(folder).glob("*.tar.gz"))
        if done.returncode or not archives:
            raise Passed(f"its source distribution: {done.stderr.strip()[-200:]}")
        with tarfile.open(archives[0]) as archive:
            archive.extractall(folder, filter="data")
        own = next(path for path in Path(folder).rglob(suite.package) if (path / "__init__.py").is_file())
        lay(own, site / suite.package)
        # Those that stand beside the package.
        root = next(path for path in Path(folder).iterdir() if path.is_dir())
        for name in ("test", "tests"):
            lay(root / name, site / suite.package / name)
    stamp.write_text(version)


def lay(source: Path, target: Path) -> None:
    """Copy the tests below a folder, but for what is there."""
    for path in source.rglob("*"):
        place = target / path.relative_to(source)
        is_test = {"test", "tests"} & set(path.parts)
        if path.is_file() and is_test and not place.exists():
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, place)


def test_files(sources: Path, package: str) -> list[str]:
    """All test files of a package, mixed: what is not reached in time is of all its parts."""
    found = [*(sources / package).rglob("test_*.py"), *(sources / package).rglob("tests/*_test.py")]
    files = [path.relative_to(sources).as_posix() for path in found]
    return sorted(files, key=lambda file: hashlib.sha256(file.encode()).hexdigest())


def below(sources: Path, paths: list[str]) -> list[str]:
    found = set()
    for path in paths:
        here = sources / path
        files = here.rglob("*.py") if here.is_dir() else [here]
        found |= {file.relative_to(sources).as_posix() for file in files if file.is_file()}
    return sorted(found)


def environment(requirements: tuple[str, ...]) -> Path:
    """The Python of an environment with these packages, made if there is none."""
    key = hashlib.sha256("\n".join([sys.version, *requirements]).encode()).hexdigest()[:12]
    folder = CACHE / "environments" / key
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    stamp = folder / "requirements.txt"
    if not stamp.is_file():
        shutil.rmtree(folder, ignore_errors=True)
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        done = subprocess.run(
            [python, *PIP, "--only-binary=:all:", *requirements],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise Passed(f"pip: {done.stderr.strip().splitlines()[-1][:200]}")
        stamp.write_text("\n".join(requirements))
    return python


def ask(python: Path, program: str) -> str:
    return subprocess.run(
        [python, "-c", program], capture_output=True, text=True, check=True
    ).stdout.strip()


def copied(name: str, site: Path, folders: list[str], version: str) -> Path:
    """A folder with the Python files of a package and nothing beside them."""
    target = CACHE / "sources" / name
    stamp = CACHE / "sources" / f"{name}.txt"
    if not stamp.is_file() or stamp.read_text() != version:
        shutil.rmtree(target, ignore_errors=True)
        for folder in folders:
            for path in (site / folder).rglob("*.py*"):
                relative = path.relative_to(site)
                if path.suffix not in (".py", ".pyi") or "site-packages" in relative.parts:
                    continue
                (target / relative).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, target / relative)
        stamp.write_text(version)
    return target
