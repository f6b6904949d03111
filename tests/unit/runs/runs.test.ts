import { afterEach, describe, expect, it } from "vitest";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { readEvents } from "@/tests/support/read-events";
import { openTestServices, toQuestion, type TestServices } from "@/tests/support/test-services";
import { startProviderServer, type ProviderServer } from "@/tests/support/wire/provider-server";
import type { ProviderRequest, Reply } from "@/tests/support/wire/reply";

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const item of open.splice(0).reverse()) await item.close();
});

/** The product with a scripted model that speaks the chat completions wire. */
async function openWith(script: (request: ProviderRequest) => Reply | Promise<Reply>, env: Record<string, string> = {}): Promise<{ services: TestServices; provider: ProviderServer }> {
  const provider = await startProviderServer(script);
  open.push(provider);
  const services = await openTestServices({ LOCAL_BASE_URL: `${provider.url}/v1`, MODEL_MAIN: "local:test", MODEL_LITE: "offline:guide", ...env });
  open.push({ close: () => services.dispose() });
  return { services, provider };
}

const text = (...chunks: string[]): Reply => ({ parts: [{ type: "text", chunks }], usage: { input: 20, output: 5 } });
const call = (name: string, input: unknown): Reply => ({ parts: [{ type: "tool", name, input }], usage: { input: 20, output: 5 } });
const textOf = (message: ChatMessage) => message.parts.map((part) => (part.type === "text" ? part.text : "")).join("");
const toolParts = (message: ChatMessage) => message.parts.filter((part) => part.type.startsWith("tool-") || part.type === "dynamic-tool");

async function ask(services: TestServices, words = "What is it?", ids = {}): Promise<ChatMessage> {
  const started = await services.runs.start("owner", toQuestion(words, ids));
  return started.reply;
}
const read = (services: TestServices, id = "c1") => services.runs.readConversation("owner", id, { limit: 40 });

describe("a run", () => {
  it("saves the person's message before the model is called", async () => {
    const seen: string[] = [];
    const box: { services?: TestServices } = {};
    const { services } = await openWith(async () => {
      const conversation = box.services === undefined ? null : await read(box.services);
      seen.push(...(conversation?.messages.map(textOf) ?? []));
      return text("ok");
    });
    box.services = services;
    await ask(services, "Keep me");
    expect(seen).toEqual(["Keep me"]);
  });

  it("streams what it stores: the followers' events make the same message", async () => {
    const { services } = await openWith((request) => (request.turn === 0 ? call("calculate", { expression: "15*3" }) : text("It is ", "45", ".")));
    const started = await services.runs.start("owner", toQuestion("15*3?"));
    const [events, reply] = await Promise.all([readEvents(started.stream()), started.reply]);
    const stored = (await read(services)).messages[1];
    expect(stored).toEqual(reply);
    expect(textOf(reply)).toBe("It is 45.");
    expect(events.filter((event) => event.type === "text-delta").map((event) => event.delta).join("")).toBe("It is 45.");
    expect(events.at(-1)).toMatchObject({ type: "finish", messageMetadata: { outcome: "completed", model: "local:test" } });
    expect(reply.metadata?.usage).toMatchObject({ inputTokens: 40, outputTokens: 10 });
  });

  it("goes on when its only reader leaves, and a reload joins it from the first event", async () => {
    const gate = Promise.withResolvers<void>();
    const { services } = await openWith(async (request) => {
      if (request.turn === 0) return call("calculate", { expression: "1+1" });
      await gate.promise;
      return text("Two.");
    });
    const started = await services.runs.start("owner", toQuestion("1+1?"));
    const reader = started.stream().getReader();
    await reader.read();
    await reader.cancel();
    const joined = services.runs.follow("owner", "c1");
    expect(joined).not.toBeNull();
    gate.resolve();
    const events = await readEvents(joined ?? new ReadableStream());
    expect(events[0]?.type).toBe("start");
    expect(events.some((event) => event.type === "tool-output-available")).toBe(true);
    expect(events.at(-1)?.type).toBe("finish");
    expect(textOf(await started.reply)).toBe("Two.");
    expect(services.runs.follow("owner", "c1")).toBeNull();
  });

  it("keeps the partial answer when it is stopped, aborts the model call, and frees the conversation", async () => {
    const { services } = await openWith(() => ({ parts: [{ type: "text", chunks: ["One ", "two ", "three"] }], stallAfter: 3 }));
    const started = await services.runs.start("owner", toQuestion("Count"));
    const reader = started.stream().pipeThrough(new TextDecoderStream()).getReader();
    let shown = "";
    while (!shown.includes("One")) shown += (await reader.read()).value ?? "";
    await services.runs.stop("owner", "c1");
    await services.runs.stop("owner", "c1");
    const reply = await started.reply;
    expect(reply.metadata).toMatchObject({ outcome: "stopped", reason: "stopped" });
    expect(textOf(reply)).toContain("One");
    expect(reply.metadata?.usage?.estimated).toBe(true);
    expect((await read(services)).activeRunId).toBeNull();
  });

  it("refuses a second message while one runs, and joins the same message posted again", async () => {
    const gate = Promise.withResolvers<void>();
    const { services, provider } = await openWith(async () => {
      await gate.promise;
      return text("Done.");
    });
    const first = await services.runs.start("owner", toQuestion("One"));
    await expect(services.runs.start("owner", toQuestion("Two", { message: "m2" }))).rejects.toMatchObject({ code: "run_active" });
    const again = await services.runs.start("owner", toQuestion("One"));
    gate.resolve();
    expect(await again.reply).toEqual(await first.reply);
    const later = await services.runs.start("owner", toQuestion("One"));
    expect(await later.reply).toEqual(await first.reply);
    expect(provider.requests).toHaveLength(1);
    const replayed = await readEvents(later.stream());
    expect(replayed.filter((event) => event.type === "text-delta").map((event) => event.delta).join("")).toBe("Done.");
    expect((await read(services)).messages).toHaveLength(2);
  });

  it("lets exactly one of two simultaneous messages begin", async () => {
    const { services } = await openWith(() => text("ok"));
    const starts = await Promise.allSettled(["a", "b", "c"].map((id) => services.runs.start("owner", toQuestion(id, { message: id }))));
    expect(starts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await Promise.all(starts.map((start) => (start.status === "fulfilled" ? start.value.reply : null)));
    expect((await read(services)).messages).toHaveLength(2);
  });

  it("writes the reply anew in the place of the old one", async () => {
    let count = 0;
    const { services } = await openWith(() => text(`Answer ${(count += 1)}`));
    await ask(services);
    const again = await services.runs.start("owner", { id: "c1", trigger: "regenerate-message", options: {} });
    await again.reply;
    expect((await read(services)).messages.map(textOf)).toEqual(["What is it?", "Answer 2"]);
  });

  it("replaces an edited question and everything after it", async () => {
    const { services } = await openWith(() => text("ok"));
    await ask(services, "First", { message: "m1" });
    await ask(services, "Second", { message: "m2" });
    const edited = await services.runs.start("owner", { ...toQuestion("First, edited", { message: "m3" }), messageId: "m1" });
    await edited.reply;
    expect((await read(services)).messages.map(textOf)).toEqual(["First, edited", "ok"]);
  });

  it("offers the earlier turns to the model, and the prompt ends with the newest question", async () => {
    const { services, provider } = await openWith(() => text("The answer."));
    await ask(services, "My name is Ada.", { message: "m1" });
    await ask(services, "What is my name?", { message: "m2" });
    const roles = (provider.requests[1]?.body["messages"] as { role: string; content: unknown }[]).map(({ role }) => role);
    expect(roles).toEqual(["system", "user", "assistant", "user"]);
    expect(JSON.stringify(provider.requests[1]?.body["messages"])).toContain("My name is Ada.");
  });

  it("keeps one person's conversation away from another's with the same id", async () => {
    const { services } = await openWith(() => text("ok"));
    await ask(services, "Mine");
    await (await services.runs.start("other", toQuestion("Theirs"))).reply;
    expect((await read(services)).messages.map(textOf)).toEqual(["Mine", "ok"]);
    await expect(services.runs.getRecord("other", (await read(services)).messages[1]?.metadata?.runId ?? "")).rejects.toMatchObject({ code: "not_found" });
  });

  it("deletes a conversation with everything that hangs on it", async () => {
    const { services } = await openWith(() => text("ok"));
    const reply = await ask(services);
    await services.runs.deleteConversation("owner", "c1");
    await expect(read(services)).rejects.toMatchObject({ code: "not_found" });
    await expect(services.runs.getRecord("owner", reply.metadata?.runId ?? "")).rejects.toMatchObject({ code: "not_found" });
    expect((await services.runs.listConversations("owner", { limit: 10 })).conversations).toEqual([]);
  });
});

describe("a run that the process did not survive", () => {
  it("is interrupted at the next look: the question and the finished steps are there, and the conversation is free", async () => {
    const { services } = await openWith((request) => (request.turn === 0 ? call("calculate", { expression: "2+2" }) : { parts: [{ type: "text", chunks: ["Four"] }], stallAfter: 0 }));
    const started = await services.runs.start("owner", toQuestion("2+2?"));
    for await (const chunk of started.stream().pipeThrough(new TextDecoderStream())) if (chunk.includes("finish-step")) break;
    const crashed = await openCopy(services);
    const conversation = await crashed.runs.readConversation("owner", "c1", { limit: 40 });
    expect(conversation.activeRunId).toBeNull();
    expect(conversation.messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
    expect(conversation.messages[1]?.metadata).toMatchObject({ outcome: "interrupted", reason: "crashed" });
  });
});

/** The state of the folder as another process would find it after a crash. */
async function openCopy(services: TestServices): Promise<TestServices> {
  const { cp, mkdtemp } = await import("node:fs/promises");
  const { tmpdir } = await import("node:os");
  const folder = await mkdtemp(`${tmpdir()}/sextant-crash-`);
  await cp(services.dataDir, folder, { recursive: true, filter: (source) => !source.includes("lock") });
  const copy = await openTestServices({}, folder);
  open.push({ close: () => copy.dispose() });
  return copy;
}

describe("the limits of a run", () => {
  it("ends at the iteration limit with a forced answer, and the tools' results are in the prompt", async () => {
    let calls = 0;
    const { services, provider } = await openWith((request) => {
      calls += 1;
      return JSON.stringify(request.body["tool_choice"]) === '"none"' ? text("Best so far.") : call("calculate", { expression: `${calls}+1` });
    });
    const { version } = await services.settings.get();
    await services.settings.update({ maxIterations: 3 }, version, "test");
    const reply = await ask(services);
    expect(reply.metadata).toMatchObject({ outcome: "limited", reason: "iterations" });
    expect(textOf(reply)).toBe("Best so far.");
    expect(provider.requests).toHaveLength(4);
    expect(JSON.stringify(provider.requests[1]?.body["messages"])).toContain("1+1 = 2");
  });

  it("writes its own last words when the model has none even then", async () => {
    let calls = 0;
    const { services } = await openWith(() => call("calculate", { expression: `${(calls += 1)}+1` }));
    const reply = await ask(services);
    expect(reply.metadata).toMatchObject({ outcome: "limited", reason: "iterations" });
    expect(textOf(reply)).toContain("I reached the limit of steps");
  });

  it("says once that a call repeats itself, then asks for the answer", async () => {
    const { services, provider } = await openWith((request) =>
      JSON.stringify(request.body["tool_choice"]) === '"none"' ? text("So be it.") : call("calculate", { expression: "1+1" }),
    );
    const reply = await ask(services);
    expect(reply.metadata).toMatchObject({ outcome: "limited", reason: "no_progress" });
    expect(reply.parts.filter((part) => part.type === "data-notice")).toHaveLength(1);
    expect(JSON.stringify(provider.requests[2]?.body["messages"])).toContain("You made the same call");
    expect(provider.requests).toHaveLength(4);
  });

  it("cuts off a model that does not stop talking: it spends no more than the budget and what the estimate can err", async () => {
    const chunks = Array.from({ length: 20_000 }, (_, index) => `word${index} `);
    const { provider } = await openWith(() => ({ parts: [{ type: "text", chunks }], usage: null, delayMs: 1 }));
    const paid = await openTestServices({ OPENAI_API_KEY: "k", OPENAI_BASE_URL: `${provider.url}/v1`, MODEL_MAIN: "openai:gpt-4.1", MODEL_LITE: "offline:guide" });
    open.push({ close: () => paid.dispose() });
    await paid.settings.update({ costBudgetPerRequest: 1 }, 0, "test");
    const reply = await ask(paid);
    expect(reply.metadata).toMatchObject({ outcome: "limited", reason: "budget", usage: { estimated: true } });
    expect(reply.metadata?.costMicroUsd).toBeGreaterThan(5_000);
    expect(reply.metadata?.costMicroUsd).toBeLessThan(13_000);
    expect(provider.requests[0]?.body["max_output_tokens"]).toBeLessThan(1_250);
    expect(textOf(reply)).toContain("word0 ");
  });

  it("does not call the model at all when the budget cannot pay even a short answer", async () => {
    const { provider } = await openWith(() => text("ok"));
    const paid = await openTestServices({ OPENAI_API_KEY: "k", OPENAI_BASE_URL: `${provider.url}/v1`, MODEL_MAIN: "openai:gpt-4.1", MODEL_LITE: "offline:guide" });
    open.push({ close: () => paid.dispose() });
    await paid.settings.update({ costBudgetPerRequest: 1 }, 0, "test");
    const reply = await ask(paid, "long ".repeat(19_000));
    expect(provider.requests).toHaveLength(0);
    expect(reply.metadata).toMatchObject({ outcome: "limited", reason: "budget", costMicroUsd: 0 });
    expect(textOf(reply)).toContain("budget");
  });
});

describe("what goes wrong with a model", () => {
  it("answers an unknown tool with the list of those that exist, and goes on", async () => {
    const { services, provider } = await openWith((request) => (request.turn === 0 ? call("teleport", { to: "Mars" }) : text("I cannot.")));
    const reply = await ask(services);
    expect(reply.metadata?.outcome).toBe("completed");
    const prompt = JSON.stringify(provider.requests[1]?.body["messages"]);
    for (const name of ["teleport", "web_search", "calculate"]) expect(prompt).toContain(name);
    expect(toolParts(reply)[0]).toMatchObject({ state: "output-error" });
  });

  it("answers invalid arguments with what is wrong, and the model can repair them", async () => {
    const { services, provider } = await openWith((request) => {
      if (request.turn === 0) return call("calculate", { wrong: 1 });
      return request.turn === 1 ? call("calculate", { expression: "18% of 250" }) : text("45");
    });
    const reply = await ask(services);
    expect(JSON.stringify(provider.requests[1]?.body["messages"])).toContain("expression");
    expect(JSON.stringify(provider.requests[2]?.body["messages"])).toContain("= 45");
    expect(textOf(reply)).toBe("45");
  });

  it("tells broken arguments back instead of failing", async () => {
    const { services } = await openWith((request) =>
      request.turn === 0 ? { parts: [{ type: "tool", name: "calculate", rawInput: '{"expression": ' }], usage: null } : text("Sorry."),
    );
    expect((await ask(services)).metadata?.outcome).toBe("completed");
  });

  it.each<[string, Reply, string]>([
    ["a wrong key", { status: 401, message: "bad key" }, "model_key"],
    ["a rejected request", { status: 400, message: "no such parameter" }, "model_rejected"],
    ["an empty answer", { parts: [], usage: { input: 1, output: 0 } }, "empty"],
  ])("ends as failed on %s, keeps the question, and says what to do without showing a stack", async (_title, reply, reason) => {
    const { services } = await openWith(() => reply);
    const answer = await ask(services);
    expect(answer.metadata).toMatchObject({ outcome: "failed", reason });
    expect(answer.metadata?.error ?? "").not.toMatch(/\bat .*:\d+:\d+/);
    expect((await read(services)).messages.map(textOf)[0]).toBe("What is it?");
  });

  it("keeps what was written when the connection is cut in the middle", async () => {
    const { services } = await openWith(() => ({ parts: [{ type: "text", chunks: ["Half ", "of ", "it ", "and more"] }], cutAfter: 4, delayMs: 60 }));
    const reply = await ask(services);
    expect(reply.metadata?.outcome).toBe("failed");
    expect(textOf(reply)).toContain("Half");
  });

  it("falls back to the next model of the chain before the first word, and says so", async () => {
    const { services } = await openWith((request) => (request.model === "bad" ? { status: 400, message: "no" } : text("From the second.")), {
      MODEL_MAIN: "local:bad,local:good",
    });
    const reply = await ask(services);
    expect(reply.metadata).toMatchObject({ outcome: "completed", model: "local:good" });
    expect(reply.parts.find((part) => part.type === "data-notice")).toMatchObject({ data: { kind: "fallback" } });
  });
});
