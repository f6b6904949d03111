import { ReadableStream } from "node:stream/web";
import { AppError } from "@/lib/errors";
import { findCallWatch, type CallWatch } from "./call-watch";

/** The end of a session is not waited for longer. */
const goodbyeMs = 3_000;

/**
 * `fetch` for the SDK's transport: no answer is longer than so many bytes, and one that breaks off is told to
 * whoever waits for it. Nothing listens for what a server would say unasked.
 */
export function createLimitedFetch(inner: typeof fetch, maxBytes: number): typeof fetch {
  return async (input, init) => {
    if (init?.method === "GET") return new Response(null, { status: 405 });
    const watch = findCallWatch();
    watch?.began();
    const goodbye = init?.method === "DELETE" ? { signal: AbortSignal.timeout(goodbyeMs) } : {};
    const response = await inner(input, { ...init, ...goodbye });
    if (response.body === null) return response;
    const { status, statusText, headers } = response;
    const body = ReadableStream.from(readLimited(response.body, maxBytes, watch));
    return new Response(body as unknown as BodyInit, { status, statusText, headers: [...headers] });
  };
}

async function* readLimited(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  watch: CallWatch | undefined,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for await (const chunk of body) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) throw createTooLarge(maxBytes);
      yield chunk;
    }
    watch?.ended();
  } catch (error) {
    watch?.failed(error);
    throw error;
  }
}

export function createTooLarge(maxBytes: number): AppError {
  const megabytes = Math.round(maxBytes / 1_000_000);
  return new AppError("too_large", `The tool server's answer was cut off: it is over ${megabytes} MB.`);
}
