import type { OriginText } from "@/lib/engine/loop/consent/view";

/** What other helpers of the plan found while this one works. Each is told to the model once. */
export function createFindings() {
  const all: OriginText[] = [];
  let told = 0;
  return {
    add: (finding: OriginText): void => void all.push(finding),
    list: (): readonly OriginText[] => all,
    takeNew(): string[] {
      const fresh = all.slice(told).map(({ text }) => text);
      told = all.length;
      return fresh;
    },
  };
}
