import { createDisarm, toPlainMarkdown, toQuotation } from "@/lib/evidence/export/disarm-markdown";
import { toFileName, toLink } from "@/lib/evidence/export/export-answer";
import { escapeHtml, renderMarkdown, toHtmlPage } from "@/lib/evidence/export/html-page";
import { listLegend, writeSeal, writeSigns, type SealWords } from "@/lib/evidence/export/seal-lines";
import type { ConversationExport, Snapshot, SnapshotTurn } from "@/lib/protocol/snapshots";

/** The person's names for the parts of a file, and the language that they are in. */
export type TalkWords = SealWords & { you: string; sextant: string; sources: string };
/** A branch beside the one that is shown, in its own words. */
export type TalkFile = { name: string; contentType: string; text: string };

/** `whole`: for the machine-readable form. */
export type TalkWish = { format: ConversationExport["format"]; whole: object | null; words: TalkWords };

/** A conversation as a file. `whole` is what the machine-readable form holds. Pure. */
export function exportConversation(snapshot: Snapshot, { format, whole, words }: TalkWish): TalkFile {
  const name = toFileName(snapshot.title);
  switch (format) {
    case "json": {
      const text = `${JSON.stringify({ schema: "sextant.conversation", version: 1, ...whole }, null, 2)}\n`;
      return { name: `${name}.json`, contentType: "application/json", text };
    }
    case "markdown": {
      const text = toMarkdown(snapshot, words);
      return { name: `${name}.md`, contentType: "text/markdown; charset=utf-8", text };
    }
    case "html":
      return { name: `${name}.html`, contentType: "text/html; charset=utf-8", text: toHtml(snapshot, words) };
  }
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
