"""NumPy's classes of polynomials, functions that leave the real numbers, and those of texts: generated calls, run by NumPy."""

from random import Random

import numpy as np
import pytest

from generated import claims, graded_expressions, needs_binary
from test_scipy_functions import generated

BASES = "Polynomial Chebyshev Legendre Hermite HermiteE Laguerre".split()
PLACES = ["0.5", "2", "np.ones(3)", "[1, 2]", "np.ones((2, 2), np.float32)", "np.ones((2, 0))", "np.arange(3)", "1j", "np.float32(2)", "np.ones(2, np.int8)"]
POLYNOMIALS = {
    "np.polynomial.{basis}({coefficients})": ["({place})", ".coef", ".deriv().coef", ".deriv(2)({place})", ".linspace(5)", ".domain", ".degree()", ".copy().coef", ".roots()"],
    "len(np.polynomial.{basis}({coefficients}))": [""],
    "np.polynomial.{basis}.fit({sample}, {sample}, {degree})": ["({place})", ".coef", ".convert()({place})"],
    "np.polynomial.{basis}.fromroots({sample})": [".coef", "({place})"],
}
EMATH = {
    "np.emath.{root}({place})": [""],
    "np.lib.scimath.{root}({place})": [""],
    "np.emath.power({place}, {place})": [""],
    "np.emath.logn(2, {place})": [""],
    "np.broadcast({place}, {place})": [".shape", ".ndim", ".size"],
}
TEXTS = {
    "np.char.{changed}({text})": [""],
    "np.strings.{changed}({text})": [""],
    "np.char.{asked}({text})": [""],
    "np.strings.str_len({text})": [""],
    "np.char.{found}({text}, {part})": [""],
    "np.strings.find({text}, {part}, 1)": [""],
    "np.char.startswith({text}, {part})": [""],
    "np.char.replace({text}, 'a', 'bc')": [""],
    "np.char.zfill({text}, 5)": [""],
    "np.char.add({text}, {part})": [""],
}
FILLERS = {
    "basis": BASES,
    "coefficients": ["[1, 2, 3]", "np.ones(4)", "[1.0]", "3", "np.ones((2, 2))", "[]", "np.ones(2, np.float32)", "[1j, 2]", "(1, 0)"],
    "sample": ["np.arange(5)", "np.arange(5.0)", "np.arange(4)", "[1, 2, 4, 8, 16]", "np.ones((5, 2))", "np.arange(5, dtype=np.float32)", "np.arange(5) * 1j"],
    "degree": ["2", "0", "[0, 2]", "1, full=True", "2, domain=[0, 1]", "np.int64(1)"],
    "root": "sqrt log log2 log10 arccos arcsin arctanh".split(),
    "place": PLACES,
    "text": ["np.array(['ab', 'c'])", "'ab'", "['a', 'bb', 'c']", "np.array([['a'], ['b']])", "np.ones(2)", "np.array('x')", "np.array([], 'U2')", "np.array([b'a', b'bc'])"],
    "part": ["'a'", "['a', 'b']", "np.array(['a', 'b', 'c'])", "b'a'"],
    "changed": "upper lower title capitalize swapcase strip lstrip".split(),
    "asked": "isdigit isalpha islower isspace".split(),
    "found": "find rfind count index".split(),
}
TABLES = {"polynomials": POLYNOMIALS, "emath": EMATH, "texts": TEXTS}


@needs_binary
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("table", list(TABLES))
def test_generated_calls(table, seed, tmp_path):
    texts = generated(TABLES[table], Random(seed), 400, FILLERS)
    grades = graded_expressions(texts, {"np": np}, ["import numpy as np"], tmp_path)
    known = grades[claims.EXACT] + grades[claims.WEAKER]
    assert known > 0.6 * (known + grades[claims.UNKNOWN]), grades
