import type { Env } from "@/lib/env";
import type { ModelsConfig } from "@/lib/models/models-config";

type KeySources = ModelsConfig["keySources"];

/** How providers are reached: by the environment's keys, or where it has none those that an admin entered. */
export function toModelsConfig(env: Env, panelKeys: Record<string, string>): ModelsConfig {
  const keySources: KeySources = {};
  const pickKey = (provider: string, fromEnv: string | undefined): string | undefined => {
    const key = fromEnv !== undefined && fromEnv !== "" ? fromEnv : panelKeys[provider];
    if (key !== undefined) keySources[provider] = key === fromEnv ? "environment" : "panel";
    return key;
  };
  const keyed = (provider: string, key: string | undefined, baseURL: string | undefined) => {
    const apiKey = pickKey(provider, key);
    return apiKey === undefined ? undefined : { apiKey, ...(baseURL === undefined ? {} : { baseURL }) };
  };
  const google = keyed("google", env.GOOGLE_GENERATIVE_AI_API_KEY, env.GOOGLE_BASE_URL);
  const openai = keyed("openai", env.OPENAI_API_KEY, env.OPENAI_BASE_URL);
  const anthropic = keyed("anthropic", env.ANTHROPIC_API_KEY, env.ANTHROPIC_BASE_URL);
  const localKey = pickKey("local", env.LOCAL_API_KEY);
  const local =
    env.LOCAL_BASE_URL === undefined
      ? undefined
      : {
          baseURL: env.LOCAL_BASE_URL,
          ...optional("model", env.LOCAL_MODEL),
          ...optional("apiKey", localKey),
        };
  const compatible = (env.COMPATIBLE_PROVIDERS ?? []).map(({ name, baseURL }) => ({
    name,
    baseURL,
    ...optional("apiKey", pickKey(name, env.namedKeys[name])),
  }));
  return {
    ...optional("google", google),
    ...optional("openai", openai),
    ...optional("anthropic", anthropic),
    ...optional("local", local),
    compatible,
    tiers: toTiers(env),
    keySources,
    textTools: env.TEXT_TOOL_MODELS ?? [],
    windows: env.MODEL_WINDOWS ?? {},
  };
}

function toTiers(env: Env): ModelsConfig["tiers"] {
  return {
    ...optional("main", env.MODEL_MAIN),
    ...optional("lite", env.MODEL_LITE),
    ...optional("pro", env.MODEL_PRO),
    ...optional("image", env.MODEL_IMAGE),
    ...optional("embedding", env.MODEL_EMBEDDING),
  };
}

function optional<NAME extends string, VALUE>(
  name: NAME,
  value: VALUE | undefined,
): { [KEY in NAME]?: VALUE } {
  return (value === undefined ? {} : { [name]: value }) as { [KEY in NAME]?: VALUE };
}
