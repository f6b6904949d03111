import { apiHeaders } from "./api-headers";

/** A running reply as the AI SDK's UI message stream. */
export function toStreamResponse(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Response {
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
