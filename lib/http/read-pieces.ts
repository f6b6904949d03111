import { AppError } from "@/lib/errors";

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
  let size = 0;
  let isWhole = false;
  try {
    for await (const piece of request.body.values({ preventCancel: true })) {
      size += piece.byteLength;
      if (size > maxBytes) throw refuse();
      yield piece;
    }
    isWhole = true;
  } finally {
    if (!isWhole && !(await drain(request.body))) unread.add(request);
  }
}

/** Whether it came to its end; `false` also where the client cut it off. */
async function drain(body: ReadableStream<Uint8Array>): Promise<boolean> {
  let size = 0;
  const sink = new WritableStream<Uint8Array>({
    write({ byteLength }) {
      size += byteLength;
      if (size > mostDrainedBytes) throw new AppError("too_large", "The body does not end.");
    },
  });
  const options = { preventCancel: true, signal: AbortSignal.timeout(longestDrainMs) };
  return body.pipeTo(sink, options).then(
    () => true,
    () => false,
  );
}
