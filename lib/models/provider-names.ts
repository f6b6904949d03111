import { toModelRef } from "./models-config";

export type ProviderNames = { name: string; /** Where its key is set, as a sentence. */ hint: string };

/** What a person calls the provider of a reference, whether or not it is configured. */
export function findProviderNames(ref: string): ProviderNames {
  const { provider } = toModelRef(ref);
  return (
    knownNames[provider] ?? {
      name: provider,
      hint: toKeyHint(`${provider.toUpperCase().replaceAll("-", "_")}_API_KEY`),
    }
  );
}

function toKeyHint(variable: string): string {
  return `Set ${variable} or add a key in Admin → Models.`;
}

const knownNames: Record<string, ProviderNames> = {
  google: { name: "Google", hint: toKeyHint("GOOGLE_GENERATIVE_AI_API_KEY") },
  openai: { name: "OpenAI", hint: toKeyHint("OPENAI_API_KEY") },
  anthropic: { name: "Anthropic", hint: toKeyHint("ANTHROPIC_API_KEY") },
  local: {
    name: "Local server",
    hint: "Set its address and key in Admin → Models, or LOCAL_BASE_URL and LOCAL_API_KEY.",
  },
  offline: { name: "The offline guide", hint: "It needs no key." },
};
