/** A stretch of Markdown that belongs together, `[start, end)` in UTF-16 units of the text. */
export type MarkdownBlock = { kind: "text" | "table" | "code"; start: number; end: number };
export type MarkdownHeading = { kind: "heading"; level: number; title: string; start: number; end: number };

/** A paragraph without an end is cut, so that nobody waits for its sentences. */
const longestText = 8_000;
const longestWord = 200;
const longestTitle = 120;

type MarkdownLine = { text: string; start: number; end: number };

/** The blocks and headings of a text in their order. Blank lines belong to none. */
export function* listBlocks(text: string): Generator<MarkdownBlock | MarkdownHeading> {
  let open: (MarkdownBlock & { fence: string | null }) | null = null;
  for (const line of listLines(text)) {
    if (open !== null && open.fence !== null) {
      open.end = line.end;
      if (!line.text.trimStart().startsWith(open.fence)) continue;
      yield close(open);
      open = null;
      continue;
    }
    const kind = toKind(line.text);
    if (
      open !== null &&
      (kind !== open.kind || line.end - open.start > longestText) &&
      !isTableGoingOn(open, kind)
    ) {
      yield close(open);
      open = null;
    }
    if (kind === "heading") yield toHeading(line);
    else if (kind === "blank") continue;
    else if (open === null)
      open = { kind, start: line.start, end: line.end, fence: kind === "code" ? toFence(line.text) : null };
    else open.end = line.end;
  }
  if (open !== null) yield close(open);
}

/** A table is cut where its rows are, whatever its length. */
function isTableGoingOn(open: MarkdownBlock, kind: string): boolean {
  return open.kind === "table" && kind === "table";
}

function close({ kind, start, end }: MarkdownBlock): MarkdownBlock {
  return { kind, start, end };
}

/** Of at most `longestText` characters: a longer line comes in pieces. */
function* listLines(text: string): Generator<MarkdownLine> {
  for (let start = 0; start < text.length;) {
    const found = text.indexOf("\n", start);
    const stop = found === -1 ? text.length : found;
    const end = stop - start <= longestText ? stop : toBorder(text, start + longestText);
    yield { text: text.slice(start, end), start, end };
    start = end === found ? end + 1 : end;
  }
}

/** A place before `at`, not in the middle of a word where there are blanks, nor of a character. */
function toBorder(text: string, at: number): number {
  const blank = text.slice(at - longestWord, at).lastIndexOf(" ");
  if (blank !== -1) return at - longestWord + blank + 1;
  return /[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at - 1 : at;
}

function toKind(line: string): "heading" | "blank" | MarkdownBlock["kind"] {
  if (line.trim() === "") return "blank";
  if (/^#{1,6}\s/.test(line)) return "heading";
  if (/^\s*(?:```|~~~)/.test(line)) return "code";
  return line.startsWith("|") ? "table" : "text";
}

function toFence(line: string): string {
  return line.trimStart().slice(0, 3);
}

function toHeading({ text, start, end }: MarkdownLine): MarkdownHeading {
  const level = text.length - text.replace(/^#+/, "").length;
  return { kind: "heading", level, title: text.slice(level).trim().slice(0, longestTitle), start, end };
}
