import { describe, expect, it } from "vitest";
import { readEvents } from "@/tests/support/read-events";
import { ask, closeAfter, openWith, read, text, textOf } from "@/tests/support/scripted-services";
import { openTestServices, toQuestion } from "@/tests/support/test-services";

const stalled = { parts: [{ type: "text" as const, chunks: ["One ", "two"] }], stallAfter: 1 };

describe("what happens at the same time", () => {
  it("is one run when the same message is posted twice at once", async () => {
    const { services, provider } = await openWith(() => text("ok"));
    const started = await Promise.all([1, 2, 3].map(() => services.runs.start("owner", toQuestion("Once"))));
    const replies = await Promise.all(started.map(({ reply }) => reply));
    expect(new Set(replies.map(({ id }) => id)).size).toBe(1);
    expect(provider.requests).toHaveLength(1);
    expect((await read(services)).messages).toHaveLength(2);
  });

  it("is stopped also when stop comes before the run has begun", async () => {
    const { services } = await openWith(() => stalled);
    const starting = services.runs.start("owner", toQuestion("Go"));
    await services.runs.stop("owner", "c1");
    expect((await (await starting).reply).metadata?.outcome).toBe("stopped");
  });

  it("is joined also when the reader comes before the run has begun", async () => {
    const { services } = await openWith(() => text("ok"));
    const starting = services.runs.start("owner", toQuestion("Go"));
    const joined = await services.runs.follow("owner", "c1");
    await starting;
    expect((await readEvents(joined ?? new ReadableStream())).at(-1)?.type).toBe("finish");
  });

  it("leaves nothing behind when the conversation is deleted while its reply begins", async () => {
    const { services } = await openWith(() => stalled);
    const starting = services.runs.start("owner", toQuestion("Go"));
    await services.runs.deleteConversation("owner", "c1");
    const reply = await (await starting).reply;
    await expect(services.runs.getRecord("owner", reply.metadata?.runId ?? "")).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(read(services)).rejects.toMatchObject({ code: "not_found" });
  });

  it("takes no new message while a conversation is being deleted or the server closes", async () => {
    const { services } = await openWith(() => text("ok"));
    await ask(services);
    const deleting = services.runs.deleteConversation("owner", "c1");
    await expect(services.runs.start("owner", toQuestion("Late", { message: "m2" }))).rejects.toMatchObject({
      code: "run_active",
    });
    await deleting;
    await services.runs.close();
    await expect(services.runs.start("owner", toQuestion("Later", { message: "m3" }))).rejects.toMatchObject({
      code: "overloaded",
    });
  });

  it("lets go of a run that was only beginning when the server closes, and the next start goes on with it", async () => {
    let isBack = false;
    const { services, provider } = await openWith(() => (isBack ? text("Here.") : stalled));
    const starting = services.runs.start("owner", toQuestion("Go"));
    await services.close();
    expect((await (await starting).reply).metadata).toMatchObject({ outcome: "interrupted" });
    isBack = true;
    const next = await openTestServices(
      { LOCAL_BASE_URL: `${provider.url}/v1`, MODEL_MAIN: "local:test" },
      services.dataDir,
    );
    closeAfter({ close: () => next.dispose() });
    const [reply = expect.fail("Nothing was taken over.")] = await next.runs.sweep();
    expect((await reply).metadata).toMatchObject({ outcome: "completed" });
    expect((await read(next)).messages.map(textOf)).toEqual(["Go", "Here."]);
    expect((await read(next)).activeRunId).toBeNull();
  });
});
