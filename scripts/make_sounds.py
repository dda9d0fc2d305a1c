#!/usr/bin/env python3
"""Make the sounds of Parlour.

Every sound is computed here from noise, damped tones and envelopes; nothing is
recorded or sampled. The result is the same on every run: each sound draws its
noise from its own fixed seed.

Needs Python 3, numpy (pip install numpy) and oggenc (Debian: vorbis-tools).

    python3 scripts/make_sounds.py            writes assets/sounds/*.ogg
    python3 scripts/make_sounds.py --wav DIR  also keeps the WAV files in DIR
"""

import argparse
import pathlib
import struct
import subprocess
import tempfile
import wave
import zlib

import numpy as np

RATE = 44100
SEED = 1895
QUALITY = "4"
PEAK_DB = -7.0  # ceiling before encoding; leaves room for the codec below -6
CARD_DB = -23.0  # loudness of the card noises: see loudness()
OUT = pathlib.Path(__file__).resolve().parent.parent / "assets" / "sounds"


# ---------------------------------------------------------------- tools

def samples(seconds):
    return int(round(seconds * RATE))


def times(n):
    return np.arange(n) / RATE


def filtered(x, gain):
    """x with each frequency (Hz) scaled by gain(frequency)."""
    pad = 4096
    size = 1 << int(np.ceil(np.log2(len(x) + 2 * pad)))
    spectrum = np.fft.rfft(np.concatenate([np.zeros(pad), x]), size)
    freqs = np.fft.rfftfreq(size, 1 / RATE)
    return np.fft.irfft(spectrum * gain(freqs), size)[pad:pad + len(x)]


def low_pass(x, cut):
    return filtered(x, lambda f: 1 / (1 + (f / cut) ** 2))


def high_pass(x, cut):
    return filtered(x, lambda f: (f / cut) ** 2 / (1 + (f / cut) ** 2))


def band(rng, n, centre, octaves):
    """Noise of unit power around a centre frequency."""
    def gain(f):
        return np.exp(-0.5 * (np.log2(np.maximum(f, 1) / centre) / octaves) ** 2)
    x = filtered(rng.standard_normal(n + 8192), gain)
    x /= np.sqrt(np.mean(x ** 2))
    return x[4096:4096 + n]


def grain(rng, n, rate, depth):
    """The unevenness of card sliding on felt: a slow, always positive wobble."""
    slow = low_pass(rng.standard_normal(n + 8192), rate)[4096:4096 + n]
    slow /= np.std(slow)
    return 1 + depth * np.tanh(slow)


def hump(n, points):
    """An envelope through (seconds, value) points, smooth at each of them."""
    t = times(n)
    out = np.zeros(n)
    for (t0, v0), (t1, v1) in zip(points, points[1:]):
        part = (t >= t0) & (t < t1)
        u = (t[part] - t0) / (t1 - t0)
        out[part] = v0 + (v1 - v0) * (0.5 - 0.5 * np.cos(np.pi * u))
    return out


def strike(n, at, attack, decay):
    """An envelope that rises within `attack` seconds and dies away."""
    t = times(n) - at
    rise = np.clip(t / attack, 0, 1)
    return np.where(t > 0, (0.5 - 0.5 * np.cos(np.pi * rise)) * np.exp(-np.maximum(t, 0) / decay), 0)


# ---------------------------------------------------------------- materials

def rub(rng, n, shape, path, octaves=0.55, rate=130, depth=0.5):
    """Card against felt or card: noise whose colour moves along `path`.

    `shape` is the loudness and `path` the centre frequency, as points in time.
    """
    t = times(n)
    ts, fs = zip(*path)
    centre = np.interp(t, ts, np.log2(fs))
    out = np.zeros(n)
    for c in np.arange(np.log2(500), np.log2(6000), 1 / 3):
        weight = np.exp(-0.5 * ((c - centre) / octaves) ** 2)
        out += weight * band(rng, n, 2 ** c, 0.22)
    return 2.2 * np.tanh(out / 2.2) * hump(n, shape) * grain(rng, n, rate, depth)


def thud(rng, n, at, pitch, decay=0.017, drop=0.35):
    """Something light meeting felt over wood."""
    t = np.maximum(times(n) - at, 0)
    bend = 0.012
    phase = 2 * np.pi * pitch * (t + drop * bend * (1 - np.exp(-t / bend)))
    body = np.sin(phase) * strike(n, at, 0.003, decay)
    wood = np.sin(2.31 * phase + 0.4) * strike(n, at, 0.002, decay * 0.45)
    felt = 0.35 * np.tanh(band(rng, n, 1.5 * pitch, 0.5)) * strike(n, at, 0.003, decay * 0.8)
    return body + 0.32 * wood + felt


def pat(rng, n, at, centre=1900, decay=0.007, octaves=0.6):
    """The paper part of a card touching something."""
    x = np.tanh(band(rng, n, centre, octaves)) * strike(n, at, 0.0022, decay)
    stiff = np.zeros(n)
    t = np.maximum(times(n) - at, 0)
    for f, a in ((430, 0.5), (690, 0.35), (1130, 0.2)):
        f *= 1 + 0.05 * rng.uniform(-1, 1)
        stiff += a * np.sin(2 * np.pi * f * t) * strike(n, at, 0.0022, 0.006)
    return x + 0.8 * stiff


def knock(rng, n, at, pitch, decay=0.014, edge=1.0):
    """A small block of hard wood meeting wood."""
    t = np.maximum(times(n) - at, 0)
    out = 0.22 * edge * np.tanh(band(rng, n, 3.1 * pitch, 0.5)) * strike(n, at, 0.0018, decay * 0.35)
    for ratio, level, life in ((1, 1.0, 1.0), (2.76, 0.42 * edge, 0.5), (5.40, 0.16 * edge, 0.3)):
        f = pitch * ratio * (1 + 0.03 * rng.uniform(-1, 1))
        out += level * np.sin(2 * np.pi * f * t) * strike(n, at, 0.0022, decay * life)
    return out


def brass(n, at, pitch, decay):
    """A small brass part touched: a pinched ring, held by its screws."""
    t = np.maximum(times(n) - at, 0)
    out = np.zeros(n)
    for ratio, level, life in ((1, 1.0, 1.0), (1.52, 0.6, 0.75), (2.37, 0.3, 0.5)):
        out += level * np.sin(2 * np.pi * pitch * ratio * t) * strike(n, at, 0.0016, decay * life)
    return out


def spring(n, at, high, low, glide, decay, wobble):
    """A slack coil let go: a tone that sinks from `high` to `low`, wobbling `wobble` times a second."""
    t = np.maximum(times(n) - at, 0)
    pitch = low * (high / low) ** np.exp(-t / glide) * (1 + 0.09 * np.sin(2 * np.pi * wobble * t))
    phase = 2 * np.pi * np.cumsum(np.where(t > 0, pitch, 0)) / RATE
    coil = np.sin(phase) + 0.40 * np.sin(2.02 * phase) + 0.22 * np.sin(3.07 * phase)
    sway = 0.62 + 0.38 * np.cos(2 * np.pi * wobble * t)
    return coil * sway * strike(n, at, 0.006, decay)


def tine(rng, n, at, pitch, decay, bright=1.0):
    """A plucked tongue over a small wooden box."""
    t = np.maximum(times(n) - at, 0)
    out = np.zeros(n)
    partials = ((1, 1.0, 1.0), (2.003, 0.13, 0.55), (3.01, 0.045, 0.35), (5.42, 0.035, 0.10))
    for ratio, level, life in partials:
        soft = bright if ratio > 1 else 1
        out += soft * level * np.sin(2 * np.pi * pitch * ratio * t) * strike(n, at, 0.005, decay * life)
    slow = 0.12 * np.sin(2 * np.pi * (pitch * 1.0025) * t) * strike(n, at, 0.03, decay * 1.3)
    thumb = 0.10 * band(rng, n, 900, 0.5) * strike(n, at, 0.002, 0.006)
    box = 0.16 * np.sin(2 * np.pi * 185 * t) * strike(n, at, 0.004, 0.022)
    return out + slow + bright * thumb + box


def bell(n, at, pitch, decay):
    """A small bell struck with felt."""
    t = np.maximum(times(n) - at, 0)
    out = np.zeros(n)
    for ratio, level, life in ((0.5, 0.12, 1.2), (1, 1.0, 1.0), (2.0, 0.16, 0.6), (2.76, 0.05, 0.35)):
        out += level * np.sin(2 * np.pi * pitch * ratio * t) * strike(n, at, 0.009, decay * life)
    return out


def room(x, amount=0.16):
    """A few dull, early echoes: a small furnished room."""
    dull = low_pass(x, 1800)
    out = x.copy()
    for delay, level in ((0.0061, 1.0), (0.0103, 0.75), (0.0167, 0.6), (0.0239, 0.4), (0.0331, 0.25)):
        d = samples(delay)
        out[d:] += amount * level * dull[:-d]
    return out


def note(name):
    """Pitch of a note such as 'A4' or 'Bb3'."""
    steps = {"C": -9, "D": -7, "E": -5, "F": -4, "G": -2, "A": 0, "B": 2}
    step = steps[name[0]] - (1 if "b" in name else 0) + 12 * (int(name[-1]) - 4)
    return 440 * 2 ** (step / 12)


# ---------------------------------------------------------------- the sounds

def deal(rng):
    n = samples(0.120)
    slip = rub(rng, n, [(0, 0), (0.022, 0.75), (0.05, 1), (0.085, 0.18), (0.118, 0)],
               [(0, 1700), (0.05, 2600), (0.12, 2200)])
    off = pat(rng, n, 0.060, 2300, 0.006)
    return room(slip + 0.8 * off + 0.30 * thud(rng, n, 0.062, 170, 0.014))


def place(rng, pitch, paper, touch, settle):
    n = samples(0.140)
    brush = rub(rng, n, [(0, 0), (0.007, 0.32), (0.022, 0.1), (0.05, 0.0)], [(0, 2100), (0.14, 1600)])
    first = pat(rng, n, 0.006, paper, 0.008)
    second = pat(rng, n, 0.006 + settle, paper * 0.85, 0.010)
    return room(1.2 * thud(rng, n, 0.004, pitch) + 0.95 * touch * first + 0.36 * touch * second + 0.8 * brush)


def slide(rng):
    n = samples(0.180)
    push = rub(rng, n, [(0, 0), (0.035, 0.7), (0.085, 1), (0.135, 0.4), (0.178, 0)],
               [(0, 1500), (0.09, 2100), (0.18, 1500)], rate=110, depth=0.55)
    felt = band(rng, n, 320, 0.6) * hump(n, [(0, 0), (0.05, 1), (0.12, 0.5), (0.178, 0)])
    return room(push + 0.40 * felt)


def fall(rng):
    n = samples(0.160)
    air = rub(rng, n, [(0, 0), (0.022, 0.17), (0.045, 0.12), (0.06, 0)], [(0, 1300), (0.06, 1800)],
              rate=80, depth=0.7)
    land = 1.3 * thud(rng, n, 0.056, 118, 0.018, 0.45) + 0.8 * pat(rng, n, 0.057, 1700, 0.009)
    again = 0.30 * thud(rng, n, 0.090, 145, 0.014) + 0.22 * pat(rng, n, 0.090, 1900, 0.007)
    return room(air + land + again)


def flip(rng):
    n = samples(0.150)
    lift = rub(rng, n, [(0, 0), (0.018, 0.7), (0.036, 0.55), (0.056, 0.12), (0.08, 0)],
               [(0, 1700), (0.045, 3000), (0.08, 2500)], rate=180)
    snap = pat(rng, n, 0.046, 2700, 0.006)
    lay = 0.9 * thud(rng, n, 0.084, 150, 0.016) + 0.6 * pat(rng, n, 0.085, 1800, 0.009)
    return room(lift + 0.75 * snap + lay)


def take(rng):
    n = samples(0.200)
    sweep = rub(rng, n, [(0, 0), (0.03, 0.5), (0.085, 1), (0.13, 0.5), (0.198, 0)],
                [(0, 1300), (0.09, 2500), (0.20, 3200)], rate=110, depth=0.55)
    low = band(rng, n, 300, 0.5) * hump(n, [(0, 0), (0.04, 1), (0.11, 0.4), (0.19, 0)])
    scoop = 0.9 * thud(rng, n, 0.010, 165, 0.016) + 0.45 * pat(rng, n, 0.010, 1500, 0.006)
    return room(sweep + 0.42 * low + scoop)


def gather(rng, notes, length, gap, decay, under, shine):
    """A chain of cards gathered up, with a figure that rises by its notes."""
    n = samples(length)
    swish = rub(rng, n, [(0, 0), (0.03, 0.6), (0.075, 1), (0.13, 0.35), (0.21, 0)],
                [(0, 1400), (0.09, 2500), (0.21, 2300)], depth=0.55)
    edges = sum(pat(rng, n, 0.018 + 0.027 * i, 2000 + 120 * i, 0.005) for i in range(len(notes) + 1))
    tune = np.zeros(n)
    start = 0.052
    for i, name in enumerate(notes):
        last = i == len(notes) - 1
        level = 0.82 + 0.18 * i / (len(notes) - 1)
        tune += level * tine(rng, n, start + i * gap, note(name), decay * (1.25 if last else 1))
    end = start + (len(notes) - 1) * gap
    for name, level in under:
        tune += level * tine(rng, n, end, note(name), decay * 1.2, 0.5)
    for name, level in shine:
        tune += level * bell(n, end + 0.012, note(name), decay * 1.1)
    return closing(room(tune + 0.20 * swish + 0.12 * edges, 0.12), 0.35)


def closing(x, share):
    """Lets the last part of a ringing sound sink to nothing."""
    n = len(x)
    k = int(n * share)
    x = x.copy()
    x[n - k:] *= 0.5 + 0.5 * np.cos(np.pi * np.arange(k) / k)
    return x


def undo(rng):
    n = samples(0.150)
    push = rub(rng, n, [(0, 0), (0.028, 1), (0.055, 0.6), (0.10, 0.2), (0.148, 0)],
               [(0, 2300), (0.15, 1400)], rate=110, depth=0.55)
    felt = band(rng, n, 320, 0.6) * hump(n, [(0, 0), (0.03, 1), (0.08, 0.4), (0.148, 0)])
    stop = 0.35 * thud(rng, n, 0.118, 160, 0.008) + 0.25 * pat(rng, n, 0.118, 1600, 0.005)
    return room((push + 0.4 * felt)[::-1] + stop, 0.10)


def error(rng):
    n = samples(0.160)
    taps = np.zeros(n)
    for at, level, pitch in ((0.005, 1.0, 132), (0.078, 0.8, 118)):
        knuckle = 0.12 * band(rng, n, 420, 0.5) * strike(n, at, 0.002, 0.010)
        taps += level * (knuckle + thud(rng, n, at, pitch, 0.017, 0.3))
    return low_pass(taps, 700)


def button(rng):
    n = samples(0.040)
    t = np.maximum(times(n) - 0.003, 0)
    out = 0.20 * band(rng, n, 1700, 0.5) * strike(n, 0.003, 0.0012, 0.003)
    for f, level, life in ((340, 0.6, 0.007), (810, 0.6, 0.005), (1460, 0.25, 0.0035)):
        out += level * np.sin(2 * np.pi * f * t) * strike(n, 0.003, 0.0015, life)
    return out


def press(rng):
    n = samples(0.150)
    stem = rub(rng, n, [(0, 0), (0.012, 0.5), (0.028, 0.1), (0.060, 0.05), (0.078, 0.28), (0.094, 0)],
               [(0, 1300), (0.028, 1100), (0.094, 1700)])
    down = 1.1 * thud(rng, n, 0.018, 128, 0.017, 0.3) + 0.75 * knock(rng, n, 0.018, 330, 0.011, 0.8)
    up = 0.30 * thud(rng, n, 0.090, 190, 0.010, 0.2) + 0.34 * knock(rng, n, 0.090, 465, 0.009, 0.8)
    latch = 0.17 * brass(n, 0.019, 1480, 0.012) + 0.11 * brass(n, 0.091, 1865, 0.014)
    return room(down + up + latch + 0.22 * stem)


def swap(rng):
    n = samples(0.260)
    one = rub(rng, n, [(0, 0), (0.045, 0.8), (0.100, 1), (0.160, 0.3), (0.186, 0)],
              [(0, 800), (0.100, 1400), (0.186, 1000)], rate=95, depth=0.55)
    other = rub(rng, n, [(0, 0), (0.024, 0), (0.075, 0.8), (0.130, 0.9), (0.180, 0.3), (0.212, 0)],
                [(0, 1300), (0.120, 800), (0.212, 650)], rate=80, depth=0.55)
    board = band(rng, n, 300, 0.55) * hump(n, [(0, 0), (0.060, 0.9), (0.120, 1), (0.205, 0)])
    brush = 0.20 * knock(rng, n, 0.098, 720, 0.006) + 0.13 * knock(rng, n, 0.113, 640, 0.006)
    rest = 0.75 * thud(rng, n, 0.176, 150, 0.014, 0.3) + 0.60 * knock(rng, n, 0.176, 470, 0.011, 0.8)
    last = 0.50 * thud(rng, n, 0.206, 136, 0.013, 0.3) + 0.42 * knock(rng, n, 0.206, 415, 0.011, 0.7)
    return room(0.17 * one + 0.15 * other + 0.14 * board + brush + rest + last)


def roll(rng):
    n = samples(0.700)
    out = np.zeros(n)
    tumbles = (  # when, how hard, the pitch of the wood, how much of it is felt
        (0.008, 1.00, 395, 0.75), (0.142, 0.80, 520, 0.45), (0.254, 0.66, 430, 0.60),
        (0.349, 0.50, 560, 0.40), (0.424, 0.38, 470, 0.50), (0.482, 0.28, 535, 0.40),
    )
    for at, level, pitch, felt in tumbles:
        corner = 0.35 * knock(rng, n, at + 0.019 + 0.008 * rng.uniform(), pitch * 1.22, 0.007)
        tray = felt * thud(rng, n, at, 0.34 * pitch, 0.015, 0.3)
        out += level * (tray + 0.8 * knock(rng, n, at, pitch, 0.013) + corner)
    for i in range(5):  # rocking on an edge, ever quicker, until it lies flat
        at = 0.524 + 0.024 * (1 - 0.8 ** i) / 0.2
        out += 0.17 * 0.78 ** i * knock(rng, n, at, 610 - 22 * i, 0.007, 0.7)
    out += 0.13 * thud(rng, n, 0.610, 150, 0.014, 0.2)
    felt = rub(rng, n, [(0, 0), (0.050, 0.35), (0.200, 0.5), (0.400, 0.3), (0.540, 0.12), (0.620, 0)],
               [(0, 1300), (0.620, 800)], rate=45, depth=0.8)
    return room(out + 0.045 * felt, 0.20)


def malfunction(rng):
    n = samples(0.600)
    out = np.zeros(n)
    for at, level, pitch in ((0.006, 1.0, 96), (0.128, 0.70, 112), (0.226, 0.88, 84)):
        thump = 0.9 * thud(rng, n, at, pitch, 0.022, 0.5)
        out += level * (thump + 0.6 * thud(rng, n, at + 0.008, 1.9 * pitch, 0.013, 0.2))
        cough = band(rng, n, 420, 0.6) * strike(n, at + 0.004, 0.008, 0.020)
        out += 0.26 * level * np.tanh(cough)
        for i in range(4):  # what is loose inside shakes after each thump
            shake = at + 0.020 + 0.017 * i + 0.004 * rng.uniform(-1, 1)
            out += 0.42 * level * 0.78 ** i * knock(rng, n, shake, 520 + 140 * rng.uniform(-1, 1), 0.006)
            out += 0.11 * level * 0.78 ** i * brass(n, shake, 1250 + 200 * rng.uniform(-1, 1), 0.010)
    out += 0.42 * spring(n, 0.262, 540, 190, 0.110, 0.105, 15)
    at, gap = 0.290, 0.022
    for i in range(7):  # and a cog runs down, slower and lower
        out += 0.40 * 0.88 ** i * knock(rng, n, at, 760 * 0.885 ** i, 0.008)
        out += 0.10 * 0.88 ** i * brass(n, at, 1600 * 0.93 ** i, 0.012)
        at += gap
        gap *= 1.22
    return closing(low_pass(room(out, 0.14), 3200), 0.15)


def win(rng):
    n = samples(1.800)
    out = np.zeros(n)
    score = (
        (0.004, "Bb3", 0.60, 0.30), (0.010, "F4", 0.60, 0.26), (0.110, "Bb4", 0.60, 0.26), (0.215, "D5", 0.72, 0.28),
        (0.400, "C4", 0.62, 0.28), (0.406, "G4", 0.52, 0.25), (0.505, "C5", 0.58, 0.24), (0.610, "E5", 0.66, 0.22),
        (0.800, "F3", 0.66, 0.42), (0.828, "C4", 0.55, 0.40), (0.860, "A4", 0.62, 0.38), (0.900, "F5", 0.80, 0.36),
    )
    for at, name, level, decay in score:
        out += level * tine(rng, n, at, note(name), decay, 0.8)
    for at, name, level in ((0.225, "D5", 0.16), (0.620, "E5", 0.16), (0.912, "F5", 0.26), (1.060, "C6", 0.12)):
        out += level * bell(n, at, note(name), 0.34)
    return closing(room(out, 0.12), 0.40)


def lose(rng):
    n = samples(1.000)
    out = 0.85 * tine(rng, n, 0.004, note("F4"), 0.19, 0.6)
    out += 0.20 * bell(n, 0.010, note("F4"), 0.20)
    out += 0.80 * tine(rng, n, 0.270, note("D4"), 0.26, 0.5)
    out += 0.28 * tine(rng, n, 0.276, note("A3"), 0.24, 0.3)
    out += 0.30 * tine(rng, n, 0.270, note("D3"), 0.24, 0.3)
    return closing(low_pass(room(out, 0.12), 2500), 0.45)


# name: (maker, loudness relative to a card noise in dB, low-pass in Hz)
SOUNDS = {
    "deal": (deal, -1.0, 4500),
    "place1": (lambda r: place(r, 122, 1900, 1.00, 0.021), 0.0, 4000),
    "place2": (lambda r: place(r, 113, 1750, 0.88, 0.026), 0.0, 4000),
    "place3": (lambda r: place(r, 132, 2050, 0.94, 0.018), 0.0, 4000),
    "slide": (slide, -2.0, 4000),
    "fall": (fall, 0.0, 4000),
    "flip": (flip, -0.5, 4500),
    "take": (take, -1.0, 4500),
    "chain1": (lambda r: gather(r, ("F4", "A4"), 0.42, 0.092, 0.105, (), ()), 2.0, 5000),
    "chain2": (lambda r: gather(r, ("F4", "A4", "C5"), 0.54, 0.088, 0.125, (("F4", 0.25),), ()), 2.0, 5000),
    "chain3": (lambda r: gather(r, ("F4", "A4", "C5", "D5"), 0.67, 0.084, 0.145,
                                (("F4", 0.30),), (("D5", 0.22),)), 2.0, 5000),
    "chain4": (lambda r: gather(r, ("F4", "A4", "C5", "D5", "F5"), 0.80, 0.080, 0.165,
                                (("F3", 0.45), ("A4", 0.32)), (("F5", 0.26), ("C5", 0.18))), 2.0, 5000),
    "undo": (undo, -3.0, 4000),
    "error": (error, -4.0, 900),
    "button": (button, -7.0, 3500),
    "press": (press, -2.5, 4000),
    "swap": (swap, -2.0, 4000),
    "roll": (roll, -1.0, 4000),
    "malfunction": (malfunction, -1.5, 3000),
    "win": (win, 2.0, 5000),
    "lose": (lose, 0.5, 3500),
}


# ---------------------------------------------------------------- finishing

def loudness(x):
    """Power in dB of the loudest 60 ms, low notes counted less, as the ear does."""
    def ear(f):
        low, high = (f / 160) ** 2, (f / 1500) ** 2
        return np.sqrt(low / (1 + low) * (1 + 0.6 * high / (1 + high)))
    y = filtered(x, ear)
    k = samples(0.060)
    power = np.convolve(y ** 2, np.ones(k) / k)
    return 10 * np.log10(np.max(power))


def finish(x, level, cut):
    n = len(x)
    x = filtered(x, lambda f: 1 / (1 + (f / cut) ** 4))
    x = high_pass(x, 45)
    fade = samples(0.004)
    window = np.ones(n)
    ramp = 0.5 - 0.5 * np.cos(np.pi * np.arange(fade) / fade)
    window[:fade] = ramp
    window[n - fade:] = ramp[::-1]
    x = x * window
    x -= window * (np.sum(x) / np.sum(window))
    x *= 10 ** ((level - loudness(x)) / 20)
    return x * min(1, 10 ** (PEAK_DB / 20) / np.max(np.abs(x)))


def write_wav(path, x):
    with wave.open(str(path), "wb") as w:
        w.setnchannels(1)
        w.setsampwidth(2)
        w.setframerate(RATE)
        w.writeframes(np.round(x * 32767).astype("<i2").tobytes())


def ogg_crc(page):
    """The checksum of an Ogg page (polynomial 04c11db7, not reflected)."""
    crc = 0
    for byte in page:
        crc ^= byte << 24
        for _ in range(8):
            crc = ((crc << 1) ^ 0x04C11DB7 if crc & 0x80000000 else crc << 1) & 0xFFFFFFFF
    return crc


def bare_comments(data):
    """The same Ogg Vorbis stream with an empty comment header."""
    start = data.index(b"OggS", 4)  # second page: comments, then the setup header
    count = data[start + 26]
    lacing = list(data[start + 27:start + 27 + count])
    body = start + 27 + count
    end = body + sum(lacing)
    parts = next(i for i, v in enumerate(lacing) if v < 255) + 1
    length = sum(lacing[:parts])
    assert data[body:body + 7] == b"\x03vorbis"
    empty = b"\x03vorbis" + struct.pack("<II", 0, 0) + b"\x01"
    lacing = [len(empty)] + lacing[parts:]
    page = bytearray(data[start:start + 26] + bytes([len(lacing)]) + bytes(lacing) + empty + data[body + length:end])
    page[22:26] = bytes(4)
    page[22:26] = struct.pack("<I", ogg_crc(page))
    return data[:start] + bytes(page) + data[end:]


def main():
    args = argparse.ArgumentParser(description="Make the sounds of Parlour.")
    args.add_argument("--wav", metavar="DIR", help="keep the WAV files here")
    args.add_argument("--out", metavar="DIR", default=OUT, help="where the Ogg files go")
    args = args.parse_args()
    out = pathlib.Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temp:
        wavs = pathlib.Path(args.wav or temp)
        wavs.mkdir(parents=True, exist_ok=True)
        total = 0
        for name, (make, level, cut) in SOUNDS.items():
            rng = np.random.Generator(np.random.PCG64([SEED, zlib.crc32(name.encode())]))
            x = finish(make(rng), CARD_DB + level, cut)
            write_wav(wavs / f"{name}.wav", x)
            ogg = pathlib.Path(temp) / f"{name}.ogg"
            subprocess.run(["oggenc", "-Q", "-q", QUALITY, "--serial", "1", "-o", str(ogg),
                            str(wavs / f"{name}.wav")], check=True)
            data = bare_comments(ogg.read_bytes())
            (out / f"{name}.ogg").write_bytes(data)
            total += len(data)
            print(f"{name:11} {len(x) / RATE:6.3f} s {len(data):6} bytes")
        print(f"{len(SOUNDS)} sounds, {total} bytes")


if __name__ == "__main__":
    main()
