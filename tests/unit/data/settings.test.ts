import { describe, expect, it } from "vitest";
import { paths } from "@/lib/data/paths";
import { createSettings } from "@/lib/data/settings";
import { defaultSettings } from "@/lib/protocol/settings";
import { openTestStore } from "@/tests/support/open-test-store";

async function openSettings() {
  const store = await openTestStore();
  const clock = { at: 10_000 };
  return { store, clock, settings: createSettings(store, () => clock.at) };
}

describe("settings", () => {
  it("are the defaults until somebody changes them", async () => {
    const { settings } = await openSettings();
    expect(await settings.get()).toEqual({ version: 0, settings: defaultSettings, updatedAt: null, updatedBy: null });
  });

  it("change field by field, and tier by tier, with author and time", async () => {
    const { settings } = await openSettings();
    await settings.update({ maxIterations: 7, modelTiers: { main: ["local:a"] } }, 0, "Ada");
    const changed = await settings.update({ modelTiers: { lite: ["local:b"] } }, 1, "Bob");
    expect(changed).toMatchObject({ version: 2, updatedAt: 10_000, updatedBy: "Bob" });
    expect(changed.settings).toEqual({ ...defaultSettings, maxIterations: 7, modelTiers: { ...defaultSettings.modelTiers, main: ["local:a"], lite: ["local:b"] } });
    expect(await settings.get()).toEqual(changed);
  });

  it("are saved by one of two who read the same version", async () => {
    const { settings } = await openSettings();
    const both = await Promise.allSettled([settings.update({ maxIterations: 2 }, 0, "a"), settings.update({ maxIterations: 3 }, 0, "b")]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await settings.get()).version).toBe(1);
  });

  it("changed by another instance are in force within five seconds", async () => {
    const { store, clock, settings } = await openSettings();
    await settings.get();
    await createSettings(store, () => clock.at).update({ maxIterations: 9 }, 0, "other");
    clock.at += 5_000;
    expect((await settings.get()).settings.maxIterations).toBe(9);
  });

  it("that cannot be read are an error that says so", async () => {
    const { store, settings } = await openSettings();
    await store.set(paths.settings, { version: 1, settings: { maxIterations: "many" } });
    await expect(settings.get()).rejects.toMatchObject({ code: "store_invalid" });
  });
});
