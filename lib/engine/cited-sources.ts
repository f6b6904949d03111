import { findCitedNumbers } from "@/lib/protocol/cited-numbers";
import type { ChatChunk, ChatMessage } from "@/lib/protocol/chat-message";
import { findResult, type AnyToolResult, type Citation, type CitedSource } from "@/lib/protocol/tool-results";

/** Of a source that was only listed by a search the model knows no more than `snippet`. */
export type FoundSource = CitedSource & { snippet?: string };
/** The sources that tools found, by number. */
export type FoundSources = Map<number, FoundSource>;

/** Adds what a call cites. What was read stays so, whatever lists it again. */
export function addCitations(found: FoundSources, citations: readonly Citation[]): void {
  for (const citation of citations) {
    const { number } = citation;
    if (citation.kind === "read") found.set(number, toSource(citation));
    else if (citation.kind === "listed" && !isRead(found.get(number)))
      found.set(number, { ...toSource(citation), snippet: citation.snippet });
    else if (citation.kind === "recalled" && !found.has(number)) found.set(number, toSource(citation));
  }
}

function isRead(source: FoundSource | undefined): boolean {
  return source !== undefined && source.snippet === undefined;
}

function toSource({ number, evidenceId, url, title, site, ...source }: CitedSource): CitedSource {
  return { number, evidenceId, url, title, site, ...toDetails(source) };
}

function toDetails({ publishedAt, documentKind, place }: Partial<CitedSource>) {
  return {
    ...(publishedAt === undefined ? {} : { publishedAt }),
    ...(documentKind === undefined ? {} : { documentKind }),
    ...(place === undefined ? {} : { place }),
  };
}

/** What a call cites, by the tool's name; the tools know it. */
export type ListCitations = (tool: string, output: AnyToolResult) => readonly Citation[];

/** Adds the sources of messages, such as those of earlier turns, which an answer may cite again. */
export function collectEarlierSources(
  found: FoundSources,
  messages: readonly ChatMessage[],
  listCitations: ListCitations,
): void {
  for (const part of messages.flatMap((message) => message.parts))
    if (part.type.startsWith("tool-") && "output" in part && part.state === "output-available") {
      const output = findResult(part.output);
      if (output !== null) addCitations(found, listCitations(part.type.slice("tool-".length), output));
    }
}

/** The same, but what this reply has found stays: a page that it read itself is as it read it. */
export function addEarlierSources(
  found: FoundSources,
  messages: readonly ChatMessage[],
  listCitations: ListCitations,
): void {
  const own = [...found];
  collectEarlierSources(found, messages, listCitations);
  for (const [number, source] of own)
    if (isRead(source) || !isRead(found.get(number))) found.set(number, source);
}

/** One `source-url` event for each known number that the answer cites, in the order of the numbers. */
export function toSourceChunks(answer: string, found: FoundSources): ChatChunk[] {
  const numbers = findCitedNumbers(answer, (number) => found.has(number)).sort((a, b) => a - b);
  return numbers.flatMap((number) => {
    const source = found.get(number);
    return source === undefined ? [] : [toSourceChunk(source)];
  });
}

/** Whether it was read is told here too: the call that read it may stand in a step's reply. */
export function toSourceChunk(found: FoundSource): ChatChunk {
  const { number, url, title, site, evidenceId, ...source } = found;
  const details = { number, site, evidenceId, ...(isRead(found) && { isRead: true }), ...toDetails(source) };
  return { type: "source-url", sourceId: String(number), url, title, providerMetadata: { sextant: details } };
}

/** As `toSourceChunk` writes it. */
type SourceUpdate = Partial<CitedSource> & { isRead?: boolean };

/** Adds those that replies cite and none of their own calls gave: the steps of their plans found them. */
export function collectToldSources(found: FoundSources, messages: readonly ChatMessage[]): void {
  for (const part of messages.flatMap((message) => message.parts)) {
    if (part.type !== "source-url") continue;
    const told: unknown = part.providerMetadata?.["sextant"] ?? {};
    const { isRead: wasRead = false, number, evidenceId, site, ...details } = told as SourceUpdate;
    if (number === undefined || evidenceId === undefined || site === undefined || found.has(number)) continue;
    const { url, title = url } = part;
    const source = { ...toDetails(details), number, evidenceId, url, title, site };
    found.set(number, wasRead ? source : { ...source, snippet: "" });
  }
}
