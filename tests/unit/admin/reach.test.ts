import { describe, expect, it } from "vitest";
import { checkTakesKey, openReach } from "@/lib/admin/reach";
import { parseEnv } from "@/lib/env";
import { AppError } from "@/lib/errors";

/** The keys as they are now stored, how often they were read, and what failed. */
async function openWith(keys: Record<string, string>) {
  const state = { keys, reads: 0, isDown: false, failures: [] as unknown[] };
  const listKeys = async () => {
    state.reads += 1;
    if (state.isDown) throw new AppError("store_unavailable", "The storage does not answer.");
    return state.keys;
  };
  const reach = await openReach(
    { env: parseEnv({}), listKeys, onFailure: (error) => state.failures.push(error) },
    1,
  );
  const keyOf = (id: string) =>
    reach
      .models()
      .providers()
      .find((provider) => provider.id === id)?.key;
  return { state, reach, keyOf };
}

describe("what the keys reach", () => {
  it("follows a key that was entered, and keeps its models while nothing changes", async () => {
    const { state, reach, keyOf } = await openWith({});
    const before = reach.models();
    await reach.follow(1);
    expect(reach.models()).toBe(before);
    state.keys = { openai: "sk-1" };
    await reach.follow(2);
    expect(keyOf("openai")).toBe("panel");
    state.keys = {};
    await reach.follow(3);
    expect(keyOf("openai")).toBe("none");
    expect(state.reads).toBe(3);
  });

  it("reads once for many who ask at a time", async () => {
    const { state, reach } = await openWith({});
    await Promise.all(Array.from({ length: 20 }, () => reach.follow(2)));
    expect(state.reads).toBe(2);
  });

  it("stays as it was while the keys cannot be read, and tries again", async () => {
    const { state, reach, keyOf } = await openWith({ openai: "sk-1" });
    Object.assign(state, { isDown: true, keys: { google: "AIza" } });
    await reach.follow(2);
    expect([keyOf("openai"), keyOf("google"), state.failures.length]).toEqual(["panel", "none", 1]);
    state.isDown = false;
    await reach.follow(2);
    expect([keyOf("openai"), keyOf("google")]).toEqual(["none", "panel"]);
  });

  it("takes keys for providers that need one only", async () => {
    const { reach } = await openWith({});
    expect(() => checkTakesKey(reach, "google")).not.toThrow();
    for (const id of ["offline", "mediawiki", "nobody"])
      expect(() => checkTakesKey(reach, id)).toThrow(expect.objectContaining({ code: "invalid_request" }));
  });
});
