import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  ask,
  call,
  closeAfter,
  openWith,
  read,
  text,
  textOf,
  toolParts,
} from "@/tests/support/scripted-services";
import { openTestServices, toQuestion } from "@/tests/support/test-services";
import { startProviderServer } from "@/tests/support/wire/provider-server";
import type { ProviderRequest, Reply } from "@/tests/support/wire/reply";

type Sent = { role: string; content: unknown; tool_calls?: unknown; tool_call_id?: string };
const sentBy = (request: ProviderRequest | undefined) => (request?.body["messages"] ?? []) as Sent[];
const resultsIn = (request: ProviderRequest | undefined) =>
  sentBy(request)
    .filter(({ role }) => role === "tool")
    .map(({ content }) => String(content));

const report = (subject: string) =>
  Array.from(
    { length: 150 },
    (_, index) =>
      `The ${subject} report, line ${index}: station ${index * 7} measured ${index}.5 metres on 3 May ${1900 + index}.`,
  ).join("\n");
const reader = {
  name: "read_report",
  version: "1.0",
  stage: "executing_tools" as const,
  description: "Reads a report.",
  inputSchema: z.object({ query: z.string() }),
  timeLimitMs: 5_000,
  effect: "none" as const,
  approval: "never" as const,
  execute: async ({ query }: { query: string }) => ({ text: report(query), summary: "Read it." }),
};

describe("a long result", () => {
  it("is whole for the step after it, short with its id from then on, the same in every later call, and whole again by recall_details", async () => {
    const idOf = (request: ProviderRequest) =>
      /recall_details: (r_\w{8})/.exec(JSON.stringify(request.body))?.[1] ?? "";
    const { services, provider } = await openWith((request): Reply => {
      if (request.turn === 0) return call("read_report", { query: "tide" });
      if (request.turn === 1) return call("read_report", { query: "river" });
      if (request.turn === 2) return call("get_current_time", {});
      if (request.turn === 3) return call("recall_details", { resultId: idOf(request), focus: "station 91" });
      return text("Done.");
    });
    services.tools.register(reader);
    const reply = await ask(services, "Read both reports");
    const [, second, third, fourth] = provider.requests;
    expect(resultsIn(second)).toEqual([report("tide")]);
    const [tide = "", river] = resultsIn(third);
    expect(tide.length).toBeLessThan(2_400);
    expect(tide).toMatch(/whole with recall_details: r_\w{8}/);
    expect(river).toBe(report("river"));
    // What one call has sent stands in the next one at the same place, but for the round that has passed.
    expect(sentBy(third).slice(0, 3)).toEqual(sentBy(second).slice(0, 3));
    expect(sentBy(fourth).slice(0, 5)).toEqual(sentBy(third).slice(0, 5));
    expect(toolParts(reply).at(-1)).toMatchObject({
      type: "tool-recall_details",
      output: { ok: true, text: expect.stringContaining("station 91") },
    });
    expect(textOf(reply)).toBe("Done.");
  });

  it("stands short in the next turn, in the words it was given before, and the page still has it whole", async () => {
    const { services, provider } = await openWith(({ turn }): Reply =>
      turn === 0 && provider.requests.length === 1 ? call("read_report", { query: "tide" }) : text("Done."),
    );
    services.tools.register(reader);
    const reply = await ask(services, "Read the report");
    await ask(services, "And now?", { message: "m2" });
    const [short = ""] = resultsIn(provider.requests.at(-1));
    expect(short).toMatch(/^The tide report[^]+whole with recall_details: r_\w{8}/);
    expect(short.length).toBeLessThan(2_400);
    expect(toolParts(reply)).toMatchObject([{ output: { text: report("tide"), compact: short } }]);
  });

  it("stays as it was sent when another worker goes on", async () => {
    const state: { dies: boolean } = { dies: true };
    const provider = await startProviderServer(({ turn }): Reply => {
      if (turn < 2) return call("read_report", { query: turn === 0 ? "tide" : "river" });
      return state.dies ? { parts: [{ type: "text", chunks: ["Half "] }], stallAfter: 2 } : text("Done.");
    });
    closeAfter(provider);
    const env = {
      LOCAL_BASE_URL: `${provider.url}/v1`,
      MODEL_MAIN: "local:test",
      MODEL_LITE: "offline:guide",
    };
    const first = await openTestServices(env);
    first.tools.register(reader);
    await first.runs.start("owner", toQuestion("Read both"));
    await expect.poll(() => provider.requests.length).toBe(3);
    await first.close();
    state.dies = false;
    const second = await openTestServices(env, first.dataDir);
    closeAfter({ close: () => second.dispose() });
    second.tools.register(reader);
    await Promise.all(await second.runs.sweep());
    const [before, after] = provider.requests.slice(2).map(resultsIn);
    expect(after).toEqual(before);
    expect(textOf((await read(second)).messages[1] ?? expect.fail("no reply"))).toContain("Done.");
  });
});

describe("what a vendor finds too long", () => {
  it("is sent with less of it, also when all of it was found for this very question; the steps that were made stay", async () => {
    const sizeOf = (request: ProviderRequest | undefined) => JSON.stringify(request?.body).length;
    // Half a report fits beside the instructions and tools, which stand in the first request.
    const isTooLong = (request: ProviderRequest) =>
      sizeOf(request) > sizeOf(provider.requests[0]) + report("tide").length / 2;
    const { services, provider } = await openWith((request): Reply => {
      if (isTooLong(request))
        return {
          status: 400,
          message: "This model's maximum context length is 6000 tokens.",
          code: "context_length_exceeded",
        };
      return request.turn < 2
        ? call("read_report", { query: request.turn === 0 ? "tide" : "river" })
        : text("Done.");
    });
    services.tools.register(reader);
    const reply = await ask(services, "Read both reports");
    expect(provider.requests.filter(isTooLong)).toHaveLength(1);
    expect(toolParts(reply).map((part) => ("input" in part ? part.input : null))).toEqual([
      { query: "tide" },
      { query: "river" },
    ]);
    expect([textOf(reply), reply.metadata?.outcome]).toEqual(["Done.", "completed"]);
  });
});

describe("a long conversation", () => {
  const told = (turn: number) =>
    turn === 3
      ? "My boat is called Albatross and lies at berth 412."
      : `Tell me something long about subject ${turn}.`;
  const goats = "The harbour master at Utvaer keeps 17 goats.";
  const long = (turn: number) =>
    Array.from({ length: 60 }, (_, line) =>
      turn === 5 && line === 41
        ? goats
        : `Answer ${turn} line ${line} speaks of harbours and of weather in general terms.`,
    ).join(" ");

  it("sends a bounded part, says what came before in few words, and looks a detail up that is not there any more", async () => {
    const { services, provider } = await openWith(({ body, turn }): Reply => {
      const asked = String(
        (body["messages"] as Sent[]).findLast(
          ({ role, content }) => role === "user" && !String(content).startsWith("[Note"),
        )?.content,
      );
      if (asked.includes("goats"))
        return turn === 0
          ? call("recall_details", { resultId: "earlier", focus: "goats of the harbour master" })
          : text("Seventeen.");
      return text(long(Number(/subject (\d+)/.exec(asked)?.[1] ?? 0)));
    });
    for (let turn = 1; turn <= 24; turn += 1) {
      await ask(services, told(turn), { message: `m${turn}` });
      await services.settleBackground();
    }
    const sizes = provider.requests.map(({ body }) => JSON.stringify(body["messages"]).length);
    expect(Math.max(...sizes.slice(10))).toBeLessThan(45_000);
    const lead = String(sentBy(provider.requests.at(-1))[1]?.content);
    expect(lead).toMatch(
      /^\[Note from Sextant, not from the person\] This conversation has \d+ earlier messages that are not shown/,
    );
    expect(lead).toContain("Albatross");
    expect(lead).toContain("412");
    const reply = await ask(services, "How many goats does the harbour master keep?", { message: "m25" });
    expect(toolParts(reply)).toMatchObject([{ output: { ok: true, text: expect.stringContaining(goats) } }]);
  });

  it("is sent with about half of it where a vendor finds it too long, and with as much as fits of what was answered last", async () => {
    const asked: ProviderRequest[] = [];
    const { services, provider } = await openWith((request): Reply => {
      if (!JSON.stringify(request.body).includes("And now?")) return text(long(provider.requests.length));
      return asked.push(request) > 1
        ? text("Done.")
        : { status: 400, message: "Too long.", code: "context_length_exceeded" };
    });
    for (let turn = 1; turn <= 6; turn += 1) {
      await ask(services, `Tell me something long about subject ${turn}.`, { message: `m${turn}` });
      await services.settleBackground();
    }
    const reply = await ask(services, "And now?", { message: "m7" });
    const [least = 0, before = 0, after = 0] = [provider.requests[0], ...asked].map(
      (request) => JSON.stringify(request?.body).length,
    );
    expect((after - least) / (before - least)).toBeLessThan(0.6);
    expect(sentBy(asked[1]).at(-2)).toMatchObject({
      role: "assistant",
      content: expect.stringMatching(/^Answer \d+ line 0/),
    });
    expect([textOf(reply), reply.metadata?.outcome]).toEqual(["Done.", "completed"]);
  });

  it("begins at the same message for several turns, so that a vendor's cache holds", async () => {
    const { services, provider } = await openWith(({ body }): Reply =>
      text(long(JSON.stringify(body).length)),
    );
    for (let turn = 1; turn <= 24; turn += 1) {
      await ask(services, told(turn), { message: `m${turn}` });
      await services.settleBackground();
    }
    const beginnings = provider.requests.map((request) => JSON.stringify(sentBy(request).slice(1, 3)));
    const moves = beginnings.filter(
      (beginning, index) => index > 1 && beginning !== beginnings[index - 1],
    ).length;
    expect(moves).toBeLessThanOrEqual(8);
  });

  it("still knows what was summed up before that, when something later that is summed up is asked anew", async () => {
    const { services, provider } = await openWith((): Reply => text(long(provider.requests.length)));
    for (let turn = 1; turn <= 34; turn += 1) {
      await ask(services, told(turn), { message: `m${turn}` });
      await services.settleBackground();
    }
    await (
      await services.runs.start("owner", {
        ...toQuestion("Other words", { message: "m28b" }),
        messageId: "m28",
      })
    ).reply;
    expect(String(sentBy(provider.requests.at(-1))[1]?.content)).toContain("Albatross");
  });

  it("is summed up further on a branch that leaves what was summed up", async () => {
    const { services, provider } = await openWith((): Reply => text(long(provider.requests.length)));
    const say = async (turn: number) => (
      await ask(services, told(turn), { message: `m${turn}` }),
      services.settleBackground()
    );
    for (let turn = 1; turn <= 16; turn += 1) await say(turn);
    await (
      await services.runs.start("owner", {
        ...toQuestion("Other words", { message: "m10b" }),
        messageId: "m10",
      })
    ).reply;
    await services.settleBackground();
    const readReach = async () => (await services.conversations.get("owner", "c1")).summarisedSeq;
    for (let turn = 20; turn <= 30; turn += 1) await say(turn);
    expect(await readReach()).toBeGreaterThan(34);
    const sent = JSON.stringify(provider.requests.at(-1)?.body["messages"]);
    expect([sent.includes(told(12)), sent.includes(told(30))]).toEqual([false, true]);
  });

  it("forgets its summary when what it sums up is asked anew", async () => {
    const { services, provider } = await openWith((): Reply => text(long(provider.requests.length)));
    for (let turn = 1; turn <= 12; turn += 1) {
      await ask(services, told(turn), { message: `m${turn}` });
      await services.settleBackground();
    }
    expect(JSON.stringify(sentBy(provider.requests.at(-1))[1])).toContain("Albatross");
    const edited = { ...toQuestion("A new beginning", { message: "m3b" }), messageId: "m3" };
    await (
      await services.runs.start("owner", edited)
    ).reply;
    expect(JSON.stringify(provider.requests.at(-1)?.body)).not.toContain("Albatross");
    await ask(services, "And on?", { message: "m4b" });
    expect(JSON.stringify(provider.requests.at(-1)?.body)).not.toContain("Albatross");
  });
});

describe("what is remembered", () => {
  it("is kept at once when the person asks for it in a set phrase, and shown as used where the next answer names it", async () => {
    const { services, provider } = await openWith((request): Reply =>
      text(JSON.stringify(request.body).includes("[m1]") ? "Yes, to peanuts.\n\n[m1, m7]" : "Noted."),
    );
    const reply = await ask(services, "Remember that I am allergic to peanuts.");
    const [fact = expect.fail("nothing kept")] = (await services.memory.list("owner")).facts;
    expect(fact).toMatchObject({
      content: expect.stringMatching(/allergic to peanuts/),
      origin: "phrase",
      source: { conversationId: "c1", messageId: "m1" },
    });
    expect(reply.parts).toContainEqual({
      type: "data-memories",
      id: "memories",
      data: { used: [], saved: [{ id: fact.id, content: fact.content, replaced: null }] },
    });
    const next = await (
      await services.runs.start(
        "owner",
        toQuestion("Am I allergic to anything?", { conversation: "c2", message: "n1" }),
      )
    ).reply;
    expect(next.parts).toContainEqual({
      type: "data-memories",
      id: "memories",
      data: { used: [{ id: fact.id, content: fact.content }], saved: [] },
    });
    expect(next.parts).toContainEqual(
      expect.objectContaining({ type: "text", text: "Yes, to peanuts.\n\n" }),
    );
    expect(JSON.stringify(sentBy(provider.requests.at(-1)).at(-2))).toContain("allergic to peanuts");
    await services.settleBackground();
    expect((await services.memory.list("owner")).facts).toMatchObject([
      { useCount: 1, usedIn: { conversationId: "c2", messageId: next.id } },
    ]);
  });

  it("is neither used nor kept when the person has switched memory off, and its tools are not offered", async () => {
    const { services, provider } = await openWith((): Reply => text("Noted."));
    await ask(services, "Remember that I am allergic to peanuts.");
    await services.memory.setOff("owner", true);
    const reply = await ask(services, "Remember that I live in Oslo. Am I allergic to peanuts?", {
      message: "m2",
    });
    expect(reply.parts.some(({ type }) => type === "data-memories")).toBe(false);
    expect((await services.memory.list("owner")).facts).toHaveLength(1);
    const offered = (provider.requests.at(-1)?.body["tools"] as { function: { name: string } }[]).map(
      (tool) => tool.function.name,
    );
    expect(offered).not.toContain("memory_save");
    expect(offered).toContain("calculate");
    expect(
      sentBy(provider.requests.at(-1)).filter(({ content }) =>
        String(content).includes("What the person told you"),
      ),
    ).toEqual([]);
  });

  it("is not shown as used where the answer names none of it", async () => {
    const { services } = await openWith((): Reply => text("It is 4."));
    await ask(services, "Remember that I am allergic to peanuts.");
    const reply = await ask(services, "What is two and two?", { message: "m2" });
    expect(reply.parts.filter(({ type }) => type === "data-memories")).toEqual([]);
    await services.settleBackground();
    expect((await services.memory.list("owner")).facts).toMatchObject([{ useCount: 0 }]);
  });

  it("stands beside what it contradicts where nobody can tell, the newer first", async () => {
    const { services } = await openWith((): Reply => text("Noted."));
    await ask(services, "Remember that I live in Berlin.");
    await ask(services, "Remember that I live in Hamburg now.", { message: "m2" });
    expect((await services.memory.list("owner")).facts.map(({ content }) => content)).toEqual([
      "I live in Hamburg now",
      "I live in Berlin",
    ]);
  });

  it("is told not to be kept when it holds a secret", async () => {
    const { services } = await openWith((): Reply => text("Noted."));
    const reply = await ask(services, "Remember that my PIN is 4921.");
    expect(reply.parts).toContainEqual({
      type: "data-memories",
      id: "memories",
      data: { used: [], saved: [], secretsLeftOut: 1 },
    });
    expect((await services.memory.list("owner")).facts).toEqual([]);
  });
});
