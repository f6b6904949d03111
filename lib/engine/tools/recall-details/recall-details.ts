import type { Evidence } from "@/lib/features/evidence/records/evidence";
import { earlierMessages } from "@/lib/engine/context/find-earlier";
import { AppError } from "@/lib/errors";
import type { EarlierMessage } from "@/lib/protocol/tool-results";
import { earlierId } from "@/lib/protocol/tools";
import type { AskSmall } from "@/lib/protocol/ask";
import { instructionWarning } from "@/lib/engine/tools/notice-instructions";
import { toExcerpt, writePassages } from "@/lib/engine/tools/excerpt";
import { readExcerpt } from "@/lib/engine/tools/read-excerpt";
import { fencePage } from "@/lib/language/fence";
import { shareRoom } from "@/lib/language/share-room";
import type { ToolDefinition } from "@/lib/engine/tools/tool";
import { recallDetailsInputSchema, recallTool, type RecallDetailsOutput } from "./schema";
import { estimateTokenCount } from "tokenx";

const maxTokens = 2_000;

export function createRecallDetails(ask: AskSmall): ToolDefinition<"recall_details"> {
  return {
    name: recallTool,
    version: "1.1",
    capability: "basic",
    helpers: ["researcher", "analyst", "writer", "editor", "fact-checker"],
    stage: "observing_results",
    description: `Gives the full text, or the part you need, of an earlier result of this conversation, by its result id.
Use it when an earlier page or search was shortened and you need more of it, instead of reading the page again.
Do not use it for anything that you have not seen an id of in this conversation.
Give the id (it looks like r_ab12cd34) and, for a long text, what to look for as focus; at most about ${maxTokens} tokens come back.
For messages of this conversation that are not shown any more give the id ${earlierId} and as focus the words or names you look for, or numbers of messages such as #12.`,
    input: recallDetailsInputSchema,
    origin: "stranger",
    approval: "never",
    effect: "none",
    limits: { timeMs: 10_000 },
    sentences: { recalled: "Recalled “{title}”.", recalledMessages: "Recalled {count} earlier messages." },
    citations: ({ number, url, title, resultId }) =>
      number === undefined || url === undefined
        ? []
        : [{ kind: "recalled", number, url, title, evidenceId: resultId, site: URL.parse(url)?.host ?? url }],
    texts: ({ url, tool, title, text }) =>
      url === undefined || tool !== undefined
        ? []
        : [{ origin: isOurs(url) ? "file" : "page", url, text: `${title}\n${text}` }],
    recalls: ({ resultId, tool = "" }) =>
      resultId === earlierId ? { kind: "messages" } : { kind: "result", tool },
    hints: {
      not_found:
        "Use an id exactly as it stood in a result of this conversation, or read the page again with web_fetch.",
    },
    async execute({ resultId, focus = "" }, context) {
      const { ledger, run } = context;
      if (resultId === earlierId) return recallMessages(await earlierMessages.get(run)(focus), focus);
      const evidence = await ledger.find(resultId);
      if (evidence === null)
        throw new AppError(
          "not_found",
          "There is no earlier result with this id in this conversation; it may have expired.",
        );
      const wish = { query: focus, maxTokens, ask: evidence.kind === "page" ? ask : undefined };
      const { passages, isWhole, quotes, costMicroUsd } = await readExcerpt(evidence.text, wish, context);
      const body = writePassages(passages);
      const note = isWhole
        ? ""
        : `\n${focus === "" ? "This is how it begins; give a focus to see another part." : "These are the parts that fit the focus."}`;
      return {
        text: `${writeEvidence(resultId, evidence, body, quotes.length > 0)}${note}`,
        summary: { key: "recalled", values: { title: evidence.title } },
        data: toData(resultId, evidence, body),
        costMicroUsd,
      };
    },
  };
}

/** An address of this site: a document of the library, or an earlier conversation. */
function isOurs(url: string): boolean {
  return url.startsWith("/");
}

/** The messages with their numbers, each as far as it bears on what is looked for. */
function recallMessages(found: readonly EarlierMessage[], focus: string) {
  if (found.length === 0) {
    const hint = focus === "" ? "Say what to look for as focus." : "Try other words, or fewer.";
    throw new AppError("not_found", `No earlier message of this conversation tells of that. ${hint}`);
  }
  const rooms = shareRoom(
    found.map((message) => estimateTokenCount(message.text)),
    maxTokens,
  );
  const text = found.map((message, index) => writeMessage(message, focus, rooms[index] ?? 0)).join("\n\n");
  return {
    text,
    summary: { key: "recalledMessages" as const, values: { count: found.length } },
    data: { resultId: earlierId, title: focus, text },
  };
}

function writeMessage({ seq, role, text, resultIds }: EarlierMessage, focus: string, room: number): string {
  const { passages } = toExcerpt(text, focus, room);
  const results = resultIds.length === 0 ? "" : `\n(What was found then: ${resultIds.join(", ")}.)`;
  return `#${seq} (${role === "user" ? "the person" : "your answer"}):\n${writePassages(passages)}${results}`;
}

function writeEvidence(
  resultId: string,
  { kind, number, url, title, site }: Evidence,
  body: string,
  isSuspect: boolean,
): string {
  if (kind !== "page") return body;
  const warning = isSuspect ? { warning: instructionWarning } : {};
  return fencePage({ number: number ?? 0, result: resultId, url: url ?? "", title, site, ...warning }, body);
}

function toData(resultId: string, { kind, url, number, title }: Evidence, text: string): RecallDetailsOutput {
  return {
    resultId,
    title,
    text,
    ...(url === null ? {} : { url }),
    ...(number === null ? {} : { number }),
    ...(kind === "result" ? { tool: title } : {}),
  };
}
