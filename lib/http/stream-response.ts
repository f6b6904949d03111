import { apiHeaders, toEmptyResponse } from "./api-headers";

type EventStream = ReadableStream<Uint8Array<ArrayBuffer>>;

/**
 * A running reply as the AI SDK's UI message stream, 204 without one. `close` is called once it is over, read
 * or not.
 */
export async function answerWithStream(
  close: () => void,
  open: (onClose: () => void) => Promise<EventStream | null>,
): Promise<Response> {
  try {
    const stream = await open(close);
    if (stream !== null) return toStreamResponse(stream);
    close();
    return toEmptyResponse();
  } catch (error) {
    close();
    throw error;
  }
}

function toStreamResponse(stream: EventStream): Response {
  return new Response(stream, {
    headers: {
      ...apiHeaders,
      "cache-control": "no-cache, no-transform",
      "content-type": "text/event-stream",
      "x-accel-buffering": "no",
      "x-vercel-ai-ui-message-stream": "v1",
    },
  });
}
