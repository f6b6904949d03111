import type { ChatChunk } from "@/lib/protocol/chat-message";

export type Words = { text: string; at: number };

/**
 * Reads a reply's stream until its end, or until `onWords` gives `true`; it is told the text so far at each arrival that brings some.
 * Gives that text.
 */
export async function readWords(
  response: Response,
  onWords: (words: Words) => boolean = () => false,
): Promise<string> {
  if (!response.ok || response.body === null)
    throw new Error(`No stream: ${response.status} ${await response.text()}`);
  let text = "";
  let rest = "";
  for await (const bytes of response.body.pipeThrough(new TextDecoderStream())) {
    const frames = (rest + bytes).split("\n\n");
    rest = frames.pop() ?? "";
    const before = text;
    for (const frame of frames)
      if (frame.startsWith("data: {"))
        text = addChunk(text, JSON.parse(frame.slice("data: ".length)) as ChatChunk);
    if (text !== before && onWords({ text, at: performance.now() })) break;
  }
  return text;
}

/** The answers of the bench have one step: what is reset begins anew. */
function addChunk(text: string, chunk: ChatChunk): string {
  if (chunk.type === "start" || chunk.type === "reset-step") return "";
  return chunk.type === "text-delta" ? text + chunk.delta : text;
}

/** How many numbered tokens are whole in the text. */
export function countTokens(text: string): number {
  return text === "" ? 0 : text.split(" ").length - 1;
}

const limitMs = 150_000;

/** Posts a question to a server of the product, and gives its answer as it begins. */
export function postQuestion(url: string, conversationId: string, text: string): Promise<Response> {
  const message = { id: crypto.randomUUID(), role: "user", parts: [{ type: "text", text }] };
  const body = JSON.stringify({ id: conversationId, trigger: "submit-message", message, options: {} });
  return fetch(`${url}/api/chat`, {
    method: "POST",
    body,
    headers: { "content-type": "application/json" },
    signal: AbortSignal.timeout(limitMs),
  });
}

export function joinStream(url: string, conversationId: string): Promise<Response> {
  return fetch(`${url}/api/chat/${conversationId}/stream`, { signal: AbortSignal.timeout(limitMs) });
}
