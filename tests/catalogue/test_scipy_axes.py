"""An axis that an array has or hasn't, of SciPy's functions: what is refused is what SciPy refuses, whatever the shapes are."""

import importlib
import re
from itertools import product

import numpy as np
import pytest

from generated import CAUGHT, MISSED, graded_expressions, needs_binary

MODULES = ["stats", "signal", "ndimage", "fft", "fftpack", "integrate", "interpolate", "spatial.distance"]
SHAPES = ["0.5", "np.ones(4)", "[0.5, 1, 2]", "[[1, 2], [3, 4.5]]", "np.ones(0)", "np.ones((0, 4))", "np.eye(4)", "np.ones((2, 3, 4))"]
AXES = ["-4", "-3", "-2", "-1", "0", "1", "2", "3", "None"]

# Of one array.
ALONE = """describe(X, axis=A); moment(X, 2, axis=A); variation(X, axis=A); circmean(X, axis=A); gstd(X, axis=A); tmean(X, axis=A)
tmax(X, axis=A); kstat(X, axis=A); skewtest(X, axis=A); normaltest(X, axis=A); shapiro(X, axis=A); jarque_bera(X, axis=A); trim1(X, 0.1, axis=A); trimboth(X, 0.1, axis=A)
rankdata(X, axis=A); spearmanr(X, axis=A)
boxcox_llf(1, X, axis=A); wilcoxon(X, axis=A); chisquare(X, axis=A); ttest_1samp(X, 0, axis=A); ks_1samp(X, scipy.stats.norm.cdf, axis=A)
scoreatpercentile(X, 50, axis=A); false_discovery_control(X / 9, axis=A); combine_pvalues(X, axis=A); theilslopes(X, axis=A)
signal.welch(X, axis=A); signal.periodogram(X, axis=A); signal.spectrogram(X, axis=A); signal.stft(X, axis=A)
signal.resample_poly(X, 2, 1, axis=A); signal.upfirdn([1, 2], X, axis=A); signal.czt(X, axis=A); signal.zoom_fft(X, 1, axis=A)
signal.envelope(X, axis=A); signal.argrelmax(X, axis=A); ndimage.fourier_gaussian(X, 1, axis=A); ndimage.fourier_ellipsoid(X, 1, axis=A)
ndimage.laplace(X, axes=A); ndimage.gaussian_filter(X, 1, axes=A); ndimage.binary_opening(X, axes=A); ndimage.white_tophat(X, 3, axes=A)
ndimage.median_filter(X, 3, axes=A); ndimage.percentile_filter(X, 50, 3, axes=A); ndimage.rank_filter(X, 0, 3, axes=A); ndimage.uniform_filter(X, 3, axes=A)
ndimage.uniform_filter(X, 1, axes=A); ndimage.binary_dilation(X, axes=A); ndimage.binary_erosion(X, axes=A); ndimage.grey_closing(X, 3, axes=A); ndimage.grey_dilation(X, 3, axes=A)
ndimage.convolve(X, [1, 2], axes=A); ndimage.convolve(X, [[1, 2]], axes=A); ndimage.generic_filter(X, np.max, 3, axes=A); ndimage.vectorized_filter(X, np.max, size=3, axes=A)
ndimage.spline_filter1d(X, axis=A); ndimage.spline_filter1d(X, 1, axis=A); ndimage.rotate(X, 30, axes=(0, A)); ndimage.rotate(X, 30, axes=(A, 1), reshape=False); ndimage.rotate(X, 30, axes=A)
ndimage.median_filter(X, 3, axes=(0, A)); ndimage.laplace(X, axes=(A, 0)); tmean(X, axis=(0, A)); signal.welch(X, axis=(0, A)); fft.fftn(X, axes=(A, 0)); signal.hilbert2(X, axes=(0, A))
fftpack.fftn(X, axes=A); fftpack.dctn(X, axes=A); fftpack.fft2(X, axes=(A, 0)); kstest(X, "norm", axis=A); quantile(X, 0.5, axis=A)
interpolate.CubicSpline(np.arange(4), X, axis=A); interpolate.PchipInterpolator(np.arange(2), X, axis=A); interpolate.Akima1DInterpolator(np.arange(4), X, axis=A)
interpolate.make_interp_spline(np.arange(4), X, axis=A); interpolate.KroghInterpolator(np.arange(4), X, axis=A); interpolate.BarycentricInterpolator(np.arange(4), X, axis=A)
interpolate.FloaterHormannInterpolator(np.arange(4), X, axis=A)
fft.rfftn(X, axes=A); fft.fft2(X, axes=A); fft.fftn(X, axes=A); fft.dctn(X, axes=A); integrate.cumulative_simpson(X, axis=A); integrate.romb(X, axis=A)"""
# Of two, which may differ in rank.
TOGETHER = """ttest_ind(X, Y, axis=A); ttest_rel(X, Y, axis=A); pearsonr(X, Y, axis=A); spearmanr(X, Y, axis=A); mannwhitneyu(X, Y, axis=A)
linregress(X, Y, axis=A); ks_2samp(X, Y, axis=A); wilcoxon(X, Y, axis=A); f_oneway(X, Y, axis=A); kruskal(X, Y, Y, axis=A)
bartlett(X, Y, axis=A); zmap(X, Y, axis=A); weightedtau(X, Y, axis=A); mood(X, Y, axis=A); kendalltau(X, Y, axis=A); chisquare(X, Y, axis=A)
kstest(X, Y, axis=A); spatial.distance.jensenshannon(X, Y, axis=A); signal.csd(X, Y, axis=A); signal.coherence(X, Y, axis=A); signal.fftconvolve(X, Y, axes=A); signal.oaconvolve(X, Y, axes=A)"""


def expressions(text):
    for call in text.replace("\n", "; ").split("; "):
        call = call if "." in call.split("(")[0] else f"stats.{call}"
        for x, y, axis in product(SHAPES, SHAPES if "Y" in call else [""], AXES):
            written = {"X": x, "Y": y, "A": axis}
            yield "scipy." + re.sub(r"\b[XYA]\b", lambda name, written=written: written[name[0]], call)


# What else is refused is of the kinds and sizes, which differ where there are two.
@needs_binary
@pytest.mark.parametrize(("table", "share"), [(ALONE, 0.6), (TOGETHER, 0.4)], ids=["alone", "together"])
def test_axes(table, share, tmp_path):
    for name in MODULES:
        importlib.import_module(f"scipy.{name}")
    names = {"np": np, "scipy": importlib.import_module("scipy")}
    head = ["import numpy as np", *(f"import scipy.{name}" for name in MODULES)]
    grades = graded_expressions(list(expressions(table)), names, head, tmp_path, lambda said, found: "given")
    assert grades[CAUGHT] > share * (grades[CAUGHT] + grades[MISSED]), grades
