import type { Env } from "@/lib/env";
import type { EnteredAccess, EnteredServer } from "./records";
import type { CompatibleServer, ModelsConfig } from "@/lib/models/models-config";

type KeySources = ModelsConfig["keySources"];

/** How providers are reached: as the environment says, or where it says nothing as an admin entered. */
export function toModelsConfig(env: Env, { keys, servers }: EnteredAccess): ModelsConfig {
  const keySources: KeySources = {};
  const pickKey = (provider: string, fromEnv: string | undefined): string | undefined => {
    // The key of a server that was entered is for its address alone.
    const fromPanel = servers.some(({ name }) => name === provider) ? undefined : keys[provider];
    const key = fromEnv !== undefined && fromEnv !== "" ? fromEnv : fromPanel;
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
  const local = env.LOCAL_BASE_URL !== undefined && {
    baseURL: env.LOCAL_BASE_URL,
    ...optional("model", env.LOCAL_MODEL),
    ...optional("apiKey", pickKey("local", env.LOCAL_API_KEY)),
  };
  const named = (env.COMPATIBLE_PROVIDERS ?? []).map(({ name, baseURL }) => ({
    name,
    baseURL,
    ...optional("apiKey", pickKey(name, env.namedKeys[name])),
  }));
  const taken = [...(local === false ? [] : ["local"]), ...named.map(({ name }) => name)];
  const entered = servers.filter(({ name }) => !taken.includes(name));
  for (const { name } of entered) keySources[name] = "panel";
  const toEntered = (server: EnteredServer) => toServer(env, server, keys[server.name]);
  const enteredLocal = entered.find(({ name }) => name === "local");
  return {
    ...optional("google", google),
    ...optional("openai", openai),
    ...optional("anthropic", anthropic),
    ...optional("local", local || (enteredLocal && toEntered(enteredLocal))),
    compatible: [
      ...named,
      ...entered.flatMap((server) =>
        server === enteredLocal ? [] : [{ name: server.name, ...toEntered(server) }],
      ),
    ],
    tiers: toTiers(env),
    keySources,
    textTools: env.TEXT_TOOL_MODELS ?? [],
    windows: env.MODEL_WINDOWS ?? {},
    listedWindows: Object.fromEntries(
      entered.flatMap(({ name, model, contextWindow }) =>
        contextWindow === null ? [] : [[`${name}:${model}`, contextWindow]],
      ),
    ),
  };
}

/** Whoever uses the site alone may name this machine, which is theirs. */
function toServer(env: Env, { baseURL, model }: EnteredServer, apiKey: string | undefined): CompatibleServer {
  const guard = {
    allowedHosts: env.WEB_FETCH_ALLOWED_HOSTS ?? [],
    allowsLoopback: env.AUTH_URL === undefined,
  };
  return { baseURL, model, ...optional("apiKey", apiKey), guard };
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
