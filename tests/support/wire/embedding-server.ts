import { createModels, type Models } from "@/lib/models/models";
import { startProviderServer, type ProviderServer } from "./provider-server";
import type { Fault } from "./reply";

export type EmbeddingServer = {
  models: Models;
  /** The texts of each request, in order. */
  asked: string[][];
  /** Requests wait until it is released. */
  hold(): { release: () => void };
  fail(fault: Fault | null): void;
  close(): Promise<void>;
};

/** A local server that speaks OpenAI's protocol and gives each text the vector that `toVector` makes of it. */
export async function startEmbeddingServer(toVector: (text: string) => number[]): Promise<EmbeddingServer> {
  const asked: string[][] = [];
  let fault: Fault | null = null;
  let gate: Promise<void> = Promise.resolve();
  const server: ProviderServer = await startProviderServer(async ({ body }) => {
    const texts = (Array.isArray(body["input"]) ? body["input"] : [body["input"]]).map(String);
    asked.push(texts);
    await gate;
    return fault ?? { parts: texts.map((text) => ({ type: "embedding", values: toVector(text) })) };
  });
  return {
    models: createModels({
      openai: { apiKey: "key", baseURL: `${server.url}/v1` },
      compatible: [],
      tiers: {},
      keySources: {},
    }),
    asked,
    hold() {
      const held = Promise.withResolvers<void>();
      gate = held.promise;
      return { release: held.resolve };
    },
    fail(next) {
      fault = next;
    },
    close: server.close,
  };
}
