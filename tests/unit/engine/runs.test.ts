import { describe, expect, it } from "vitest";
import { readEvents } from "@/tests/support/read-events";
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
import { openTestServices, toQuestion, type TestServices } from "@/tests/support/test-services";

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
    const { services } = await openWith((request) =>
      request.turn === 0 ? call("calculate", { expression: "15*3" }) : text("It is ", "45", "."),
    );
    const started = await services.runs.start("owner", toQuestion("15*3?"));
    const [events, reply] = await Promise.all([readEvents(started.stream()), started.reply]);
    const stored = (await read(services)).messages[1];
    expect(stored).toEqual(reply);
    expect(textOf(reply)).toBe("It is 45.");
    expect(
      events
        .filter((event) => event.type === "text-delta")
        .map((event) => event.delta)
        .join(""),
    ).toBe("It is 45.");
    expect(events.at(-1)).toMatchObject({
      type: "finish",
      messageMetadata: { outcome: "completed", model: "local:test" },
    });
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
    const joined = await services.runs.follow("owner", "c1");
    expect(joined).not.toBeNull();
    gate.resolve();
    const events = await readEvents(joined ?? new ReadableStream());
    expect(events[0]?.type).toBe("start");
    expect(events.some((event) => event.type === "tool-output-available")).toBe(true);
    expect(events.at(-1)?.type).toBe("finish");
    expect(textOf(await started.reply)).toBe("Two.");
    expect(await services.runs.follow("owner", "c1")).toBeNull();
  });

  it("keeps the partial answer when it is stopped, aborts the model call, and frees the conversation", async () => {
    const { services } = await openWith(() => ({
      parts: [{ type: "text", chunks: ["One ", "two ", "three"] }],
      stallAfter: 3,
    }));
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
    await expect(services.runs.start("owner", toQuestion("Two", { message: "m2" }))).rejects.toMatchObject({
      code: "run_active",
    });
    const again = await services.runs.start("owner", toQuestion("One"));
    gate.resolve();
    expect(await again.reply).toEqual(await first.reply);
    const later = await services.runs.start("owner", toQuestion("One"));
    expect(await later.reply).toEqual(await first.reply);
    expect(provider.requests).toHaveLength(1);
    const replayed = await readEvents(later.stream());
    expect(
      replayed
        .filter((event) => event.type === "text-delta")
        .map((event) => event.delta)
        .join(""),
    ).toBe("Done.");
    expect((await read(services)).messages).toHaveLength(2);
  });

  it("lets exactly one of two simultaneous messages begin", async () => {
    const { services } = await openWith(() => text("ok"));
    const starts = await Promise.allSettled(
      ["a", "b", "c"].map((id) => services.runs.start("owner", toQuestion(id, { message: id }))),
    );
    expect(starts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await Promise.all(starts.map((start) => (start.status === "fulfilled" ? start.value.reply : null)));
    expect((await read(services)).messages).toHaveLength(2);
  });

  it("writes the reply anew in the place of the old one", async () => {
    let count = 0;
    const { services } = await openWith(() => text(`Answer ${(count += 1)}`));
    await ask(services);
    const again = await services.runs.start("owner", {
      id: "c1",
      trigger: "regenerate-message",
      options: {},
    });
    await again.reply;
    expect((await read(services)).messages.map(textOf)).toEqual(["What is it?", "Answer 2"]);
  });

  it("replaces an edited question and everything after it", async () => {
    const { services } = await openWith(() => text("ok"));
    await ask(services, "First", { message: "m1" });
    await ask(services, "Second", { message: "m2" });
    const edited = await services.runs.start("owner", {
      ...toQuestion("First, edited", { message: "m3" }),
      messageId: "m1",
    });
    await edited.reply;
    expect((await read(services)).messages.map(textOf)).toEqual(["First, edited", "ok"]);
  });

  it("offers the earlier turns to the model, and the prompt ends with the newest question", async () => {
    const { services, provider } = await openWith(() => text("The answer."));
    await ask(services, "My name is Ada.", { message: "m1" });
    await ask(services, "What is my name?", { message: "m2" });
    const roles = (provider.requests[1]?.body["messages"] as { role: string; content: unknown }[]).map(
      ({ role }) => role,
    );
    // What the person is called was kept at once: it stands in a note of its own, behind what is the same from turn to turn.
    expect(roles).toEqual(["system", "user", "assistant", "user", "user"]);
    expect(provider.requests[1]?.body["messages"]).toMatchObject([
      {},
      { content: "My name is Ada." },
      {},
      { content: expect.stringMatching(/^\[Note from Sextant[^]+- \[m1\] My name is Ada/) },
      { content: "What is my name?" },
    ]);
  });

  it("keeps one person's conversation away from another's with the same id", async () => {
    const { services } = await openWith(() => text("ok"));
    await ask(services, "Mine");
    await (
      await services.runs.start("other", toQuestion("Theirs"))
    ).reply;
    expect((await read(services)).messages.map(textOf)).toEqual(["Mine", "ok"]);
    await expect(
      services.runs.getRecord("other", (await read(services)).messages[1]?.metadata?.runId ?? ""),
    ).rejects.toMatchObject({ code: "not_found" });
  });

  it("deletes a conversation with everything that hangs on it", async () => {
    const { services } = await openWith(() => text("ok"));
    const reply = await ask(services);
    await services.runs.deleteConversation("owner", "c1");
    await expect(read(services)).rejects.toMatchObject({ code: "not_found" });
    await expect(services.runs.getRecord("owner", reply.metadata?.runId ?? "")).rejects.toMatchObject({
      code: "not_found",
    });
    expect((await services.runs.listConversations("owner", { limit: 10 })).conversations).toEqual([]);
  });
});

describe("a run that the process did not survive", () => {
  it("goes on at the next look: the finished steps are used, the cut one is made again, and the person is told", async () => {
    let isBack = false;
    const { services, provider } = await openWith((request) => {
      if (request.turn === 0) return call("calculate", { expression: "2+2" });
      return isBack ? text("Four.") : { parts: [{ type: "text", chunks: ["Fo", "ur"] }], stallAfter: 1 };
    });
    const started = await services.runs.start("owner", toQuestion("2+2?"));
    for await (const chunk of started.stream().pipeThrough(new TextDecoderStream()))
      if (chunk.includes("finish-step")) break;
    const crashed = await openCopy(services, {
      LOCAL_BASE_URL: `${provider.url}/v1`,
      MODEL_MAIN: "local:test",
    });
    isBack = true;
    expect((await crashed.runs.readConversation("owner", "c1", { limit: 40 })).activeRunId).not.toBeNull();
    await crashed.runs.untilIdle("owner", "c1");
    const conversation = await crashed.runs.readConversation("owner", "c1", { limit: 40 });
    expect(conversation.activeRunId).toBeNull();
    expect(conversation.messages.map(textOf)).toEqual(["2+2?", "Four."]);
    expect(conversation.messages[1]?.metadata).toMatchObject({ outcome: "completed" });
    expect(toolParts(conversation.messages[1] ?? expect.fail())).toMatchObject([
      { state: "output-available", output: { data: { result: "4" } } },
    ]);
    expect(conversation.messages[1]?.parts).toContainEqual(
      expect.objectContaining({
        type: "data-notice",
        data: expect.objectContaining({ kind: "recovered" }) as object,
      }),
    );
  });

  it("takes back what was shown of a first step and says so", async () => {
    let isBack = false;
    const { services, provider } = await openWith(() =>
      isBack
        ? text("Another answer.")
        : { ...text(...Array.from({ length: 100 }, () => "first ")), delayMs: 50 },
    );
    const started = await services.runs.start("owner", toQuestion("Well?"));
    let shown = "";
    for await (const chunk of started.stream().pipeThrough(new TextDecoderStream())) {
      shown += chunk;
      // The log has what a place was named for.
      if (/first [^]*\nid: /.test(shown)) break;
    }
    const copy = await openCopy(services, { LOCAL_BASE_URL: `${provider.url}/v1`, MODEL_MAIN: "local:test" });
    isBack = true;
    const [taken = expect.fail("Nothing was taken over.")] = await copy.runs.sweep();
    const reply = await taken;
    expect(textOf(reply)).toBe("Another answer.");
    expect(reply.parts.flatMap((part) => (part.type === "data-notice" ? [part.data.kind] : []))).toEqual([
      "recovered",
    ]);
  });
});

/** The state of the folder as another process would find it after a crash. */
async function openCopy(services: TestServices, env: Record<string, string>): Promise<TestServices> {
  const { cp, mkdtemp } = await import("node:fs/promises");
  const { tmpdir } = await import("node:os");
  const folder = await mkdtemp(`${tmpdir()}/sextant-crash-`);
  await cp(services.dataDir, folder, { recursive: true, filter: (source) => !source.includes("lock") });
  const copy = await openTestServices(env, folder);
  closeAfter({ close: () => copy.dispose() });
  return copy;
}
