import { describe, expect, it } from "vitest";
import { createSealer } from "@/lib/secrets";
import { paths } from "@/lib/data/paths";
import { createProviderKeys } from "@/lib/features/settings/records";
import { openTestStore } from "@/tests/support/open-test-store";

const sealer = createSealer("s".repeat(32));

describe("providers' keys", () => {
  it("are kept sealed, and opened for the server", async () => {
    const store = await openTestStore();
    const keys = createProviderKeys(store, sealer);
    await keys.put("google", "AIza-secret");
    await keys.put("openai", "sk-secret");
    expect((await keys.read()).keys).toEqual({ google: "AIza-secret", openai: "sk-secret" });
    expect(JSON.stringify((await store.find(paths.providerKeys))?.data)).not.toMatch(/secret/);
  });

  it("are removed one by one", async () => {
    const keys = createProviderKeys(await openTestStore(), sealer);
    await keys.put("google", "a");
    await keys.put("openai", "b");
    await keys.put("google", null);
    expect((await keys.read()).keys).toEqual({ openai: "b" });
  });

  it("sealed with another secret count as absent", async () => {
    const store = await openTestStore();
    await createProviderKeys(store, createSealer("t".repeat(32))).put("google", "a");
    expect((await createProviderKeys(store, sealer).read()).keys).toEqual({});
  });

  it("of an entered server go with it, and the others stay", async () => {
    const keys = createProviderKeys(await openTestStore(), sealer);
    const server = { name: "local", baseURL: "http://127.0.0.1:1/v1", model: "m", contextWindow: null };
    const box = { ...server, name: "box", contextWindow: 8_192 };
    await keys.put("google", "a");
    await keys.putServer(server, "b");
    await keys.putServer(box, "c");
    expect(await keys.read()).toEqual({
      keys: { google: "a", local: "b", box: "c" },
      servers: [server, box],
    });
    await keys.putServer({ ...server, baseURL: "http://127.0.0.1:2/v1" }, null);
    expect((await keys.read()).keys).toEqual({ google: "a", box: "c" });
    for (const name of ["box", "google"]) await keys.removeServer(name);
    expect(await keys.read()).toMatchObject({ keys: { google: "a" }, servers: [{ name: "local" }] });
  });

  it("and the one server of an earlier version is the local one", async () => {
    const store = await openTestStore();
    const server = { baseURL: "http://127.0.0.1:1/v1", model: "m" };
    await store.transaction(async (tx) => tx.set(paths.providerKeys, { keys: {}, server }));
    const keys = createProviderKeys(store, sealer);
    expect((await keys.read()).servers).toEqual([{ ...server, name: "local", contextWindow: null }]);
    await keys.put("google", "a");
    expect((await keys.read()).servers).toHaveLength(1);
  });
});
