"""Filtering of a multichannel recording: FIR design, overlap-add, Welch spectra, spikes.

The recording is a CSV file with a time column and one column for each channel.
"""

import csv
import os
import sys
import tempfile

import numpy as np


def write_demo(path, seconds=4.0, rate=250, seed=0):
    rng = np.random.default_rng(seed)
    t = np.arange(int(seconds * rate)) / rate
    tones = np.array([3.0, 7.0, 11.0])
    signal = np.sin(2 * np.pi * tones * t[:, None]) + 0.1 * t[:, None]
    signal += 0.8 * np.sin(2 * np.pi * 50 * t)[:, None]
    signal += 0.2 * rng.standard_normal(signal.shape)
    blinks = rng.choice(t, size=5, replace=False)
    signal[:, 0] += 4 * np.exp(-0.5 * ((t - blinks[:, None]) / 0.02) ** 2).sum(axis=0)
    with open(path, "w", newline="") as f:
        writer = csv.writer(f)
        writer.writerow(["time", "fz", "cz", "pz"])
        writer.writerows(np.column_stack([t, signal]).tolist())


def read_recording(path):
    with open(path) as f:
        names = f.readline().strip().split(",")[1:]
    table = np.loadtxt(path, delimiter=",", skiprows=1)
    t, channels = table[:, 0], table[:, 1:].T
    rate = 1.0 / np.median(np.diff(t))
    return names, rate, channels


def detrend(x):
    """Remove each channel's straight line by least squares."""
    n = x.shape[-1]
    basis = np.vander(np.linspace(-1, 1, n), 2)
    coef, *_ = np.linalg.lstsq(basis, x.T, rcond=None)
    return x - (basis @ coef).T


def fir_lowpass(cutoff, rate, taps=101):
    if taps % 2 == 0:
        raise ValueError("an odd number of taps is needed for zero phase")
    k = np.arange(taps) - taps // 2
    h = np.sinc(2 * cutoff / rate * k) * np.hamming(taps)
    return h / h.sum()


def overlap_add(x, h, block=256):
    """Convolve every channel with h, block by block in the frequency domain."""
    channels, n = x.shape
    size = 1 << int(np.ceil(np.log2(block + len(h) - 1)))
    H = np.fft.rfft(h, size)
    out = np.zeros((channels, n + size))
    for start in range(0, n, block):
        piece = x[:, start : start + block]
        y = np.fft.irfft(np.fft.rfft(piece, size, axis=1) * H, size, axis=1)
        out[:, start : start + size] += y
    delay = len(h) // 2
    return out[:, delay : delay + n]


def biquad(x, b, a):
    """Second-order section, direct form II transposed, over the last axis."""
    b0, b1, b2 = b
    a1, a2 = a
    y = np.empty_like(x)
    z1 = np.zeros(x.shape[:-1])
    z2 = np.zeros(x.shape[:-1])
    for n in range(x.shape[-1]):
        y[..., n] = b0 * x[..., n] + z1
        z1 = b1 * x[..., n] - a1 * y[..., n] + z2
        z2 = b2 * x[..., n] - a2 * y[..., n]
    return y


def notch(x, freq, rate, q=10.0):
    w = 2 * np.pi * freq / rate
    alpha = np.sin(w) / (2 * q)
    norm = 1 + alpha
    b = np.array([1, -2 * np.cos(w), 1]) / norm
    a = np.array([-2 * np.cos(w), 1 - alpha]) / norm
    return biquad(x, b, a)


def frames(x, length, hop):
    starts = np.arange(0, x.shape[-1] - length + 1, hop)
    return x[..., starts[:, None] + np.arange(length)]


def welch(x, rate, length=256, overlap=0.5):
    window = np.hanning(length)
    hop = int(length * (1 - overlap))
    spectra = np.fft.rfft(frames(x, length, hop) * window)
    power = (np.abs(spectra) ** 2).mean(axis=-2)
    return np.fft.rfftfreq(length, 1 / rate), power / (rate * (window**2).sum())


def peak_frequencies(freqs, power):
    return freqs[power[:, 1:].argmax(axis=1) + 1]


def find_spikes(x, threshold=2.2):
    """Indices where a robust z-score crosses the threshold upwards."""
    median = np.median(x, axis=-1, keepdims=True)
    mad = np.median(np.abs(x - median), axis=-1, keepdims=True)
    above = (x - median) / (1.4826 * mad) > threshold
    rising = above[:, 1:] & ~above[:, :-1]
    return [np.flatnonzero(channel) + 1 for channel in rising]


def analyse(path):
    names, rate, channels = read_recording(path)
    clean = detrend(channels)
    freqs, before = welch(clean, rate)
    clean = notch(clean, 50.0, rate)
    clean = overlap_add(clean, fir_lowpass(20.0, rate))
    freqs, after = welch(clean, rate)

    line = np.argmin(np.abs(freqs - 50))
    drop = 10 * np.log10(before[:, line] / after[:, line])
    for name, peak, d, spikes in zip(
        names, peak_frequencies(freqs, after), drop, find_spikes(clean)
    ):
        print(f"{name}: peak {peak:5.2f} Hz, 50 Hz down by {d:.0f} dB, {len(spikes)} spikes")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        analyse(sys.argv[1])
    else:
        with tempfile.TemporaryDirectory() as folder:
            demo = os.path.join(folder, "demo.csv")
            write_demo(demo)
            analyse(demo)
