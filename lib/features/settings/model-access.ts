import type { AuditLog } from "@/lib/data/audit";
import type { ProviderKeys } from "./records";
import type { Settings } from "@/lib/data/settings";
import { AppError } from "@/lib/errors";
import { toAnswering } from "@/lib/models/local-servers";
import { isEmbeddingRef } from "@/lib/models/model-info";
import { testModel } from "@/lib/models/test-model";
import type { AskServer, PutServer } from "@/lib/protocol/local-server";
import type { ModelRow, ModelTestReply, SettingsReply } from "@/lib/protocol/settings";
import { modelPattern, modelTiers } from "@/lib/protocol/settings-fields";
import { checkTakesKey, type ProviderRegistry } from "./providers";

type AccessDeps = {
  audit: AuditLog;
  settings: Pick<Settings, "forget" | "get">;
  providerKeys: ProviderKeys;
  providers: ProviderRegistry;
  readSettings: () => Promise<SettingsReply>;
};

/** Keys and model servers that an admin enters: tried, then in use here at once, elsewhere in 5 seconds. */
export function createModelAccess(deps: AccessDeps) {
  const { audit, settings, providerKeys, providers, readSettings } = deps;
  async function noteChange(by: string, act: "key_set" | "key_removed", id: string): Promise<SettingsReply> {
    settings.forget();
    await audit.record({ act, actor: by, detail: id });
    return readSettings();
  }

  return {
    ...createModelReads(deps),

    /**
     * Keeps or removes a provider's or engine's key. A provider's is tried first: throws what `listModels`
     * throws, and nothing is kept.
     */
    async putProviderKey(change: KeyChange, signal: AbortSignal): Promise<SettingsReply> {
      const { by, id, key } = change;
      checkTakesKey(providers, id);
      if (
        key !== null &&
        providers
          .models()
          .providers()
          .some((provider) => provider.id === id)
      ) {
        const { keys, servers } = await providerKeys.read();
        await providers.listWith(id, { keys: { ...keys, [id]: key }, servers }, signal);
      }
      await providerKeys.put(id, key);
      return noteChange(by, key === null ? "key_removed" : "key_set", id);
    },

    /** Asks the server of an address for its models. Throws as `listModels`. */
    async listServer(entry: AskServer, signal: AbortSignal) {
      const { baseURL, models } = await askServer(deps, entry, signal);
      return { baseURL, models: toAnswering(models) };
    },

    async putServer(by: string, entry: PutServer, signal: AbortSignal): Promise<SettingsReply> {
      const { name, model } = entry;
      const { baseURL, key, models } = await askServer(deps, entry, signal);
      const { contextWindow = null } = models.find((listed) => listed.name === model) ?? {};
      await providerKeys.putServer({ name, baseURL, model, contextWindow }, key);
      return noteChange(by, "key_set", name);
    },

    async removeServer(by: string, name: string): Promise<SettingsReply> {
      await providerKeys.removeServer(name);
      return noteChange(by, "key_removed", name);
    },
  };
}

/** `key` is null to remove it. */
type KeyChange = { by: string; id: string; key: string | null };

function createModelReads({ settings, providers }: AccessDeps) {
  return {
    /** Those that a reference can name. Throws as `listModels`. */
    async listModels(provider: string, signal: AbortSignal): Promise<ModelRow[] | null> {
      const models = providers.models();
      const listed = await models.listOf(provider, signal);
      return (
        listed?.flatMap((model) => {
          const ref = `${provider}:${model.name}`;
          if (!modelPattern.test(ref)) return [];
          const { isWindowKnown, contextWindow, price } = models.describe(ref);
          const known = { contextWindow: isWindowKnown ? contextWindow : null, price };
          return [{ ...model, known, isAnswering: !isEmbeddingRef(ref) }];
        }) ?? null
      );
    },

    /** Tries a model for what it is in use for, else for what its name says. Never throws. */
    async testModel(ref: string, signal: AbortSignal): Promise<ModelTestReply> {
      const models = providers.models();
      const { modelTiers: set, temperature } = (await settings.get()).settings;
      const tiers = modelTiers.filter((tier) => models.chain(tier, { settings: set[tier] }).includes(ref));
      return testModel(models, ref, { signal, temperature, tiers });
    },
  };
}

/** Throws as `listModels`, and `invalid_request` for a name that something else has. */
async function askServer(
  { providerKeys, providers }: Pick<AccessDeps, "providerKeys" | "providers">,
  { name, address, key: given }: AskServer,
  signal: AbortSignal,
) {
  const known = [...providers.models().providers(), ...providers.engines()].find(({ id }) => id === name);
  const isFree = known === undefined || "address" in known || (name === "local" && known.key === "none");
  if (!isFree) throw refuseName(name);
  const baseURL = toBaseUrl(address);
  const { keys, servers } = await providerKeys.read();
  const isSame = servers.some((server) => server.name === name && server.baseURL === baseURL);
  const key = given ?? (isSame ? (keys[name] ?? null) : null);
  const entered = {
    keys: key === null ? {} : { [name]: key },
    servers: [{ name, baseURL, model: "", contextWindow: null }],
  };
  const models = await providers.listWith(name, entered, signal);
  if (models === null) throw new AppError("model_rejected", `What answers at ${baseURL} lists no models.`);
  return { baseURL, key, models };
}

function refuseName(name: string): AppError {
  return name === "local"
    ? new AppError("invalid_request", "LOCAL_BASE_URL names a server already: change it there.")
    : new AppError("invalid_request", `“${name}” is taken. Choose another name.`, {
        fields: { name: "choose another name" },
      });
}

/** As people write addresses: without `http://`, and without the path under which such servers answer. */
function toBaseUrl(address: string): string {
  const url = URL.parse(/^[a-z]+:\/\//i.test(address) ? address : `http://${address}`);
  if (url === null) throw new AppError("address_refused", "This is no web address.");
  const path = url.pathname.replace(/\/+$/, "");
  Object.assign(url, { pathname: path === "" ? "/v1" : path, search: "", hash: "" });
  return url.href;
}
