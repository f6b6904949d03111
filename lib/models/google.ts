import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { createModelFetch } from "./model-fetch";
import type { ModelsConfig, OpenProvider, Provider } from "./models-config";
import { withProviderOptions } from "./provider-options";

/** Google's Gemini API, with thoughts shown. */
export function createGoogleProvider({ google }: ModelsConfig): Provider {
  return {
    id: "google",
    suggested: {
      language: (
        "gemini-3.5-flash gemini-3.1-pro-preview gemini-3.8-flash gemini-3.5-flash-lite gemini-4-argon " +
        "gemini-4-carbon gemini-4-hydrogen gemini-2.5-pro gemini-2.5-flash gemini-2.5-flash-lite " +
        "gemini-pro-latest gemini-flash-latest gemini-flash-lite-latest"
      ).split(" "),
      image: [
        "gemini-2.5-flash-image",
        "gemini-3-pro-image-preview",
        "gemini-3.1-flash-image-preview",
        "gemini-nano-banana-2.1",
      ],
      embedding: ["gemini-embedding-001", "gemini-embedding-2"],
    },
    defaults: {
      main: "gemini-3.5-flash",
      lite: "gemini-2.5-flash-lite",
      pro: "gemini-3.1-pro-preview",
      image: "gemini-2.5-flash-image",
      embedding: "gemini-embedding-001",
    },
    open: google ? () => openGoogle(google) : null,
    modelList: google
      ? {
          url: `${google.baseURL ?? "https://generativelanguage.googleapis.com/v1beta"}/models?pageSize=1000`,
          headers: { "x-goog-api-key": google.apiKey },
        }
      : null,
  };
}

async function openGoogle(config: { apiKey: string; baseURL?: string }): Promise<OpenProvider> {
  const { createGoogle } = await import("@ai-sdk/google");
  const google = createGoogle({ ...config, fetch: createModelFetch() });
  return {
    language: (model) => google(model),
    toParams: withThoughts,
    image: (model) => google.image(model),
    embedding: (model) => google.embedding(model),
  };
}

function withThoughts(params: LanguageModelV4CallOptions, model: string): LanguageModelV4CallOptions {
  if (!canThink(model) || params.reasoning === "none") return params;
  return withProviderOptions(params, "google", { thinkingConfig: { includeThoughts: true } });
}

/** Gemini 2.5 and later think; image models and Gemma refuse the setting. */
function canThink(model: string): boolean {
  return /^gemini-(?:2\.5|[3-9]|flash|pro)/.test(model) && !/image|banana|tts|audio/.test(model);
}
