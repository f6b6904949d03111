import { createHash } from "node:crypto";
import { estimateTokenCount } from "tokenx";
import { splitSentences } from "@/lib/language/sentences";
import type { PassagePlace } from "@/lib/features/documents/shape/documents";
import { listBlocks, type MarkdownBlock, type MarkdownHeading } from "./markdown-blocks";

/** Rises with the form of passages: what was indexed in an older one is indexed again. */
export const chunkForm = 2;

export type Chunk = { id: string; text: string; place: PassagePlace };

export type TextToChunk = {
  documentId: string;
  title: string;
  /** Markdown. */
  text: string;
  /** Where each page begins in it, in UTF-16 units; empty without pages. */
  pages: readonly number[];
};

/**
 * In tokens by estimate. `few`: what comes after a lesser heading than its own joins a chunk of less.
 */
const limits = { few: 60, least: 200, most: 400, whole: 800 };
/** In characters; what is longer than `longestWhole` takes more than `limits.whole`. */
const longestWhole = 20_000;
const longestHead = 1_000;
const longestPath = 300;
const longestTitle = 200;

/** What is not divided: a sentence, a row of a table, a line of code, or a table or code that fits whole. */
type TextUnit = { start: number; end: number; tokens: number; before?: string };
type DocumentSection = { path: string[]; level: number };
/** `shared`: how many of the headings in `path` stand above all of it. */
type Open = DocumentSection & { shared: number; start: number; end: number; tokens: number; before?: string };

/**
 * The passages of a text in their order, each on one page, with the title and the headings above it: 200 to
 * 400 tokens cut between sentences; tables and code whole up to 800 tokens, else between rows and lines, with
 * the table's head on each. Comes one by one, so that whoever asks can let others work in between.
 */
export function* chunkText({ documentId, title, text, pages }: TextToChunk): Generator<Chunk> {
  const toPage = createPageFinder(pages);
  const headings: { level: number; title: string }[] = [];
  let open: Open | null = null;
  const close = (chunk: Open) => toChunk(chunk, { documentId, title, text, page: toPage(chunk.start) });
  for (const block of listPagedBlocks(text, pages)) {
    if (block.kind === "heading") {
      while ((headings.at(-1)?.level ?? 0) >= block.level) headings.pop();
      headings.push({ level: block.level, title: block.title });
      if (open !== null && endsSection(open, block)) {
        yield close(open);
        open = null;
      }
      continue;
    }
    for (const unit of listUnits(text, block)) {
      if (open !== null && !hasRoom(open, unit, toPage)) {
        yield close(open);
        open = null;
      }
      const path = headings.map((heading) => heading.title);
      if (open === null) {
        open = { ...unit, path, shared: path.length, level: headings.at(-1)?.level ?? 0 };
      } else {
        open.shared = Math.min(open.shared, countShared(open.path, path));
        open.end = unit.end;
        open.tokens += unit.tokens;
      }
    }
  }
  if (open !== null) yield close(open);
}

function countShared(first: readonly string[], second: readonly string[]): number {
  const at = first.findIndex((title, index) => title !== second[index]);
  return at === -1 ? first.length : at;
}

/** Short sections side by side share a chunk; one that leaves a section above does where there is little. */
function endsSection({ tokens, level }: Open, heading: MarkdownHeading): boolean {
  return tokens >= (heading.level < level ? limits.few : limits.least);
}

function hasRoom(open: Open, unit: TextUnit, toPage: (at: number) => number | undefined): boolean {
  // The rest of a table has its head before it, which is no part of the text there.
  if (open.before !== undefined || unit.before !== undefined) return false;
  if (toPage(open.start) !== toPage(unit.start)) return false;
  return open.tokens + unit.tokens <= limits.most;
}

/** Cut where pages begin; a heading with nothing under it on its page is a text of its own. */
function* listPagedBlocks(
  text: string,
  pages: readonly number[],
): Generator<MarkdownBlock | MarkdownHeading> {
  let bare: MarkdownHeading | null = null;
  const toPage = createPageFinder(pages);
  for (const block of listBlocks(text)) {
    if (bare !== null && toPage(bare.start) !== toPage(block.start)) yield toText(bare);
    bare = block.kind === "heading" && pages.length > 0 ? block : null;
    let { start } = block;
    while (block.kind !== "heading" && toPage(start) !== toPage(block.end - 1)) {
      const end = pages[toPage(start) ?? 0] ?? block.end;
      yield { ...block, start, end };
      start = end;
    }
    yield { ...block, start };
  }
  if (bare !== null) yield toText(bare);
}

function toText({ start, end }: MarkdownHeading): MarkdownBlock {
  return { kind: "text", start, end };
}

function* listUnits(text: string, block: MarkdownBlock): Generator<TextUnit> {
  const { kind, start, end } = block;
  if (kind === "text") return yield* listSentences(text, block);
  const whole = end - start > longestWhole ? null : toUnit(text, start, end);
  if (whole !== null && whole.tokens <= limits.whole) yield whole;
  else if (kind === "table") yield* listRows(text, block);
  else yield* listLines(text, start, end);
}

function* listSentences(text: string, { start, end }: MarkdownBlock): Generator<TextUnit> {
  for (const sentence of splitSentences(text.slice(start, end)))
    yield* cutHard(text, toUnit(text, start + sentence.start, start + sentence.end));
}

/** Rows together up to the limit, all groups but the first with the table's head before them. */
function* listRows(text: string, { start, end }: MarkdownBlock): Generator<TextUnit> {
  const head = findHead(text, start);
  let group: TextUnit | null = null;
  for (const row of listLines(text, start, end)) {
    if (group === null) group = row;
    else if (group.tokens + row.tokens <= limits.most) {
      group.end = row.end;
      group.tokens += row.tokens;
    } else {
      yield group;
      group = head === null ? row : { ...row, before: head };
    }
  }
  if (group !== null) yield group;
}

/** A table's first two lines, where the second is a rule. */
function findHead(text: string, start: number): string | null {
  const [first = "", second = ""] = text.slice(start, start + longestHead).split("\n");
  return /^\|[\s|:-]+\|?\s*$/.test(second) ? `${first}\n${second}` : null;
}

function* listLines(text: string, start: number, end: number): Generator<TextUnit> {
  for (let at = start; at < end;) {
    const found = text.indexOf("\n", at);
    const stop = found === -1 || found > end ? end : found;
    if (stop > at) yield* cutHard(text, toUnit(text, at, stop));
    at = stop + 1;
  }
}

/** What has no border inside is cut into equal parts. */
function* cutHard(text: string, unit: TextUnit): Generator<TextUnit> {
  if (unit.tokens <= limits.most) return yield unit;
  const parts = Math.ceil(unit.tokens / limits.most);
  const length = Math.ceil((unit.end - unit.start) / parts);
  for (let start = unit.start; start < unit.end;) {
    let end = Math.min(unit.end, start + length);
    if (end < unit.end && /[\uDC00-\uDFFF]/.test(text.charAt(end))) end += 1;
    yield { start, end, tokens: Math.ceil(unit.tokens / parts) };
    start = end;
  }
}

function toUnit(text: string, start: number, end: number): TextUnit {
  return { start, end, tokens: estimateTokenCount(text.slice(start, end)) };
}

type ChunkSource = { documentId: string; title: string; text: string; page: number | undefined };

function toChunk(open: Open, { documentId, title, text, page }: ChunkSource): Chunk {
  const { path, shared, start, end, before } = open;
  const join = (titles: readonly string[]) => titles.join(" › ").slice(0, longestPath);
  const [heading, first] = [join(path.slice(0, shared)), join(path)];
  const place: PassagePlace = {
    ...(page === undefined ? {} : { page }),
    ...(heading === "" ? {} : { heading }),
    ...{ start, end },
  };
  const above = [
    ...(path[0] === title ? [] : [title.slice(0, longestTitle)]),
    ...(first === "" ? [] : [first]),
  ];
  const body = [...(before === undefined ? [] : [before]), text.slice(start, end)].join("\n");
  return { id: toId(documentId, place, body), text: `${above.join(" › ")}\n\n${body}`, place };
}

function toId(...parts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 22);
}

/** By halving; pages are in their order. */
function createPageFinder(pages: readonly number[]): (at: number) => number | undefined {
  return (at) => {
    let [low, high] = [0, pages.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pages[middle] ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return pages.length === 0 ? undefined : Math.max(1, low);
  };
}
