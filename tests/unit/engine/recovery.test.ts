import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { isMark, type RunEntry } from "@/lib/engine/log/entries";
import { keepRun, leaveCrashes, type Crash, type KeptRun } from "@/tests/support/crashed-runs";
import { closeAfter } from "@/tests/support/scripted-services";
import { openTestServices, type TestServices } from "@/tests/support/test-services";
import { toComparable } from "@/tests/support/to-comparable";
import { startProviderServer } from "@/tests/support/wire/provider-server";
import { findRunName, toRunAnswer, type Wording } from "@/tests/support/wire/two-step-run";

let plain: KeptRun;
let other: KeptRun;
beforeAll(async () => {
  [plain, other] = await Promise.all([keepRun("plain"), keepRun("other")]);
});

const isIntent = (entry: RunEntry) => isMark(entry) && entry.mark === "intent";
const isOf =
  (...types: string[]) =>
  (entry: RunEntry) =>
    !isMark(entry) && types.includes(entry.type);
const toWording = (name: string): Wording => (name.startsWith("other") ? "other" : "plain");

/** A new process over what the dead ones left; the model words what it is asked again as the run's name says. */
async function recover(crashes: readonly Crash[], run = plain): Promise<TestServices> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "sextant-crash-"));
  await leaveCrashes(dataDir, run, crashes);
  const provider = await startProviderServer(({ turn, body }) => {
    const name = findRunName(body["messages"]) ?? "";
    return toRunAnswer(turn, { name, wording: toWording(name) });
  });
  closeAfter(provider);
  const services = await openTestServices(
    { LOCAL_BASE_URL: `${provider.url}/v1`, MODEL_MAIN: "local:test", MODEL_LITE: "offline:guide" },
    dataDir,
  );
  closeAfter({ close: () => services.dispose() });
  for (let taken = await services.runs.sweep(); taken.length > 0; taken = await services.runs.sweep())
    await Promise.all(taken);
  return services;
}

type Left = {
  parts: unknown[];
  facts: number;
  activeRunId: string | null;
  outcome: string | undefined;
  messages: number;
};

async function readLeft(services: TestServices, name: string): Promise<Left> {
  const { messages, activeRunId } = await services.runs.readConversation(name, "c1", { limit: 10 });
  const reply = messages.at(-1);
  const { facts, history } = await services.memory.list(name);
  return {
    parts: toComparable(reply ?? { parts: [] }, name),
    facts: facts.length + history.length,
    activeRunId,
    outcome: reply?.metadata?.outcome,
    messages: messages.length,
  };
}

/** What must be there in the end: each step in the words of whoever had finished its call of the model. */
function expectWhole(entries: readonly RunEntry[], again: Wording): Left {
  const isFirstKept = entries.some((entry) => isIntent(entry) || isOf("tool-output-available")(entry));
  const isSecondKept = entries.filter(isOf("finish-step")).length === 2;
  const stepOf = (run: KeptRun, step: number) => splitSteps(toComparable(run.reply, run.name))[step] ?? [];
  const made = again === "other" ? other : plain;
  const [first, second] = [isFirstKept ? plain : made, isSecondKept ? plain : made];
  // What was kept is told beside the answer.
  const parts = [
    ...stepOf(first, 0),
    ...stepOf(second, 1).filter((part) => !isMemories(part)),
    ...stepOf(first, 1).filter(isMemories),
  ];
  return { parts, facts: 1, activeRunId: null, outcome: "completed", messages: 2 };
}

function isMemories(part: unknown): boolean {
  return typeof part === "object" && part !== null && "type" in part && part.type === "data-memories";
}

function splitSteps(parts: readonly unknown[]): [unknown[], unknown[]] {
  const lastCall = parts.findLastIndex(
    (part) => typeof part === "object" && part !== null && "toolCallId" in part,
  );
  return [parts.slice(0, lastCall + 1), parts.slice(lastCall + 1)];
}

/** Some hundred runs are gone on with at once, on whatever machine this is. */
const longMs = 120_000;
const batchLength = 10;
const toBatches = (entries: readonly RunEntry[]): Crash["batches"] =>
  Array.from({ length: Math.ceil(entries.length / batchLength) }, (_, index) => ({
    epoch: 1,
    entries: entries.slice(index * batchLength, (index + 1) * batchLength),
  }));

/** The run cut behind each of its events; where a call was about to be made, once made and once not. */
function listCuts(wording: Wording): (Crash & { entries: RunEntry[] })[] {
  return Array.from({ length: plain.entries.length + 1 }, (_, end) => plain.entries.slice(0, end)).flatMap(
    (entries, end) => {
      const intents = entries.filter(isIntent);
      const isUnsure = intents.length > 0 && !entries.some((entry) => isMark(entry) && entry.mark === "done");
      const crash = { entries, batches: toBatches(entries) };
      const made = { ...crash, name: `${wording}-${end}-made`, madeCalls: intents };
      const cut = { ...crash, name: `${wording}-${end}`, madeCalls: [] };
      return [...(intents.length === 0 || isUnsure ? [cut] : []), ...(intents.length > 0 ? [made] : [])];
    },
  );
}

describe("a run whose process died", () => {
  it.each(["plain", "other"] as const)(
    "comes to the whole reply from every place of its log, with a model that answers in %s words when it is asked again",
    async (wording) => {
      const cuts = listCuts(wording);
      const services = await recover(cuts);
      for (const { name, entries } of cuts)
        expect.soft(await readLeft(services, name), name).toEqual(expectWhole(entries, wording));
      console.info(`${cuts.length} cuts in a log of ${plain.entries.length} events`);
      expect(plain.entries.length).toBeGreaterThan(60);
    },
    longMs,
  );

  it(
    "comes to the whole reply when the next process died too, and the first had gone on writing without knowing that it had lost the run",
    async () => {
      const second = plain.entries.findLastIndex(isOf("start-step"));
      const first = plain.entries.findIndex(isOf("finish-step")) + 1;
      const last = plain.entries.findLastIndex(isOf("text-delta"));
      const crashes = Array.from({ length: last - first }, (_, index) => {
        const end = first + index;
        const entries = plain.entries.slice(0, end);
        const reset = end > second ? [{ type: "reset-step" } as const] : [];
        const again = other.entries.slice(other.entries.findLastIndex(isOf("start-step")));
        const batches = [
          { epoch: 1, entries },
          { epoch: 1, entries: plain.entries.slice(end, end + 12) },
          { epoch: 2, after: { epoch: 1, seq: 1 }, entries: [...reset, ...again.slice(0, index)] },
        ];
        return { name: `other-${end}`, batches, madeCalls: entries.filter(isIntent) };
      });
      const services = await recover(crashes);
      for (const { name, batches } of crashes)
        expect
          .soft(await readLeft(services, name), name)
          .toEqual(expectWhole(batches[0]?.entries ?? [], "other"));
    },
    longMs,
  );

  it("ends its reply with an error at an entry of an unknown kind, and keeps what was before it", async () => {
    const unknown = { type: "data-future", data: {} } as unknown as RunEntry;
    const until = plain.entries.findIndex(isOf("finish-step")) + 1;
    const entries = [...plain.entries.slice(0, until), unknown, ...plain.entries.slice(until)];
    const name = "plain-unknown";
    const services = await recover([{ name, batches: [{ epoch: 1, entries }], madeCalls: [] }]);
    const { parts, ...left } = await readLeft(services, name);
    expect(left).toMatchObject({ activeRunId: null, outcome: "interrupted", messages: 2 });
    expect(parts).toEqual(expect.arrayContaining(splitSteps(toComparable(plain.reply, plain.name))[0] ?? []));
  });

  it("frees its conversation when nobody can read what it was to do", async () => {
    const name = "plain-planless";
    const run = { ...plain, brief: { ...plain.brief, chain: "none" as unknown as string[] } };
    const services = await recover([{ name, batches: [], madeCalls: [] }], run);
    expect(await readLeft(services, name)).toMatchObject({ activeRunId: null, messages: 1 });
  });
});
