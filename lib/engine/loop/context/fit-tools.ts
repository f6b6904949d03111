import type { ToolSet } from "ai";
import { estimateToolTokens } from "@/lib/engine/loop/tokens";
import { createIndex } from "@/lib/language/bm25";

export type FitTools = {
  tools: ToolSet;
  /** In the order in which they are offered. */
  names: readonly string[];
  isBuiltIn: (name: string) => boolean;
  /** Called in this conversation before. */
  used: ReadonlySet<string>;
  question: string;
  roomTokens: number;
};

/** The tools that fit, in their order: first built-in ones, then those in use, then by the question. */
export function fitTools({ tools, names, isBuiltIn, used, question, roomTokens }: FitTools): string[] {
  const costs = new Map(names.map((name) => [name, estimateToolTokens(tools, [name])]));
  const costOf = (name: string): number => costs.get(name) ?? 0;
  if (names.reduce((sum, name) => sum + costOf(name), 0) <= roomTokens) return [...names];
  const scores = createIndex(names.map((name) => describe(name, tools))).score(question);
  const toRank = (name: string): number => (isBuiltIn(name) ? 2 : used.has(name) ? 1 : 0);
  const ranked = names
    .map((name, index) => ({ name, rank: toRank(name), score: scores[index] ?? 0 }))
    .sort((one, other) => other.rank - one.rank || other.score - one.score);
  let room = roomTokens;
  const fitting = new Set(
    ranked.flatMap(({ name }) => {
      if (costOf(name) > room) return [];
      room -= costOf(name);
      return [name];
    }),
  );
  return names.filter((name) => fitting.has(name));
}

function describe(name: string, tools: ToolSet): string {
  const { description } = tools[name] ?? {};
  return `${name.replaceAll(/[_-]+/g, " ")} ${typeof description === "string" ? description : ""}`;
}
