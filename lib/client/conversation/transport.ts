import { DefaultChatTransport, type ChatTransport } from "ai";
import type { ChatMessage, ChatPart } from "@/lib/protocol/chat-message";
import type { ChatOptions } from "@/lib/protocol/chat-request";
import { watchSession } from "@/lib/client/session-end";

/** A stream that says nothing for this long is taken for cut; joining it again costs nothing. */
const idleLimitMs = 60_000;

/** Within this time a server begins to answer or counts as away; pictures take long on a slow line. */
const answerLimitsMs = { GET: 20_000, POST: 180_000 };

export type ChatTransportOptions = {
  origin?: string;
  getOptions: () => ChatOptions;
  onAccepted: () => void;
  /** Called when the server answers with a reply, a running one too. */
  onConnected?: () => void;
  idleMs?: number;
  answerMs?: typeof answerLimitsMs;
};

/** What the chat knows of as another message, and the server as the newest reply going on. */
export const continuing = { body: { trigger: "continue" } } as const;

/** Sends the last message only: the server holds the rest. `onAccepted`: it has taken what was asked. */
export function createChatTransport({
  origin = "",
  getOptions,
  onAccepted,
  onConnected,
  idleMs = idleLimitMs,
  answerMs = answerLimitsMs,
}: ChatTransportOptions): ChatTransport<ChatMessage> {
  return new DefaultChatTransport<ChatMessage>({
    api: `${origin}/api/chat`,
    fetch: async (input, init) => {
      const response = await fetchWithin(answerMs[init?.method === "POST" ? "POST" : "GET"], input, init);
      await watchSession(response);
      if (response.status === 200) onConnected?.();
      if (response.ok && init?.method === "POST") {
        onAccepted();
        await untilDrawn();
      }
      return withIdleLimit(response, idleMs);
    },
    // Another tab may answer what the reply waits for.
    prepareReconnectToStreamRequest: ({ api, id }) => ({ api: `${api}/${id}/stream?stay=true` }),
    prepareSendMessagesRequest: ({ id, messages, body, messageId, ...request }) => {
      const trigger =
        body?.["trigger"] === continuing.body.trigger ? continuing.body.trigger : request.trigger;
      const newest = trigger === "submit-message" ? messages.at(-1) : undefined;
      const parentId = newest?.metadata?.parentId;
      const message = newest && {
        message: toSentMessage(newest),
        ...(parentId !== undefined && { parentId }),
      };
      const chosen = body?.["options"] as ChatOptions | undefined;
      const options = { ...getOptions(), ...toAnsweredBy(trigger, messages, chosen), ...chosen };
      return { body: { id, trigger, messageId, options, ...message } };
    },
  });
}

async function fetchWithin(
  ms: number,
  input: RequestInfo | URL,
  init: RequestInit | undefined,
): Promise<Response> {
  const late = new AbortController();
  // The word "network" makes the chat take it for a lost connection.
  const timer = setTimeout(() => late.abort(new TypeError("network: no answer")), ms);
  try {
    return await fetch(input, {
      ...init,
      signal: AbortSignal.any([late.signal, ...(init?.signal ? [init.signal] : [])]),
    });
  } finally {
    clearTimeout(timer);
  }
}

/** Lets the page draw what has come before it reads on: much at once would keep it from reacting. */
function untilDrawn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** So many events are read in one go: a reply that is read from its beginning should be there soon. */
const eventsAtOnce = 16;

/** What came in one go, cut after each event: after the empty line. */
function splitEvents(chunk: Uint8Array): Uint8Array[] {
  const events: Uint8Array[] = [];
  let from = 0;
  for (let at = chunk.indexOf(lineEnd); at !== -1; at = chunk.indexOf(lineEnd, at + 1)) {
    if (chunk[at + 1] !== lineEnd) continue;
    events.push(chunk.subarray(from, at + 2));
    from = at + 2;
  }
  if (from < chunk.length) events.push(chunk.subarray(from));
  return events;
}

const lineEnd = 10;

/** An answer given anew, or that goes on, comes from whom its question mentions, unless another is chosen. */
function toAnsweredBy(
  trigger: string,
  messages: readonly ChatMessage[],
  chosen: ChatOptions | undefined,
): Pick<ChatOptions, "answeredBy"> {
  if (trigger === "submit-message" || chosen?.agent !== undefined) return {};
  const mentions = messages.findLast(({ role }) => role === "user")?.metadata?.mentions ?? [];
  const agent = mentions.find(({ kind }) => kind === "agent");
  return agent === undefined ? {} : { answeredBy: agent.id };
}

/** Only what the server takes from a person: words, files, what was pasted, and what is mentioned by id. */
function toSentMessage(message: ChatMessage) {
  const { id, role, parts, metadata } = message;
  const { pasted, mentions } = metadata ?? {};
  const beside = {
    ...(pasted && { pasted }),
    ...(mentions && { mentions: mentions.map((mention) => ({ kind: mention.kind, id: mention.id })) }),
  };
  const isPlain = Object.keys(beside).length === 0;
  return { id, role, parts: parts.flatMap(toSentPart), ...(!isPlain && { metadata: beside }) };
}

function toSentPart(part: ChatPart): object[] {
  if (part.type === "text") return [{ type: part.type, text: part.text }];
  if (part.type === "file")
    return [{ type: part.type, mediaType: part.mediaType, filename: part.filename, url: part.url }];
  return [];
}

function withIdleLimit(response: Response, idleMs: number): Response {
  // Chromium gives a 204 an empty body as well, which a new response of that status may not have.
  if (response.body === null || response.status === 204) return response;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watched = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      start: (controller) => restart(controller),
      async transform(chunk, controller) {
        restart(controller);
        for (const [index, event] of splitEvents(chunk).entries()) {
          if (index > 0 && index % eventsAtOnce === 0) await untilDrawn();
          controller.enqueue(event);
        }
        await untilDrawn();
      },
      flush: () => clearTimeout(timer),
    }),
  );
  return new Response(watched, { status: response.status, headers: response.headers });

  function restart(controller: TransformStreamDefaultController<Uint8Array>) {
    clearTimeout(timer);
    timer = setTimeout(() => controller.error(new TypeError("network idle")), idleMs);
  }
}
