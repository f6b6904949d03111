export type SearchHit = { number: number; title: string; url: string; snippet: string };
type ReadPassage = { heading: string; text: string };
/** `collection`: where a document stands; absent for a page of the web. */
export type TextPage = { number: number; title: string; collection?: string; passages: ReadPassage[] };

/** The message of a tool's failure, or null when the tool succeeded. */
export function findFailure(output: string): string | null {
  return /^ERROR\(\w+\):\s*([^\n]*)/u.exec(output.trim())?.[1]?.trim() ?? null;
}

export function parseSearchHits(output: string): SearchHit[] {
  const hits: SearchHit[] = [];
  const blocks = output.matchAll(
    /^\[(\d+)\] (.+)\n(https?:\/\/\S+)[^\n]*\n?((?:(?!^\[\d+\] .+\nhttps?:)[^\n]*\n?)*)/gmu,
  );
  for (const block of blocks) {
    const [, number, title = "", url = "", rest = ""] = block;
    const lines = rest.split("\n\n", 1)[0]?.split("\n") ?? [];
    hits.push({ number: Number(number), title: title.trim(), url, snippet: lines.slice(1).join(" ").trim() });
  }
  return hits;
}

/** The pages of a `web_fetch` result; one that was cut off in the middle counts as far as it goes. */
export function parsePages(output: string): TextPage[] {
  return [...output.matchAll(/<page\b([^<>]*)>\n?([\s\S]*?)(?:<\/page>|(?=<page\b)|$)/gu)].map((match) => {
    const [, attributes = "", body = ""] = match;
    const number = Number(getAttribute(attributes, "number"));
    const [title, collection] = [getAttribute(attributes, "title"), getAttribute(attributes, "collection")];
    return { number, title, ...(collection !== "" && { collection }), passages: parsePassages(body) };
  });
}

/** Why calls failed, and why single addresses of a `web_fetch` could not be read. */
export function listFailures(calls: readonly { output: string | null }[]): string[] {
  return calls.flatMap(({ output }) => {
    const text = output ?? "ERROR(error): no result came back.";
    const unread = [...text.matchAll(/^Could not read \S+: (.+)$/gmu)].map(([, message = ""]) => message);
    const failure = findFailure(text);
    return failure === null ? unread : [failure, ...unread];
  });
}

function parsePassages(body: string): ReadPassage[] {
  const passages: ReadPassage[] = [];
  let heading = "";
  for (const block of body.split(/\n(?=#{1,6} )|\n{2,}/u)) {
    const [first = "", ...rest] = block.trim().split("\n");
    // A passage of a document stands below the path of its headings.
    const isHeading = /^#{1,6} /u.test(first) || (rest.length === 0 && first.includes(" › "));
    if (isHeading) heading = toPlainText(first.replace(/^#{1,6} /u, "")).trim();
    const text = (isHeading ? rest : [first, ...rest]).join("\n").trim();
    if (text !== "") passages.push({ heading, text });
  }
  return passages;
}

function getAttribute(attributes: string, name: string): string {
  const raw = new RegExp(`\\b${name}="([^"]*)"`, "u").exec(attributes)?.[1] ?? "";
  return raw.replace(/&(?:quot|lt|gt|amp|#39);/gu, (entity) => entities[entity] ?? entity);
}

const entities: Record<string, string> = {
  "&quot;": '"',
  "&lt;": "<",
  "&gt;": ">",
  "&amp;": "&",
  "&#39;": "'",
};

/** Prose without Markdown's marks: links become their words; pictures, code and footnote marks vanish. */
export function toPlainText(markdown: string): string {
  return markdown
    .replace(/```[\s\S]*?```/gu, "")
    .replace(/!\[[^\][]*\]\([^()]*(?:\([^()]*\)[^()]*)*\)/gu, "")
    .replace(/\[([^\][]*)\]\([^()]*(?:\([^()]*\)[^()]*)*\)/gu, "$1")
    .replace(/\\?\[(?:\d+|note \d+|citation needed|edit)\\?\]/giu, "")
    .replace(/(\*\*|__|\*|`)(?=\S)([^\n]*?\S)\1/gu, "$2")
    .replace(/\\([\\`*_{}[\]()#+.!-])/gu, "$1")
    .replace(/[ \t]+/gu, " ");
}
