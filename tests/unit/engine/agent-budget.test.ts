import { describe, expect, it } from "vitest";
import { administrator, makeAgent } from "@/tests/support/agents";
import { createProjectId, findSharedEmulator } from "@/tests/support/find-emulator";
import { closeAfter, read, text } from "@/tests/support/scripted-services";
import { openTestServices, toQuestion, type TestServices } from "@/tests/support/test-services";
import { startProviderServer } from "@/tests/support/wire/provider-server";

const emulator = await findSharedEmulator();
const stores = [
  { name: "the embedded store", store: {} },
  ...(emulator === null
    ? []
    : [{ name: "Firestore", store: { FIRESTORE_EMULATOR_HOST: emulator, AUTH_SECRET: "s".repeat(32) } }]),
];

/** An answer of this model costs 8 cents; nothing beside it costs anything. */
async function open(store: object) {
  const clock = { now: Date.parse("2026-11-24T12:00:00Z") };
  const provider = await startProviderServer(() => ({
    ...text("Six."),
    usage: { input: 20_000, output: 5_000 },
  }));
  closeAfter(provider);
  const env = {
    ...{ OPENAI_API_KEY: "k", OPENAI_BASE_URL: `${provider.url}/v1`, MODEL_MAIN: "openai:gpt-4.1" },
    MODEL_LITE: "offline:guide",
  };
  const project = "FIRESTORE_EMULATOR_HOST" in store ? { FIREBASE_PROJECT_ID: createProjectId() } : {};
  const services = await openTestServices({ ...env, ...project, ...store }, undefined, {
    now: () => clock.now,
  });
  closeAfter({ close: () => services.dispose() });
  return { services, provider, clock };
}

let asked = 0;
async function ask(services: TestServices, agent?: string) {
  const question = toQuestion("How much?", { conversation: `c${(asked += 1)}`, message: `m${asked}` });
  const started = await services.runs.start("owner", { ...question, options: { ...(agent && { agent }) } });
  const reply = await started.reply;
  return services.runs.getRecord("owner", reply.metadata?.runId ?? "");
}
const spent = { code: "agent_spent", status: 429 };

describe.each(stores)("the budget of an agent in $name", ({ store }) => {
  it("of a day is shared by all its answers, refuses kindly when it is used, and is whole again the next day", async () => {
    const { services, clock, provider } = await open(store);
    const { id } = await makeAgent(services, { budget: { centsPerAnswer: 10, centsPerDay: 16.5 } });
    const costs = [(await ask(services, id)).costMicroUsd, (await ask(services, id)).costMicroUsd];
    expect(costs).toEqual([80_000, 80_000]);
    // Less than a cent is left, which is no answer's.
    await expect(ask(services, id)).rejects.toMatchObject(spent);
    await expect(read(services, `c${asked}`)).rejects.toMatchObject({ code: "not_found" });
    expect(provider.requests).toHaveLength(2);
    expect((await ask(services)).costMicroUsd).toBe(80_000);
    clock.now += 24 * 3_600_000;
    expect((await ask(services, id)).costMicroUsd).toBe(80_000);
  });

  it("goes back to what was really spent when an answer ends, and nobody else's counts", async () => {
    const { services } = await open(store);
    const { id } = await makeAgent(services, { budget: { centsPerAnswer: 10, centsPerDay: 19 } });
    const other = await makeAgent(services, {
      name: "Scout",
      budget: { centsPerAnswer: 10, centsPerDay: 8.5 },
    });
    for (let at = 0; at < 2; at += 1) await ask(services, id);
    await ask(services, other.id);
    await expect(ask(services, other.id)).rejects.toMatchObject(spent);
    expect((await ask(services, id)).settings.costBudgetPerRequest).toBe(10);
  });
});

describe("what an answer of an agent may cost", () => {
  it("is its own number in the place of the site's, also a higher one", async () => {
    const { services } = await open({});
    const { id } = await makeAgent(services, { budget: { centsPerAnswer: 40, centsPerDay: null } });
    expect((await ask(services)).settings.costBudgetPerRequest).toBe(10);
    expect((await ask(services, id)).settings.costBudgetPerRequest).toBe(40);
    const cards = (await services.readClientSettings(administrator)).agents;
    expect(cards).toMatchObject([{ id, centsPerAnswer: 40 }]);
  });
});
