import { describe, expect, it } from "vitest";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { TraceReply } from "@/lib/features/traces/shape/traces";
import { listOf, readTraceOf } from "@/tests/support/read-trace";
import { ask, call, openWith, text, textOf, toolParts } from "@/tests/support/scripted-services";
import { toScript } from "@/tests/support/to-script";
import { toQuestion, type TestServices } from "@/tests/support/test-services";
import type { Answer, ProviderRequest } from "@/tests/support/wire/reply";

/** Numbers from a seed, so that a failing run can be made again (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A model that does by turns what models do: words, thoughts, good and bad calls, marks of no source, failures. */
function toWild(seed: number): (request: ProviderRequest) => Answer {
  const random = createRandom(seed);
  const pick = <ITEM>(...items: ITEM[]): ITEM => items[Math.floor(random() * items.length)] as ITEM;
  const words = () =>
    pick(
      ...["It is so.", "See [7] and [1].", "Words ", "几个字。", "A very **long** line. ".repeat(40)],
      ...["I should say it.\n</think>\n\nIt is so.", "<think>I know."],
    );
  return ({ turn }) => {
    const said: Answer["parts"] = [
      ...(random() < 0.4 ? [{ type: "reasoning" as const, chunks: ["thinking ", words()] }] : []),
      ...(random() < 0.6 ? [{ type: "text" as const, chunks: [words(), words()] }] : []),
    ];
    if (turn > 3 || random() < 0.3)
      return { parts: [...said, { type: "text", chunks: ["The end ", words()] }] };
    const calls = Array.from({ length: pick(1, 1, 2, 3) }, () => ({
      type: "tool" as const,
      ...pick(
        { name: "calculate", input: { expression: `${Math.floor(random() * 99)}*7` } },
        { name: "calculate", input: { expression: "1 +" } },
        { name: "calculate", input: { wrong: true } },
        { name: "no_such_tool", input: {} },
        { name: "current_time", input: {} },
        { name: "memory_save", input: { facts: [{ content: `Fact ${Math.floor(random() * 1e6)}` }] } },
      ),
    }));
    return { parts: [...said, ...calls], usage: { input: 30, output: 9 } };
  };
}

async function replay(services: TestServices, reply: ChatMessage) {
  const runId = reply.metadata?.runId ?? "";
  const trace: TraceReply = await readTraceOf(services, runId);
  const record = await services.runs.getRecord("owner", runId);
  return { trace, record, result: await services.runs.replay("owner", record, trace) };
}

describe("a replay of a recorded run", () => {
  it.each(Array.from({ length: 25 }, (_, seed) => seed + 1))(
    "gives the same message but for ids and times, whatever the model did (seed %i)",
    async (seed) => {
      const { services, provider } = await openWith(toWild(seed));
      const reply = await ask(services, "What is it?");
      const before = provider.requests.length;
      const { trace, result } = await replay(services, reply);
      expect(result.differences).toEqual([]);
      expect(result).toMatchObject({ isEqual: true, faults: [], calls: listOf(trace, "call").length });
      expect(provider.requests.length).toBe(before);
    },
  );

  it("is equal where the rounds were used up", async () => {
    const { services } = await openWith(({ turn }) =>
      turn < 9 ? call("calculate", { expression: `${turn}+1` }) : text("Enough."),
    );
    const reply = await ask(services);
    expect(reply.metadata?.outcome).toBe("limited");
    expect((await replay(services, reply)).result).toMatchObject({ isEqual: true });
  });

  it("is equal where words of the person came in between", async () => {
    const { services } = await openWith(async ({ turn }) => {
      if (turn === 0) await services.runs.steer("owner", "c1", { id: "s1", text: "In short, please." });
      return turn === 0 ? call("calculate", { expression: "6*7" }) : text("42.");
    });
    const reply = await ask(services);
    expect(JSON.stringify(reply.parts)).toContain("In short, please.");
    expect((await replay(services, reply)).result.differences).toEqual([]);
  });

  it("shows where the message would be another one", async () => {
    const { services } = await openWith(({ turn }) =>
      turn === 0 ? call("calculate", { expression: "6*7" }) : text("It is 42."),
    );
    const { trace, record } = await replay(services, await ask(services));
    const changed = JSON.parse(JSON.stringify(trace).replaceAll("It is 42.", "It is 43.")) as TraceReply;
    const { isEqual, differences } = await services.runs.replay("owner", record, changed);
    expect(isEqual).toBe(false);
    expect(differences).toEqual([
      { what: "part", at: 2, recorded: "text: It is 42.", replayed: "text: It is 43." },
    ]);
  });

  it("is refused where no call of a model is recorded", async () => {
    const { services } = await openWith(() => text("Yes."));
    const { trace, record } = await replay(services, await ask(services));
    const empty = { ...trace, entries: trace.entries.slice(0, 1) };
    await expect(services.runs.replay("owner", record, empty)).rejects.toMatchObject({ code: "conflict" });
  });

  it("is there for its owner alone", async () => {
    const { services } = await openWith(() => text("Yes."));
    const { trace, record } = await replay(services, await ask(services));
    await expect(services.runs.replay("somebody", record, trace)).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

describe("a recorded run as a scripted case", () => {
  it("makes the same answer in a fresh place", async () => {
    const { services } = await openWith(({ turn }) =>
      turn === 0 ? call("calculate", { expression: "6*7" }) : text("It ", "is 42."),
    );
    const reply = await ask(services);
    const { trace } = await replay(services, reply);
    const { services: fresh } = await openWith(toScript(trace));
    const again = await (await fresh.runs.start("owner", toQuestion("What is it?"))).reply;
    expect(textOf(again)).toBe(textOf(reply));
    expect(toolParts(again)).toHaveLength(1);
  });
});
