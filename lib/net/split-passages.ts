export type TextPassage = { heading?: string; text: string };

const targetLength = 600;
const maxLength = 1_200;
/** Code is only understood whole. */
const maxCodeLength = 3_000;

/**
 * Markdown cut at headings and blank lines; short paragraphs under a heading are joined, long ones cut
 * between sentences, tables between rows, each with the head. A PDF's passage has its page in its heading.
 */
export function splitPassages(markdown: string): TextPassage[] {
  const passages: TextPassage[] = [];
  let page: string | undefined;
  let heading: string | undefined;
  let isFresh = true;
  for (const block of splitBlocks(markdown)) {
    const title = /^#{1,6}\s+(.+)$/.exec(block)?.[1]?.trim();
    if (title !== undefined) {
      if (pagePattern.test(block)) page = title;
      heading = page === undefined || page === title ? title : `${page}: ${title}`;
      isFresh = true;
      continue;
    }
    for (const text of cutLong(block)) {
      const last = passages.at(-1);
      if (!isFresh && last && last.text.length + text.length < targetLength) last.text += `\n\n${text}`;
      else passages.push(heading === undefined ? { text } : { heading, text });
      isFresh = false;
    }
  }
  return passages;
}

const pagePattern = /^## Page \d+$/;

function splitBlocks(markdown: string): string[] {
  const blocks: string[] = [];
  let lines: string[] = [];
  let fence: string | null = null;
  const close = () => {
    if (lines.some((line) => line.trim() !== "")) blocks.push(lines.join("\n").trim());
    lines = [];
  };
  for (const line of markdown.split("\n")) {
    const mark = /^\s*(```|~~~)/.exec(line)?.[1] ?? null;
    if (mark && fence === null) fence = mark;
    else if (mark === fence) fence = null;
    const isHeading = fence === null && /^#{1,6}\s/.test(line);
    if (isHeading || (fence === null && line.trim() === "")) close();
    lines.push(line);
    if (isHeading) close();
  }
  close();
  return blocks;
}

function cutLong(block: string): string[] {
  if (block.length <= maxLength) return [block];
  const lines = block.split("\n");
  const [first = "", second = ""] = lines;
  const fence = /^\s*(```|~~~)/.exec(first)?.[1];
  if (fence !== undefined)
    return block.length <= maxCodeLength
      ? [block]
      : cutLines(lines.slice(1, lines.at(-1)?.trim() === fence ? -1 : undefined), {
          before: first,
          after: fence,
        });
  if (first.startsWith("|") && /^\|[\s|:-]+\|$/.test(second))
    return cutLines(lines.slice(2), { before: `${first}\n${second}`, after: "" });
  return cutSentences(block);
}

/** Groups of lines between what every group needs around it. */
function cutLines(lines: string[], { before, after }: { before: string; after: string }): string[] {
  const room = Math.max(maxLength - before.length - after.length - 2, maxLength / 4);
  const groups = joinPieces(
    lines.flatMap((line) => cutHard(`${line}\n`, room)),
    room,
  );
  return groups.map((group) =>
    [before, group.replace(/\n$/, ""), after].filter((part) => part !== "").join("\n"),
  );
}

function cutSentences(block: string): string[] {
  const pieces = block
    .split(/(?<=[。！？；\n])|(?<=[.!?؟।]\s)/u)
    .flatMap((piece) => cutHard(piece, maxLength));
  return joinPieces(pieces, maxLength)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function cutHard(piece: string, length: number): string[] {
  const count = Math.ceil(piece.length / length);
  return Array.from({ length: count }, (_, index) => piece.slice(index * length, (index + 1) * length));
}

function joinPieces(pieces: string[], length: number): string[] {
  const parts: string[] = [];
  for (const piece of pieces) {
    const last = parts.at(-1);
    if (last !== undefined && last.length + piece.length <= length) parts[parts.length - 1] = last + piece;
    else parts.push(piece);
  }
  return parts;
}
