import { describe, it } from "vitest";
import type { ChatChunk } from "@/lib/protocol/chat-message";
import { readEvents } from "@/tests/support/read-events";
import { textOf } from "@/tests/support/scripted-services";
import { openTestServices, toQuestion } from "@/tests/support/test-services";
import { answerLate, loadFirst, startSlowServer, type Play } from "@/tests/support/wire/slow-server";

type OnEnd = (close: () => Promise<void>) => void;

/** Asks a server on this machine, with the product set so that it waits as it is told. */
async function ask(play: Play, settings: Record<string, number>, onEnd: OnEnd) {
  const server = await startSlowServer(play);
  const services = await openTestServices({
    LOCAL_BASE_URL: `${server.url}/v1`,
    MODEL_MAIN: "local:m",
    MODEL_LITE: "offline:guide",
  });
  onEnd(async () => {
    await services.dispose();
    await server.close();
  });
  const { version } = await services.settings.get();
  await services.settings.update(settings, version, "test");
  const started = await services.runs.start("owner", toQuestion("Are you there?"));
  const [reply, events] = await Promise.all([started.reply, readEvents(started.stream())]);
  return { reply, events: events as ChatChunk[] };
}

const isTold = (events: readonly ChatChunk[]): boolean =>
  events.some((event) => event.type === "data-progress" && event.data.details?.loading !== undefined);

describe.concurrent("a server on this machine that is slow to begin", () => {
  it("is waited for longer than a hosted one, and longer than the reply may take", async ({
    expect,
    onTestFinished,
  }) => {
    const settings = { firstChunkSeconds: 5, timeLimitSeconds: 10 };
    const { reply, events } = await ask(answerLate(12_000), settings, onTestFinished);
    expect(textOf(reply)).toBe("Here.");
    expect(reply.metadata).toMatchObject({ outcome: "completed" });
    expect(isTold(events)).toBe(true);
  });

  it("is asked again while it says that it loads its model", async ({ expect, onTestFinished }) => {
    const { reply, events } = await ask(loadFirst(5), {}, onTestFinished);
    expect(textOf(reply)).toBe("Here.");
    expect(isTold(events)).toBe(true);
  });

  it("is given up at the limit that is set for it", async ({ expect, onTestFinished }) => {
    const { reply } = await ask(answerLate(60_000), { localFirstChunkSeconds: 5 }, onTestFinished);
    expect(reply.metadata).toMatchObject({ outcome: "failed", reason: "model_unavailable" });
    expect(reply.metadata?.error).toContain("did not begin to answer within 5 s");
  });

  it("is alive as long as it sends comments", async ({ expect, onTestFinished }) => {
    const { reply } = await ask(answerLate(2_500, 4), { localFirstChunkSeconds: 5 }, onTestFinished);
    expect(textOf(reply)).toBe("Here.");
  });
});
