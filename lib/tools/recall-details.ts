import type { Evidence } from "@/lib/data/evidence";
import { AppError } from "@/lib/errors";
import type { RecallDetailsOutput } from "@/lib/protocol/tool-results";
import { recallDetailsInputSchema } from "@/lib/protocol/tools";
import { findInstructions } from "@/lib/evidence/instructions/find-instructions";
import { instructionWarning } from "./notice-instructions";
import { toExcerpt, writePassages } from "./excerpt";
import { fencePage } from "./fence";
import type { ToolDefinition } from "./tool";

const maxTokens = 2_000;

export function createRecallDetails(): ToolDefinition<"recall_details"> {
  return {
    name: "recall_details",
    version: "1.0",
    capability: "basic",
    stage: "observing_results",
    description: `Gives the full text, or the part you need, of an earlier result of this conversation, by its result id.
Use it when an earlier page or search was shortened and you need more of it, instead of reading the page again.
Do not use it for anything that you have not seen an id of in this conversation.
Give the id (it looks like r_ab12cd34) and, for a long text, what to look for as focus; at most about ${maxTokens} tokens come back.`,
    inputSchema: recallDetailsInputSchema,
    timeLimitMs: 10_000,
    hasSideEffects: false,
    hints: { not_found: "Use an id exactly as it stood in a result of this conversation, or read the page again with web_fetch." },
    async execute({ resultId, focus = "" }, { ledger }) {
      const evidence = await ledger.find(resultId);
      if (evidence === null)
        throw new AppError("not_found", "There is no earlier result with this id in this conversation; it may have expired.");
      const { passages, isWhole } = toExcerpt(evidence.text, focus, maxTokens);
      const body = writePassages(passages);
      const note = isWhole
        ? ""
        : `\n${focus === "" ? "This is how it begins; give a focus to see another part." : "These are the parts that fit the focus."}`;
      return {
        text: `${writeEvidence(resultId, evidence, body)}${note}`,
        summary: { key: "recalled", values: { title: evidence.title } },
        data: toData(resultId, evidence, body),
      };
    },
  };
}

function writeEvidence(resultId: string, { kind, number, url, title, site }: Evidence, body: string): string {
  if (kind === "search") return body;
  const warning = findInstructions(body).level === "sure" ? { warning: instructionWarning } : {};
  return fencePage({ number: number ?? 0, result: resultId, url: url ?? "", title, site, ...warning }, body);
}

function toData(resultId: string, { url, number, title }: Evidence, text: string): RecallDetailsOutput {
  return { resultId, title, text, ...(url === null ? {} : { url }), ...(number === null ? {} : { number }) };
}
