import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { createModelFetch } from "./model-fetch";
import type { ModelsConfig, OpenProvider, Provider } from "./models-config";
import { withoutSampling, withProviderOptions } from "./provider-options";

/** Anthropic's Messages API, with thinking summaries where the model thinks adaptively. */
export function createAnthropicProvider({ anthropic }: ModelsConfig): Provider {
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
    open: anthropic ? () => openAnthropic(anthropic) : null,
    modelList: anthropic
      ? {
          url: `${anthropic.baseURL ?? "https://api.anthropic.com/v1"}/models?limit=1000`,
          cursorName: "after_id",
          headers: { "x-api-key": anthropic.apiKey, "anthropic-version": "2023-06-01" },
        }
      : null,
  };
}

async function openAnthropic(config: { apiKey: string; baseURL?: string }): Promise<OpenProvider> {
  const { createAnthropic } = await import("@ai-sdk/anthropic");
  const anthropic = createAnthropic({ ...config, fetch: createModelFetch() });
  return { language: (model) => anthropic(model), toParams: withThinking };
}

function withThinking(params: LanguageModelV4CallOptions, model: string): LanguageModelV4CallOptions {
  const cached = withCachePoints(params);
  if (!thinksAdaptively(model)) return cached;
  if (params.reasoning === "none") return withoutSampling(cached);
  return withProviderOptions(withoutSampling(cached), "anthropic", {
    thinking: { type: "adaptive", display: "summarized" },
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
