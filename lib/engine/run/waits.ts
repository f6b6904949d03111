/** Waits that do not count; where several are under way at once they count as one. */
export function createWaits(now: () => number) {
  let [overMs, open, begunAt] = [0, 0, 0];
  return {
    totalMs: (): number => overMs + (open > 0 ? now() - begunAt : 0),
    /** Gives what ends it; it is called once. */
    begin(): () => void {
      if (open === 0) begunAt = now();
      open += 1;
      return () => {
        open -= 1;
        if (open === 0) overMs += now() - begunAt;
      };
    },
  };
}
