import { createAnthropicProvider } from "./anthropic";
import { createLocalProvider, createNamedProvider } from "./compatible";
import { createGoogleProvider } from "./google";
import type { ModelsConfig, Provider } from "./models-config";
import { createOpenAIProvider } from "./openai";

export const guideRef = "offline:guide";

/** Every provider, in the order in which derived chains try them. A new one is a file and a line here. */
export function listProviders(config: ModelsConfig): Provider[] {
  return [
    createGoogleProvider(config),
    createOpenAIProvider(config),
    createAnthropicProvider(config),
    createLocalProvider(config),
    ...config.compatible.map(createNamedProvider),
    offlineProvider,
  ];
}

/** The rule-driven guide that needs no key. */
const offlineProvider: Provider = {
  id: "offline",
  suggested: { language: ["guide"], image: [], embedding: [] },
  defaults: {},
  open: async () => {
    const { createGuide } = await import("./offline/guide");
    return { language: () => createGuide() };
  },
};
