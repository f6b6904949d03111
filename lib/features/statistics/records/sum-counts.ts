/** Numbers to be added up, in an object of any depth; the texts in it are names, which stay. */
export type Counts = { [field: string]: number | string | Counts };

/** Adds up what has the same place in each. */
export function sumCounts(all: readonly Counts[]): Counts {
  const sum: Counts = {};
  for (const counts of all) {
    for (const [field, value] of Object.entries(counts)) sum[field] = add(sum[field], value);
  }
  return sum;
}

function add(before: Counts[string] | undefined, value: Counts[string]): Counts[string] {
  if (typeof value === "number") return typeof before === "number" ? before + value : value;
  if (typeof value === "string") return value;
  return sumCounts(typeof before === "object" ? [before, value] : [value]);
}
