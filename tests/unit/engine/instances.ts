import { closeAfter } from "@/tests/support/scripted-services";
import { createProjectId } from "@/tests/support/find-emulator";
import { toEvents } from "@/tests/support/read-events";
import { openTestServices, type TestServices } from "@/tests/support/test-services";
import { startProviderServer, type ProviderServer } from "@/tests/support/wire/provider-server";
import type { ProviderRequest, Reply } from "@/tests/support/wire/reply";
import type { Platform } from "@/lib/server/core-services";
import type { ChatChunk } from "@/lib/protocol/chat-message";
import { addCompact } from "@/lib/engine/log/entries";

export type Instances = { first: TestServices; second: TestServices; provider: ProviderServer };
export type Script = (request: ProviderRequest) => Reply | Promise<Reply>;

/** Two instances of the product over one Firestore, with a scripted model. */
export async function openInstances(
  emulator: string | null,
  script: Script,
  outside: Partial<Platform>[] = [],
  more: Record<string, string> = {},
): Promise<Instances> {
  const provider = await startProviderServer(script);
  closeAfter(provider);
  const env = {
    ...{
      FIREBASE_PROJECT_ID: createProjectId(),
      FIRESTORE_EMULATOR_HOST: emulator ?? "",
      AUTH_SECRET: "s".repeat(32),
    },
    ...{ LOCAL_BASE_URL: `${provider.url}/v1`, MODEL_MAIN: "local:test", MODEL_LITE: "offline:guide" },
    ...more,
  };
  const open = async (index: number) => {
    const services = await openTestServices(env, undefined, outside[index] ?? {});
    closeAfter({ close: () => services.dispose() });
    return services;
  };
  const [first, second] = await Promise.all([open(0), open(1)]);
  return { first, second, provider };
}

export type Told = {
  text: string;
  /** Of each piece that arrived: how many characters of the answer there were then, and when. */
  arrivals: { characters: number; at: number }[];
};

/** Reads a stream to its end, or until `isEnough`. */
export async function readTold(
  stream: ReadableStream<Uint8Array> | null,
  isEnough: (told: Told) => boolean = () => false,
): Promise<Told> {
  const told: Told = { text: "", arrivals: [] };
  if (stream === null) return told;
  const reader = stream
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return told;
    told.text += value;
    told.arrivals.push({ characters: toAnswer(told.text).length, at: Date.now() });
    if (!isEnough(told)) continue;
    await reader.cancel();
    return told;
  }
}

export function toAnswer(text: string): string {
  return toEvents(text)
    .map((event) => (event.type === "text-delta" ? event.delta : ""))
    .join("");
}

/** The events as the log keeps them: deltas joined, without what passes. */
export function toCompact(text: string): ChatChunk[] {
  const list: ChatChunk[] = [];
  for (const event of toEvents(text)) if (event.type !== "data-progress") addCompact(list, event);
  return list;
}

/** The last place that a stream named. */
export function toLastPlace(text: string): string | undefined {
  return [...text.matchAll(/^id: (.+)$/gm)].at(-1)?.[1];
}

export const toWords = (count: number, word = "word"): string[] =>
  Array.from({ length: count }, (_, index) => `${word}${index} `);
