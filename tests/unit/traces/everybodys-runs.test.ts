import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AuditReply } from "@/lib/features/accounts/shape/audit";
import type { SiteRunsReply } from "@/lib/protocol/runs";
import type { TraceReply } from "@/lib/features/traces/shape/traces";
import { openAccounts, type AccountsHarness, type Caller } from "@/tests/support/accounts-harness";
import { toQuestion } from "@/tests/support/test-services";

let harness: AccountsHarness;
beforeAll(async () => {
  harness = await openAccounts();
});
afterAll(() => harness.close());

const question = "What is 2 + 2, dear guide?";

async function ask(caller: "member" | "other member", conversation: string): Promise<string> {
  const { services } = harness.site;
  const asked = toQuestion(question, { conversation, message: `m-${conversation}` });
  const reply = await (await services.runs.start(harness.ids[caller], asked)).reply;
  await services.settleBackground();
  return reply.metadata?.runId ?? "";
}

const call = (route: string, caller: Caller, id: string | null = null, query = "") =>
  harness.call(route, caller, { prepare: () => ({ ...(id !== null && { params: { id } }), query }) });
const readTrace = async (caller: Caller, id: string, query = "") => {
  const response = await call("GET /api/runs/[id]/trace", caller, id, query);
  return { status: response.status, trace: (await response.json()) as TraceReply };
};

describe("runs of all people", () => {
  it("are listed for those who watch, newest first, with whose they are and nobody's words", async () => {
    const first = await ask("member", "c-first");
    harness.site.clock.now += 1_000;
    const second = await ask("other member", "c-second");
    const response = await call("GET /api/admin/runs/recorded", "auditor");
    const text = await response.text();
    const { runs } = JSON.parse(text) as SiteRunsReply;
    expect(runs.map(({ id, person }) => [id, person.id])).toEqual([
      [second, harness.ids["other member"]],
      [first, harness.ids.member],
    ]);
    expect(text).not.toContain("dear guide");
    expect((await call("GET /api/admin/runs/recorded", "member")).status).toBe(403);
  });

  it("tell their words only while their owner lets them, which the audit log says", async () => {
    const id = await ask("member", "c-shared");
    const whose = `?person=${harness.ids.member}`;
    expect(JSON.stringify((await readTrace("operator", id, whose)).trace)).not.toContain("dear guide");
    expect((await call("PUT /api/runs/[id]/support", "member", id)).status).toBe(204);
    const shared = await readTrace("operator", id, whose);
    expect(shared.trace.isWordless).toBe(false);
    expect(JSON.stringify(shared.trace)).toContain("dear guide");
    expect((await call("DELETE /api/runs/[id]/support", "member", id)).status).toBe(204);
    expect((await readTrace("operator", id, whose)).trace.isWordless).toBe(true);
    const response = await call("GET /api/audit", "auditor");
    const { entries } = (await response.json()) as AuditReply;
    const acts = entries.filter(({ detail }) => detail === id).map(({ act }) => act);
    expect(acts.sort()).toEqual(["run_shared", "run_unshared"]);
  });

  it("are there for nobody else, shared or not", async () => {
    const id = await ask("member", "c-closed");
    await call("PUT /api/runs/[id]/support", "member", id);
    const whose = `?person=${harness.ids.member}`;
    expect((await readTrace("other member", id, whose)).status).toBe(404);
    expect((await readTrace("other member", id)).status).toBe(404);
    expect((await call("PUT /api/runs/[id]/support", "other member", id)).status).toBe(404);
    const prepare = () => ({ params: { id }, body: {} });
    expect((await harness.call("POST /api/runs/[id]/replay", "other member", { prepare })).status).toBe(404);
  });
});
