import { toPlainText } from "./sentences";

export type SearchHit = { number: number; title: string; url: string; snippet: string };
export type Passage = { heading: string; text: string };
export type ReadPage = { number: number; url: string; title: string; passages: Passage[] };
export type Failure = { kind: string; message: string };

/** Reads a tool's failure text, or null when the tool succeeded. */
export function findFailure(output: string): Failure | null {
  const match = /^ERROR\((\w+)\):\s*([^\n]*)/u.exec(output.trim());
  return match === null ? null : { kind: match[1] ?? "error", message: (match[2] ?? "").trim() };
}

export function parseSearchHits(output: string): SearchHit[] {
  const hits: SearchHit[] = [];
  const blocks = output.matchAll(
    /^\[(\d+)\] (.+)\n(https?:\/\/\S+)[^\n]*\n?((?:(?!^\[\d+\] .+\nhttps?:)[^\n]*\n?)*)/gmu,
  );
  for (const block of blocks) {
    const [, number, title, url, rest] = block;
    if (number === undefined || title === undefined || url === undefined) continue;
    const lines = (rest ?? "").split("\n\n", 1)[0]?.split("\n") ?? [];
    hits.push({ number: Number(number), title: title.trim(), url, snippet: lines.slice(1).join(" ").trim() });
  }
  return hits;
}

/** The pages of a `web_fetch` result; one that was cut off in the middle counts as far as it goes. */
export function parsePages(output: string): ReadPage[] {
  return [...output.matchAll(/<page\b([^>]*)>\n?([\s\S]*?)(?:<\/page>|(?=<page\b)|$)/gu)].map((match) => {
    const attributes = match[1] ?? "";
    return {
      number: Number(getAttribute(attributes, "number") || 0),
      url: getAttribute(attributes, "url"),
      title: getAttribute(attributes, "title"),
      passages: parsePassages(match[2] ?? ""),
    };
  });
}

/** The addresses that could not be read, as the tool reports them beside the pages that could. */
export function parseUnreadable(output: string): { url: string; message: string }[] {
  return [...output.matchAll(/^Could not read (\S+): (.+)$/gmu)].map((match) => ({
    url: match[1] ?? "",
    message: match[2] ?? "",
  }));
}

function parsePassages(body: string): Passage[] {
  const passages: Passage[] = [];
  let heading = "";
  for (const block of body.split(/\n(?=#{1,6} )|\n{2,}/u)) {
    const [first = "", ...rest] = block.trim().split("\n");
    const isHeading = /^#{1,6} /u.test(first);
    if (isHeading) heading = toPlainText(first.replace(/^#{1,6} /u, "")).trim();
    const text = (isHeading ? rest : [first, ...rest]).join("\n").trim();
    if (text !== "") passages.push({ heading, text });
  }
  return passages;
}

function getAttribute(attributes: string, name: string): string {
  const raw = new RegExp(`\\b${name}="([^"]*)"`, "u").exec(attributes)?.[1] ?? "";
  return raw
    .replace(/&quot;/gu, '"')
    .replace(/&#39;|&apos;/gu, "'")
    .replace(/&lt;/gu, "<")
    .replace(/&gt;/gu, ">")
    .replace(/&amp;/gu, "&");
}
