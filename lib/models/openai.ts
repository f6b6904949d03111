import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { toCompatibleList } from "./compatible";
import { createModelFetch } from "./model-fetch";
import type { ModelsConfig, OpenProvider, Provider } from "./models-config";
import { withoutSampling, withProviderOptions } from "./provider-options";

/** OpenAI by its Responses API. */
export function createOpenAIProvider({ openai }: ModelsConfig): Provider {
  return {
    id: "openai",
    suggested: {
      language: (
        "gpt-5.4-mini gpt-5.4 gpt-5.4-nano gpt-5.5 gpt-5.6 gpt-6-astra gpt-6-luna gpt-6-sol gpt-6.1-sol " +
        "gpt-6.1-terra gpt-5-mini gpt-4.1 gpt-4.1-mini"
      ).split(" "),
      image: ["gpt-image-1", "gpt-image-1.5", "gpt-image-2"],
      embedding: ["text-embedding-3-small", "text-embedding-3-large"],
    },
    defaults: {
      main: "gpt-5.4-mini",
      lite: "gpt-5.4-nano",
      pro: "gpt-5.4",
      image: "gpt-image-1",
      embedding: "text-embedding-3-small",
    },
    open: openai ? () => openOpenAI(openai) : null,
    modelList: openai
      ? toCompatibleList({ ...openai, baseURL: openai.baseURL ?? "https://api.openai.com/v1" })
      : null,
  };
}

async function openOpenAI(config: { apiKey: string; baseURL?: string }): Promise<OpenProvider> {
  const { createOpenAI } = await import("@ai-sdk/openai");
  const openai = createOpenAI({ ...config, fetch: createModelFetch() });
  return {
    language: (model) => openai.responses(model),
    toParams: withoutStore,
    image: (model) => openai.image(model),
    embedding: (model) => openai.embedding(model),
  };
}

/**
 * `store: false` because references to items kept by the vendor may not exist after a crash or for another
 * model; the package then asks for the reasoning in encrypted form and sends it back itself.
 */
function withoutStore(params: LanguageModelV4CallOptions, model: string): LanguageModelV4CallOptions {
  const reasons = isReasoningModel(model);
  const withSummary = reasons && params.reasoning !== "none";
  const options = withSummary ? { store: false, reasoningSummary: "auto" } : { store: false };
  return withProviderOptions(reasons ? withoutSampling(params) : params, "openai", options);
}

export function isReasoningModel(model: string): boolean {
  return /^(?:o\d|gpt-(?:[5-9]|\d\d))/.test(model) && !model.includes("-chat");
}
