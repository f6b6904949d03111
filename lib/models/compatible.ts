import { wrapLanguageModel } from "ai";
import { createEnteredFetch } from "@/lib/net/checked-fetch";
import { markPrefix } from "./answer-prefix";
import { createChatExtras } from "./chat-extras";
import { createModelFetch } from "./model-fetch";
import type { CompatibleServer, ModelList, OpenProvider, Provider } from "./models-config";

/** Any OpenAI-compatible server. A model that is named answers by itself; others stand in a chain. */
export function createCompatibleProvider(name: string, config: CompatibleServer | undefined): Provider {
  const server = config && {
    ...config,
    ...(config.guard && { fetch: createEnteredFetch(config.baseURL, config.guard) }),
  };
  const model = config?.model ?? "";
  return {
    id: name,
    suggested: { language: model === "" ? [] : [model], image: [], embedding: [] },
    defaults: model === "" ? {} : { main: model, lite: model, pro: model },
    open: server ? () => openCompatible({ ...server, name }) : null,
    modelList: server ? toCompatibleList(server) : null,
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
}: Server & { name: string }): Promise<OpenProvider> {
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
    fetch: createModelFetch(fetch),
  });
  return {
    language: (model) => wrapLanguageModel({ model: provider(model), middleware }),
    toParams: (params) => markPrefix(params, { name, baseURL }),
    image: (model) => provider.imageModel(model),
    embedding: (model) => provider.embeddingModel(model),
  };
}
