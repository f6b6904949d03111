import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, it } from "vitest";
import type { ChatChunk } from "@/lib/protocol/chat-message";
import { readEvents } from "@/tests/support/read-events";
import { textOf } from "@/tests/support/scripted-services";
import { openTestServices, toQuestion } from "@/tests/support/test-services";

type OnEnd = (close: () => Promise<void>) => void;
type Play = (response: ServerResponse) => Promise<void>;

const chunk = { id: "c1", object: "chat.completion.chunk", created: 1, model: "m" };
const toEvent = (choice: object) =>
  `data: ${JSON.stringify({ ...chunk, choices: [{ index: 0, ...choice }] })}\n\n`;
const answer = `${toEvent({ delta: { content: "Here." } })}${toEvent({ delta: {}, finish_reason: "stop" })}data: [DONE]\n\n`;

/** A model server on this machine that begins as `play` says; the product is set so that it waits as it is told. */
async function ask(play: Play, settings: Record<string, number>, onEnd: OnEnd) {
  const server = createServer((request, response) => {
    request.resume();
    void play(response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const services = await openTestServices({
    LOCAL_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    MODEL_MAIN: "local:m",
    MODEL_LITE: "offline:guide",
  });
  onEnd(async () => {
    await services.dispose();
    server.closeAllConnections();
    server.close();
  });
  const { version } = await services.settings.get();
  await services.settings.update(settings, version, "test");
  const started = await services.runs.start("owner", toQuestion("Are you there?"));
  const [reply, events] = await Promise.all([started.reply, readEvents(started.stream())]);
  return { reply, events: events as ChatChunk[] };
}

const begin = (response: ServerResponse) => response.writeHead(200, { "content-type": "text/event-stream" });
const late =
  (ms: number): Play =>
  async (response) => {
    await sleep(ms, undefined, { ref: false });
    begin(response).end(answer);
  };

describe.concurrent("a server on this machine that is slow to begin", () => {
  it("is waited for longer than a hosted one, and longer than the reply may take", async ({
    expect,
    onTestFinished,
  }) => {
    const { reply, events } = await ask(
      late(12_000),
      { firstChunkSeconds: 5, timeLimitSeconds: 10 },
      onTestFinished,
    );
    expect(textOf(reply)).toBe("Here.");
    expect(reply.metadata).toMatchObject({ outcome: "completed" });
    const told = events.flatMap((event) => (event.type === "data-progress" ? [event.data] : []));
    expect(
      told.filter(({ details }) => details?.loading !== undefined && details.loading.waitedMs > 0),
    ).not.toEqual([]);
  });

  it("is asked again while it says that it loads its model", async ({ expect, onTestFinished }) => {
    let asked = 0;
    const play: Play = async (response) => {
      asked += 1;
      if (asked > 5) return void begin(response).end(answer);
      const error = { code: 503, message: "Loading model", type: "unavailable_error" };
      response.writeHead(503, { "content-type": "application/json" }).end(JSON.stringify({ error }));
    };
    const { reply, events } = await ask(play, {}, onTestFinished);
    expect(textOf(reply)).toBe("Here.");
    expect(JSON.stringify(events)).toContain('"loading":{');
  });

  it("is given up at the limit that is set for it", async ({ expect, onTestFinished }) => {
    const { reply } = await ask(late(60_000), { localFirstChunkSeconds: 5 }, onTestFinished);
    expect(reply.metadata).toMatchObject({ outcome: "failed", reason: "model_unavailable" });
    expect(reply.metadata?.error).toContain("did not begin to answer within 5 s");
  });

  it("is alive as long as it sends comments", async ({ expect, onTestFinished }) => {
    const play: Play = async (response) => {
      begin(response);
      for (let count = 0; count < 4; count += 1) {
        response.write(": keep-alive\n\n");
        await sleep(2_500, undefined, { ref: false });
      }
      response.end(answer);
    };
    const { reply } = await ask(play, { localFirstChunkSeconds: 5 }, onTestFinished);
    expect(textOf(reply)).toBe("Here.");
  });
});
