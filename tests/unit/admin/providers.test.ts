import { describe, expect, it } from "vitest";
import { checkTakesKey, openProviders } from "@/lib/features/settings/providers";
import { parseEnv } from "@/lib/env";
import { AppError } from "@/lib/errors";

const asBuilt = { prices: {}, unknown: "limit" as const };

/** The keys as they are now stored, how often they were read, and what failed. */
async function openWith(keys: Record<string, string>) {
  const state = { keys, reads: 0, isDown: false, failures: [] as unknown[] };
  const readEntered = async () => {
    state.reads += 1;
    if (state.isDown) throw new AppError("store_unavailable", "The storage does not answer.");
    return { keys: state.keys, servers: [] };
  };
  const providers = await openProviders(
    { env: parseEnv({}), readEntered, onFailure: (error) => state.failures.push(error) },
    1,
  );
  const keyOf = (id: string) =>
    providers
      .models()
      .providers()
      .find((provider) => provider.id === id)?.key;
  return { state, providers, keyOf };
}

describe("the registry of providers", () => {
  it("follows a key that was entered, and keeps its models while nothing changes", async () => {
    const { state, providers, keyOf } = await openWith({});
    const before = providers.models();
    await providers.reloadOnChange({ keysVersion: 1, pricing: asBuilt });
    expect(providers.models()).toBe(before);
    state.keys = { openai: "sk-1" };
    await providers.reloadOnChange({ keysVersion: 2, pricing: asBuilt });
    expect(keyOf("openai")).toBe("panel");
    state.keys = {};
    await providers.reloadOnChange({ keysVersion: 3, pricing: asBuilt });
    expect(keyOf("openai")).toBe("none");
    expect(state.reads).toBe(3);
  });

  it("reads once for many who ask at a time", async () => {
    const { state, providers } = await openWith({});
    await Promise.all(
      Array.from({ length: 20 }, () => providers.reloadOnChange({ keysVersion: 2, pricing: asBuilt })),
    );
    expect(state.reads).toBe(2);
  });

  it("stays as it was while the keys cannot be read, and tries again", async () => {
    const { state, providers, keyOf } = await openWith({ openai: "sk-1" });
    Object.assign(state, { isDown: true, keys: { google: "AIza" } });
    await providers.reloadOnChange({ keysVersion: 2, pricing: asBuilt });
    expect([keyOf("openai"), keyOf("google"), state.failures.length]).toEqual(["panel", "none", 1]);
    state.isDown = false;
    await providers.reloadOnChange({ keysVersion: 2, pricing: asBuilt });
    expect([keyOf("openai"), keyOf("google")]).toEqual(["none", "panel"]);
  });

  it("takes keys for providers that need one only", async () => {
    const { providers } = await openWith({});
    expect(() => checkTakesKey(providers, "google")).not.toThrow();
    for (const id of ["offline", "mediawiki", "nobody"])
      expect(() => checkTakesKey(providers, id)).toThrow(
        expect.objectContaining({ code: "invalid_request" }),
      );
  });
});
