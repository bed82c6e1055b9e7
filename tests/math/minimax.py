#!/usr/bin/env python3
"""Remez exchange: polynomials of least relative (or absolute) error, for the coefficients in include/sluice_math_*.h.

minimax(f, a, b, powers, weight, digits): the p = sum c_k x^powers[k] that minimises max |(p - f) * weight| on [a, b].
With rounded=24 (or 53) the coefficients are rounded to that many bits one after the other, low powers first, the rest being fitted
again each time, so that the printed polynomial itself is near optimal. Needs mpmath."""
from mpmath import mp, mpf, matrix, lu_solve, log, fabs, cos, pi, frexp, ldexp, nint

mp.dps = 60


def round_bits(x, bits):
    if x == 0:
        return x
    m, e = frexp(x)
    return ldexp(nint(ldexp(m, bits)), e - bits)


def remez(f, a, b, powers, weight, fixed, steps=25):
    """Coefficients of `powers` (those not in `fixed`), and the error reached."""
    free = [p for p in powers if p not in fixed]
    n = len(free)
    off0 = lambda x: x if fabs(x) > mpf(10) ** -5 else mpf(10) ** -5  # functions given as quotients have a hole at 0
    a, b = mpf(a), mpf(b)
    xs = [(a + b) / 2 - (b - a) / 2 * cos(pi * (2 * k + 1) / (2 * n + 2)) for k in range(n + 1)]
    xs = [off0(x) for x in xs]
    target = lambda x: f(x) - sum(c * x ** p for p, c in fixed.items())
    grid = [(a + b) / 2 - (b - a) / 2 * cos(pi * k / mpf(40 * (n + 2))) for k in range(40 * (n + 2) + 1)]
    grid = sorted(set(off0(x) for x in grid))
    fs = [(x, target(x), weight(x)) for x in grid]
    err = mpf(1)
    for _ in range(steps):
        m, rhs = matrix(n + 1, n + 1), matrix(n + 1, 1)
        for i, x in enumerate(xs):
            for j, p in enumerate(free):
                m[i, j] = x ** p
            m[i, n] = (-1) ** i / weight(x)
            rhs[i] = target(x)
        sol = lu_solve(m, rhs)
        c = [sol[j] for j in range(n)]
        es = [(sum(cc * x ** p for cc, p in zip(c, free)) - t) * w for x, t, w in fs]
        peaks = []  # the largest error of each stretch of one sign
        for x, e in zip(grid, es):
            if peaks and (peaks[-1][1] > 0) == (e > 0):
                if fabs(e) > fabs(peaks[-1][1]):
                    peaks[-1] = (x, e)
            else:
                peaks.append((x, e))
        while len(peaks) > n + 1:
            peaks.pop(0 if fabs(peaks[0][1]) < fabs(peaks[-1][1]) else -1)
        new = max(fabs(e) for _, e in peaks)
        if len(peaks) < n + 1 or fabs(new - err) < err * mpf(10) ** -4:
            return c, new
        err = new
        xs = [x for x, _ in peaks]
    return c, err


def minimax(f, a, b, powers, weight=None, rounded=24, fixed=None, quiet=False):
    signed = weight or (lambda x: 1 / f(x))
    weight = lambda x: fabs(signed(x))
    grid = [mpf(a) + (mpf(b) - mpf(a)) * (k + mpf(1) / 3) / 500 for k in range(500)]
    grid = [(x, f(x), weight(x)) for x in grid]
    worst_of = lambda cs: max(fabs((sum(c * x ** p for p, c in cs.items()) - fx) * w) for x, fx, w in grid)
    powers = list(powers)
    first, _ = remez(f, a, b, powers, weight, dict(fixed or {}))
    plain = dict(fixed or {})
    for p, c in zip([q for q in powers if q not in plain], first):
        plain[p] = round_bits(c, rounded)
    best, worst = plain, worst_of(plain)
    refit = dict(fixed or {})
    for p in powers:
        if p in refit:
            continue
        c, _ = remez(f, a, b, powers, weight, refit)
        refit[p] = round_bits(c[[q for q in powers if q not in refit].index(p)], rounded)
    if worst_of(refit) < worst:
        best, worst = refit, worst_of(refit)
    fixed = best
    if not quiet:
        print('  error 2^%.2f' % float(log(worst, 2)))
    return fixed


def show(name, coef, bits=24):
    print('/* %s */' % name)
    for p in sorted(coef):
        x = coef[p]
        if bits == 24:
            print('  x^%d: %sf' % (p, hexf(x, 24)))
        else:
            print('  x^%d: %s' % (p, float(x).hex()))


def hexf(x, bits):
    s = float(x).hex()
    m, e = s.split('p')
    m = m.rstrip('0')
    return m + ('0' if m.endswith('.') else '') + 'p' + e
