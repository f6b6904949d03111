import {
  toShownAnswer,
  type AnswerEvidence,
  type AnswerQuote,
  type AnswerSource,
  type ShownAnswer,
} from "@/lib/features/evidence/shape/answer-evidence";
import type { ExportFormat } from "@/lib/features/evidence/shape/evidence";
import { createHash } from "node:crypto";
import { disarmMarkdown, toPlainMarkdown, toQuotation } from "./disarm-markdown";
import { renderMarkdown, toHtmlPage } from "./html-page";
import { listLegend, writeSeal, writeSigns } from "./seal-lines";
import { listAbout, listDistinct, listFacts, toLine, type ExportWords } from "./source-lines";

export type ExportRequest = { format: ExportFormat; words: ExportWords };
export type AnswerFile = { name: string; contentType: string; content: string | Uint8Array };

export const docxType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

/** An answer with its evidence as a file. */
export async function exportAnswer(
  answer: AnswerEvidence,
  { format, words }: ExportRequest,
): Promise<AnswerFile> {
  const name = toFileName(answer.title);
  switch (format) {
    case "markdown":
      return {
        name: `${name}.md`,
        contentType: "text/markdown; charset=utf-8",
        content: toMarkdownExport(toShownAnswer(answer), words),
      };
    case "html": {
      const body = renderMarkdown(toMarkdownExport(toShownAnswer(answer), words));
      const page = { title: answer.question ?? answer.title, language: words.language, body };
      return { name: `${name}.html`, contentType: "text/html; charset=utf-8", content: toHtmlPage(page) };
    }
    case "docx": {
      const { toDocx } = await import("./docx-document");
      const content = await toDocx(toShownAnswer(answer), words);
      return { name: `${name}.docx`, contentType: docxType, content };
    }
    case "json":
      return { name: `${name}.json`, contentType: "application/json", content: toJsonExport(answer) };
    case "bibtex":
      return {
        name: `${name}.bib`,
        contentType: "application/x-bibtex; charset=utf-8",
        content: toBibtex(answer.sources),
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
function toJsonExport({ pairs: _pairs, ...answer }: AnswerEvidence): string {
  return `${JSON.stringify({ schema: "sextant.answer", version: exportVersion, ...answer }, null, 2)}\n`;
}

type CitedPage = Pick<AnswerSource, "title" | "site" | "url" | "publishedAt" | "retrievedAt" | "contentHash">;

/** One entry for each source, as BibLaTeX and its readers take it. */
export function toBibtex(sources: readonly CitedPage[]): string {
  return sources.map(toEntry).join("\n");
}

function toEntry(source: CitedPage): string {
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
function toKey({ url, publishedAt }: CitedPage): string {
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

/** Question, answer with numbers, each source with what it says. Nothing loads from elsewhere when shown. */
function toMarkdownExport(exported: ShownAnswer, words: ExportWords): string {
  const { title, question, answer, sources, marks } = exported;
  const seal = writeSeal(marks, words);
  const about = listAbout(exported, words).join(" · ");
  const blocks = [
    `# ${toPlainMarkdown(toLine(question ?? title))}`,
    ...(about === "" ? [] : [toPlainMarkdown(about)]),
    ...(seal === null ? [] : [`**${seal}**`]),
    disarmMarkdown(writeSigns(answer, marks).trim()),
  ];
  if (sources.length > 0)
    blocks.push("---", `## ${words.sources}`, ...sources.map((source) => writeSource(source, words)));
  if (seal !== null) blocks.push(listLegend(marks ?? [], words).join(" · "));
  return `${blocks.join("\n\n")}\n`;
}

function writeSource(source: AnswerSource, words: ExportWords): string {
  const { number, title, url, site, contentHash } = source;
  const lines = [
    `**[${number}]** ${toLink(title, url)}`,
    toPlainMarkdown([toLine(site), ...listFacts(source, words)].join(" · ")),
  ];
  if (contentHash !== null) lines.push(`${words.hash}${words.colon}\`${contentHash}\``);
  return [lines.join("  \n"), ...listDistinct(source.quotes).map((quote) => writeQuote(quote, words))].join(
    "\n\n",
  );
}

function writeQuote(
  { quote, sentences }: AnswerQuote & { sentences: AnswerQuote[] },
  words: ExportWords,
): string {
  const said = sentences
    .map(
      ({ verdict, sentence }) =>
        `- ${words.verdict[verdict]}${words.colon}${toPlainMarkdown(toLine(sentence))}`,
    )
    .join("\n");
  if (quote === null) return said;
  return `${toQuotation(quote.trim())}\n\n${said}`;
}

/** To the page itself, under its title. */
export function toLink(title: string, url: string): string {
  const text = toPlainMarkdown(toLine(title));
  return /^https?:\/\//i.test(url) ? `[${text}](<${url.replace(/[<>\s]/g, encodeURIComponent)}>)` : text;
}
