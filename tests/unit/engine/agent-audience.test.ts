import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import type { Audience } from "@/lib/features/agents/shape/agents";
import { newWorkflowSchema } from "@/lib/features/workflows/shape/workflows";
import type { ChatOptions } from "@/lib/protocol/chat-request";
import { createAgents } from "@/lib/features/agents/records";
import { newAgentSchema } from "@/lib/features/agents/shape/agents";
import { createPeople } from "@/lib/data/people";
import { administrator, makeAgent } from "@/tests/support/agents";
import { bothStores } from "@/tests/support/both-stores";
import { listSources } from "@/tests/support/list-sources";
import { openWith, read, text } from "@/tests/support/scripted-services";
import { step } from "@/tests/support/planned-script";
import { toQuestion, type TestServices } from "@/tests/support/test-services";
import { isPlanAsked } from "@/tests/support/wire/read-form";
import { askPlanned, openPlanned } from "./plans/open-planned";

const root = resolve(import.meta.dirname, "../../..");
const member = { id: "owner", name: "Ada", email: null, role: "member" as const };

let asked = 0;
async function answer(services: TestServices, options: ChatOptions, mentions?: object[]) {
  const question = toQuestion("Who are you?", { conversation: `c${(asked += 1)}`, message: `m${asked}` });
  const message = { ...question.message, ...(mentions && { metadata: { mentions } }) };
  const started = await services.runs.start("owner", { ...question, message, options } as never);
  return (await started.reply).metadata?.agent?.id;
}

const keep = (services: TestServices, agent: string) =>
  services.workflows.create(
    "owner",
    newWorkflowSchema.parse({ name: "News", question: "What is new?", answer: { agent } }),
  );

/** Every way to an agent: whether whoever goes it meets this one. A refusal is thrown. */
const doors: Record<string, (services: TestServices, id: string) => Promise<unknown>> = {
  "the cards of the chat": async (services, id) =>
    (await services.readClientSettings(administrator)).agents.some((card) => card.id === id),
  "the list": async (services, id) =>
    (await services.agents.list(member)).agents.some((card) => card.id === id),
  "one by its id": async (services, id) => (await services.agents.get(id, member)).id === id,
  "a question that chooses it": async (services, id) => (await answer(services, { agent: id })) === id,
  "a question that mentions it": async (services, id) =>
    (await answer(services, {}, [{ kind: "agent", id }])) === id,
  "an answer given anew by it": async (services, id) => (await answer(services, { answeredBy: id })) === id,
  "a workflow that is run": async (services, id) => {
    const workflow = await keep(services, id);
    const { conversationId } = await services.workflows.run("owner", workflow.id, {});
    await services.runs.untilIdle("owner", conversationId);
    return (await read(services, conversationId)).agent === id;
  },
};

async function open(audience: Audience | null) {
  const { services } = await openWith(() => text("It is me."));
  return { services, agent: await makeAgent(services, { audience, isHelper: true }) };
}

describe("an agent that is for some people", () => {
  it.each(Object.entries(doors))("is met by %s only by these", async (_name, go) => {
    for (const audience of [null, { roles: ["admin"], people: [] }, { roles: [], people: ["owner"] }]) {
      const { services, agent } = await open(audience as Audience | null);
      expect(await go(services, agent.id)).toBe(true);
    }
    const { services, agent } = await open({ roles: ["auditor"], people: [] });
    const met = await go(services, agent.id).catch((error: { code: string }) => error.code);
    expect([false, "agent_gone", "mention_gone", "not_found"]).toContain(met);
  });

  it.each([
    [true, { roles: ["admin"], people: [] }],
    [false, { roles: ["auditor"], people: [] }],
  ])("is among the helpers of a plan: %s", async (isOne, audience) => {
    const { services, provider } = await openPlanned({ plans: [[step("one"), step("two")]] });
    await makeAgent(services, { audience, isHelper: true, purpose: "knows harbours" });
    await askPlanned(services, { plan: "always" });
    const planned = provider.requests.filter(isPlanAsked).map(({ body }) => JSON.stringify(body));
    expect(planned.length).toBeGreaterThan(0);
    expect(planned[0]?.includes("knows harbours")).toBe(isOne);
  });

  it("is read by the product through one function alone", () => {
    const reading = listSources(root, ["app", "components", "lib"]).filter((path) =>
      /\bagents\??\.(?:list|get|listEnabled|listUsed|findWithPeople)\b/.test(
        readFileSync(join(root, path), "utf8"),
      ),
    );
    expect(reading.sort()).toEqual([
      // The administration, which sees all.
      "app/admin/agents/[id]/page.tsx",
      "app/admin/agents/page.tsx",
      "app/admin/laboratory/page.tsx",
      "lib/features/agents/agents.ts",
      "lib/features/agents/endpoints.ts",
      "lib/features/agents/records.ts",
      "lib/features/laboratory/feature.ts",
      "lib/features/laboratory/laboratory.ts",
    ]);
  });

  it("leaves a conversation that it had to the built-in one, with the question in it", async () => {
    const { services, agent } = await open(null);
    const first = toQuestion("Hello", { message: "m1" });
    await (
      await services.runs.start("owner", { ...first, options: { agent: agent.id } })
    ).reply;
    await services.agents.update(
      agent.id,
      { audience: { roles: ["auditor"], people: [] } },
      1,
      administrator,
    );
    const reply = await (await services.runs.start("owner", toQuestion("And now?", { message: "m2" }))).reply;
    expect(reply.metadata?.agent).toBeUndefined();
    expect(JSON.stringify(reply.parts)).toContain("agentGone");
    expect(JSON.stringify((await read(services)).messages)).toContain("And now?");
  });

  it("keeps a scheduled question from being asked, and says why", async () => {
    const clock = { now: Date.parse("2026-11-24T12:00:00Z") };
    const { services } = await openWith(() => text("It is me."), {}, { now: () => clock.now });
    const { id } = await makeAgent(services, { audience: { roles: ["auditor"], people: [] } });
    const fields = { name: "News", question: "What is new?", answer: { agent: id } };
    const schedule = { kind: "hours", every: 1 };
    await services.workflows.create("owner", newWorkflowSchema.parse({ ...fields, schedule }));
    clock.now += 3_600_000;
    await services.doDueWork();
    const { workflows } = await services.workflows.list("owner");
    expect(workflows).toMatchObject([{ problem: { code: "agent_gone" }, runs: [] }]);
  });

  it("is refused for somebody whom there is not, at the field", async () => {
    const { services } = await open(null);
    await expect(
      makeAgent(services, { audience: { roles: [], people: ["owner", "nobody"] } }),
    ).rejects.toMatchObject({ code: "invalid_request", fields: { "audience.people.1": expect.any(String) } });
  });
});

describe.each(bothStores)("who may use an agent in $name", ({ openStore }) => {
  it("is decided by the role of now", async () => {
    const store = await openStore();
    const clock = { now: 10_000 };
    const agents = createAgents(store, () => clock.now);
    const people = createPeople(store, () => clock.now);
    await people.ensure({ id: "ben", name: "Ben", email: null, role: "operator" });
    const only = (audience: Audience) =>
      agents.create(newAgentSchema.parse({ name: JSON.stringify(audience), audience }), "Ada");
    const operators = await only({ roles: ["operator"], people: [] });
    const named = await only({ roles: [], people: ["ben"] });
    const nobody = await only({ roles: [], people: [] });
    await agents.create(newAgentSchema.parse({ name: "off", isEnabled: false }), "Ada");
    const ids = async (user: string) => (await agents.listFor(user)).map(({ id }) => id).sort();
    expect(await ids("ben")).toEqual([operators.id, named.id].sort());
    await people.change("ben", { role: "member" });
    expect(await ids("ben")).toEqual([named.id]);
    expect(await ids("somebody")).toEqual([]);
    expect((await agents.list()).map(({ id }) => id)).toContain(nobody.id);
  });
});
