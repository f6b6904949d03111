import { describe, expect, it } from "vitest";
import { openStore } from "@/lib/store/open";
import { createBilledStore, sumCalls, type BilledStore } from "@/tests/support/billed-store";
import { ask, closeAfter, openWith, read, text } from "@/tests/support/scripted-services";
import { openTestServices, type TestServices } from "@/tests/support/test-services";
import { startProviderServer } from "@/tests/support/wire/provider-server";
import type { ProviderRequest, Reply } from "@/tests/support/wire/reply";

const answer = "John Hadley showed the octant in 1731.";
const suggest = (...questions: string[]) => text(JSON.stringify({ questions }));
const isAboutFollowUps = ({ body }: ProviderRequest) => JSON.stringify(body).includes("ask next");

/** A model that answers, and a small one that gives this when it is asked for questions. */
const scriptOf =
  (reply: Reply) =>
  (request: ProviderRequest): Reply =>
    request.model !== "small" ? text(answer) : isAboutFollowUps(request) ? reply : text("Octants");
const withSmall = (reply: Reply) => openWith(scriptOf(reply), { MODEL_LITE: "local:small" });

async function readStored(services: TestServices) {
  await services.settleBackground();
  return (await read(services)).messages.at(-1)?.metadata?.followUps;
}

describe("what may be asked next", () => {
  it("comes after the answer, which waits for nobody, and stands in the stored reply", async () => {
    const { services } = await withSmall(suggest("Who was Hadley?", "Did Newton know him?", "Why 1731?"));
    const reply = await ask(services);
    expect(reply.metadata?.followUps).toEqual({ questions: [], isPending: true });
    expect(await readStored(services)).toEqual({
      questions: ["Who was Hadley?", "Why 1731?"],
      isPending: false,
    });
    const stored = (await read(services)).messages.at(-1);
    expect({ ...stored, metadata: { ...stored?.metadata, followUps: null } }).toEqual({
      ...reply,
      metadata: { ...reply.metadata, followUps: null },
    });
  });

  it.each<[string, Reply]>([
    ["invents a name", suggest("Did Newton know him?")],
    ["says nothing usable", text("What else?")],
    ["fails", { status: 400 }],
  ])("is nothing, and is not waited for, where the small model %s", async (_what, reply) => {
    const { services } = await withSmall(reply);
    await ask(services);
    expect(await readStored(services)).toEqual({ questions: [], isPending: false });
  });

  it("is not asked for where it is switched off, or there is only the offline guide", async () => {
    const { services, provider } = await withSmall(suggest("Why?"));
    await services.settings.update({ followUpsEnabled: false }, 0, "test");
    await ask(services);
    expect(await readStored(services)).toBeUndefined();
    expect(provider.requests.some(isAboutFollowUps)).toBe(false);
    const guide = await openWith(() => text(answer));
    await ask(guide.services);
    expect(await readStored(guide.services)).toBeUndefined();
  });

  it("is paid by the person, and not asked for when they may spend no more", async () => {
    const provider = await startProviderServer(({ model }) =>
      model === "gpt-4.1" ? suggest() : text(answer),
    );
    closeAfter(provider);
    const services = await openTestServices({
      ...{ LOCAL_BASE_URL: `${provider.url}/v1`, MODEL_MAIN: "local:test", MODEL_LITE: "openai:gpt-4.1" },
      ...{ OPENAI_API_KEY: "k", OPENAI_BASE_URL: `${provider.url}/v1` },
    });
    closeAfter({ close: () => services.dispose() });
    await ask(services);
    await services.settleBackground();
    const asked = provider.requests.filter(isAboutFollowUps).length;
    const { used } = await services.quotas.read("owner");
    // The title, and these questions: 20 tokens in at 2 dollars a million, 5 out at 8.
    expect([asked, used.microUsdToday]).toEqual([1, 2 * 80]);
    await services.quotas.setOverrides("owner", { centsPerDay: 0 });
    await ask(services, "And then?", { message: "m2" });
    expect(await readStored(services)).toEqual({ questions: [], isPending: false });
    expect(provider.requests.filter(isAboutFollowUps)).toHaveLength(asked);
  });

  it("costs a read and a write more than a message without", async () => {
    const opened: { store?: BilledStore } = {};
    const provider = await startProviderServer(scriptOf(suggest("Why?")));
    closeAfter(provider);
    const services = await openTestServices(
      { LOCAL_BASE_URL: `${provider.url}/v1`, MODEL_MAIN: "local:test", MODEL_LITE: "local:small" },
      undefined,
      { openStore: async (config) => (opened.store = createBilledStore(await openStore(config))) },
    );
    closeAfter({ close: () => services.dispose() });
    const costOf = async (message: string) => {
      await opened.store?.take();
      await ask(services, "What is it?", { message });
      await services.settleBackground();
      const calls = (await opened.store?.take()) ?? [];
      const ofMessages = calls.filter(({ collection }) => collection === "users/conversations/messages");
      return sumCalls(ofMessages.filter(({ kind }) => kind !== "list"));
    };
    await costOf("m1");
    const withThem = await costOf("m2");
    await services.settings.update({ followUpsEnabled: false }, 0, "test");
    const without = await costOf("m3");
    const more = { reads: withThem.reads - without.reads, writes: withThem.writes - without.writes };
    expect(more).toEqual({ reads: 1, writes: 1 });
  });
});
