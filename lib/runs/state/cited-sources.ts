import { findCitedNumbers } from "@/lib/evidence/citations";
import type { ChatChunk, ChatMessage } from "@/lib/protocol/chat-message";
import type { CitedSource, ToolOutputs } from "@/lib/protocol/tool-results";

/** A source that tools found. Of one that was only listed by a search the model knows no more than `snippet`. */
export type FoundSource = CitedSource & { snippet?: string };
/** The sources that tools found, by number. */
export type FoundSources = Map<number, FoundSource>;

/** Collects what a tool's result names as sources. */
export function collectSources(
  found: FoundSources,
  output: ToolOutputs["web_search"] | ToolOutputs["web_fetch"],
): void {
  if (!output.ok) return;
  if ("pages" in output.data) for (const page of output.data.pages) found.set(page.number, toSource(page));
  else
    for (const result of output.data.results)
      if (!isRead(found.get(result.number)))
        found.set(result.number, { ...toSource(result), snippet: result.snippet });
}

/** A page that was read stays so, whatever lists it again. */
function isRead(source: FoundSource | undefined): boolean {
  return source !== undefined && source.snippet === undefined;
}

function toSource({ number, evidenceId, url, title, site, publishedAt }: CitedSource): CitedSource {
  return { number, evidenceId, url, title, site, ...(publishedAt === undefined ? {} : { publishedAt }) };
}

/** A source that was only recalled was read in a turn that lies too far back. */
export function collectRecalled(found: FoundSources, output: ToolOutputs["recall_details"]): void {
  if (!output.ok) return;
  const { number, url, title, resultId } = output.data;
  if (number === undefined || url === undefined || found.has(number)) return;
  found.set(number, { number, evidenceId: resultId, url, title, site: URL.parse(url)?.host ?? url });
}

/** The sources of earlier turns that an answer may cite again. */
export function collectEarlierSources(found: FoundSources, messages: readonly ChatMessage[]): void {
  for (const part of messages.flatMap((message) => message.parts)) {
    const isSource = part.type === "tool-web_search" || part.type === "tool-web_fetch";
    if (isSource && part.state === "output-available") collectSources(found, part.output);
    if (part.type === "tool-recall_details" && part.state === "output-available")
      collectRecalled(found, part.output);
  }
}

/** The same beside what this reply has found, also where that was known first: a page that it read itself stays as it read it. */
export function addEarlierSources(found: FoundSources, messages: readonly ChatMessage[]): void {
  const own = [...found];
  collectEarlierSources(found, messages);
  for (const [number, source] of own)
    if (isRead(source) || !isRead(found.get(number))) found.set(number, source);
}

/** One `source-url` event for each number that the answer cites and that is known, in the order of the numbers. */
export function toSourceChunks(answer: string, found: FoundSources): ChatChunk[] {
  const numbers = findCitedNumbers(answer).sort((a, b) => a - b);
  return numbers.flatMap((number) => {
    const source = found.get(number);
    return source === undefined ? [] : [toSourceChunk(source)];
  });
}

function toSourceChunk({ number, url, title, site, publishedAt, evidenceId }: CitedSource): ChatChunk {
  const details = { number, site, evidenceId, ...(publishedAt === undefined ? {} : { publishedAt }) };
  return { type: "source-url", sourceId: String(number), url, title, providerMetadata: { sextant: details } };
}
