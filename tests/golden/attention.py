"""Attention worked out in double precision, with what float32 may differ by.

    python3 tests/golden/attention.py > tests/golden/attention.txt      (recorded with Python 3.11.7)

Nothing of the engine is used here. Inputs are float32 numbers, chosen or drawn with seed 2017; sums
are math.fsum's, rounded once from the exact sum; so the results are good to about 1e-15.

Lines of attention.txt, a case being all lines up to the next `case`:
    case NAME
    scale none|sqrt|NUMBER       temperature NUMBER      normalise row|column|matrix
    mask causal                  mask ROWS COLS 0|1 …    (several are combined by "and")
    x|q|k|v|wq|wk|wv ROWS COLS VALUES …
    rowFlags FLAG …
    scores|scaled|logits|weights|context ROWS COLS VALUES …
    within scores|… ROWS COLS BOUNDS …    how far each value of a float32 result may be away
Inputs are exact, results have 13 digits; NaN, Infinity and -Infinity are spelt as in JavaScript.
"""

import math
import random
import struct

EPSILON = 2.0**-24  # half the distance from 1 to the next float32
TINY = 2.0**-149  # the smallest float32


def float32(x):
    return struct.unpack("f", struct.pack("f", x))[0]


def gamma(n):
    """n roundings in a row are off by at most this, relatively."""
    return n * EPSILON / (1 - n * EPSILON)


def total(terms):
    """math.fsum, with NaN and infinities by the rules instead of exceptions."""
    terms = list(terms)
    return math.fsum(terms) if all(map(math.isfinite, terms)) else sum(terms)


class Known:
    """A matrix of values and of bounds on a float32 result's distance from them."""

    def __init__(self, values, bounds=None):
        self.values = values
        self.bounds = bounds or [[0.0] * len(row) for row in values]

    def transposed(self):
        return Known([list(c) for c in zip(*self.values)], [list(c) for c in zip(*self.bounds)])


def product(a, b, skip_zeros=False):
    """a · b. The factors' errors are carried through; on top, each of the n products and n − 1
    additions of a sum rounds once, which is off by γ_n of the sum of magnitudes at most."""
    values, bounds = [], []
    columns = list(zip(zip(*b.values), zip(*b.bounds)))
    for row, row_bounds in zip(a.values, a.bounds):
        value_row, bound_row = [], []
        for column, column_bounds in columns:
            terms = list(zip(row, row_bounds, column, column_bounds))
            if skip_zeros:
                terms = [t for t in terms if t[0] != 0]
            value_row.append(total(x * y for x, _, y, _ in terms))
            carried = sum(ex * (abs(y) + ey) + abs(x) * ey for x, ex, y, ey in terms)
            rounded = gamma(len(terms)) * sum((abs(x) + ex) * (abs(y) + ey) for x, ex, y, ey in terms)
            bound_row.append(carried + rounded + len(terms) * TINY)
        values.append(value_row)
        bounds.append(bound_row)
    return Known(values, bounds)


def divided(a, divisor):
    """a / divisor: the divisor is rounded once, and so is each quotient."""
    if divisor == 1:
        return a
    values = [[x / divisor for x in row] for row in a.values]
    bounds = [
        [e / divisor + gamma(2) * abs(x / divisor) + TINY for x, e in zip(row, row_bounds)]
        for row, row_bounds in zip(a.values, a.bounds)
    ]
    return Known(values, bounds)


def softmax(logits, bounds):
    """One row, and its bounds. With logits off by e and at most r below the largest, an exponential
    is off by 2 e (its logit and the maximum), ε r (their difference) and 2.04 ε (the exponential
    itself, 1.02 ulp), relatively. The sum is off by as much and γ_n; the quotient rounds once more.
    Twice that covers the products of these small terms; two tiny steps cover subnormal numbers."""
    if any(math.isnan(x) or x == math.inf for x in logits):
        return [math.nan] * len(logits), [0.0] * len(logits)
    m = max(logits)
    if m == -math.inf:
        return [0.0] * len(logits), [0.0] * len(logits)
    exponentials = [math.exp(x - m) for x in logits]
    s = total(exponentials)
    weights = [e / s for e in exponentials]
    finite = [(x, e) for x, e in zip(logits, bounds) if x > -math.inf]
    r = min(104.0, max(m - x for x, _ in finite))
    e = max(e for _, e in finite)
    relative = 2 * (2 * (2 * e + EPSILON * r + 2.04 * EPSILON) + gamma(len(logits)) + EPSILON)
    return weights, [
        0.0 if x == -math.inf else w * relative + 2 * TINY for x, w in zip(logits, weights)
    ]


def limit(logits):
    """Logits whose softmax is the limit for temperature 0."""
    if any(map(math.isnan, logits)):
        return [math.nan] * len(logits)
    m = max(logits)
    return [0.0 if x == m and m > -math.inf else -math.inf for x in logits]


def per_group(known, normalise, f):
    """f of each row (or column, or of all values) and its bounds; gives new values and bounds."""
    if normalise == "column":
        return per_group(known.transposed(), "row", f).transposed()
    if normalise == "matrix":
        values, bounds = f(sum(known.values, []), sum(known.bounds, []))
        n = len(known.values[0])
        cut = lambda flat: [flat[i : i + n] for i in range(0, len(flat), n)]
        return Known(cut(values), cut(bounds))
    pairs = [f(*pair) for pair in zip(known.values, known.bounds)]
    return Known([v for v, _ in pairs], [b for _, b in pairs])


def flag(logits, weights):
    if any(map(math.isnan, weights)):
        return "poisoned"
    if all(x == -math.inf for x in logits):
        return "empty"
    lost = any(x > -math.inf and w < 2.0**-150 for x, w in zip(logits, weights))
    return "underflow" if lost else "ok"


def attend(case):
    matrices = {name: Known(case[name]) for name in ("x", "q", "k", "v", "wq", "wk", "wv") if name in case}

    def role(name):
        if name in matrices:
            return matrices[name]
        w = matrices.get("w" + name)
        return product(matrices["x"], w) if w else matrices["x"]

    q, k, v = role("q"), role("k"), role("v")
    scale = {"none": 1.0, "sqrt": math.sqrt(len(q.values[0]))}.get(case["scale"], case["scale"])
    scores = product(q, k.transposed())
    scaled = divided(scores, scale)
    temperature = case["temperature"]
    logits = divided(scaled, temperature or 1.0)
    logits = Known([list(row) for row in logits.values], logits.bounds)
    for mask in case["masks"]:
        for i, row in enumerate(logits.values):
            for j in range(len(row)):
                if j > i if mask == "causal" else not mask[i][j]:
                    row[j] = -math.inf
    if temperature == 0:
        none = lambda row: [0.0] * len(row)
        logits = per_group(logits, case["normalise"], lambda row, _: (limit(row), none(row)))
    weights = per_group(logits, case["normalise"], softmax)
    context = product(weights, v, skip_zeros=True)
    flags = [flag(*pair) for pair in zip(logits.values, weights.values)]
    return flags, dict(scores=scores, scaled=scaled, logits=logits, weights=weights, context=context)


def number(x):
    if math.isnan(x):
        return "NaN"
    if math.isinf(x):
        return "Infinity" if x > 0 else "-Infinity"
    return repr(int(x)) if x == int(x) and abs(x) < 1e15 else repr(x)


def rounded(x):
    return number(float(f"{x:.13g}"))


def bound(x):
    return f"{x:.3e}" if 0 < x < math.inf else "0"


def line(name, rows, write=number):
    print(name, len(rows), len(rows[0]), *(write(x) for row in rows for x in row))


def show(name, **given):
    case = dict(scale="none", temperature=1.0, normalise="row", masks=[])
    case.update(given)
    print("case", name)
    print("scale", case["scale"])
    print("temperature", number(case["temperature"]))
    print("normalise", case["normalise"])
    for mask in case["masks"]:
        print("mask causal") if mask == "causal" else line("mask", mask, lambda b: str(int(b)))
    for matrix in ("x", "q", "k", "v", "wq", "wk", "wv"):
        if matrix in case:
            line(matrix, case[matrix])
    flags, results = attend(case)
    print("rowFlags", *flags)
    for result, known in results.items():
        line(result, known.values, rounded)
        line(f"within {result}", known.bounds, bound)


generator = random.Random(2017)


def normal(rows, cols, spread=1.0):
    return [[float32(generator.gauss(0, spread)) for _ in range(cols)] for _ in range(rows)]


def booleans(rows, cols):
    return [[generator.random() < 0.6 for _ in range(cols)] for _ in range(rows)]


TOY = [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]

if __name__ == "__main__":
    print("# Made by tests/golden/attention.py 1, seed 2017: see there.")
    show("toy", x=TOY)
    show("toy by column", x=TOY, normalise="column")
    show("toy over the matrix", x=TOY, normalise="matrix")
    show("toy at temperature 0", x=TOY, temperature=0.0)
    show("toy at temperature 0, ties by column", x=TOY, temperature=0.0, normalise="column")
    show("one token", x=[[5.0]])
    show("root of d", x=normal(5, 7), scale="sqrt")
    show("causal", x=normal(8, 16), scale="sqrt", masks=["causal"])
    show("a mask with an empty row", q=normal(4, 3), k=normal(6, 3), v=normal(6, 5),
         masks=[[[False] * 6] + booleans(3, 6)])
    show("two masks and causal", x=normal(6, 4), masks=["causal", booleans(6, 6), booleans(6, 6)])
    show("projections", x=normal(6, 10), wq=normal(10, 4, 0.3), wk=normal(10, 4, 0.3),
         wv=normal(10, 9, 0.3), scale="sqrt")
    show("only keys projected", x=normal(4, 6), wk=normal(6, 6, 0.4))
    show("cold", x=normal(5, 4), temperature=0.125, scale=0.5)
    show("hot", x=normal(5, 4), temperature=40.0)
    show("by column, masked", x=normal(5, 6), normalise="column", masks=[booleans(5, 5)])
    show("over the matrix, causal", x=normal(5, 6), normalise="matrix", masks=["causal"])
    show("longer than the vectors", x=normal(19, 67, 0.5), scale="sqrt")
    show("far apart", x=[[float32(v * 12) for v in row] for row in normal(7, 6)])
    show("NaN behind a mask", x=[[1.0, 2.0], [math.nan, 0.0], [0.5, -1.0]],
         masks=[[[True, False, True]] * 3])
    show("NaN in a query", q=[[1.0, 2.0], [math.nan, 0.0]], k=TOY, v=normal(3, 4))
