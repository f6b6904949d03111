import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export type Play = (response: ServerResponse) => Promise<void>;

/** A model server that answers each request as `play` does. */
export async function startSlowServer(play: Play): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    request.resume();
    void play(response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

const chunk = { id: "c1", object: "chat.completion.chunk", created: 1, model: "m" };
const toEvent = (choice: object) =>
  `data: ${JSON.stringify({ ...chunk, choices: [{ index: 0, ...choice }] })}\n\n`;
const events = [{ delta: { content: "Here." } }, { delta: {}, finish_reason: "stop" }].map(toEvent).join("");

const begin = (response: ServerResponse) => response.writeHead(200, { "content-type": "text/event-stream" });

/** Says “Here.” after so many milliseconds; with `count`, a comment comes before, so often and so far apart. */
export function answerLate(ms: number, count = 0): Play {
  return async (response) => {
    if (count > 0) begin(response);
    for (let left = Math.max(1, count); left > 0; left -= 1) {
      if (count > 0) response.write(": keep-alive\n\n");
      await sleep(ms, undefined, { ref: false });
    }
    (count > 0 ? response : begin(response)).end(`${events}data: [DONE]\n\n`);
  };
}

/** Says “Here.” to a request that wants no stream. */
export const answerWhole: Play = async (response) => {
  const message = { role: "assistant", content: "Here." };
  const choices = [{ index: 0, message, finish_reason: "stop" }];
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ ...chunk, object: "chat.completion", choices }));
};

/** Says so often that it loads its model, in llama.cpp's words, then “Here.”. */
export function loadFirst(times: number, answer = answerLate(0)): Play {
  let asked = 0;
  return async (response) => {
    asked += 1;
    if (asked > times) return answer(response);
    const error = { code: 503, message: "Loading model", type: "unavailable_error" };
    response.writeHead(503, { "content-type": "application/json" }).end(JSON.stringify({ error }));
  };
}
