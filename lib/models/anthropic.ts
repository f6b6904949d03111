import type { LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { wrapLanguageModel } from "ai";
import { createModelFetch } from "./model-fetch";
import type { ModelsConfig, OpenProvider, Provider, RefusedBy } from "./models-config";
import { keepOwnReasoning } from "./own-reasoning";
import { withoutSampling, withProviderOptions } from "./provider-options";

/** Anthropic's Messages API, with thinking summaries where the model thinks adaptively. */
export function createAnthropicProvider({ anthropic }: ModelsConfig, refusedBy: RefusedBy): Provider {
  return {
    id: "anthropic",
    suggested: {
      language: (
        "claude-sonnet-4-6 claude-haiku-4-5 claude-opus-4-6 claude-opus-4-8 claude-sonnet-5 " +
        "claude-sonnet-5-5 claude-haiku-5-5 claude-opus-5 claude-opus-5-5"
      ).split(" "),
      image: [],
      embedding: [],
    },
    defaults: { main: "claude-sonnet-4-6", lite: "claude-haiku-4-5", pro: "claude-opus-4-6" },
    open: anthropic ? () => openAnthropic(anthropic, refusedBy) : null,
    modelList: anthropic
      ? {
          url: `${anthropic.baseURL ?? "https://api.anthropic.com/v1"}/models?limit=1000`,
          cursorName: "after_id",
          headers: { "x-api-key": anthropic.apiKey, "anthropic-version": "2023-06-01" },
        }
      : null,
  };
}

async function openAnthropic(
  config: { apiKey: string; baseURL?: string },
  refusedBy: RefusedBy,
): Promise<OpenProvider> {
  const { createAnthropic } = await import("@ai-sdk/anthropic");
  const anthropic = createAnthropic({ ...config, fetch: createModelFetch({ refusedBy }) });
  return { language: (model) => withThinking(anthropic(model)) };
}

function withThinking(model: LanguageModelV4): LanguageModelV4 {
  const adaptive = thinksAdaptively(model.modelId);
  const transform = (params: LanguageModelV4CallOptions): LanguageModelV4CallOptions => {
    const own = withCachePoints(keepOwnReasoning(params, "anthropic"));
    if (!adaptive) return own;
    if (params.reasoning === "none") return withoutSampling(own);
    return withProviderOptions(withoutSampling(own), "anthropic", {
      thinking: { type: "adaptive", display: "summarized" },
    });
  };
  return wrapLanguageModel({
    model,
    middleware: { transformParams: ({ params }) => Promise.resolve(transform(params)) },
  });
}

const cachePoint = { anthropic: { cacheControl: { type: "ephemeral" } } };

/**
 * This vendor keeps only what it is told to keep: up to the system text, which every reply shares, up to the
 * newest question, which the next turn has too, and all of it, which the next step has.
 */
function withCachePoints(params: LanguageModelV4CallOptions): LanguageModelV4CallOptions {
  const { prompt } = params;
  const asked = prompt.findLastIndex(({ role }) => role === "user");
  const points = new Set([
    prompt.findIndex(({ role }) => role === "system"),
    prompt.slice(0, Math.max(0, asked)).findLastIndex(({ role }) => role === "assistant"),
    prompt.length - 1,
  ]);
  return {
    ...params,
    prompt: prompt.map((message, index) =>
      points.has(index)
        ? { ...message, providerOptions: { ...message.providerOptions, ...cachePoint } }
        : message,
    ),
  };
}

/** From Claude 4.6 on, by the package's model catalog. */
export function thinksAdaptively(model: string): boolean {
  return /^claude-(?:(?:opus|sonnet)-4-[6-9]|[a-z]+-(?:[5-9]|\d\d)(?:-|$))/.test(model);
}
