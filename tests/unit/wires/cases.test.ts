import { readFileSync } from "node:fs";
import { describe, it, vi } from "vitest";
import type { ChatChunk, ChatMessage } from "@/lib/protocol/chat-message";
import { reduceMessage } from "@/lib/engine/log/reduce-message";
import { readEvents } from "@/tests/support/read-events";
import { toolParts } from "@/tests/support/scripted-services";
import { openTestServices, toQuestion } from "@/tests/support/test-services";
import { startCaseServer, type ServerCase } from "@/tests/support/wire/case-server";

type Expect = {
  text?: string;
  textHas?: string;
  textLacks?: string[];
  reasoning?: string;
  anywhereHas?: string;
  toolRuns?: string[];
  outcome?: string;
  outcomeNot?: string;
  reason?: string;
  errorHas?: string[];
  inputTokens?: number;
  outputTokens?: number;
  usageEstimated?: boolean;
  mainRequests?: number;
  mainRequestsAtMost?: number;
  mainRequestsAtLeast?: number;
  note?: string;
  or?: Expect[];
};
type StreamRow = ServerCase & {
  id: string;
  kind: string;
  protocol: "chat" | "responses" | "messages";
  provider?: string;
  model?: string;
  expect: Expect;
};
type TextRow = { id: string; kind: string; text?: string; question?: string; answer?: string } & {
  expect: { text?: string; title?: string };
};

const readRows = <ROW>(name: string): ROW[] =>
  readFileSync(new URL(`./cases/${name}.jsonl`, import.meta.url), "utf8")
    .split("\n")
    .flatMap((line) => (line === "" ? [] : [JSON.parse(line) as ROW]));

const picture =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Where the server is, as somebody would set it up, and how its model is called. */
function toSetting({ protocol, provider = "acme", model = "m" }: StreamRow, url: string) {
  if (protocol === "responses")
    return { ref: `openai:${model}`, env: { OPENAI_API_KEY: "k", OPENAI_BASE_URL: `${url}/v1` } };
  if (protocol === "messages")
    return { ref: `anthropic:${model}`, env: { ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: `${url}/v1` } };
  const env = provider === "local" ? { LOCAL_BASE_URL: `${url}/v1` } : {};
  return { ref: `${provider}:${model}`, env };
}

type OnEnd = (close: () => Promise<void>) => void;

/** Asks the product over the server of a row, once, in a conversation of its own. */
async function ask(
  row: StreamRow,
  onEnd: OnEnd,
  { question = "Compute six times seven, please.", title = "" } = {},
) {
  const server = await startCaseServer(row, {
    ...(title !== "" && { title }),
    wait: (ms) => vi.advanceTimersByTimeAsync(ms),
  });
  const { ref, env } = toSetting(row, server.url);
  const services = await openTestServices({
    COMPATIBLE_PROVIDERS: `acme=${server.url}/v1,titles=${server.url}/v1`,
    MODEL_MAIN: ref,
    MODEL_LITE: "titles:small",
    ...(row.tools === "text" && { TEXT_TOOL_MODELS: ref }),
    ...env,
  });
  onEnd(async () => {
    await services.dispose();
    await server.close();
  });
  const { version } = await services.settings.get();
  await services.settings.update({ followUpsEnabled: false }, version, "test");
  const asked = toQuestion(question);
  const file = { type: "file" as const, mediaType: "image/png" as const, url: picture };
  const parts = [...asked.message.parts, ...(row.when === "image" ? [file] : [])];
  const started = await services.runs.start("owner", { ...asked, message: { ...asked.message, parts } });
  const [reply, events] = await Promise.all([started.reply, readEvents(started.stream())]);
  return { reply, events: events as ChatChunk[], requests: server.main.length, services };
}

const join = ({ parts }: ChatMessage, type: "text" | "reasoning"): string =>
  parts
    .map((part) => (part.type === type ? part.text : ""))
    .join("")
    .trim();

type Told = Awaited<ReturnType<typeof ask>>;

const hasEndedWell = (output: unknown): boolean =>
  typeof output === "object" && output !== null && "ok" in output && output.ok === true;

/** Where the reply is another one than is expected, each as a line. */
function listFaults({ reply, requests }: Told, expected: Expect): string[] {
  const [text, reasoning] = [join(reply, "text"), join(reply, "reasoning")];
  const { outcome, reason, error = "", usage } = reply.metadata ?? {};
  const told = `${error} ${text}`.toLowerCase();
  const runs = toolParts(reply).flatMap((part) =>
    "output" in part && hasEndedWell(part.output) ? [part.type.slice("tool-".length)] : [],
  );
  const checks: Record<keyof Expect, () => boolean> = {
    text: () => text === expected.text?.trim(),
    textHas: () => text.includes(expected.textHas ?? ""),
    textLacks: () => (expected.textLacks ?? []).every((each) => !text.includes(each)),
    reasoning: () => reasoning === expected.reasoning,
    anywhereHas: () => `${text}\n${reasoning}`.includes(expected.anywhereHas ?? ""),
    toolRuns: () => runs.join() === (expected.toolRuns ?? []).join(),
    outcome: () => outcome === expected.outcome,
    outcomeNot: () => outcome !== expected.outcomeNot,
    reason: () => reason === expected.reason,
    errorHas: () => (expected.errorHas ?? []).some((word) => told.includes(word.toLowerCase())),
    inputTokens: () => usage?.inputTokens === expected.inputTokens,
    outputTokens: () => usage?.outputTokens === expected.outputTokens,
    usageEstimated: () => (usage?.estimated ?? false) === expected.usageEstimated,
    mainRequests: () => requests === expected.mainRequests,
    mainRequestsAtMost: () => requests <= (expected.mainRequestsAtMost ?? 0),
    mainRequestsAtLeast: () => requests >= (expected.mainRequestsAtLeast ?? 0),
    note: () => true,
    or: () => true,
  };
  const given = { text, reasoning, runs, outcome, reason, error, requests, usage };
  return (Object.keys(expected) as (keyof Expect)[]).flatMap((key) =>
    checks[key]() ? [] : [`${key}: ${JSON.stringify(expected[key])} in ${JSON.stringify(given)}`],
  );
}

/** `or` names other outcomes that are as good. */
function findFaults(told: Told, expected: Expect): string[] {
  const faults = listFaults(told, expected);
  const isOtherwiseRight = (expected.or ?? []).some((other) => listFaults(told, other).length === 0);
  return isOtherwiseRight ? [] : faults;
}

const mostWithoutAnswer = 3;

/** An answer that came is asked for once, once more behind its calls, and once without what was refused. */
function findWaste({ reply, requests }: Told, { refusal }: ServerCase): string[] {
  const due = 1 + Math.min(1, toolParts(reply).length) + (refusal === undefined ? 0 : 1);
  const isRight = reply.metadata?.outcome === "failed" ? requests <= mostWithoutAnswer : requests === due;
  return isRight ? [] : [`${requests} requests, ${due} due`];
}

/** Every word that was ever shown as the answer, also what was taken back. */
const toShown = (events: readonly ChatChunk[]): string =>
  events.map((event) => (event.type === "text-delta" ? event.delta : "")).join("");

const streams = readRows<StreamRow>("streams");

describe.concurrent("a server's answer", () => {
  const prompt = streams.filter(({ waitMs }) => waitMs === undefined);
  it.for(prompt)("is read: $kind $id", async (row, { expect, onTestFinished }) => {
    const told = await ask(row, onTestFinished);
    expect([...findFaults(told, row.expect), ...findWaste(told, row)]).toEqual([]);
    if (row.kind !== "call-in-text") return;
    const shown = toShown(told.events);
    expect((row.expect.textLacks ?? []).filter((each) => shown.includes(each))).toEqual([]);
  });
});

describe("a server's late answer", () => {
  const late = streams.filter(({ waitMs }) => waitMs !== undefined);
  it.for(late)("is read: $kind $id", async (row, { expect, onTestFinished }) => {
    // Every limit of the product sees the wait pass.
    vi.useFakeTimers({
      toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"],
      shouldAdvanceTime: true,
    });
    onTestFinished(async () => {
      // The clock of all streams is the process's: a tick that never comes would stop those of later tests.
      await vi.advanceTimersByTimeAsync(100);
      vi.useRealTimers();
    });
    const told = await ask(row, onTestFinished);
    expect([...findFaults(told, row.expect), ...findWaste(told, row)]).toEqual([]);
  });
});

const plain = { kind: "text", protocol: "chat" } as const;
const rows = readRows<TextRow>("texts");

describe.concurrent("an answer in a conversation without sources", () => {
  const written = rows.filter(({ kind }) => kind === "answer-as-written");
  it.for(written)("stays as it is written: $id", async (row, { expect, onTestFinished }) => {
    const { id, text = "", expect: expected } = row;
    const told = await ask({ ...plain, id, text, expect: {} }, onTestFinished);
    const { reply, events } = told;
    expect(findWaste(told, {})).toEqual([]);
    expect(join(reply, "text")).toBe(expected.text);
    expect(join(await reduceMessage(events, "a", {}), "text")).toBe(expected.text);
    expect(toShown(events)).toBe(expected.text);
  });
});

describe.concurrent("a title", () => {
  const titles = rows.filter(({ kind }) => kind === "title");
  it.for(titles)("is taken by its form: $id", async (row, { expect, onTestFinished }) => {
    const { id, question = "", answer = "", expect: expected } = row;
    const told = await ask({ ...plain, id, expect: {} }, onTestFinished, { question, title: answer });
    const { services } = told;
    expect(findWaste(told, {})).toEqual([]);
    await expect
      .poll(async () => (await services.runs.readConversation("owner", "c1", { limit: 1 })).title)
      .toBe(expected.title);
  });
});
