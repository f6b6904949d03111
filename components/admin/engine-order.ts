import type { EngineState } from "@/lib/protocol/settings";

/** The engines in the order in which they are asked: those that the settings name, then the others as they come. */
export function orderEngines(engines: readonly EngineState[], order: readonly string[]): EngineState[] {
  const placed = order.flatMap((id) => engines.filter((engine) => engine.id === id));
  return [...placed, ...engines.filter(({ id }) => !order.includes(id))];
}

/** All engines' ids with one moved by a place, up with -1 and down with 1. */
export function moveEngine(ordered: readonly EngineState[], id: string, by: -1 | 1): string[] {
  const ids = ordered.map((engine) => engine.id);
  const from = ids.indexOf(id);
  const to = from + by;
  if (from === -1 || to < 0 || to >= ids.length) return ids;
  return ids.toSpliced(from, 1).toSpliced(to, 0, id);
}
