import { createCitationFilter, type CitationFilter } from "./citation-filter";
import type { ChatChunk } from "@/lib/protocol/chat-message";
import { isThought } from "@/lib/protocol/thought-metadata";

type FilterOptions = {
  /** The sources by number; without any, a pair of brackets is no citation. */
  sources: { has: (number: number) => boolean; readonly size: number };
  /** The number of a source that the model counts otherwise. */
  toNumber?: (number: number) => number;
  /** Hears the numbers of sources that do not exist at the end of each text. */
  onUnknown: (numbers: number[]) => void;
  /** Facts that the model names by their numbers; `on` hears those of a text at its end. */
  named: { facts: readonly unknown[]; on(numbers: readonly number[]): void } | undefined;
};

/**
 * The events without citations of sources that do not exist and without the ids of facts. What was held back
 * when the events end badly comes before that end.
 */
export async function* filterCitations(
  chunks: AsyncIterable<ChatChunk>,
  { sources, toNumber = (number) => number, onUnknown, named }: FilterOptions,
): AsyncGenerator<ChatChunk> {
  const factCount = named?.facts.length ?? 0;
  const isKnown = (number: number) => sources.has(number);
  const filters = new Map<string, CitationFilter>();
  function* close(id: string, isAnswer = true): Generator<ChatChunk> {
    const filter = filters.get(id);
    filters.delete(id);
    const rest = filter?.end() ?? "";
    if (isAnswer) onUnknown(filter?.listUnknown() ?? []);
    if (isAnswer) named?.on(filter?.listFacts() ?? []);
    if (rest !== "") yield { type: "text-delta", id, delta: rest };
  }
  function* closeAll(): Generator<ChatChunk> {
    for (const id of [...filters.keys()]) yield* close(id);
  }
  try {
    for await (const chunk of chunks) {
      if (chunk.type === "text-start" && (sources.size > 0 || factCount > 0))
        filters.set(chunk.id, createCitationFilter(sources.size > 0 ? isKnown : null, factCount, toNumber));
      if (chunk.type === "text-end") yield* close(chunk.id, !isThought(chunk.providerMetadata));
      if (chunk.type !== "text-delta") {
        yield chunk;
        continue;
      }
      const delta = filters.get(chunk.id)?.push(chunk.delta) ?? chunk.delta;
      if (delta !== "") yield { ...chunk, delta };
    }
    yield* closeAll();
  } catch (error) {
    yield* closeAll();
    throw error;
  }
}
