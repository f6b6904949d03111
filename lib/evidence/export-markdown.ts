import type { AnswerEvidence, AnswerQuote, AnswerSource } from "@/lib/protocol/answer-evidence";
import { maskCode } from "@/lib/protocol/citation-marks";
import type { Verdict } from "@/lib/protocol/claims";
import type { ReadRoute } from "@/lib/protocol/evidence";

/** The words around the answer, in the person's language. */
export type ExportWords = {
  sources: string;
  published: string;
  retrieved: string;
  notRead: string;
  hash: string;
  colon: string;
  route: Record<ReadRoute, string>;
  verdict: Record<Verdict, string>;
};

/** Question, answer with its numbers, then each source with what it says. Nothing in it loads from elsewhere when it is shown. */
export function toMarkdownExport(
  { title, question, answer, sources }: AnswerEvidence,
  words: ExportWords,
): string {
  const head = `# ${escapeText(toLine(question ?? title))}`;
  const blocks = [head, disarmImages(answer.trim())];
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
  const quoted = disarmImages(quote.trim())
    .replace(/</g, "\\<")
    .split("\n")
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");
  return `${quoted}\n\n${said}`;
}

/** A picture would be fetched by whoever shows the file: it becomes a link. Code stays as it is. */
function disarmImages(markdown: string): string {
  const masked = maskCode(markdown);
  return markdown.replace(/!\[/g, (found: string, at: number) =>
    masked.startsWith(found, at) ? "\\![" : found,
  );
}

function toLink(title: string, url: string): string {
  const text = escapeText(toLine(title));
  return /^https?:\/\//i.test(url) ? `[${text}](<${url.replace(/[<>\s]/g, encodeURIComponent)}>)` : text;
}

function escapeText(text: string): string {
  return text.replace(/[\\`*_[\]<>#|~!]/g, "\\$&");
}

function toLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
