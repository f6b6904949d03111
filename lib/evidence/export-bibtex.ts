import { createHash } from "node:crypto";
import type { AnswerSource } from "@/lib/protocol/answer-evidence";

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
