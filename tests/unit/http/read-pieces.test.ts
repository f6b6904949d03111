import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { AppError } from "@/lib/errors";
import { readBody } from "@/lib/http/read-body";
import { readChatBody } from "@/lib/http/read-chat-body";
import { isLeftUnread, readPieces } from "@/lib/http/read-pieces";
import { readPart, readSentFiles } from "@/lib/http/read-upload";
import { listSources } from "@/tests/support/list-sources";
import { z } from "zod";

const piece = new Uint8Array(1_000_000).fill(0x78);

/** A body of so many megabytes, and how much of it was taken. */
function send(megabytes: number) {
  const state = { taken: 0, isCancelled: false };
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (state.taken === megabytes) return controller.close();
      state.taken += 1;
      controller.enqueue(piece);
    },
    cancel: () => void (state.isCancelled = true),
  });
  const sent = { method: "POST", body, duplex: "half" };
  const request = new Request("http://127.0.0.1/", sent);
  return { request, state };
}

const readers: [string, (request: Request) => Promise<unknown>, number][] = [
  ["readBody", (request) => readBody(request, z.unknown()), 10],
  ["readChatBody, of one long text", (request) => readChatBody(request, 32_000_000), 10],
  ["readChatBody, of a long request", (request) => readChatBody(request, 6_000_000), 10],
  ["readSentFiles", readSentFiles, 10],
  ["readPart", readPart, 10],
];

describe("a body that is too large", () => {
  it.each(readers)(
    "is taken in to its end by %s, so that its connection lives on",
    async (_name, read, size) => {
      const { request, state } = send(size);
      await expect(read(request)).rejects.toMatchObject({ code: "too_large" });
      expect(state).toEqual({ taken: size, isCancelled: false });
      expect(isLeftUnread(request)).toBe(false);
    },
  );

  it("is left where it does not end, and its connection is told to be used no more", async () => {
    const { request, state } = send(1_000);
    const refuse = () => new AppError("too_large", "Too large.");
    const read = () => Array.fromAsync(readPieces(request, 1, refuse));
    await expect(read()).rejects.toThrow("Too large.");
    expect(state.taken).toBeLessThan(80);
    expect(isLeftUnread(request)).toBe(true);
  });
});

it("only one function reads the body of a request", () => {
  const own = /\brequest\.(body|json|text|formData|arrayBuffer|blob|bytes)\b/;
  const readers = listSources(process.cwd(), ["app", "lib"]).filter((path) =>
    own.test(readFileSync(path, "utf8")),
  );
  expect(readers).toEqual(["lib/http/read-pieces.ts"]);
});
