import { describe, expect, it } from "vitest";
import type { ReplayRequest } from "@/lib/features/traces/shape/traces";
import { runsQuerySchema } from "@/lib/protocol/runs";
import { listOf, readTraceOf } from "@/tests/support/read-trace";
import { ask, call, openWith, text } from "@/tests/support/scripted-services";
import type { TestServices } from "@/tests/support/test-services";
import type { ProviderRequest, Reply } from "@/tests/support/wire/reply";

const twoModels = { MODEL_MAIN: "local:test,local:other" };
const answers = ({ turn }: ProviderRequest): Reply =>
  turn === 0 ? call("calculate", { expression: "6*7" }) : text("It is 42.");

async function openRun(script: (request: ProviderRequest) => Reply, env: Record<string, string> = {}) {
  const { services, provider } = await openWith(script, { ...twoModels, ...env });
  const reply = await ask(services, "How much is six times seven?");
  const runId = reply.metadata?.runId ?? "";
  const trace = await readTraceOf(services, runId);
  const record = await services.runs.getRecord("owner", runId);
  const before = provider.requests.length;
  const branch = (request: ReplayRequest) => services.runs.branch("owner", record, trace, request);
  return { services, provider, record, trace, branch, asked: () => provider.requests.slice(before) };
}

async function answerOf(services: TestServices, runId: string, other: string): Promise<string> {
  const [a, b] = await Promise.all([other, runId].map((id) => services.runs.getRecord("owner", id)));
  if (a === undefined || b === undefined) throw new Error("There are two runs.");
  const { sides } = await services.traces.compare("owner", a, b);
  return (sides[1].answer ?? []).map((piece) => piece.text).join("");
}

const isOther = ({ body }: ProviderRequest) => JSON.stringify(body).includes('"model":"other"');

describe("a run that is made again from one of its calls on", () => {
  it("takes what is recorded before, and asks the other model from there on", async () => {
    const script = (request: ProviderRequest) =>
      isOther(request) ? text("Forty-two, says the other.") : answers(request);
    const { services, record, branch, asked } = await openRun(script);
    const made = await branch({ from: 2, model: "local:other" });
    expect(asked().map(isOther)).toEqual([true]);
    expect(JSON.stringify(asked()[0]?.body)).toContain("6*7 = 42");
    expect(made).toMatchObject({
      outcome: "completed",
      model: "local:other",
      branchOf: { runId: record.id, step: 2 },
    });
    expect(made.steps.map(({ model }) => model)).toEqual(["local:test", "local:other"]);
    expect(await answerOf(services, made.id, record.id)).toBe("Forty-two, says the other.");
  });

  it("leaves the conversation as it is, stands in the list of runs and goes with its conversation", async () => {
    const { services, record, branch } = await openRun(answers);
    const before = await services.runs.readConversation("owner", "c1", { limit: 40 });
    const made = await branch({ from: 1 });
    expect(await services.runs.readConversation("owner", "c1", { limit: 40 })).toEqual(before);
    const { runs } = await services.traces.list("owner", runsQuerySchema.parse({}), true);
    expect(runs.map(({ id, branchOf }) => [id, branchOf])).toEqual([
      [made.id, record.id],
      [record.id, null],
    ]);
    // Their owner sees what their conversation is called, others do not.
    const { title } = before;
    expect(runs.map((run) => run.title)).toEqual([title, title]);
    const { runs: others } = await services.traces.list("owner", runsQuerySchema.parse({}), false);
    expect(others.map((run) => run.title)).toEqual([undefined, undefined]);
    await services.runs.deleteConversation("owner", "c1");
    expect((await services.traces.list("owner", runsQuerySchema.parse({}), true)).runs).toEqual([]);
  });

  it("gives the recorded result of the same call, and refuses another one that is not to be made", async () => {
    const script = (request: ProviderRequest) => {
      if (!isOther(request)) return answers(request);
      if (request.turn === 0) return call("calculate", { expression: "6*7" });
      return request.turn === 1 ? call("calculate", { expression: "6*8" }) : text("Done.");
    };
    const { services, branch, asked } = await openRun(script);
    const made = await branch({ from: 1, model: "local:other" });
    const trace = await readTraceOf(services, made.id);
    expect(listOf(trace, "tool").map(({ status }) => status)).toEqual(["success", "not_found"]);
    expect(JSON.stringify(asked().at(-1)?.body)).toContain("no tool is called in this repetition");
  });

  it("calls a tool that changes nothing where that is asked for, and never one that changes something", async () => {
    const script = (request: ProviderRequest) => {
      if (!isOther(request)) return answers(request);
      if (request.turn === 0) return call("calculate", { expression: "6*8" });
      return request.turn === 1
        ? call("memory_save", { facts: [{ content: "The person likes tea." }] })
        : text("48.");
    };
    const { services, branch } = await openRun(script);
    const made = await branch({ from: 1, model: "local:other", liveTools: true });
    const tools = listOf(await readTraceOf(services, made.id), "tool");
    expect(tools.map(({ tool, status }) => [tool, status])).toEqual([
      ["calculate", "success"],
      ["memory_save", "denied"],
    ]);
    expect(JSON.stringify(tools[0]?.output)).toContain("48");
    expect((await services.readMemory("owner")).facts).toEqual([]);
  });

  it("keeps to another style: its words, and its rounds", async () => {
    const script = (request: ProviderRequest) =>
      isOther(request) && request.turn < 5
        ? call("calculate", { expression: `${request.turn}+1` })
        : answers(request);
    const { branch, asked } = await openRun(script);
    const made = await branch({ from: 1, model: "local:other", settings: { style: "direct" } });
    expect(JSON.stringify(asked()[0]?.body)).toContain('<style name=\\"direct\\">');
    expect(JSON.stringify(asked()[0]?.body)).not.toContain('<style name=\\"balanced\\">');
    expect(asked()).toHaveLength(3);
    expect(made.style).toBe("direct");
  });

  it("is itself a whole record, from which a run can be made again", async () => {
    const { services, branch } = await openRun(answers);
    const first = await branch({ from: 2 });
    const trace = await readTraceOf(services, first.id);
    expect(trace.faults).toEqual([]);
    expect(listOf(trace, "call")).toHaveLength(2);
    const second = await services.runs.branch("owner", first, trace, { from: 2 });
    expect(await answerOf(services, second.id, first.id)).toBe("It is 42.");
  });

  it("costs the person's money, what is taken from the record excepted", async () => {
    const { services, branch, record } = await openRun(answers);
    const price = { inputPerMillion: 1, outputPerMillion: 2, asOf: "2026-11-24" };
    await services.settings.update({ prices: { "local:other": price }, centsPerDay: 100 }, 0, "owner");
    const before = (await services.quotas.read("owner")).used.microUsdToday;
    const made = await branch({ from: 2, model: "local:other" });
    expect(made.costMicroUsd).toBe(20 + 10);
    expect(record.costMicroUsd).toBe(0);
    const after = (await services.quotas.read("owner")).used.microUsdToday;
    expect(after - before).toBe(30);
  });

  it("pays for what was written until its model breaks off, and keeps no run", async () => {
    const { services, record, branch } = await openRun((request) =>
      isOther(request)
        ? {
            parts: [{ type: "text", chunks: ["It is. ".repeat(60), "42, ", "as I ", "said."] }],
            cutAfter: 2,
            delayMs: 50,
          }
        : answers(request),
    );
    const price = { inputPerMillion: 1, outputPerMillion: 1, asOf: "2026-11-24" };
    await services.settings.update({ prices: { "local:other": price }, centsPerDay: 100 }, 0, "owner");
    await expect(branch({ from: 2, model: "local:other" })).rejects.toMatchObject({
      code: "model_unavailable",
    });
    expect((await services.quotas.read("owner")).used.microUsdToday).toBeGreaterThan(1_000);
    const { runs } = await services.traces.list("owner", runsQuerySchema.parse({}), true);
    expect(runs.map(({ id }) => id)).toEqual([record.id]);
  });

  it("is refused before anything is asked when the person's money is spent", async () => {
    const { services, branch, asked } = await openRun(answers);
    const price = { inputPerMillion: 1_000, outputPerMillion: 10_000, asOf: "2026-11-24" };
    await services.settings.update(
      { prices: { "local:other": price }, centsPerDay: 1, costBudgetPerRequest: 100 },
      0,
      "owner",
    );
    await expect(branch({ from: 2, model: "local:other" })).rejects.toMatchObject({
      code: "quota_exhausted",
    });
    expect(asked()).toEqual([]);
  });

  it.each([
    ["a model that is not offered", { model: "local:third" }, "forbidden"],
    ["a call that is not recorded", { from: 3 }, "invalid_request"],
  ])("is refused in words for %s", async (_what, request, code) => {
    const { branch } = await openRun(answers);
    await expect(branch(request)).rejects.toMatchObject({ code });
  });

  it("is refused in words where its model or its tool is gone", async () => {
    const { services, record, trace } = await openRun(answers);
    const gone = { ...record, model: "local:gone" };
    await expect(services.runs.branch("owner", gone, trace, { from: 1 })).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("local:gone") as string,
    });
    const renamed = JSON.parse(JSON.stringify(trace).replaceAll('"calculate"', '"mcp_gone"')) as typeof trace;
    await expect(
      services.runs.branch("owner", record, renamed, { from: 1, liveTools: true }),
    ).rejects.toMatchObject({ code: "conflict", message: expect.stringContaining("mcp_gone") as string });
  });

  it("is there for its owner alone", async () => {
    const { services, record, trace } = await openRun(answers);
    await expect(services.runs.branch("somebody", record, trace, { from: 1 })).rejects.toMatchObject({
      code: "not_found",
    });
  });
});
