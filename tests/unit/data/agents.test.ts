import { describe, expect, it } from "vitest";
import { createAgents } from "@/lib/features/agents/records";
import { paths } from "@/lib/data/paths";
import { agentPatchSchema, maxAgents, newAgentSchema } from "@/lib/features/agents/shape/agents";
import type { Store } from "@/lib/store/store";
import { bothStores } from "@/tests/support/both-stores";

async function openAgents(openStore: () => Promise<Store>) {
  const store = await openStore();
  const clock = { at: 10_000 };
  return { store, clock, agents: createAgents(store, () => clock.at) };
}
const named = (name: string) => newAgentSchema.parse({ name });

describe.each(bothStores)("named agents in $name", ({ openStore }) => {
  it("are listed by name, and on another instance within 3 seconds", async () => {
    const { store, clock, agents } = await openAgents(openStore);
    const other = createAgents(store, () => clock.at);
    expect(await other.list()).toEqual([]);
    await agents.create(named("Scout"), "Ada");
    await agents.create(named("Clerk"), "Ada");
    expect((await agents.list()).map(({ name }) => name)).toEqual(["Clerk", "Scout"]);
    clock.at += 3_000;
    expect((await other.list()).map(({ name }) => name)).toEqual(["Clerk", "Scout"]);
  });

  it("change field by field, on top of the version that was read", async () => {
    const { clock, agents } = await openAgents(openStore);
    const { id } = await agents.create(named("Clerk"), "Ada");
    clock.at = 20_000;
    await agents.update(id, { purpose: "Files things" }, 1, "Eve");
    const refused = agents.update(id, { name: "Other" }, 1, "Ada");
    await expect(refused).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("Eve saved version 2"),
    });
    expect(await agents.get(id)).toMatchObject({
      ...{ name: "Clerk", purpose: "Files things", version: 2, updatedAt: 20_000, updatedBy: "Eve" },
    });
  });

  it("keep what stood after each change, newest first, and go back to it", async () => {
    const { agents } = await openAgents(openStore);
    const { id } = await agents.create(named("One"), "Ada");
    await agents.update(id, { name: "Two" }, 1, "Ada");
    expect(await agents.revert(id, { version: 2, to: 1 }, "Eve")).toMatchObject({ name: "One", version: 3 });
    const first = await agents.listVersions(id, { limit: 2 });
    expect(first.versions.map(({ version, fields }) => [version, fields.name])).toEqual([
      [3, "One"],
      [2, "Two"],
    ]);
    const second = await agents.listVersions(id, { limit: 2, cursor: first.cursor ?? "" });
    expect(second).toMatchObject({ versions: [{ version: 1, updatedBy: "Ada" }], cursor: null });
    await expect(agents.revert(id, { version: 3, to: 9 }, "Ada")).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("are deleted with all their versions", async () => {
    const { store, agents } = await openAgents(openStore);
    const { id } = await agents.create(named("Clerk"), "Ada");
    await agents.delete(id);
    expect((await store.list({ collection: paths.agentVersions(id), limit: 5 })).documents).toEqual([]);
    const acts = [agents.get, agents.delete, (gone: string) => agents.update(gone, {}, 1, "Ada")];
    for (const act of acts) await expect(act(id)).rejects.toMatchObject({ code: "not_found" });
  });

  it("are at most fifty, and one that cannot be read stands in nobody's way", async () => {
    const { store, agents } = await openAgents(openStore);
    for (let at = 1; at < maxAgents; at += 1) await agents.create(named(`Agent ${at}`), "Ada");
    await store.set(paths.agent("broken"), { version: "many" });
    await expect(agents.create(named("One more"), "Ada")).rejects.toMatchObject({ code: "invalid_request" });
    expect(await agents.list()).toHaveLength(maxAgents - 1);
  });
});

describe("what an agent may be", () => {
  it("is completed with what is usual", () => {
    expect(newAgentSchema.parse({ name: "  Clerk " })).toEqual({
      name: "Clerk",
      picture: { icon: "compass", color: "teal" },
      ...{ purpose: "", instructions: "", starters: [], models: [], tools: null, requiredTools: [] },
      ...{ collections: [], style: null, limits: { depth: null, rounds: null, temperature: null } },
      ...{ budget: { centsPerAnswer: null, centsPerDay: null }, audience: null },
      isEnabled: true,
      isHelper: false,
    });
  });

  it.each([
    ["no name", { name: " " }],
    ["seven starters", { starters: Array.from({ length: 7 }, () => "Hello") }],
    ["an empty starter", { starters: [" "] }],
    ["instructions without end", { instructions: "x".repeat(8_001) }],
    ["a model without its provider", { models: ["gpt"] }],
    ["a picture of their own", { picture: { icon: "https://a.example/x.png", color: "teal" } }],
    ["more rounds than anybody may have", { limits: { depth: null, rounds: 11, temperature: null } }],
    ["a budget beyond what anybody may spend", { budget: { centsPerAnswer: 101, centsPerDay: null } }],
    ["a role that there is not", { audience: { roles: ["owner"], people: [] } }],
    [
      "for more people than it may name",
      { audience: { roles: [], people: Array.from({ length: 201 }, (_, at) => `p${at}`) } },
    ],
    ["a collection that is no id", { collections: ["../users"] }],
    ["a field that there is not", { isAdmin: true }],
  ])("is not %s", (_what, changes) => {
    expect(agentPatchSchema.safeParse({ version: 1, changes }).success).toBe(false);
  });
});
