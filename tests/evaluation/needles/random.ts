export type Random = {
  share(): number;
  whole(from: number, to: number): number;
  pick<T>(list: readonly T[]): T;
};

/** The same choices for the same seed: mulberry32 (Tommy Ettinger, 2017, public domain). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const share = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    share,
    whole: (from, to) => from + Math.floor(share() * (to - from + 1)),
    pick(list) {
      const one = list[Math.floor(share() * list.length)];
      if (one === undefined) throw new Error("There is nothing to pick from.");
      return one;
    },
  };
}
