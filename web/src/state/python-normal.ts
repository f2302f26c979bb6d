/** The engine's random numbers in NumPy, for the programs of the worlds that begin with a seed. */

export const NORMAL_IN_PYTHON: readonly string[] = [
  "import numpy as np",
  "",
  "def normal(rows, cols, seed):",
  '    """Standard normal numbers: SplitMix64, made normal by the polar method."""',
  "    count = rows * cols",
  "    pairs = (count + 1) // 2",
  "    # Of all points of a square the disc takes π/4: a few more are drawn than are needed.",
  "    n = np.arange(1, 2 * int(1.4 * pairs + 200) + 1, dtype=np.uint64)",
  "    z = np.uint64(seed) + n * np.uint64(0x9E3779B97F4A7C15)",
  "    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)",
  "    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)",
  "    z = z ^ (z >> np.uint64(31))",
  "    u, v = ((z >> np.uint64(11)) * 2.0**-52 - 1).reshape(-1, 2).T",
  "    s = u * u + v * v",
  "    disc = (s > 0) & (s < 1)",
  "    u, v, s = u[disc][:pairs], v[disc][:pairs], s[disc][:pairs]",
  "    stretch = np.sqrt(-2 * np.log(s) / s)",
  "    drawn = np.column_stack([u * stretch, v * stretch]).astype(np.float32)",
  "    return drawn.ravel()[:count].reshape(rows, cols).astype(float)",
  "",
];
