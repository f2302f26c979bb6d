"""Principal planes and seeded normal numbers, by other ways than the engine's.

    python3 tests/golden/geometry.py > tests/golden/geometry.txt        (recorded with Python 3.11.7)

Nothing of the engine is used here. Principal components come by power iteration on exact fractions'
nearest 60-digit decimals, each found one taken away before the next; normal numbers by the
standard library's logarithm.

Lines of geometry.txt:
    plane ROWS COLS VALUES …       x, chosen or drawn with seed 1901
    axes 2 COLS VALUES …           orthonormal, the first component of at least half the largest positive
    centre COLS VALUES …
    shares 2 VALUES …
    places ROWS 2 VALUES …         the rows in the plane
    normal SEED ROWS COLS VALUES … float32, exact
"""

import math
import random
import struct
from decimal import Decimal, getcontext

getcontext().prec = 60


def float32(x):
    return struct.unpack("f", struct.pack("f", x))[0]


def dot(x, y):
    return sum((a * b for a, b in zip(x, y)), Decimal(0))


def scaled(x, s):
    return [a * s for a in x]


def top_component(rows):
    """The direction along which the centred rows spread the most, and their sum of squares along it."""
    d = len(rows[0])
    axis = [Decimal(m + 1) / d for m in range(d)]
    for _ in range(2000):
        along = [dot(row, axis) for row in rows]
        axis = [dot(along, column) for column in zip(*rows)]
        axis = scaled(axis, 1 / dot(axis, axis).sqrt())
    along = [dot(row, axis) for row in rows]
    return axis, dot(along, along)


def signed(axis):
    largest = max(map(abs, axis))
    first = next(a for a in axis if abs(a) >= largest / 2)
    return axis if first > 0 else scaled(axis, -1)


def plane(x):
    rows = [[Decimal(value) for value in row] for row in x]
    centre = [sum(column, Decimal(0)) / len(rows) for column in zip(*rows)]
    rows = [[a - c for a, c in zip(row, centre)] for row in rows]
    whole = sum(dot(row, row) for row in rows)
    axes, shares, left = [], [], rows
    for _ in range(2):
        axis, along = top_component(left)
        axes.append(signed(axis))
        shares.append(along / whole)
        left = [[a - dot(row, axis) * b for a, b in zip(row, axis)] for row in left]
    return axes, centre, shares, [[dot(row, axis) for axis in axes] for row in rows]


class SplitMix64:
    def __init__(self, seed):
        self.state = seed

    def uniform(self):
        """In [−1, 1), from the upper 53 bits."""
        mask = 2**64 - 1
        self.state = (self.state + 0x9E3779B97F4A7C15) & mask
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        z ^= z >> 31
        return (z >> 11) * 2.0**-52 - 1


def normal(seed, count):
    bits = SplitMix64(seed)
    values = []
    while len(values) < count:
        u, v = bits.uniform(), bits.uniform()
        s = u * u + v * v
        if 0 < s < 1:
            stretch = math.sqrt(-2 * math.log(s) / s)
            values += [float32(u * stretch), float32(v * stretch)]
    return values[:count]


def line(name, *sizes, values):
    print(name, *sizes, *(f"{v:.13g}" if isinstance(v, Decimal) else repr(v) for v in values))


def flat(rows):
    return [value for row in rows for value in row]


if __name__ == "__main__":
    generator = random.Random(1901)
    print("# Made by tests/golden/geometry.py 1, seed 1901: see there.")
    # Stretched, so that the components differ and power iteration settles.
    for rows, cols in [(3, 3), (4, 9), (12, 5), (9, 9), (6, 30)]:
        stretch = [2.0 ** (-m % cols / 1.5) for m in range(cols)]
        x = [[float32(generator.gauss(1, 1) * stretch[m]) for m in range(cols)] for _ in range(rows)]
        axes, centre, shares, places = plane(x)
        line("plane", rows, cols, values=flat(x))
        line("axes", 2, cols, values=flat(axes))
        line("centre", cols, values=centre)
        line("shares", 2, values=shares)
        line("places", rows, 2, values=flat(places))
    for seed, rows, cols in [(0, 3, 3), (1, 1, 1), (42, 4, 5), (2**53 - 1, 8, 8)]:
        line("normal", seed, rows, cols, values=normal(seed, rows * cols))
