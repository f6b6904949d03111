import { setTimeout as sleep } from "node:timers/promises";
import { isAppError } from "@/lib/errors";
import type { PlacedMessage } from "@/lib/engine/loop/context/history";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { splitByHand } from "@/lib/protocol/message-text";
import type { KeptSummary } from "@/lib/data/summaries";
import type { PromptFacts } from "@/lib/memory/recall";
import { historyWindow } from "./model-messages";
import type { Brief } from "@/lib/engine/brief";
import type { RunDeps } from "@/lib/engine/ports";

type ContextDeps = Pick<RunDeps, "messages" | "summaries" | "memory" | "recallSaid" | "tools" | "log">;
/** `questionId`: for a step of a plan, of the person's question that the plan is for. */
type Reading = {
  brief: Pick<Brief, "id" | "userId" | "conversationId" | "question"> & {
    place: Pick<Brief["place"], "seq" | "path" | "summarisedSeq">;
    settings: Pick<Brief["settings"], "memoryEnabled">;
  };
  questionId: string;
  signal: AbortSignal;
  addCost(what: string, microUsd: number): void;
};

/** A reply that has begun does not end because the store is away for a moment. */
const retryDelaysMs = [500, 1_000, 2_000, 4_000];

/** `said`: what the person asked in other conversations that is near the question. */
export type ReadContext = {
  placed: PlacedMessage[];
  summary: KeptSummary | null;
  remembered: PromptFacts;
  said: string[];
};

/**
 * What the model is told beside the question: the newest messages, the summary of those before, and what is
 * remembered of the person. An absent store is waited for some seconds; unreadable memory is done without.
 */
export async function readContext(deps: ContextDeps, run: Reading): Promise<ReadContext> {
  const { userId, conversationId, settings, place } = run.brief;
  const { seq, path, summarisedSeq } = place;
  const reading = awaitStore(run, () =>
    deps.messages.listNewest(userId, conversationId, { limit: historyWindow, beforeSeq: seq, path }),
  );
  const [history, summary, remembered, said] = await Promise.all([
    reading,
    awaitStore(run, () => deps.summaries.find(userId, conversationId, summarisedSeq, path)),
    settings.memoryEnabled ? readMemory(deps, run) : null,
    settings.memoryEnabled ? findQuestion(run, reading).then((asked) => recall(deps, run, asked)) : [],
  ]);
  const isOff = remembered?.isOff === true;
  return { placed: history.messages, summary, remembered: remembered ?? noFacts, said: isOff ? [] : said };
}

async function findQuestion(
  { brief: { question }, questionId }: Reading,
  reading: Promise<{ messages: readonly PlacedMessage[] }>,
): Promise<ChatMessage> {
  if (question.id === questionId) return question;
  const { messages } = await reading;
  return messages.find(({ message }) => message.id === questionId)?.message ?? question;
}

const noFacts: PromptFacts = { facts: [], isOff: false };
const mostRecalledCharacters = 200;

/**
 * The person's own words of then, and no others: what an answer said may come from a page. The answer is read
 * by a tool, which says so.
 */
async function recall(deps: ContextDeps, run: Reading, asked: ChatMessage): Promise<string[]> {
  const { recallSaid, tools, log } = deps;
  const { signal } = run;
  const { userId, conversationId: exceptConversationId } = run.brief;
  const question = splitByHand(asked).typed.trim();
  if (question === "") return [];
  try {
    const { near, costMicroUsd } = await recallSaid(userId, question, { exceptConversationId, signal });
    run.addCost(
      tools.nameOf(({ searches }) => searches === "conversations"),
      costMicroUsd,
    );
    return near.flatMap(({ at, question: { message } }) => {
      const words = splitByHand(message).typed.replace(/\s+/gu, " ").trim().slice(0, mostRecalledCharacters);
      return words === "" ? [] : [`${new Date(at).toISOString().slice(0, 10)}: ${words.toWellFormed()}`];
    });
  } catch (error) {
    signal.throwIfAborted();
    log.warn("conversations_not_recalled", { runId: run.brief.id, error });
    return [];
  }
}

/** Without what was kept of this very question: a reply that is made again reads what the first one did. */
async function readMemory(deps: ContextDeps, run: Reading): Promise<PromptFacts | null> {
  try {
    const found = await awaitStore(run, () => deps.memory.factsForPrompt(run.brief.userId));
    return { ...found, facts: found.facts.filter(({ source }) => source?.messageId !== run.questionId) };
  } catch (error) {
    deps.log.warn("memory_not_read", { runId: run.brief.id, error });
    return null;
  }
}

async function awaitStore<T>({ signal }: Reading, work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const delayMs = retryDelaysMs[attempt];
      if (delayMs === undefined || !isAppError(error) || error.code !== "store_unavailable") throw error;
      await sleep(delayMs, undefined, { signal });
    }
  }
}
