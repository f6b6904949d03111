import { wholePath } from "@/lib/data/branches";
import { earlierMessages, findEarlier } from "@/lib/engine/context/find-earlier";
import { earlierId } from "@/lib/protocol/tools";
import { createRecallDetails } from "@/lib/engine/tools/recall-details/recall-details";
import type { ToolContext } from "@/lib/engine/tools/tool";
import { askNoModel } from "@/tests/support/told-reader";
import { runOneTool } from "@/tests/support/run-one-tool";
import { userId, type Product } from "./product";

/** What `recall_details` gives for a question: the earlier messages, and what the results named there hold for the same question. */
export type Recalled = { messages: string; results: string[] };

/** Calls the tool as a model would that knows only the question: first for the messages, then for each result that they name. `seq`: of the reply. */
export async function recallFor(
  product: Product,
  conversationId: string,
  { seq, focus }: { seq: number; focus: string },
): Promise<Recalled> {
  const context = toContext(product, conversationId, seq);
  const messages = await recall(context, earlierId, focus);
  const ids = [...messages.matchAll(/\(What was found then: ([^)]*)\.\)/g)].flatMap(([, list = ""]) =>
    list.split(", "),
  );
  const results: string[] = [];
  for (const id of new Set(ids)) results.push(await recall(context, id, focus));
  return { messages, results };
}

async function recall(context: ToolContext, resultId: string, focus: string): Promise<string> {
  const output = await runOneTool(createRecallDetails(askNoModel), { resultId, focus }, context);
  if (output.ok) return output.text;
  if (output.kind === "not_found" && resultId === earlierId) return "";
  throw new Error(`${resultId}: ${output.message}`);
}

function toContext(product: Product, conversationId: string, seq: number): ToolContext {
  const run = {};
  earlierMessages.put(run, (focus) =>
    findEarlier(product, { userId, conversationId, seq, path: wholePath }, focus),
  );
  return {
    run,
    ...{
      userId,
      conversationId,
      messageId: "asked",
      runId: "run",
      callId: "call",
      timezone: "UTC",
      language: "en",
      now: product.now,
    },
    signal: new AbortController().signal,
    ledger: product.openLedger(conversationId),
    report: () => undefined,
  };
}
