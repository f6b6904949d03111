import { createJudge, type Judge } from "@/lib/engine/consent/judge-calls";
import type { CallResult } from "@/lib/protocol/tool-results";
import type { AskSmall } from "@/lib/protocol/ask";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { createRunLog } from "@/lib/engine/log/run-log";
import { createBreakers } from "@/lib/breakers/breakers";
import { createMemoryRecords } from "@/lib/features/memory/records/memories";
import { createConsentLedgers, type ConsentLedgers } from "@/lib/engine/records/consent-ledgers";
import { createLog } from "@/lib/log";
import { createMemory } from "@/lib/features/memory/memory";
import { createTestTools } from "@/tests/support/test-tools";
import { createEmptyLibrary } from "./array-library";
import { createCountingIds, openTestStore } from "./open-test-store";
import { askNobody, readNow } from "./told-reader";

/** A conversation as data: what stood in it, and what an assistant did for it, in its order. */
export type ConsentTask = {
  id: string;
  memory: string[];
  earlier: string[];
  earlierSteps: TaskStep[];
  typed: string;
  pasted: string;
  picture: boolean;
  steps: TaskStep[];
};
export type TaskStep = {
  search?: string;
  results?: { url: string; title: string; snippet: string }[];
  fetch?: string[];
  pages?: { url: string; title: string; text: string }[];
  save?: string[];
};

/** The tools as they are, without a network behind them. */
export async function openTaskTools() {
  return createTestTools({
    search: {
      search: async () => ({
        engine: "Told",
        results: [],
        served: [],
        failed: [],
        notes: [],
        costMicroUsd: 0,
      }),
    },
    readPage: async (url) => ({ url, title: "", site: "", markdown: "", truncated: false, ...readNow }),
    memory: createMemory({
      records: createMemoryRecords(await openTestStore()),
      now: () => 0,
      newId: createCountingIds(),
    }),
    findImageGenerator: () => null,
    saveImage: async () => "",
    breakers: createBreakers(() => 0),
    askSmall: async () => ({ answer: null, costMicroUsd: 0 }),
    compareMeaning: askNobody,
    rerank: () => null,
    ...createEmptyLibrary(),
    wait: async () => undefined,
  });
}

export type TaskTools = Awaited<ReturnType<typeof openTaskTools>>;
export type TaskVerdict = { call: string; kind: string };

/** What the gate says to each call of a task. */
export async function judgeTask(
  tools: TaskTools,
  askSmall: AskSmall,
  task: ConsentTask,
): Promise<TaskVerdict[]> {
  const judge = openJudge(tools, askSmall, task, createConsentLedgers(await openTestStore()));
  const found = toResults(task.earlierSteps);
  const verdicts: TaskVerdict[] = [];
  for (const [index, step] of task.steps.entries()) {
    const call = toCall(step);
    if (call === null) continue;
    judge.see([...found]);
    verdicts.push({
      call: JSON.stringify(call.input),
      kind: (await judge.settle(call.tool, call.input)).kind,
    });
    found.push({ ...call, output: toOutput(call.tool, task.steps[index + 1]) });
  }
  return verdicts;
}

function openJudge(
  tools: TaskTools,
  askSmall: AskSmall,
  task: ConsentTask,
  consentLedgers: ConsentLedgers,
): Judge {
  const start = task.typed.length + 1;
  const pasted = task.pasted === "" ? [] : [{ start, end: start + task.pasted.length }];
  const message: ChatMessage = {
    id: "now",
    role: "user",
    parts: [
      ...(task.picture ? [{ type: "file" as const, mediaType: "image/png", url: "/api/files/p" }] : []),
      { type: "text", text: task.pasted === "" ? task.typed : `${task.typed}\n${task.pasted}` },
    ],
    metadata: { pasted },
  };
  const earlier = task.earlier.map((text, index): ChatMessage => ({
    id: `e${index}`,
    role: "user",
    parts: [{ type: "text", text }],
    metadata: { pasted: [] },
  }));
  const run: Parameters<typeof createJudge>[1] = {
    brief: { id: "run", userId: "owner", ledgers: ["conversations/c1"], question: message },
    log: createRunLog(),
    steering: { listWaiting: () => [] },
    ask: (question, _paidAs, signal = new AbortController().signal) => askSmall(question, signal),
  };
  const texts = task.memory.map((text) => ({ origin: "memory" as const, text }));
  const known = { messages: earlier, summary: null, texts, instructions: "" };
  return createJudge(
    { tools, records: { consentLedgers }, log: createLog("silent") },
    run,
    known,
    () => null,
  );
}

function toCall({ search, fetch, save }: TaskStep): { tool: string; input: unknown } | null {
  if (search !== undefined) return { tool: "web_search", input: { query: search, reason: "-" } };
  if (fetch !== undefined) return { tool: "web_fetch", input: { urls: fetch, query: "-", reason: "-" } };
  if (save === undefined) return null;
  const facts = save.map((content) => ({
    content,
    category: "profile",
    tier: "important",
    confidence: 1,
    keywords: [],
  }));
  return { tool: "memory_save", input: { facts, reason: "-" } };
}

function toResults(steps: readonly TaskStep[]): CallResult[] {
  return steps.flatMap((step, index) => {
    const call = toCall(step);
    return call === null ? [] : [{ ...call, output: toOutput(call.tool, steps[index + 1]) }];
  });
}

function toOutput(tool: string, { results = [], pages = [] }: TaskStep = {}): CallResult["output"] {
  const data =
    tool === "web_search"
      ? {
          engine: "Told",
          results: results.map((one, at) => ({ ...one, number: at + 1, site: "" })),
          notes: [],
        }
      : { pages: pages.map(({ url, title, text }) => ({ url, title, passages: [{ text }] })), failures: [] };
  const meta = { durationMs: 1, costMicroUsd: 0, version: "1", attempts: 1 };
  return { ok: true, text: "", summary: "", data, meta } as unknown as CallResult["output"];
}
