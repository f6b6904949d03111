import { describe, expect, it } from "vitest";
import { compareVersions } from "@/components/admin/history/settings-history";
import { defaultSettings } from "@/lib/protocol/settings";
import type { AgentSettings, SettingsVersion } from "@/lib/protocol/settings";

const toVersion = (version: number, change: Partial<AgentSettings>): SettingsVersion => ({
  version,
  settings: { ...defaultSettings, ...change },
  updatedAt: version,
  updatedBy: "Ann",
});
const newest = toVersion(3, { maxIterations: 7, temperature: 0.2 });
const versions = [newest, toVersion(2, { maxIterations: 7 }), toVersion(1, { maxIterations: 3 })];
const compare = (hasOlder: boolean) =>
  compareVersions(versions, { hasOlder, defaults: defaultSettings, now: newest.settings });

describe("the history of the settings", () => {
  it("tells what each version changed against the one before, and the first against the defaults", () => {
    expect(compare(false).map(({ version, changed }) => [version, changed])).toEqual([
      [3, [{ path: "temperature", from: 0.7, to: 0.2 }]],
      [2, [{ path: "maxIterations", from: 3, to: 7 }]],
      [1, [{ path: "maxIterations", from: 5, to: 3 }]],
    ]);
  });

  it("tells what going back would change now", () => {
    expect(compare(false)[2]?.toNow).toEqual([
      { path: "maxIterations", from: 7, to: 3 },
      { path: "temperature", from: 0.2, to: 0.7 },
    ]);
  });

  it("holds a version back until the one before it is known", () => {
    expect(compare(true).map(({ version }) => version)).toEqual([3, 2]);
  });
});
