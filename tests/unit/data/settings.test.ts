import { describe, expect, it } from "vitest";
import { createSealer } from "@/lib/secrets";
import { paths } from "@/lib/data/paths";
import { createProviderKeys } from "@/lib/features/settings/records";
import { createSettings, type SettingsOptions } from "@/lib/data/settings";
import { defaultSettings } from "@/lib/protocol/settings";
import type { Store } from "@/lib/store/store";
import { openTestStore } from "@/tests/support/open-test-store";

async function openSettings(options: SettingsOptions = {}) {
  const store = await openTestStore();
  const clock = { at: 10_000 };
  return { store, clock, settings: createSettings(store, () => clock.at, options) };
}

/** The same store, counting how often a document is read. */
function countFinds(store: Store): { store: Store; finds: string[] } {
  const finds: string[] = [];
  const find = (path: string) => (finds.push(path), store.find(path));
  return { store: { ...store, find }, finds };
}

describe("settings", () => {
  it("are the defaults until somebody changes them", async () => {
    const { settings } = await openSettings();
    expect(await settings.get()).toEqual({
      version: 0,
      settings: defaultSettings,
      updatedAt: null,
      updatedBy: null,
      keysVersion: 0,
      fallback: null,
    });
  });

  it("have the defaults of the server's mode, also for what older settings did not have", async () => {
    const { store, settings } = await openSettings({
      defaults: { ...defaultSettings, reasoningVisible: false },
    });
    expect((await settings.get()).settings.reasoningVisible).toBe(false);
    await store.set(paths.settings, { version: 1, settings: { maxIterations: 3 } });
    settings.forget();
    expect((await settings.get()).settings).toMatchObject({ reasoningVisible: false, maxIterations: 3 });
  });

  it("change field by field, and tier by tier, with author and time", async () => {
    const { settings } = await openSettings();
    await settings.update({ maxIterations: 7, modelTiers: { main: ["local:a"] } }, 0, "Ada");
    const changed = await settings.update({ modelTiers: { lite: ["local:b"] } }, 1, "Bob");
    expect(changed).toMatchObject({ version: 2, updatedAt: 10_000, updatedBy: "Bob" });
    expect(changed.settings).toEqual({
      ...defaultSettings,
      maxIterations: 7,
      modelTiers: { ...defaultSettings.modelTiers, main: ["local:a"], lite: ["local:b"] },
    });
    expect(await settings.get()).toEqual(changed);
  });

  it("are saved by one of two who read the same version", async () => {
    const { settings } = await openSettings();
    const both = await Promise.allSettled([
      settings.update({ maxIterations: 2 }, 0, "a"),
      settings.update({ maxIterations: 3 }, 0, "b"),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await settings.get()).version).toBe(1);
  });

  it("tell whoever saves second who saved first, and when", async () => {
    const { clock, settings } = await openSettings();
    clock.at = Date.UTC(2026, 10, 20, 9, 30);
    await settings.update({ maxIterations: 2 }, 0, "Ada <ada@example.org>");
    await expect(settings.update({ maxIterations: 3 }, 0, "Bob")).rejects.toMatchObject({
      code: "conflict",
      message:
        "Ada <ada@example.org> saved version 1 of the settings at 2026-11-20 09:30:00 UTC. Look at what changed, then save again.",
    });
  });

  it("changed by another instance are in force within five seconds", async () => {
    const { store, clock, settings } = await openSettings();
    await settings.get();
    await createSettings(store, () => clock.at).update({ maxIterations: 9 }, 0, "other");
    clock.at += 5_000;
    expect((await settings.get()).settings.maxIterations).toBe(9);
  });

  it("are read once by many who ask at a time, and not again for three seconds", async () => {
    const { store, finds } = countFinds(await openTestStore());
    const clock = { at: 0 };
    const settings = createSettings(store, () => clock.at);
    await Promise.all(Array.from({ length: 20 }, () => settings.get()));
    clock.at = 2_999;
    await settings.get();
    expect(finds).toHaveLength(1);
    clock.at = 3_000;
    await Promise.all(Array.from({ length: 20 }, () => settings.get()));
    expect(finds).toHaveLength(2);
  });

  it("saved while a read was under way are not hidden by what that read found", async () => {
    const store = await openTestStore();
    const started = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const find: Store["find"] = async (path) => {
      const found = await store.find(path);
      started.resolve();
      await held.promise;
      return found;
    };
    const settings = createSettings({ ...store, find }, () => 0);
    const reading = settings.get();
    await started.promise;
    await settings.update({ maxIterations: 9 }, 0, "Ada");
    held.resolve();
    expect((await reading).version).toBe(1);
    expect((await settings.get()).version).toBe(1);
  });

  it("say that a key has changed, and keep saying so when they are saved", async () => {
    const { store, settings } = await openSettings();
    await createProviderKeys(store, createSealer("s".repeat(32))).put("openai", "sk-1");
    expect(await settings.get()).toMatchObject({ version: 0, keysVersion: 1 });
    expect(await settings.update({ maxIterations: 2 }, 0, "Ada")).toMatchObject({
      version: 1,
      keysVersion: 1,
    });
  });
});
