import { createDisarm, toPlainMarkdown, toQuotation } from "@/lib/features/evidence/export/disarm-markdown";
import {
  docxType,
  toBibtex,
  toFileName,
  toLink,
  type AnswerFile,
} from "@/lib/features/evidence/export/export-answer";
import { escapeHtml, renderMarkdown, toHtmlPage } from "@/lib/features/evidence/export/html-page";
import type { TalkWords } from "@/lib/features/evidence/export/docx-document";
import { listLegend, writeSeal, writeSigns } from "@/lib/features/evidence/export/seal-lines";
import type { ExportFormat } from "@/lib/features/evidence/shape/evidence";
import type { Snapshot, SnapshotTurn } from "./shape";

/** `whole`: for the machine-readable form. */
export type TalkRequest = { format: ExportFormat; whole: object | null; words: TalkWords };

/** A conversation as a file. `whole` is what the machine-readable form holds. */
export async function exportConversation(
  snapshot: Snapshot,
  { format, whole, words }: TalkRequest,
): Promise<AnswerFile> {
  const name = toFileName(snapshot.title);
  switch (format) {
    case "json": {
      const content = `${JSON.stringify({ schema: "sextant.conversation", version: 1, ...whole }, null, 2)}\n`;
      return { name: `${name}.json`, contentType: "application/json", content };
    }
    case "markdown": {
      const content = toMarkdown(snapshot, words);
      return { name: `${name}.md`, contentType: "text/markdown; charset=utf-8", content };
    }
    case "html":
      return {
        name: `${name}.html`,
        contentType: "text/html; charset=utf-8",
        content: toHtml(snapshot, words),
      };
    case "docx": {
      const { toTalkDocx } = await import("@/lib/features/evidence/export/docx-document");
      return { name: `${name}.docx`, contentType: docxType, content: await toTalkDocx(snapshot, words) };
    }
    case "bibtex": {
      const content = toBibtex(listPages(snapshot));
      return { name: `${name}.bib`, contentType: "application/x-bibtex; charset=utf-8", content };
    }
  }
}

/** Each page that is cited, once. */
function listPages({ turns }: Snapshot) {
  const sources = turns.flatMap((turn) => turn.sources);
  return [...new Map(sources.map((source) => [source.url, { ...source, contentHash: null }])).values()];
}

function toMarkdown({ title, turns }: Snapshot, words: TalkWords): string {
  const disarm = createDisarm();
  const parts = turns.map((turn) =>
    turn.role === "user"
      ? `## ${words.you}\n\n${toQuotation(turn.text)}`
      : [`## ${words.sextant}`, writeBold(turn, words), disarm(toText(turn)), toSourceList(turn, words)]
          .filter(Boolean)
          .join("\n\n"),
  );
  const legend = toLegend(turns, words);
  if (legend !== "") parts.push(legend);
  return `${[`# ${toPlainMarkdown(title.replace(/\s+/g, " "))}`, ...parts].join("\n\n")}\n`;
}

const toText = ({ text, marks }: SnapshotTurn): string => writeSigns(text, marks);

const toLegend = (turns: readonly SnapshotTurn[], words: TalkWords): string =>
  listLegend(
    turns.flatMap(({ marks }) => marks ?? []),
    words,
  ).join(" · ");

function writeBold({ marks }: SnapshotTurn, words: TalkWords): string {
  const seal = writeSeal(marks, words);
  return seal === null ? "" : `**${seal}**`;
}

function toSourceList({ sources }: SnapshotTurn, words: TalkWords): string {
  if (sources.length === 0) return "";
  const lines = sources.map(({ number, title, url }) => `- \\[${number}\\] ${toLink(title, url)}`);
  return `**${words.sources}**\n\n${lines.join("\n")}`;
}

/** One page that needs nothing from elsewhere and runs nothing: HTML in texts stays text. */
function toHtml({ title, turns }: Snapshot, words: TalkWords): string {
  const body = turns.map((turn) => {
    const name = turn.role === "user" ? words.you : words.sextant;
    const text =
      turn.role === "user"
        ? `<p class="asked">${escapeHtml(turn.text)}</p>`
        : renderMarkdown(`${writeBold(turn, words)}\n\n${toText(turn)}`);
    const sources = turn.sources.map(
      ({ number, title: source, url }) =>
        `<li value="${number}"><a href="${escapeHtml(url)}" rel="noreferrer">${escapeHtml(source)}</a> <span>${escapeHtml(url)}</span></li>`,
    );
    const list =
      sources.length === 0 ? "" : `<h3>${escapeHtml(words.sources)}</h3><ol>${sources.join("")}</ol>`;
    return `<section><h2>${escapeHtml(name)}</h2>${text}${list}</section>`;
  });
  return toHtmlPage({
    title,
    language: words.language,
    body: `<h1>${escapeHtml(title)}</h1>${body.join("\n")}<p>${escapeHtml(toLegend(turns, words))}</p>`,
  });
}
