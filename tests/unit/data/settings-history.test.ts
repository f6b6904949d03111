import { describe, expect, it } from "vitest";
import { paths } from "@/lib/data/paths";
import { createSettings, type SettingsOptions } from "@/lib/data/settings";
import { toVersionPath } from "@/lib/data/versions";
import { defaultSettings } from "@/lib/protocol/settings";
import type { Store } from "@/lib/store/store";
import { bothStores } from "@/tests/support/both-stores";

type Problem = Parameters<NonNullable<SettingsOptions["onUnreadable"]>>[0];

async function openSettings(openStore: () => Promise<Store>) {
  const store = await openStore();
  const clock = { at: 10_000 };
  const problems: Problem[] = [];
  return {
    store,
    clock,
    problems,
    settings: createSettings(store, () => clock.at, { onUnreadable: (problem) => problems.push(problem) }),
  };
}

/** Saves `maxIterations` 1, 2, … as versions 1, 2, … */
async function saveVersions(settings: Awaited<ReturnType<typeof openSettings>>["settings"], count: number) {
  for (let version = 0; version < count; version += 1)
    await settings.update({ maxIterations: version + 1 }, version, `author ${version + 1}`);
}

describe.each(bothStores)("the history of the settings in $name", ({ openStore }) => {
  it("holds what stood after each change, newest first, a page at a time", async () => {
    const { settings } = await openSettings(openStore);
    await saveVersions(settings, 3);
    const first = await settings.listVersions({ limit: 2 });
    expect(
      first.versions.map(({ version, settings: { maxIterations }, updatedBy }) => [
        version,
        maxIterations,
        updatedBy,
      ]),
    ).toEqual([
      [3, 3, "author 3"],
      [2, 2, "author 2"],
    ]);
    const second = await settings.listVersions({ limit: 2, cursor: first.cursor ?? "" });
    expect(second).toMatchObject({ versions: [{ version: 1, updatedAt: 10_000 }], cursor: null });
  });

  it("takes in settings that were saved before there was one", async () => {
    const { store, settings } = await openSettings(openStore);
    await store.set(paths.settings, {
      version: 4,
      settings: { maxIterations: 9 },
      updatedAt: 5,
      updatedBy: "Eve",
    });
    await settings.update({ maxIterations: 2 }, 4, "Ada");
    expect((await settings.listVersions({ limit: 9 })).versions).toMatchObject([
      { version: 5, updatedBy: "Ada" },
      { version: 4, updatedAt: 5, updatedBy: "Eve", settings: { maxIterations: 9 } },
    ]);
  });

  it("brings an old version back as a new one", async () => {
    const { settings } = await openSettings(openStore);
    await saveVersions(settings, 3);
    expect(await settings.revert({ version: 3, to: 1 }, "Ada")).toMatchObject({
      version: 4,
      updatedBy: "Ada",
      settings: { maxIterations: 1 },
    });
    expect((await settings.listVersions({ limit: 9 })).versions.map(({ version }) => version)).toEqual([
      4, 3, 2, 1,
    ]);
  });

  it("brings the defaults back as version 0", async () => {
    const { settings } = await openSettings(openStore);
    await saveVersions(settings, 1);
    expect((await settings.revert({ version: 1, to: 0 }, "Ada")).settings).toEqual(defaultSettings);
  });

  it("brings nothing back when somebody saved first, or there is no such version", async () => {
    const { settings } = await openSettings(openStore);
    await saveVersions(settings, 2);
    await expect(settings.revert({ version: 1, to: 1 }, "Ada")).rejects.toMatchObject({ code: "conflict" });
    await expect(settings.revert({ version: 2, to: 7 }, "Ada")).rejects.toMatchObject({ code: "not_found" });
    expect((await settings.get()).version).toBe(2);
  });

  it("does not bring back a version that cannot be read any more, and leaves it out", async () => {
    const { store, settings } = await openSettings(openStore);
    await saveVersions(settings, 2);
    await store.update(toVersionPath(paths.settingsVersions, 1), { settings: { maxIterations: "many" } });
    await expect(settings.revert({ version: 2, to: 1 }, "Ada")).rejects.toMatchObject({
      code: "invalid_settings",
    });
    expect((await settings.listVersions({ limit: 9 })).versions.map(({ version }) => version)).toEqual([2]);
  });
});

describe.each(bothStores)("settings that cannot be read in $name", ({ openStore }) => {
  it("give way to the newest version that can, and say so", async () => {
    const { store, settings, problems } = await openSettings(openStore);
    await saveVersions(settings, 3);
    await store.update(paths.settings, { settings: { maxIterations: "many" } });
    await store.update(toVersionPath(paths.settingsVersions, 3), { settings: "gone" });
    settings.forget();
    expect(await settings.get()).toMatchObject({
      version: 3,
      settings: { maxIterations: 2 },
      updatedBy: "author 2",
    });
    expect(problems).toEqual([{ version: 3, inForce: 2 }]);
  });

  it("give way to the defaults where there is no other", async () => {
    const { store, settings, problems } = await openSettings(openStore);
    await store.set(paths.settings, { version: 1, settings: { maxIterations: "many" } });
    expect(await settings.get()).toMatchObject({ version: 1, settings: defaultSettings });
    expect(problems).toEqual([{ version: 1, inForce: "defaults" }]);
  });

  it.each([
    ["the defaults", 0, 0],
    ["the version in force", 2, 2],
  ])("are set aside when %s are stored in their place", async (_what, saved, to) => {
    const { store, settings } = await openSettings(openStore);
    await saveVersions(settings, saved);
    const broken = { version: 7, settings: { maxIterations: "many" }, updatedBy: "Ada" };
    await store.set(paths.settings, broken);
    settings.forget();
    const { fallback, settings: inForce } = await settings.get();
    expect(fallback).toBe(saved === 0 ? "defaults" : saved);
    await settings.revert({ version: 7, to }, "Ann");
    settings.forget();
    expect(await settings.get()).toMatchObject({ version: 8, settings: inForce, fallback: null });
    const { documents } = await store.list({ collection: "settings/agent/unreadable", limit: 9 });
    expect(documents.map(({ data }) => data)).toEqual([broken]);
  });

  it.each([
    [{ version: "x", settings: {} }],
    [{ version: 2, settings: null }],
    [{ version: 2, settings: [] }],
    [{ version: -1 }],
  ])("are repaired by saving: %j", async (stored) => {
    const { store, settings, problems } = await openSettings(openStore);
    await store.set(paths.settings, stored);
    const { version } = await settings.get();
    await settings.update({ maxIterations: 4 }, version, "Ada");
    problems.length = 0;
    settings.forget();
    expect(await settings.get()).toMatchObject({
      version: version + 1,
      settings: { ...defaultSettings, maxIterations: 4 },
      updatedBy: "Ada",
    });
    expect(problems).toEqual([]);
    expect((await settings.listVersions({ limit: 9 })).versions.map((listed) => listed.version)).toEqual([
      version + 1,
    ]);
  });
});
