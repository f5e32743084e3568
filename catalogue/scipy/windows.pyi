"""Windows: as many weights as are asked for."""

namespace = scipy.signal.windows

@template
@raises("ValueError")
@require(m >= 0, "a window has no weights fewer than none")
def window(M: int(m), sym=True, *, xp=None, device=None) -> float64[m]: ...
boxcar = window("boxcar")
triang = window("triang")
parzen = window("parzen")
bohman = window("bohman")
blackman = window("blackman")
nuttall = window("nuttall")
blackmanharris = window("blackmanharris")
flattop = window("flattop")
bartlett = window("bartlett")
barthann = window("barthann")
hamming = window("hamming")
cosine = window("cosine")
hann = window("hann")
@raises("ValueError")
@require(m >= 0, "a window has no weights fewer than none")
@known_if(any_of(is_a(beta, float), is_a(beta, int)))
def kaiser(M: int(m), beta: Value, sym=True, *, xp=None, device=None) -> float64[m]: ...
kaiser_bessel_derived: Unknown
@raises("ValueError")
@require(m >= 0, "a window has no weights fewer than none")
@known_if(any_of(is_a(std, float), is_a(std, int)))
def gaussian(M: int(m), std: Value, sym=True, *, xp=None, device=None) -> float64[m]: ...
@raises("ValueError")
@require(m >= 0, "a window has no weights fewer than none")
@known_if(any_of(is_a(p, float), is_a(p, int)), any_of(is_a(sig, float), is_a(sig, int)))
def general_gaussian(M: int(m), p: Value, sig: Value, sym=True, *, xp=None, device=None) -> float64[m]: ...
general_cosine: Unknown
@raises("ValueError")
@require(m >= 0, "a window has no weights fewer than none")
@known_if(any_of(is_a(alpha, float), is_a(alpha, int)))
def general_hamming(M: int(m), alpha: Value, sym=True, *, xp=None, device=None) -> float64[m]: ...
@raises("ValueError")
@require(m >= 0, "a window has no weights fewer than none")
@known_if(any_of(is_a(at, float), is_a(at, int)))
def chebwin(M: int(m), at: Value, sym=True, *, xp=None, device=None) -> float64[m]: ...
@raises("ValueError")
@require(m >= 0, "a window has no weights fewer than none")
@known_if(any_of(is_a(tau, float), is_a(tau, int)))
def exponential(M: int(m), center=None, tau: Value = 1.0, sym=True, *, xp=None, device=None) -> float64[m]: ...
@raises("ValueError")
@require(m >= 0, "a window has no weights fewer than none")
@known_if(any_of(is_a(alpha, float), is_a(alpha, int)))
def tukey(M: int(m), alpha: Value = 0.5, sym=True, *, xp=None, device=None) -> float64[m]: ...
@raises("ValueError")
@require(m >= 0, "a window has no weights fewer than none")
@known_if(any_of(is_a(nbar, float), is_a(nbar, int)), any_of(is_a(sll, float), is_a(sll, int)))
def taylor(M: int(m), nbar: Value = 4, sll: Value = 30, norm=True, sym=True, *, xp=None, device=None) -> float64[m]: ...
get_window = scipy.signal.get_window
@known_if(Kmax == None, return_ratios == False)
def dpss(M: int(m), NW, Kmax: Value = None, sym=True, norm=None, return_ratios: Value = False, *, xp=None, device=None) -> float64[m]: ...
@raises("ValueError")
@require(m >= 0, "a window has no weights fewer than none")
def lanczos(M: int(m), *, sym=True, xp=None, device=None) -> float64[m]: ...
