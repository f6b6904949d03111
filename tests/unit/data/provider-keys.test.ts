import { describe, expect, it } from "vitest";
import { createSealer } from "@/lib/auth/secrets";
import { paths } from "@/lib/data/paths";
import { createProviderKeys } from "@/lib/data/provider-keys";
import { openTestStore } from "@/tests/support/open-test-store";

const sealer = createSealer("s".repeat(32));

describe("providers' keys", () => {
  it("are kept sealed, and opened for the server", async () => {
    const store = await openTestStore();
    const keys = createProviderKeys(store, sealer);
    await keys.put("google", "AIza-secret");
    await keys.put("openai", "sk-secret");
    expect(await keys.list()).toEqual({ google: "AIza-secret", openai: "sk-secret" });
    expect(JSON.stringify((await store.find(paths.providerKeys))?.data)).not.toMatch(/secret/);
  });

  it("are removed one by one", async () => {
    const keys = createProviderKeys(await openTestStore(), sealer);
    await keys.put("google", "a");
    await keys.put("openai", "b");
    await keys.put("google", null);
    expect(await keys.list()).toEqual({ openai: "b" });
  });

  it("sealed with another secret count as absent", async () => {
    const store = await openTestStore();
    await createProviderKeys(store, createSealer("t".repeat(32))).put("google", "a");
    expect(await createProviderKeys(store, sealer).list()).toEqual({});
  });
});
