import { describe, expect, it } from "vitest";
import { createAudit } from "@/lib/data/audit";
import { bothStores } from "@/tests/support/both-stores";
import { requireIndexes } from "@/tests/support/needed-index";

const dayMs = 24 * 60 * 60_000;

describe.each(bothStores)("M5: the audit log in $name", ({ openStore }) => {
  async function openAudit() {
    const store = requireIndexes(await openStore());
    const clock = { now: 1_000 * dayMs };
    return { store, clock, audit: createAudit(store, () => clock.now) };
  }

  it("gives the newest first, in pages, by who did it and by what was done", async () => {
    const { clock, audit } = await openAudit();
    for (const actor of ["a", "b", "a"]) {
      clock.now += 1;
      await audit.record({ act: "signed_in", actor });
    }
    clock.now += 1;
    await audit.record({ act: "role_changed", actor: "a", target: "b", detail: "admin" });
    const first = await audit.list({ limit: 3 });
    expect(first.entries.map(({ actor, act }) => `${actor} ${act}`)).toEqual([
      "a role_changed",
      "a signed_in",
      "b signed_in",
    ]);
    const rest = await audit.list({ limit: 3, cursor: first.cursor ?? "" });
    expect(rest.entries).toHaveLength(1);
    expect((await audit.list({ limit: 9 }, { actor: "a" })).entries).toHaveLength(3);
    expect((await audit.list({ limit: 9 }, { act: "signed_in" })).entries).toHaveLength(3);
    expect((await audit.list({ limit: 9 }, { actor: "a", act: "role_changed" })).entries).toMatchObject([
      { actor: "a", target: "b", detail: "admin", at: clock.now },
    ]);
  });

  it("keeps an entry for 400 days", async () => {
    const { store, clock, audit } = await openAudit();
    await audit.record({ act: "signed_in", actor: "old" });
    clock.now += 400 * dayMs;
    await audit.record({ act: "signed_in", actor: "mid" });
    expect((await audit.list({ limit: 9 })).entries).toHaveLength(2);
    clock.now += dayMs;
    expect((await audit.list({ limit: 9 })).entries).toHaveLength(1);
    await audit.record({ act: "signed_in", actor: "new" });
    expect((await store.list({ collection: "audit", limit: 9 })).documents).toHaveLength(2);
  });
});
