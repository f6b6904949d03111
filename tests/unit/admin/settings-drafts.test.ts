import { describe, expect, it } from "vitest";
import { openDraft } from "@/components/admin/settings-changes";
import type { Person } from "@/lib/data/people";
import { paths } from "@/lib/data/paths";
import { maxDrafts } from "@/lib/features/settings/shape";
import { bothStores } from "@/tests/support/both-stores";
import { openTestServices } from "@/tests/support/test-services";
import { closeAfter } from "@/tests/support/scripted-services";
import type { Store } from "@/lib/store/store";

const person = (name: string): Person => ({ id: name, name, email: null, role: "admin" });
const [ada, bob] = [person("Ada"), person("Bob")];

async function open(openStore: () => Promise<Store>) {
  const store = await openStore();
  const services = await openTestServices({}, undefined, {
    now: () => Date.UTC(2026, 10, 20, 12),
    openStore: () => Promise.resolve({ ...store, close: () => Promise.resolve() }),
  });
  closeAfter({ close: () => services.dispose() });
  return { store, services };
}
const shorter = { name: "Shorter answers", base: 0, patch: { maxIterations: 3 } };

describe.each(bothStores)("drafts of the settings in $name", ({ openStore }) => {
  it("are kept, seen by others, kept anew, and gone once they are published", async () => {
    const { services } = await open(openStore);
    const draft = await services.createDraft(shorter, ada);
    expect(draft).toMatchObject({ ...shorter, version: 1, author: "Ada", dropped: [] });
    const changed = await services.changeDraft(
      draft.id,
      { ...shorter, patch: { maxIterations: 4 }, version: 1 },
      bob,
    );
    expect(changed).toMatchObject({ version: 2, author: "Ada", updatedBy: "Bob" });
    expect(await services.listDrafts()).toEqual([changed]);
    expect((await services.readSettings()).settings.maxIterations).not.toBe(4);

    const reply = await services.saveSettings(changed.patch, 0, ada, changed);
    expect(reply.settings.maxIterations).toBe(4);
    expect(await services.listDrafts()).toEqual([]);
  });

  it("are never overwritten by who has not seen the newest, and stay when an older one is published", async () => {
    const { services } = await open(openStore);
    const draft = await services.createDraft(shorter, ada);
    await services.changeDraft(draft.id, { ...shorter, patch: { maxIterations: 4 }, version: 1 }, bob);
    const stale = services.changeDraft(
      draft.id,
      { ...shorter, patch: { maxIterations: 9 }, version: 1 },
      ada,
    );
    await expect(stale).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("Bob") as string,
    });
    await services.saveSettings({ maxIterations: 3 }, 0, ada, { id: draft.id, version: 1 });
    expect(await services.listDrafts()).toMatchObject([{ version: 2, patch: { maxIterations: 4 } }]);

    await services.deleteDraft(draft.id);
    const gone = services.changeDraft(draft.id, { ...shorter, version: 2 }, ada);
    await expect(gone).rejects.toMatchObject({ code: "not_found" });
  });

  it("of an older version keep what was there, say what changed on both sides, and lose no other change", async () => {
    const { services } = await open(openStore);
    const patch = { maxIterations: 3, temperature: 0.2, toolLimits: { web_search: { perDay: 5 } } };
    await services.createDraft({ name: "Older", base: 0, patch }, ada);
    const { settings: live } = await services.saveSettings(
      { maxIterations: 9, seed: 7, toolLimits: { calculate: { perDay: 8 } } },
      0,
      bob,
    );
    const [draft] = await services.listDrafts();
    if (draft === undefined) throw new Error("no draft");
    const opened = openDraft(draft, live);
    expect(opened.draft).toMatchObject({ maxIterations: 3, temperature: 0.2, seed: 7 });
    expect(opened.draft.toolLimits).toEqual({ web_search: { perDay: 5 }, calculate: { perDay: 8 } });
    expect(opened.choices).toEqual([{ path: "maxIterations", mine: 3, theirs: 9, isContested: true }]);
  });

  it("drop and name what the settings no longer have or no longer take", async () => {
    const { services, store } = await open(openStore);
    const { id } = await services.createDraft({ ...shorter, patch: { maxIterations: 3, seed: 7 } }, ada);
    await store.update(`${paths.settingsDrafts}/${id}`, { patch: { maxIterations: 4, seed: "x", gone: 1 } });
    expect(await services.listDrafts()).toMatchObject([{ patch: { maxIterations: 4 } }]);
    expect((await services.listDrafts())[0]?.dropped.toSorted()).toEqual(["gone", "seed"]);
  });

  it(`are at most ${maxDrafts}`, async () => {
    const { services } = await open(openStore);
    for (let n = 0; n < maxDrafts; n += 1) await services.createDraft({ ...shorter, name: `${n}` }, ada);
    await expect(services.createDraft(shorter, ada)).rejects.toMatchObject({ code: "too_large" });
    expect(await services.listDrafts()).toHaveLength(maxDrafts);
  });
});
