import type { MemoriesReply } from "@/lib/features/memory/shape";
import type { ConversationReply } from "@/lib/protocol/conversations";
import type { ChatChunk } from "@/lib/protocol/chat-message";
import type { ChatOptions } from "@/lib/protocol/chat-request";
import { toRunQuestion, type Shown } from "@/tests/support/wire/two-step-run";

const limitMs = 60_000;

/**
 * Asks in a conversation of the run's name, and reads until `isEnough` says so; then the stream is left open
 * for the kill to end.
 */
export async function askUntil(
  url: string,
  name: string,
  isEnough: (chunks: readonly ChatChunk[]) => boolean,
  question = toRunQuestion(name),
  options: ChatOptions = {},
): Promise<void> {
  const message = { id: "m1", role: "user", parts: [{ type: "text", text: question }] };
  const body = JSON.stringify({ id: name, trigger: "submit-message", message, options });
  const response = await fetch(`${url}/api/chat`, {
    method: "POST",
    body,
    headers: { "content-type": "application/json" },
    signal: AbortSignal.timeout(limitMs),
  });
  if (!response.ok || response.body === null)
    throw new Error(`${name}: ${response.status} ${await response.text()}`);
  const chunks: ChatChunk[] = [];
  let text = "";
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  while (!isEnough(chunks)) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`${name}: the stream ended after ${chunks.length} events.`);
    const frames = (text + value).split("\n\n");
    text = frames.pop() ?? "";
    for (const frame of frames)
      if (frame.startsWith("data: {")) chunks.push(JSON.parse(frame.slice("data: ".length)) as ChatChunk);
  }
  // What the kill does to it is no failure.
  reader.closed.catch(() => undefined);
}

export function hasSeen({ characters, calls }: Shown): (chunks: readonly ChatChunk[]) => boolean {
  return (chunks) => {
    const deltas = chunks.map((chunk) =>
      chunk.type === "text-delta" || chunk.type === "reasoning-delta" ? chunk.delta.length : 0,
    );
    return (
      deltas.reduce((sum, length) => sum + length, 0) >= characters &&
      chunks.filter(({ type }) => type === "tool-input-start").length >= calls
    );
  };
}

/** The conversation when no reply is made in it any more. */
export async function waitUntilIdle(url: string, name: string): Promise<ConversationReply> {
  let conversation: ConversationReply | undefined;
  await untilTrue(`${name} is idle`, async () => {
    conversation = await getJson<ConversationReply>(`${url}/api/conversations/${name}`);
    return conversation.activeRunId === null;
  });
  return conversation ?? Promise.reject(new Error(`${name} is not there.`));
}

/** Asks again until it is so. */
export async function untilTrue(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const until = Date.now() + limitMs;
  while (!(await isSo())) {
    if (Date.now() > until) throw new Error(`Not within ${limitMs / 1000} s: ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

export const readMemories = (url: string): Promise<MemoriesReply> =>
  getJson<MemoriesReply>(`${url}/api/memories`);

export async function getJson<T>(url: string): Promise<T> {
  const response = await fetch(url, { signal: AbortSignal.timeout(limitMs) });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}
