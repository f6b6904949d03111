import type { LocalServer } from "@/lib/protocol/local-server";
import type { ListedModel } from "@/lib/protocol/settings";
import { createEnteredFetch } from "@/lib/net/checked-fetch";
import { toCompatibleList } from "./compatible";
import { listModels } from "./list-models";
import { isEmbeddingRef } from "./model-info";

/** Where the servers that people run at home listen when nobody says otherwise. */
const usualPorts = [
  { name: "Ollama", port: 11434 },
  { name: "LM Studio", port: 1234 },
  { name: "llama.cpp", port: 8080 },
  { name: "vLLM", port: 8000 },
];
const limitMs = 1_500;

/** The model servers on the usual ports of this machine, asked all at once. Never throws. */
export async function findLocalServers(signal: AbortSignal): Promise<LocalServer[]> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
  const found = usualPorts.map(async ({ name, port }) => {
    const baseURL = `http://127.0.0.1:${port}/v1`;
    const guard = { allowedHosts: [], allowsLoopback: true };
    const list = toCompatibleList({ baseURL, fetch: createEnteredFetch(baseURL, guard) });
    const models = await listModels("local", list, limit).catch(() => null);
    return { name, baseURL, models: toAnswering(models ?? []) };
  });
  return (await Promise.all(found)).filter(({ models }) => models.length > 0);
}

/** The names of those that answer questions: not the ones that turn text into vectors. */
export function toAnswering(models: readonly ListedModel[]): string[] {
  return models.map(({ name }) => name).filter((name) => !isEmbeddingRef(name));
}
