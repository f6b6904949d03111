import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { wrapLanguageModel } from "ai";
import { createEnteredFetch } from "@/lib/net/checked-fetch";
import { createChatExtras } from "./chat-extras";
import { createModelFetch } from "./model-fetch";
import type { ModelList, ModelsConfig, OpenProvider, Provider, RefusedBy } from "./models-config";
import { keepOwnReasoning } from "./own-reasoning";

/** Any OpenAI-compatible server on this machine or near it: Ollama, llama.cpp, vLLM. */
export function createLocalProvider({ local }: ModelsConfig, refusedBy: RefusedBy): Provider {
  const models = local?.model ? [local.model] : [];
  const server = local && {
    ...local,
    ...(local.guard && { fetch: createEnteredFetch(local.baseURL, local.guard) }),
  };
  const defaults = local?.model ? { main: local.model, lite: local.model, pro: local.model } : {};
  return {
    id: "local",
    suggested: { language: models, image: [], embedding: [] },
    defaults,
    open: server ? () => openCompatible({ ...server, name: "local", refusedBy }) : null,
    modelList: server ? toCompatibleList(server) : null,
  };
}

/** A hosted OpenAI-compatible service under its own name; its models must be named in a chain. */
export function createNamedProvider(
  named: ModelsConfig["compatible"][number],
  refusedBy: RefusedBy,
): Provider {
  return {
    id: named.name,
    suggested: { language: [], image: [], embedding: [] },
    defaults: {},
    open: () => openCompatible({ ...named, refusedBy }),
    modelList: toCompatibleList(named),
  };
}

type Server = { baseURL: string; apiKey?: string; fetch?: typeof fetch | undefined };

/** Where a server with OpenAI's protocol lists its models. */
export function toCompatibleList({ baseURL, apiKey, fetch }: Server): ModelList {
  return {
    url: `${baseURL.replace(/\/$/, "")}/models`,
    headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
    ...(fetch && { fetch }),
  };
}

async function openCompatible({
  name,
  baseURL,
  apiKey,
  fetch,
  refusedBy,
}: Server & { name: string; refusedBy: RefusedBy }): Promise<OpenProvider> {
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  const { extractor, middleware } = createChatExtras();
  const provider = createOpenAICompatible({
    name,
    baseURL,
    includeUsage: true,
    // Else the package drops the schema; what a server does not take is asked for in another way.
    supportsStructuredOutputs: true,
    metadataExtractor: extractor,
    ...(apiKey === undefined ? {} : { apiKey }),
    fetch: createModelFetch({ fetch, refusedBy }),
  });
  const transform = (params: LanguageModelV4CallOptions) => Promise.resolve(keepOwnReasoning(params, name));
  return {
    language: (model) =>
      wrapLanguageModel({
        model: provider(model),
        middleware: [{ transformParams: ({ params }) => transform(params) }, middleware],
      }),
    image: (model) => provider.imageModel(model),
    embedding: (model) => provider.embeddingModel(model),
  };
}
