import { estimateTokens } from "@/lib/agent/tokens";
import { rankEntries, type WeighedEntry } from "./collect-entries";
import { joinUntil } from "./topics";
import { getTitle, writeEntry, writeSummary, type SummaryEntry } from "./summary-entries";

/** What the topics may take of the room. */
const topicShare = 0.1;
/** However many instructions there are, something of the rest stays. */
const instructionShare = 0.75;
const fewInstructions = 5;

/** A summary of at most `maxTokens`: talk goes first, then what answers said, then what the person told; instructions last. */
export function fitEntries(
  entries: readonly WeighedEntry[],
  topics: readonly SummaryEntry[],
  maxTokens: number,
): string {
  const chosenTopics = joinUntil(
    topics,
    (joined) => estimateTokens(writeSummary(joined)) <= maxTokens * topicShare,
  );
  const chosen = chooseEntries(rankEntries(entries), maxTokens - estimateTokens(writeSummary(chosenTopics)));
  // Should an estimate of the whole be more than those of its parts.
  while (chosen.length > 0 && estimateTokens(writeSummary([...chosen, ...chosenTopics])) > maxTokens)
    chosen.pop();
  return writeSummary([...chosen, ...chosenTopics]);
}

function chooseEntries(ranked: readonly WeighedEntry[], room: number): SummaryEntry[] {
  const chosen: SummaryEntry[] = [];
  const titled = new Set<SummaryEntry["kind"]>();
  let used = 0;
  for (const { entry } of ranked) {
    const title = titled.has(entry.kind) ? 0 : estimateTokens(`${getTitle(entry.kind)}\n`);
    const cost = title + estimateTokens(`${writeEntry(entry)}\n`);
    const isMany = entry.kind === "instruction" && chosen.length >= fewInstructions;
    if (used + cost > room * (isMany ? instructionShare : 1)) continue;
    used += cost;
    titled.add(entry.kind);
    chosen.push(entry);
  }
  return chosen;
}
