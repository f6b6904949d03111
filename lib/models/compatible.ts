import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { wrapLanguageModel } from "ai";
import type { ModelsConfig, OpenProvider, Provider } from "./models-config";
import { keepOwnReasoning } from "./own-reasoning";

/** Any OpenAI-compatible server on this machine or near it: Ollama, llama.cpp, vLLM. */
export function createLocalProvider({ local }: ModelsConfig): Provider {
  const models = local?.model ? [local.model] : [];
  const defaults = local?.model ? { main: local.model, lite: local.model, pro: local.model } : {};
  return {
    id: "local",
    suggested: { language: models, image: [], embedding: [] },
    defaults,
    needs: "LOCAL_BASE_URL",
    open: local ? () => openCompatible({ ...local, name: "local" }) : null,
  };
}

/** A hosted OpenAI-compatible service under its own name; its models must be named in a chain. */
export function createNamedProvider(named: ModelsConfig["compatible"][number]): Provider {
  return {
    id: named.name,
    suggested: { language: [], image: [], embedding: [] },
    defaults: {},
    open: () => openCompatible(named),
  };
}

async function openCompatible({
  name,
  baseURL,
  apiKey,
}: {
  name: string;
  baseURL: string;
  apiKey?: string;
}): Promise<OpenProvider> {
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  const provider = createOpenAICompatible({
    name,
    baseURL,
    includeUsage: true,
    ...(apiKey === undefined ? {} : { apiKey }),
  });
  const transform = (params: LanguageModelV4CallOptions) => Promise.resolve(keepOwnReasoning(params, name));
  return {
    language: (model) =>
      wrapLanguageModel({
        model: provider(model),
        middleware: { transformParams: ({ params }) => transform(params) },
      }),
    image: (model) => provider.imageModel(model),
    embedding: (model) => provider.embeddingModel(model),
  };
}
