import type { ChatMessage, ChatPart } from "@/lib/protocol/chat-message";
import type { ShownNumbers } from "@/lib/features/evidence/shape/citation-marks";
import type { ReadRoute } from "@/lib/features/evidence/shape/evidence";
import type { FetchedSource } from "@/lib/features/web/tools/web-fetch/schema";
import { isDocumentPath, readDocumentPlace } from "@/lib/client/document-address";
import { toPlainText } from "./spoken-text";

/**
 * A number's source. `isRead`: the page itself, not only a result; its text is kept under `evidenceId`. A
 * document of the person has no site, and maybe a `place`.
 */
export type Source = {
  number: number;
  url: string;
  title: string;
  site: string;
  publishedAt?: string;
  snippet?: string;
  evidenceId?: string;
  isRead?: true;
  retrievedAt?: string;
  route?: ReadRoute;
  place?: { page?: number; heading?: string };
};

export type SourcesByNumber = ReadonlyMap<number, Source>;

const readBefore = new WeakMap<ChatMessage, Source[]>();

/** A conversation's sources by number; a passage that was read wins over a search result's lines. */
export function collectSources(messages: ChatMessage[]): SourcesByNumber {
  const byNumber = new Map<number, Source>();
  for (const message of messages)
    for (const source of listSources(message))
      byNumber.set(source.number, mergeSource(byNumber.get(source.number), source));
  return byNumber;
}

/** What stands below an answer, as it is numbered: what the reply names, else what its text cites. */
export function chooseShownSources(own: Source[], shown: ShownNumbers, known: SourcesByNumber): Source[] {
  const wanted =
    own.length > 0
      ? own.map(({ number, ...source }) => known.get(number) ?? { number, ...source })
      : [...shown.keys()].flatMap((number) => known.get(number) ?? []);
  const toOrder = ({ number }: Source) => shown.get(number) ?? shown.size + number;
  return wanted.sort((a, b) => toOrder(a) - toOrder(b));
}

export function toSource(part: Extract<ChatPart, { type: "source-url" }>): Source {
  const own = part.providerMetadata?.["sextant"];
  const publishedAt = own?.["publishedAt"];
  const site = own?.["site"];
  const evidenceId = own?.["evidenceId"];
  return {
    number: Number(part.sourceId),
    url: part.url,
    title: part.title ?? part.url,
    site: typeof site === "string" ? site : toSite(part.url),
    ...toPlace(part.url, own?.["place"]),
    ...(typeof publishedAt === "string" && { publishedAt }),
    ...(typeof evidenceId === "string" && { evidenceId }),
    ...(own?.["isRead"] === true && { isRead: true }),
  };
}

/** Where in a document it stands: the address names the page, the server the heading. */
function toPlace(url: string, given: unknown): Pick<Source, "place"> {
  if (!isDocumentPath(url)) return {};
  const { page } = readDocumentPlace(new URLSearchParams(url.split("?")[1]));
  const known = typeof given === "object" && given !== null && "heading" in given ? given.heading : undefined;
  const place = { ...(page !== null && { page }), ...(typeof known === "string" && { heading: known }) };
  return Object.keys(place).length === 0 ? {} : { place };
}

export function toSite(url: string): string {
  if (isDocumentPath(url)) return "";
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, "") : url;
}

/** Tells two pages of a site apart: the site, and the end of the path with what follows it. */
export function toShortAddress(url: string): string {
  if (!URL.canParse(url)) return url;
  const { pathname, search } = new URL(url);
  const names = pathname.split("/").filter((name) => name !== "");
  const end = decode((names.at(-1) ?? "") + search);
  return [toSite(url), ...(names.length > 1 ? ["…"] : []), ...(end === "" ? [] : [end])].join("/");
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Messages that do not change keep their identity, so each is read once. */
function listSources(message: ChatMessage): Source[] {
  const known = readBefore.get(message);
  if (known) return known;
  const sources = message.parts.flatMap(readSources).filter(({ number }) => Number.isInteger(number));
  readBefore.set(message, sources);
  return sources;
}

function readSources(part: ChatPart): Source[] {
  if (part.type === "source-url") return [toSource(part)];
  if (!("toolCallId" in part) || part.type === "dynamic-tool") return [];
  if (part.state !== "output-available" || !part.output.ok) return [];
  const { data } = part.output;
  if ("results" in data) return data.results.map(toPlainSource);
  // A number stands for its document at the best passage.
  if ("passages" in data) return data.passages.toReversed().map(toDocumentSource);
  if ("conversations" in data) return data.conversations.map(toDocumentSource);
  if ("source" in data) return [toDocumentSource(data.source)];
  return "pages" in data ? data.pages.map(toReadSource) : [];
}

const snippetCharacters = 300;

/** A passage is Markdown; its first words are shown plain. */
function toSnippet(passage: string | undefined): string | undefined {
  return passage && toPlainText(passage.slice(0, 2 * snippetCharacters)).slice(0, snippetCharacters);
}

type FoundSource = Pick<FetchedSource, "number" | "url" | "title" | "site" | "publishedAt" | "evidenceId"> & {
  snippet?: string | undefined;
  place?: unknown;
};

function toPlainSource({ number, url, title, site, publishedAt, snippet, evidenceId }: FoundSource): Source {
  const known = {
    ...(publishedAt !== undefined && { publishedAt }),
    ...(snippet !== undefined && { snippet }),
  };
  return { number, url, title, site, ...known, evidenceId };
}

/** What is kept of it is what was read. */
function toDocumentSource(source: FoundSource): Source {
  return { ...toPlainSource(source), ...toPlace(source.url, source.place), isRead: true };
}

function toReadSource(page: FetchedSource): Source {
  const { retrievedAt, route } = page;
  const source = toPlainSource({ ...page, snippet: toSnippet(page.passages[0]?.text) });
  return {
    ...source,
    isRead: true,
    ...(retrievedAt !== undefined && { retrievedAt }),
    ...(route !== undefined && { route }),
  };
}

/** What was read says more than the lines of a search result, whichever came last. */
function mergeSource(before: Source | undefined, next: Source): Source {
  return before?.isRead === true && next.isRead !== true ? { ...next, ...before } : { ...before, ...next };
}
