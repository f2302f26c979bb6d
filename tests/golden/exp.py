"""e^x of every value of FP16 and BF16, and some of e^x and ln x of FP32 and FP64, correctly rounded,
by Python's decimal at 80 digits.

    python3 tests/golden/exp.py > tests/golden/exp.txt          (recorded with Python 3.11.7)

Nothing of the engine is used here: values are exact decimals, and rounding is a search among them.
Lines of exp.txt:
    all FORMAT HASH            FNV-1a (32 bits) of the results' bits, 2 bytes each, low byte first, for
                               the inputs 0x0000 … 0xffff; every NaN counts as the quiet NaN
    one FORMAT INPUT RESULT    bits: the inputs whose exponentials lie nearest to a tie, chosen ones,
                               and a random sample of FP32 and FP64
    ln FORMAT INPUT RESULT     bits, for a logarithm
    pair fp64 INPUT HIGH LOW   bits of the double nearest to e^x, and of the one nearest to the rest
"""

import random
import struct
from decimal import Decimal, getcontext

getcontext().prec = 80
getcontext().Emin = -10**6
getcontext().Emax = 10**6


class Format:
    def __init__(self, name, exponent_bits, fraction_bits):
        self.name = name
        self.exponent_bits = exponent_bits
        self.fraction_bits = fraction_bits
        self.width = 1 + exponent_bits + fraction_bits
        self.bias = 2 ** (exponent_bits - 1) - 1
        self.infinity = (2**exponent_bits - 1) << fraction_bits
        self.quiet_nan = self.infinity | 1 << (fraction_bits - 1)

    def magnitude(self, bits):
        """The exact value of positive bits; one beyond the largest finite value for infinity's."""
        field, fraction = bits >> self.fraction_bits, bits & (2**self.fraction_bits - 1)
        hidden = 2**self.fraction_bits if field else 0
        return Decimal(hidden + fraction) * Decimal(2) ** (max(field, 1) - self.bias - self.fraction_bits)

    def nearest(self, x):
        """The bits of the positive x, rounded to nearest, ties to even, by bisection over all values;
        and how far x was from the tie, as a share of the gap."""
        low, high = 0, self.infinity
        if x >= self.magnitude(self.infinity):
            return self.infinity, Decimal(1)
        while high - low > 1:
            middle = (low + high) // 2
            if self.magnitude(middle) <= x:
                low = middle
            else:
                high = middle
        gap = self.magnitude(high) - self.magnitude(low)
        share = (x - self.magnitude(low)) / gap
        half = Decimal(1) / 2
        up = share > half or (share == half and low % 2 == 1)
        return (high if up else low), abs(share - half)

    def exp(self, bits):
        sign, rest = bits >> (self.width - 1), bits & (2 ** (self.width - 1) - 1)
        if rest > self.infinity:
            return self.quiet_nan, Decimal(1)
        if rest == self.infinity:
            return (0 if sign else self.infinity), Decimal(1)
        x = self.magnitude(rest)
        if x > 2000:
            return (0 if sign else self.infinity), Decimal(1)
        return self.nearest((-x if sign else x).exp())


def fnv1a(data):
    value = 0x811C9DC5
    for byte in data:
        value = (value ^ byte) * 0x01000193 & 0xFFFFFFFF
    return value


def main():
    for name, exponent_bits, fraction_bits, chosen in (
        ("fp16", 5, 10, [0x0000, 0x8000, 0x498B, 0x498C, 0xCC56, 0xCC57, 0x7C00, 0xFC00, 0x7E00]),
        ("bf16", 8, 7, [0x0000, 0x8000, 0x42B1, 0x42B2, 0xC2BA, 0xC2B9, 0x7F80, 0xFF80, 0x7FC0]),
    ):
        form = Format(name, exponent_bits, fraction_bits)
        results = [form.exp(bits) for bits in range(2**16)]
        data = b"".join(struct.pack("<H", result) for result, _ in results)
        print(f"all {name} {fnv1a(data):08x}")
        hardest = sorted(range(2**16), key=lambda bits: results[bits][1])[:40]
        for bits in chosen + hardest:
            print(f"one {name} {bits:04x} {results[bits][0]:04x}")

    form = Format("fp32", 8, 23)
    source = random.Random(2026)
    for _ in range(400):
        x = struct.unpack("<I", struct.pack("<f", source.uniform(-104, 89)))[0]
        print(f"one fp32 {x:08x} {form.exp(x)[0]:08x}")
    form = Format("fp64", 11, 52)
    for i in range(400):
        value = source.uniform(-746, 710) if i % 2 else source.choice((-1, 1)) * 2.0 ** source.uniform(-60, 0)
        x = struct.unpack("<Q", struct.pack("<d", value))[0]
        print(f"one fp64 {x:016x} {form.exp(x)[0]:016x}")
    for _ in range(200):
        value = source.uniform(-600, 700)
        x = struct.unpack("<Q", struct.pack("<d", value))[0]
        high = form.exp(x)[0]
        rest = Decimal(value).exp() - form.magnitude(high)
        low = (1 << 63 if rest < 0 else 0) | form.nearest(abs(rest))[0]
        print(f"pair fp64 {x:016x} {high:016x} {low:016x}")
    for i in range(200):
        value = 2.0 ** source.uniform(-1022, 1023) if i % 2 else 1 + source.choice((-1, 1)) * 2.0 ** source.uniform(-50, -1)
        x = struct.unpack("<Q", struct.pack("<d", value))[0]
        result = form.magnitude(x).ln()
        sign = 1 << 63 if result < 0 else 0
        print(f"ln fp64 {x:016x} {sign | form.nearest(abs(result))[0]:016x}")


main()
