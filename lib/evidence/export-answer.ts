import type { AnswerEvidence } from "@/lib/protocol/answer-evidence";
import type { ExportFormat } from "@/lib/protocol/evidence";
import { toBibtex } from "./export-bibtex";
import { toMarkdownExport, type ExportWords } from "./export-markdown";

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
        text: toMarkdownExport(answer, words),
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
function toFileName(title: string): string {
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
function toJsonExport(answer: AnswerEvidence): string {
  return `${JSON.stringify({ schema: "sextant.answer", version: exportVersion, ...answer }, null, 2)}\n`;
}
