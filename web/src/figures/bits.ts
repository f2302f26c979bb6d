/** Which bit the keys lead to. */
export function walkBits(key: string, at: number, count: number): number | undefined {
  const leads: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    Home: 0,
    End: count - 1,
  };
  const to = leads[key];
  return to === undefined ? undefined : Math.min(Math.max(to, 0), count - 1);
}
