import {
  toShownAnswer,
  type AnswerEvidence,
  type AnswerQuote,
  type AnswerSource,
} from "@/lib/protocol/answer-evidence";
import type { ExportFormat, ReadRoute } from "@/lib/protocol/evidence";
import { createHash } from "node:crypto";
import type { Verdict } from "@/lib/protocol/claims";
import { disarmMarkdown } from "./disarm-markdown";

export type ExportWish = { format: ExportFormat; words: ExportWords };
export type AnswerFile = { name: string; contentType: string; text: string };

/** An answer with its evidence as a file. Pure. */
export function exportAnswer(answer: AnswerEvidence, { format, words }: ExportWish): AnswerFile {
  const name = toFileName(answer.title);
  switch (format) {
    case "markdown":
      return {
        name: `${name}.md`,
        contentType: "text/markdown; charset=utf-8",
        text: toMarkdownExport(toShownAnswer(answer), words),
      };
    case "json":
      return { name: `${name}.json`, contentType: "application/json", text: toJsonExport(answer) };
    case "bibtex":
      return {
        name: `${name}.bib`,
        contentType: "application/x-bibtex; charset=utf-8",
        text: toBibtex(answer.sources),
      };
  }
}

const maxNameCharacters = 60;

/** A conversation's title as a name that every file system takes, in its own script. */
export function toFileName(title: string): string {
  const plain = title
    .normalize("NFC")
    .replace(/[\p{C}\\/:*?"<>|]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  const name = [...plain]
    .slice(0, maxNameCharacters)
    .join("")
    .replace(/^[.\s]+|[.\s]+$/g, "");
  return name === "" ? "sextant" : name;
}

/** Raised when a field changes its meaning or goes. */
const exportVersion = 1;

/** Everything, with the whole texts: `contentHash` is the SHA-256 of `text` in UTF-8. */
function toJsonExport({ markKeys: _markKeys, ...answer }: AnswerEvidence): string {
  return `${JSON.stringify({ schema: "sextant.answer", version: exportVersion, ...answer }, null, 2)}\n`;
}

/** One entry for each source, as BibLaTeX and its readers take it. */
export function toBibtex(sources: AnswerSource[]): string {
  return sources.map(toEntry).join("\n");
}

function toEntry(source: AnswerSource): string {
  const { title, site, url, publishedAt, retrievedAt, contentHash } = source;
  const fields = [
    // In braces of its own, so that no style changes its capitals.
    ["title", `{${escapeTex(title)}}`],
    ["organization", `{${escapeTex(site)}}`],
    ...(isDate(publishedAt) ? [["date", publishedAt.slice(0, 10)]] : []),
    ["url", escapeUrl(url)],
    ...(retrievedAt === undefined ? [] : [["urldate", retrievedAt.slice(0, 10)]]),
    ...(contentHash === null ? [] : [["note", `Text retrieved, SHA-256 ${contentHash}`]]),
  ];
  return `@online{${toKey(source)},\n${fields.map(([name, value]) => `  ${name} = {${value}},`).join("\n")}\n}\n`;
}

/** The same page has the same key in every export: its site, its year, and a few digits of its address. */
function toKey({ url, publishedAt }: AnswerSource): string {
  const host = URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, "") : "source";
  const name = host.replace(/[^a-z0-9]+/gi, "-").replace(/^-|-$/g, "");
  const digits = createHash("sha256").update(url).digest("hex").slice(0, 8);
  return [name, ...(isDate(publishedAt) ? [publishedAt.slice(0, 4)] : []), digits].join("-");
}

function isDate(value: string | undefined): value is string {
  return value !== undefined && /^\d{4}-\d{2}-\d{2}/.test(value);
}

const commands: Record<string, string> = {
  "\\": "\\textbackslash{}",
  // Braces are counted even behind a backslash.
  "{": "\\textbraceleft{}",
  "}": "\\textbraceright{}",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
};

function escapeTex(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .replace(/[\\{}~^$&#%_]/g, (sign) => commands[sign] ?? `\\${sign}`);
}

/** An address is taken as it stands, so only what would end the field is written otherwise. */
function escapeUrl(url: string): string {
  return url.replace(/[\s{}\\<>"]/g, (sign) => encodeURIComponent(sign));
}

/** The words around the answer, in the person's language. */
type ExportWords = {
  sources: string;
  published: string;
  retrieved: string;
  notRead: string;
  hash: string;
  colon: string;
  route: Record<ReadRoute, string>;
  verdict: Record<Verdict, string>;
};

/** Question, answer with numbers, each source with what it says. Nothing loads from elsewhere when shown. */
function toMarkdownExport({ title, question, answer, sources }: AnswerEvidence, words: ExportWords): string {
  const head = `# ${escapeText(toLine(question ?? title))}`;
  const blocks = [head, disarmMarkdown(answer.trim())];
  if (sources.length > 0)
    blocks.push("---", `## ${words.sources}`, ...sources.map((source) => writeSource(source, words)));
  return `${blocks.join("\n\n")}\n`;
}

function writeSource(source: AnswerSource, words: ExportWords): string {
  const { number, title, url, site, contentHash } = source;
  const lines = [
    `**[${number}]** ${toLink(title, url)}`,
    [escapeText(toLine(site)), ...listFacts(source, words)].join(" · "),
  ];
  if (contentHash !== null) lines.push(`${words.hash}${words.colon}\`${contentHash}\``);
  return [lines.join("  \n"), ...listDistinct(source.quotes).map((quote) => writeQuote(quote, words))].join(
    "\n\n",
  );
}

function listFacts({ publishedAt, retrievedAt, route, text }: AnswerSource, words: ExportWords): string[] {
  return [
    ...(publishedAt === undefined ? [] : [`${words.published} ${publishedAt.slice(0, 10)}`]),
    ...(text === null || retrievedAt === undefined ? [words.notRead] : [`${words.retrieved} ${retrievedAt}`]),
    ...(route === undefined ? [] : [words.route[route]]),
  ];
}

/** Several sentences may rest on one passage: it is quoted once, with each of them. */
function listDistinct(quotes: AnswerQuote[]): (AnswerQuote & { sentences: AnswerQuote[] })[] {
  const groups = Map.groupBy(quotes, ({ quote }) => quote);
  return [...groups.values()].flatMap((group) =>
    group[0] === undefined ? [] : [{ ...group[0], sentences: group }],
  );
}

function writeQuote(
  { quote, sentences }: AnswerQuote & { sentences: AnswerQuote[] },
  words: ExportWords,
): string {
  const said = sentences
    .map(
      ({ verdict, sentence }) => `- ${words.verdict[verdict]}${words.colon}${escapeText(toLine(sentence))}`,
    )
    .join("\n");
  if (quote === null) return said;
  const quoted = disarmMarkdown(quote.trim())
    .split("\n")
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");
  return `${quoted}\n\n${said}`;
}

function toLink(title: string, url: string): string {
  const text = escapeText(toLine(title));
  return /^https?:\/\//i.test(url) ? `[${text}](<${url.replace(/[<>\s]/g, encodeURIComponent)}>)` : text;
}

/** A backslash before `<` would be taken along by an address that stands before it. */
function escapeText(text: string): string {
  return text.replace(/[\\`*_[\]>#|~!]/g, "\\$&").replaceAll("<", "&lt;");
}

function toLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
