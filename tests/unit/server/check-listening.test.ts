import { once } from "node:events";
import { createServer } from "node:http";
import { expect, it, onTestFinished } from "vitest";
import { checkListening } from "@/lib/server/start-server";

/** A server that nobody asks anything. */
async function listen(host: string | undefined): Promise<void> {
  const server = createServer();
  onTestFinished(async () => {
    server.close();
    await once(server, "close");
  });
  server.listen({ port: 0, ...(host !== undefined && { host }) });
  await once(server, "listening");
}

it.each(["127.0.0.1", "localhost", "127.0.0.2"])("takes a process that listens on %s", async (host) => {
  await listen(host);
  expect(checkListening).not.toThrow();
});

it.each(["0.0.0.0", undefined])(
  "refuses one without accounts that listens on %s, beside loopback",
  async (host) => {
    await listen("127.0.0.1");
    await listen(host);
    expect(checkListening).toThrow(
      /^Use npm start, or next start -H 127\.0\.0\.1, .* listening on (0\.0\.0\.0|::) would let anyone in\.$/,
    );
  },
);
