import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Agent, AgentsReply } from "@/lib/features/agents/shape/agents";
import { openAccounts, type AccountsHarness, type Caller } from "@/tests/support/accounts-harness";

let harness: AccountsHarness;
beforeAll(async () => {
  harness = await openAccounts();
});
afterAll(() => harness.close());

const call = (route: string, caller: Caller, id?: string, body?: unknown) =>
  harness.call(route, caller, {
    prepare: () => ({ ...(id !== undefined && { params: { id } }), ...(body !== undefined && { body }) }),
  });
const read = async <VALUE>(answer: Promise<Response>) => (await (await answer).json()) as VALUE;
const make = (fields: object) => read<Agent>(call("POST /api/agents", "admin", undefined, fields));
const list = async (caller: Caller) => (await read<AgentsReply>(call("GET /api/agents", caller))).agents;

describe("the routes of named agents", () => {
  it("show members cards of those that are switched on, behind the built-in one, administrators everything", async () => {
    const { id } = await make({ name: "Clerk", instructions: "Be exact.", starters: ["File this"] });
    const hidden = await make({ name: "Draft", isEnabled: false });
    const cards = await list("member");
    expect(cards.map(({ name }) => name)).toEqual(["Sextant", "Clerk"]);
    expect(cards[1]).toEqual({
      ...{ id, name: "Clerk", picture: { icon: "compass", color: "teal" }, purpose: "" },
      ...{ starters: ["File this"], style: null, depth: null, hasModels: false, centsPerAnswer: null },
    });
    expect(await list("admin")).toMatchObject([
      { id: "sextant", isBuiltIn: true, style: "balanced", limits: { rounds: 5 } },
      { name: "Clerk", instructions: "Be exact.", version: 1, updatedBy: expect.stringContaining("admin") },
      { name: "Draft" },
    ]);
    expect(JSON.stringify(await read(call("GET /api/agents/[id]", "member", id)))).not.toContain("Be exact.");
    expect((await call("GET /api/agents/[id]", "member", hidden.id)).status).toBe(404);
    expect((await call("GET /api/agents/[id]", "admin", hidden.id)).status).toBe(200);
    expect((await call("GET /api/agents/[id]", "member", "sextant")).status).toBe(200);
  });

  it("refuse what is outdated, unknown or not as it should be, and change nothing", async () => {
    const { id } = await make({ name: "Scout" });
    const patch = (version: number, changes: object) =>
      call("PATCH /api/agents/[id]", "admin", id, { version, changes });
    expect((await patch(1, { purpose: "Looks ahead" })).status).toBe(200);
    expect((await patch(1, { purpose: "Looks back" })).status).toBe(409);
    expect(await read(patch(2, { tools: ["calculate", "teleport"] }))).toMatchObject({
      code: "invalid_request",
      fields: { "changes.tools.1": "name a tool that there is" },
    });
    expect((await patch(2, { requiredTools: ["answer_directly"] })).status).toBe(400);
    expect((await patch(2, { starters: [1] })).status).toBe(400);
    expect(
      (await call("PATCH /api/agents/[id]", "admin", "sextant", { version: 9, changes: {} })).status,
    ).toBe(409);
    expect(await read(call("GET /api/agents/[id]", "admin", id))).toMatchObject({
      ...{ version: 2, purpose: "Looks ahead" },
    });
  });

  it("go back to a version, delete, and leave a line of each in the audit log", async () => {
    const { id } = await make({ name: "Auditor" });
    await call("PATCH /api/agents/[id]", "admin", id, { version: 1, changes: { name: "Reviewer" } });
    const back = call("POST /api/agents/[id]/revert", "admin", id, { version: 2, to: 1 });
    expect(await read(back)).toMatchObject({ name: "Auditor", version: 3 });
    expect(await read(call("GET /api/agents/[id]/versions", "admin", id))).toMatchObject({
      versions: [{ version: 3 }, { version: 2, fields: { name: "Reviewer" } }, { version: 1 }],
    });
    expect((await call("DELETE /api/agents/[id]", "admin", id)).status).toBe(204);
    expect((await call("DELETE /api/agents/[id]", "admin", id)).status).toBe(404);
    const { entries } = await read<{ entries: { act: string; detail: string }[] }>(
      call("GET /api/audit", "admin"),
    );
    const own = entries.filter(({ detail }) => /Auditor|Reviewer/.test(detail));
    expect(own.map(({ act, detail }) => `${act} ${detail}`).sort()).toEqual([
      "agent_changed Reviewer · 2",
      "agent_deleted Auditor",
      "agent_made Auditor · 1",
      "agent_reverted Auditor · 3",
    ]);
  });

  it("show a member only the agents that are for them", async () => {
    const { id } = await make({
      name: "Desk",
      instructions: "Be kind.",
      audience: { roles: ["operator"], people: [] },
    });
    const names = async (caller: Caller) => (await list(caller)).map(({ name }) => name);
    expect(await names("member")).not.toContain("Desk");
    expect(await names("operator")).toContain("Desk");
    expect((await call("GET /api/agents/[id]", "member", id)).status).toBe(404);
    const audience = { roles: [], people: [harness.ids.member] };
    await call("PATCH /api/agents/[id]", "admin", id, { version: 1, changes: { audience } });
    harness.site.clock.now += 3_000;
    expect(await names("member")).toContain("Desk");
    expect(await names("operator")).not.toContain("Desk");
    const unknown = { audience: { roles: [], people: ["nobody"] } };
    expect(
      await read(call("PATCH /api/agents/[id]", "admin", id, { version: 2, changes: unknown })),
    ).toMatchObject({
      ...{ code: "invalid_request", fields: { "changes.audience.people.0": "name a person that there is" } },
    });
  });

  it("answer a try with the stream of its reply, and say at the field what is wrong with it", async () => {
    const attempt = (changes: object) =>
      call("POST /api/agents/trials", "admin", undefined, {
        agent: { draft: { name: "Desk", instructions: "Be kind." }, of: null },
        ...{ conversationId: "t1", messageId: "q1", text: "How much is 2*3?", ...changes },
      });
    const answer = await attempt({});
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
    expect(await answer.text()).toContain('"type":"finish"');
    expect(await read(attempt({ text: " " }))).toMatchObject({ fields: { text: expect.any(String) } });
    expect((await attempt({ agent: {} })).status).toBe(400);
    const { agents } = await read<{ agents: { name: string }[] }>(call("GET /api/admin/agents", "admin"));
    expect(agents[0]?.name).toBe("Sextant");
  });
});
