import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createSettingsStore } from "@/components/admin/use-settings-form";
import type { SettingsStore } from "@/components/admin/use-settings-form";
import { call } from "@/lib/client/request";
import { saveSettings } from "@/lib/features/settings/api";
import type { Problem } from "@/lib/protocol/problem";
import type { SettingsPatch, SettingsReply } from "@/lib/protocol/settings";
import { openTestServices, type TestServices } from "@/tests/support/test-services";
import type { RouteServer } from "@/tests/support/route-server";
import { startAdminServer } from "./admin-server";

const unreachable = "The server does not answer.";
const explain = ({ problem }: { problem: Problem | null }): string => problem?.detail ?? unreachable;
let services: TestServices;
let server: RouteServer;

beforeAll(async () => {
  services = await openTestServices();
  Object.assign(globalThis, { [Symbol.for("sextant.services")]: Promise.resolve(services) });
  server = await startAdminServer();
});
afterEach(() => {
  server.onRequest = () => undefined;
});
afterAll(async () => {
  await server.close();
  await services.dispose();
});

/** A page that was opened now. */
async function openPage(origin = server.url): Promise<SettingsStore> {
  return createSettingsStore(await services.readSettings(), { origin, explain });
}

async function saveElsewhere(patch: SettingsPatch): Promise<SettingsReply> {
  const { version } = await services.readSettings();
  const answer = await call(saveSettings, { body: { version, settings: patch }, origin: server.url });
  if (!answer.ok) throw new Error(answer.problem?.detail);
  return answer.value;
}

describe("the settings form", () => {
  it("takes up what was left unsaved, on top of what somebody else saved meanwhile", async () => {
    const page = await openPage();
    const base = page.getState().reply.settings;
    page.change("temperature", 0.2);
    const { draft } = page.getState();
    await saveElsewhere({ temperature: 0.9, maxIterations: 8 });
    const left = { base, draft };
    const again = createSettingsStore(await services.readSettings(), {
      origin: server.url,
      explain,
      left,
    });
    expect(again.getState().draft).toMatchObject({ temperature: 0.2, maxIterations: 8 });
    expect(again.getState().reply.settings).toMatchObject({ temperature: 0.9, maxIterations: 8 });
  });

  it("saves what is changed and stands on the new version", async () => {
    const page = await openPage();
    page.change("maxIterations", 4);
    const before = page.getState().reply.version;
    await page.save();
    expect(page.getState()).toMatchObject({
      save: { kind: "saved" },
      reply: { version: before + 1, settings: { maxIterations: 4 } },
    });
  });

  it("keeps what is typed while the answer is on its way", async () => {
    const page = await openPage();
    page.change("maxIterations", 6);
    server.onRequest = () => page.change("temperature", 0.3);
    await page.save();
    expect(page.getState().reply.settings.maxIterations).toBe(6);
    expect(page.getState().draft).toMatchObject({ maxIterations: 6, temperature: 0.3 });
    expect(page.getState().reply.settings.temperature).not.toBe(0.3);
  });

  it("meets somebody else's save with both, and saves on top what is chosen", async () => {
    const page = await openPage();
    page.change("maxIterations", 2);
    page.change("memoryEnabled", false);
    const { version } = await saveElsewhere({ maxIterations: 9, timeLimitSeconds: 300 });
    await page.save();
    expect(page.getState()).toMatchObject({
      reply: { version, settings: { maxIterations: 9 } },
      save: { kind: "conflict", theirChanges: [{ path: "timeLimitSeconds", to: 300 }] },
    });
    page.choose("maxIterations", 9);
    await page.save();
    const { settings } = await services.readSettings();
    expect(settings).toMatchObject({ maxIterations: 9, timeLimitSeconds: 300, memoryEnabled: false });
  });

  it("says which setting does not fit, and keeps it as it was typed", async () => {
    const page = await openPage();
    page.change("messagesPerDay", 0);
    await page.save();
    const { save, draft } = page.getState();
    expect(save).toMatchObject({ kind: "failed", fields: { "settings.messagesPerDay": expect.any(String) } });
    expect(draft.messagesPerDay).toBe(0);
  });

  it("keeps everything when the server does not answer", async () => {
    const page = await openPage("http://127.0.0.1:9");
    page.change("maxIterations", 1);
    await page.save();
    expect(page.getState()).toMatchObject({
      save: { kind: "failed", reason: unreachable },
      draft: { maxIterations: 1 },
    });
  });

  it("goes back to an old version and keeps what is not saved on top", async () => {
    const old = await saveElsewhere({ costBudgetPerRequest: 33 });
    await saveElsewhere({ costBudgetPerRequest: 44 });
    const page = await openPage();
    page.change("temperature", 1.5);
    expect(await page.revert(old.version)).toBeNull();
    const { reply, draft } = page.getState();
    expect(reply.settings).toMatchObject({ costBudgetPerRequest: 33, temperature: old.settings.temperature });
    expect(draft).toMatchObject({ costBudgetPerRequest: 33, temperature: 1.5 });
  });

  it("says why it cannot go back when somebody saved meanwhile, and shows what they saved", async () => {
    const page = await openPage();
    const { version } = await saveElsewhere({ costBudgetPerRequest: 55 });
    expect(await page.revert(1)).toContain(String(version));
    expect(page.getState().reply).toMatchObject({ version, settings: { costBudgetPerRequest: 55 } });
  });

  it("keeps changes as a draft, which another page opens and publishes", async () => {
    const page = await openPage();
    page.change("timeLimitSeconds", 222);
    expect(await page.keep("Longer")).toBeNull();
    expect((await services.readSettings()).settings.timeLimitSeconds).not.toBe(222);
    const [draft] = await services.listDrafts();
    if (draft === undefined) throw new Error("no draft");
    const other = await openPage();
    await other.open(draft);
    expect(other.getState().draft.timeLimitSeconds).toBe(222);
    await other.save();
    expect((await services.readSettings()).settings.timeLimitSeconds).toBe(222);
    expect(other.getState().kept).toBeNull();
    expect(await services.listDrafts()).toEqual([]);
  });

  it("never keeps over somebody's newer draft, and loses nothing", async () => {
    const [mine, theirs] = [await openPage(), await openPage()];
    mine.change("timeLimitSeconds", 100);
    await mine.keep("Shared");
    const [draft] = await services.listDrafts();
    if (draft === undefined) throw new Error("no draft");
    await theirs.open(draft);
    theirs.change("timeLimitSeconds", 200);
    expect(await theirs.keep("Shared")).toBeNull();
    mine.change("timeLimitSeconds", 150);
    expect(await mine.keep("Shared")).toContain("version 2");
    expect(mine.getState()).toMatchObject({
      kept: null,
      save: { of: "taken" },
      draft: { timeLimitSeconds: 150 },
    });
    expect(await mine.keep("Mine")).toBeNull();
    const kept = (await services.listDrafts()).map(({ name, patch }) => [name, patch.timeLimitSeconds]);
    expect(kept.toSorted()).toEqual([
      ["Mine", 150],
      ["Shared", 200],
    ]);
  });

  it("tells what changed on both sides since a draft was kept, and publishes nothing by that", async () => {
    const page = await openPage();
    page.change("costBudgetPerRequest", 12);
    await page.keep("Cheap");
    const { version } = await saveElsewhere({ costBudgetPerRequest: 77 });
    const draft = (await services.listDrafts()).find(({ name }) => name === "Cheap");
    if (draft === undefined) throw new Error("no draft");
    const other = await openPage();
    await other.open(draft);
    expect(other.getState().save).toMatchObject({
      kind: "conflict",
      isOpening: true,
      choices: [{ path: "costBudgetPerRequest", mine: 12, theirs: 77 }],
    });
    other.choose("costBudgetPerRequest", 77);
    other.dismiss();
    expect(other.getState().draft.costBudgetPerRequest).toBe(77);
    expect((await services.readSettings()).version).toBe(version);
  });
});
