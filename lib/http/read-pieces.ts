import type { AppError } from "@/lib/errors";

/** Of a body that is refused, what is still taken in, so that its connection can be used again. */
const mostDrainedBytes = 64_000_000;
const longestDrainMs = 5_000;

const unread = new WeakSet<Request>();

/** Whether a part of the body was left on the connection, which serves no other request then. */
export function isLeftUnread(request: Request): boolean {
  return unread.has(request);
}

/**
 * The body as it arrives, counted, so that a wrong or missing length cannot fill the memory. Whoever stops
 * early waits until the rest has passed by: a body that is cancelled takes its connection with it, and the
 * client's next request. One whose length says that it is too large is not begun; the server lets it pass.
 */
export async function* readPieces(
  request: Request,
  maxBytes: number,
  refuse: () => AppError,
): AsyncGenerator<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw refuse();
  if (request.body === null) return;
  const reader = request.body.getReader();
  let size = 0;
  let isWhole = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      isWhole = done;
      if (done) return;
      size += value.byteLength;
      if (size > maxBytes) throw refuse();
      yield value;
    }
  } finally {
    if (!isWhole && !(await drain(reader))) unread.add(request);
    reader.releaseLock();
  }
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** Whether it came to its end; `false` also where the client cut it off. */
async function drain(reader: Reader): Promise<boolean> {
  const limit = AbortSignal.timeout(longestDrainMs);
  const isOver = new Promise<null>((resolve) =>
    limit.addEventListener("abort", () => resolve(null), { once: true }),
  );
  try {
    for (let size = 0; size < mostDrainedBytes;) {
      const next = await Promise.race([reader.read(), isOver]);
      if (next === null) return false;
      if (next.done) return true;
      size += next.value.byteLength;
    }
  } catch {
    // The connection is gone; there is nobody to read the rest for.
  }
  return false;
}
