/** The first Python with NumPy, with NumPy's version, or undefined. */
export function findNumpy(): Promise<{ path: string; version: string } | undefined>;
