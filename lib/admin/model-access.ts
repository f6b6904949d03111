import type { AuditLog } from "@/lib/data/audit";
import type { EnteredServer, ProviderKeys } from "@/lib/data/provider-keys";
import type { Settings } from "@/lib/data/settings";
import { AppError } from "@/lib/errors";
import { toAnswering } from "@/lib/models/local-servers";
import type { SettingsReply } from "@/lib/protocol/settings";
import { checkTakesKey, type ProviderRegistry } from "./providers";

type AccessDeps = {
  audit: AuditLog;
  settings: Pick<Settings, "forget">;
  providerKeys: ProviderKeys;
  providers: ProviderRegistry;
  readSettings: () => Promise<SettingsReply>;
};

/** An entered address and the key for it. */
type ServerEntry = { address: string; key: string | null };

/** Keys and a model server that an admin enters: tried, then in use here at once, elsewhere in 5 seconds. */
export function createModelAccess({ audit, settings, providerKeys, providers, readSettings }: AccessDeps) {
  async function noteChange(by: string, act: "key_set" | "key_removed", id: string): Promise<SettingsReply> {
    settings.forget();
    await audit.record({ act, actor: by, detail: id });
    return readSettings();
  }

  async function listServer({ address, key }: ServerEntry, signal: AbortSignal) {
    const local = providers
      .models()
      .providers()
      .find(({ id }) => id === "local");
    if (local !== undefined && local.key !== "none" && local.address === undefined)
      throw new AppError("invalid_request", "LOCAL_BASE_URL names a server already: change it there.");
    const baseURL = toBaseUrl(address);
    const entered = { keys: key === null ? {} : { local: key }, server: { baseURL, model: "" } };
    const models = await providers.listWith("local", entered, signal);
    if (models === null) throw new AppError("model_rejected", `What answers at ${baseURL} lists no models.`);
    return { baseURL, models: toAnswering(models) };
  }

  return {
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
        const { keys, server } = await providerKeys.read();
        await providers.listWith(id, { keys: { ...keys, [id]: key }, server }, signal);
      }
      await providerKeys.put(id, key);
      return noteChange(by, key === null ? "key_removed" : "key_set", id);
    },

    /** Asks the server of an address for its models. Throws as `listModels`. */
    listServer,

    async putServer(by: string, entry: ServerEntry & { model: string }, signal: AbortSignal) {
      const { baseURL } = await listServer(entry, signal);
      const server: EnteredServer = { baseURL, model: entry.model };
      await providerKeys.putServer(server, entry.key);
      return noteChange(by, "key_set", "local");
    },

    async removeServer(by: string): Promise<SettingsReply> {
      await providerKeys.putServer(null, null);
      return noteChange(by, "key_removed", "local");
    },
  };
}

/** `key` is null to remove it. */
type KeyChange = { by: string; id: string; key: string | null };

/** As people write addresses: without `http://`, and without the path under which such servers answer. */
function toBaseUrl(address: string): string {
  const url = URL.parse(/^[a-z]+:\/\//i.test(address) ? address : `http://${address}`);
  if (url === null) throw new AppError("address_refused", "This is no web address.");
  const path = url.pathname.replace(/\/+$/, "");
  Object.assign(url, { pathname: path === "" ? "/v1" : path, search: "", hash: "" });
  return url.href;
}
